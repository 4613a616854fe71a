"""The graph of a strategy: nodes, decisions by interval of racks, and rows, found by playing at the table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

import pytest

from comeout.lab.graph import RICH, Graph, TooLarge
from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.strategy import BasicStrategy, Happened, Memory
from comeout.lab.turn import StrategyError
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantEnd, Wish
from comeout.rules.library import book_names, load_book
from tests.kit.lab_strategies import IronCross, Molly, PassLine

BOOK = load_book("sentosa")


def size(graph: Graph) -> tuple[int, int, int]:
    return len(graph.nodes), sum(len(node.decisions) for node in graph.nodes), len(graph.rows)


def test_the_pass_line_has_one_row_for_the_come_out_and_one_for_each_point() -> None:
    graph = Graph(BOOK, PassLine())
    graph.explore(every_rack=False)
    assert size(graph) == (7, 7, 7)


@pytest.mark.parametrize("book", book_names())
def test_the_pass_line_is_made_with_ten_dollars_and_ruined_with_less(book: str) -> None:
    graph = Graph(load_book(book), PassLine())
    graph.explore()
    poor, rich = graph.nodes[0].decisions
    assert (poor.low, poor.high, poor.row) == (0, 10_00, RUINED)
    assert (rich.low, rich.placed) == (10_00, (("pass", 10_00, 0),))


def test_rolls_that_do_the_same_share_an_outcome_and_all_36_are_there() -> None:
    graph = Graph(BOOK, Molly())
    graph.explore(every_rack=False)
    assert (len(graph.rows), sum(len(row.outcomes) for row in graph.rows)) == (118, 821)
    for row in graph.rows:
        assert sorted(place for outcome in row.outcomes for place in outcome.places) == list(range(36))


def test_decisions_of_a_node_cover_every_rack_once() -> None:
    graph = Graph(BOOK, IronCross())
    graph.explore()
    for node in graph.nodes:
        lows = [each.low for each in node.decisions]
        assert lows[0] == 0
        assert [each.high for each in node.decisions[:-1]] == lows[1:]


def test_a_graph_asks_the_table_only_for_the_racks_it_is_asked_about() -> None:
    graph = Graph(BOOK, IronCross())
    first = graph.decision(0, 25_00)
    assert graph.decision(0, 25_00) is first
    assert size(graph)[1] == 1


def test_a_graph_past_its_cap_says_how_many_nodes_it_may_have() -> None:
    graph = Graph(BOOK, Molly(), most_nodes=50)
    with pytest.raises(TooLarge, match="more than 50 nodes"):
        graph.explore()
    for row in graph.rows:
        assert sorted(place for outcome in row.outcomes for place in outcome.places) == list(range(36))


def test_bets_are_played_out_without_new_ones_until_nothing_lies() -> None:
    graph = Graph(BOOK, PassLine())
    graph.explore()
    graph.close()
    last = graph.nodes[graph.closing_node(1)]
    row = graph.rows[last.decisions[0].row]
    assert row.bets == (("pass", 10_00),)
    ends = {graph.nodes[outcome.node].decisions[0].row for outcome in row.outcomes if outcome.lines}
    assert ends == {QUIT}


def test_a_strategy_may_end_the_session() -> None:
    class Leaves(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            yield WantEnd()

    assert Graph(BOOK, Leaves()).decision(0, RICH).row == QUIT


def test_a_strategy_that_is_not_pure_is_told_so() -> None:
    class Wavers(BasicStrategy):
        counter = count(10_00, 1_00)

        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            yield WantBet("pass", next(self.counter))

    with pytest.raises(StrategyError, match="asked twice in the same position"):
        Graph(BOOK, Wavers()).decision(0, RICH)


def test_a_memory_that_cannot_be_hashed_is_an_error_that_says_so() -> None:
    class Lists(PassLine):
        remembers = True

        def see(self, memory: Memory, event: Happened) -> Memory:  # noqa: ARG002
            return []  # type: ignore[return-value]

    with pytest.raises(StrategyError, match="it must be hashable, such as a tuple"):
        Graph(BOOK, Lists()).explore()


def test_vigorish_paid_before_a_roll_belongs_to_its_row() -> None:
    class Buys(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            if view.point:
                yield WantBet("buy-4", 20_00)

    graph = Graph(BOOK, Buys())
    graph.explore(every_rack=False)
    assert {row.change for row in graph.rows} == {0, -1_00}
