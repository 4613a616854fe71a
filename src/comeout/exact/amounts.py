"""Which amounts of a bet lose nothing to rounding at a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from comeout.exact.bets import odds_factors, odds_spots
from comeout.money import Amount, even_step, near_multiples
from comeout.rules.layout import Layout, Spot
from comeout.table.amounts import rule_multiple, win_odds
from comeout.table.table import Table

LISTED = 10


@dataclass(frozen=True, slots=True)
class BestAmounts:
    """The flat bets that are paid, with their odds, to the last cent: the multiples of a step."""

    bet: str
    step_cents: Amount
    amounts_cents: tuple[Amount, ...]
    """Some of them, in whole betting units and within the limits of the table."""
    others_gain: bool
    """True where the table rounds up: any other amount is paid a little more, never less."""


def best_amounts(
    layout: Layout, bet_id: str, *, near: Amount = 0, settings: Mapping[str, str] | None = None
) -> BestAmounts:
    """The amounts of one bet by its id that lose nothing to rounding, in whole betting units, from near an amount."""
    table = Table(layout, settings=settings)
    spot = layout.by_id[bet_id.partition("+")[0]]
    step = math.lcm(rule_multiple(table.state.settings, spot), *_steps(table, bet_id, spot))
    least = table.state.settings.minimum.get(spot.id, 1)
    most = table.state.settings.maximum.get(spot.id)
    whole = math.lcm(step, table.state.settings.betting_unit)
    first = near_multiples(near, whole, least=least)[0]
    amounts = (first + n * whole for n in range(LISTED))
    within = tuple(each for each in amounts if most is None or each <= most)
    return BestAmounts(bet_id, step, within, table.state.settings.breakage_up)


def _steps(table: Table, bet_id: str, spot: Spot) -> Iterator[Amount]:
    """The step each payment asks for."""
    layout, settings = table.layout, table.state.settings
    family = (each for each in layout.spots if each.wager_id == spot.wager_id and spot.number in (None, each.number))
    for each in family:
        yield even_step((odds for by_point in layout.win_odds[each.index] for odds in by_point), settings.payable_unit)
    behind = odds_spots(layout, spot)
    for number, factor in odds_factors(layout, settings, bet_id).items():
        yield factor.denominator
        yield even_step([factor * win_odds(layout, behind[number], number)[0]], settings.payable_unit)
