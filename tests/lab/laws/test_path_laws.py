"""The peak of a session, worked out by hand, by sessions one by one, and with limits of all kinds; what has no law."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from comeout.lab.answers.question import ask
from comeout.lab.answers.sim_answer import answer_by_simulation
from comeout.lab.graph_arrays import RUINED, GraphArrays
from comeout.lab.laws import path_laws as module
from comeout.lab.laws.path_laws import PathLaws, path_laws
from comeout.lab.laws.wealth_law import FigureLaw
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import coin, graph_of, pass_line
from tests.kit.naive_paths import chances


def peak_law(arrays: GraphArrays, rules: SessionRules) -> FigureLaw | None:
    """The law of the peak."""
    return path_laws(arrays, rules).peak


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
    assert found.mean == pytest.approx(sum(wealth * chance for wealth, chance in law.items()))


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
        ("pass-line", {"rolls": 100}),
        ("pass-line", {"shooters": 2}),
    ],
)
def test_simulated_paths_have_these_laws(name: str, limits: dict[str, Any]) -> None:
    question = ask(name, "sentosa", bankroll="100", **limits)
    found = path_laws(question.graph().arrays, question.rules)
    tally = answer_by_simulation(question, sessions=20_000, seed=3).tally
    simulated = [(found.peak, tally.peak), (found.drawdown, tally.drawdown)]
    if question.rules.rolls is not None:
        simulated.append((found.below, tally.below))
    for law, histogram in simulated:
        assert law
        assert abs(float(histogram.mean) - law.mean) <= 4 * (histogram.variance / histogram.total) ** 0.5
        for value in set(law.quantiles.values()):
            above = float(law.chance[law.values > value].sum())
            assert abs(histogram.above(value) / histogram.total - above) <= 4 * (above * (1 - above) / 20_000) ** 0.5
        assert list(law.quantiles.values()) == sorted(law.quantiles.values())


def test_playing_out_changes_no_path_and_what_takes_long_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SessionRules(bankroll=5000, rolls=12)
    found, played_out = path_laws(pass_line(), rules), path_laws(pass_line(), replace(rules, play_out=True))
    assert chances(played_out.peak) == chances(found.peak)
    assert chances(played_out.drawdown) == chances(found.drawdown)
    assert chances(played_out.below) == chances(found.below)
    assert path_laws(pass_line(), SessionRules(bankroll=5000, goal=9000)) == PathLaws()
    for name in ("MOST_ROWS", "MOST_LEVELS", "MOST_MOVES"):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 2)
            assert path_laws(pass_line(), rules) == PathLaws()
    with monkeypatch.context() as patch:
        patch.setattr(module, "MOST_TIME_MOVES", 2)
        fewer = path_laws(pass_line(), rules)
        assert (fewer.drawdown is not None, fewer.below) == (True, None)
        patch.setattr(module, "MOST_FALL_MOVES", 2)
        fewest = path_laws(pass_line(), rules)
        assert (fewest.peak is not None, fewest.drawdown, fewest.below) == (True, None, None)
