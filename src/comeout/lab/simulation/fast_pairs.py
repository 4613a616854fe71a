"""FastPairs: two rolls in one step for rich racks, where each node has one decision. The compiled walk reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.simulation.walk_plan import LARGE, WalkPlan

if TYPE_CHECKING:
    from numpy import dtype, ndarray, uint16, void

    from comeout.lab.graph_arrays import Indexes

    Pairs = ndarray[tuple[int, ...], dtype[void]]
    Offsets = ndarray[tuple[int, ...], dtype[uint16]]

MOST_PAIRS = 1 << 18
"""Entries of the table: past four megabytes it would leave the processor's cache, and single rolls are quicker."""
SPAN = 1 << 22
"""No session that is taken in pairs goes so many units up or down, so its numbers are exact as 32-bit floats."""
NO_STEP = -float(4 * SPAN)
"""In place of the first change: these two rolls are not taken in one step, since it leads out of every span."""
PAIR = np.dtype([("next", np.uint32), ("first", np.float32), ("second", np.float32), ("action", np.float32)])


@dataclass(frozen=True, slots=True, eq=False)
class FastPairs:
    """The table of pairs, and the wealth that it holds for."""

    table: Pairs
    """By fast row and pair of classes: next fast row, the changes of both rolls, action of the decisions after them."""
    fast_of: Indexes
    """By row: its fast row, or -1."""
    row_of: Indexes
    width: int
    """Of a fast row, in bytes."""
    pair_of: Offsets
    """By pair of rolls: where its entry is in a fast row, in bytes."""
    low: int
    span: int


def fast_pairs(plan: WalkPlan) -> FastPairs:
    """The pairs of the rows that rich sessions meet, nearest to the start first, as many as the table may hold."""
    classes = plan.delta.shape[1]
    width = classes * classes
    rows = _rich_rows(plan, most=MOST_PAIRS // width) if _is_bounded(plan) else np.empty(0, np.int32)
    fast_of = np.full(len(plan.delta), -1, np.int32)
    fast_of[rows] = np.arange(len(rows), dtype=np.int32)
    low = max(plan.highest_low, plan.stop + 1, -SPAN)
    pair_of = (plan.class_of[:, None] * classes + plan.class_of[None, :]).ravel() * PAIR.itemsize
    return FastPairs(
        table=_table(plan, rows, fast_of),
        fast_of=fast_of,
        row_of=rows,
        width=width * PAIR.itemsize,
        pair_of=pair_of.astype(np.uint16),
        low=low,
        span=max(0, min(plan.goal, SPAN) - low),
    )


def _is_bounded(plan: WalkPlan) -> bool:
    """Whether no session can leave the range in which floats are exact."""
    if plan.rolls is None or plan.shooters != LARGE or not plan.delta.size:
        return False
    largest = max(int(np.abs(plan.delta).max()), int(np.abs(plan.action).max(initial=0)))
    return largest * (plan.rolls + 2) < SPAN


def _rich_rows(plan: WalkPlan, *, most: int) -> Indexes:
    """Rows that follow from last decisions alone: those that a rich session meets first, then all others."""
    rich = plan.row[plan.last]
    found: dict[int, None] = {}
    front = [int(rich[0])]
    while front and len(found) < most:
        fresh = [row for row in front if row >= 0 and row not in found][: most - len(found)]
        found.update(dict.fromkeys(fresh))
        front = list(dict.fromkeys(rich[plan.node[fresh].ravel()].tolist())) if fresh else []
    others = [row for row in dict.fromkeys(rich.tolist()) if row >= 0 and row not in found]
    return np.array([*found, *others][:most], np.int32)


def _table(plan: WalkPlan, rows: Indexes, fast_of: Indexes) -> Pairs:
    """Every pair of classes from every fast row, in memory that starts at a multiple of an entry."""
    rich, action = plan.row[plan.last], plan.action[plan.last]
    middle = plan.node[rows]
    between = rich[middle]
    after = plan.node[np.maximum(between, 0)]
    last = rich[after]
    following = np.where(last >= 0, fast_of[np.maximum(last, 0)], -1)
    possible = (between >= 0)[:, :, None] & (following >= 0)
    table = _aligned(after.size).reshape(after.shape)
    table["next"] = np.maximum(following, 0) * (middle.shape[1] ** 2 * PAIR.itemsize)
    table["first"] = np.where(possible, plan.delta[rows][:, :, None], NO_STEP)
    table["second"] = plan.delta[np.maximum(between, 0)]
    table["action"] = action[middle][:, :, None] + action[after]
    return table


def _aligned(count: int) -> Pairs:
    room = np.zeros(count * PAIR.itemsize + PAIR.itemsize, np.uint8)
    start = -room.ctypes.data % PAIR.itemsize
    found: Pairs = room[start : start + count * PAIR.itemsize].view(PAIR)
    return found
