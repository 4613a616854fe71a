"""Thirty-six rolls, numbered."""

from __future__ import annotations

import pytest

from comeout.dice import ALIKE, ROLLS, Roll, is_roll, parse_roll


def test_there_are_thirty_six_rolls_each_at_its_place() -> None:
    assert [roll.place for roll in ROLLS] == list(range(36))
    assert sum(roll.total == 7 for roll in ROLLS) == 6
    assert [str(roll) for roll in ROLLS if roll.hard] == ["2-2", "3-3", "4-4", "5-5"]


def test_rolls_are_alike_that_have_the_same_total_and_are_both_hard_or_both_easy() -> None:
    assert ALIKE[Roll(5, 3)] == (Roll(2, 6), Roll(3, 5), Roll(5, 3), Roll(6, 2))
    assert ALIKE[Roll(4, 4)] == (Roll(4, 4),)
    assert all(roll in ALIKE[roll] for roll in ROLLS)


def test_a_roll_reads_back_what_it_shows() -> None:
    assert [parse_roll(str(roll)) for roll in ROLLS] == list(ROLLS)
    assert Roll(3, 4).total == 7


@pytest.mark.parametrize("text", ["", "3", "3-7", "0-1", "3-4-5", "three-4", "33-4"])
def test_what_is_no_roll_says_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match="like 3-4"):
        parse_roll(text)


@pytest.mark.parametrize("value", [(0, 1), (1, 7), (1,), (1, 2, 3), "34", None, (1.0, 2), (True, 2), ([], 2)])
def test_nonsense_is_no_roll(value: object) -> None:
    if isinstance(value, tuple) and len(value) == 2:
        assert not is_roll(Roll(*value))
    assert not is_roll(value)
    assert is_roll([3, 4])
