"""Lumping: rows and nodes of a graph that no law can tell apart are merged, which is partition refinement.

Two rows are alike when every roll weight leads with the same change of wealth to nodes that are alike; two nodes are
alike when every wealth selects rows that are alike. A lumped graph is a graph again. Actions are not kept apart.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from comeout.lab.graph_arrays import NO_NODE, UNKNOWN, GraphArrays
from comeout.lab.laws.transitions import UnknownWealth

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from comeout.lab.laws.dice_chances import DiceChances
    from comeout.lab.session_rules import SessionRules

    Hashes = NDArray[np.uint64]
    Classes = NDArray[np.int64]

AnswerT = TypeVar("AnswerT")
LOWEST = -(2**62)
"""A wealth below every other."""
_CODES = 4
"""Rows below zero (RUINED, QUIT, UNKNOWN) are classes of their own; this many stand before the first row."""


def from_least(arrays: GraphArrays, rules: SessionRules, answer: Callable[[GraphArrays], AnswerT]) -> AnswerT:
    """What the graph without shortage answers, or all that sessions reach where that one leaves out too much."""
    top, least = topmost(arrays, play_out=rules.play_out)
    if rules.bankroll >= least:
        with suppress(UnknownWealth):
            return answer(top)
    return answer(reached(arrays, play_out=rules.play_out))


def topmost(arrays: GraphArrays, *, play_out: bool) -> tuple[GraphArrays, int]:
    """The graph of wealth without shortage: of each node only the highest decision, of what it reaches only that.

    The number is the smallest wealth that makes every decision of it right; below, the rows are UNKNOWN.
    """
    last = arrays.first[1:] - 1
    count = arrays.nodes
    first = np.arange(count + 1, dtype=np.int32)
    top = replace(arrays, first=first, low=arrays.low[last], row=arrays.row[last], action=arrays.action[last])
    top = reached(top, play_out=play_out)
    least = int(top.low.max())
    low = np.empty(2 * top.nodes, dtype=np.int64)
    low[::2], low[1::2] = LOWEST, least
    row = np.full(2 * top.nodes, UNKNOWN, dtype=np.int32)
    row[1::2] = top.row
    first = np.arange(0, 2 * top.nodes + 1, 2, dtype=np.int32)
    return replace(top, first=first, low=low, row=row, action=np.repeat(top.action, 2)), least


def reached(arrays: GraphArrays, *, play_out: bool) -> GraphArrays:
    """The part of a graph that a session can come to from node 0, and from the nodes where bets are played out."""
    node_seen = np.zeros(arrays.nodes, dtype=bool)
    row_seen = np.zeros(arrays.rows, dtype=bool)
    frontier = np.zeros(1, dtype=np.int64)
    while frontier.size:
        node_seen[frontier] = True
        rows = arrays.row[decisions_of(arrays, frontier)]
        rows = np.unique(rows[rows >= 0])
        rows = rows[~row_seen[rows]]
        row_seen[rows] = True
        nodes = arrays.node[rows].ravel()
        if play_out:
            last = arrays.closing[frontier]
            nodes = np.concatenate((nodes, last[last != NO_NODE]))
        frontier = np.unique(nodes)
        frontier = frontier[~node_seen[frontier]]
    if node_seen.all() and row_seen.all():
        return arrays
    return _part(arrays, np.flatnonzero(node_seen), np.flatnonzero(row_seen), play_out=play_out)


def decisions_of(arrays: GraphArrays, nodes: NDArray[Any]) -> NDArray[np.int64]:
    """The decisions of some nodes, one node after the other."""
    start = arrays.first[nodes].astype(np.int64)
    counts = arrays.first[nodes + 1] - start
    shift = np.repeat(start - np.cumsum(counts) + counts, counts)
    found: NDArray[np.int64] = np.arange(len(shift)) + shift
    return found


def _part(arrays: GraphArrays, nodes: Classes, rows: Classes, *, play_out: bool) -> GraphArrays:
    """Some nodes and rows of a graph under new numbers; nothing in them leads out of them."""
    new_node = np.full(arrays.nodes + 1, NO_NODE, dtype=np.int32)
    new_node[nodes] = np.arange(len(nodes))
    new_row = np.full(arrays.rows, UNKNOWN, dtype=np.int32)
    new_row[rows] = np.arange(len(rows))
    kept = decisions_of(arrays, nodes)
    row = arrays.row[kept]
    counts = arrays.first[nodes + 1] - arrays.first[nodes]
    closing = new_node[arrays.closing[nodes]] if play_out else np.full(len(nodes), NO_NODE, dtype=np.int32)
    return GraphArrays(
        delta=arrays.delta[rows],
        node=new_node[arrays.node[rows]],
        seven_out=arrays.seven_out[rows],
        first=np.concatenate(([0], np.cumsum(counts))).astype(np.int32),
        low=arrays.low[kept],
        row=np.where(row >= 0, new_row[np.maximum(row, 0)], row).astype(np.int32),
        action=arrays.action[kept],
        closing=closing,
    )


def lumped(arrays: GraphArrays, dice: DiceChances, *, shooters: bool, play_out: bool) -> GraphArrays:
    """The smallest graph with the same laws for these dice; node 0 stays node 0.

    Seven-outs are told apart only with `shooters`, the bets that lie at the end only with `play_out`.
    """
    row_class, node_class = _partition(arrays, dice, shooters=shooters, play_out=play_out)
    rows = np.unique(row_class, return_index=True)[1]
    nodes = np.unique(node_class, return_index=True)[1]
    kept = decisions_of(arrays, nodes)
    codes = _row_codes(arrays, row_class)
    owner = np.repeat(np.arange(arrays.nodes), np.diff(arrays.first))
    kept = kept[_changes(codes, owner)[kept]]
    closing = arrays.closing[nodes]
    return GraphArrays(
        delta=arrays.delta[rows],
        node=node_class[arrays.node[rows]].astype(np.int32),
        seven_out=arrays.seven_out[rows],
        first=np.searchsorted(node_class[owner[kept]], np.arange(len(nodes) + 1)).astype(np.int32),
        low=arrays.low[kept],
        row=(codes[kept] - _CODES).astype(np.int32),
        action=arrays.action[kept],
        closing=np.where(closing == NO_NODE, NO_NODE, node_class[closing]).astype(np.int32)
        if play_out
        else np.full(len(nodes), NO_NODE, dtype=np.int32),
    )


def _partition(arrays: GraphArrays, dice: DiceChances, *, shooters: bool, play_out: bool) -> tuple[Classes, Classes]:
    """The coarsest classes of rows and of nodes, each numbered in the order of its first member."""
    what, where, times = _columns(arrays, dice, shooters=shooters)
    low = arrays.low.astype(np.uint64)
    owner = np.repeat(np.arange(arrays.nodes), np.diff(arrays.first))
    starts = arrays.first[:-1]
    row_class = np.zeros(arrays.rows, dtype=np.int64)
    node_class = np.zeros(arrays.nodes, dtype=np.int64)
    found = (0, 0)
    while True:
        codes = _row_codes(arrays, row_class)
        told = np.where(_changes(codes, owner), _joined(low, codes, role=1), np.uint64(0))
        node_hash = _joined(np.add.reduceat(told, starts), node_class, role=2)
        if play_out:
            node_hash = _joined(node_hash, np.append(node_class, -1)[arrays.closing], role=3)
        node_class, nodes = _numbered(node_hash)
        row_sum = (_joined(what, node_class[where], role=4) * times).sum(axis=1)
        row_class, rows = _numbered(_joined(row_sum, row_class, role=5))
        if (rows, nodes) == found:
            return row_class, node_class
        found = (rows, nodes)


def _columns(arrays: GraphArrays, dice: DiceChances, *, shooters: bool) -> tuple[Hashes, NDArray[np.int32], Hashes]:
    """Change and next node by row and by distinct roll, with how often each distinct roll counts.

    Most rolls do the same as another one in every row (4-2 and 2-4 always), so few columns are left of thirty-six.
    """
    what = arrays.delta.astype(np.uint64) * np.uint64(2) + (arrays.seven_out if shooters else np.uint64(0))
    salt = _mixed(np.arange(1, arrays.rows + 1, dtype=np.uint64))[:, None]
    column = _joined(_joined(what, arrays.node, role=6), salt, role=7).sum(axis=0)
    _, kept, counts = np.unique(_joined(column, dice.kinds, role=8), return_index=True, return_counts=True)
    return what[:, kept], arrays.node[:, kept], counts.astype(np.uint64) * _mixed(dice.kinds[kept])


def _row_codes(arrays: GraphArrays, row_class: Classes) -> Classes:
    """By decision: the class of its row, behind the numbers of RUINED, QUIT and UNKNOWN."""
    return np.where(arrays.row >= 0, np.append(row_class, 0)[np.maximum(arrays.row, 0)], arrays.row) + _CODES


def _changes(codes: Classes, owner: Classes) -> NDArray[np.bool_]:
    """By decision: whether it differs from the one below it at its node; where not, the two are one interval."""
    different = np.ones(len(codes), dtype=bool)
    different[1:] = (codes[1:] != codes[:-1]) | (owner[1:] != owner[:-1])
    return different


def _numbered(hashes: Hashes) -> tuple[Classes, int]:
    """Equal hashes as equal numbers in the order of their first place, and how many there are."""
    _, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse], len(first)


def _joined(left: Hashes, right: NDArray[Any], *, role: int) -> Hashes:
    """A hash of two numbers each; it tells left from right, and one role from another, so that nothing cancels out."""
    salt = (role * 0x9E3779B97F4A7C15) & (2**64 - 1)
    return _mixed(left * np.uint64(salt | 1) + _mixed(right.astype(np.uint64) + np.uint64(salt)))


def _mixed(bits: Hashes) -> Hashes:
    """The finalizer of splitmix64: 64 bits in, 64 bits out, every one depending on all."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
