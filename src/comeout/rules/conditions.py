"""Evaluates the conditions of a row: what "seven", "point", "number", "hard" and the other words mean for one roll."""

from __future__ import annotations

from functools import cache

from comeout.dice import ROLLS, Roll
from comeout.rules.wagers import Row

FACES = tuple({(roll.total, roll.hard): roll for roll in ROLLS}.values())
"""The rolls that a rulebook distinguishes: every total, easy and hard."""


def holds(row: Row, *, number: int | None, in_box: bool, point: int) -> tuple[Roll, ...]:
    """Return the faces that a row applies to at this stage with this puck (0 is off)."""
    if row.puck != "any" and (row.puck == "on") != bool(point):
        return ()
    if row.stage != "any" and (row.stage == "box") != in_box:
        return ()
    if row.number and number not in row.number:
        return ()
    return _rolled(row.roll, number or point, point)


@cache
def _rolled(word: tuple[int, ...] | str, own: int, point: int) -> tuple[Roll, ...]:
    """Return the faces that a word means. Cached, since few words are used by many bets."""
    return tuple(roll for roll in FACES if _means(word, own=own, point=point, roll=roll))


def _means(word: tuple[int, ...] | str, *, own: int, point: int, roll: Roll) -> bool:
    total = roll.total
    if isinstance(word, tuple):
        return total in word
    return {
        "any": True,
        "seven": total == 7,
        "point": total == point,
        "number": total == own,
        "hard": total == own and roll.hard,
        "easy": total == own and not roll.hard,
        "other": total not in (7, own),
    }[word]
