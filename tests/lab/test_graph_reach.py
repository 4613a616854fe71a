"""What sessions with one bankroll can meet: everything that they do meet, and nothing beyond it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from comeout.lab.graph import Graph, TooLarge
from comeout.lab.graph_reach import reach
from comeout.lab.session_rules import SessionRules
from comeout.lab.strategy import BasicStrategy, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, Wish
from comeout.money import LARGEST
from comeout.rules.library import load_book
from tests.kit.lab_strategies import IronCross, Molly

BOOK = load_book("sentosa")


class Buyer(BasicStrategy):
    """Bets whole dollars and, once there is money for it, buys a number for a vigorish of cents."""

    def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
        yield WantBet("field", 10_00)
        if view.covers(55_00):
            yield WantBet("buy-4", 25_00)


def met_one_by_one(graph: Graph, rules: SessionRules) -> set[tuple[int, int]]:
    """Nodes and wealths that sessions meet, each roll and each wealth by itself; it decides at all of them."""
    met = fresh = {(0, rules.bankroll)}
    for _ in range(rules.rolls or 0):
        after = set()
        for node, wealth in fresh:
            row = graph.decision(node, wealth - graph.nodes[node].on_layout).row
            if row >= 0:
                change = graph.rows[row].change + wealth
                after |= {(each.node, each.delta + change) for each in graph.rows[row].outcomes}
        goal, stop = rules.goal or 10**9, rules.stop or -1
        fresh = {(node, wealth) for node, wealth in after if stop < wealth < goal} - met
        met |= fresh
    for node, wealth in fresh:
        graph.decision(node, wealth - graph.nodes[node].on_layout)
    return met


@pytest.mark.parametrize("strategy", [IronCross(), Molly(), Buyer()], ids=lambda each: each.name)
@pytest.mark.parametrize(
    "rules",
    [
        SessionRules(bankroll=123_45, rolls=4),
        SessionRules(bankroll=60_00, rolls=6, goal=80_00, stop=45_00),
        SessionRules(bankroll=40_00, rolls=5, stop=7_00),
    ],
    ids=["rolls", "goal and stop", "stop"],
)
def test_it_finds_what_following_each_wealth_by_itself_finds(strategy: BasicStrategy, rules: SessionRules) -> None:
    found, one_by_one = Graph(BOOK, strategy), Graph(BOOK, strategy)
    reach(found, rules)
    met_one_by_one(one_by_one, rules)
    assert {row.bets for row in found.rows} == {row.bets for row in one_by_one.rows}
    assert len(found.nodes) == len(one_by_one.nodes), "nothing beyond is found"
    known = [len(node.decisions) for node in found.nodes]
    met_one_by_one(found, rules)
    assert [len(node.decisions) for node in found.nodes] == known, "no session meets what is not known"


def test_a_bet_that_changes_wealth_by_cents_is_found_after_bets_in_dollars() -> None:
    graph = Graph(BOOK, Buyer())
    reach(graph, SessionRules(bankroll=50_00, rolls=5))
    assert any(row.change % 10_00 for row in graph.rows)


def test_a_session_without_a_limit_of_rolls_is_followed_until_nothing_is_new() -> None:
    graph = Graph(BOOK, IronCross())
    reach(graph, SessionRules(bankroll=60_00, goal=70_00))
    known = [len(node.decisions) for node in graph.nodes]
    met_one_by_one(graph, SessionRules(bankroll=60_00, goal=70_00, rolls=60))
    assert [len(node.decisions) for node in graph.nodes] == known


def test_more_nodes_than_the_cap_are_an_error() -> None:
    with pytest.raises(TooLarge):
        reach(Graph(BOOK, Molly(), most_nodes=20), SessionRules(bankroll=300_00, rolls=20))


def test_the_search_of_a_very_rich_session_is_no_longer_than_that_of_a_rich_one() -> None:
    """A number with a bit for each wealth from nothing up to this bankroll would not fit into any memory."""
    rich, very_rich = Graph(BOOK, Molly()), Graph(BOOK, Molly())
    reach(rich, SessionRules(bankroll=10_000_00, rolls=6))
    reach(very_rich, SessionRules(bankroll=LARGEST // 4, rolls=6))
    assert len(very_rich.nodes) == len(rich.nodes)
