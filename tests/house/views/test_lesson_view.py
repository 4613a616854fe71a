"""What the player of a lesson is shown: the step, the bet it asks for, and a felt that grows with the lesson."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from comeout.house.audience.snapshot import Played
from comeout.house.views.lesson_view import lesson_seen, lesson_throw
from comeout.lessons.lesson import after, lesson_called, lessons
from comeout.protocol.frames import You
from comeout.protocol.sight_parts import LessonSeen

NAMES = {"pass": "Pass Line", "pass-odds": "Pass Line Odds"}


def seen(throws: int, *bets: str, table: str = "lesson_first-hand_0", seat: int | None = 1) -> LessonSeen | None:
    place = SimpleNamespace(row=SimpleNamespace(id=table), fold=SimpleNamespace(memory=SimpleNamespace(throws=throws)))
    me = SimpleNamespace(seat=seat, bets={spot: SimpleNamespace(amount=10_00) for spot in bets})
    return lesson_seen(cast(Played, place), cast(You, me))


def step(throws: int, *bets: str) -> LessonSeen:
    found = seen(throws, *bets)
    assert found
    return found


def test_a_lesson_begins_with_one_box_and_asks_for_a_bet_there() -> None:
    first = step(0)
    assert (first.step, first.spot, first.cents, first.shows) == (1, "pass", 10_00, ["pass"])
    asked = lesson_throw(first, NAMES)
    assert asked
    assert (asked.ok, asked.label, asked.spots) == (False, "Bet Pass Line to roll", ["pass"])


def test_with_the_bet_on_the_felt_the_lesson_asks_for_the_roll() -> None:
    second = step(0, "pass")
    assert (second.step, second.spot) == (2, "")
    assert lesson_throw(second, NAMES) is None


def test_the_felt_grows_when_odds_come_in() -> None:
    assert step(5, "pass").shows == ["pass", "pass-odds"]
    assert step(5, "pass").spot == "pass-odds"


def test_after_the_last_roll_the_lesson_is_over_and_names_the_next() -> None:
    lesson = lesson_called("first-hand")
    last = step(len(lesson.dice))
    assert (last.over, last.says, last.next, last.spot) == (True, lesson.done, "place-numbers", "")
    asked = lesson_throw(last, NAMES)
    assert asked
    assert asked.label == "Lesson over"


def test_other_tables_and_whoever_does_not_sit_have_no_step() -> None:
    assert seen(0, table="sentosa") is None
    assert seen(0, seat=None) is None
    assert lesson_throw(None, NAMES) is None


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_each_lesson_leads_to_the_next_but_the_last(lesson: Any) -> None:
    later = after(lesson)
    assert (later is None) == (lesson == lessons()[-1])
