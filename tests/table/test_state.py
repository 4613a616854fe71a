"""A copy of a table shares nothing with it that either of them changes; a seat says whether its rack covers a bet."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from comeout.rules.library import book_names, load_book
from comeout.table.decide import decide
from comeout.table.messages import PlaceBet, Reason, Rejected
from comeout.table.settings import Settings
from comeout.table.state import Bet, LastRoll, Pending, SeatState
from comeout.table.table import Table
from tests.kit import players
from tests.kit.project import SOURCE
from tests.kit.random_tables import ask, random_tables

NEVER_CHANGED = (Settings, Enum, str, int, tuple, frozenset, type(None))


def changeable(value: object, path: str = "") -> dict[int, str]:
    """Everything in a state that can change, with the way to it; the bets that the last roll found never do."""
    fixed = (".last_roll.bets", ".last_roll.marks", ".changed[]")
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
        copied = table.state.copy()
        told = repr(copied)
        for asked in list(players.next_asked(luck, table))[:1]:
            ask(table, asked)
            assert repr(copied) == told, asked


def test_the_walk_over_a_state_sees_what_can_change() -> None:
    bet = Bet(5, 0)
    assert changeable([bet]).keys() >= {id(bet)}


class RecordingSeat(SeatState):
    """A seat that writes down which amounts it was asked for, and whether its rack was read."""

    __slots__ = ("asked", "reads")
    asked: list[int]
    reads: int

    def covers(self, amount: int, extra: int = 0) -> bool:
        self.asked.append(amount)
        return super().covers(amount, extra)

    def held(self) -> Callable[[], int]:
        held = super().held()

        def read() -> int:
            self.reads += 1
            return held()

        return read


def recording(table: Table) -> RecordingSeat:
    owner = table.state.seats[1]
    seat = RecordingSeat(owner.player, owner.rack)
    seat.asked, seat.reads = [], 0
    table.state.seats[1] = seat
    return seat


def test_a_seat_that_records_what_it_is_asked_can_take_the_place_of_any() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 7_00)
    seat = recording(table)
    assert not isinstance(decide(table.layout, table.state, PlaceBet(1, "field", 5_00)), Rejected)
    refused = decide(table.layout, table.state, PlaceBet(1, "field", 10_00))
    assert isinstance(refused, Rejected)
    assert (seat.asked, seat.reads) == ([5_00, 10_00], 0)
    assert refused.says.endswith("the rack holds 7.00")
    assert seat.reads


def test_a_refusal_of_an_amount_does_not_read_the_rack_either() -> None:
    table = Table(load_book("sentosa"), settings={"max field": "5"})
    table.sit("Ann", 700_00)
    seat = recording(table)
    refused = decide(table.layout, table.state, PlaceBet(1, "field", 10_00))
    assert isinstance(refused, Rejected)
    assert (refused.reason, seat.asked, seat.reads) == (Reason.OVER_MAXIMUM, [], 0)
    assert (refused.instead, seat.reads) == ((5_00,), 1)


def test_no_decision_compares_a_rack_by_itself() -> None:
    compared = []
    for path in (SOURCE / "table").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        checks = {each.test for each in ast.walk(tree) if isinstance(each, ast.Assert)}
        for node in ast.walk(tree):
            racks = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and each.attr == "rack")
            if isinstance(node, ast.Compare) and node not in checks and any(racks):
                compared.append((path.name, ast.unparse(node)))
    assert sorted(compared) == [("floor.py", "command.rack != 0"), ("state.py", "self.rack + extra >= amount")]


def test_a_bet_that_waits_is_not_confirmed_in_a_copy() -> None:
    state = Table(load_book("sentosa")).state
    state.pending[1, "field"] = Pending(5_00, "chips", True)
    copied = state.copy()
    copied.pending[1, "field"].confirmed.add("dealer")
    assert state.pending[1, "field"].confirmed == set()
