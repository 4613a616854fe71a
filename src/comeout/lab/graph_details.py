"""GraphDetails: what a graph knows beside its arrays: results of bets, and what was put down or refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from comeout.money import Amount

if TYPE_CHECKING:
    from comeout.lab.graph import Graph
    from comeout.lab.graph_arrays import Indexes
    from comeout.table.messages import Line


class BetResult(NamedTuple):
    """What a roll made of one bet: the change of its owner's wealth, and by which clauses."""

    spot: str
    outcome: str
    """won, lost, returned or moved."""
    stake: Amount
    change: Amount
    clause: str
    paid_by: str


class Placing(NamedTuple):
    """A stake or a raise that a decision puts down."""

    spot: str
    amount: Amount
    vigorish: Amount


class Refusing(NamedTuple):
    """A bet that the table refuses at a decision."""

    spot: str
    reason: str
    clause: str


@dataclass(frozen=True, slots=True, eq=False)
class GraphDetails:
    """Lists of what happens, each thing once, and where in the graph it happens."""

    results: tuple[BetResult, ...]
    placings: tuple[Placing, ...]
    refusings: tuple[Refusing, ...]
    result_rows: Indexes
    """Three columns: a row, a roll's place, and the number of a result that the roll has there."""
    placing_decisions: Indexes
    """Two columns: a decision as the arrays number it, and the number of a placing."""
    refusing_decisions: Indexes
    """Two columns: a decision as the arrays number it, and the number of a refusing."""

    @classmethod
    def none(cls) -> GraphDetails:
        """No details, where nobody asks for any."""
        import numpy as np

        nothing = np.zeros((0, 3), np.int32)
        return cls((), (), (), nothing, nothing[:, :2], nothing[:, :2])

    @classmethod
    def of(cls, graph: Graph) -> GraphDetails:
        """The details of a graph as far as it is known."""
        import numpy as np

        results: dict[BetResult, int] = {}
        placings: dict[Placing, int] = {}
        refusings: dict[Refusing, int] = {}
        at_rolls, at_placings, at_refusings = [], [], []
        for number, row in enumerate(graph.rows):
            for outcome in row.outcomes:
                numbers = [results.setdefault(bet_result(line), len(results)) for line in outcome.lines]
                at_rolls += [(number, place, each) for place in outcome.places for each in numbers]
        for number, decision in enumerate(each for node in graph.nodes for _, each in node.spans()):
            if decision is None:
                continue
            at_placings += [(number, placings.setdefault(Placing(*each), len(placings))) for each in decision.placed]
            at_refusings += [
                (number, refusings.setdefault(Refusing(spot, reason.name, clause), len(refusings)))
                for spot, reason, clause in decision.refused
            ]
        return cls(
            tuple(results),
            tuple(placings),
            tuple(refusings),
            np.array(at_rolls, np.int32).reshape(-1, 3),
            np.array(at_placings, np.int32).reshape(-1, 2),
            np.array(at_refusings, np.int32).reshape(-1, 2),
        )


def bet_result(line: Line) -> BetResult:
    """What a line of a settlement means for its owner: a payment, a lost stake, vigorish that comes back."""
    lost = line.at_risk if line.outcome == "lost" else 0
    change = line.paid - lost + line.vigorish
    return BetResult(line.spot, line.outcome, line.stake, change, line.clause, line.paid_by)
