"""The exact chances of how far and for how many rolls a session falls below its highest wealth so far.

Both depend on wealth and on the distance below the peak at once, so they are found for small graphs only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.laws.mass import empty_mass
from comeout.lab.laws.transitions import FAR, FINISHED, Transitions
from comeout.lab.laws.wealth_law import BEGIN, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Chances = NDArray[np.float64]
    Rows = NDArray[np.int64]

LEAST = 1e-12
"""A level that is less likely than that is not looked at, nor are those beyond it."""


def while_likely(chance_of: Callable[[int], float]) -> list[float]:
    """By level: the chance to come so far at least; [0] is 1, and the rising levels from 1 on are asked for."""
    reached = [1.0]
    while reached[-1] > LEAST:
        reached.append(chance_of(len(reached)))
    return reached[:-1]


# ------------------------------------------------------------------ how far


def drawdown_chances(chain: Transitions, *, rolls: int | None) -> list[float]:
    """By depth in cells: the chance to fall so far below a peak, at least."""

    def falls_by(depth: int) -> float:
        deep = ending_below(chain, depth)
        mass = empty_mass(deep)
        play(deep, mass, [BEGIN], rolls=rolls)
        return float(mass.piles[1].cells.sum())

    return while_likely(falls_by)


def ending_below(chain: Transitions, depth: int) -> Transitions:
    """The same chain, where a session ends on pile 1 as soon as it is so many cells below its peak.

    Nodes and rows stand once for each distance below the peak, and one more node is where those sessions end.
    """
    gap = np.arange(depth)[:, None]
    after = np.maximum(gap - chain.shift, 0)
    target = np.where(after < depth, after * chain.nodes + _target(chain), depth * chain.nodes).ravel()
    order = np.argsort(target, kind="stable")
    row = np.where(chain.row >= 0, chain.row + gap * chain.rows, chain.row).ravel()
    first = (chain.first[:-1] + gap * len(chain.row)).ravel()
    return replace(
        chain,
        rows=depth * chain.rows,
        into=np.searchsorted(target[order], np.arange(depth * chain.nodes + 2)).astype(np.int32),
        source=(chain.source + gap * chain.rows).ravel()[order].astype(np.int32),
        shift=np.tile(chain.shift, depth)[order],
        chance=np.tile(chain.chance, depth)[order],
        first=np.append(first, [len(row), len(row) + 1]).astype(np.int32),
        low=np.append(np.tile(chain.low, depth), -FAR),
        row=np.append(row, FINISHED).astype(np.int32),
        pile=np.append(np.zeros(depth * chain.nodes), 1).astype(np.int32),
        open_nodes=np.zeros(1, np.int32),
    )


def _target(chain: Transitions) -> Rows:
    """By edge: the node that it leads to."""
    return np.repeat(np.arange(chain.nodes), np.diff(chain.into))


# ------------------------------------------------------------------ how long


def time_below_chances(chain: Transitions, *, rolls: int, peaks: int, depth: int) -> list[float]:
    """By number of rolls: the chance to be below a peak after so many on end, at least.

    No peak is `peaks` cells above the bankroll, and no fall is `depth` cells deep.
    """
    begin = rows_by_cell(chain, 0, 1)[0, 0]
    if begin < 0:
        return [1.0]
    found = excursions(chain, rolls=rolls, peaks=peaks, depth=depth)
    free = np.zeros((rolls + 1, peaks + found.jump, chain.rows))
    free[0, 0, begin] = 1
    found.go_on(free, range(1, rolls + 1), most=rolls)

    def stays_for(length: int) -> float:
        if length > rolls:
            return 0.0
        at_peak = free[: rolls - length + 1].copy()
        # Up to this roll nobody who is back has been away for longer.
        found.go_on(at_peak, range(length + 1, len(at_peak)), most=length)
        return float((at_peak[:, :peaks].sum(axis=0) * found.below[length]).sum())

    return while_likely(stays_for)


def time_below_moves(chain: Transitions, *, rolls: int, peaks: int, depth: int) -> int:
    """About how many chances are moved for that, which bounds the memory too."""
    ways = chain.rows * chain.rows * (_jump(chain) + 1)
    excursions_alone = rolls * (len(chain.source) + len(chain.row)) * chain.rows * peaks * depth
    return excursions_alone + rolls * (rolls * rolls // 24 + rolls // 2 + 20) * peaks * ways


@dataclass(frozen=True, slots=True, eq=False)
class Excursions:
    """What sessions do that roll at their peak, until they are there again or above it."""

    back: Chances
    """By peak, number of rolls but one, row, next row and cells above the old peak: the chance to come back so."""
    below: Chances
    """By number of rolls, peak and row: the chance to be below the peak after each of them."""
    jump: int
    """How many cells a roll may lead above a peak."""

    def go_on(self, at_peak: Chances, rolls: range, *, most: int) -> None:
        """Find the chances to be at each peak and row after some rolls, with excursions of at most so many rolls."""
        peaks, _, rows, _, jumps = self.back.shape
        for roll in rolls:
            times = min(roll, most)
            before = at_peak[roll - times : roll, :peaks][::-1].transpose(1, 0, 2).reshape(peaks, 1, times * rows)
            came = before @ self.back[:, :times].reshape(peaks, times * rows, rows * jumps)
            at_peak[roll] = 0
            for jump in range(jumps):
                at_peak[roll, jump : jump + peaks] += came.reshape(peaks, rows, jumps)[..., jump]


def excursions(chain: Transitions, *, rolls: int, peaks: int, depth: int) -> Excursions:
    """The excursions of at most so many rolls, from every peak and row at once."""
    jump = _jump(chain)
    row_of = rows_by_cell(chain, 1 - depth, peaks + jump)
    peak = np.arange(peaks)[:, None] + depth - 1
    at_peak, under = row_of[:, peak + np.arange(jump + 1)], row_of[:, peak - np.arange(depth)]
    pairs = [(node, row) for node in range(chain.nodes) for row in np.unique(row_of[node]) if row >= 0]
    edges = list(
        zip(_target(chain).tolist(), chain.source.tolist(), chain.shift.tolist(), chain.chance.tolist(), strict=True)
    )
    back = np.zeros((peaks, rolls, chain.rows, chain.rows, jump + 1))
    below = np.zeros((rolls + 1, peaks, chain.rows))
    # By row, first row, peak and cells below it.
    mass = np.zeros((chain.rows, chain.rows, peaks, depth))
    mass[np.arange(chain.rows), np.arange(chain.rows), :, 0] = 1
    for roll in range(rolls):
        # By node, first row, peak, and cells below one that lies `jump` cells above the peak.
        came = np.zeros((chain.nodes, chain.rows, peaks, jump + depth))
        for node, row, shift, chance in edges:
            size = max(0, min(depth, depth + shift))
            came[node, ..., jump - shift : jump - shift + size] += chance * mass[row, ..., :size]
        above, left = came[..., jump::-1].transpose(0, 2, 1, 3), came[..., jump:].copy()
        left[..., 0] = 0
        below[roll + 1] = left.sum(axis=(0, 3)).T
        mass[:] = 0
        for node, row in pairs:
            back[:, roll, :, row] += np.where(at_peak[node, :, None] == row, above[node], 0)
            mass[row] += np.where(under[node] == row, left[node], 0)
    return Excursions(back, below, jump)


def _jump(chain: Transitions) -> int:
    """How many cells a roll may lead upwards."""
    return max(0, int(chain.shift.max(initial=0)))


def rows_by_cell(chain: Transitions, low: int, high: int) -> Rows:
    """By node and cell from `low` up to, and without, `high`: the row that sessions go on with, or -1 if they end."""
    cells = np.arange(low, high)
    found = np.empty((chain.nodes, len(cells)), dtype=np.int64)
    for node, (first, after) in enumerate(zip(chain.first[:-1], chain.first[1:], strict=True)):
        found[node] = chain.row[first + np.searchsorted(chain.low[first:after], cells, side="right") - 1]
    found[(found < 0) | (cells >= chain.goal) | (cells <= chain.stop)] = -1
    return found
