"""What the documents show runs, and every setting has its row in docs/settings.md."""

from __future__ import annotations

import re
from pathlib import Path

from comeout.replay import replay_file
from comeout.table.settings import SETTING_NAMES

DOCS = Path(__file__).parent.parent / "docs"


def test_the_worked_example_of_the_documents_holds(tmp_path: Path) -> None:
    found = re.search(r"```json\n(.*?)```", (DOCS / "examples.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    path = tmp_path / "example.json"
    path.write_text(found[1], encoding="utf-8")
    assert [result.differences for result in replay_file(str(path))] == [[]]


def test_every_setting_is_documented() -> None:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert [name for name in SETTING_NAMES if f"`{name}" not in text] == []
