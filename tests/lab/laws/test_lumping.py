"""Lumping merges what no law can tell apart, and nothing else."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from comeout.lab.graph_arrays import QUIT, RUINED, GraphArrays
from comeout.lab.laws.dice_chances import dice_chances
from comeout.lab.laws.lumping import from_least, lumped, reached, topmost
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import Row, coin, graph_of, pass_line, random_graph

FAIR = dice_chances(None)


def test_fair_dice_make_the_points_that_are_made_as_often_one_row() -> None:
    small = lumped(reached(pass_line(), play_out=False), FAIR, shooters=False, play_out=False)
    assert (small.rows, small.nodes) == (4, 4)


def test_bets_that_are_played_out_are_rows_of_their_own() -> None:
    small = lumped(reached(pass_line(), play_out=True), FAIR, shooters=False, play_out=True)
    assert (small.rows, small.nodes) == (7, 8)
    assert sorted(small.closing.tolist()).count(-1) == 5


def test_dice_that_make_one_point_more_often_keep_it_apart() -> None:
    ten = dice_chances([2 if place == 23 else 1 for place in range(36)])
    assert lumped(reached(pass_line(), play_out=False), ten, shooters=False, play_out=False).rows == 5


def test_wealth_that_selects_the_same_row_is_one_interval() -> None:
    flat = coin()
    arrays = graph_of(
        [lambda roll: (1000 if roll.place < 18 else -1000, roll.place % 2, False)] * 3,
        [[(0, RUINED), (1000, 0), (3000, 1), (5000, 2)], [(0, RUINED), (1000, 2)]],
    )
    small = lumped(arrays, FAIR, shooters=False, play_out=False)
    assert (small.rows, small.nodes) == (1, 1)
    assert small.low.tolist() == flat.low.tolist()
    assert small.row.tolist() == flat.row.tolist()


def test_a_threshold_keeps_two_nodes_apart() -> None:
    row = graph_of(
        [lambda roll: (1000 if roll.place < 18 else -1000, roll.place % 2, False)],
        [[(0, RUINED), (1000, 0)], [(0, RUINED), (1001, 0)]],
    )
    assert lumped(row, FAIR, shooters=False, play_out=False).nodes == 2


def test_nodes_stay_apart_whose_rows_are_numbered_like_one_another() -> None:
    leads_to = (4, 5, 2, 3, 1, 0, 6, 7)

    def to_next(row: int) -> Row:
        return lambda _: (row, (row + 1) % 8, False)

    arrays = graph_of([to_next(row) for row in range(8)], [[(0, row)] for row in leads_to])
    small = lumped(arrays, FAIR, shooters=False, play_out=False)
    assert (small.rows, small.nodes) == (8, 8)


def test_seven_outs_are_told_apart_only_where_they_count() -> None:
    arrays = graph_of([lambda roll: (0, 1, roll.total == 7), lambda _: (0, 0, False)], [[(0, 0)], [(0, 1)]])
    assert lumped(arrays, FAIR, shooters=False, play_out=False).rows == 1
    assert lumped(arrays, FAIR, shooters=True, play_out=False).rows == 2


def test_the_topmost_graph_leaves_out_what_only_the_poor_meet() -> None:
    arrays = graph_of(
        [lambda _: (0, 0, False), lambda _: (0, 1, False)], [[(0, RUINED), (100, 1), (700, 0)], [(0, QUIT), (900, 1)]]
    )
    top, least = topmost(arrays, play_out=False)
    assert (top.rows, top.nodes, least) == (1, 1, 700)


def naive_sizes(arrays: GraphArrays) -> tuple[int, int]:
    """How many classes of rows and nodes there are, by the definition, with tuples in place of hashes."""
    rows, nodes = [0] * arrays.rows, [0] * arrays.nodes
    while True:
        told: list[object] = []
        for node in range(arrays.nodes):
            decisions = range(arrays.first[node], arrays.first[node + 1])
            wealth = [(int(arrays.low[d]), int(arrays.row[d])) for d in decisions]
            codes = [(low, rows[row] if row >= 0 else row) for low, row in wealth]
            changes = [each for i, each in enumerate(codes) if i == 0 or each[1] != codes[i - 1][1]]
            told.append((changes, nodes[arrays.closing[node]] if arrays.closing[node] >= 0 else -1))
        new_nodes = [told.index(each) for each in told]
        lines = [
            sorted(zip(*each, strict=True))
            for each in zip(
                arrays.delta.tolist(), np.array(new_nodes)[arrays.node].tolist(), arrays.seven_out.tolist(), strict=True
            )
        ]
        new_rows = [lines.index(each) for each in lines]
        if (len(set(new_rows)), len(set(new_nodes))) == (len(set(rows)), len(set(nodes))) and rows == new_rows:
            return len(set(rows)), len(set(nodes))
        rows, nodes = new_rows, new_nodes


@pytest.mark.parametrize("seed", range(30))
def test_the_classes_are_those_of_the_definition(seed: int) -> None:
    random = Random(seed)
    kinds, copies = 10, 3
    table = [[(random.randint(0, 1), random.randrange(kinds)) for _ in range(2)] for _ in range(kinds)]
    choices = [(random.randrange(kinds), 100 * random.randint(1, 2), random.randrange(kinds)) for _ in range(kinds)]
    closing = [random.choice([None, random.randrange(kinds)]) for _ in range(kinds)]

    def copy_of(kind: int) -> int:
        return kind + kinds * random.randrange(copies)

    def row(kind: int) -> Row:
        outcomes = [(delta, copy_of(node), False) for delta, node in table[kind]]
        return lambda roll: outcomes[roll.place % 2]

    arrays = graph_of(
        [row(number % kinds) for number in range(kinds * copies)],
        [[(0, copy_of(poor)), (low, copy_of(rich))] for poor, low, rich in choices * copies],
        [-1 if kind is None else copy_of(kind) for kind in closing * copies],
    )
    small = lumped(arrays, FAIR, shooters=True, play_out=True)
    assert (small.rows, small.nodes) == naive_sizes(arrays)
    assert small.rows <= kinds


@pytest.mark.parametrize("seed", range(20))
def test_a_lumped_graph_cannot_be_lumped_again(seed: int) -> None:
    once = lumped(reached(random_graph(seed, rows=12, nodes=8), play_out=True), FAIR, shooters=True, play_out=True)
    twice = lumped(once, FAIR, shooters=True, play_out=True)
    assert (once.rows, once.nodes) == (twice.rows, twice.nodes)
    assert np.array_equal(once.low, twice.low)


def test_a_question_is_asked_of_the_rows_without_shortage_first_and_then_of_all_that_are_reached() -> None:
    asked: list[int] = []

    def answer(graph: GraphArrays) -> int:
        asked.append(graph.rows)
        if len(asked) == 1:
            raise UnknownWealth
        return graph.rows

    poor = graph_of([lambda _: (-1000, 0, False)] * 2, [[(0, RUINED), (1000, 0), (5000, 1)]])
    assert from_least(poor, SessionRules(bankroll=6000), answer) == 2
    assert asked == [1, 2]
    asked = [0]
    assert from_least(poor, SessionRules(bankroll=4999), answer) == 2
    assert asked == [0, 2]
