"""Physical dice: two people must read the same."""

from __future__ import annotations

import json

import pytest

from comeout.dice import Roll
from comeout.house.dice.crew import CrewEntry, Outcome


def test_two_people_who_read_the_same_make_a_roll() -> None:
    entry = CrewEntry()
    first = entry.enter(7, "ann", (3, 4))
    assert (first.outcome, first.thrown) == (Outcome.WAITING, None)
    second = entry.enter(7, "bob", [3, 4])
    assert second.outcome is Outcome.CONFIRMED
    assert second.thrown
    assert second.thrown.roll == Roll(3, 4)
    assert json.loads(second.thrown.proof) == {
        "roll": 7, "source": "crew", "entered": "ann", "confirmed": "bob", "dice": [3, 4],
    }  # fmt: skip


def test_nobody_confirms_their_own_entry() -> None:
    entry = CrewEntry()
    entry.enter(1, "ann", (3, 4))
    again = entry.enter(1, "ann", (3, 4))
    assert (again.outcome, again.says) == (Outcome.REFUSED, "ann entered 3-4; a second person confirms it")
    assert entry.enter(1, "bob", (3, 4)).outcome is Outcome.CONFIRMED


@pytest.mark.parametrize("faces", [(4, 3), (3, 5)])
def test_a_mismatch_clears_both_and_says_so(faces: tuple[int, int]) -> None:
    entry = CrewEntry()
    entry.enter(1, "ann", (3, 4))
    answer = entry.enter(1, "bob", faces)
    assert (answer.outcome, answer.thrown) == (Outcome.MISMATCH, None)
    expected = f"ann read 3-4 and bob read {Roll(*faces)}: both are cleared, enter the dice again"
    assert answer.says == expected
    assert entry.enter(1, "bob", faces).outcome is Outcome.WAITING


def test_an_entry_for_an_earlier_roll_confirms_nothing() -> None:
    entry = CrewEntry()
    entry.enter(1, "ann", (3, 4))
    assert entry.enter(2, "bob", (3, 4)).outcome is Outcome.WAITING
    assert entry.enter(2, "ann", (3, 4)).outcome is Outcome.CONFIRMED


@pytest.mark.parametrize("faces", [(0, 4), (3, 7), (3,), (3, 4, 5), (True, 2), "34"])
def test_faces_that_are_no_roll_are_refused_and_change_nothing(faces: tuple[int, ...]) -> None:
    entry = CrewEntry()
    assert entry.enter(1, "ann", faces).outcome is Outcome.REFUSED
    assert entry.enter(1, "", (3, 4)).outcome is Outcome.REFUSED
    assert entry.enter(1, "ann", (3, 4)).outcome is Outcome.WAITING


def test_after_a_confirmation_the_next_entry_starts_afresh() -> None:
    entry = CrewEntry()
    entry.enter(1, "ann", (3, 4))
    entry.enter(1, "bob", (3, 4))
    assert entry.enter(2, "bob", (3, 4)).outcome is Outcome.WAITING
