"""Reads the case files: small games in transcript notation, each citing the clauses it shows.

## a come-out 7 pays the Pass Bet even money
cites: Wagers (i)(A)(1); Payout (1) Pass Bet
1 sit Ann 100
1 bet pass 10
roll 3-4
= 1 won pass 10 by Wagers (i)(A)(1)
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from comeout.rules.library import worked_examples

HERE = Path(__file__).parent
F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True)
class Case:
    """One titled game of a case file."""

    book: str
    title: str
    cites: tuple[str, ...]
    text: str
    line: int

    @property
    def id(self) -> str:
        """What the conformance data cites."""
        return f"cases/{self.book}.cases::{self.title}"


def cases(book: str) -> Iterator[Case]:
    """The cases of one book."""
    path = HERE / "cases" / f"{book}.cases"
    title, start = "", 0
    cites: tuple[str, ...] = ()
    body: list[str] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), "## "], 1):
        if line.startswith("## "):
            if title:
                yield Case(book, title, tuple(cites), "\n".join(body), start)
            title, cites, body, start = line[3:].strip(), (), [], number + 1
        elif line.startswith("cites:"):
            cites = tuple(each.strip() for each in line[6:].split(";"))
            body.append("")
        else:
            body.append(line)


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
        for clause in case.cites:
            found.setdefault(clause, []).append(case.id)
    for example in worked_examples(book)["examples"]:
        for clause in example["clauses"]:
            if clause.startswith(f"{book} "):
                found.setdefault(clause.removeprefix(f"{book} "), []).append(f"examples.json::{example['name']}")
    for path in sorted(HERE.rglob("test_*.py")):
        for name, clause in _marked(path):
            if clause.startswith(f"{book} "):
                test = f"{path.relative_to(HERE).as_posix()}::{name}"
                found.setdefault(clause.removeprefix(f"{book} "), []).append(test)
    return found


def _marked(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "cites":
                    for argument in mark.args:
                        yield node.name, ast.literal_eval(argument)
