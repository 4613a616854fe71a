"""How a book takes a strategy, found by playing it there: what works at the come-out, what is refused, what never is.

A strategy is played with a rack that covers everything. What does not show itself there is looked for with every rack.
"""

from __future__ import annotations

from dataclasses import dataclass

from comeout.lab.graph import RICH, Graph, TooLarge
from comeout.lab.recording_seat import SEAT
from comeout.lab.strategy import Strategy
from comeout.lab.view import View
from comeout.rules.layout import Layout
from comeout.table.messages import Reason
from comeout.table.settings import Settings

MOST_NODES_TRIED = 1_500
"""How many nodes are played before the response to a large strategy is good enough."""


@dataclass(frozen=True, slots=True)
class RefusedWish:
    """A bet that the book refuses to the strategy, however large the rack."""

    spot: str
    reason: Reason
    clause: str
    position: str
    """Where it was first refused, as a position."""


@dataclass(frozen=True, slots=True)
class BookResponse:
    """How one book takes one strategy."""

    book: str
    works: tuple[str, ...]
    """The bets that lie at a come-out roll and are in play."""
    waits: tuple[str, ...]
    """The bets that lie at a come-out roll and are off."""
    refused: tuple[RefusedWish, ...]
    rows: int
    whole: bool
    """Whether everything the strategy can meet was played."""
    bets: bool
    """Whether it ever makes a bet."""
    never: tuple[int, ...]
    """The lines of rules whose moment never comes, where everything was played; for a strategy in Python none."""


def response_of(
    layout: Layout, strategy: Strategy, *, settings: Settings | None = None, bankroll: int | None = None
) -> BookResponse:
    """Play a strategy at a book, and tell how the book takes it."""
    held: set[int] = set()
    played = strategy.noting(held.add) if hasattr(strategy, "noting") else strategy
    graph = Graph(layout, played, settings=settings, bankroll=bankroll, most_nodes=MOST_NODES_TRIED)
    whole, bets = _played(graph, every_rack=False), _makes_bets(graph)
    lines: tuple[int, ...] = getattr(strategy, "rule_lines", ())
    if not bets or not held.issuperset(lines):
        poorer = Graph(layout, played, settings=settings, bankroll=bankroll, most_nodes=MOST_NODES_TRIED)
        all_met = _played(poorer, every_rack=True)
        bets = bets or _makes_bets(poorer) or not all_met
        lines = lines if all_met else ()
    works, waits = _lying(graph)
    never = tuple(line for line in lines if line not in held)
    return BookResponse(layout.id, works, waits, _refused(graph), len(graph.rows), whole, bets, never)


def _played(graph: Graph, *, every_rack: bool) -> bool:
    """Play a strategy, and tell whether everything was met."""
    try:
        graph.explore(every_rack=every_rack)
    except TooLarge:
        return False
    return True


def _makes_bets(graph: Graph) -> bool:
    return any(decision.placed for node in graph.nodes for decision in node.decisions)


def _lying(graph: Graph) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The bets that lie at a come-out roll: those that are in play then, and those that are off."""
    lying: dict[str, bool] = {}
    for number, node in enumerate(graph.nodes):
        if node.decisions and not node.state.point:
            view = View(graph.layout, graph.acted(number, RICH), SEAT)
            lying |= {spot: lying.get(spot, False) or view.works(spot) for spot in view.bets()}
    return tuple(spot for spot, on in lying.items() if on), tuple(spot for spot, on in lying.items() if not on)


def _refused(graph: Graph) -> tuple[RefusedWish, ...]:
    """Every bet that is refused to a player who can pay, each with the first position where it is."""
    found: dict[tuple[str, Reason, str], RefusedWish] = {}
    for number, node in enumerate(graph.nodes):
        for spot, reason, clause in graph.decision(number, RICH).refused if node.decisions else ():
            if reason is Reason.RACK_TOO_SMALL:
                continue  # a bet that is pressed without end outgrows every rack
            found.setdefault((spot, reason, clause), RefusedWish(spot, reason, clause, str(graph.position(number))))
    return tuple(found.values())
