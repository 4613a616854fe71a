"""WalkPlan: a graph and the rules of a session as the tables that both runners read, in whole units from the bankroll.

The unit is the greatest common divisor of all amounts. Rolls that do the same in every row share a class.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.session_rules import MOST_ROLLS, LabError, SessionRules

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Flags, Indexes, Ints

LARGE = 1 << 62
"""A level of wealth in units that no session reaches."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkPlan:
    """What a walk reads: changes and next nodes by row and class of roll, decisions by node, and the limits."""

    unit: int
    bankroll: int
    class_of: Indexes
    """By roll: its class."""
    delta: Ints
    """By row and class, in units."""
    node: Indexes
    seven_out: Flags
    first: Indexes
    low: Ints
    """By decision, in units from the bankroll; the first of a node holds for anything below."""
    row: Indexes
    action: Ints
    closing: Indexes
    goal: int
    stop: int
    shooters: int
    rolls: int | None
    play_out: bool

    @property
    def most_rolls(self) -> int:
        """The roll after which a session ends or is given up."""
        return MOST_ROLLS if self.rolls is None else self.rolls

    @property
    def last(self) -> Indexes:
        """By node: its last decision, the one of rich racks."""
        found: Indexes = self.first[1:] - 1
        return found

    def cents(self, units: Ints) -> Ints:
        """Wealth in cents."""
        found: Ints = units * self.unit + self.bankroll
        return found


def walk_plan(arrays: GraphArrays, rules: SessionRules) -> WalkPlan:
    """Prepare a graph for sessions under some rules."""
    _check(arrays)
    unit = gcd(_divisor(arrays.delta), _divisor(arrays.action)) or 1
    starts, class_of = _classes(arrays)
    low = -((rules.bankroll - arrays.low) // unit)
    low[arrays.first[:-1]] = -LARGE
    return WalkPlan(
        unit=unit,
        bankroll=rules.bankroll,
        class_of=class_of,
        delta=arrays.delta[:, starts] // unit,
        node=np.ascontiguousarray(arrays.node[:, starts]),
        seven_out=np.ascontiguousarray(arrays.seven_out[:, starts]),
        first=arrays.first,
        low=low,
        row=arrays.row,
        action=arrays.action // unit,
        closing=arrays.closing,
        goal=LARGE if rules.goal is None else -((rules.bankroll - rules.goal) // unit),
        stop=-LARGE if rules.stop is None else (rules.stop - rules.bankroll) // unit,
        shooters=LARGE if rules.shooters is None else rules.shooters,
        rolls=rules.rolls,
        play_out=rules.play_out,
    )


def _divisor(amounts: Ints) -> int:
    return int(np.gcd.reduce(amounts, axis=None)) if amounts.size else 0


def _classes(arrays: GraphArrays) -> tuple[list[int], Indexes]:
    """One roll of each class, and the class of each roll."""
    kinds: dict[bytes, int] = {}
    starts: list[int] = []
    class_of = np.empty(36, np.int32)
    for roll in range(36):
        columns = (arrays.delta[:, roll], arrays.node[:, roll], arrays.seven_out[:, roll])
        key = b"".join(column.tobytes() for column in columns)
        if key not in kinds:
            kinds[key] = len(starts)
            starts.append(roll)
        class_of[roll] = kinds[key]
    return starts, class_of


def _check(arrays: GraphArrays) -> None:
    """Refuse arrays that would lead a walk astray, since compiled code believes every index."""
    rows, nodes, decisions = arrays.rows, arrays.nodes, len(arrays.low)
    shapes = (arrays.delta.shape, arrays.node.shape, arrays.seven_out.shape)
    counts = np.diff(arrays.first)
    sound = (
        shapes == ((rows, 36),) * 3
        and len(arrays.first) == nodes + 1
        and len(arrays.row) == len(arrays.action) == decisions
        and nodes > 0
        and arrays.first[0] == 0
        and arrays.first[-1] == decisions
        and bool((counts > 0).all())
        and bool(((arrays.node >= 0) & (arrays.node < nodes)).all())
        and bool(((arrays.row >= -3) & (arrays.row < rows)).all())
        and bool(((arrays.closing >= -1) & (arrays.closing < nodes)).all())
    )
    if not sound:
        raise LabError("the arrays of the graph do not fit together; make the graph again")
