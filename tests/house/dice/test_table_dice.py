"""Which dice a table has, and the dice of a lesson: as it says, then random ones, the same for the same roll."""

from __future__ import annotations

import json
import os

import pytest

from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import EntropySource
from comeout.house.dice.table_dice import LessonSource, source_of
from comeout.lessons.lesson import lesson_called
from comeout.log.fold import Memory
from comeout.log.records import DiceKind, TableRow


def row(dice: DiceKind) -> TableRow:
    return TableRow("lesson_first-hand_00", "T", "0" * 64, "first-person", dice, "standard", "ann", 0)


@pytest.mark.parametrize(
    ("dice", "kind"),
    [("chain", ChainSource), ("entropy", EntropySource), ("lesson", LessonSource), ("crew", type(None))],
)
def test_a_table_has_the_dice_of_its_row(dice: DiceKind, kind: type) -> None:
    assert type(source_of(row(dice), Memory(), os.urandom)) is kind


def test_the_dice_of_a_lesson_fall_as_it_says_and_claim_nothing() -> None:
    lesson = lesson_called("first-hand")
    source = LessonSource(lesson, os.urandom)
    source.resume(Memory())
    thrown = [source.throw(number, ()) for number in range(1, len(lesson.dice) + 1)]
    assert tuple(each.roll for each in thrown) == lesson.dice
    assert source.publish(b"") is None
    assert json.loads(thrown[0].proof) == {"roll": 1, "source": "lesson", "dice": [4, 3]}


def test_after_the_lesson_a_roll_is_random_and_thrown_once() -> None:
    lesson = lesson_called("first-hand")
    source = LessonSource(lesson, os.urandom)
    number = len(lesson.dice) + 1
    assert source.throw(number, ()) == source.throw(number, ())
