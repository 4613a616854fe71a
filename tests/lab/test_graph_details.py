"""The details of a graph: results of bets by row and roll, and what its decisions put down or were refused."""

from __future__ import annotations

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_details import GraphDetails, Refusing
from comeout.rules.library import load_book
from tests.kit.lab_strategies import IronCross, Molly, PassLine


def test_a_natural_wins_the_pass_line_by_its_clause() -> None:
    graph = Graph(load_book("sentosa"), PassLine())
    graph.explore()
    details = GraphDetails.of(graph)
    natural = 5
    (found,) = [
        details.results[each] for row, place, each in details.result_rows.tolist() if (row, place) == (0, natural)
    ]
    assert (found.spot, found.outcome, found.stake, found.change, found.clause) == (
        "pass",
        "won",
        1000,
        1000,
        "D.1(a)(i)",
    )


def test_results_add_up_to_the_change_of_wealth_of_every_row_and_roll() -> None:
    graph = Graph(load_book("adelaide"), Molly())
    graph.explore(every_rack=False)
    arrays, details = GraphArrays.of(graph), GraphDetails.of(graph)
    found = arrays.delta * 0
    for row, place, each in details.result_rows.tolist():
        found[row, place] += details.results[each].change
    assert (found == arrays.delta).all()


def test_what_is_put_down_and_refused_belongs_to_its_decision() -> None:
    graph = Graph(load_book("sentosa"), IronCross())
    graph.explore()
    arrays, details = GraphArrays.of(graph), GraphDetails.of(graph)
    put_down = arrays.action * 0
    for decision, each in details.placing_decisions.tolist():
        put_down[decision] += details.placings[each].amount
    assert (put_down == arrays.action).all()
    assert Refusing("field", "RACK_TOO_SMALL", "1.27") in details.refusings or {
        each.reason for each in details.refusings
    } == {"RACK_TOO_SMALL"}
