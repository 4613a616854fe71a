"""The page on the ASVS answers every item that it is about, by tests that are there or by a reason."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.kit.project import DOCS, ROOT

ITEMS = {
    "3.1": 1, "3.2": 3, "3.3": 5, "3.4": 8, "3.5": 8, "3.6": 1, "3.7": 5,
    "4.1": 5, "4.2": 5, "4.3": 2, "4.4": 4,
    "6.1": 3, "6.2": 12, "6.3": 8, "6.4": 6, "6.5": 8, "6.6": 4, "6.7": 2, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 3, "7.6": 2,
}  # fmt: skip
"""How many items the sections of ASVS 5.0.0 have."""

ROW = re.compile(r"^\| (\d\.\d)\.(\d+)(?: to \1\.(\d+))? \| (.+) \| (.+) \|$", re.MULTILINE)
Row = tuple[str, str, str, str, str]


def rows() -> list[Row]:
    found: list[Row] = ROW.findall((DOCS / "asvs.md").read_text(encoding="utf-8"))
    return found


@cache
def functions(path: str) -> frozenset[str]:
    file = ROOT / path
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.is_file() else ast.Module([], [])
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.claim("asvs")
def test_every_item_of_the_sections_is_answered_once_and_in_order() -> None:
    answered = [
        f"{section}.{number}"
        for section, first, last, *_ in rows()
        for number in range(int(first), int(last or first) + 1)
    ]
    expected = {f"{section}.{number}" for section, count in ITEMS.items() for number in range(1, count + 1)}
    assert len(answered) == len(set(answered))
    assert set(answered) == expected


def test_an_item_that_is_not_met_says_why() -> None:
    unmet = [does for *_, does, _ in rows() if "**Not met**" in does]
    assert unmet, "a page that finds nothing has not looked"
    assert [does for does in unmet if len(does) < 40] == []


@pytest.mark.claim("asvs")
@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}.{row[1]}")
def test_the_tests_that_an_item_names_are_there(row: Row) -> None:
    named = re.findall(r"`(tests/[^`]+)`", row[4])
    missing = [each for each in named if each.partition("::")[2] not in functions(each.partition("::")[0])]
    assert missing == []
    assert named or row[4].rstrip(".")
