"""DifferenceLaw: the exact law of what one strategy has more than another on the same dice, while neither runs short.

Two strategies on the same dice are one chain of pairs of rows; only the pairs that are reached are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import NO_NODE, QUIT, UNKNOWN, GraphArrays
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.lumping import LOWEST, lumped, topmost
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.laws.wealth_law import law_on
from comeout.lab.session_rules import LabError, SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

MOST_PAIRS = 20_000
"""The most pairs of nodes that are looked for; the law of more would take longer than simulating the difference."""


class RunsShort(LabError):
    """One of two strategies may run short of money, so the exact law of their difference is out of reach."""


class TooManyPairs(LabError):
    """Two strategies meet each other in more pairs of positions than the cap."""

    def __init__(self) -> None:
        super().__init__("these two strategies reach too many pairs of positions; simulate the difference instead")


@dataclass(frozen=True, slots=True, eq=False)
class DifferenceLaw:
    """The law of the final wealth of the first strategy minus that of the second, in cents."""

    difference: NDArray[np.int64]
    """Every difference that has a chance, rising."""
    chance: NDArray[np.float64]
    mass_dropped: float
    pairs_of_rows: int
    """How many pairs of rows are reached, before those that are alike are merged."""

    @property
    def pairs(self) -> list[tuple[int, float]]:
        """The law as pairs of cents and probability."""
        return list(zip(self.difference.tolist(), self.chance.tolist(), strict=True))

    @property
    def p_first_above(self) -> float:
        """The chance that the first strategy ends with more than the second."""
        return float(self.chance[self.difference > 0].sum())

    @property
    def p_equal(self) -> float:
        """The chance that both end with the same."""
        return float(self.chance[self.difference == 0].sum())

    @property
    def mean_cents(self) -> float:
        """The mean of the difference."""
        return float(self.difference @ self.chance / self.chance.sum())

    @property
    def sd_cents(self) -> float:
        """The standard deviation of the difference."""
        return float(np.sqrt((self.difference - self.mean_cents) ** 2 @ self.chance / self.chance.sum()))


def difference_law(
    first: GraphArrays, second: GraphArrays, rules: SessionRules, *, weights: Sequence[float] | None = None
) -> DifferenceLaw:
    """The law of the difference after the rolls or shooters of a session; RunsShort where money may run short."""
    if rules.goal is not None or rules.stop is not None or (rules.rolls is None and rules.shooters is None):
        raise LabError("the exact law of a difference is that of rolls or shooters, without a goal or a stop")
    dice = dice_chances(weights)
    sides = [_rich_side(arrays, rules, dice) for arrays in (first, second)]
    both = _product(*sides, play_out=rules.play_out)
    found = law_on(both, rules, dice)
    return DifferenceLaw(found.wealth - rules.bankroll, found.chance, found.mass_dropped, both.rows)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One strategy with money for everything: a row for each node; the last row and node mean that it is over."""

    delta: Numbers
    node: Numbers
    seven_out: NDArray[np.bool_]
    row: Numbers
    closing: Numbers


def _rich_side(arrays: GraphArrays, rules: SessionRules, dice: DiceChances) -> _Side:
    """The highest decisions of a strategy, once it is sure that the session makes no others."""
    top, least = topmost(arrays, play_out=rules.play_out)
    try:
        if rules.bankroll < least:
            raise UnknownWealth
        law_on(top, rules, dice)
    except UnknownWealth as short:
        raise RunsShort("one of the strategies may run short of money; simulate the difference instead") from short
    each_roll = DiceChances(tuple(range(1, 37)))  # rows that are alike roll by roll, not only in their law
    small = lumped(top, each_roll, shooters=True, play_out=rules.play_out)
    rows, nodes = small.rows, small.nodes
    row = small.row[small.first[1:] - 1]
    if (row == UNKNOWN).any():
        raise RunsShort("one of the strategies has a graph that does not know rich racks; find more of it")
    return _Side(
        delta=np.vstack((small.delta, np.zeros((1, 36), np.int64))),
        node=np.vstack((small.node, np.full((1, 36), nodes))).astype(np.int64),
        seven_out=np.vstack((small.seven_out, np.zeros((1, 36), bool))),
        row=np.append(np.where(row < 0, rows, row), rows).astype(np.int64),
        closing=np.append(np.where(small.closing == NO_NODE, nodes, small.closing), nodes).astype(np.int64),
    )


def _product(one: _Side, other: _Side, *, play_out: bool) -> GraphArrays:
    """The graph of two strategies on the same dice; its wealth is the difference."""
    width = len(other.row)
    codes = _reached_pairs(one, other, play_out=play_out)
    place = np.argsort(codes)
    left, right = np.divmod(codes, width)
    row_codes = one.row[left] * len(other.delta) + other.row[right]
    ended = len(one.delta) * len(other.delta) - 1
    rows, row = np.unique(np.append(row_codes, ended), return_inverse=True)
    a, b = np.divmod(rows[:-1], len(other.delta))
    after = one.node[a] * width + other.node[b]
    closing = one.closing[left] * width + other.closing[right]
    over = len(one.row) * width - 1
    return GraphArrays(
        delta=one.delta[a] - other.delta[b],
        node=place[np.searchsorted(codes, after, sorter=place)].astype(np.int32),
        seven_out=one.seven_out[a] | other.seven_out[b],
        first=np.arange(len(codes) + 1, dtype=np.int32),
        low=np.full(len(codes), LOWEST),
        row=np.where(row[:-1] == len(rows) - 1, QUIT, row[:-1]).astype(np.int32),
        action=np.zeros(len(codes), np.int64),
        closing=np.where(closing == over, NO_NODE, place[_found(codes, place, closing)]).astype(np.int32)
        if play_out
        else np.full(len(codes), NO_NODE, np.int32),
    )


def _found(codes: Numbers, place: Numbers, wanted: Numbers) -> Numbers:
    """The places of codes among the sorted ones; any place for a code that is not there."""
    return np.minimum(np.searchsorted(codes, wanted, sorter=place), len(codes) - 1)


def _reached_pairs(one: _Side, other: _Side, *, play_out: bool) -> Numbers:
    """The pairs of nodes that two sessions on the same dice come to, the first pair first, as single numbers."""
    width = len(other.row)
    known = fresh = np.zeros(1, dtype=np.int64)
    while fresh.size:
        left, right = np.divmod(fresh, width)
        after = one.node[one.row[left]] * width + other.node[other.row[right]]
        if play_out:
            after = np.append(after, one.closing[left] * width + other.closing[right])
        fresh = np.setdiff1d(after, known)
        known = np.append(known, fresh)
        if len(known) > MOST_PAIRS:
            raise TooManyPairs
    return known
