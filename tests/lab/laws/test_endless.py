"""Sessions that only their wealth ends: gambler's ruin by hand, fractions, and the same session played roll by roll."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from comeout.lab.graph_arrays import QUIT
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from tests.kit.hand_graphs import coin, graph_of, pass_line, random_graph

RATIO = Fraction(251, 244)
"""How much more often a pass line bet is lost than won."""


def test_a_fair_coin_doubles_in_half_of_the_sessions_and_takes_the_square_of_the_distance() -> None:
    exact = law(coin(), SessionRules(bankroll=5000, goal=10_000))
    assert exact.p_goal_fraction == exact.p_ruin_fraction == Fraction(1, 2)
    assert (exact.p_goal, exact.p_ruin) == pytest.approx((0.5, 0.5))
    assert exact.expected_rolls == pytest.approx(25)
    assert dict(exact.pairs) == pytest.approx({0: 0.5, 10_000: 0.5})
    assert exact.p_ruin_by_roll == (0.0,), "before the first roll"
    assert exact.rolls_to_ruin is None


def test_pass_from_300_to_600_is_the_gamblers_ruin_as_a_fraction() -> None:
    exact = law(pass_line(), SessionRules(bankroll=300_00, goal=600_00))
    expected = 1 / (1 + RATIO**30)
    assert exact.p_goal_fraction == expected
    assert exact.p_ruin_fraction == 1 - expected
    assert exact.p_goal == pytest.approx(float(expected), rel=1e-12)
    # Each of the expected (30 - 60 p) / (7/495) decided bets takes 557/165 rolls.
    assert exact.expected_rolls == pytest.approx(float((30 - 60 * expected) * Fraction(495, 7) * Fraction(557, 165)))


def test_a_stop_ends_before_ruin_and_rich_rows_are_enough_for_it() -> None:
    exact = law(pass_line(), SessionRules(bankroll=300_00, goal=400_00, stop=200_00))
    assert exact.p_stop_fraction == 1 - 1 / (1 + RATIO**10)
    assert exact.p_ruin == 0


def test_a_wealth_beyond_the_goal_and_bets_played_out_are_in_the_law() -> None:
    exact = law(coin(700), SessionRules(bankroll=2000, goal=2500))
    assert [wealth for wealth, _ in exact.pairs] == [600, 2700]
    assert law(pass_line(), SessionRules(bankroll=2000, goal=3000, play_out=True)).p_goal == pytest.approx(
        law(pass_line(), SessionRules(bankroll=2000, goal=3000)).p_goal
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_solved_session_equals_one_that_is_played_for_long(seed: int) -> None:
    arrays = random_graph(seed)
    rules = SessionRules(bankroll=700, goal=1500, stop=100 * (seed % 3), play_out=seed % 2 == 0)
    solved = law(arrays, rules)
    played = law(arrays, replace(rules, rolls=500))
    assert dict(solved.pairs) == pytest.approx(dict(played.pairs), abs=1e-9)
    assert solved.ends == pytest.approx(played.ends, abs=1e-9)
    assert solved.expected_rolls == pytest.approx(played.expected_rolls, rel=1e-6)


def test_many_states_are_solved_with_a_sparse_matrix() -> None:
    exact = law(pass_line(100), SessionRules(bankroll=300_00, goal=1000_00))
    expected = (RATIO**300 - 1) / (RATIO**1000 - 1)
    assert exact.p_goal == pytest.approx(float(expected), rel=1e-6)
    assert exact.mass_dropped <= 1e-12
    assert exact.p_goal_fraction is None


def test_a_strategy_that_ends_its_sessions_itself_needs_no_goal() -> None:
    arrays = coin()
    bounded = replace(
        arrays,
        first=np.array([0, 3], np.int32),
        low=np.array([0, 1000, 4000]),
        row=np.array([-1, 0, QUIT], np.int32),
        action=np.zeros(3, np.int64),
    )
    exact = law(bounded, SessionRules(bankroll=2000))
    assert exact.p_end(SessionEnd.QUIT) == pytest.approx(0.5)
    assert dict(exact.pairs) == pytest.approx({0: 0.5, 4000: 0.5})


def test_what_nothing_bounds_is_refused_in_a_sentence() -> None:
    with pytest.raises(LabError, match="give it a goal"):
        law(coin(), SessionRules(bankroll=2000))
    never = graph_of([lambda _: (0, 0, False)], [[(0, 0)]])
    with pytest.raises(LabError, match="for ever"):
        law(never, SessionRules(bankroll=2000, goal=3000))


def test_a_graph_of_rich_racks_is_not_enough_where_ruin_is_possible() -> None:
    arrays = coin()
    rich = replace(arrays, row=np.where(arrays.row < 0, -3, arrays.row).astype(np.int32))
    with pytest.raises(UnknownWealth):
        law(rich, SessionRules(bankroll=2000, goal=3000))
