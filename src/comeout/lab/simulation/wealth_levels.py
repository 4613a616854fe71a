"""WealthLevels: the decisions of a node by wealth, a level for each unit, so that a walk need not search for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.simulation.walk_plan import LARGE, WalkPlan

if TYPE_CHECKING:
    from numpy import dtype, ndarray, void

    from comeout.lab.graph_arrays import Indexes, Ints

    LevelTable = ndarray[tuple[int, ...], dtype[void]]

LEVEL = np.dtype([("next", np.int32), ("action", np.int32)])
ENDS = 3
"""RUINED, QUIT and UNKNOWN, in place of rows."""
MOST_LEVELS = 1 << 19
"""With more levels than that a node has one only, its last decision, and the others are searched for."""


@dataclass(frozen=True, slots=True, eq=False)
class WealthLevels:
    """By node, where its levels are; by level, the decision."""

    base: Ints
    """The wealth of the first level, which holds for less too; where a node has one only, the smallest it holds for."""
    span: Ints
    """How many levels come after the first; the last one holds for more too."""
    place: Ints
    """The first level."""
    decision: Indexes
    """By level."""
    dense: bool
    """Whether every decision has its levels."""


def wealth_levels(plan: WalkPlan) -> WealthLevels:
    """The levels of all nodes."""
    first, last = plan.first[:-1].astype(np.int64), plan.last.astype(np.int64)
    several = last > first
    base = np.where(several, plan.low[np.minimum(first + 1, last)] - 1, 0)
    span = np.where(several, plan.low[last] - base, 0)
    place = np.concatenate(([0], np.cumsum(span + 1)))
    if place[-1] > MOST_LEVELS:
        return WealthLevels(plan.low[last], np.zeros_like(span), np.arange(len(first)), plan.last, dense=False)
    node = np.repeat(np.arange(len(first)), last - first + 1)
    starts = place[node] + np.where(plan.low > -LARGE, plan.low - base[node], 0)
    decision = np.cumsum(np.bincount(starts, minlength=int(place[-1]))) - 1
    return WealthLevels(base, span, place[:-1], decision.astype(np.int32), dense=True)


def level_table(plan: WalkPlan, levels: WealthLevels) -> LevelTable:
    """By level: the place of the first entry of the next row, and the action; after them a level for each end."""
    row, action = plan.row[levels.decision], plan.action[levels.decision]
    found = np.zeros(len(row) + ENDS, LEVEL)
    found["next"] = np.append(row, np.arange(-ENDS, 0)) * plan.delta.shape[1]
    found["action"][: len(row)] = np.where(row < 0, 0, action)
    return found
