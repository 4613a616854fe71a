"""The walk in NumPy against a naive one, session by session."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from comeout.lab.graph_arrays import RUINED
from comeout.lab.session_rules import SessionEnd, SessionRules
from comeout.lab.simulation.array_dice import ArrayDice
from comeout.lab.simulation.array_runner import run_arrays
from comeout.lab.simulation.dice_format import dice_key, rolls_of
from comeout.lab.simulation.walk_plan import walk_plan
from tests.lab.simulation.graphs import Sketch, pass_line, random_graph
from tests.lab.simulation.naive_walk import NaiveWalk, differences, some_rules, some_weights

CHECKPOINTS = [1, 2, 10, 50, 137]


@pytest.mark.parametrize("weights", [None, [1, *[2] * 34, 9]])
def test_arrays_of_dice_are_the_dice_of_each_session(weights: list[int] | None) -> None:
    numbers = [0, 5, 6, 2**61 - 1]
    source = ArrayDice(dice_key("many", weights), numbers)
    everybody = np.arange(4)
    ours = np.concatenate([source.next_ten(everybody) for _ in range(700)])
    for at, number in enumerate(numbers):
        assert ours[:, at].tolist() == list(islice(rolls_of("many", number, weights=weights), 7000))


def test_rejected_words_occur_in_what_was_compared() -> None:
    assert list(islice(rolls_of(7, 0), 10)) != []
    rejecting = ArrayDice(dice_key("rejected"), range(20_000))
    rejecting.next_ten(np.arange(20_000))
    after = rejecting.next_ten(np.arange(20_000))
    wrong = [n for n in range(0, 20_000, 400) if after[:, n].tolist() != list(islice(rolls_of("rejected", n), 10, 20))]
    assert wrong == []


@pytest.mark.parametrize("seed", range(40))
def test_every_session_of_a_random_graph_is_what_a_naive_walk_makes_of_it(seed: int) -> None:
    arrays, rules, weights = (
        random_graph(seed, unknown=seed % 3 == 0, by_total=seed % 2 == 0),
        some_rules(seed),
        some_weights(seed),
    )
    plan = walk_plan(arrays, rules)
    found = run_arrays(plan, dice_key(seed, weights), 7, 40, checkpoints=CHECKPOINTS, full=True)
    naive = NaiveWalk(arrays, rules)
    records = [naive.session(rolls_of(seed, 7 + at, weights=weights)) for at in range(40)]
    assert differences(plan, found, records, CHECKPOINTS) == []
    assert {(row, roll): int(found.edges[row, roll]) for row, roll in np.argwhere(found.edges).tolist()} == naive.edges
    assert {at: int(found.decisions[at]) for at in np.flatnonzero(found.decisions).tolist()} == naive.decisions


def test_random_graphs_meet_every_end_and_the_unknown() -> None:
    seen: set[int] = set()
    for seed in range(40):
        plan = walk_plan(random_graph(seed, unknown=seed % 3 == 0, by_total=seed % 2 == 0), some_rules(seed))
        seen |= set(run_arrays(plan, dice_key(seed), 7, 40, full=False).end.tolist())
    assert seen == {0, *SessionEnd}


def test_money_is_conserved_over_the_counted_rolls() -> None:
    arrays, rules = pass_line(), SessionRules(bankroll=5000, rolls=60, goal=7000, play_out=True)
    found = run_arrays(walk_plan(arrays, rules), dice_key(3), 0, 500, full=True)
    assert int((found.edges * arrays.delta).sum()) == 1000 * int(found.final.sum())
    assert int((found.decisions * arrays.action).sum()) == 1000 * int(found.action.sum())


def test_a_session_that_cannot_start_is_ruined_by_roll_nothing() -> None:
    found = run_arrays(walk_plan(pass_line(), SessionRules(bankroll=999, rolls=5)), dice_key(1), 0, 3, full=True)
    assert found.end.tolist() == [SessionEnd.RUINED] * 3
    assert found.rolls.tolist() == found.final.tolist() == found.action.tolist() == [0, 0, 0]


def test_the_last_decision_is_not_made_but_tells_ruin() -> None:
    sketch = Sketch([[(-500, 0, False)] * 36], [[(0, RUINED, 0), (500, 0, 500)]], [-1])
    for rolls, end in ((1, SessionEnd.ROLLS), (2, SessionEnd.RUINED), (3, SessionEnd.RUINED)):
        plan = walk_plan(sketch.arrays(), SessionRules(bankroll=1000, rolls=rolls))
        found = run_arrays(plan, dice_key(1), 0, 1, full=True)
        assert (found.end[0], found.action[0], found.rolls[0]) == (end, min(rolls, 2), min(rolls, 2))


def test_a_summary_leaves_the_rest_empty() -> None:
    plan = walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=60))
    full = run_arrays(plan, dice_key(3), 0, 50, checkpoints=(5,), full=True)
    summary = run_arrays(plan, dice_key(3), 0, 50, checkpoints=(5,), full=False)
    assert summary.final.tolist() == full.final.tolist()
    assert [len(each) for each in (summary.rolls, summary.below, summary.wealth, summary.edges)] == [0] * 4
