"""What amount a spot takes now: odds limits, units, vigorish, and the nearest amounts that pay evenly."""

from __future__ import annotations

import math
from fractions import Fraction

from comeout.money import LARGEST, Amount, even_step, share_of
from comeout.rules.layout import POINT_PLACE, Layout, Spot
from comeout.rules.rulebook import Times
from comeout.table.settings import Settings
from comeout.table.state import TableState


def win_odds(layout: Layout, spot: Spot, point: int) -> tuple[Fraction, ...]:
    """The odds a working bet here can be paid at with this puck, smallest first."""
    return layout.win_odds[spot.index][POINT_PLACE[point]]


def vigorish_rate(layout: Layout, spot: Spot) -> Fraction:
    """The charge on a bet in parts of its stake, also where it is reckoned on what the bet can win."""
    rule = spot.wager.vigorish
    if not rule:
        return Fraction(0)
    return rule.rate * win_odds(layout, spot, 0)[0] if rule.base == "win" else rule.rate


def vigorish_on(layout: Layout, spot: Spot, amount: Amount) -> Amount:
    """The charge on a whole bet, fraction of a cent dropped once."""
    return share_of(amount, vigorish_rate(layout, spot)) if spot.wager.vigorish else 0


def odds_times(spot: Spot, number: int) -> Times:
    """The row of an odds limit that speaks for a number."""
    assert spot.wager.limit
    return next(row for row in spot.wager.limit.times if not row.number or number in row.number)


def most_odds(layout: Layout, settings: Settings, spot: Spot, point: int, flat: Amount) -> tuple[Amount, str]:
    """The largest odds a flat bet supports with this puck, and the clause that limits them."""
    number = spot.number or point
    limit = spot.wager.limit
    assert limit
    row = odds_times(spot, number)
    most = flat * (settings.odds_multiple[number] if row.table else row.times)
    if limit.measure == "winnings":
        odds = win_odds(layout, spot, point)[0]
        most = most * odds.denominator // odds.numerator
    return most, row.clause


def unit_of(state: TableState, spot: Spot) -> Amount:
    """The amount a bet here must be a multiple of."""
    units = spot.wager.units
    if not units:
        return 1
    return units.count * (state.settings.betting_unit if units.of == "betting-unit" else 1)


def multiple_of(state: TableState, spot: Spot) -> Amount:
    """The multiple a posted notice asks for."""
    return state.settings.minimum.get(spot.id, 1) if state.settings.multiples_notice else 1


def in_the_box(state: TableState, spot: Spot, seat: int) -> Amount:
    """What others have put against the maximum this seat is under: a shared box, or its partners."""
    bets = state.bets[spot.index]
    if spot.id in state.settings.shared_boxes:
        mine = bets.get(seat)
        return state.on_spot[spot.index] - (mine.amount if mine else 0)
    partners = state.seats[seat].partners
    return sum(bets[other].amount for other in partners if other in bets)


def even_amounts(
    layout: Layout, state: TableState, spot: Spot, seat: int, near: Amount, *, chip: Amount = 1
) -> tuple[Amount, ...]:
    """The legal totals in such chips nearest to one asked for that also pay without rounding, smaller first."""
    least, most = bounds(layout, state, spot, seat)
    for multiple in (even_multiple(layout, state, spot, state.settings.payable_unit), rule_multiple(state, spot)):
        step = math.lcm(multiple, chip)
        lowest, highest = -(-least // step) * step, most // step * step
        if lowest <= highest:
            below = min(max(near // step * step, lowest), highest)
            above = min(max(-(-near // step) * step, lowest), highest)
            return (below,) if below == above else (below, above)
    return ()


def rule_multiple(state: TableState, spot: Spot) -> Amount:
    """The multiple every total here must be, by its units and by notice."""
    return math.lcm(unit_of(state, spot), multiple_of(state, spot))


def even_multiple(layout: Layout, state: TableState, spot: Spot, unit: Amount) -> Amount:
    """The multiple of which every total is allowed and paid in whole units with this puck."""
    odds = win_odds(layout, spot, state.point)
    return math.lcm(rule_multiple(state, spot), *(even_step(each, unit) for each in odds))


def bounds(layout: Layout, state: TableState, spot: Spot, seat: int) -> tuple[Amount, Amount]:
    """The smallest and the largest total of a seat that the limits of the table and of odds let lie on a spot."""
    most = min(LARGEST, state.settings.maximum.get(spot.id, LARGEST) - in_the_box(state, spot, seat))
    if spot.base >= 0:
        base = state.bet(spot.base, seat)
        most = min(most, most_odds(layout, state.settings, spot, state.point, base.amount)[0] if base else 0)
    return max(1, state.settings.minimum.get(spot.id, 1)), most
