"""The smallest and largest legal total of a seat on a spot, and the legal totals nearest to an amount."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from comeout.money import LARGEST, Amount, floor_to, near_multiples, share_left, share_of
from comeout.rules.layout import Layout, Spot
from comeout.table.stakes.amounts import (
    even_multiple,
    in_the_box,
    maximum_on,
    minimum_on,
    most_odds,
    rule_multiple,
    vigorish_rate,
)
from comeout.table.stakes.risk import within_limits
from comeout.table.state import Bet, TableState


def bounds(layout: Layout, state: TableState, spot: Spot, seat: int) -> tuple[Amount, Amount]:
    """Return the smallest and the largest total of a seat on a spot, by the limits of the table and of odds."""
    most = min(LARGEST, maximum_on(state.settings, spot) - in_the_box(state, spot, seat))
    if spot.base >= 0:
        most = min(most, odds_limit(layout, state, spot, seat)[0])
    return max(1, minimum_on(state.settings, spot)), most


def odds_limit(layout: Layout, state: TableState, spot: Spot, seat: int) -> tuple[Amount, str]:
    """Return the largest odds of a seat now, by the part of the supported bet that is at risk, and the clause."""
    bet = state.bets[spot.base].get(seat)
    flat = bet.amount if bet else 0
    if bet and state.outside:
        flat = within_limits(layout, state, layout.spots[spot.base], seat)
    return most_odds(layout, state.settings, spot, state.point, flat)


class LegalTotals(NamedTuple):
    """The legal totals of a seat on a spot."""

    least: Amount
    most: Amount
    steps: tuple[Amount, Amount]
    """Multiples of the first are also paid without rounding; those of the second are legal."""

    def largest(self, total: Amount, chip: Amount = 1) -> Amount:
        """Return the largest one in such chips, up to `total`, that is paid without rounding; 0 if there is none."""
        found = floor_to(min(total, self.most), math.lcm(self.steps[0], chip))
        return found if found >= self.least else 0

    def near(self, total: Amount, chip: Amount = 1) -> tuple[Amount, ...]:
        """Return the legal totals in such chips nearest to `total`, those that are paid evenly if there are any."""
        for step in self.steps:
            found = near_multiples(total, math.lcm(step, chip), least=self.least, most=self.most)
            if found:
                return found
        return ()


def legal_totals(
    layout: Layout, state: TableState, spot: Spot, seat: int, *, unit: Amount | None = None
) -> LegalTotals:
    """Return the legal totals of a seat on a spot, whatever its rack holds; even payments are in whole `unit`s."""
    even = even_multiple(layout, state, spot, unit or state.settings.payable_unit)
    return LegalTotals(*bounds(layout, state, spot, seat), (even, rule_multiple(state.settings, spot)))


def even_near(
    layout: Layout, state: TableState, spot: Spot, seat: int, near: Amount, *, chip: Amount = 1
) -> tuple[Amount, ...]:
    """Return the legal totals in such chips nearest to `total` that also pay without rounding, smaller first."""
    return legal_totals(layout, state, spot, seat).near(near, chip)


def even_most(layout: Layout, state: TableState, spot: Spot, seat: int) -> Amount:
    """Return the largest legal total of a seat that also pays without rounding; 0 if none is legal."""
    return max(even_near(layout, state, spot, seat, LARGEST), default=0)


def affordable(layout: Layout, spot: Spot, bet: Bet | None, held: Callable[[], Amount]) -> Callable[[], Amount]:
    """Return a function for the largest addition to a bet that the rack covers, with its vigorish."""
    there, charged = (bet.amount, bet.vigorish) if bet else (0, 0)
    rate = vigorish_rate(layout, spot)

    def most() -> Amount:
        rack = held()
        if not rate:
            return rack
        amount = share_left(rack + charged - there * rate, rate)
        # The charge drops its fraction of a cent, which may pay for one cent more.
        one_more = amount + 1 + share_of(there + amount + 1, rate) - charged <= rack
        return amount + one_more

    return most
