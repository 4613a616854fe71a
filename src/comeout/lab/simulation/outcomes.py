"""Outcomes: what a batch of sessions came to, session by session; both runners write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.simulation.walk_plan import WalkPlan

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Ints

UNFINISHED = 0
"""In place of an end: the session met something unknown, or went on for too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """By session, in units from the bankroll. A summary has only the first five; the others are empty then."""

    final: Ints
    peak: Ints
    drawdown: Ints
    """The deepest fall from the highest wealth before it."""
    action: Ints
    end: Ints
    """A value of `SessionEnd`, or UNFINISHED."""
    below: Ints
    """The longest run of rolls after which wealth was below its highest so far."""
    rolls: Ints
    shooters: Ints
    wealth: Ints
    """By checkpoint and session: wealth after that roll, or the final wealth if the session had ended before."""
    edges: Ints
    """By row and roll: how often it was rolled in finished sessions, rolls of playing out included."""
    decisions: Ints
    """By decision: how often it was made in finished sessions."""


def empty_outcomes(plan: WalkPlan, count: int, checkpoints: Sequence[int], *, full: bool) -> Outcomes:
    """Outcomes for a runner to fill in."""
    more = count if full else 0
    final, peak, drawdown, action, end = np.zeros((5, count), np.int64)
    below, rolls, shooters = np.zeros((3, more), np.int64)
    wealth = np.zeros((len(checkpoints) if full else 0, count), np.int64)
    edges = np.zeros((len(plan.delta) if full else 0, 36), np.int64)
    decisions = np.zeros(len(plan.row) if full else 0, np.int64)
    return Outcomes(final, peak, drawdown, action, end, below, rolls, shooters, wealth, edges, decisions)
