"""A copy of a table shares nothing with it that either of them changes."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from comeout.rules.library import book_names
from comeout.table.settings import Settings
from comeout.table.state import Bet, LastRoll
from tests.kit import players
from tests.table.test_position import ask, random_tables

NEVER_CHANGED = (Settings, Enum, str, int, tuple, frozenset, type(None))


def changeable(value: object, path: str = "") -> dict[int, str]:
    """Everything in a state that can change, with the way to it; the bets that the last roll found never do."""
    fixed = (".last_roll.bets", ".last_roll.marks", ".last_roll.changed[]")
    if isinstance(value, NEVER_CHANGED) or path.endswith(fixed):
        return {}
    found = {id(value): path}
    if isinstance(value, dict):
        for each in value.values():
            found |= changeable(each, f"{path}[]")
    elif isinstance(value, (list, set)):
        for each in value:
            found |= changeable(each, f"{path}[]")
    elif is_dataclass(value):
        for field in fields(value):
            if not (isinstance(value, LastRoll) and field.name in ("declined", "ordered")):
                found |= changeable(getattr(value, field.name), f"{path}.{field.name}")
    return found


@pytest.mark.parametrize("book", book_names())
def test_a_copy_is_equal_and_shares_nothing_that_changes(book: str) -> None:
    for count, (_, table) in enumerate(random_tables(book)):
        if count >= 200:
            return
        copied = table.state.copy()
        assert copied == table.state
        ours, theirs = changeable(table.state), changeable(copied)
        assert not [ours[each] for each in ours.keys() & theirs.keys()]


@pytest.mark.parametrize("book", book_names())
def test_what_happens_at_a_table_does_not_happen_to_its_copy(book: str) -> None:
    for count, (luck, table) in enumerate(random_tables(book)):
        if count >= 200:
            return
        copied, told = table.state.copy(), repr(table.state)
        for asked in list(players.next_asked(luck, table))[:1]:
            ask(table, asked)
            assert repr(copied) == told, asked


def test_the_walk_over_a_state_sees_what_can_change() -> None:
    bet = Bet(5, 0, 0)
    assert changeable([bet]).keys() >= {id(bet)}
