"""ArrayRunner: the walk in NumPy, a batch of sessions roll by roll. It stands in for the compiled one and audits it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import NO_NODE, QUIT, RUINED
from comeout.lab.session_rules import MOST_ROLLS, SessionEnd
from comeout.lab.simulation.array_dice import ArrayDice
from comeout.lab.simulation.dice_format import DiceKey
from comeout.lab.simulation.outcomes import UNFINISHED, Outcomes, empty_outcomes
from comeout.lab.simulation.walk_plan import WalkPlan

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Flags, Indexes, Ints

PLAYED_OUT = (SessionEnd.GOAL, SessionEnd.STOP, SessionEnd.SHOOTERS, SessionEnd.ROLLS)
"""Ends after which bets that lie may be played out."""
GOES_ON = -1
"""In place of an end: the session is not over."""


def run_arrays(
    plan: WalkPlan, dice: DiceKey, first: int, count: int, *, checkpoints: Sequence[int] = (), full: bool
) -> Outcomes:
    """Walk the sessions `first` up to `first + count`."""
    found = _walked(plan, dice, range(first, first + count), checkpoints)
    unfinished = [first + at for at in np.flatnonzero(found.end == UNFINISHED).tolist()]
    if full and unfinished:
        again = _walked(plan, dice, unfinished, checkpoints)
        found.edges[:] -= again.edges
        found.decisions[:] -= again.decisions
    return found if full else _summary(found)


def _walked(plan: WalkPlan, dice: DiceKey, numbers: Sequence[int], checkpoints: Sequence[int]) -> Outcomes:
    runner, source = ArrayRunner(plan, len(numbers), checkpoints), ArrayDice(dice, numbers)
    while len(runner.open):
        for places in source.next_ten(runner.open):
            runner.roll(places)
        runner.drop_ended()
    return runner.outcomes


def _summary(found: Outcomes) -> Outcomes:
    """The same outcomes without what a summary leaves out."""
    left_out = {
        name: getattr(found, name)[:0] for name in ("below", "rolls", "shooters", "wealth", "edges", "decisions")
    }
    return replace(found, **left_out)


class ArrayRunner:
    """A batch of sessions under way: one entry for each session that is open, in arrays."""

    def __init__(self, plan: WalkPlan, count: int, checkpoints: Sequence[int]) -> None:
        self.plan, self.checkpoints = plan, {roll: at for at, roll in enumerate(checkpoints)}
        self.outcomes = empty_outcomes(plan, count, checkpoints, full=True)
        self.open: Ints = np.arange(count)
        self.rolled = 0
        self._node = np.zeros(count, np.int32)
        self._wealth, self._below = np.zeros((2, count), np.int64)
        self._end = np.full(count, GOES_ON)
        self._closing = np.zeros(count, np.bool_)
        self._decision = self._decisions_at(self._node)
        self._end_where(self._row < 0, self._ends_of_rows())
        self._made(self._end == GOES_ON)
        self.drop_ended()

    @property
    def _row(self) -> Indexes:
        return self.plan.row[self._decision]

    def roll(self, places: Ints) -> None:
        """Settle one roll of every open session, and make the next decisions."""
        plan, walking = self.plan, self._end == GOES_ON
        self.rolled += 1
        row = np.where(walking, self._row, 0)
        column = plan.class_of[places]
        _count(self.outcomes.edges, (row * 36 + places)[walking])
        self._wealth += np.where(walking, plan.delta[row, column], 0)
        self._node = np.where(walking, plan.node[row, column], self._node)
        playing, closing = walking & ~self._closing, walking & self._closing
        self._settle(playing, plan.seven_out[row, column])
        self._decision = np.where(walking, self._decisions_at(self._node), self._decision)
        self._limits(playing)
        self._close(closing)

    def drop_ended(self) -> None:
        """Write the sessions that are over, and keep the others."""
        over = self._end != GOES_ON
        ended, found = self.open[over], self.outcomes
        found.final[ended] = self._wealth[over]
        found.end[ended] = self._end[over]
        if len(found.wealth):
            late = np.array(list(self.checkpoints))[:, None] > found.rolls[ended]
            found.wealth[:, ended] = np.where(late, found.final[ended], found.wealth[:, ended])
        keep = ~over
        self.open, self._node, self._wealth, self._below, self._end, self._closing, self._decision = (
            each[keep]
            for each in (self.open, self._node, self._wealth, self._below, self._end, self._closing, self._decision)
        )

    def _settle(self, playing: Flags, seven_out: Flags) -> None:
        """The figures of a session, which rolls of playing out do not change."""
        found, at, wealth = self.outcomes, self.open[playing], self._wealth[playing]
        found.rolls[at] += 1
        found.shooters[at] += seven_out[playing]
        found.peak[at] = np.maximum(found.peak[at], wealth)
        down = found.peak[at] - wealth
        found.drawdown[at] = np.maximum(found.drawdown[at], down)
        self._below[playing] = np.where(down > 0, self._below[playing] + 1, 0)
        found.below[at] = np.maximum(found.below[at], self._below[playing])
        if self.rolled in self.checkpoints:
            found.wealth[self.checkpoints[self.rolled], at] = wealth

    def _limits(self, playing: Flags) -> None:
        """SessionEnd what is over, in the order of `SessionEnd`; the others make their decision."""
        plan, shooters = self.plan, self.outcomes.shooters[self.open]
        last = SessionEnd.ROLLS if plan.rolls is not None else UNFINISHED
        tests = [self._wealth >= plan.goal, self._wealth <= plan.stop, self._row < 0]
        tests += [shooters >= plan.shooters, np.full(len(self.open), self.rolled >= plan.most_rolls)]
        ends = [SessionEnd.GOAL, SessionEnd.STOP, self._ends_of_rows(), SessionEnd.SHOOTERS, last]
        self._end_where(playing, np.select(tests, [np.asarray(end) for end in ends], GOES_ON))
        self._made(playing & (self._end == GOES_ON))
        if plan.play_out:
            self._play_out(playing & np.isin(self._end, PLAYED_OUT))

    def _play_out(self, over: Flags) -> None:
        """Go on at the closing nodes of sessions that are over and have bets lying."""
        closing = self.plan.closing[self._node]
        over = over & (closing != NO_NODE)
        self.outcomes.end[self.open[over]] = self._end[over]
        self._end[over] = GOES_ON
        self._closing |= over
        self._node = np.where(over, closing, self._node)
        self._decision = np.where(over, self._decisions_at(self._node), self._decision)
        self._close(over)

    def _close(self, closing: Flags) -> None:
        """SessionEnd the playing out where nothing is left to decide, with the end that the session had."""
        row = self._row
        done = closing & ((row == QUIT) | (row == RUINED))
        self._end[done] = self.outcomes.end[self.open[done]]
        too_long = self.rolled >= self.outcomes.rolls[self.open] + MOST_ROLLS
        self._end[closing & ~done & ((row < 0) | too_long)] = UNFINISHED
        _count(self.outcomes.decisions, self._decision[closing & (self._end == GOES_ON)])

    def _made(self, going_on: Flags) -> None:
        self.outcomes.action[self.open[going_on]] += self.plan.action[self._decision[going_on]]
        _count(self.outcomes.decisions, self._decision[going_on])

    def _ends_of_rows(self) -> Indexes:
        ends = [SessionEnd.RUINED, SessionEnd.QUIT]
        found: Indexes = np.select([self._row == RUINED, self._row == QUIT], ends, UNFINISHED)
        return found

    def _end_where(self, flags: Flags, ends: Indexes) -> None:
        self._end = np.where(flags, ends, self._end)

    def _decisions_at(self, node: Indexes) -> Indexes:
        """The decision of each session at its node: a binary search among the node's."""
        low, high = self.plan.first[node].copy(), self.plan.last[node].copy()
        while (low < high).any():
            middle = (low + high + 1) // 2
            reached = self.plan.low[middle] <= self._wealth
            low, high = np.where(reached, middle, low), np.where(reached, high, middle - 1)
        return low


def _count(counts: Ints, places: Ints | Indexes) -> None:
    counts += np.bincount(places, minlength=counts.size).reshape(counts.shape)
