"""RowChain: the rows of a strategy whose money never runs out, as a Markov chain, with its stationary parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import UNKNOWN, GraphArrays
from comeout.lab.laws.linear_solve import chain_solver
from comeout.lab.laws.transitions import UnknownWealth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.laws.dice_chances import DiceChances

    Rows = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RowChain:
    """The rows that are reached by the highest decision of every node; the first one is where a session starts."""

    rows: Rows
    """The number of each row in the graph."""
    delta: Floats
    """By row and roll: the change of wealth in cents."""
    after: Rows
    """By row and roll: the place of the next row, or the number of rows where the strategy has ended the session."""

    @property
    def size(self) -> int:
        """How many rows there are, without the end."""
        return len(self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class RecurrentPart:
    """Rows that lead to each other for ever, and what a roll brings there in the long run."""

    chance: float
    """The chance that a session comes here and stays."""
    rows: Rows
    """The places of its rows in the chain; none where the strategy has ended the session."""
    share: Floats
    """By row of the part: its share of all rolls, the stationary distribution."""
    potential: Floats
    """By row of the part: how much more than the mean is still to come from there (solution of Poisson's equation)."""
    mean: float
    """The change of wealth per roll, in cents."""
    variance: float
    """The variance per roll of a long session, in square cents."""


def row_chain(arrays: GraphArrays) -> RowChain:
    """The chain of the highest decisions; UnknownWealth if the graph does not know them."""
    top = arrays.row[arrays.first[1:] - 1].astype(np.int64)
    found: list[Rows] = []
    seen = np.zeros(arrays.rows, dtype=bool)
    fresh = top[:1]
    while fresh.size:
        if (fresh == UNKNOWN).any():
            raise UnknownWealth
        fresh = np.unique(fresh[fresh >= 0])
        fresh = fresh[~seen[fresh]]
        seen[fresh] = True
        found.append(fresh)
        fresh = top[np.unique(arrays.node[fresh])]
    rows = np.concatenate(found)
    place = np.full(arrays.rows + 1, len(rows))
    place[rows] = np.arange(len(rows))
    after = top[arrays.node[rows]]
    return RowChain(rows, arrays.delta[rows].astype(float), place[np.where(after < 0, arrays.rows, after)])


def recurrent_parts(chain: RowChain, dice: DiceChances) -> tuple[RecurrentPart, ...]:
    """Every part that a session can end up in, with its chance, by its first row."""
    groups = [group for group in _strong_components(chain, dice) if _is_closed(chain, dice, group)]
    chances = _absorbed(chain, dice, groups)
    found = [
        _part(chain, dice, group, float(chance)) for group, chance in zip(groups, chances, strict=True) if chance > 0
    ]
    return tuple(sorted(found, key=lambda part: int(part.rows[0]) if part.rows.size else chain.size))


def _strong_components(chain: RowChain, dice: DiceChances) -> Iterator[Rows]:
    """The strongly connected components (Tarjan's algorithm without recursion); the end is one of them."""
    nexts = [sorted(set(line)) for line in chain.after[:, dice.floats > 0].tolist()] + [[chain.size]]
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    stack: list[int] = []
    on_stack = [False] * len(nexts)
    for root in range(len(nexts)):
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            state, place = work.pop()
            if state not in number:
                number[state] = lowest[state] = len(number)
                stack.append(state)
                on_stack[state] = True
            for index in range(place, len(nexts[state])):
                target = nexts[state][index]
                if target not in number:
                    work += [(state, index), (target, 0)]
                    break
                if on_stack[target]:
                    lowest[state] = min(lowest[state], lowest[target])
            else:
                if lowest[state] == number[state]:
                    group = stack[stack.index(state) :]
                    del stack[-len(group) :]
                    for member in group:
                        on_stack[member] = False
                    yield np.array(sorted(group))


def _is_closed(chain: RowChain, dice: DiceChances, group: Rows) -> bool:
    """Whether no roll that has a chance leads out of a component."""
    rows = group[group < chain.size]
    return bool(np.isin(chain.after[rows][:, dice.floats > 0], group).all())


def _absorbed(chain: RowChain, dice: DiceChances, groups: list[Rows]) -> Floats:
    """The chance that a session, which starts in the first row, ends up in each component."""
    where = np.full(chain.size + 1, -1)
    for number, group in enumerate(groups):
        where[group] = number
    start = where[0]
    if start >= 0:
        return np.array([float(number == start) for number in range(len(groups))])
    passing = np.flatnonzero(where < 0)
    place = np.full(chain.size + 1, -1)
    place[passing] = np.arange(len(passing))
    source = np.repeat(np.arange(len(passing)), 36)
    target = chain.after[passing].ravel()
    chance = np.tile(dice.chances, len(passing))
    on = where[target] < 0
    begin = np.zeros(len(passing))
    begin[0] = 1
    often = chain_solver(len(passing), place[target[on]], source[on], chance[on])(begin)
    found: Floats = np.zeros(len(groups))
    np.add.at(found, where[target[~on]], often[source[~on]] * chance[~on])
    return found


def _part(chain: RowChain, dice: DiceChances, group: Rows, chance: float) -> RecurrentPart:
    """The long run of one component, solved with the share of its first row set to 1 and its potential to 0."""
    rows = group[group < chain.size]
    if not rows.size:
        none = np.zeros(0)
        return RecurrentPart(chance, rows, none, none, 0.0, 0.0)
    place = np.full(chain.size + 1, -1)
    place[rows] = np.arange(len(rows))
    after = place[chain.after[rows]]
    gain = chain.delta[rows] @ dice.chances
    source = np.repeat(np.arange(len(rows)), 36)
    target, weight = after.ravel(), np.tile(dice.chances, len(rows))
    inner = (source > 0) & (target > 0)
    first = np.zeros(len(rows))
    np.add.at(first, after[0], dice.chances)
    share = np.ones(len(rows))
    potential = np.zeros(len(rows))
    count = len(rows) - 1
    if count:
        share[1:] = chain_solver(count, target[inner] - 1, source[inner] - 1, weight[inner])(first[1:])
        share /= share.sum()
    mean = float(share @ gain)
    if count:
        potential[1:] = chain_solver(count, source[inner] - 1, target[inner] - 1, weight[inner])(gain[1:] - mean)
    surprise = chain.delta[rows] + potential[after] - potential[:, None] - mean
    return RecurrentPart(chance, rows, share, potential, mean, float(share @ (surprise**2 @ dice.chances)))
