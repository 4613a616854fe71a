"""Bankrolls and rolls for a chance of ruin: by hand on a coin, and tight on the pass line."""

from __future__ import annotations

from math import comb

import pytest

from comeout.lab.laws.inverse import needed_bankroll, safe_rolls
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionRules
from tests.kit.hand_graphs import coin, pass_line


def ruin_of_coins(coins: int, tosses: int) -> float:
    """The chance that a fair coin takes so many stakes within so many tosses, by the reflection principle."""
    paths = [comb(tosses, heads) for heads in range(tosses + 1)]
    ends = [2 * heads - tosses for heads in range(tosses + 1)]
    below = sum(ways for ways, end in zip(paths, ends, strict=True) if end < -coins)
    at = sum(ways for ways, end in zip(paths, ends, strict=True) if end == -coins)
    return float((2 * below + at) / 2**tosses)


def test_a_coin_needs_the_stakes_that_the_reflection_principle_says() -> None:
    needed = needed_bankroll(lambda _: coin(), SessionRules(bankroll=1000, rolls=100), ruin_at_most=0.05)
    expected = next(coins for coins in range(1, 100) if ruin_of_coins(coins, 100) <= 0.05)
    assert needed.bankroll == 1000 * expected
    assert needed.p_ruin == pytest.approx(ruin_of_coins(expected, 100))
    assert needed.p_ruin_below == pytest.approx(ruin_of_coins(expected - 1, 100))


@pytest.mark.parametrize("start", [1000, 90_000, 10_000_000])
def test_the_search_may_start_anywhere(start: int) -> None:
    rules = SessionRules(bankroll=start, rolls=200)
    needed = needed_bankroll(lambda _: pass_line(), rules, ruin_at_most=0.01, step=500)
    assert needed.bankroll == 21_000
    assert needed.p_ruin <= 0.01 < law(pass_line(), SessionRules(bankroll=20_500, rolls=200)).p_ruin


def test_a_bankroll_lasts_for_the_rolls_before_ruin_comes_too_often() -> None:
    found = safe_rolls(coin(), SessionRules(bankroll=10_000), ruin_at_most=0.25)
    expected = next(tosses for tosses in range(1000) if ruin_of_coins(10, tosses + 1) > 0.25)
    assert found.rolls == expected
    assert found.p_ruin == pytest.approx(ruin_of_coins(10, expected))
    assert found.p_ruin_after == pytest.approx(ruin_of_coins(10, expected + 1))


def test_a_bankroll_that_lasts_for_ever_is_said_to_last_as_long_as_was_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.lab.laws.inverse.MOST_ROLLS", 200)
    found = safe_rolls(coin(), SessionRules(bankroll=10_000_000), ruin_at_most=0.25)
    assert (found.rolls, found.p_ruin, found.p_ruin_after) == (200, 0, None)


def test_questions_without_an_answer_are_refused_in_a_sentence() -> None:
    with pytest.raises(LabError, match="between 0% and 100%"):
        safe_rolls(coin(), SessionRules(bankroll=10_000), ruin_at_most=5)
    with pytest.raises(LabError, match="before the first roll"):
        safe_rolls(coin(), SessionRules(bankroll=10), ruin_at_most=0.05)
    with pytest.raises(LabError, match="without a goal and without a stop"):
        safe_rolls(coin(), SessionRules(bankroll=1000, stop=500), ruin_at_most=0.05)
    with pytest.raises(LabError, match="without a goal"):
        needed_bankroll(lambda _: coin(), SessionRules(bankroll=1000, goal=2000, rolls=5), ruin_at_most=0.05)
