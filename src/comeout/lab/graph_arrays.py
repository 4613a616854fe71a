"""GraphArrays: the graph of a strategy as plain arrays, which is all that laws and simulations read.

A session is at a node when a roll is settled. Its wealth selects the decision, the decision names the row (the bets
that lie for the next roll), and the row and the roll give the change of wealth and the next node. Wealth is the rack
and the chips on the layout at face value, in cents, taken when a roll is settled and before the strategy acts again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import bool_, dtype, int32, int64, ndarray

    from comeout.lab.graph import Graph

    Ints = ndarray[tuple[int, ...], dtype[int64]]
    Indexes = ndarray[tuple[int, ...], dtype[int32]]
    Flags = ndarray[tuple[int, ...], dtype[bool_]]

RUINED = -1
"""In place of a row: the strategy wanted a bet, could not pay for it, and nothing of its own lies on the layout."""
QUIT = -2
"""In place of a row: the strategy ends the session, or a session that is played out has nothing left to decide."""
UNKNOWN = -3
"""In place of a row: nobody has asked the table yet what happens at this wealth."""
NO_NODE = -1
"""In place of a node: nothing lies on the layout, so there is nothing to play out."""


@dataclass(frozen=True, slots=True, eq=False)
class GraphArrays:
    """Nodes, decisions and rows of one strategy under one book; a session starts at node 0."""

    delta: Ints
    """By row and roll (its place among the 36): the change of wealth in cents, vigorish paid for the row included."""
    node: Indexes
    """By row and roll: the node that the roll leads to."""
    seven_out: Flags
    """By row and roll: whether the shooter sevens out."""
    first: Indexes
    """By node, and one more: the decisions of node n are `first[n]` up to `first[n + 1]`, by rising wealth."""
    low: Ints
    """By decision: the smallest wealth in cents that it is made for; it holds up to the next one of its node."""
    row: Indexes
    """By decision: the row that it leads to, or RUINED, QUIT or UNKNOWN."""
    action: Ints
    """By decision: the stakes and raises that it puts down, in cents, without vigorish."""
    closing: Indexes
    """By node: the node from which the bets that lie there are played out without new ones, or NO_NODE."""

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.delta)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.closing)

    @classmethod
    def of(cls, graph: Graph) -> GraphArrays:
        """The graph as far as it is known; what nobody asked for yet is UNKNOWN.

        Rolls of a lazy graph that nobody asked for lead to one more node, where nothing is known.
        """
        import numpy as np

        rows, nodes = graph.rows, graph.nodes
        delta = np.zeros((len(rows), 36), np.int64)
        node = np.full((len(rows), 36), len(nodes), np.int32)
        seven_out = np.zeros((len(rows), 36), np.bool_)
        for number, row in enumerate(rows):
            for outcome in row.outcomes:
                places = list(outcome.places)
                delta[number, places] = outcome.delta + row.change
                node[number, places] = outcome.node
                seven_out[number, places] = outcome.seven_out
        first, low, row_of, action = [0], [], [], []
        for each in nodes:
            for wealth, decision in each.spans():
                low.append(wealth)
                row_of.append(decision.row if decision else UNKNOWN)
                action.append(decision.action if decision else 0)
            first.append(len(low))
        closing = [each.closing for each in nodes]
        if (node == len(nodes)).any():
            low, row_of, action = [*low, 0], [*row_of, UNKNOWN], [*action, 0]
            first, closing = [*first, len(low)], [*closing, NO_NODE]
        return cls(
            delta,
            node,
            seven_out,
            np.array(first, np.int32),
            np.array(low, np.int64),
            np.array(row_of, np.int32),
            np.array(action, np.int64),
            np.array(closing, np.int32),
        )
