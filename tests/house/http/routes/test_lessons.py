"""Lessons over HTTP and the socket: chips from no wallet, dice as the lesson says, and nothing that counts anywhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from comeout.client.sync import SyncClient
from comeout.house.http.routes.lessons import LESSONS
from comeout.house.operator.verify import verify
from comeout.lessons.lesson import ORDER, OVER, Lesson, lesson_called
from tests.kit.raw_clients import Line, ask, enter
from tests.kit.servers import Running, lift_rate_limits, running

LESSON = lesson_called("first-hand")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("lessons")) as server:
        lift_rate_limits(server)
        yield server


def say(house: Running, token: str, method: str, path: str, body: object = None) -> tuple[int, Any]:
    return ask(house, method, f"/api/v1{path}", body, authorization=f"Bearer {token}")


def take(house: Running, token: str, lesson: str = LESSON.id, **how: bool) -> str:
    status, line = say(house, token, "POST", f"/lessons/{lesson}", how)
    assert status == 201
    return str(line["id"])


def play(house: Running, token: str, table: str, steps: int, lesson: Lesson = LESSON) -> list[Any]:
    """Sit down, do the first steps of the lesson, and return the dice that fell."""
    rolls: list[Any] = []
    with SyncClient(house.url, token=token) as client:
        there = client.join(table)
        there.sit(lesson.rack).or_raise()
        for step in lesson.steps[:steps]:
            if step.does == "bet":
                there.bet(step.spot, step.cents).or_raise()
            else:
                rolls.append(there.roll().roll)
    return rolls


def phase(house: Running, token: str, table: str) -> str:
    return str(say(house, token, "GET", f"/tables/{table}")[1]["phase"])


def test_the_lessons_are_listed_in_order(house: Running) -> None:
    assert len(LESSONS) == 2
    status, listed = say(house, enter(house), "GET", "/lessons")
    assert status == 200
    assert [each["id"] for each in listed] == list(ORDER)
    assert listed[0] == {
        "id": LESSON.id,
        "title": LESSON.title,
        "summary": LESSON.summary,
        "book": LESSON.book,
        "rack_cents": LESSON.rack,
    }


def test_a_lesson_is_played_with_its_own_chips_and_dice_and_counts_nowhere(house: Running) -> None:
    token = enter(house)
    before = say(house, token, "GET", "/wallet")[1]
    table = take(house, token)
    assert play(house, token, table, len(LESSON.steps)) == list(LESSON.dice)
    after = say(house, token, "GET", "/wallet")[1]
    assert after == before, "no wallet pays for a lesson, and neither its money nor its time counts"
    assert say(house, token, "GET", f"/recall?table={table}")[1]["rolls"] == []
    assert table not in [each["id"] for each in say(house, token, "GET", "/tables")[1]]
    fairness = say(house, token, "GET", f"/tables/{table}/fairness")[1]
    assert (fairness["kind"], fairness["published"]) == ("lesson", None)
    assert asyncio.run(house.run(verify(house.house.store))).fault is None


def test_a_lesson_that_was_left_goes_on_and_another_or_a_new_start_closes_it(house: Running) -> None:
    token = enter(house)
    table = take(house, token)
    play(house, token, table, 4)
    assert take(house, token) == table
    again = take(house, token, again=True)
    assert again != table
    assert phase(house, token, table) == "table closed"
    other = take(house, token, "come-bets")
    assert phase(house, token, again) == "table closed"
    assert phase(house, token, other) != "table closed"


def test_nobody_else_sees_a_lesson(house: Running) -> None:
    table = take(house, enter(house))
    assert say(house, enter(house), "GET", f"/tables/{table}")[0] == 404


def test_a_lesson_needs_no_money(house: Running) -> None:
    token = enter(house)
    with Line(house, token, "evolution") as line:
        line.hello()
        assert line.do("Sit", rack=say(house, token, "GET", "/wallet")[1]["wallet_cents"])["ok"]
    assert play(house, token, take(house, token), 2) == [(4, 3)]


def test_a_lesson_that_does_not_exist_is_said(house: Running) -> None:
    status, answer = say(house, enter(house), "POST", "/lessons/poker", {})
    assert status == 404
    assert answer["says"].startswith('there is no lesson "poker"; known: ')


@pytest.mark.parametrize("lesson", ["first-hand", "come-bets"])
def test_a_lesson_that_is_over_takes_neither_a_bet_nor_a_roll(house: Running, lesson: str) -> None:
    token = enter(house)
    table = take(house, token, lesson)
    play(house, token, table, len(lesson_called(lesson).steps), lesson_called(lesson))
    with Line(house, token, table) as line:
        line.hello()
        line.socket.send('{"type":"look"}')
        sight = line.until("sight")
        assert not any(offer["bet"]["ok"] for offer in sight["offers"].values())
        assert (sight["throw"]["ok"], sight["actions"]["RollNow"]["ok"]) == (False, False)
        for name, body in (("PlaceBet", {"spot": "pass", "amount": 10_00}), ("RollNow", {})):
            line.socket.send(json.dumps({"type": "quote", "id": name, "name": name, "body": body}))
            for answer in (line.until("quote"), line.do(name, **body)):
                assert (answer["ok"], answer["says"]) == (False, OVER)
