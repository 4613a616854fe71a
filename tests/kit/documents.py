"""The Python of the documents: run as doctests, and written out as modules for the type checkers.

As a script it writes one module for each document that shows Python, with every line where it stands in the document,
so that an error of mypy or pyright names the line to look at. `make` runs it before the type checkers.
"""

from __future__ import annotations

import doctest
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.kit.project import ROOT

WRITTEN = ROOT / "build" / "documents"
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS

_FENCE = re.compile(r"(?P<ticks>`{3,}|~{3,})\s*(?P<language>[\w-]*)")
_PYRIGHT = {
    "typeCheckingMode": "strict",
    "extraPaths": [str(ROOT / "src")],
    "reportUnusedExpression": False,  # the interpreter shows the value of a bare expression
    "reportUnusedImport": False,  # an example that shows an error may be the only one to use a name
}


class Fence(NamedTuple):
    """A fenced block: its language, the number of its first line (from 0), and its lines."""

    language: str
    first: int
    lines: list[str]


def documents() -> list[Path]:
    """Every page in Markdown that people read, by its path."""
    return sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])


def name_of(path: Path) -> str:
    """The path of a document from the root of the repository."""
    return path.relative_to(ROOT).as_posix()


def fences(text: str) -> Iterator[Fence]:
    """The fenced blocks of a page in Markdown, in order."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        opened = _FENCE.match(lines[number])
        number += 1
        if opened:
            first = number
            while number < len(lines) and lines[number].rstrip() != opened["ticks"]:
                number += 1
            yield Fence(opened["language"], first, lines[first:number])
            number += 1


def session(text: str, name: str) -> doctest.DocTest:
    """All `pycon` blocks of a page as one doctest: everything else is blank, so an answer ends with its block."""
    lines = [""] * len(text.splitlines())
    for fence in fences(text):
        if fence.language == "pycon":
            lines[fence.first : fence.first + len(fence.lines)] = fence.lines
    return doctest.DocTestParser().get_doctest("\n".join(lines) + "\n", {}, name, name, 0)


def unfenced(text: str) -> list[int]:
    """The lines (from 1) that show the interpreter's prompt outside a `pycon` block."""
    fenced = {
        fence.first + index for fence in fences(text) if fence.language == "pycon" for index in range(len(fence.lines))
    }
    return [
        number + 1
        for number, line in enumerate(text.splitlines())
        if line.lstrip().startswith(">>>") and number not in fenced
    ]


def run(path: Path) -> tuple[int, str]:
    """How many examples of a document ran, and what failed in words."""
    said: list[str] = []
    test = session(path.read_text(encoding="utf-8"), name_of(path))
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    return len(test.examples), "".join(said)


def modules(text: str, name: str) -> dict[str, str]:
    """What the type checkers read of a page: its session as one module, every `python` block as one of its own.

    An example that shows an error is left out, since some errors are of types.
    """
    stem = re.sub(r"\W", "_", name.removesuffix(".md").lower())
    lines = [""] * len(text.splitlines())
    for example in session(text, name).examples:
        if example.exc_msg is None:
            source = example.source.splitlines()
            lines[example.lineno : example.lineno + len(source)] = source
    found = {f"{stem}.py": "\n".join(lines)} if any(lines) else {}
    for number, fence in enumerate((each for each in fences(text) if each.language == "python"), 1):
        found[f"{stem}_{number}.py"] = "\n".join([""] * fence.first + fence.lines)
    return {file: f"{code.rstrip()}\n" for file, code in found.items()}


def write(folder: Path = WRITTEN) -> list[Path]:
    """Write the modules of all documents into a folder, with the settings of pyright."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        old.unlink()
    (folder / "pyrightconfig.json").write_text(json.dumps(_PYRIGHT), encoding="utf-8")
    for path in documents():
        for file, code in modules(path.read_text(encoding="utf-8"), name_of(path)).items():
            (folder / file).write_text(code, encoding="utf-8")
    return sorted(folder.glob("*.py"))


if __name__ == "__main__":
    write(*(Path(folder) for folder in sys.argv[1:]))
