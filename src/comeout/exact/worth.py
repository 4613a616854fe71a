"""Computes the exact worth of a bet on the layout at any moment, and how each of the thirty-six rolls would change it.

The worth of a stake is what it brings back on average if it is left alone, with the bet on and off as the book says. It
follows from the cells alone, so it is the same for every player and is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS, Roll
from comeout.exact.bets import even_flat
from comeout.exact.markov_chain import absorb, explore
from comeout.exact.ride import Ride, RideRules, RidingBet
from comeout.exact.weights import FAIR
from comeout.rules.layout import ASLEEP, POINT_PLACE, WORKING, Cell, Layout, outcome_of


class Lying(NamedTuple):
    """A bet on the layout before a roll."""

    spot: int
    working: bool


class Outlook(NamedTuple):
    """How each roll would change the worth of some bets: a row for each bet of one cent, over one denominator."""

    rows: tuple[tuple[int, ...], ...]
    over: int

    def changes(self, amounts: Iterable[int]) -> list[int]:
        """Return what each roll would do to all of them together, in cents over the denominator."""
        totals = [0] * len(ROLLS)
        for amount, row in zip(amounts, self.rows, strict=True):
            totals = [total + amount * each for total, each in zip(totals, row, strict=True)]
        return totals


OUTLOOKS_MOST = 4_096
"""The size of the cache: how many combinations of bets are kept."""


class Worth:
    """The worth of every bet of one book, computed when it is first needed and cached."""

    def __init__(self, layout: Layout) -> None:
        self._layout, self._game = layout, RideRules(layout, FAIR)
        self._stake = even_flat(layout)
        self._known: dict[tuple[int, int], Fraction] = {}
        self._rows: dict[tuple[Lying, int, bool], Outlook] = {}
        self._outlooks: dict[tuple[tuple[Lying, ...], int, bool], Outlook] = {}

    def of(self, spot: int, point: int) -> Fraction:
        """Return what a stake of one on a spot brings back on average with this puck."""
        if (spot, point) not in self._known:
            self._follow(spot, point)
        return self._known[spot, point]

    def _follow(self, spot: int, point: int) -> None:
        """Solve the chain of a bet from a spot to its end, which gives the worth of every state on the way."""
        there = self._layout.spots[spot]
        bet = RidingBet(there.id, there, self._stake)
        chain = explore([bet.made(point)], lambda ride: self._game.step(bet, ride), FAIR.total)
        rides: list[Ride] = list(chain.states)
        for ride, ended in absorb(chain, rides).items():
            net = sum((chance * end.net for end, chance in ended.ends.items()), Fraction(0))
            self._known[ride.chips[0][0], ride.point] = 1 + net / self._stake

    def outlook(self, bets: tuple[Lying, ...], point: int, *, puck_stays: bool = False) -> Outlook:
        """Return what each roll would do to these bets. In rolls that only decide come bets the puck stays off."""
        key = (bets, point, puck_stays)
        found = self._outlooks.get(key)
        if found is None:
            each = [self._row(bet, point, puck_stays=puck_stays) for bet in bets]
            over = math.lcm(*(row.over for row in each))
            rows = tuple(tuple(change * (over // row.over) for change in row.rows[0]) for row in each)
            if len(self._outlooks) >= OUTLOOKS_MOST:
                self._outlooks.clear()
            found = self._outlooks[key] = Outlook(rows, over)
        return found

    def _row(self, bet: Lying, point: int, *, puck_stays: bool) -> Outlook:
        """Return the outlook of one bet."""
        key = (bet, point, puck_stays)
        if key not in self._rows:
            now = self.of(bet.spot, point)
            changes = [self._after(bet, point, roll, puck_stays=puck_stays) - now for roll in ROLLS]
            over = math.lcm(*(change.denominator for change in changes))
            self._rows[key] = Outlook((tuple(int(change * over) for change in changes),), over)
        return self._rows[key]

    def _after(self, bet: Lying, point: int, roll: Roll, *, puck_stays: bool) -> Fraction:
        if puck_stays and self._layout.spots[bet.spot].wager.line:
            return self.of(bet.spot, point)  # a bet on the line waits for a come-out roll
        cell = self.cell(bet, point, roll)
        if cell.to >= 0:
            return self.of(cell.to, 0 if puck_stays else self._layout.point_after(point, roll.total))
        return brought_back(cell)

    def cell(self, bet: Lying, point: int, roll: Roll) -> Cell:
        """Return the cell that decides a bet on a roll."""
        row = self._layout.cells[bet.spot][WORKING if bet.working else ASLEEP][POINT_PLACE[point]]
        assert row is not None, f"{self._layout.spots[bet.spot].id} lies where the book has no cell"
        return row[roll.place]


def brought_back(cell: Cell) -> Fraction:
    """Return what comes back to the player for a stake of one, before rounding."""
    stake = cell.odds.denominator  # so that a win is a whole number
    outcome, gain = outcome_of(cell, stake, 1, up=False)
    return Fraction(0) if outcome == "moved" else Fraction(stake + gain, stake)
