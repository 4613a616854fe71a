"""Spread: one roll after the other moves the mass of a session along its transitions (forward equation).

This is the plain version in NumPy; the compiled one does the same in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.laws.mass import ENDS, STRANDED, TRIMMED, Mass
from comeout.lab.laws.transitions import FAR, FINISHED, Transitions
from comeout.lab.session_rules import LabError, SessionEnd

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Chances = NDArray[np.float64]
    Span = tuple[int, Chances]
    """The lowest cell, and the mass from there on."""


TRIM, STRAND, TAIL = 2e-13, 2e-13, 1e-13
"""What may be dropped at most: tails of spans, mass at UNKNOWN rows, and sessions that are not over but nearly all are.

A session and its playing out may each drop so much, which makes 1e-12 in all."""
MOST_CELLS = 30_000_000
"""The most cells of wealth at a time; beyond, an exact answer costs too much memory."""


def enter(chain: Transitions, mass: Mass, spans: Iterable[tuple[int, Span]]) -> Chances:
    """Let sessions begin at some nodes, and return what ends there before the first roll, by SessionEnd."""
    ended = np.zeros(ENDS)
    arrivals: list[list[Span]] = [[] for _ in range(chain.rows)]
    for node, span in spans:
        _settle(chain, mass, node, span, arrivals, ended, last=False)
    _place(mass, arrivals, 0.0)
    return ended


def spread(chain: Transitions, mass: Mass, *, rolls: int, eps: float, final: bool) -> Chances:
    """Roll up to so many times and return what ended, by roll and end; `final` ends the session with the last roll.

    It stops early once hardly any session goes on, and as soon as too much mass came to UNKNOWN rows.
    """
    ends: list[Chances] = []
    edges = _edges_by_node(chain)
    while len(ends) < rolls and mass.dropped[STRANDED] <= STRAND and mass.alive > (0 if final else TAIL):
        ends.append(_roll(chain, edges, mass, eps=eps, last=final and len(ends) == rolls - 1))
    return np.array(ends).reshape(-1, ENDS)


def _edges_by_node(chain: Transitions) -> list[list[tuple[int, int, float]]]:
    """By node: row, shift and chance of each of its edges."""
    edges = list(zip(chain.source.tolist(), chain.shift.tolist(), chain.chance.tolist(), strict=True))
    return [edges[start:stop] for start, stop in pairwise(chain.into.tolist())]


def _roll(
    chain: Transitions, edges: list[list[tuple[int, int, float]]], mass: Mass, *, eps: float, last: bool
) -> Chances:
    """Move the mass by one roll and return what ended; of each row's span, tails up to `eps` are dropped."""
    ended = np.zeros(ENDS)
    arrivals: list[list[Span]] = [[] for _ in range(chain.rows)]
    sizes, lows = mass.size.tolist(), mass.low.tolist()
    spans = [mass.span(row) for row in range(chain.rows)]
    for node, here in enumerate(edges):
        coming = [(lows[row] + shift, chance, spans[row]) for row, shift, chance in here if sizes[row]]
        if coming:
            _settle(chain, mass, node, _together(coming), arrivals, ended, last=last)
    _place(mass, arrivals, eps)
    return ended


def _together(coming: list[tuple[int, float, Chances]]) -> Span:
    """The sum of weighted spans."""
    low = min(start for start, _, _ in coming)
    total = np.zeros(max(start + len(span) for start, _, span in coming) - low)
    for start, chance, span in coming:
        total[start - low : start - low + len(span)] += chance * span
    return low, total


def _settle(
    chain: Transitions, mass: Mass, node: int, span: Span, arrivals: list[list[Span]], ended: Chances, *, last: bool
) -> None:
    """Test the ends at a node in their order, and send what goes on to the rows that its wealth selects."""
    low, cells = span
    open_pile, closed_pile = mass.piles[chain.pile[node]], mass.piles[0]
    rest_low, rest_high = max(low, chain.stop + 1), min(low + len(cells), chain.goal)
    for end, start, stop in (
        (SessionEnd.GOAL, max(low, rest_high), low + len(cells)),
        (SessionEnd.STOP, low, min(low + len(cells), rest_low)),
    ):
        if start < stop:
            open_pile.add(start, cells[start - low : stop - low])
            ended[end] += cells[start - low : stop - low].sum()
    first, after = chain.first[node], chain.first[node + 1]
    for decision in range(first, after):
        start = max(rest_low, int(chain.low[decision]))
        stop = min(rest_high, int(chain.low[decision + 1]) if decision + 1 < after else FAR)
        if start >= stop:
            continue
        part, row = cells[start - low : stop - low], int(chain.row[decision])
        if row >= 0 and not last:
            arrivals[row].append((start, part))
            if mass.made is not None:
                mass.made[decision] += part.sum()
        elif row in (RUINED, QUIT):
            closed_pile.add(start, part)
            ended[SessionEnd.RUINED if row == RUINED else SessionEnd.QUIT] += part.sum()
        elif row >= 0 or row == FINISHED:
            open_pile.add(start, part)
            ended[SessionEnd.SHOOTERS if row == FINISHED else SessionEnd.ROLLS] += part.sum()
        else:
            mass.dropped[STRANDED] += part.sum()


def _place(mass: Mass, arrivals: list[list[Span]], eps: float) -> None:
    """Lay the spans of all rows one behind the other, without the tails that weigh at most `eps`."""
    laid = []
    at = 0
    for row, coming in enumerate(arrivals):
        mass.size[row] = 0
        if not coming:
            continue
        low, cells = coming[0] if len(coming) == 1 else _together([(start, 1.0, span) for start, span in coming])
        left = _tail(cells, eps)
        right = len(cells) - _tail(cells[left:][::-1], eps)
        if right - left < len(cells):
            mass.dropped[TRIMMED] += cells[:left].sum() + cells[right:].sum()
        if left < right:
            mass.low[row], mass.size[row], mass.at[row] = low + left, right - left, at
            laid.append(cells[left:right])
            at += right - left
    if at > MOST_CELLS:
        raise too_many_cells()
    mass.cells = np.concatenate(laid) if laid else np.zeros(0)


def _tail(cells: Chances, eps: float) -> int:
    """How many of the first cells weigh at most `eps` together."""
    if not len(cells) or cells[0] > eps:
        return 0
    return int(np.searchsorted(np.cumsum(cells), eps, side="right"))


def too_many_cells() -> LabError:
    """The error of a law that would not fit into memory."""
    return LabError("wealth takes too many different values for an exact answer; simulate this session instead")
