"""REST routes of the lessons: what they teach step by step, and a table to take one at."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from comeout.house.host.create import open_lesson
from comeout.house.http.authentication import Asked, address_of, house_of, slow_down, who_asks
from comeout.house.http.bad_requests import refusals
from comeout.house.http.routes.tables import table_line
from comeout.lessons.lesson import Lesson, NoSuchLesson, lesson_called, lessons
from comeout.protocol.rest_answers import LessonAnswer, LessonStep, TableLine
from comeout.rules.library import load_book

LessonId = Annotated[str, PathParameter(max_length=40, description="The id of a lesson.")]


class TakeLesson(msgspec.Struct, forbid_unknown_fields=True):
    """Take a lesson."""

    again: Annotated[bool, Meta(description="Start from its first step, even if you left it in the middle.")] = False


@get("/lessons", sync_to_thread=True, responses=refusals())
def all_lessons() -> list[LessonAnswer]:
    """List the lessons in order, with what each step says."""
    return [_answer(lesson) for lesson in lessons()]


@post("/lessons/{lesson:str}", responses=refusals(400, 401, 404, 429))
async def take_lesson(request: Asked, lesson: LessonId, data: JSONBody[TakeLesson]) -> TableLine:
    """Open the table of a lesson, or return to the one you left. Its chips and its dice are the lesson's."""
    who, house = await who_asks(request), house_of(request)
    try:
        found = lesson_called(lesson)
    except NoSuchLesson as bad:
        raise NotFoundException(bad.says) from None
    slow_down(house.rates.new_table(who.player, address_of(request)))
    row = await open_lesson(house, who.player, found, again=data.again)
    return await table_line(house, await house.place(row), who.player)


def _answer(lesson: Lesson) -> LessonAnswer:
    names = {spot.id: spot.name for spot in load_book(lesson.book).spots}
    return LessonAnswer(
        id=lesson.id,
        title=lesson.title,
        summary=lesson.summary,
        book=lesson.book,
        rack_cents=lesson.rack,
        spots=list(lesson.spots),
        steps=[
            LessonStep(each.does, each.says, each.spot, names.get(each.spot, ""), each.cents) for each in lesson.steps
        ],
        done=lesson.done,
    )


LESSONS = (all_lessons, take_lesson)
"""The routes of this module."""
