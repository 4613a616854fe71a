"""How often a session is expected to make each decision, worked out by hand and by a dictionary of positions."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from comeout.lab.graph_arrays import UNKNOWN, GraphArrays
from comeout.lab.laws import expected_visits as module
from comeout.lab.laws.expected_visits import ExpectedVisits, expected_visits
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import coin, graph_of, pass_line, place_six, random_graph

WEIGHTS = (*range(1, 37),)


def found(arrays: GraphArrays, rules: SessionRules, weights: tuple[int, ...] | None = None) -> ExpectedVisits:
    """The visits, which there are."""
    visits = expected_visits(arrays, rules, weights=weights)
    assert visits
    return visits


@pytest.mark.parametrize(
    ("rules", "rolls"),
    [
        (SessionRules(bankroll=2000, rolls=3), 1 + 1 + 3 / 4),  # two losses in a row are ruin
        (SessionRules(bankroll=2000, rolls=3, goal=3000), 1 + 1 / 2 + 1 / 4),  # the first roll may win the goal
        (SessionRules(bankroll=2000, rolls=3, stop=1000), 1 + 1 / 2 + 1 / 2),  # and a loss ends it
        (SessionRules(bankroll=2000, goal=3000), 2 * 1),  # the gambler's ruin: what is lost times what is won
        (SessionRules(bankroll=10_000_000, rolls=7), 7),
        (SessionRules(bankroll=500, rolls=7), 0),  # the first bet is not covered
    ],
)
def test_a_coin_is_tossed_as_often_as_a_person_works_out(rules: SessionRules, rolls: float) -> None:
    visits = found(coin(), rules)
    assert visits.rows.tolist() == pytest.approx([rolls])
    assert visits.decisions.tolist() == pytest.approx([0, rolls])
    assert visits.edges[0].tolist() == pytest.approx([rolls / 36] * 36)


def test_a_session_of_two_shooters_expects_two_times_six_sevens_of_the_place_bet() -> None:
    visits = found(place_six(), SessionRules(bankroll=10_000_000, shooters=2))
    assert visits.rows[0] == pytest.approx(2 * 36 / 6)
    assert visits.edges[0, :6].tolist() == pytest.approx([1 / 3] * 6)
    assert visits.decisions.tolist() == pytest.approx([0, 2, 10])


def naive_visits(arrays: GraphArrays, rules: SessionRules, weights: tuple[int, ...]) -> list[float]:
    """By decision: the same, from every position that is met, one after the other."""
    made = [0.0] * len(arrays.row)
    now = {(0, rules.bankroll, 0): 1.0}
    for count in range(rules.rolls or 0):
        after: dict[tuple[int, int, int], float] = defaultdict(float)
        for (node, wealth, outs), chance in now.items():
            if count and not (rules.stop or -1) < wealth < (rules.goal or 10**9):
                continue
            those = range(int(arrays.first[node]), int(arrays.first[node + 1]))
            decision = [each for each in those if arrays.low[each] <= wealth][-1]
            row = int(arrays.row[decision])
            if row < 0 or outs == rules.shooters:
                continue
            made[decision] += chance
            for place, weight in enumerate(weights):
                then = int(arrays.node[row, place]), wealth + int(arrays.delta[row, place])
                after[(*then, outs + int(arrays.seven_out[row, place]))] += chance * weight / sum(weights)
        now = after
    return made


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_are_visited_as_positions_one_by_one_say(
    seed: int, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setattr("comeout.lab.laws.compiled_spread.compiled_walk", lambda: "it is not there")
    rules = SessionRules(
        bankroll=[600, 950][seed % 2],
        rolls=[1, 5, 20][seed % 3],
        goal=1400 if seed % 4 < 2 else None,
        stop=300 if seed % 3 else None,
        shooters=1 + seed % 3 if seed % 5 < 3 else None,
    )
    arrays, weights = random_graph(seed), WEIGHTS if seed % 2 else (1,) * 36
    visits = found(arrays, rules, weights)
    assert visits.decisions.tolist() == pytest.approx(naive_visits(arrays, rules, weights), abs=1e-10)
    of_law = law(arrays, rules, weights=weights)
    assert visits.rows.sum() == pytest.approx(of_law.expected_rolls, abs=1e-10)
    assert rules.bankroll + (visits.edges * arrays.delta).sum() == pytest.approx(of_law.mean_cents, abs=1e-7)


def test_without_a_limit_of_rolls_the_rolls_are_those_of_the_law() -> None:
    arrays, rules = pass_line(), SessionRules(bankroll=3000, goal=5000)
    visits = found(arrays, rules)
    assert visits.rows.sum() == pytest.approx(law(arrays, rules).expected_rolls)
    assert visits.decisions[0] == 0


def test_no_visits_are_told_of_bets_played_out_or_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SessionRules(bankroll=3000, rolls=20)
    assert expected_visits(pass_line(), SessionRules(bankroll=3000, rolls=20, play_out=True)) is None
    for name in ("MOST_ROWS", "MOST_MOVES"):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 10)
            assert expected_visits(pass_line(), rules) is None
    monkeypatch.setattr(module, "MOST_STATES", 2)
    assert expected_visits(pass_line(), SessionRules(bankroll=3000, goal=5000)) is None


def test_what_nobody_knows_is_not_guessed() -> None:
    arrays = graph_of([lambda _: (-1000, 0, False)], [[(0, UNKNOWN), (2000, 0)]])
    with pytest.raises(UnknownWealth):
        expected_visits(arrays, SessionRules(bankroll=2500, rolls=3))
    assert np.allclose(found(arrays, SessionRules(bankroll=90_000, rolls=3)).rows, [3])
