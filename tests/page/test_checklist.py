"""The checklist of the table page: each item has tests, and a change that breaks it, which `make mutate-page` tries."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from tests.kit.checklist import PAGE_TESTS, Breakage, Item, checklist
from tests.kit.project import SOURCE

ITEMS = checklist()


@cache
def names_in(file: str) -> set[str]:
    """The names of the tests of a file."""
    tree = ast.parse((PAGE_TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_the_checklist_has_forty_items() -> None:
    assert len(ITEMS) == 40


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_an_item_names_tests_that_exist(item: Item) -> None:
    named = [each.partition("::") for each in item.shown_by]
    assert named
    assert [f"{file}::{name}" for file, _, name in named if name not in names_in(file)] == []


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.id)
def test_the_change_that_breaks_an_item_can_still_be_made(item: Item) -> None:
    text = (SOURCE / item.broken_by.file).read_text(encoding="utf-8")
    assert item.broken_by.of(text) != text


def test_a_change_that_no_longer_fits_its_file_is_noticed() -> None:
    with pytest.raises(ValueError, match=r"x\.js has 0 times: gone"):
        Breakage("x.js", "gone", "").of("here")
