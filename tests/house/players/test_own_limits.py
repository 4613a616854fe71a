"""Limits players set for themselves: when they loosen, and what they refuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.house.players.own_limits import Kind, LimitStatus, change, effective, no_limit, problem
from comeout.log.activity import DAY, MINUTE
from comeout.log.records import OwnLimit
from comeout.table import messages as m
from comeout.table.messages import Command
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
