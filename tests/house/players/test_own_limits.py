"""Limits players set for themselves: when they loosen, what they refuse, and what a day of play adds up to."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.dice import Roll
from comeout.house.players.own_limits import Kind, LimitStatus, change, effective, no_limit, problem
from comeout.log.activity import DAY, IDLE, MINUTE, Day, changes
from comeout.log.records import OwnLimit
from comeout.table import messages as m
from comeout.table.ledger import transfers
from comeout.table.messages import Command, Event, Outcome
from tests.kit.clocks import NOON

HOUR = 60 * MINUTE
EVEN = LimitStatus(0, 0, 0)
BET = m.PlaceBet(1, "field", 10_00)

asks = st.lists(
    st.tuples(
        st.one_of(st.sampled_from([0, 1, HOUR, DAY - 1, DAY, DAY + 1]), st.integers(0, 2 * DAY)),
        st.one_of(st.none(), st.integers(0, 6)),
    ),
    max_size=14,
)


def limit(kind: Kind, value: int) -> OwnLimit:
    return change(no_limit("ann", kind), value, NOON)


def width(value: int | None) -> float:
    return float("inf") if value is None else value


# ------------------------------------------------------------------ tighter at once, looser after a day


def test_the_first_limit_holds_at_once() -> None:
    assert effective(no_limit("ann", "loss"), NOON) is None
    assert limit("loss", 50) == OwnLimit("ann", "loss", 50, NOON, None, 0)


def test_a_tighter_limit_holds_at_once_and_a_looser_one_a_day_later() -> None:
    tight = change(limit("loss", 50), 20, NOON + HOUR)
    assert effective(tight, NOON + HOUR) == 20
    loose = change(tight, 80, NOON + 2 * HOUR)
    assert effective(loose, NOON + 2 * HOUR + DAY - 1) == 20
    assert effective(loose, NOON + 2 * HOUR + DAY) == 80


def test_a_limit_is_lifted_a_day_later_and_can_be_set_again_at_once() -> None:
    lifted = change(limit("stake", 50), None, NOON)
    assert effective(lifted, NOON + DAY - 1) == 50
    assert effective(lifted, NOON + DAY) is None
    assert effective(change(lifted, 70, NOON + DAY), NOON + DAY) == 70


def test_asking_for_what_holds_forgets_what_waits() -> None:
    again = change(change(limit("loss", 50), 90, NOON), 50, NOON + HOUR)
    assert (again.next_value, effective(again, NOON + 2 * DAY)) == (None, 50)


def test_asking_for_the_same_again_or_for_less_of_it_does_not_start_the_day_anew() -> None:
    waits = change(limit("loss", 50), 90, NOON)
    assert change(waits, 90, NOON + HOUR).next_at == NOON + DAY
    assert change(waits, 60, NOON + HOUR).next_at == NOON + DAY
    assert change(waits, 91, NOON + HOUR).next_at == NOON + HOUR + DAY


@given(asks)
def test_whatever_is_asked_a_limit_is_no_looser_than_anything_asked_for_in_the_last_day(
    sequence: list[tuple[int, int | None]],
) -> None:
    held, now = no_limit("ann", "loss"), NOON
    asked: list[tuple[int, float]] = [(0, float("inf"))]
    for pause, value in sequence:
        for moment in (now, now + pause // 2, now + pause):
            lately = [each for at, each in asked if at > moment - DAY]
            before = [each for at, each in asked if at <= moment - DAY][-1:]
            assert width(effective(held, moment)) <= min(lately + before)
        now += pause
        held = change(held, value, now)
        asked.append((now, width(value)))
        assert width(effective(held, now)) <= width(value)
    assert width(effective(held, now + DAY)) == asked[-1][1]


@given(asks)
def test_a_limit_loosens_only_to_what_was_asked_for_a_day_before(sequence: list[tuple[int, int | None]]) -> None:
    held, now = no_limit("ann", "loss"), NOON
    asked: list[tuple[int, float]] = []
    for pause, value in sequence:
        was, now = effective(held, now), now + pause
        became = effective(held, now)
        if width(became) > width(was):
            assert any(at <= now - DAY and each >= width(became) for at, each in asked)
        held = change(held, value, now)
        asked.append((now, width(value)))


# ------------------------------------------------------------------ what is refused


def test_a_stake_limit_counts_what_lies_there_already() -> None:
    own = [limit("stake", 25_00)]
    assert problem(own, EVEN, BET, now=NOON, on_bet=15_00) is None
    refused = problem(own, EVEN, BET, now=NOON, on_bet=15_01)
    assert refused
    assert refused.reason == "OWN_LIMIT"
    assert refused.says.startswith("your own limit is 25.00 on one bet: 15.01 lies there; ")


def test_a_loss_limit_counts_what_is_lost_and_what_could_be() -> None:
    own = [limit("loss", 50_00)]
    assert problem(own, LimitStatus(0, -30_00, 10_00), BET, now=NOON) is None
    refused = problem(own, LimitStatus(0, -30_00, 10_01), BET, now=NOON)
    assert refused
    assert refused.reason == "OWN_LIMIT"
    assert refused.says.startswith(
        "your own limit is a loss of 50.00 in 24 hours: you have lost 30.00, 10.01 of yours is at risk; "
    )
    assert problem(own, LimitStatus(0, 20_00, 60_00), BET, now=NOON) is None
    assert problem(own, LimitStatus(0, 20_00, 60_01), BET, now=NOON)


@pytest.mark.parametrize("command", [m.Sit(1, "ann", 100_00), m.BuyIn(1, 100_00)])
def test_whoever_has_lost_all_they_allow_themselves_cannot_bring_more(command: Command) -> None:
    own = [limit("loss", 50_00)]
    assert problem(own, LimitStatus(0, -49_99, 20_00), command, now=NOON) is None
    assert problem(own, LimitStatus(0, -50_00, 0), command, now=NOON)


@pytest.mark.parametrize(
    "command",
    [
        BET,
        m.SpeakBet(1, "field", 10_00),
        m.LateBet(1, "field", 10_00),
        m.PlaceBetFor("dealer", 1, "field", 10_00),
        m.Sit(1, "ann", 100_00),
        m.BuyIn(1, 100_00),
    ],
)
def test_a_time_limit_stops_every_way_to_play_on(command: Command) -> None:
    own = [limit("time", 60)]
    assert problem(own, LimitStatus(3599, 0, 0), command, now=NOON) is None
    refused = problem(own, LimitStatus(3600, 0, 0), command, now=NOON)
    assert refused
    assert refused.reason == "OWN_LIMIT"
    assert "60 minutes of play in 24 hours: you have played 60" in refused.says


@pytest.mark.parametrize("command", [m.RemoveBet(1, "field"), m.ReduceBet(1, "field", 5_00), m.Leave(1)])
def test_no_limit_keeps_anybody_from_taking_down_and_leaving(command: Command) -> None:
    own = [limit("time", 0), limit("loss", 0), limit("stake", 0)]
    assert problem(own, LimitStatus(9999, -9999, 9999), command, now=NOON) is None


def test_a_refusal_tells_when_the_limit_loosens() -> None:
    held = limit("loss", 1_00)
    assert "24 hours after you ask" in says(held)
    assert says(change(held, 75_00, NOON)).endswith("; it becomes 75.00 at 2024-01-02 12:00 UTC")
    assert says(change(held, None, NOON)).endswith("; it is lifted at 2024-01-02 12:00 UTC")
    assert says(change(limit("time", 0), 90, NOON)).endswith("; it becomes 90 minutes at 2024-01-02 12:00 UTC")


def test_no_refusal_prompts_anybody_to_buy_in() -> None:
    for kind in ("loss", "time", "stake"):
        assert "buy" not in says(limit(kind, 0))


def says(own: OwnLimit) -> str:
    refused = problem([own], LimitStatus(0, -1_00, 0), BET, now=NOON)
    assert refused
    return refused.says


def test_a_limit_that_has_been_lifted_refuses_nothing() -> None:
    lifted = change(limit("loss", 0), None, NOON)
    assert problem([lifted], EVEN, BET, now=NOON + DAY - 1)
    assert problem([lifted], EVEN, BET, now=NOON + DAY) is None


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
