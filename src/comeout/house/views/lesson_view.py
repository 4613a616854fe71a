"""The view of a lesson's table: the step that the player is at, found from the table alone, and what it asks for."""

from __future__ import annotations

from comeout.house.audience.snapshot import Played
from comeout.lessons.lesson import OVER, after, is_over, lesson_called, step_at
from comeout.log.records import is_lesson, lesson_of
from comeout.protocol.frames import You
from comeout.protocol.sight_parts import LessonSeen, NextThrow


def lesson_seen(place: Played, me: You) -> LessonSeen | None:
    """Return the step of a lesson that a player is at; None at other tables, and before they sit down."""
    if me.seat is None or not is_lesson(place.row.id):
        return None
    lesson = lesson_called(lesson_of(place.row.id))
    bets = {spot: bet.amount for spot, bet in me.bets.items()}
    number, count = step_at(lesson, place.fold.memory.throws, bets), len(lesson.steps)
    over, later = is_over(lesson, place.fold.memory.throws), after(lesson)
    step = lesson.steps[min(number, count - 1)]
    return LessonSeen(
        id=lesson.id,
        title=lesson.title,
        step=min(number + 1, count),
        steps=count,
        says=lesson.done if over else step.says,
        spot="" if over else step.spot,
        cents=0 if over else step.cents,
        shows=list(lesson.spots_until(number)),
        over=over,
        next=later.id if later else "",
        next_title=later.title if later else "",
    )


def lesson_throw(lesson: LessonSeen | None, names: dict[str, str]) -> NextThrow | None:
    """Return what a lesson asks for before the dice are thrown; None where it asks for the throw, or is no lesson."""
    if lesson is None or not (lesson.spot or lesson.over):
        return None
    if lesson.over:
        return NextThrow(False, "Lesson over", OVER)
    name = names[lesson.spot]
    return NextThrow(False, f"Bet {name} to roll", f"the lesson goes on with a bet on {name}", spots=[lesson.spot])
