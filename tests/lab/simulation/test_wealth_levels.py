"""Decisions by wealth: every level of a node has the decision that a search among its decisions finds."""

from __future__ import annotations

import numpy as np
import pytest

from comeout.lab.session_rules import SessionRules
from comeout.lab.simulation import wealth_levels as levels
from comeout.lab.simulation.walk_plan import WalkPlan, walk_plan
from comeout.lab.simulation.wealth_levels import WealthLevels, level_table, wealth_levels
from tests.lab.simulation.graphs import pass_line, random_graph


def looked_up(found: WealthLevels, node: int, wealth: int) -> int:
    """The decision of a node, as the compiled walk finds it."""
    above = min(max(wealth - int(found.base[node]), 0), int(found.span[node]))
    return int(found.decision[int(found.place[node]) + above])


def searched(plan: WalkPlan, node: int, wealth: int) -> int:
    """The decision of a node, one after the other."""
    return max(at for at in range(int(plan.first[node]), int(plan.first[node + 1])) if plan.low[at] <= wealth)


@pytest.mark.parametrize("seed", range(8))
def test_a_level_has_the_decision_that_a_search_finds(seed: int) -> None:
    plan = walk_plan(random_graph(seed), SessionRules(bankroll=12_345, rolls=10))
    found = wealth_levels(plan)
    assert found.dense
    for node in range(len(plan.closing)):
        for wealth in range(-200, 200):
            assert looked_up(found, node, wealth) == searched(plan, node, wealth)


def test_a_node_with_one_decision_has_one_level() -> None:
    found = wealth_levels(walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=10)))
    assert found.span.tolist() == [1, *[0] * 13]
    assert len(found.decision) == 15


def test_with_too_many_levels_a_node_has_only_its_last_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "MOST_LEVELS", 14)
    plan = walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=10))
    found = wealth_levels(plan)
    assert not found.dense
    assert not found.span.any()
    assert found.base[0] == -4, "from 1,000 on the stake is covered"
    assert np.array_equal(found.decision[found.place], plan.last)


def test_a_level_names_the_next_row_and_the_action_or_an_end() -> None:
    plan = walk_plan(pass_line(), SessionRules(bankroll=5000, rolls=10))
    table = level_table(plan, wealth_levels(plan))
    classes = plan.delta.shape[1]
    assert table["next"].tolist()[:4] == [-classes, 0, classes, 2 * classes]
    assert table["next"].tolist()[-levels.ENDS :] == [-3 * classes, -2 * classes, -classes]
    assert table["action"].tolist() == [0, 1, *[0] * (len(table) - 2)]
