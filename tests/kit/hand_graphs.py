"""Graphs of a few rows, written by hand, whose answers a person can work out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from comeout.dice import ROLLS, Roll
from comeout.lab.graph_arrays import NO_NODE, QUIT, RUINED, GraphArrays

Outcome = tuple[int, int, bool]
"""What a roll does to a row: the change in cents, the next node, and whether the shooter sevens out."""
Row = Callable[[Roll], Outcome]
POINTS = (4, 5, 6, 8, 9, 10)


def graph_of(
    rows: Sequence[Row], nodes: Sequence[Sequence[tuple[int, int]]], closing: Sequence[int] | None = None
) -> GraphArrays:
    """The arrays of rows, and of nodes given as their decisions: pairs of the smallest wealth and the row."""
    table = [[row(roll) for roll in ROLLS] for row in rows]
    decisions = [decision for node in nodes for decision in node]
    return GraphArrays(
        delta=np.array([[cell[0] for cell in line] for line in table], dtype=np.int64).reshape(-1, 36),
        node=np.array([[cell[1] for cell in line] for line in table], dtype=np.int32).reshape(-1, 36),
        seven_out=np.array([[cell[2] for cell in line] for line in table], dtype=bool).reshape(-1, 36),
        first=np.cumsum([0, *(len(node) for node in nodes)]).astype(np.int32),
        low=np.array([low for low, _ in decisions], dtype=np.int64),
        row=np.array([row for _, row in decisions], dtype=np.int32),
        action=np.zeros(len(decisions), dtype=np.int64),
        closing=np.array(closing if closing is not None else [NO_NODE] * len(nodes), dtype=np.int32),
    )


def coin(stake: int = 1000) -> GraphArrays:
    """Double or nothing: every roll an even bet of one stake, won by the first eighteen rolls."""
    return graph_of([lambda roll: (stake if roll.place < 18 else -stake, 0, False)], [[(0, RUINED), (stake, 0)]])


def pass_line(stake: int = 1000) -> GraphArrays:
    """A pass line bet at every come-out; nodes 1 to 6 are points, 7 to 12 the same bet played out, 13 is the end."""

    def come_out(roll: Roll) -> Outcome:
        if roll.total in POINTS:
            return 0, 1 + POINTS.index(roll.total), False
        return (stake if roll.total in (7, 11) else -stake), 0, False

    def on(point: int, *, stays: int, leaves: int) -> Row:
        def row(roll: Roll) -> Outcome:
            if roll.total == point:
                return stake, leaves, False
            return (-stake, leaves, True) if roll.total == 7 else (0, stays, False)

        return row

    live = [on(point, stays=1 + i, leaves=0) for i, point in enumerate(POINTS)]
    last = [on(point, stays=7 + i, leaves=13) for i, point in enumerate(POINTS)]
    nodes = [[(0, RUINED), (stake, 0)], *([(0, 1 + i)] for i in range(12)), [(0, QUIT)]]
    return graph_of([come_out, *live, *last], nodes, [NO_NODE, *range(7, 13), *[NO_NODE] * 7])


def place_six(stake: int = 1200) -> GraphArrays:
    """A bet on 6 that pays 7 to 6, always works and is made again when it is lost; at node 1 it lies."""

    def row(roll: Roll) -> Outcome:
        if roll.total == 7:
            return -stake, 0, True
        return (stake * 7 // 6 if roll.total == 6 else 0), 1, False

    return graph_of([row], [[(0, RUINED), (stake, 0)], [(0, 0)]])


def random_graph(seed: int, *, rows: int = 5, nodes: int = 4) -> GraphArrays:
    """Any graph: wealth selects among rows, ruin and quitting, and half the nodes have bets that are played out."""
    random = Random(seed)
    closing_row, end = rows, 2 * nodes

    def any_row() -> Row:
        outcomes = [(100 * random.randint(-3, 3), random.randrange(nodes), random.random() < 0.3) for _ in range(3)]
        return lambda roll: outcomes[roll.total % 3]

    def last_row(node: int) -> Row:
        won, lost = 100 * random.randint(0, 3), -100 * random.randint(0, 3)
        return lambda roll: (
            (won, end, False) if roll.total > 9 else (lost, end, True) if roll.total < 5 else (0, node, False)
        )

    def decisions() -> list[tuple[int, int]]:
        lows = sorted(random.sample(range(3, 15), random.randint(0, 3)))
        return [(0, random.choice([RUINED, QUIT])), *((100 * low, random.choice([*range(rows), QUIT])) for low in lows)]

    first = [(0, RUINED), (300, random.randrange(rows))]
    live = [first, *(decisions() for _ in range(nodes - 1))]
    last = [[(-1000, closing_row + node)] for node in range(nodes)]
    closing = [random.choice([NO_NODE, nodes + node]) for node in range(nodes)] + [NO_NODE] * (nodes + 1)
    played = [any_row() for _ in range(rows)] + [last_row(nodes + node) for node in range(nodes)]
    return graph_of(played, [*live, *last, [(-1000, QUIT)]], closing)
