"""Measures the engine against its targets and against crapssim, prints the figures and writes them to RESULTS.md."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from statistics import median
from time import process_time

import copying
import crowd
import molly
import odds
import start
from figures import Chapter, Figure, below

from comeout.replay import replay_file
from comeout.rules.library import book_names, load_text

HERE = Path(__file__).resolve().parent
EXAMPLES = resources.files("comeout.rules") / "examples.json"
COMPILE_TARGET = 0.3


def main() -> None:
    """Run every measurement and report it."""
    chapters = []
    for measure in (
        start.measure,
        measure_compiling,
        molly.measure,
        copying.measure,
        crowd.measure_settlement,
        crowd.measure_placing,
        measure_replay,
        odds.measure,
    ):
        chapter = measure()
        print("\n".join(_told(chapter)), flush=True)
        chapters.append(chapter)
    (HERE / "RESULTS.md").write_text("\n".join(_report(chapters)), encoding="utf-8")


def measure_compiling() -> Chapter:
    """Each book from its text to its layout."""
    figures = []
    for name in book_names():
        text = resources.files("comeout.rules").joinpath("books", f"{name}.toml").read_text(encoding="utf-8")
        figures.append(below(name, min(_seconds_to_compile(text) for _ in range(7)), COMPILE_TARGET))
    how = "From the text of the book to its proven layout, nothing cached; CPU time, best of 7."
    return Chapter("Compiling a book", how, tuple(figures))


def _seconds_to_compile(text: str) -> float:
    start = process_time()
    load_text(text)
    return process_time() - start


def measure_replay() -> Chapter:
    """The worked examples, with the books already compiled."""
    played = replay_file(str(EXAMPLES))
    games, right = len(played), sum(game.ok for game in played)
    seconds = median(_seconds_to_replay() for _ in range(7))
    return Chapter(
        "Replaying games",
        "The worked examples of the tests through replay_file, reading the file included, the books already compiled; "
        "CPU time, median of 7. For information.",
        (
            Figure(f"{games} games", f"{games / seconds:,.0f} games/s ({seconds * 1000:.0f} ms in all)"),
            Figure("games that end as the file says", f"{right} of {games}", "all", "", right == games),
        ),
    )


def _seconds_to_replay() -> float:
    start = process_time()
    replay_file(str(EXAMPLES))
    return process_time() - start


def _told(chapter: Chapter) -> Iterator[str]:
    yield f"\n{chapter.title}"
    for figure in chapter.figures:
        yield f"  {figure.name:<58}{figure.measured:<36}{_verdict(figure)}"


def _verdict(figure: Figure) -> str:
    if figure.met is None:
        return ""
    word = "met" if figure.met else "MISSED"
    return f"{word} ({', '.join(filter(None, (figure.target, figure.ratio)))})"


def _report(chapters: list[Chapter]) -> Iterator[str]:
    yield "# Benchmark results\n"
    yield (
        f"Taken {datetime.date.today().isoformat()} with {platform.python_implementation()} "
        f"{platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; one core is "
        f"used. The load average was {os.getloadavg()[0]:.1f} at the end; where it is above the cores, wall-clock "
        f"times say little. `make bench` measures again and writes this file.\n"
    )
    yield (
        "The figures of the house are in [HOUSE.md](HOUSE.md) (`make bench-house`), those of the page in "
        "[PAGE.md](PAGE.md) (`make bench-page`), those of the laboratory in [LAB.md](LAB.md) (`make bench-lab`).\n"
    )
    for chapter in chapters:
        yield f"## {chapter.title}\n\n{chapter.how}\n"
        yield "| figure | measured | target | against the target | |\n|---|---|---|---|---|"
        for each in chapter.figures:
            met = "" if each.met is None else "met" if each.met else "**missed**"
            yield f"| {each.name} | {each.measured} | {each.target} | {each.ratio} | {met} |"
        yield ""


if __name__ == "__main__":
    main()
