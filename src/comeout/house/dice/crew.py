"""Physical dice, read by people: one of the crew enters the faces and another, who looked too, enters the same."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from comeout.dice import Roll, is_roll
from comeout.house.dice.source import Thrown, compact
from comeout.house.store import DiceKind


class Outcome(Enum):
    """What became of an entry."""

    WAITING = "waiting"
    CONFIRMED = "confirmed"
    MISMATCH = "mismatch"
    REFUSED = "refused"


class Answer(NamedTuple):
    """What became of an entry, in a word and in a sentence, with the dice once two people agree."""

    outcome: Outcome
    says: str
    thrown: Thrown | None = None


class _Entry(NamedTuple):
    roll_number: int
    by: str
    roll: Roll


class CrewEntry:
    """The entry in hand. It belongs to one roll: an entry for another roll starts afresh."""

    kind: DiceKind = "crew"

    def __init__(self) -> None:
        self._first: _Entry | None = None

    def enter(self, roll_number: int, by: str, faces: Sequence[int]) -> Answer:
        """Enter the faces as one person read them."""
        if not by or not is_roll(faces):
            return Answer(Outcome.REFUSED, "an entry names who read the dice, and two faces from 1 to 6")
        entry = _Entry(roll_number, by, Roll(*faces))
        first = self._first
        if first is None or first.roll_number != roll_number:
            self._first = entry
            return Answer(Outcome.WAITING, f"{entry.roll} entered by {by}; a second person confirms it")
        if first.by == by:
            return Answer(Outcome.REFUSED, f"{by} entered {first.roll}; a second person confirms it")
        self._first = None
        return _compared(first, entry)


def _compared(first: _Entry, second: _Entry) -> Answer:
    if first.roll != second.roll:
        says = (
            f"{first.by} read {first.roll} and {second.by} read {second.roll}: both are cleared, enter the dice again"
        )
        return Answer(Outcome.MISMATCH, says)
    body = {"roll": first.roll_number, "source": "crew", "entered": first.by, "confirmed": second.by}
    thrown = Thrown(first.roll, compact({**body, "dice": first.roll}), b"")
    return Answer(Outcome.CONFIRMED, f"{first.roll}, entered by {first.by} and confirmed by {second.by}", thrown)
