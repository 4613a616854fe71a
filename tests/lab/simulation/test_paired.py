"""Paired simulations: the same dice for all, and differences session by session."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation import batches
from comeout.lab.simulation.dice_format import rolls_of
from comeout.lab.simulation.paired import simulate_paired
from comeout.lab.simulation.simulate import simulate
from tests.lab.simulation.graphs import pass_line, random_graph
from tests.lab.simulation.naive_walk import NaiveWalk
from tests.lab.simulation.test_simulate import finish_with, unknown_graph

RULES = SessionRules(bankroll=9000, rolls=40)
GRAPHS = [pass_line(1000), pass_line(1500), random_graph(3)]


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 64 sessions, so that there are several."""
    monkeypatch.setattr(batches, "MOST_IN_BATCH", 64)
    monkeypatch.setattr(batches, "FEWEST_IN_BATCH", 64)


def test_differences_are_those_of_sessions_on_the_same_dice() -> None:
    found = simulate_paired(GRAPHS, RULES, seed="pairs", sessions=200)
    walks = [NaiveWalk(arrays, RULES) for arrays in GRAPHS]
    finals = [[walk.session(rolls_of("pairs", number)).wealth for number in range(200)] for walk in walks]  # type: ignore[union-attr]
    assert [(pair.first, pair.second) for pair in found.pairs] == [(0, 1), (0, 2), (1, 2)]
    for pair in found.pairs:
        differences = [one - two for one, two in zip(finals[pair.first], finals[pair.second], strict=True)]
        assert pair.above == sum(each > 0 for each in differences)
        assert pair.equal == differences.count(0)
        assert pair.below == sum(each < 0 for each in differences)
        assert pair.difference.sum == sum(differences)
        assert pair.difference.squares == sum(each * each for each in differences)
        widest = max(differences, key=abs)
        first = next(at for at, each in enumerate(differences) if abs(each) == abs(widest))
        assert pair.widest
        assert (pair.widest.value, pair.widest.session) == (differences[first], first)


def test_each_strategy_has_the_tally_it_has_alone() -> None:
    found = simulate_paired(GRAPHS, RULES, seed=2, sessions=150)
    for arrays, tally in zip(GRAPHS, found.strategies, strict=True):
        assert tally == simulate(arrays, RULES, seed=2, sessions=150, summary=True)


def test_threads_and_executors_change_nothing() -> None:
    expected = simulate_paired(GRAPHS, RULES, seed=2, sessions=150, threads=1)
    assert simulate_paired(GRAPHS, RULES, seed=2, sessions=150, threads=3) == expected
    with ThreadPoolExecutor(2) as executor:
        assert simulate_paired(GRAPHS, RULES, seed=2, sessions=150, executor=executor) == expected


def test_sessions_that_one_graph_leaves_open_are_played_elsewhere_for_all() -> None:
    part, known = unknown_graph()
    finish = [finish_with(known, RULES), finish_with(GRAPHS[0], RULES)]
    expected = simulate_paired([known, GRAPHS[0]], RULES, seed=4, sessions=150)
    assert simulate_paired([part, GRAPHS[0]], RULES, seed=4, sessions=150, finish=finish) == expected
    with pytest.raises(LabError, match="meets what its graph does not know"):
        simulate_paired([part, GRAPHS[0]], RULES, seed=4, sessions=150)


def test_one_strategy_is_no_comparison() -> None:
    with pytest.raises(LabError, match="at least two strategies"):
        simulate_paired(GRAPHS[:1], RULES, seed=1, sessions=10)
