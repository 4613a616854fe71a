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
from comeout.lessons.lesson import NoSuchLesson, lesson_called, lessons
from comeout.protocol.rest_answers import LessonAnswer, TableLine

LessonId = Annotated[str, PathParameter(max_length=40, description="The id of a lesson.")]


class TakeLesson(msgspec.Struct, forbid_unknown_fields=True):
    """Take a lesson."""

    again: Annotated[bool, Meta(description="Start from its first step, even if you left it in the middle.")] = False


@get("/lessons", sync_to_thread=False, responses=refusals())
def all_lessons() -> list[LessonAnswer]:
    """List the lessons in the order in which to take them."""
    return [LessonAnswer(each.id, each.title, each.summary, each.book, each.rack) for each in lessons()]


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


LESSONS = (all_lessons, take_lesson)
"""The routes of this module."""
