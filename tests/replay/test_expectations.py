"""Expectations: each word of them is held against the table, and one without sense suggests the nearest."""

from __future__ import annotations

import pytest

from comeout.replay.expectations import STATED, check
from comeout.table.notation.transcript import TranscriptError
from comeout.table.table import Table


@pytest.fixture
def table() -> Table:
    table = Table("exhibit-a")
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 2)
    return table


HOLDS = (
    "point 6",
    "position exhibit-a point 6 | 1 pass 10 round",
    "phase betting open",
    "shooter companion",
    "offered nobody",
    "round 1",
    "decision-only no",
    "house 0",
    "commission 0",
    "debts 0",
)


def test_every_word_that_can_be_stated_is_tried() -> None:
    assert [each.split()[0] for each in HOLDS] == list(STATED)


@pytest.mark.parametrize("words", HOLDS)
def test_what_is_so_has_no_problem(table: Table, words: str) -> None:
    assert check(table, (), tuple(words.split())) == ""


@pytest.mark.parametrize("word", STATED)
def test_what_is_not_so_is_told_with_what_is(table: Table, word: str) -> None:
    assert check(table, (), (word, "seven")).startswith(f"{word} is ")
    assert check(table, (), (word, "seven")).endswith(", not seven")


def test_a_settled_bet_is_compared_by_outcome_amount_and_clause(table: Table) -> None:
    rolled = table.roll(3, 3)
    assert check(table, rolled, ("1", "won", "pass", "10")) == ""
    assert check(table, rolled, ("1", "lost", "pass")) == "seat 1's pass won, not lost"
    assert check(table, rolled, ("1", "won", "pass", "12")) == "seat 1's pass won 10.00, not 12.00"
    assert "not by Field" in check(table, rolled, ("1", "won", "pass", "10", "by", "Field"))


def test_an_event_is_compared_by_name_field_and_clause(table: Table) -> None:
    placed = table.bet(1, "field", 5_00)
    assert check(table, placed, ("happened", "BetPlaced", "spot=field", "by", "Wagers", "(x)")) == ""
    assert check(table, placed, ("happened", "BetPlaced", "spot=pass")) == "BetPlaced happened, but not with spot=pass"
    assert check(table, (), ("happened", "BetPlaced")) == "BetPlaced did not happen; nothing did"


def test_a_word_without_sense_suggests_the_nearest(table: Table) -> None:
    with pytest.raises(TranscriptError, match=r'^line 9, column 3: `= piont 6` is no expectation; .*"point"'):
        check(table, (), ("piont", "6"), 9)
