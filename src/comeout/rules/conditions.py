"""The closed vocabulary of conditions: what "seven", "point", "number", "hard" and the rest mean for one roll."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.rulebook import Row


def holds(row: Row, *, number: int | None, in_box: bool, point: int, roll: Roll) -> bool:
    """True when a row speaks for this stage, this puck (0 is off) and this roll."""
    if row.puck != "any" and (row.puck == "on") != bool(point):
        return False
    if row.stage != "any" and (row.stage == "box") != in_box:
        return False
    if row.number and number not in row.number:
        return False
    return _rolled(row.roll, own=number or point, point=point, roll=roll)


def _rolled(word: tuple[int, ...] | str, *, own: int, point: int, roll: Roll) -> bool:
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
