"""The law of wealth: values worked out by hand, and a naive law beside it on any graph."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from comeout.lab.graph_arrays import QUIT
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.laws.wealth_law import WealthLaw, law
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from tests.kit.hand_graphs import coin, graph_of, pass_line, place_six, random_graph
from tests.kit.naive_law import naive_law

LOADED = tuple(1 + place % 5 for place in range(36))


def found(exact: WealthLaw) -> dict[int, float]:
    return dict(exact.pairs)


def test_a_rich_coin_tosser_has_the_binomial_law() -> None:
    exact = law(coin(), SessionRules(bankroll=1_000_000, rolls=10))
    assert found(exact) == pytest.approx({1_000_000 + 1000 * (2 * k - 10): comb(10, k) / 1024 for k in range(11)})
    assert exact.mean_cents == pytest.approx(1_000_000)
    assert exact.sd_cents == pytest.approx(1000 * 10**0.5)
    assert exact.p_even == pytest.approx(252 / 1024)
    assert exact.p_ahead == pytest.approx((1 - 252 / 1024) / 2)
    assert exact.p_ruin_by_roll == (0.0,) * 11


def test_a_poor_coin_tosser_is_ruined_by_the_rolls_that_a_person_counts() -> None:
    """With 20.00 and stakes of 10.00: LL is 4 of 16 ways, LWLL and WLLL two more; 5 ways to break even are left."""
    exact = law(coin(), SessionRules(bankroll=2000, rolls=4))
    assert exact.p_ruin_by_roll == pytest.approx((0, 0, 1 / 4, 1 / 4, 1 / 4 + 1 / 8))
    assert found(exact) == pytest.approx({0: 6 / 16, 2000: 5 / 16, 4000: 4 / 16, 6000: 1 / 16})


def test_three_cents_that_no_bet_takes_stay_in_every_wealth() -> None:
    exact = law(coin(), SessionRules(bankroll=1003, rolls=1))
    assert found(exact) == pytest.approx({3: 0.5, 2003: 0.5})
    assert exact.p_ruin == pytest.approx(0.5)


def test_a_bankroll_below_the_first_bet_is_ruined_before_the_first_roll() -> None:
    exact = law(coin(), SessionRules(bankroll=999, rolls=3))
    assert exact.p_ruin_by_roll == (1.0, 1.0, 1.0, 1.0)
    assert found(exact) == {999: 1.0}


def test_a_strategy_that_ends_its_session_at_once_keeps_its_bankroll() -> None:
    at_once = graph_of([], [[(0, QUIT)]])
    exact = law(at_once, SessionRules(bankroll=999, rolls=3, shooters=2, play_out=True))
    assert found(exact) == {999: 1.0}
    assert exact.p_end(SessionEnd.QUIT) == 1.0
    assert exact.expected_rolls == 0


def test_one_come_out_roll_of_the_pass_line_wins_eight_ways_and_loses_four() -> None:
    exact = law(pass_line(), SessionRules(bankroll=100_000, rolls=1))
    assert found(exact) == pytest.approx({99_000: 4 / 36, 100_000: 24 / 36, 101_000: 8 / 36})


def test_a_pass_line_bet_that_is_played_out_wins_244_of_495() -> None:
    exact = law(pass_line(), SessionRules(bankroll=100_000, rolls=1, play_out=True))
    assert found(exact) == pytest.approx({99_000: 251 / 495, 101_000: 244 / 495}, rel=1e-11)
    assert exact.p_end(SessionEnd.ROLLS) == pytest.approx(1)
    assert 0 < exact.mass_dropped <= 1e-12


def test_one_shooter_of_the_pass_line_loses_the_bet_that_he_sevens_out_on() -> None:
    """From the come-out, a shooter sevens out before he makes another point in 196 of 330 rounds with a point."""
    exact = law(pass_line(), SessionRules(bankroll=10_000_000, shooters=1))
    made = (
        Fraction(3, 36) * 2 * Fraction(3, 9)
        + Fraction(4, 36) * 2 * Fraction(4, 10)
        + Fraction(5, 36) * 2 * Fraction(5, 11)
    )
    out = Fraction(24, 36) - made
    won, lost = Fraction(8, 36) + made, Fraction(4, 36)
    # Mean change before the seven-out: rounds that go on, each worth (won - lost) / (won + lost), then one loss.
    mean = (won - lost) / out - 1
    assert exact.mean_cents - 10_000_000 == pytest.approx(float(1000 * mean), rel=1e-9)
    assert exact.expected_rolls == pytest.approx(8.5255102, rel=1e-8)
    assert exact.p_end(SessionEnd.SHOOTERS) == pytest.approx(1)


def test_place_six_keeps_its_mean_and_its_ruin_on_the_first_rolls() -> None:
    """12.00 and one roll: lost by 6 sevens, ruined at once; 5 sixes bring 14.00."""
    exact = law(place_six(), SessionRules(bankroll=1200, rolls=1))
    assert found(exact) == pytest.approx({0: 6 / 36, 1200: 25 / 36, 2600: 5 / 36})
    assert exact.p_ruin == pytest.approx(6 / 36)


def test_goal_is_tested_before_ruin_and_the_wealth_beyond_it_is_kept() -> None:
    exact = law(place_six(), SessionRules(bankroll=1200, rolls=1, goal=1300))
    assert exact.p_goal == pytest.approx(5 / 36)
    assert found(exact)[2600] == pytest.approx(5 / 36)


@pytest.mark.parametrize("seed", range(40))
def test_any_graph_has_the_law_that_a_naive_reading_of_the_rules_gives(seed: int) -> None:
    arrays = random_graph(seed)
    goal, stop = (1400 if seed % 2 else None), (300 if seed % 3 == 0 else None)
    shooters, weights = (1 + seed % 3 if seed % 5 < 2 else None), (LOADED if seed % 4 == 0 else None)
    rules = SessionRules(
        bankroll=[600, 950, 1300][seed % 3], rolls=6, goal=goal, stop=stop, shooters=shooters, play_out=seed % 7 < 4
    )
    exact = law(arrays, rules, weights=weights)
    expected, ends = naive_law(arrays, rules, weights=weights or (1,) * 36)
    assert found(exact) == pytest.approx({wealth: chance for wealth, chance in expected.items() if chance}, abs=1e-13)
    for end in SessionEnd:
        assert exact.ends_by_roll[:, end] == pytest.approx([float(line.get(end, 0)) for line in ends], abs=1e-14)
    assert exact.chance.sum() == pytest.approx(1, abs=1e-12)


def test_ruin_never_falls_and_the_law_sums_to_one_over_many_rolls() -> None:
    exact = law(pass_line(), SessionRules(bankroll=10_000, rolls=400))
    assert np.diff(exact.p_ruin_by_roll).min() >= 0
    assert exact.p_ruin > 0.01
    assert exact.chance.sum() + exact.mass_dropped == pytest.approx(1, abs=1e-14)
    assert exact.mass_dropped <= 1e-12


def test_the_mean_falls_by_the_edge_of_every_bet_that_is_made() -> None:
    """A pass line bet loses 7/495 of its stake in 557/165 rolls on average, so one roll costs 7/1671 of it."""
    early, late = (law(pass_line(), SessionRules(bankroll=10_000_000, rolls=rolls)).mean_cents for rolls in (300, 400))
    assert late - early == pytest.approx(-100 * 1000 * 7 / 1671, rel=1e-6)


def test_the_cost_does_not_depend_on_the_bankroll() -> None:
    small, large = (law(pass_line(), SessionRules(bankroll=bankroll, rolls=50)) for bankroll in (10**6, 10**12))
    assert np.array_equal(small.wealth - 10**6, large.wealth - 10**12)
    assert np.array_equal(small.chance, large.chance)


def test_quantiles_are_the_smallest_wealth_that_holds_enough_of_the_law() -> None:
    exact = law(coin(), SessionRules(bankroll=100_000, rolls=2))
    expected = (98_000, 98_000, 98_000, 100_000, 100_000, 102_000, 102_000)
    assert exact.quantiles == dict(zip(("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99"), expected, strict=True))


def test_a_session_that_nothing_ends_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.lab.laws.wealth_law.MOST_ROLLS", 2000)
    with pytest.raises(LabError, match="never ends"):
        law(coin(), SessionRules(bankroll=10**9, shooters=1))


def test_a_graph_of_rich_racks_says_when_it_does_not_reach() -> None:
    arrays = coin()
    rich = replace(arrays, row=np.where(arrays.row < 0, -3, arrays.row).astype(np.int32))
    assert law(rich, SessionRules(bankroll=100_000, rolls=10)).p_ruin == 0
    with pytest.raises(UnknownWealth, match="every rack"):
        law(rich, SessionRules(bankroll=2000, rolls=10))


@pytest.mark.parametrize("weights", [(1,) * 35, (0,) * 36, (-1,) * 36, (float("nan"),) * 36])
def test_weights_that_are_none_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(LabError, match="weight"):
        law(coin(), SessionRules(bankroll=1000, rolls=1), weights=weights)
