"""Sessions without a limit of rolls: steps between rows and levels of wealth, solved as an absorbing Markov chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import QUIT, RUINED, UNKNOWN
from comeout.lab.laws.linear_solve import chain_solver
from comeout.lab.laws.transitions import FAR, TooManyLevels, Transitions, UnknownWealth
from comeout.lab.session_rules import LabError, SessionEnd

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.int64]
    Chances = NDArray[np.float64]

STATES_MOST = 200_000
"""The most states of row and wealth that are solved for."""
TABLE_MOST = 20_000_000
"""The most rows times levels of wealth that are looked through."""
LEVELS_MOST = 3000
"""Without a goal, wealth that still reaches new levels after so many rolls is said to have no bound."""
NO_END = 0
"""In place of a SessionEnd: the session goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Steps from states (a row at a wealth) over one edge each."""

    source: Cells
    """By step: the place of its state in the list of states."""
    edge: Cells
    node: Cells
    cell: Cells
    """By step: the wealth after it."""
    decision: Cells
    """By step: the decision after it."""
    row: Cells
    """By step: the row after it, or RUINED, QUIT or UNKNOWN."""
    end: Cells
    """By step: the SessionEnd it leads to, or NO_END."""


class ReachedStates:
    """All states that a session without limits of rolls and shooters can reach, and the steps between them."""

    def __init__(self, chain: Transitions, row: int, *, most: int = STATES_MOST) -> None:
        self.chain, self._most = chain, most
        self._order = np.argsort(chain.source, kind="stable")
        self._starts = np.searchsorted(chain.source[self._order], np.arange(chain.rows + 1))
        self._node_of = np.repeat(np.arange(chain.nodes), np.diff(chain.into))
        owner = np.repeat(np.arange(chain.nodes), np.diff(chain.first))
        self._decision_keys = _key(owner, chain.low)
        self._low = -(chain.origin // chain.unit) + min(int(chain.shift.min()), 0)
        most = TABLE_MOST // chain.rows if chain.goal == FAR else chain.goal - self._low
        if most * chain.rows > TABLE_MOST:
            raise TooManyLevels
        self._width = most
        self.states = self._reach(row)
        """Every state by its number in the table of rows and levels; state 0 is where the session starts."""
        self.steps = self._steps(self.states)
        place = np.empty(self.chain.rows * self._width, dtype=np.int32)
        place[self.states] = np.arange(len(self.states))
        goes_on = self.steps.end == NO_END
        self.target = np.full(len(goes_on), -1, dtype=np.int64)
        """By step: the place of the state it reaches, or -1 if the session ends."""
        self.target[goes_on] = place[self._number(self.steps.row, self.steps.cell)[goes_on]]

    def ended(self, often: Chances) -> Iterator[tuple[int, int, int, Chances]]:
        """What ends, by how often each state is visited: the end, the pile, the lowest cell, the mass from there."""
        over = np.flatnonzero(self.target < 0)
        steps = self.steps
        mass = often[steps.source[over]] * self.chain.chance[steps.edge[over]]
        end, cell = steps.end[over], steps.cell[over]
        lies = (end == SessionEnd.GOAL) | (end == SessionEnd.STOP)
        pile = np.where(lies, self.chain.pile[steps.node[over]], 0)
        for kind, number in sorted(set(zip(end.tolist(), pile.tolist(), strict=True))):
            here = (end == kind) & (pile == number)
            low = int(cell[here].min())
            piled: Chances = np.bincount(cell[here] - low, weights=mass[here])  # type: ignore[assignment]
            yield kind, number, low, piled

    def _number(self, row: Cells, cell: Cells) -> Cells:
        number: Cells = row * self._width + (cell - self._low)
        return number

    def _reach(self, row: int) -> Cells:
        """Find every state, breadth first."""
        seen = np.zeros(self.chain.rows * self._width, dtype=bool)
        first = frontier = np.array([row * self._width - self._low])
        found = levels = 0
        while frontier.size:
            levels += 1
            seen[frontier] = True
            found += len(frontier)
            steps = self._steps(frontier)
            on = steps.end == NO_END
            cell = steps.cell[on]
            endless = self.chain.goal == FAR and levels > LEVELS_MOST
            if endless or found > self._most or (cell - self._low >= self._width).any():
                raise TooManyLevels
            number = self._number(steps.row[on], cell)
            frontier = np.unique(number[~seen[number]])
        seen[first] = False
        return np.concatenate((first, np.flatnonzero(seen)))

    def _steps(self, states: Cells) -> Steps:
        """Every step from some states."""
        rows, cells = states // self._width, states % self._width + self._low
        counts = self._starts[rows + 1] - self._starts[rows]
        offset = np.repeat(self._starts[rows] - np.cumsum(counts) + counts, counts)
        edge = self._order[np.arange(counts.sum()) + offset]
        source = np.repeat(np.arange(len(states)), counts)
        node, cell = self._node_of[edge], cells[source] + self.chain.shift[edge]
        decision = np.searchsorted(self._decision_keys, _key(node, cell), side="right") - 1
        row = self.chain.row[decision].astype(np.int64)
        end = np.select(
            [cell >= self.chain.goal, cell <= self.chain.stop, row == RUINED, row == QUIT],
            [SessionEnd.GOAL, SessionEnd.STOP, SessionEnd.RUINED, SessionEnd.QUIT],
            NO_END,
        )
        if ((end == NO_END) & (row == UNKNOWN)).any():
            raise UnknownWealth
        return Steps(source, edge, node, cell, decision, row, end)


def _key(node: Cells, cell: Cells) -> Cells:
    """Nodes and cells as single numbers, by node and then by cell."""
    key: Cells = (node << 40) + np.clip(cell, -(1 << 38), 1 << 38)
    return key


def visits(states: ReachedStates) -> Chances:
    """By state, how often a session is expected to roll there; LabError if sessions can go on for ever."""
    count = len(states.states)
    on = states.target >= 0
    source, target = states.steps.source[on], states.target[on]
    chance = states.chain.chance[states.steps.edge]
    start = np.zeros(count)
    start[0] = 1
    try:
        found = chain_solver(count, target, source, chance[on])(start)
    except (RuntimeError, np.linalg.LinAlgError):
        found = np.full(count, np.nan)
    ended = float(found[states.steps.source[~on]] @ chance[~on])
    if not abs(ended - 1) < 1e-6:
        raise LabError("this session can go on for ever without an end; limit its rolls")
    found /= ended  # chances that sum to 1 but for rounding leave a trace after many rolls
    return found
