"""What `from comeout import Table, load_book` costs a fresh interpreter, beside one that imports nothing of ours."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from figures import Chapter, Figure, below

TARGET = 0.15
TRIES = 15
STARTS = ("from comeout import Table, load_book", "from comeout import Table, book_names; Table(book_names()[0])")
PEER = "import dataclasses, fractions, importlib.resources, json, pathlib, re, tomllib, typing"
"""What of the standard library every table needs."""


def measure() -> Chapter:
    """CPU seconds of a whole process, from its start to the end of the import."""
    peer = _median(PEER)
    found = [_median(code) for code in STARTS]
    figures = [below("from comeout import Table, load_book", found[0], TARGET)]
    library = f"{peer * 1000:.1f} ms for its part of the library"
    figures += [
        Figure(name, f"{seconds * 1000:.1f} ms", library, _times(seconds, peer))
        for name, seconds in zip(("the import", "the import and a first table"), found, strict=True)
    ]
    how = f"CPU time of a fresh interpreter up to the end of the import, its own start included; median of {TRIES}."
    return Chapter("Starting", how, tuple(figures))


def _times(seconds: float, peer: float) -> str:
    return f"{seconds / peer:.1f} x of it"


def _median(code: str) -> float:
    _seconds(code)  # compiled once, so that no run writes bytecode
    return median(_seconds(code) for _ in range(TRIES))


def _seconds(code: str) -> float:
    asked = [sys.executable, "-c", f"{code}\nimport time; print(time.process_time())"]
    return float(subprocess.run(asked, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    for each in measure().figures:
        print(each.name, each.measured, each.target, each.ratio)
