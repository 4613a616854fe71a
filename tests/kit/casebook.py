"""Reads the case files: small games in transcript notation, each citing the clauses it shows.

`cases/BOOK.cases` holds the ordinary games of a book. `cases/edges/TOPIC.cases` holds what several books share about
one topic; there every case names its book in a line of its own, `book: adelaide`.

## a come-out 7 pays the Pass Bet even money
cites: Wagers (i)(A)(1); Payout (1) Pass Bet
1 sit Ann 100
1 bet pass 10
roll 3-4
= 1 won pass 10 by Wagers (i)(A)(1)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

from comeout.rules.library import worked_examples
from tests.kit.project import ROOT

HERE = ROOT / "tests"
F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True)
class Case:
    """One titled game of a case file."""

    file: str
    book: str
    title: str
    cites: tuple[str, ...]
    text: str
    line: int

    @property
    def id(self) -> str:
        """What the conformance data cites."""
        return f"{self.file}::{self.title}"


def cases(book: str) -> Iterator[Case]:
    """The cases of one book: its own file, then its part of the files about one topic."""
    yield from _cases_in(HERE / "cases" / f"{book}.cases", book)
    for path in sorted((HERE / "cases" / "edges").glob("*.cases")):
        yield from (case for case in _cases_in(path, "") if case.book == book)


def _cases_in(path: Path, book: str) -> Iterator[Case]:
    file = path.relative_to(HERE).as_posix()
    title, start, named = "", 0, book
    cites: tuple[str, ...] = ()
    body: list[str] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "## "], 1):
        if line.startswith("## "):
            if title:
                assert named, f"{file}: say which book plays: {title}"
                yield Case(file, named, title, tuple(cites), "\n".join(body), start)
            title, cites, body, start, named = line[3:].strip(), (), [], number + 1, book
        elif line.startswith("cites:"):
            cites = tuple(each.strip() for each in line[6:].split(";"))
            body.append("")
        elif line.startswith("book:"):
            named = line[5:].strip()
            body.append("")
        else:
            body.append(line)


def is_clause(cited: str) -> bool:
    """False for a reading's id, such as AD-22: a case of a gap cites the reading that fills it."""
    return not re.fullmatch(r"(ALL|XA|AD|SE|EV)-\d+", cited)


def cites(*clauses: str) -> Callable[[F], F]:
    """Marks a test function as showing clauses, by their full ids."""

    def mark(function: F) -> F:
        function.cites = clauses  # type: ignore[attr-defined]  # read by whoever lists what a test shows
        return function

    return mark


def cited_tests(book: str) -> dict[str, list[str]]:
    """For every clause of a book the tests that show it: cases, worked examples and marked functions."""
    found: dict[str, list[str]] = {}
    for case in cases(book):
        for clause in filter(is_clause, case.cites):
            found.setdefault(clause, []).append(case.id)
    for example in worked_examples(book)["examples"]:
        for clause in example["clauses"]:
            if clause.startswith(f"{book} "):
                found.setdefault(clause.removeprefix(f"{book} "), []).append(f"examples.json::{example['name']}")
    for test, clause in _marked_tests():
        if clause.startswith(f"{book} "):
            found.setdefault(clause.removeprefix(f"{book} "), []).append(test)
    return found


@cache
def _marked_tests() -> list[tuple[str, str]]:
    """Every marked test with each clause it shows. All test files are read for it, so it is kept for the process."""
    files = sorted(HERE.rglob("test_*.py"))
    return [
        (f"{path.relative_to(HERE).as_posix()}::{name}", clause) for path in files for name, clause in _marked(path)
    ]


def _marked(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    if "@cites(" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "cites":
                    for argument in mark.args:
                        yield node.name, ast.literal_eval(argument)
