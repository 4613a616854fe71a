"""What an event means to a player, and what a day of play adds up to."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.dice import Roll
from comeout.log.activity import (
    BREAK,
    DAY,
    IDLE,
    MINUTE,
    Day,
    PlayedVisit,
    Settled,
    SettledLine,
    changes,
    go_on,
    owed,
    won,
)
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.ledger import transfers
from comeout.table.messages import Event, Outcome
from comeout.table.table import Table
from tests.kit.clocks import NOON

HOUR = 60 * MINUTE

# ------------------------------------------------------------------ what an event means to a player

DECIDED: list[tuple[Outcome, int, int]] = [("won", 40_00, 0), ("lost", 0, 0), ("returned", 0, 1_00), ("moved", 0, 1_00)]
LINES = [
    m.Line(1, "buy-4", 20_00, 20_00, outcome, paid, 20_00, Fraction(2), "", vigorish, "", "", "")
    for outcome, paid, vigorish in DECIDED
]
MOVEMENTS: list[Event] = [
    m.BetPlaced(1, "buy-4", 20_00, 1_00, ""),
    m.BetTakenDown(1, "buy-4", 20_00, 1_00, 0, "", ""),
    m.BetsReturned("house", "", (m.Returned(1, "buy-4", 20_00, 1_00, 0),), ""),
    m.WalkedAway("house", 1, (("buy-4", 20_00),), ""),
    *(
        m.RollSettled("", 1, Roll(2, 2), 0, 4, False, False, (line,), (), (), (), False, "", ())
        for line in (*LINES, LINES[1]._replace(at_risk=15_00))
    ),
    m.OutcomeUndone("house", "", True, "", lines=tuple(LINES)),
    m.BoughtIn(1, 20_00, ""),
    m.SeatLeft(1, 20_00),
]


@pytest.mark.parametrize("event", MOVEMENTS, ids=lambda event: type(event).__name__)
def test_what_a_seat_wins_is_what_house_and_commission_lose(event: Event) -> None:
    moved: Counter[str] = Counter()
    for source, target, amount in transfers(event):
        moved[source] -= amount
        moved[target] += amount
    happened = changes(event)
    assert sum(each.won for each in happened) == -moved["house"] - moved["commission"]
    assert sum(each.laid for each in happened) == moved["layout"]


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_what_an_undone_roll_means_to_each_player_adds_up_to_what_they_have(book: str) -> None:
    table = Table(load_book(book))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 2)
    table.bet(1, "buy-4", 20_00)
    table.bet(2, "field", 10_00)
    table.roll(4, 5)
    table.bet(2, "buy-5", 20_00)
    table.remove(1, "buy-4")
    before = {seat: (table.rack(seat), sum(table.bets(seat).values())) for seat in (1, 2)}
    undo: m.Command = m.CorrectRoll("boxperson", Roll(4, 1))
    answer = table.send(m.InvalidateOutcome("shift-manager", "fire") if book == "adelaide" else undo)
    assert answer
    moved = [change for event in answer for change in changes(event)]
    for seat, (had, laid) in before.items():
        won = sum(each.won for each in moved if each.seat == seat)
        now = sum(table.bets(seat).values())
        assert sum(each.laid for each in moved if each.seat == seat) == now - laid
        assert table.rack(seat) + now == had + laid + won
    nothing: Event = m.PlayContinued("house", "")
    assert owed(nothing) == []


def test_a_line_wins_what_was_paid_and_loses_what_was_at_risk() -> None:
    assert won(SettledLine(10_00, "won", 12_00, 0)) == 12_00
    assert won(SettledLine(10_00, "lost", 0, 0)) == -10_00
    assert won(SettledLine(10_00, "returned", 0, 1_00)) == 1_00
    assert won(SettledLine(10_00, "moved", 0, 1_00)) == 0


def test_a_recalled_roll_has_its_lines_and_what_was_won_beside_them() -> None:
    roll = Settled(NOON, [SettledLine(10_00, "won", 12_00, 0), SettledLine(5_00, "lost", 0, 0)], -1_00)
    assert roll.won == 6_00
    assert roll.spans == [(NOON, NOON)]


def test_debts_of_players_who_left_are_owed_by_name() -> None:
    debts = (m.Debt("ann", 5_00, 0), m.Debt("bob", 7_00, 2))
    assert owed(m.OutcomeUndone("house", "", True, "", debts=debts)) == [("ann", -5_00)]


def test_a_span_of_play_goes_on_while_somebody_thinks() -> None:
    first = go_on((), NOON, seated=True)
    assert go_on(first, NOON + IDLE, seated=True) == [(NOON, NOON + IDLE)]
    late = NOON + 2 * IDLE
    assert go_on(first, late, seated=True) == [(NOON, NOON + IDLE), (late, late)]
    assert go_on(first, late, seated=False) == [(NOON, NOON), (late, late)]


# ------------------------------------------------------------------ a day of play


def test_money_is_remembered_for_a_day_to_the_minute() -> None:
    day = Day()
    day.win(NOON, -30_00)
    day.win(NOON + HOUR, 10_00)
    assert day.net(NOON + HOUR) == -20_00
    assert day.net(NOON + DAY - MINUTE) == -20_00
    assert day.net(NOON + DAY + MINUTE) == 10_00
    assert day.net(NOON + 2 * DAY) == 0


def test_years_of_play_do_not_pile_up() -> None:
    day = Day(seated=True)
    for minute in range(10_000):
        day.win(NOON + minute * MINUTE, -1)
        if minute % 7 == 0:
            day.play(NOON + minute * MINUTE)
    assert len(day.money) <= 2 * DAY // MINUTE
    assert len(day.spans) <= DAY // IDLE
    assert day.net(NOON + 9_999 * MINUTE) == -24 * 60


def test_time_runs_while_somebody_plays_and_stops_when_they_leave() -> None:
    day = Day(seated=True)
    day.play(NOON)
    day.play(NOON + 4 * MINUTE)
    assert day.seconds(NOON + 6 * MINUTE) == 6 * 60
    day.play(NOON + 7 * MINUTE)
    day.seated = False
    assert day.seconds(NOON + HOUR) == 7 * 60


def test_a_seat_where_nothing_happens_stops_its_clock_and_never_turns_it_back() -> None:
    day = Day(seated=True)
    day.play(NOON)
    assert day.seconds(NOON + HOUR) == 5 * 60
    day.play(NOON + HOUR)
    assert day.seconds(NOON + HOUR) == 5 * 60
    assert day.seconds(NOON + HOUR + MINUTE) == 6 * 60


def test_time_played_more_than_a_day_ago_is_forgotten() -> None:
    day = Day(seated=True)
    for minute in range(0, 31, 5):
        day.play(NOON + minute * MINUTE)
    day.seated = False
    assert day.seconds(NOON + DAY + 10 * MINUTE) == 20 * 60
    day.seated = True
    assert day.seconds(NOON + 2 * DAY) == 0


@given(st.lists(st.integers(0, 10 * 60), max_size=40))
def test_time_played_never_exceeds_the_time_that_passed(pauses: list[int]) -> None:
    day, now = Day(seated=True), NOON
    for pause in pauses:
        before = day.seconds(now)
        now += pause * 1_000_000
        assert before <= day.seconds(now) <= before + pause
        day.play(now)
        assert day.seconds(now) <= (now - NOON) // 1_000_000


def test_what_was_settled_before_is_put_before_what_is_known() -> None:
    day = Day(seated=True)
    day.play(NOON)
    day.win(NOON, 5_00)
    day.win(NOON - 2 * HOUR, -8_00)
    earlier = [(NOON - HOUR, NOON - HOUR + MINUTE), (NOON - 2 * HOUR, NOON - 2 * HOUR + 3 * MINUTE)]
    for _ in range(2):  # what is told twice counts once
        day.add(earlier)
        assert day.net(NOON) == -3_00
        assert day.seconds(NOON) == 4 * 60


# ------------------------------------------------------------------ a visit


def test_a_visit_goes_on_over_short_breaks_and_a_long_one_begins_the_next() -> None:
    day = Day()
    assert day.visit(NOON) == PlayedVisit()
    day.seated = True
    day.play(NOON)
    day.win(NOON, -5_00)
    assert day.visit(NOON + MINUTE) == PlayedVisit(NOON, 60, -5_00, 4 * 60_000)
    assert day.visit(NOON + HOUR) == PlayedVisit(NOON, 5 * 60, -5_00, 0), "after five minutes the clock stands still"
    day.play(NOON + BREAK)
    day.win(NOON + BREAK, 7_00)
    assert day.visit(NOON + BREAK) == PlayedVisit(NOON, 5 * 60, 2_00, 5 * 60_000)
    later = NOON + 2 * BREAK + IDLE + MINUTE
    assert day.visit(later).seconds == 10 * 60, "it is the last one until somebody plays again"
    day.play(later)
    day.win(later, 1_00)
    assert day.visit(later) == PlayedVisit(later, 0, 1_00, 5 * 60_000)
    day.seated = False
    assert day.visit(later + MINUTE) == PlayedVisit(later, 0, 1_00, 0)


@given(st.lists(st.integers(0, BREAK // 1_000_000), min_size=30, max_size=60))
def test_the_time_of_a_visit_never_goes_back_even_after_a_day_of_it(pauses: list[int]) -> None:
    day, now, before = Day(seated=True), NOON, 0
    for pause in pauses:
        now += pause * 1_000_000
        for _ in range(2):
            seconds = day.visit(now).seconds
            assert before <= seconds <= (now - NOON) // 1_000_000
            before = seconds
            day.play(now)
