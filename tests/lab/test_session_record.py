"""The figures of one session: peak, drawdown, the longest time below a peak, and its end."""

from __future__ import annotations

from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import SessionEnd, SessionRules


def record(*wealth: int, **limits: int) -> SessionRecord:
    found = SessionRecord(SessionRules(bankroll=100, **limits))  # type: ignore[arg-type]
    for each in wealth:
        found.settle(each, seven_out=each % 2 == 1)
    return found


def test_peak_and_drawdown_count_from_the_bankroll() -> None:
    found = record(90, 120, 80, 110)
    assert (found.peak, found.drawdown, found.rolls, found.wealth_by_roll) == (120, 40, 4, [100, 90, 120, 80, 110])


def test_the_longest_time_below_a_peak_counts_rolls() -> None:
    assert record(90, 100, 90, 80, 90, 100, 90).longest_below == 3


def test_a_goal_and_a_stop_are_met_at_their_level_and_limits_after_that() -> None:
    assert record(150, goal=150).end is SessionEnd.GOAL
    assert record(50, stop=50).end is SessionEnd.STOP
    assert record(99, 99, shooters=2).at_limits() is SessionEnd.SHOOTERS
    assert record(99, 98, rolls=2).at_limits() is SessionEnd.ROLLS
    assert record(99, 98, rolls=3, shooters=2).at_limits() is None


def test_bets_that_are_played_out_change_the_final_wealth_only() -> None:
    found = record(90)
    found.play_out(120)
    assert (found.wealth, found.peak, found.rolls) == (120, 100, 1)
