"""Chooses the dice source of a table, and holds the source of lessons, whose dice fall as the lesson says."""

from __future__ import annotations

from comeout.dice import ROLLS
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceSource, EntropySource, ReadEntropy, Thrown
from comeout.lessons.lesson import Lesson, lesson_called
from comeout.log.dice_formula import Seeds, compact
from comeout.log.fold import Memory
from comeout.log.records import DiceKind, TableRow, lesson_of


class LessonSource:
    """Dice source of a lesson's table: roll by roll what the lesson says, and random dice once the lesson is over."""

    kind: DiceKind = "lesson"

    def __init__(self, lesson: Lesson, read: ReadEntropy) -> None:
        self._dice, self._after = lesson.dice, EntropySource(read)

    def publish(self, log: bytes) -> bytes | None:  # noqa: ARG002 - the log is the chain's
        """Return nothing: these dice make no commitment."""
        return None

    def resume(self, memory: Memory) -> None:
        """Do nothing: the number of the roll says which dice come next."""

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        """Return the dice of a roll. Idempotent: the same roll gives the same dice."""
        if roll_number > len(self._dice):
            roll = self._after.throw(roll_number, seeds).roll
        else:
            roll = self._dice[roll_number - 1]
        proof = compact({"roll": roll_number, "source": "lesson", "dice": list(roll)})
        return Thrown(roll, proof, bytes([ROLLS.index(roll)]))


def source_of(row: TableRow, memory: Memory, read: ReadEntropy) -> DiceSource | None:
    """Return the dice source of a table that goes on from a replayed log; None if people read real dice."""
    if row.dice == "crew":
        return None
    if row.dice == "lesson":
        return LessonSource(lesson_called(lesson_of(row.id)), read)
    if row.dice == "entropy":
        return EntropySource(read)
    return ChainSource.after(memory, row.id, read)
