"""News of a remote table: events wait for the player, outages are said at once, and only the last countdown counts."""

from __future__ import annotations

from typing import Any, cast

import pytest

from comeout.client import Away, Back, Mirror, News, Note, RemoteTable
from comeout.play.house_news import HouseNews
from comeout.protocol.frames import Countdown, Trouble
from comeout.table import messages as m
from tests.kit.terminal import LAYOUTS, Sheet


class Heard:
    """What the terminal asks of a remote table: news that a test puts there, and its replica."""

    def __init__(self) -> None:
        self.mirror = Mirror(LAYOUTS["sentosa"])
        self.mirror.player = "ann"
        self.news: list[News] = []
        self.seat: int | None = 1
        self.seats = {1: "Ann", 2: "Bob"}
        self.waiting, self.dice = "", ""
        self.whose: int | None = None
        self.closes_in_s: float | None = None

    def unread(self) -> list[News]:
        """The news since the last time."""
        unread, self.news = self.news, []
        return unread


@pytest.fixture
def table() -> Heard:
    return Heard()


def listening(table: Heard) -> tuple[HouseNews, Sheet]:
    sheet = Sheet()
    return HouseNews(cast("RemoteTable", table), sheet), sheet


def test_events_wait_until_they_are_asked_for_and_can_be_put_back(table: Heard) -> None:
    news, sheet = listening(table)
    opened, closed = m.BettingOpened("house", "1"), m.BettingClosed("house", "1")
    table.news = [opened, closed]
    assert news.fresh() == [opened, closed]
    assert news.fresh() == []
    news.hold([closed])
    assert news.fresh() == [closed]
    assert sheet.lines == []


def test_the_routine_of_an_automatic_crew_is_no_reason_to_print(table: Heard) -> None:
    news, _ = listening(table)
    table.news = [m.BettingOpened("house", "1")]
    assert not news.take_in()
    table.news = [m.SeatLeft(2, 5_00)]
    assert news.take_in()


def test_of_several_countdowns_only_the_last_is_said(table: Heard) -> None:
    news, sheet = listening(table)
    table.news = [Countdown(1, 9_000, "", None), Countdown(2, 4_400, "", None), Trouble("The store is full")]
    assert news.take_in()
    news.say_aside()
    assert sheet.lines == ["Bets close in 4 s.", "The store is full."]
    news.say_aside()
    assert len(sheet.lines) == 2


def test_a_lost_connection_is_said_at_once_and_all_else_waits(table: Heard) -> None:
    news, sheet = listening(table)
    left = m.SeatLeft(2, 5_00)
    table.news = [Away(), left, Back(3.4)]
    news.say_links()
    assert sheet.lines == [
        "The house does not answer; trying again. What you ask is sent once it is back.",
        "The house is back after 3 s.",
    ]
    assert news.fresh() == [left]


@pytest.mark.parametrize(
    ("seat_of", "waiting", "dice", "says"),
    [
        (
            1,
            "a line bet",
            "bet",
            "The table waits for you: a line bet (5 s). Bet on Pass or Don't Pass to get the dice.",
        ),
        (2, "seat 2", "", "The table waits: seat 2 (5 s)."),
    ],
)
def test_what_is_waited_for_is_said_with_what_to_do(
    table: Heard, seat_of: int, waiting: str, dice: str, says: str
) -> None:
    news, _ = listening(table)
    table.whose, table.waiting, table.dice, table.closes_in_s = seat_of, waiting, dice, 5.0
    assert news.what_is_waited_for() == says


def test_dice_that_are_offered_to_you_are_said_so(table: Heard) -> None:
    news, _ = listening(table)
    table.whose, table.waiting, table.dice = 1, "a shooter", "take"
    table.mirror.state.offered = 1
    assert news.what_is_waited_for() == "The dice are offered to you. Type `take dice` to have them."


def wanted(player: str) -> Note:
    body: dict[str, Any] = {"player": player, "name": "CloseTable"}
    return Note("second-wanted", body)


def test_a_second_person_is_asked_of_the_crew_and_not_of_who_asked_first(table: Heard) -> None:
    news, sheet = listening(table)
    table.news = [wanted("eve")]
    assert not news.take_in(), "a player is asked for nothing"
    table.mirror.roles = ("boxperson",)
    table.news = [wanted("ann"), wanted("eve")]
    assert news.take_in()
    news.say_aside()
    assert sheet.words == "Somebody of the crew asks for `close-table`: a second person must ask for the same."
