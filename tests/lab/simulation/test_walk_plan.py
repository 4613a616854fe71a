"""A graph prepared for a walk: units, classes of rolls, limits, and arrays that do not fit together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from comeout.dice import ROLLS
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation.walk_plan import LARGE, walk_plan
from tests.lab.simulation.graphs import pass_line

RULES = SessionRules(bankroll=12_345, rolls=10)


def test_amounts_are_in_units_of_their_greatest_common_divisor() -> None:
    plan = walk_plan(pass_line(750), RULES)
    assert (plan.unit, set(plan.delta.ravel().tolist()), set(plan.action.tolist())) == (750, {-1, 0, 1}, {0, 1})


def test_thresholds_and_limits_are_rounded_so_that_no_cent_is_misjudged() -> None:
    rules = SessionRules(bankroll=12_345, rolls=10, goal=15_000, stop=10_000)
    plan = walk_plan(pass_line(1000), rules)
    assert (plan.goal, plan.stop) == (3, -3)  # 15,345 is the first wealth at 15,000 or beyond, 9,345 at 10,000
    assert plan.low.tolist()[:2] == [-LARGE, -11]  # 1,345 covers the stake, 345 does not


def test_rolls_that_always_do_the_same_share_a_class() -> None:
    plan = walk_plan(pass_line(), RULES)
    kinds = {(roll.total, plan.class_of[roll.place]) for roll in ROLLS}
    craps = {plan.class_of[ROLLS.index(roll)] for roll in ROLLS if roll.total in (2, 3, 12)}
    assert len(kinds) == 11
    assert len({kind for _, kind in kinds}) == 9
    assert len(craps) == 1


def test_a_strategy_without_bets_has_a_unit_too() -> None:
    arrays = pass_line()
    nothing = replace(arrays, delta=np.zeros_like(arrays.delta), action=np.zeros_like(arrays.action))
    assert walk_plan(nothing, RULES).unit == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("node", np.full((13, 36), 99, np.int32)),
        ("node", np.full((13, 36), -1, np.int32)),
        ("row", np.full(15, 13, np.int32)),
        ("row", np.full(15, -4, np.int32)),
        ("first", np.zeros(15, np.int32)),
        ("closing", np.full(14, 14, np.int32)),
        ("delta", np.zeros((13, 35), np.int64)),
        ("low", np.zeros(3, np.int64)),
    ],
)
def test_arrays_that_do_not_fit_together_are_refused(field: str, value: object) -> None:
    with pytest.raises(LabError, match="do not fit together"):
        walk_plan(replace(pass_line(), **{field: value}), RULES)  # type: ignore[arg-type]
