"""A graph as arrays says what the graph says."""

from __future__ import annotations

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import NO_NODE, RUINED, UNKNOWN, GraphArrays
from comeout.rules.library import load_book
from tests.kit.lab_strategies import IronCross, PassLine

BOOK = load_book("sentosa")


def test_rows_nodes_and_decisions_of_the_pass_line() -> None:
    graph = Graph(BOOK, PassLine())
    graph.explore()
    graph.close()
    arrays = GraphArrays.of(graph)
    assert (arrays.rows, arrays.nodes) == (len(graph.rows), len(graph.nodes))
    assert arrays.low[:2].tolist() == [0, 10_00]
    assert arrays.row[:2].tolist() == [RUINED, 0]
    assert (arrays.closing[0], arrays.action[1]) == (NO_NODE, 10_00)
    natural, craps = 5, 0
    assert (arrays.delta[0, natural], arrays.delta[0, craps]) == (10_00, -10_00)


def test_a_wealth_counts_the_chips_that_lie_and_what_nobody_asked_for_is_unknown() -> None:
    graph = Graph(BOOK, IronCross())
    point_on_four = graph.rows[graph.decision(0, 500_00).row].outcomes[1].node
    node = graph.rows[graph.decision(point_on_four, 500_00).row].outcomes[0].node
    graph.decision(node, 100_00)
    arrays = GraphArrays.of(graph)
    first, last = arrays.first[node], arrays.first[node + 1]
    known = graph.nodes[node].decisions[0]
    assert UNKNOWN in arrays.row[first:last]
    assert known.low + graph.nodes[node].on_layout in arrays.low[first:last]


def test_every_decision_of_a_whole_graph_is_known() -> None:
    graph = Graph(BOOK, IronCross())
    graph.explore()
    assert UNKNOWN not in GraphArrays.of(graph).row


def test_rolls_that_a_lazy_graph_has_not_settled_lead_to_a_node_where_nothing_is_known() -> None:
    graph = Graph(load_book("sentosa"), PassLine())
    graph.lazy = True
    row = graph.decision(0, 500_00).row
    graph.outcome(row, 0)
    arrays = GraphArrays.of(graph)
    unknown = arrays.nodes - 1
    assert (arrays.nodes, arrays.node[row, 0]) == (len(graph.nodes) + 1, graph.outcome(row, 0).node)
    assert (arrays.node[row] == unknown).sum() == 36 - len(graph.rows[row].outcomes[0].places)
    assert arrays.row[arrays.first[unknown]] == UNKNOWN
    assert arrays.first[-1] == len(arrays.row)
