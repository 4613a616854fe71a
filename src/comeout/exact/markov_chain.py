"""Solves an absorbing Markov chain exactly, in whole numbers: from the next states of each roll to where a bet ends.

States are eliminated one by one: what led to a state now leads where the state led. A row of weights stands for
probabilities over its own sum, so that nothing is divided until the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from comeout.errors import NeverDecided

State = TypeVar("State", bound=Hashable)
End = TypeVar("End", bound=Hashable)


@dataclass(frozen=True, slots=True)
class MarkovChain(Generic[State, End]):
    """A Markov chain: every reachable state, with the weights of the states and ends that follow it."""

    states: dict[State, dict[State, int]]
    ends: dict[State, dict[End, int]]
    total: int


@dataclass(frozen=True, slots=True)
class Absorbed(Generic[End]):
    """How a chain ends (is absorbed), and after how many rolls on average."""

    ends: dict[End, Fraction]
    rolls: Fraction


Step = Callable[[State], tuple[dict[State, int], dict[End, int]]]


def explore(starts: Iterable[State], step: Step[State, End], total: int) -> MarkovChain[State, End]:
    """Build the chain of every state that can be reached from these starts."""
    chain: MarkovChain[State, End] = MarkovChain({}, {}, total)
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state not in chain.states:
            chain.states[state], chain.ends[state] = step(state)
            waiting += chain.states[state]
    return chain


@dataclass(slots=True)
class _Row(Generic[State, End]):
    """The weights of what follows a state, and the rolls spent, both over the sum of the weights."""

    to: dict[State, int]
    ends: dict[End, int]
    rolls: int

    def through(self, state: State, middle: _Row[State, End]) -> None:
        """Eliminate a state: go straight on to what follows it, so that no row leads to it any more."""
        onward = sum(middle.to.values()) + sum(middle.ends.values())
        here = self.to.pop(state)
        _blend(self.to, onward, middle.to, here)
        _blend(self.ends, onward, middle.ends, here)
        self.rolls = self.rolls * onward + here * middle.rolls
        common = math.gcd(self.rolls, *self.to.values(), *self.ends.values())
        if common > 1:
            self.to = {key: weight // common for key, weight in self.to.items()}
            self.ends = {key: weight // common for key, weight in self.ends.items()}
            self.rolls //= common


def _blend(mine: dict[State, int], scale: int, theirs: Mapping[State, int], weight: int) -> None:
    for key in mine:
        mine[key] *= scale
    for key, each in theirs.items():
        mine[key] = mine.get(key, 0) + weight * each


def absorb(chain: MarkovChain[State, End], starts: Iterable[State]) -> dict[State, Absorbed[End]]:
    """Return where each start ends, and after how many rolls; raise NeverDecided if one may never end."""
    rows = {state: _Row(dict(to), dict(chain.ends[state]), chain.total) for state, to in chain.states.items()}
    sources: dict[State, _Row[State, End]] = {start: _Row({start: 1}, {}, 0) for start in starts}
    leading: dict[State, set[State]] = {state: set() for state in rows}
    for state, row in rows.items():
        for follower in row.to:
            leading[follower].add(state)
    for state in list(reversed(rows)):
        _eliminate(state, rows, sources, leading)
    return {start: _absorbed(row) for start, row in sources.items()}


def _eliminate(
    state: State,
    rows: dict[State, _Row[State, End]],
    sources: dict[State, _Row[State, End]],
    leading: dict[State, set[State]],
) -> None:
    row = rows.pop(state)
    row.to.pop(state, None)
    if not row.to and not row.ends:
        raise NeverDecided
    for before in leading.pop(state) - {state}:
        rows[before].through(state, row)
        for follower in row.to:
            leading[follower].add(before)
    for follower in row.to:
        leading[follower].discard(state)
    for source in sources.values():
        if state in source.to:
            source.through(state, row)


def _absorbed(row: _Row[State, End]) -> Absorbed[End]:
    whole = sum(row.ends.values())
    return Absorbed({end: Fraction(weight, whole) for end, weight in row.ends.items()}, Fraction(row.rolls, whole))


def lengths(chain: MarkovChain[State, End], start: Mapping[State, Fraction], most: int) -> tuple[Fraction, ...]:
    """Return the chance that the chain ends on the first roll, the second, and so on, from a mixture of starts."""
    scale = math.lcm(*(share.denominator for share in start.values()))
    now = {state: int(share * scale) for state, share in start.items()}
    found = []
    for _ in range(most):
        scale *= chain.total
        after: dict[State, int] = {}
        ended = 0
        for state, weight in now.items():
            ended += weight * sum(chain.ends[state].values())
            for follower, each in chain.states[state].items():
                after[follower] = after.get(follower, 0) + weight * each
        found.append(Fraction(ended, scale))
        now = after
    return tuple(found)


def long_run(moves: Mapping[State, Mapping[State, Fraction]]) -> dict[State, Fraction]:
    """Return the stationary distribution of states that all lead to one another."""
    order = list(moves)
    rows = {state: {other: row.get(other, Fraction(0)) for other in order} for state, row in moves.items()}
    onward: dict[State, Fraction] = {}
    for place, state in reversed(list(enumerate(order))[1:]):
        rest = order[:place]
        onward[state] = sum((rows[state][other] for other in rest), Fraction(0))
        if not onward[state]:
            raise NeverDecided
        for before in rest:
            weight = rows[before][state] / onward[state]
            for other in rest:
                rows[before][other] += weight * rows[state][other]
    shares = {order[0]: Fraction(1)}
    for place, state in list(enumerate(order))[1:]:
        shares[state] = sum((shares[other] * rows[other][state] for other in order[:place]), Fraction(0))
        shares[state] /= onward[state]
    whole = sum(shares.values())
    return {state: share / whole for state, share in shares.items()}
