"""What the documents show runs, and every setting has its row in docs/settings.md."""

from __future__ import annotations

import re
import runpy
from fractions import Fraction
from pathlib import Path

from comeout.replay import replay_file
from comeout.table.settings import SETTING_NAMES
from tests.kit.command_line import run as run_command
from tests.kit.documents import fences
from tests.kit.project import DOCS


def test_the_worked_example_of_the_documents_holds(tmp_path: Path) -> None:
    found = re.search(r"```json\n(.*?)```", (DOCS / "examples.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    path = tmp_path / "example.json"
    path.write_text(found[1], encoding="utf-8")
    assert [result.differences for result in replay_file(str(path))] == [[]]


def test_the_difference_that_the_page_on_transcripts_shows_is_what_replay_prints(tmp_path: Path) -> None:
    blocks = [fence.lines for fence in fences((DOCS / "transcript.md").read_text(encoding="utf-8"))]
    game = ["! 1 remove pass -> LOCKED" if line.startswith("!") else line for line in blocks[0]]
    path = tmp_path / "game.txt"
    path.write_text("\n".join(game), encoding="utf-8")
    shown = next(lines for lines in blocks if lines[0].startswith("differs "))
    assert run_command("replay", str(path)).stdout.splitlines() == shown


def test_every_setting_is_documented() -> None:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert [name for name in SETTING_NAMES if f"`{name}" not in text] == []


def test_the_pages_of_exact_figures_are_what_the_books_say() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in (DOCS / "figures").glob("*.md")}
    assert written == runpy.run_path(str(DOCS / "figures.py"))["pages"]()


def test_the_published_return_comes_out_of_the_rules_with_the_denominator_that_gives_it() -> None:
    page = (DOCS / "figures" / "evolution-return.md").read_text(encoding="utf-8")
    most, counted = 1 - Fraction(27, 1925) / Fraction(59, 35), 1 - Fraction(3, 220) / Fraction(5, 3)
    assert f"| lowest | `any-seven` | all that is staked | {Fraction(5, 6)} | 83.333% |" in page
    assert f"decided | {most} | 99.168% |" in page
    assert f"pushes too | {counted} | 99.182% |" in page
