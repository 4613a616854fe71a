"""Best play for a goal: against what can be worked out by hand and against every play there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from comeout.lab.session_rules import LabError
from comeout.lab.solving.gambles import Gamble
from comeout.lab.solving.goal_play import GoalPlay, best_play
from tests.lab.solving.test_bet_course import course
from tests.lab.solving.test_gambles import maker

Play = tuple[Gamble, int, tuple[int, ...]]
"""A gamble, the number of its stake, and its odds."""


def solved(goal: int, *spots: str, one_unit: bool = False, odds: bool = True) -> GoalPlay:
    made = maker(1_00, goal)
    courses = [course(spot) if odds else course(spot).without_odds() for spot in spots]
    if one_unit:
        made = type(made)(made.layout, made.settings, made.tables, made.unit, made.most, one_unit=True)
    return best_play(made.all_of(courses), goal)


def test_one_unit_on_the_pass_line_is_the_ruin_of_a_gambler() -> None:
    win = 244 / 495
    ratio = (1 - win) / win
    found = solved(20, "pass", one_unit=True, odds=False)
    expected = [(1 - ratio**wealth) / (1 - ratio**20) for wealth in range(20)]
    assert found.values == pytest.approx(expected, abs=1e-14)


def test_with_every_stake_allowed_the_pass_line_is_best_played_boldly() -> None:
    found = solved(2, "pass", odds=False)
    assert found.values[1] == pytest.approx(244 / 495, abs=1e-15)
    assert solved(100, "pass", odds=False).values[50] == pytest.approx(244 / 495, abs=1e-13)


def plays(gambles: Sequence[Gamble], wealth: int) -> Iterator[Play]:
    """Every way to bet with a wealth."""
    for gamble in gambles:
        for place, stake in enumerate(gamble.stakes):
            rack = wealth - gamble.cost(stake)
            if rack >= 0:
                choices = [(0, *(each for each in odds if each <= rack)) for odds in gamble.odds[place]]
                for odds in product(*choices):
                    yield gamble, place, odds


def chances(play: Play) -> Iterator[tuple[Fraction, Fraction]]:
    gamble, place, odds = play
    stake = gamble.stakes[place]
    for end in gamble.law.ends:
        yield end.chance, (end.flat_gain - gamble.charge) * stake
    for amount, branch in zip(odds, gamble.law.branches, strict=True):
        for end in branch.ends:
            yield branch.chance * end.chance, (end.flat_gain - gamble.charge) * stake + end.odds_gain * amount


def worth(policy: Sequence[Play], goal: int) -> list[float]:
    """What a policy for wealth 1 and above is worth, by a dense linear system."""
    left, right = np.eye(goal), np.zeros(goal)
    for wealth, play in enumerate(policy, 1):
        for chance, change in chances(play):
            after = wealth + int(change)
            if after >= goal:
                right[wealth] += float(chance)
            else:
                left[wealth, after] -= float(chance)
    return [float(each) for each in np.linalg.solve(left, right)]


@pytest.mark.parametrize(("goal", "spots"), [(3, ("pass", "dont-pass", "field")), (4, ("field", "any-seven"))])
def test_no_other_play_is_better_for_a_small_goal(goal: int, spots: tuple[str, ...]) -> None:
    found = solved(goal, *spots)
    every = product(*(list(plays(found.gambles, wealth)) for wealth in range(1, goal)))
    best = np.max([worth(policy, goal) for policy in every], axis=0)
    assert found.values == pytest.approx(best, abs=1e-14)


def best_of(gamble: Gamble, place: int, wealth: int, values: Sequence[float]) -> float:
    """What a stake is worth with the best odds on each branch."""
    stake = gamble.stakes[place]
    left = wealth - gamble.charge * stake

    def value(change: Fraction) -> float:
        after = int(left + change)
        return values[after] if after < len(values) else 1.0

    total = sum(float(end.chance) * value(end.flat_gain * stake) for end in gamble.law.ends)
    for branch, odds in zip(gamble.law.branches, gamble.odds[place], strict=True):
        total += float(branch.chance) * max(
            sum(float(end.chance) * value(end.flat_gain * stake + end.odds_gain * amount) for end in branch.ends)
            for amount in (0, *odds)
            if amount <= left - stake
        )
    return total


def test_no_single_change_makes_a_play_better() -> None:
    found = solved(16, "pass", "dont-pass", "field", "place-6", "buy-4", "horn")
    values = found.values.tolist()
    for wealth in range(1, 16):
        stakes = [(each, place) for each in found.gambles for place in range(len(each.stakes))]
        paid = [(each, place) for each, place in stakes if each.cost(each.stakes[place]) <= wealth]
        assert max(best_of(each, place, wealth, values) for each, place in paid) == pytest.approx(
            values[wealth], abs=1e-14
        )


def test_more_wealth_is_worth_more() -> None:
    assert (np.diff(solved(60, "pass", "dont-pass").values) > 0).all()


def test_odds_by_rack_behind_ten_dollars_reach_600_from_300() -> None:
    (every,) = maker(1_00, 600).all_of([course("pass")])
    ten = Gamble("pass", (0,), every.law, every.charge, range(10, 11), (every.odds[9],))
    assert best_play([ten], 600).values[300] == pytest.approx(0.490490, abs=5e-7)


def test_a_question_that_takes_minutes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.lab.solving.goal_play.MOST_SUMS", 100)
    with pytest.raises(LabError, match="take a larger --unit"):
        solved(60, "pass")
