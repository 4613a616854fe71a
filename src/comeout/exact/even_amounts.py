"""Finds the amounts of a bet that lose nothing to rounding at a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from comeout.exact.bets import odds_factors, odds_spots, one_bet
from comeout.money import Amount, even_step, near_multiples
from comeout.rules.layout import Layout, Spot
from comeout.rules.library import open_book
from comeout.table.settings import Settings, chosen_settings
from comeout.table.stakes.amounts import rule_multiple, win_odds

LISTED = 10


@dataclass(frozen=True, slots=True)
class BestAmounts:
    """The flat bets that are paid to the cent, with their odds: the multiples of a step."""

    bet: str
    step_cents: Amount
    amounts_cents: tuple[Amount, ...]
    """Some of them, in whole betting units and within the limits of the table."""
    others_gain: bool
    """Whether the table rounds up, so that any other amount is paid a little more and never less."""


def best_amounts(
    book: str | Path | Layout, bet: str, *, near: Amount = 0, settings: Mapping[str, str] | None = None
) -> BestAmounts:
    """Return the amounts of a bet that lose nothing to rounding, in whole betting units, starting near an amount."""
    layout = open_book(book)
    bet_id, chosen = one_bet(layout, bet), chosen_settings(layout, settings)
    spot = layout.by_id[bet_id.partition("+")[0]]
    step = math.lcm(rule_multiple(chosen, spot), *_steps(layout, chosen, bet_id, spot))
    least = chosen.minimum.get(spot.id, 1)
    most = chosen.maximum.get(spot.id)
    whole = math.lcm(step, chosen.betting_unit)
    first = near_multiples(near, whole, least=least)[0]
    amounts = (first + n * whole for n in range(LISTED))
    within = tuple(each for each in amounts if most is None or each <= most)
    return BestAmounts(bet_id, step, within, chosen.breakage_up)


def _steps(layout: Layout, settings: Settings, bet_id: str, spot: Spot) -> Iterator[Amount]:
    """Yield the step that each payment needs."""
    family = (each for each in layout.spots if each.wager_id == spot.wager_id and spot.number in (None, each.number))
    for each in family:
        yield even_step((odds for by_point in layout.win_odds[each.index] for odds in by_point), settings.payable_unit)
    behind = odds_spots(layout, spot)
    for number, factor in odds_factors(layout, settings, bet_id).items():
        yield factor.denominator
        yield even_step([factor * win_odds(layout, behind[number], number)[0]], settings.payable_unit)
