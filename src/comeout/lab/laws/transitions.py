"""Transitions: a graph as a Markov chain on cells of wealth, one cell for each multiple of the largest common unit.

Cell 0 is the wealth that a session starts with. Seven-outs that count are layers of nodes, so nobody counts them later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import NO_NODE, UNKNOWN, GraphArrays
from comeout.lab.session_rules import LabError, SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.laws.dice_chances import DiceChances

    Cells = NDArray[np.int64]
    Numbers = NDArray[np.int32]

FINISHED = UNKNOWN - 1
"""In place of a row: the last shooter of the session has sevened out."""
FAR = 2**62
"""A cell above every other; its negative is one below every other."""


class TooManyLevels(LabError):
    """A session that nothing bounds, or hardly: it has no exact answer, and can be simulated."""

    def __init__(self) -> None:
        super().__init__(
            "without a limit of rolls this session reaches too many levels of wealth; "
            "give it a goal, a nearer goal, or a limit of rolls or shooters, or simulate it with comeout sim"
        )


MOST_EXACT_ROLLS = 1_000_000
"""The most rolls of an exact answer, which keeps the chance of each end by roll."""
MOST_LAYERED_ROWS = 250_000
"""The most rows of an exact answer, each counted once for every shooter."""


class TooManyRolls(LabError):
    """More rolls or shooters than an exact answer has memory for; the session can be simulated."""

    def __init__(self, most: int, word: str) -> None:
        super().__init__(
            f"an exact answer has at most {most:,} {word} here; give fewer --{word}, or simulate it with comeout sim"
        )


def check_exact_size(arrays: GraphArrays, rules: SessionRules) -> None:
    """Refuse a session whose law would not fit into memory."""
    if rules.rolls is not None and rules.rolls > MOST_EXACT_ROLLS:
        raise TooManyRolls(MOST_EXACT_ROLLS, "rolls")
    most = max(1, MOST_LAYERED_ROWS // max(1, arrays.rows))
    if rules.shooters is not None and rules.shooters > most:
        raise TooManyRolls(most, "shooters")


class UnknownWealth(LabError):
    """The graph does not say what the strategy does at a wealth that the session reaches; a larger graph does."""

    def __init__(self) -> None:
        super().__init__(
            "the session reaches a wealth at which nobody knows what the strategy does, since its graph is too large "
            "to be found for every rack; so there is no exact answer: simulate it with comeout sim"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Transitions:
    """Edges by the node they lead to, decisions by node, and where the wealth of a session that ends is put."""

    origin: int
    """The wealth of cell 0, in cents."""
    unit: int
    """The cents from one cell to the next."""
    rows: int
    into: Numbers
    """By node, and one more: its edges are `into[n]` up to `into[n + 1]`."""
    source: Numbers
    """By edge: the row that it comes from."""
    shift: Cells
    """By edge: the change of wealth in cells."""
    chance: NDArray[np.float64]
    """By edge: the chance of the rolls that take it."""
    first: Numbers
    """By node, and one more: its decisions."""
    low: Cells
    """By decision: the lowest cell that it is made for."""
    row: Numbers
    """By decision: its row, or RUINED, QUIT, UNKNOWN or FINISHED."""
    pile: Numbers
    """By node: the pile for wealth that ends there with bets on the layout; pile 0 is played out already."""
    open_nodes: Numbers
    """By pile, but for pile 0: the node of the graph where its bets are played out."""
    goal: int
    """The lowest cell that meets the goal; a session that is played out has none."""
    stop: int
    """The highest cell that meets the stop."""

    @property
    def nodes(self) -> int:
        """How many nodes there are, those of every layer counted."""
        return len(self.pile)


def transitions_of(arrays: GraphArrays, rules: SessionRules, dice: DiceChances) -> Transitions:
    """The chain of one session; without `play_out` every pile is pile 0."""
    check_exact_size(arrays, rules)
    unit = unit_of(arrays)
    layers = rules.shooters or 1
    closing = arrays.closing if rules.play_out else np.full(arrays.nodes, NO_NODE, dtype=np.int32)
    open_nodes, pile = np.unique(closing, return_inverse=True)
    if open_nodes[0] != NO_NODE:
        open_nodes, pile = np.concatenate(([NO_NODE], open_nodes)), pile + 1
    first, low, row = _layered_decisions(arrays, layers, counted=rules.shooters is not None)
    into, source, shift, chance = _edges(arrays, dice, unit, layers, counted=rules.shooters is not None)
    cell = _cell_at_least(low, rules.bankroll, unit)
    cell[first[:-1]] = -FAR
    return Transitions(
        origin=rules.bankroll,
        unit=unit,
        rows=arrays.rows * layers,
        into=into,
        source=source,
        shift=shift,
        chance=chance,
        first=first,
        low=cell,
        row=row,
        pile=np.tile(pile.astype(np.int32), (len(first) - 1) // arrays.nodes),
        open_nodes=open_nodes[1:].astype(np.int32),
        goal=FAR if rules.goal is None else -((rules.bankroll - rules.goal) // unit),
        stop=-FAR if rules.stop is None else (rules.stop - rules.bankroll) // unit,
    )


def unit_of(arrays: GraphArrays) -> int:
    """The largest amount in cents of which every change of wealth is a multiple."""
    return int(np.gcd.reduce(arrays.delta, axis=None)) or 1


def _cell_at_least(wealth: Cells, origin: int, unit: int) -> Cells:
    """The lowest cells that hold at least these amounts."""
    return -((origin - np.clip(wealth, -FAR // 2, FAR // 2)) // unit)


def _layered_decisions(arrays: GraphArrays, layers: int, *, counted: bool) -> tuple[Numbers, Cells, Numbers]:
    """The decisions of every layer; once the last shooter is gone, each that would go on is FINISHED."""
    rows = [np.where(arrays.row >= 0, arrays.row + layer * arrays.rows, arrays.row) for layer in range(layers)]
    if counted:
        rows.append(np.where(arrays.row >= 0, FINISHED, arrays.row))
    size = len(arrays.row)
    first = np.concatenate([arrays.first[:-1] + layer * size for layer in range(len(rows))] + [[len(rows) * size]])
    return first.astype(np.int32), np.tile(arrays.low, len(rows)), np.concatenate(rows).astype(np.int32)


def _edges(
    arrays: GraphArrays, dice: DiceChances, unit: int, layers: int, *, counted: bool
) -> tuple[Numbers, Numbers, Cells, NDArray[np.float64]]:
    """The distinct edges of every layer, by node and then by row; a seven-out that counts leads to the next layer."""
    possible = np.flatnonzero(dice.floats)
    shift = arrays.delta[:, possible] // unit
    lowest = int(shift.min(initial=0))
    width = int(shift.max(initial=0)) - lowest + 1
    out = arrays.seven_out[:, possible] if counted else np.zeros(shift.shape, dtype=bool)
    target = (out * arrays.nodes + arrays.node[:, possible]).astype(np.int64)
    key = ((target * arrays.rows + np.arange(arrays.rows)[:, None]) * width + (shift - lowest)).ravel()
    order = np.argsort(key, kind="stable")
    sorted_key = key[order]
    starts = np.flatnonzero(np.diff(sorted_key, prepend=-1))
    weight = np.tile(dice.floats[possible], arrays.rows)[order]
    chance = (np.add.reduceat(weight, starts) if starts.size else weight) / dice.floats.sum()
    rest, shift = np.divmod(sorted_key[starts], width)
    shift += lowest
    target, row = np.divmod(rest, max(arrays.rows, 1))
    out, node = np.divmod(target, arrays.nodes)
    layer = np.repeat(np.arange(layers), len(starts))
    target = np.tile(node, layers) + (layer + np.tile(out, layers)) * arrays.nodes
    source = np.tile(row, layers) + layer * arrays.rows
    order = np.argsort(target, kind="stable")
    into = np.searchsorted(target[order], np.arange((layers + counted) * arrays.nodes + 1))
    return (
        into.astype(np.int32),
        source[order].astype(np.int32),
        np.tile(shift, layers)[order],
        np.tile(chance, layers)[order],
    )
