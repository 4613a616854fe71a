"""How a book takes a strategy, found by playing it there: what works at the come-out, and what is refused."""

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
    """The bets that lie at a come-out and are in play there."""
    waits: tuple[str, ...]
    """The bets that lie at a come-out and are off there."""
    refused: tuple[RefusedWish, ...]
    rows: int
    whole: bool
    """Whether everything the strategy can meet was played."""


def response_of(
    layout: Layout, strategy: Strategy, *, settings: Settings | None = None, bankroll: int | None = None
) -> BookResponse:
    """Play a strategy with a rack that covers everything, and tell how the book takes it."""
    graph = Graph(layout, strategy, settings=settings, bankroll=bankroll, most_nodes=MOST_NODES_TRIED)
    whole = True
    try:
        graph.explore(every_rack=False)
    except TooLarge:
        whole = False
    lying: dict[str, bool] = {}
    refused: dict[tuple[str, Reason, str], RefusedWish] = {}
    for number, node in enumerate(graph.nodes):
        if not node.decisions:
            continue
        view = View(layout, node.state, SEAT)
        if not node.state.point:
            lying |= {spot: lying.get(spot, False) or view.works(spot) for spot in view.bets()}
        for spot, reason, clause in graph.decision(number, RICH).refused:
            refused.setdefault((spot, reason, clause), RefusedWish(spot, reason, clause, str(graph.position(number))))
    works = tuple(spot for spot, on in lying.items() if on)
    waits = tuple(spot for spot, on in lying.items() if not on)
    return BookResponse(layout.id, works, waits, tuple(refused.values()), len(graph.rows), whole)
