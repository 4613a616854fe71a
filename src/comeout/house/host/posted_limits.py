"""The limits that the house posts at a table opened from the lobby: a minimum, a maximum, and whole units.

The minimum of a spot is an amount that is paid, and charged, in whole units wherever the puck is. Where the book has a
notice of multiples, every bet is a multiple of it, so that nothing is ever rounded. Elsewhere payments are exact to the
cent.
"""

from __future__ import annotations

import math
from functools import lru_cache

from comeout.log.records import Mode
from comeout.money import Amount, ceil_to, even_step, show_amount
from comeout.rules.describe import group_of
from comeout.rules.layout import Layout, Spot
from comeout.table.stakes.amounts import vigorish_rate

UNIT: Amount = 1_00
"""The smallest amount that is paid where nothing is rounded."""
SMALLEST: Amount = 5_00
"""The smallest bet on the line, on a number or on anything else that stays up."""
SMALL_GROUPS = frozenset({"Hardways", "One roll", "Odds"})
"""Groups of bets whose minimum is one unit: they are made beside a larger bet."""
MOST_TIMES = 200
"""The maximum of a spot, as a multiple of its minimum."""


@lru_cache(64)
def posted_limits(layout: Layout, mode: Mode) -> dict[str, str]:
    """Return the settings of a table that the lobby opens; where one player is alone, a companion throws."""
    chosen = {"shooter": "companion"} if mode == "first-person" else {}
    multiples = layout.rulebook.limits.multiples_notice
    if multiples:
        chosen |= {"payable-unit": show_amount(UNIT), "multiples-notice": "on"}
    for spot in layout.spots:
        least, is_odds = smallest_bet(layout, spot), spot.base >= 0
        if spot.made_here and (multiples or not is_odds):
            chosen[f"min {spot.id}"] = show_amount(least)
        if spot.made_here and not is_odds:  # odds are limited by their multiple
            chosen[f"max {spot.id}"] = show_amount(least * MOST_TIMES)
    return chosen


def smallest_bet(layout: Layout, spot: Spot) -> Amount:
    """Return the smallest bet on a spot that the house posts: it is paid and charged in whole units."""
    paid = (odds for by_puck in layout.win_odds[spot.index] for odds in by_puck)
    step, rate = even_step(paid, UNIT, UNIT), vigorish_rate(layout, spot)
    whole = math.lcm(step, even_step([rate], UNIT)) if rate else step
    return ceil_to(UNIT if group_of(layout, spot.wager_id) in SMALL_GROUPS else SMALLEST, whole)
