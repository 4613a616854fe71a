"""Best play for a goal without a limit of rolls: policy iteration over wealth in units.

Waiting costs nothing, so what a wealth is worth does not depend on the point, and every bet can be had with any wealth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from comeout.lab.laws.linear_solve import chain_solver
from comeout.lab.session_rules import LabError
from comeout.lab.solving.bet_law import LawBranch
from comeout.lab.solving.gambles import Gamble

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    """By wealth in units: the chance to reach the goal."""
    Changes = NDArray[np.int64]

GAIN = 4e-15
"""A choice is better only if it wins more than this; less is the noise of floats."""

MOST_SUMS = 10**10
"""How many sums one round of a solution may take."""


class GoalChoice(NamedTuple):
    """What is bet with one wealth, and the odds that follow."""

    gamble: int
    stake: int
    """The number of the stake among those of the gamble."""
    odds: tuple[int, ...]
    """In units, by branch of the bet's law."""


@dataclass(frozen=True, slots=True, eq=False)
class GoalPlay:
    """The best choices, and what they are worth."""

    gambles: tuple[Gamble, ...]
    choices: tuple[GoalChoice | None, ...]
    """By wealth in units, below the goal; None where no bet can be paid."""
    values: Values


def best_play(gambles: Sequence[Gamble], goal: int) -> GoalPlay:
    """The play with the largest chance to have `goal` units before no bet can be paid."""
    _check_size(gambles, goal)
    laws = [[_StakeLaw(each, place, goal) for place in range(len(each.stakes))] for each in gambles]
    values: Values = np.arange(goal) / goal
    choices: list[GoalChoice | None] = [None] * goal
    while True:
        better = _improved(laws, values, choices, goal)
        if better == choices:
            return GoalPlay(tuple(gambles), tuple(choices), values)
        choices = better
        values = _evaluated(laws, choices, goal)


def _check_size(gambles: Sequence[Gamble], goal: int) -> None:
    """Refuse what would take minutes."""
    sums = sum(len(odds) + 1 for gamble in gambles for branches in gamble.odds for odds in branches)
    if (sums + sum(len(gamble.stakes) for gamble in gambles)) * goal > MOST_SUMS:
        raise LabError(
            "this takes too long to solve; take a larger --unit, a lower --goal, or name one bet with its odds, like "
            "--bets pass,pass-odds"
        )


def _improved(
    laws: Sequence[Sequence[_StakeLaw]], values: Values, choices: Sequence[GoalChoice | None], goal: int
) -> list[GoalChoice | None]:
    """The best choice for each wealth by these values; one that is as good as the best stays."""
    best = np.where([choice is None for choice in choices], -1.0, values + GAIN)
    found = np.full((goal, 2), -1)
    windows = _windows(values, goal)
    for number, stakes in enumerate(laws):
        for place, law in enumerate(stakes):
            if law.cost >= goal:
                break
            worth = law.worth(windows)
            more = np.flatnonzero(worth > best[law.cost :]) + law.cost
            best[more] = worth[more - law.cost] + GAIN
            found[more] = number, place
    better = list(choices)
    for number, place in np.unique(found[found[:, 0] >= 0], axis=0).tolist():
        wealth = np.flatnonzero((found == (number, place)).all(axis=1))
        for each, odds in zip(wealth.tolist(), laws[number][place].best_odds(windows, wealth), strict=True):
            better[each] = GoalChoice(number, place, odds)
    return better


def _evaluated(laws: Sequence[Sequence[_StakeLaw]], choices: Sequence[GoalChoice | None], goal: int) -> Values:
    """What choices are worth, by a linear system."""
    entries = [
        (wealth, wealth + change, chance)
        for wealth, choice in enumerate(choices)
        if choice
        for chance, change in laws[choice.gamble][choice.stake].outcomes(choice.odds)
    ]
    row, column, chance = (np.array(each) for each in zip(*entries, strict=True))
    inside = column < goal
    reaches = np.bincount(row[~inside], weights=chance[~inside], minlength=goal).astype(np.float64)
    return chain_solver(goal, row[inside], column[inside], chance[inside])(reaches)


class _StakeLaw:
    """One stake of a gamble, with the changes of wealth that it can bring, in units."""

    def __init__(self, gamble: Gamble, place: int, goal: int) -> None:
        self.stake = gamble.stakes[place]
        self.cost = gamble.cost(self.stake)
        paid = self.cost - self.stake
        self._goal = goal
        self._ends = [(float(end.chance), int(end.flat_gain * self.stake) - paid) for end in gamble.law.ends]
        self._branches = [
            (float(branch.chance), np.array((0, *odds)), _behind(branch, self.stake, odds, paid))
            for branch, odds in zip(gamble.law.branches, gamble.odds[place], strict=True)
        ]

    def worth(self, windows: Values) -> Values:
        """What the stake is worth with each wealth from its cost up, with the best odds."""
        total: Values = np.zeros(self._goal - self.cost)
        for chance, change in self._ends:
            total += chance * self._at(windows, change)
        for reached, odds, ends in self._branches:
            total += reached * self._with_odds(windows, odds, ends).max(axis=0)
        return total

    def best_odds(self, windows: Values, wealth: Changes) -> Iterator[tuple[int, ...]]:
        """By wealth, the best odds on each branch; of those that are equally good, the smallest."""
        found = np.zeros((len(self._branches), len(wealth)), np.int64)
        for place, (_, odds, ends) in enumerate(self._branches):
            worth = self._with_odds(windows, odds, ends)[:, wealth - self.cost]
            found[place] = odds[np.argmax(worth > worth.max(axis=0) - GAIN, axis=0)]
        return map(tuple, found.T.tolist())

    def outcomes(self, chosen: tuple[int, ...]) -> Iterator[tuple[float, int]]:
        """The chance of each change of wealth with these odds."""
        yield from self._ends
        for amount, (reached, odds, ends) in zip(chosen, self._branches, strict=True):
            place = int(np.searchsorted(odds, amount))
            for chance, changes in ends:
                yield reached * chance, int(changes[place])

    def _with_odds(self, windows: Values, odds: Changes, ends: list[tuple[float, Changes]]) -> Values:
        """By odds and by wealth from the cost up: what the bet is worth; below 0 where the rack is too small."""
        rack = np.arange(self._goal - self.cost)
        total: Values = np.where(odds[:, None] <= rack, 0.0, -2.0)
        for chance, changes in ends:
            total += chance * self._at(windows, changes)
        return total

    def _at(self, windows: Values, change: int | Changes) -> Values:
        """The values of every wealth from the cost up, after a change."""
        first = np.minimum(change, self._goal) + self.cost + self._goal
        found: Values = windows[first, : self._goal - self.cost]
        return found


def _behind(branch: LawBranch, stake: int, odds: range, paid: int) -> list[tuple[float, Changes]]:
    """By end of a branch: its chance, and the change of wealth with each of the odds."""
    amounts = np.array((0, *odds))
    return [
        (
            float(end.chance),
            int(end.flat_gain * stake) - paid + amounts * end.odds_gain.numerator // end.odds_gain.denominator,
        )
        for end in branch.ends
    ]


def _windows(values: Values, goal: int) -> Values:
    """By first wealth, counted from `-goal`, and by the wealth above it: the values, 0 below nothing."""
    extended = np.concatenate((np.zeros(goal), values, np.ones(2 * goal)))
    return np.lib.stride_tricks.sliding_window_view(extended, goal)
