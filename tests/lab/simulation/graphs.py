"""Small graphs written by hand, and random ones: what the tests of the simulation walk."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import numpy as np

from comeout.dice import ROLLS
from comeout.lab.graph_arrays import NO_NODE, QUIT, RUINED, UNKNOWN, GraphArrays

POINTS = (4, 5, 6, 8, 9, 10)


@dataclass
class Sketch:
    """A graph being written: rows of (change, node, seven-out) by roll, decisions of (low, row, action) by node."""

    rows: list[list[tuple[int, int, bool]]] = field(default_factory=list)
    nodes: list[list[tuple[int, int, int]]] = field(default_factory=list)
    closing: list[int] = field(default_factory=list)

    def arrays(self) -> GraphArrays:
        """The arrays of the graph."""
        decisions = [decision for node in self.nodes for decision in node]
        first = np.cumsum([0, *(len(node) for node in self.nodes)])
        return GraphArrays(
            delta=np.array([[cell[0] for cell in row] for row in self.rows], np.int64).reshape(-1, 36),
            node=np.array([[cell[1] for cell in row] for row in self.rows], np.int32).reshape(-1, 36),
            seven_out=np.array([[cell[2] for cell in row] for row in self.rows], np.bool_).reshape(-1, 36),
            first=first.astype(np.int32),
            low=np.array([each[0] for each in decisions], np.int64),
            row=np.array([each[1] for each in decisions], np.int32),
            action=np.array([each[2] for each in decisions], np.int64),
            closing=np.array(self.closing, np.int32),
        )


def pass_line(stake: int = 1000) -> GraphArrays:
    """The pass line: row and node 0 at the come-out, one row and node for each point."""
    sketch = Sketch()
    come_out = []
    for roll in ROLLS:
        won = stake if roll.total in (7, 11) else -stake if roll.total in (2, 3, 12) else 0
        come_out.append((won, 0 if roll.total not in POINTS else 1 + POINTS.index(roll.total), False))
    sketch.rows.append(come_out)
    sketch.nodes.append([(0, RUINED, 0), (stake, 0, stake)])
    sketch.closing.append(NO_NODE)
    for at, point in enumerate(POINTS, 1):
        row = []
        for roll in ROLLS:
            decided = roll.total in (7, point)
            row.append((-stake if roll.total == 7 else stake * decided, 0 if decided else at, roll.total == 7))
        sketch.rows.append(row)
        sketch.nodes.append([(0, at, 0)])
        sketch.closing.append(at)
    # A point that is decided while playing out leads to the come-out, where a session that is played out must stop.
    quit_node = len(sketch.nodes)
    sketch.nodes.append([(0, QUIT, 0)])
    sketch.closing.append(NO_NODE)
    for at in range(1, 7):
        sketch.rows.append([(change, quit_node if node == 0 else 7 + at, out) for change, node, out in sketch.rows[at]])
        sketch.nodes.append([(0, 6 + at, 0)])
        sketch.closing.append(NO_NODE)
        sketch.closing[at] = 7 + at
    return sketch.arrays()


def random_graph(
    seed: int, *, rows: int = 12, nodes: int = 9, unknown: bool = False, by_total: bool = True
) -> GraphArrays:
    """A graph of nonsense: any row may follow any node, with thresholds, ruin, ends and sometimes unknown decisions."""
    chance = random.Random(seed)
    unit = chance.choice((1, 100, 250, 500))
    reach = chance.choice((1, 3, 40))
    sketch = Sketch()
    for _ in range(rows):
        cells = [
            (chance.randint(-reach, reach) * unit, chance.randrange(nodes), chance.random() < 0.1) for _ in range(36)
        ]
        sketch.rows.append([cells[roll.total] if by_total else cells[roll.place] for roll in ROLLS])
    for _ in range(nodes):
        lows = sorted({0, *(chance.randrange(30 * unit) for _ in range(chance.choice((0, 1, 3, 20))))})
        sketch.nodes.append([_decision(chance, low, rows, unit, at == len(lows) - 1) for at, low in enumerate(lows)])
    if unknown:
        sketch.nodes[-1].append((10**6 * unit, UNKNOWN, 0))
        sketch.nodes[-1].insert(1, (1, UNKNOWN, 0))
        sketch.nodes[-1].sort()
    sketch.nodes[0] = [(0, 0, 5 * unit)]
    quit_node = len(sketch.nodes)
    sketch.rows.append([(unit if roll.total % 2 else -unit, quit_node + (roll.total > 5), False) for roll in ROLLS])
    sketch.nodes += [[(0, rows, 0)], [(0, QUIT, 0)]]
    sketch.closing = [chance.choice((NO_NODE, quit_node)) for _ in sketch.nodes]
    return sketch.arrays()


def _decision(chance: random.Random, low: int, rows: int, unit: int, last: bool) -> tuple[int, int, int]:
    ends = 0.02 if last else 0.3
    row = chance.choice((RUINED, QUIT)) if chance.random() < ends else chance.randrange(rows)
    return low, row, chance.randrange(4) * unit if row >= 0 else 0
