"""The graph of a strategy: nodes, decisions by interval of racks, and rows, found by playing at the table."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from itertools import count

import pytest

from comeout.lab.graph import RICH, Graph, TooLarge, collector_paused
from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.language.reader import load_strategy
from comeout.lab.strategy import BasicStrategy, Happened, Memory
from comeout.lab.turn import StrategyError
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantEnd, WantTotal, Wish
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


def test_chips_put_down_in_several_parts_are_the_bet_that_they_make() -> None:
    class Raises(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            if view.point:
                yield WantBet("place-6", 12_00)
                yield WantTotal("place-6", 24_00)

    class AtOnce(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            if view.point:
                yield WantTotal("place-6", 24_00)

    parts, whole = Graph(BOOK, Raises()), Graph(BOOK, AtOnce())
    for graph in (parts, whole):
        graph.explore(every_rack=False)
    assert (len(parts.nodes), len(parts.rows)) == (len(whole.nodes), len(whole.rows))


@pytest.mark.parametrize("name", ["press-regress-6-8", "dice-doctor"])
def test_a_strategy_that_does_not_read_the_dice_is_asked_once_for_rolls_that_do_the_same(name: str) -> None:
    plain, asked = (load_strategy(name).on(BOOK) for _ in range(2))
    assert not plain.reads_dice
    asked.reads_dice = True
    first, second = Graph(BOOK, plain), Graph(BOOK, asked)
    for graph in (first, second):
        graph.explore()
    assert first.rows == second.rows


def test_nodes_share_what_is_the_same_in_all_of_them() -> None:
    graph = Graph(BOOK, Molly())
    graph.explore(every_rack=False)
    states = [node.state for node in graph.nodes]
    assert len({id(state.dice) for state in states}) == len({id(state.crew) for state in states}) == 1
    copied = states[1].copy()
    assert copied.dice is not states[1].dice
    assert len({id(bets) for bets in copied.bets}) == len(copied.bets)


@pytest.fixture
def _collector_on_afterwards() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.usefixtures("_collector_on_afterwards")
def test_the_collector_is_off_inside_and_on_again_afterwards_whatever_happens() -> None:
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


@pytest.mark.usefixtures("_collector_on_afterwards")
def test_who_has_switched_it_off_finds_it_off() -> None:
    gc.disable()
    with collector_paused(), collector_paused():
        pass
    assert not gc.isenabled()
