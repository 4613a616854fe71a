"""What sessions with one bankroll can meet: the nodes of a graph and the wealths there, followed roll by roll.

The wealths at a node are the bits of one whole number, so that a roll moves all of them in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import gcd

from comeout.lab.graph import Graph, GraphRow
from comeout.lab.session_rules import LabError, SessionRules
from comeout.money import LARGEST, Amount

Bits = int
"""Some wealths: bit n is the nth unit above the smallest wealth that there can be."""


class _NewChange(LabError):
    """A row that was found on the way changes wealth by a part of the unit, or loses far more than any before it."""


def reach(graph: Graph, rules: SessionRules) -> None:
    """Find what sessions can meet that start with one bankroll, roll by roll, until nothing new is met.

    A session without an end in sight is followed until it can only repeat itself. More nodes than the cap are a
    TooLarge error.
    """
    while True:
        try:
            return _ReachedWealths(graph, rules, _unit(graph.rows)).follow(rules.rolls or LARGEST)
        except _NewChange:
            continue  # what is found stays known


def _unit(rows: Iterable[GraphRow]) -> Amount:
    """The largest amount that every change of wealth is a multiple of."""
    return gcd(*(outcome.delta + row.change for row in rows for outcome in row.outcomes)) or 1


def _worst(rows: Iterable[GraphRow]) -> Amount:
    """The most that a roll loses."""
    return max((-outcome.delta - row.change for row in rows for outcome in row.outcomes), default=0)


class _ReachedWealths:
    """The wealths that were met at each node, while the changes of wealth are multiples of one unit."""

    def __init__(self, graph: Graph, rules: SessionRules, unit: Amount) -> None:
        self._graph, self._unit, self._worst = graph, unit, max(0, 2 * _worst(graph.rows))
        # A rich session cannot lose all that it has; wealths that it cannot fall to would be bits of every number.
        lost = min(rules.bankroll // unit, (rules.rolls or LARGEST) * self._worst // unit)
        self._least = rules.bankroll - lost * unit
        self._moves: dict[int, tuple[tuple[int, int], ...]] = {}
        start = 1 << self._bit(rules.bankroll)
        self._fresh: dict[int, Bits] = {0: start}
        self._met: dict[int, Bits] = {0: start}
        self._open: Bits = -1 if rules.stop is None else -1 << self._bit(rules.stop + 1)
        if rules.goal is not None:
            self._open &= self._below(rules.goal)

    def follow(self, rolls: int) -> None:
        """Roll so many times, or until nothing new is met, and decide what is done after the last roll."""
        for _ in range(rolls):
            self._fresh = self._next()
            if not self._fresh:
                return
        for node, wealths in self._fresh.items():
            list(self._decided(node, wealths))

    def _bit(self, wealth: Amount) -> int:
        """The bit of the smallest wealth from this one on."""
        return max(0, -((self._least - wealth) // self._unit))

    def _below(self, wealth: Amount) -> Bits:
        return (1 << self._bit(wealth)) - 1

    def _next(self) -> dict[int, Bits]:
        """The nodes that one more roll leads to, each with the wealths that are new there and end no session."""
        after: dict[int, Bits] = {}
        for node, wealths in self._fresh.items():
            for row, here in self._decided(node, wealths):
                for steps, then in self._moved(row):
                    moved = here << steps if steps >= 0 else here >> -steps
                    met = self._met.get(then, 0)
                    found = moved & self._open & ~met
                    if found:
                        self._met[then] = met | found
                        after[then] = after.get(then, 0) | found
        return after

    def _decided(self, node: int, wealths: Bits) -> Iterator[tuple[int, Bits]]:
        """The rows that a node leads to, each with its wealths; the table is asked for decisions that are not known."""
        lies = self._graph.nodes[node].on_layout
        while wealths:
            lowest = (wealths & -wealths).bit_length() - 1
            decision = self._graph.decision(node, self._least + lowest * self._unit - lies)
            here = wealths & self._below(min(decision.high + lies, self._least + wealths.bit_length() * self._unit))
            wealths ^= here
            if decision.row >= 0:
                yield decision.row, here

    def _moved(self, row: int) -> tuple[tuple[int, int], ...]:
        """By what the rolls move the wealths of a row, each with the node that they lead to."""
        found = self._moves.get(row)
        if found is None:
            known = self._graph.rows[row]
            changes = {(known.change + outcome.delta, outcome.node) for outcome in known.outcomes}
            if any(change % self._unit or change < -self._worst for change, _ in changes):
                raise _NewChange
            found = self._moves[row] = tuple((change // self._unit, node) for change, node in sorted(changes))
        return found
