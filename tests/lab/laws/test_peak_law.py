"""The highest wealth of a session, worked out by hand, by sessions one by one, and with limits of all kinds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from comeout.lab.answers.question import ask
from comeout.lab.answers.sim_answer import answer_by_simulation
from comeout.lab.graph_arrays import RUINED
from comeout.lab.laws import peak_law as module
from comeout.lab.laws.peak_law import PeakLaw, peak_law
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import coin, graph_of, pass_line


def chances(found: PeakLaw | None) -> dict[int, float]:
    """The levels that have a chance."""
    assert found
    return {
        wealth: chance for wealth, chance in zip(found.wealth.tolist(), found.chance.tolist(), strict=True) if chance
    }


@pytest.mark.parametrize(
    ("rules", "law"),
    [
        # ++ +- -+ --: two tosses reach 4000, 3000, the 2000 of the start, and that again
        (SessionRules(bankroll=2000, rolls=2), {2000: 1 / 2, 3000: 1 / 4, 4000: 1 / 4}),
        (SessionRules(bankroll=2000, rolls=9, goal=3000, stop=1000), {2000: 1 / 2, 3000: 1 / 2}),
        (SessionRules(bankroll=1000, rolls=1), {1000: 1 / 2, 2000: 1 / 2}),
        (SessionRules(bankroll=500, rolls=5), {500: 1}),
    ],
)
def test_the_peaks_of_a_coin_are_those_that_a_person_counts(rules: SessionRules, law: dict[int, float]) -> None:
    found = peak_law(coin(), rules)
    assert found
    assert chances(found) == pytest.approx(law)
    assert found.mean_cents == pytest.approx(sum(wealth * chance for wealth, chance in law.items()))


@pytest.mark.parametrize("bankroll", [2000, 50_000])
def test_the_peaks_of_all_courses_of_eight_tosses_have_this_law(bankroll: int) -> None:
    counts: dict[int, float] = {}
    for course in product((1000, -1000), repeat=8):
        wealth = peak = bankroll
        for change in course:
            wealth += change if wealth >= 1000 else 0
            peak = max(peak, wealth)
        counts[peak] = counts.get(peak, 0) + 2**-8
    found = peak_law(coin(), SessionRules(bankroll=bankroll, rolls=8))
    assert chances(found) == pytest.approx(counts)


def test_a_goal_that_is_jumped_over_leaves_a_peak_beyond_it() -> None:
    jumps = graph_of([lambda roll: (3000 if roll.place < 18 else -1000, 0, False)], [[(0, RUINED), (1000, 0)]])
    found = peak_law(jumps, SessionRules(bankroll=2000, rolls=2, goal=4000))
    assert chances(found) == pytest.approx({2000: 1 / 4, 4000: 1 / 4, 5000: 1 / 2})


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("pass-345", {"rolls": 40}),
        ("pass-345", {"rolls": 40, "goal": "130"}),
        ("pass-345", {"rolls": 40, "stop": "60"}),
        ("pass-line", {"shooters": 2}),
    ],
)
def test_simulated_peaks_have_this_law(name: str, limits: dict[str, Any]) -> None:
    question = ask(name, "sentosa", bankroll="100", **limits)
    found = peak_law(question.graph().arrays, question.rules)
    peak = answer_by_simulation(question, sessions=20_000, seed=3).tally.peak
    assert found
    assert abs(float(peak.mean) - found.mean_cents) <= 4 * (peak.variance / peak.total) ** 0.5
    for wealth in (110_00, 120_00, 130_00, 150_00):
        above = float(found.chance[found.wealth > wealth].sum())
        assert abs(peak.above(wealth) / peak.total - above) <= 4 * (above * (1 - above) / peak.total) ** 0.5
    assert list(found.quantiles.values()) == sorted(found.quantiles.values())


def test_playing_out_changes_no_peak_and_what_takes_long_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SessionRules(bankroll=5000, rolls=12)
    assert chances(peak_law(pass_line(), replace(rules, play_out=True))) == chances(peak_law(pass_line(), rules))
    assert peak_law(pass_line(), SessionRules(bankroll=5000, goal=9000)) is None
    for name in ("MOST_ROWS", "MOST_LEVELS", "MOST_MOVES"):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 2)
            assert peak_law(pass_line(), rules) is None
