"""Finding a graph: whole for every rack if it is small, whole for rich racks, or step by step as sessions meet it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from comeout.lab.graph import MOST_NODES, Graph, TooLarge
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import GraphCache, graph_key
from comeout.lab.graph_details import GraphDetails
from comeout.lab.strategy import Strategy
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.engine import ENGINE
from comeout.table.settings import Settings, default_settings, setting_pairs

Progress = Callable[[int], None]
"""Told how many nodes are found so far."""


class Extent(Enum):
    """How much of a graph is known."""

    EVERY_RACK = "every rack"
    RICH_RACKS = "rich racks"
    """Only what a session does that can pay for all it wants."""
    AS_MET = "as met"
    """Too large to be found whole: only what sessions have met."""


@dataclass(slots=True)
class FoundGraph:
    """A graph as arrays with its details; one that is not whole can be asked for more."""

    extent: Extent
    arrays: GraphArrays
    details: GraphDetails
    live: Graph
    """The graph that grows; it is empty where a whole one came from the cache."""


def find_graph(
    layout: Layout,
    strategy: Strategy,
    *,
    settings: Settings | None = None,
    bankroll: Amount | None = None,
    play_out: bool = False,
    digest: str = "",
    cache: GraphCache | None = None,
    most_nodes: int = MOST_NODES,
) -> FoundGraph:
    """Find the graph of a strategy under a book.

    With a digest of the strategy it is looked up in the cache, and kept there once it is whole. How much is found
    depends on the cap of nodes only, never on time.
    """
    chosen = settings or default_settings(layout)
    graph = Graph(layout, strategy, settings=chosen, bankroll=bankroll, most_nodes=most_nodes)
    pairs = ";".join(f"{name}={value}" for name, value in setting_pairs(layout, chosen))
    depends = (digest, layout.digest, pairs, str(ENGINE), str(play_out), str(most_nodes))
    for start in ("", str(bankroll)):  # most strategies never ask what they started with
        kept = cache.get(graph_key(*depends, start)) if cache and digest else None
        if kept:
            return FoundGraph(Extent.EVERY_RACK, *kept, graph)
    extent = _explored(graph, play_out=play_out)
    arrays, details = GraphArrays.of(graph), GraphDetails.of(graph)
    if cache and digest and extent is Extent.EVERY_RACK:
        cache.put(graph_key(*depends, str(bankroll) if graph.asked_start else ""), (arrays, details))
    return FoundGraph(extent, arrays, details, graph)


def _explored(graph: Graph, *, play_out: bool) -> Extent:
    try:
        graph.explore(every_rack=False, closing=play_out)
    except TooLarge:
        return Extent.AS_MET
    try:
        graph.explore(closing=play_out)
    except TooLarge:
        return Extent.RICH_RACKS
    return Extent.EVERY_RACK
