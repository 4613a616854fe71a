"""How much of a graph is found depends on its size alone, and a whole one is found once."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import UNKNOWN, GraphArrays
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import Extent, find_graph
from comeout.lab.graph_walk import walk_session
from comeout.lab.session_rules import SessionRules
from comeout.lab.strategy import BasicStrategy, Memory
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, Wish
from comeout.rules.library import load_book
from tests.kit.lab_strategies import Molly, PassLine

BOOK = load_book("sentosa")
HOUR = SessionRules(bankroll=300_00, rolls=100)


def test_a_small_graph_is_found_for_every_rack() -> None:
    found = find_graph(BOOK, PassLine(), HOUR)
    assert found.extent is Extent.EVERY_RACK
    assert UNKNOWN not in found.arrays.row


def test_a_larger_graph_is_found_for_rich_racks_and_the_largest_as_it_is_met() -> None:
    assert (
        find_graph(BOOK, Molly(), SessionRules(bankroll=300_00, shooters=3), most_nodes=600).extent is Extent.RICH_RACKS
    )
    assert find_graph(BOOK, Molly(), HOUR, most_nodes=600, most_reached=610).extent is Extent.RICH_RACKS
    assert find_graph(BOOK, Molly(), HOUR, most_nodes=100).extent is Extent.AS_MET


def test_between_them_lies_what_sessions_of_one_kind_reach() -> None:
    short = SessionRules(bankroll=60_00, rolls=12, play_out=True)
    found = find_graph(BOOK, Molly(), short, most_nodes=600)
    assert found.extent is Extent.REACHED
    chance = random.Random(7)
    for _ in range(200):
        walk_session(found.live, short, [chance.randrange(36) for _ in range(500)])
    assert GraphArrays.of(found.live).nodes == found.arrays.nodes


def test_a_graph_is_found_once_and_read_from_the_cache_after_that(tmp_path: Path) -> None:
    cache = GraphCache(tmp_path)
    first = find_graph(BOOK, PassLine(), HOUR, digest="pass", cache=cache)
    again = find_graph(BOOK, PassLine(), HOUR, digest="pass", cache=cache)
    assert isinstance(again.live, Graph)
    assert (len(first.live.rows), len(again.live.rows)) == (7, 0)
    assert np.array_equal(first.arrays.delta, again.arrays.delta)
    assert len(list(tmp_path.iterdir())) == 1


def test_other_books_settings_and_ways_to_end_have_graphs_of_their_own(tmp_path: Path) -> None:
    cache = GraphCache(tmp_path)
    find_graph(BOOK, PassLine(), HOUR, digest="pass", cache=cache)
    find_graph(load_book("adelaide"), PassLine(), HOUR, digest="pass", cache=cache)
    find_graph(BOOK, PassLine(), SessionRules(bankroll=300_00, rolls=9, play_out=True), digest="pass", cache=cache)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_strategy_that_asks_what_it_has_won_has_a_graph_for_each_bankroll(tmp_path: Path) -> None:
    class Careful(BasicStrategy):
        def act(self, view: View, memory: Memory) -> Iterable[Wish]:  # noqa: ARG002
            if not view.point:
                yield WantBet("pass", 20_00 if view.up(50_00) else 10_00)

    cache = GraphCache(tmp_path)
    small = find_graph(BOOK, Careful(), SessionRules(bankroll=100_00, rolls=9), digest="careful", cache=cache)
    large = find_graph(BOOK, Careful(), SessionRules(bankroll=300_00, rolls=9), digest="careful", cache=cache)
    assert 150_00 in small.arrays.low
    assert 350_00 in large.arrays.low
    assert len(list(tmp_path.iterdir())) == 2
    assert not len(
        find_graph(BOOK, Careful(), SessionRules(bankroll=300_00, rolls=9), digest="careful", cache=cache).live.rows
    )


def test_a_graph_that_is_not_whole_is_kept_as_well_and_sessions_go_on_from_an_empty_one(tmp_path: Path) -> None:
    cache = GraphCache(tmp_path)
    for most_nodes, extent in ((100, Extent.AS_MET), (600, Extent.RICH_RACKS)):
        found = [
            find_graph(BOOK, Molly(), HOUR, digest="molly", cache=cache, most_nodes=most_nodes, most_reached=610)
            for _ in range(2)
        ]
        assert [each.extent for each in found] == [extent, extent]
        assert [len(each.live.rows) for each in found] == [0, 0]
        assert found[0].key == found[1].key != ""
        assert np.array_equal(found[0].arrays.delta, found[1].arrays.delta)
