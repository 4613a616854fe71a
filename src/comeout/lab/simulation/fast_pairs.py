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
"""Entries of the table: the distance of one in bytes has 22 bits."""
SPAN = 1 << 22
"""No session that is taken in pairs goes so many units up or down, so its numbers are exact as 32-bit floats."""
NEVER = float(2 * SPAN)
"""In place of the wealth that is needed: these two rolls are not taken in one step."""
CACHE_LINE = 64
PAIR = np.dtype([("next", np.uint32), ("first", np.float32), ("second", np.float32), ("need", np.float32)])


@dataclass(frozen=True, slots=True, eq=False)
class FastPairs:
    """The rows that pairs start from, and room for the table, which the compiled walk writes itself."""

    table: Pairs
    """By fast row and pair of classes."""
    fast_of: Indexes
    """By row: its fast row, or -1."""
    row_of: Indexes
    width: int
    """Of a fast row, in bytes."""
    pair_of: Offsets
    """By pair of rolls: where its entry is in a fast row, in bytes."""


def fast_pairs(plan: WalkPlan) -> FastPairs:
    """The rows that sessions meet, nearest to the start first, as many as the table may hold."""
    classes = plan.delta.shape[1]
    width = classes * classes
    rows = _rich_rows(plan, most=MOST_PAIRS // width) if _is_bounded(plan) else np.empty(0, np.int32)
    fast_of = np.full(len(plan.delta), -1, np.int32)
    fast_of[rows] = np.arange(len(rows), dtype=np.int32)
    pair_of = (plan.class_of[:, None] * classes + plan.class_of[None, :]).ravel() * PAIR.itemsize
    return FastPairs(
        table=_aligned(len(rows) * width),
        fast_of=fast_of,
        row_of=rows,
        width=width * PAIR.itemsize,
        pair_of=pair_of.astype(np.uint16),
    )


def _is_bounded(plan: WalkPlan) -> bool:
    """Whether no session can leave the range in which floats are exact."""
    if plan.rolls is None or plan.shooters != LARGE or not plan.delta.size:
        return False
    largest = max(int(np.abs(plan.delta).max()), int(np.abs(plan.action).max(initial=0)))
    return largest * (plan.rolls + 2) < SPAN


def _rich_rows(plan: WalkPlan, *, most: int) -> Indexes:
    """Rows that follow from last decisions alone, as a session meets them, then other rows."""
    rich = plan.row[plan.last]
    found: dict[int, None] = {}
    front = [int(rich[0])]
    while front and len(found) < most:
        fresh = [row for row in front if row >= 0 and row not in found][: most - len(found)]
        found.update(dict.fromkeys(fresh))
        front = list(dict.fromkeys(rich[plan.node[fresh].ravel()].tolist())) if fresh else []
    return np.array([*found], np.int32)


def _aligned(count: int) -> Pairs:
    """Entries that are never taken, in memory that starts with a line of the cache."""
    room = np.zeros(count * PAIR.itemsize + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    found: Pairs = room[start : start + count * PAIR.itemsize].view(PAIR)
    found["need"] = NEVER
    return found
