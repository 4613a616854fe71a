"""Limits on the amount of a bet: posted limits, odds multiples, units, notices, and the vigorish on it."""

from __future__ import annotations

import math
from fractions import Fraction

from comeout.money import LARGEST, Amount, even_step, floor_to, largest_stake, share_of
from comeout.rules.layout import POINT_PLACE, Layout, Spot
from comeout.table.settings import Settings
from comeout.table.state import TableState


def win_odds(layout: Layout, spot: Spot, point: int) -> tuple[Fraction, ...]:
    """Return the odds that a working bet here can be paid at with this puck, smallest first."""
    return layout.win_odds[spot.index][POINT_PLACE[point]]


def vigorish_rate(layout: Layout, spot: Spot) -> Fraction:
    """Return the charge on a bet as a share of its stake, also if it is computed on what the bet can win."""
    rule = spot.wager.vigorish
    if not rule:
        return Fraction(0)
    return rule.rate * win_odds(layout, spot, 0)[0] if rule.base == "win" else rule.rate


def vigorish_on(layout: Layout, spot: Spot, amount: Amount) -> Amount:
    """Return the charge on a whole bet. A fraction of a cent is dropped once."""
    return share_of(amount, vigorish_rate(layout, spot)) if spot.wager.vigorish else 0


def most_odds(layout: Layout, settings: Settings, spot: Spot, point: int, flat: Amount) -> tuple[Amount, str]:
    """Return the largest odds that a flat bet supports with this puck, and the clause that limits them."""
    number = spot.number or point
    limit = spot.wager.limit
    assert limit
    row = spot.odds_rows[number]
    most = flat * (settings.odds_multiple[number] if row.table else row.times)
    if limit.measure == "winnings":
        unit = settings.payable_unit if settings.breakage_up else 1
        most = largest_stake(floor_to(most, unit), win_odds(layout, spot, point)[0])
    return most, row.clause


def minimum_on(settings: Settings, spot: Spot) -> Amount:
    """Return the posted minimum of a spot. A bet that has moved keeps that of its box, or its number's if higher."""
    least = settings.minimum.get(spot.id, 0)
    return least if spot.made_here else max(least, settings.minimum.get(spot.wager_id, 0))


def maximum_on(settings: Settings, spot: Spot) -> Amount:
    """Return the posted maximum of a spot. A bet that has moved keeps that of its box, or its number's if lower."""
    most = settings.maximum.get(spot.id, LARGEST)
    return most if spot.made_here else min(most, settings.maximum.get(spot.wager_id, LARGEST))


def is_shared(settings: Settings, spot: Spot) -> bool:
    """Return whether the maximum of a spot is shared by everybody's bets on it."""
    return spot.id in settings.shared_boxes or (not spot.made_here and spot.wager_id in settings.shared_boxes)


def unit_of(settings: Settings, spot: Spot) -> Amount:
    """Return the amount that a bet here must be a multiple of."""
    units = spot.wager.units
    if not units:
        return 1
    return units.count * (settings.betting_unit if units.of == "betting-unit" else 1)


def multiple_of(settings: Settings, spot: Spot) -> Amount:
    """Return the multiple that a posted notice asks for."""
    return (minimum_on(settings, spot) or 1) if settings.multiples_notice else 1


def partnership(state: TableState, seat: int) -> set[int]:
    """Return the seats that count as one player against a maximum: this seat and everybody linked to it."""
    found, ask = {seat}, [seat]
    while ask:
        new = state.seats[ask.pop()].partners - found
        found |= new
        ask += new
    return found


def in_the_box(state: TableState, spot: Spot, seat: int) -> Amount:
    """Return what others have already put against this seat's maximum: in a shared box, or as its partners."""
    bets = state.bets[spot.index]
    if is_shared(state.settings, spot):
        mine = bets.get(seat)
        return state.on_spot[spot.index] - (mine.amount if mine else 0)
    if not state.seats[seat].partners:
        return 0
    return sum(bets[other].amount for other in partnership(state, seat) - {seat} if other in bets)


def rule_multiple(settings: Settings, spot: Spot) -> Amount:
    """Return the multiple that every total here must be, by its units and by notice."""
    return math.lcm(unit_of(settings, spot), multiple_of(settings, spot))


def even_multiple(layout: Layout, state: TableState, spot: Spot, unit: Amount) -> Amount:
    """Return the multiple of which every total is legal and paid in whole units with this puck."""
    odds = win_odds(layout, spot, state.point)
    return even_step(odds, unit, rule_multiple(state.settings, spot))


def whole_multiple(layout: Layout, state: TableState, spot: Spot, highest: Amount) -> Amount:
    """Return the multiple of totals that are paid in whole betting units with this puck.

    They are charged in whole units too where the posted minimum is. Where no such total is legal, totals that are at
    least paid without rounding do.
    """
    settings = state.settings
    units = math.lcm(settings.betting_unit, settings.payable_unit)
    paid = math.lcm(settings.betting_unit, even_multiple(layout, state, spot, units))
    least = minimum_on(settings, spot)
    if spot.wager.vigorish and least:
        charged = even_step([vigorish_rate(layout, spot)], settings.betting_unit, paid)
        paid = charged if least % charged == 0 else paid
    return paid if paid <= highest else even_multiple(layout, state, spot, settings.payable_unit)
