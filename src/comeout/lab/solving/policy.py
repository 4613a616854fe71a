"""Policy: what the best play bets, line by line, by point and by what the rack holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from comeout.money import Amount

if TYPE_CHECKING:
    from comeout.lab.solving.goal_play import GoalPlay


@dataclass(frozen=True, slots=True, order=True)
class PolicyRow:
    """One bet, or odds on one, for an interval of racks."""

    roll: int
    """The number of the roll that it is made before; 0 is any roll."""
    bet: str
    """The spot that the chips go to."""
    flat: Amount
    """For odds: what lies on the bet that they support; 0 for a bet of its own."""
    points: tuple[int, ...]
    """The points that it is made with; 0 is the come-out."""
    low: Amount
    """The least that the rack holds before it is made; chips on other odds count as if they were in the rack."""
    high: Amount
    """The rack holds less than this."""
    amount: Amount
    """0 for odds that are not taken."""


def goal_lines(play: GoalPlay, unit: Amount) -> tuple[PolicyRow, ...]:
    """The lines of a play without a limit of rolls."""
    return tuple(sorted(_joined(_lines(play, unit))))


def _lines(play: GoalPlay, unit: Amount) -> Iterator[PolicyRow]:
    """One line for each bet and for each wealth, in units."""
    for wealth, choice in enumerate(play.choices):
        if choice is None:
            continue
        gamble = play.gambles[choice.gamble]
        stake = gamble.stakes[choice.stake]
        yield PolicyRow(0, gamble.spot, 0, gamble.points, wealth * unit, (wealth + 1) * unit, stake * unit)
        rack = wealth - gamble.cost(stake)
        for branch, odds in zip(gamble.law.branches, choice.odds, strict=True):
            at = (branch.lies.point,)
            yield PolicyRow(0, branch.odds, stake * unit, at, rack * unit, (rack + 1) * unit, odds * unit)


def _joined(lines: Iterable[PolicyRow]) -> Iterator[PolicyRow]:
    """Lines whose intervals touch and that say the same as one line."""

    def says(line: PolicyRow) -> tuple[object, ...]:
        return line.roll, line.bet, line.flat, line.points, line.amount

    for _, same in groupby(sorted(lines, key=lambda line: (says(line), line.low)), key=says):
        last: PolicyRow | None = None
        for line in same:
            if last and last.high == line.low:
                last = replace(last, high=line.high)
                continue
            if last:
                yield last
            last = line
        if last:
            yield last
