"""Finding a graph: for every rack if it is small, else what one kind of session reaches, else as sessions meet it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from comeout.lab.graph import MOST_NODES, Graph, TooLarge, collector_paused
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import GraphCache, graph_key
from comeout.lab.graph_details import GraphDetails
from comeout.lab.graph_reach import reach
from comeout.lab.session_rules import SessionRules
from comeout.lab.strategy import Strategy
from comeout.rules.layout import Layout
from comeout.table.engine import ENGINE
from comeout.table.settings import Settings, default_settings, setting_pairs

MOST_REACHED = 12_000
"""How many nodes a graph may have of which only what one kind of session meets is found."""


class Extent(Enum):
    """How much of a graph is known."""

    EVERY_RACK = "every rack"
    REACHED = "reached"
    """All that sessions with one bankroll can meet before they end."""
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
    """The graph that grows; it is empty where the arrays are not whole, or came from the cache."""
    key: str = ""
    """The digest of all that it depends on; empty where nothing is cached."""

    @property
    def is_whole(self) -> bool:
        """Whether the sessions that were asked about meet nothing that is not known."""
        return self.extent in (Extent.EVERY_RACK, Extent.REACHED)


def find_graph(
    layout: Layout,
    strategy: Strategy,
    rules: SessionRules,
    *,
    settings: Settings | None = None,
    digest: str = "",
    cache: GraphCache | None = None,
    most_nodes: int = MOST_NODES,
    most_reached: int = MOST_REACHED,
) -> FoundGraph:
    """Find the graph of a strategy under a book, as much of it as sessions of one kind need.

    With a digest of the strategy it is looked up in the cache, and kept there. How much is found depends on the caps of
    nodes only, never on time.
    """
    chosen = settings or default_settings(layout)
    graph = Graph(layout, strategy, settings=chosen, bankroll=rules.bankroll, most_nodes=most_nodes)
    pairs = ";".join(f"{name}={value}" for name, value in setting_pairs(layout, chosen))
    depends = (digest, layout.digest, pairs, str(ENGINE), str(rules.play_out), f"{most_nodes},{most_reached}")
    keys = _keys(depends, rules)
    if not cache or not digest:
        return _found_now(graph, rules, most_reached)
    for (extent, _), key in keys.items():
        kept = cache.get(key)
        if kept:
            return FoundGraph(extent, *kept, graph, key)
    found = _found_now(graph, rules, most_reached)
    found.key = keys[found.extent, graph.asked_start]
    cache.put(found.key, (found.arrays, found.details))
    return found


def _keys(depends: tuple[str, ...], rules: SessionRules) -> dict[tuple[Extent, bool], str]:
    """The key of a graph in the cache, by how much of it is known and by whether it depends on the bankroll."""
    session = f"{rules.bankroll},{rules.rolls},{rules.goal},{rules.stop}"
    keys = {
        (Extent.EVERY_RACK, False): graph_key(*depends),  # most strategies never ask what they started with
        (Extent.EVERY_RACK, True): graph_key(*depends, str(rules.bankroll)),
    }
    for extent in (Extent.REACHED, Extent.RICH_RACKS, Extent.AS_MET):
        keys[extent, False] = keys[extent, True] = graph_key(*depends, session, extent.value)
    return keys


def _found_now(graph: Graph, rules: SessionRules, most_reached: int) -> FoundGraph:
    """As much of a graph as there can be, found at the table."""
    most_nodes = graph.most_nodes
    with collector_paused():
        extent = _explored(graph, rules, most_reached)
        found = FoundGraph(extent, GraphArrays.of(graph), GraphDetails.of(graph), graph)
    if not found.is_whole:  # begun again, as with one from the cache: sessions learn the same in both cases
        found.live = Graph(
            graph.layout, graph.strategy, settings=graph.settings, bankroll=graph.bankroll, most_nodes=most_nodes
        )
    return found


def _explored(graph: Graph, rules: SessionRules, most_reached: int) -> Extent:
    """Find as much of a graph as there can be, and how bets are played out from there."""
    extent = _found(graph, rules, most_reached)
    graph.most_nodes *= 2  # every node has at most one for playing out
    if rules.play_out and extent is not Extent.AS_MET:
        graph.close()
    return extent


def _found(graph: Graph, rules: SessionRules, most_reached: int) -> Extent:
    try:
        graph.explore(every_rack=False)
    except TooLarge:
        return Extent.AS_MET
    try:
        graph.explore()
    except TooLarge:
        graph.most_nodes = most_reached
    else:
        return Extent.EVERY_RACK
    if rules.rolls is None and rules.goal is None:
        return Extent.RICH_RACKS  # wealth has no bound, so the search would have none
    try:
        reach(graph, rules)
    except TooLarge:
        return Extent.RICH_RACKS
    return Extent.REACHED
