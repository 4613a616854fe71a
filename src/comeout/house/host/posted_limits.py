"""The limits that the house posts at a table opened from the lobby: a minimum, a maximum, and whole units.

The minimum of a spot is an amount that is paid, and charged, in whole units wherever the puck is. Where the book has a
notice of multiples, every bet is a multiple of it, so that nothing is ever rounded. Elsewhere payments are exact to the
cent.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from comeout.house.host.create import OpeningError
from comeout.log.records import Mode
from comeout.money import Amount, ceil_to, even_step, show_amount
from comeout.rules.describe import GROUPS, group_of
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
LARGEST_LINE: Amount = 1_000_000_00
"""The largest maximum of the line bet that somebody may choose."""


class PostedRange(NamedTuple):
    """The minimum and maximum of the line bet, from which those of all other bets follow."""

    least: Amount = SMALLEST
    most: Amount = SMALLEST * MOST_TIMES

    def check(self) -> None:
        """Raise the error that says why these cannot be posted."""
        least, most = self
        unit = show_amount(UNIT)
        if least < UNIT or least % UNIT or most % UNIT:
            raise OpeningError(f"the smallest and the largest line bet must be multiples of {unit}, and at least that")
        if most < least:
            raise OpeningError(f"the largest line bet must be at least the smallest, {show_amount(least)}")
        if most > LARGEST_LINE:
            raise OpeningError(f"the largest line bet may be {show_amount(LARGEST_LINE)} at most")


USUAL = PostedRange()
"""What the house posts unless somebody chooses otherwise."""


@lru_cache(64)
def posted_limits(layout: Layout, mode: Mode, line: PostedRange = USUAL) -> dict[str, str]:
    """Return the settings of a table that the lobby opens; where one player is alone, a companion throws."""
    line.check()
    times = line.most // line.least
    chosen = {"shooter": "companion"} if mode == "first-person" else {}
    multiples = layout.rulebook.limits.multiples_notice
    if multiples:
        chosen |= {"payable-unit": show_amount(UNIT), "multiples-notice": "on"}
    for spot in layout.spots:
        least, is_odds = smallest_bet(layout, spot, line.least), spot.base >= 0
        most = line.most if is_line(layout, spot) else least * times
        if spot.made_here and (multiples or not is_odds):
            chosen[f"min {spot.id}"] = show_amount(least)
        if spot.made_here and not is_odds:  # odds are limited by their multiple
            chosen[f"max {spot.id}"] = show_amount(most)
    return chosen


def is_line(layout: Layout, spot: Spot) -> bool:
    """Return whether a spot is for a bet on the line."""
    return group_of(layout, spot.wager_id) == GROUPS[0]


def smallest_bet(layout: Layout, spot: Spot, least: Amount = SMALLEST) -> Amount:
    """Return the smallest bet on a spot that the house posts: it is paid and charged in whole units."""
    paid = (odds for by_puck in layout.win_odds[spot.index] for odds in by_puck)
    step, rate = even_step(paid, UNIT, UNIT), vigorish_rate(layout, spot)
    whole = math.lcm(step, even_step([rate], UNIT)) if rate else step
    return ceil_to(UNIT if group_of(layout, spot.wager_id) in SMALL_GROUPS else least, whole)
