"""A session walked over a graph by Python: it asks the table for what the graph does not know yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from comeout.lab.graph import Decision, Graph
from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules

Visit = Callable[[Decision, int], None]
"""Told of each roll of the session: the decision before it, and the roll's place."""


def walk_session(
    graph: Graph, rules: SessionRules, places: Iterable[int], *, visit: Visit | None = None
) -> SessionRecord:
    """Walk one session over a graph with these rolls, each by its place among the thirty-six."""
    record, node, rolls = SessionRecord(rules), 0, iter(places)
    while record.end is None:
        here = graph.nodes[node]
        decision = graph.decision(node, record.wealth - here.on_layout)
        if decision.row < 0:
            record.end = SessionEnd.RUINED if decision.row == RUINED else SessionEnd.QUIT
            break
        record.end = record.at_limits()
        if record.end is not None:
            break
        record.action += decision.action
        place = _next(rolls, record)
        if visit:
            visit(decision, place)
        row = graph.rows[decision.row]
        outcome = graph.outcome(decision.row, place)
        node = outcome.node
        record.settle(record.wealth + row.change + outcome.delta, seven_out=outcome.seven_out)
    if rules.play_out and record.end not in (SessionEnd.RUINED, SessionEnd.QUIT):
        _play_out(graph, record, node, rolls)
    return record


def _play_out(graph: Graph, record: SessionRecord, node: int, rolls: Iterator[int]) -> None:
    wealth, node = record.wealth, graph.closing_node(node)
    while node >= 0:
        decision = graph.decision(node, 0)
        if decision.row == QUIT:
            break
        outcome = graph.outcome(decision.row, _next(rolls, record))
        wealth, node = wealth + outcome.delta, outcome.node
    record.play_out(wealth)


def _next(rolls: Iterator[int], record: SessionRecord) -> int:
    place = next(rolls, None)
    if place is None:
        raise LabError(f"the rolls end after {record.rolls} and the session goes on; give more, or fewer with --rolls")
    return place
