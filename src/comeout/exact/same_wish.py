"""Finds bets that serve the same wish at a lower house edge: they win on much the same totals, in their own way.

No bet is known by name. A wish is the set of totals on which a bet can win while a point stands: a number, a seven, the
craps numbers. The likeness of two wishes is the share of totals that both win on among those that either wins on.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.errors import NeverDecided
from comeout.exact.figures import figures
from comeout.rules.describe import working_cells
from comeout.rules.layout import Layout, Spot, outcome_of

DEAR = Fraction(5, 100)
"""From this house edge on, a cheaper bet is looked for."""
MOST_NAMED = 3


class _Wished(NamedTuple):
    spot: Spot
    totals: frozenset[int]
    edge: Fraction


def same_wishes(layout: Layout, *, without: AbstractSet[str] = frozenset()) -> dict[str, tuple[Spot, ...]]:
    """Return, for every bet with a house edge of 5 % or more, cheaper bets for the same wish, the most alike first."""
    bets = [bet for spot in layout.spots if spot.wager_id not in without and (bet := _wished(layout, spot))]
    return {bet.spot.id: _cheaper(bet, bets) for bet in bets if bet.edge >= DEAR}


def _wished(layout: Layout, spot: Spot) -> _Wished | None:
    if spot.base >= 0 or not spot.made_here:
        return None
    try:
        edge = -figures(layout, spot.id).results.ev_per_bet_made
    except NeverDecided:
        return None
    family = [each for each in layout.spots if each.wager_id == spot.wager_id] if spot.wager.travels else [spot]
    return _Wished(spot, frozenset(total for each in family for total in _won_on(layout, each)), edge)


def _won_on(layout: Layout, spot: Spot) -> set[int]:
    """Return the totals on which a working bet wins while there is a point."""
    cells = working_cells(layout, spot)
    return {
        ROLLS[roll].total for (point, roll), cell in cells if point and outcome_of(cell, 1, 1, up=False)[0] == "won"
    }


def _cheaper(bet: _Wished, others: list[_Wished]) -> tuple[Spot, ...]:
    found = [each for each in others if each.edge < bet.edge and (each.edge < DEAR or each.totals == bet.totals)]
    found = [each for each in found if each.totals & bet.totals]
    ranked = sorted(found, key=lambda each: (-_likeness(bet, each), each.edge))
    wagers = {each.spot.wager_id: each.spot for each in reversed(ranked)}  # the best spot of each wager
    return tuple(each.spot for each in ranked if wagers[each.spot.wager_id] is each.spot)[:MOST_NAMED]


def _likeness(bet: _Wished, other: _Wished) -> Fraction:
    return Fraction(len(bet.totals & other.totals), len(bet.totals | other.totals))
