"""The lines of a play over a number of rolls: what it does in every position that it can come to."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from comeout.lab.solving.finite_play import WAIT, FinitePlay, FiniteTask, LyingNode, RollChoices, TimedBet
from comeout.lab.solving.policy import PolicyRow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.solving.bet_course import PuckCourse, WhereItLies
    from comeout.money import Amount

    Flags = NDArray[np.bool_]


def finite_lines(
    play: FinitePlay, pucks: PuckCourse, task: FiniteTask, *, start: int, unit: Amount
) -> tuple[PolicyRow, ...]:
    """The lines of a play from a wealth on, in the order of the rolls.

    An interval reaches up to the next rack that the play can come to and that bets otherwise.
    """
    reached = _Reached(play.bets, pucks, task.top)
    reached.clean[0][start] = True
    lines: list[PolicyRow] = []
    for number, choices in enumerate(play.rolls, 1):
        found = [*reached.bets_made(choices, forced=task.forced), *reached.odds_chosen(choices)]
        lines += _with_points(replace(line, roll=number) for line in found)
    return tuple(
        replace(line, flat=line.flat * unit, low=line.low * unit, high=line.high * unit, amount=line.amount * unit)
        for line in lines
    )


class _Reached:
    """The wealth that a play can have before a roll: with nothing on the layout, and with each bet that lies."""

    def __init__(self, bets: tuple[TimedBet, ...], pucks: PuckCourse, top: int) -> None:
        self._bets, self._pucks, self._top = bets, pucks, top
        self.clean = self._none()
        self.lying = self._nothing()

    def _none(self) -> dict[int, Flags]:
        return {point: np.zeros(self._top, np.bool_) for point in self._pucks.moves}

    def _nothing(self) -> dict[WhereItLies, Flags]:
        return {where: np.zeros((len(bet.stakes), self._top), np.bool_) for bet in self._bets for where in bet.nodes}

    def bets_made(self, choices: RollChoices, *, forced: bool) -> Iterator[PolicyRow]:
        """Make the bets of a roll, and tell them; who makes none waits, or is ruined where the bet is forced."""
        waiting = self._none()
        for point, (number, place) in choices.bets.items():
            wealth = np.flatnonzero(self.clean[point])
            waits = wealth[number[wealth] == WAIT]
            waiting[point][waits] = not (forced and not point)
            pairs = [(int(number[each]), int(place[each])) for each in wealth]
            for (which, stake), low, high in _groups(wealth.tolist(), pairs, self._top):
                if which == WAIT:
                    continue
                bet = self._bets[which]
                yield PolicyRow(0, bet.spot, 0, (point,), low, high, int(bet.stakes[stake]))
            for each, (which, stake) in zip(wealth.tolist(), pairs, strict=True):
                if which != WAIT:
                    bet = self._bets[which]
                    self.lying[bet.starts[point]][stake, each - bet.charges[stake]] = True
        self.clean = waiting

    def odds_chosen(self, choices: RollChoices) -> Iterator[PolicyRow]:
        """Choose the odds of a roll, tell them, and roll."""
        clean, lying = self._none(), self._nothing()
        for point, moves in self._pucks.moves.items():
            for to in moves:
                clean[to] |= self.clean[point]
        for bet in self._bets:
            for where, node in bet.nodes.items():
                for stake in np.flatnonzero(self.lying[where].any(axis=1)).tolist():
                    wealth = np.flatnonzero(self.lying[where][stake])
                    odds = choices.odds[where][stake, wealth] if node.odds else np.zeros(len(wealth), np.int16)
                    yield from self._odds_lines(node, int(bet.stakes[stake]), wealth.tolist(), odds.tolist())
                    self._roll(node, stake, wealth, odds, clean)
                    for _, still in node.goes_on:
                        lying[still][stake, wealth] = True
        self.clean, self.lying = clean, lying

    def _odds_lines(self, node: LyingNode, flat: int, wealth: list[int], odds: list[int]) -> Iterator[PolicyRow]:
        for amount, low, high in _groups(wealth, odds, self._top) if node.odds else ():
            rack = max(low - flat, 0)
            yield PolicyRow(0, node.odds, flat, (node.where.point,), rack, high - flat, amount)

    def _roll(
        self, node: LyingNode, stake: int, wealth: NDArray[np.int64], odds: NDArray[np.int16], clean: dict[int, Flags]
    ) -> None:
        """Note the wealth after the rolls that decide a bet; who has reached the top has won."""
        first, end = node.first[stake], [*node.first, len(node.amounts)][stake + 1]
        place = first + np.searchsorted(node.amounts[first:end], odds)
        for _, point, change in node.decided:
            after = wealth + change[place]
            clean[point][after[after < self._top]] = True


def _groups(wealth: list[int], choices: list[Any], top: int) -> Iterator[tuple[Any, int, int]]:
    """Neighbours among some rising wealth that choose alike: the choice, from which wealth, and up to which."""
    low = 0
    runs = [
        (choice, [each for each, _ in run])
        for choice, run in groupby(zip(wealth, choices, strict=True), key=itemgetter(1))
    ]
    for place, (choice, _) in enumerate(runs):
        high = runs[place + 1][1][0] if place + 1 < len(runs) else top
        yield choice, low, high
        low = high


def _with_points(lines: Iterable[PolicyRow]) -> Iterator[PolicyRow]:
    """Lines that differ in the point alone as one line."""

    def says(line: PolicyRow) -> tuple[Hashable, ...]:
        return line.roll, line.bet, line.flat, line.low, line.high, line.amount

    for _, same in groupby(sorted(lines, key=lambda line: (says(line), line.points)), key=says):
        first, *rest = same
        yield replace(first, points=tuple(point for line in (first, *rest) for point in line.points))
