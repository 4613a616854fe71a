"""A walk over a graph is the play of the public table: the same wealth to the cent at every roll, at every bankroll."""

from __future__ import annotations

import os
import random

import pytest

from comeout.lab.graph import Graph
from comeout.lab.graph_walk import walk_session
from comeout.lab.language.reader import load_strategy, strategy_names
from comeout.lab.language.text_errors import NotInBook
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from comeout.lab.table_play import play_session
from comeout.rules.library import book_names, load_book
from tests.kit.lab_strategies import IronCross, Molly, PassLine, RandomStrategy

STRATEGIES = int(os.getenv("COMEOUT_STRATEGIES", "250"))
AT_ONCE = 25
BANKROLLS = (37_00, 100_00, 123_45, 300_00, 10_000_00)


def rolls(seed: int, count: int = 2000) -> list[int]:
    chance = random.Random(seed)
    return [chance.randrange(36) for _ in range(count)]


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("strategy", [PassLine(), IronCross(), Molly()], ids=lambda each: each.name)
def test_strategies_by_hand_end_alike_over_the_graph_and_at_the_table(book: str, strategy: PassLine) -> None:
    layout = load_book(book)
    graph = Graph(layout, strategy)
    for bankroll in BANKROLLS:
        rules = SessionRules(bankroll=bankroll, rolls=120, play_out=bankroll == 300_00)
        walked = walk_session(graph, rules, rolls(bankroll))
        assert walked == play_session(layout, strategy, rules, rolls(bankroll))[0]


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("name", strategy_names())
def test_every_preset_ends_alike_over_the_graph_and_at_the_table(name: str, book: str) -> None:
    layout = load_book(book)
    try:
        strategy = load_strategy(name).on(layout)
    except NotInBook as refused:
        told = refused.says
        assert name in told  # the refusal names the strategy; its own tests hold which books these are
        return
    graph = Graph(layout, strategy, most_nodes=10**6)
    for bankroll in BANKROLLS:
        rules = SessionRules(bankroll=bankroll, rolls=40)
        walked = walk_session(graph, rules, rolls(bankroll))
        assert walked == play_session(layout, strategy, rules, rolls(bankroll))[0]


@pytest.mark.parametrize("first", range(0, STRATEGIES, AT_ONCE))
def test_random_strategies_end_alike_over_the_graph_and_at_the_table(first: int) -> None:
    books = book_names()
    for seed in range(first, min(first + AT_ONCE, STRATEGIES)):
        layout = load_book(books[seed % len(books)])
        strategy = RandomStrategy(layout, seed)
        graph = Graph(layout, strategy, most_nodes=10**6)
        for bankroll in BANKROLLS[:3] + BANKROLLS[4:]:
            rules = SessionRules(bankroll=bankroll, rolls=30, play_out=seed % 2 == 0)
            walked = walk_session(graph, rules, rolls(seed))
            assert walked == play_session(layout, strategy, rules, rolls(seed))[0], (seed, layout.id, bankroll)


def test_goal_stop_and_shooters_end_a_session_in_this_order() -> None:
    graph = Graph(load_book("sentosa"), PassLine())
    seven, eleven, four = 5, 34, 2
    assert walk_session(graph, SessionRules(bankroll=50_00, goal=60_00, rolls=1), [seven]).end is SessionEnd.GOAL
    assert walk_session(graph, SessionRules(bankroll=50_00, stop=40_00, rolls=2), [four, seven]).end is SessionEnd.STOP
    assert walk_session(graph, SessionRules(bankroll=10_00, rolls=2), [four, seven]).end is SessionEnd.RUINED
    assert (
        walk_session(graph, SessionRules(bankroll=50_00, shooters=1), [eleven, four, seven]).end is SessionEnd.SHOOTERS
    )


def test_rolls_that_end_too_early_are_an_error_that_says_when() -> None:
    with pytest.raises(LabError, match="the rolls end after 2"):
        walk_session(Graph(load_book("sentosa"), PassLine()), SessionRules(bankroll=50_00, rolls=5), [5, 5])


@pytest.mark.parametrize("name", ["iron-cross", "regress-press", "three-point-molly"])
def test_a_lazy_graph_settles_only_the_rolls_that_are_thrown(name: str) -> None:
    layout = load_book("sentosa")
    strategy = load_strategy(name).on(layout)
    lazy, eager = Graph(layout, strategy, most_nodes=10**6), Graph(layout, strategy, most_nodes=10**6)
    lazy.lazy = True
    for bankroll in BANKROLLS:
        rules = SessionRules(bankroll=bankroll, rolls=40, play_out=True)
        assert walk_session(lazy, rules, rolls(bankroll)) == walk_session(eager, rules, rolls(bankroll))
    assert len(lazy.rows) == len(eager.rows)
    assert len(lazy.nodes) < len(eager.nodes)
