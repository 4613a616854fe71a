"""Best play over a number of rolls: against what can be worked out by hand and against plain recursion."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from comeout.lab.session_rules import LabError
from comeout.lab.solving.bet_course import WhereItLies, puck_course
from comeout.lab.solving.finite_play import FinitePlay, FiniteTask, best_finite_play, timed_bet
from comeout.lab.solving.gambles import GambleMaker
from tests.lab.solving.test_bet_course import BOOK, TABLE, course
from tests.lab.solving.test_gambles import maker

PUCKS = puck_course(BOOK, TABLE)


def played(task: FiniteTask, *spots: str) -> FinitePlay:
    made = replace(maker(1_00, task.top), one_unit=task.forced)
    return best_finite_play([timed_bet(made, course(spot)) for spot in spots], PUCKS, task)


def test_one_roll_on_the_pass_line_is_ahead_with_a_natural() -> None:
    assert played(FiniteTask(1, 12, 11, forced=True), "pass").values[10] == pytest.approx(8 / 36)


def test_three_bets_at_will_are_lost_one_after_the_other() -> None:
    found = played(FiniteTask(3, 5, 5, forced=False), "field", "any-seven")
    assert found.values[4] == pytest.approx(1 - (20 / 36) ** 2 * (30 / 36))


def by_recursion(made: GambleMaker, rolls: int, wins: int, start: int) -> float:
    """One unit on the pass line at every come-out, with the best odds before every roll."""
    nodes = course("pass").nodes

    @cache
    def clean(left: int, point: int, wealth: int) -> float:
        if not left or not wealth:
            return float(wealth >= wins)
        assert not point
        return lying(left, WhereItLies("pass", 0), wealth)

    @cache
    def lying(left: int, where: WhereItLies, wealth: int) -> float:
        if not left:
            return float(wealth >= wins)
        legal = made.odds(course_of, where, 1) if nodes[where].odds else ()
        return max(behind(left, where, wealth, odds) for odds in (0, *legal) if odds <= wealth - 1)

    def behind(left: int, where: WhereItLies, wealth: int, odds: int) -> float:
        total = 0.0
        for each in nodes[where].outcomes:
            after = wealth + int(each.flat_gain + each.odds_gain * odds)
            value = lying(left - 1, each.to, wealth) if each.to else clean(left - 1, each.point, after)
            total += each.ways / 36 * value
        return total

    course_of = course("pass")
    return clean(rolls, 0, start)


@pytest.mark.parametrize("start", [1, 2, 5, 9])
def test_the_best_odds_over_eight_rolls_are_those_of_plain_recursion(start: int) -> None:
    made = replace(maker(1_00, 40), one_unit=True)
    task = FiniteTask(8, start + 1 + 8, start + 1, forced=True)
    assert played(task, "pass").values[start] == pytest.approx(by_recursion(made, 8, start + 1, start), abs=1e-14)


def test_more_rolls_are_never_worse_for_a_goal_at_will() -> None:
    values = [played(FiniteTask(rolls, 8, 8, forced=False), "pass", "field").values[4] for rolls in (1, 2, 4, 8)]
    assert values == sorted(values)


def test_a_question_that_takes_minutes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.lab.solving.finite_play.MOST_STEPS", 100)
    with pytest.raises(LabError, match="take a larger --unit"):
        played(FiniteTask(10, 12, 11, forced=True), "pass")
