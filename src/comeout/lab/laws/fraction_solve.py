"""Chances of the ends of a session as fractions, by Gaussian elimination of its states, where they are few."""

from __future__ import annotations

from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from comeout.lab.session_rules import SessionEnd

if TYPE_CHECKING:
    from comeout.lab.laws.endless import ReachedStates

STATES_MOST = 1000
"""The most states that are eliminated."""
BITS_MOST = 5_000_000
"""The most bits of numerators and denominators that are multiplied; beyond, nobody would read the fraction."""

Row = dict[int, Fraction]
"""Chances by the state that is next, or by minus the end that comes next."""


def end_fractions(states: ReachedStates, total: int | None) -> dict[SessionEnd, Fraction] | None:
    """The chance of every end, or None where dice have no whole weights (of this sum) or the states are too many."""
    if total is None or len(states.states) > STATES_MOST:
        return None
    rows = _rows(states, total)
    before: list[set[int]] = [set() for _ in rows]
    for state, row in enumerate(rows):
        for target in row:
            if target >= 0:
                before[target].add(state)
    last = _eliminate(rows, before)
    if last is None:
        return None
    stays = 1 - last.pop(0, Fraction(0))
    return {end: last.get(-end, Fraction(0)) / stays for end in SessionEnd}


def _rows(states: ReachedStates, total: int) -> list[Row]:
    """The steps of every state; a chance as a float times the sum of the weights is a whole number but for rounding."""
    rows: list[Row] = [{} for _ in range(len(states.states))]
    steps = states.steps
    ways = (states.chain.chance[steps.edge] * total).round().astype(int).tolist()
    for state, target, end, way in zip(
        steps.source.tolist(), states.target.tolist(), steps.end.tolist(), ways, strict=True
    ):
        key = target if target >= 0 else -end
        rows[state][key] = rows[state].get(key, Fraction(0)) + Fraction(way, total)
    return rows


def _eliminate(rows: list[Row], before: list[set[int]]) -> Row | None:
    """Replace every state but the first by what comes after it, those with the fewest neighbours first."""
    heap = [(len(before[state]) * len(rows[state]), state) for state in range(1, len(rows))]
    heapify(heap)
    gone = [False] * len(rows)
    bits = 0
    while heap:
        cost, state = heappop(heap)
        now = len(before[state]) * len(rows[state])
        if gone[state] or now > cost:
            if not gone[state]:
                heappush(heap, (now, state))
            continue
        gone[state] = True
        bits += now * sum(each.denominator.bit_length() for each in rows[state].values())
        if bits > BITS_MOST:
            return None
        _replace(rows, before, state)
    return rows[0]


def _replace(rows: list[Row], before: list[set[int]], state: int) -> None:
    """Lead every step to a state on to where that state leads."""
    row = rows[state]
    leaves = 1 - row.pop(state, Fraction(0))
    onward = {target: chance / leaves for target, chance in row.items()}
    before[state].discard(state)
    for source in before[state]:
        chance = rows[source].pop(state)
        for target, share in onward.items():
            rows[source][target] = rows[source].get(target, Fraction(0)) + chance * share
            if target >= 0:
                before[target].add(source)
    for target in onward:
        if target >= 0:
            before[target].discard(state)
    before[state].clear()
