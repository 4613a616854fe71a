"""How far and how long sessions fall below their peak: by hand, and by all courses of small graphs one by one."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.path_laws import path_laws
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import coin, pass_line, place_six, random_graph
from tests.kit.naive_paths import chances, naive_paths


@pytest.mark.parametrize(
    ("rules", "drawdown", "below"),
    [
        # ++ +- -+ --: what is lost after the highest wealth so far, and for how many rolls it is not made good
        (SessionRules(bankroll=2000, rolls=2), {0: 1 / 4, 1000: 1 / 2, 2000: 1 / 4}, {0: 1 / 4, 1: 1 / 2, 2: 1 / 4}),
        (SessionRules(bankroll=1000, rolls=2), {0: 1 / 4, 1000: 3 / 4}, {0: 1 / 4, 1: 3 / 4}),
        (SessionRules(bankroll=2000, rolls=9, goal=3000, stop=1000), {0: 1 / 2, 1000: 1 / 2}, {0: 1 / 2, 1: 1 / 2}),
        (SessionRules(bankroll=500, rolls=5), {0: 1}, {0: 1}),
    ],
)
def test_the_falls_of_a_coin_are_those_that_a_person_counts(
    rules: SessionRules, drawdown: dict[int, float], below: dict[int, float]
) -> None:
    found = path_laws(coin(), rules)
    assert chances(found.drawdown) == pytest.approx(drawdown)
    assert chances(found.below) == pytest.approx(below)


LIMITS: list[dict[str, Any]] = [{}, {"goal": 2500}, {"stop": 700}, {"shooters": 2}, {"goal": 1600, "stop": 500}]


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("seed", range(12))
def test_the_paths_of_any_small_graph_are_those_of_its_courses_one_by_one(seed: int, limits: dict[str, Any]) -> None:
    hold(random_graph(seed), SessionRules(bankroll=1200, rolls=9, **limits))


@pytest.mark.parametrize("bankroll", [1000, 2000, 5000, 50_000])
def test_the_paths_of_known_bets_are_those_of_their_courses_one_by_one(bankroll: int) -> None:
    hold(coin(), SessionRules(bankroll=bankroll, rolls=10))
    hold(pass_line(), SessionRules(bankroll=bankroll, rolls=12))
    hold(place_six(), SessionRules(bankroll=bankroll, rolls=12, shooters=2))


def hold(arrays: GraphArrays, rules: SessionRules) -> None:
    """Hold the three laws to those of all courses."""
    found = path_laws(arrays, rules)
    for ours, theirs in zip((found.peak, found.drawdown, found.below), naive_paths(arrays, rules), strict=True):
        law = chances(ours)
        assert all(abs(law.get(value, 0) - theirs.get(value, 0)) < 1e-11 for value in law | theirs)
