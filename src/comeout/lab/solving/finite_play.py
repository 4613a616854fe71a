"""Best play over a number of rolls: value iteration backwards from the last roll, over wealth in units.

A bet that is made lies until it is decided. The odds behind it are chosen anew before every roll.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.dice import ROLLS
from comeout.lab.session_rules import LabError
from comeout.lab.solving.bet_course import BetCourse, PuckCourse, WhereItLies
from comeout.lab.solving.gambles import GambleMaker

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Amounts = NDArray[np.int64]
    Small = NDArray[np.int16]

GAIN = 4e-15
"""A choice is better only if it wins more than this; less is the noise of floats."""
MOST_STEPS = 10**10
"""How many sums a solution may take."""
WAIT = -1
"""In place of a bet: none is made before this roll."""


@dataclass(frozen=True, slots=True, eq=False)
class LyingNode:
    """One bet where it can lie, for all its stakes at once."""

    where: WhereItLies
    odds: str
    amounts: Amounts
    """All odds of all stakes, one stake after the other, each beginning with none."""
    first: Amounts
    """By stake: where its odds begin."""
    decided: tuple[tuple[float, int, Amounts], ...]
    """The rolls that decide it: their chance, the point after them, and the change of wealth with each amount."""
    goes_on: tuple[tuple[float, WhereItLies], ...]
    """The rolls that do not."""


@dataclass(frozen=True, slots=True, eq=False)
class TimedBet:
    """A bet in units, roll by roll."""

    spot: str
    stakes: Amounts
    charges: Amounts
    starts: Mapping[int, WhereItLies]
    """By point: where it lies once it is made."""
    nodes: Mapping[WhereItLies, LyingNode]


@dataclass(frozen=True, slots=True, eq=False)
class RollChoices:
    """What is done before one roll."""

    bets: Mapping[int, tuple[Small, Small]]
    """By point: for each wealth the number of the bet, or WAIT, and the number of its stake."""
    odds: Mapping[WhereItLies, Small]
    """By where a bet lies: the odds for each stake and wealth."""


@dataclass(frozen=True, slots=True, eq=False)
class FinitePlay:
    """The best choices before each roll, and the chance that they win from each wealth at a come-out."""

    bets: tuple[TimedBet, ...]
    rolls: tuple[RollChoices, ...]
    """The first roll first."""
    values: Values


@dataclass(frozen=True, slots=True)
class FiniteTask:
    """What is asked of a play over a number of rolls."""

    rolls: int
    top: int
    """From this wealth on the play has won, whatever follows."""
    wins: int
    """The least wealth that wins at the end."""
    forced: bool
    """Whether the one bet is made at every come-out that it can be paid at, or bets are made at will."""


def timed_bet(maker: GambleMaker, course: BetCourse) -> TimedBet:
    """A bet in units, roll by roll."""
    stakes = maker.stakes(course, course.starts[0])
    nodes = {where: _lying(maker, course, where, stakes) for where in course.nodes}
    amounts = np.array(stakes, np.int64)
    charge = amounts * course.charge.numerator // course.charge.denominator
    return TimedBet(course.spot, amounts, charge, {start.point: start for start in course.starts}, nodes)


def _lying(maker: GambleMaker, course: BetCourse, where: WhereItLies, stakes: range) -> LyingNode:
    node = course.nodes[where]
    odds = [(0, *maker.odds(course, where, stake)) if node.odds else (0,) for stake in stakes]
    amounts = np.array([each for several in odds for each in several], np.int64)
    flat = np.repeat(np.array(stakes, np.int64), [len(each) for each in odds])
    decided, goes_on = [], []
    for each in node.outcomes:
        chance = each.ways / len(ROLLS)
        if each.to is None:
            change = flat * each.flat_gain.numerator // each.flat_gain.denominator
            change = change + amounts * each.odds_gain.numerator // each.odds_gain.denominator
            decided.append((chance, each.point, change))
        else:
            goes_on.append((chance, each.to))
    first = np.concatenate(([0], np.cumsum([len(each) for each in odds[:-1]]))).astype(np.int64)
    return LyingNode(where, node.odds, amounts, first, tuple(decided), tuple(goes_on))


def best_finite_play(bets: Sequence[TimedBet], pucks: PuckCourse, task: FiniteTask) -> FinitePlay:
    """The play with the largest chance to have won after the last roll."""
    _check_size(bets, task)
    end = (np.arange(task.top) >= task.wins).astype(np.float64)
    clean = dict.fromkeys(pucks.moves, end)
    lying = {where: np.tile(end, (len(bet.stakes), 1)) for bet in bets for where in bet.nodes}
    found: list[RollChoices] = []
    for _ in range(task.rolls):
        windows = {point: _windows(values, task.top) for point, values in clean.items()}
        lying, odds = _roll_lying(bets, windows, lying, task.top)
        clean, made = _make_bets(bets, pucks, clean, lying, end, forced=task.forced)
        found.append(RollChoices(made, odds))
    return FinitePlay(tuple(bets), tuple(reversed(found)), clean[0])


def _check_size(bets: Sequence[TimedBet], task: FiniteTask) -> None:
    sums = sum(len(node.amounts) * len(node.decided) for bet in bets for node in bet.nodes.values())
    if sums * task.top * task.rolls > MOST_STEPS:
        raise LabError(
            "this takes too long to solve; take a larger --unit, fewer --rolls, or name one bet with its odds, like "
            "--bets pass,pass-odds"
        )


def _windows(values: Values, top: int) -> Values:
    """By first wealth, counted from `-top`, and by the wealth above it: the values; 0 below nothing, 1 from the top."""
    extended = np.concatenate((np.zeros(top), values, np.ones(2 * top)))
    return np.lib.stride_tricks.sliding_window_view(extended, top)


def _roll_lying(
    bets: Sequence[TimedBet], windows: Mapping[int, Values], after: Mapping[WhereItLies, Values], top: int
) -> tuple[dict[WhereItLies, Values], dict[WhereItLies, Small]]:
    """What each bet that lies is worth before a roll, by stake and wealth, and the odds that make it so."""
    worth, chosen = {}, {}
    for bet in bets:
        for where, node in bet.nodes.items():
            flat = np.repeat(bet.stakes, np.diff([*node.first, len(node.amounts)]))
            rack = np.arange(top) - flat[:, None]
            total: Values = np.where((node.amounts[:, None] <= rack) | (node.amounts[:, None] == 0), 0.0, -2.0)
            for chance, point, change in node.decided:
                total += chance * windows[point][np.minimum(change, top) + top]
            best = np.maximum.reduceat(total, node.first)
            if node.odds:
                chosen[where] = _first_best(total, best, node)
            for chance, to in node.goes_on:
                best = best + chance * after[to]
            worth[where] = best
    return worth, chosen


def _first_best(total: Values, best: Values, node: LyingNode) -> Small:
    """By stake and wealth: the smallest odds that are as good as the best."""
    counts = np.diff([*node.first, len(node.amounts)])
    good = total > np.repeat(best, counts, axis=0) - GAIN
    amounts = np.where(good, node.amounts[:, None], np.iinfo(np.int16).max)
    return np.minimum.reduceat(amounts, node.first).astype(np.int16)


def _make_bets(
    bets: Sequence[TimedBet],
    pucks: PuckCourse,
    after: Mapping[int, Values],
    lying: Mapping[WhereItLies, Values],
    end: Values,
    *,
    forced: bool,
) -> tuple[dict[int, Values], dict[int, tuple[Small, Small]]]:
    """What each wealth is worth with nothing on the layout, by point, and the bets that make it so."""
    worth, made = {}, {}
    for point, moves in pucks.moves.items():
        best: Values = sum((ways / len(ROLLS) * after[to] for to, ways in moves.items()), np.zeros(len(end)))
        number, place = np.full(len(end), WAIT, np.int16), np.zeros(len(end), np.int16)
        if forced and not point:
            best = end - 1 - GAIN
        for each, bet in enumerate(bets):
            if point not in bet.starts or (forced and point):
                continue
            values = _after_charge(lying[bet.starts[point]], bet)
            better = values.max(axis=0) > best + GAIN
            best = np.where(better, values.max(axis=0), best)
            number[better], place[better] = each, values.argmax(axis=0)[better]
        worth[point] = np.where(number == WAIT, end, best) if forced and not point else best
        made[point] = number, place
    return worth, made


def _after_charge(values: Values, bet: TimedBet) -> Values:
    """By stake and wealth before the bet is made: what it is worth; -9 where the rack does not pay for it."""
    found = np.full(values.shape, -9.0)
    for place, (stake, charge) in enumerate(zip(bet.stakes.tolist(), bet.charges.tolist(), strict=True)):
        found[place, stake + charge :] = values[place, stake : values.shape[1] - charge]
    return found
