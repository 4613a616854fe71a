"""Lumping merges what no law can tell apart, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.laws.dice_chances import dice_chances
from comeout.lab.laws.lumping import lumped, reached, topmost
from tests.kit.hand_graphs import coin, graph_of, pass_line, random_graph

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
    arrays = graph_of(
        [lambda _, row=row: (row, (row + 1) % 8, False) for row in range(8)], [[(0, row)] for row in leads_to]
    )
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


@pytest.mark.parametrize("seed", range(20))
def test_a_lumped_graph_cannot_be_lumped_again(seed: int) -> None:
    once = lumped(reached(random_graph(seed, rows=12, nodes=8), play_out=True), FAIR, shooters=True, play_out=True)
    twice = lumped(once, FAIR, shooters=True, play_out=True)
    assert (once.rows, once.nodes) == (twice.rows, twice.nodes)
    assert np.array_equal(once.low, twice.low)
