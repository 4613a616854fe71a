"""Bundles of bets that one call makes together, such as "inside", if a book has the spots, with the share of each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from comeout.money import even_step, nearest_multiple
from comeout.rules.describe import spots_of
from comeout.rules.layout import Layout, Spot
from comeout.rules.procedures import listed


class Bundle(NamedTuple):
    """One call and the bets it makes: `share` chips on a spot for every `of` chips that are chosen."""

    id: str
    name: str
    of: int
    parts: tuple[tuple[str, int], ...]

    @property
    def says(self) -> str:
        """The bets that it makes, in words."""
        places = listed([f"{share} on {spot}" for spot, share in self.parts])
        return f"{self.name}: {places}"


class _Call(NamedTuple):
    id: str
    name: str
    wager: str
    numbers: tuple[int, ...]


_CALLS = (
    _Call("inside", "Inside", "place", (5, 6, 8, 9)),
    _Call("outside", "Outside", "place", (4, 5, 9, 10)),
    _Call("across", "Across", "place", (4, 5, 6, 8, 9, 10)),
    _Call("hardways", "All hardways", "hard", (4, 6, 8, 10)),
)

_SEVERAL_IN_ONE = ("horn", "horn-high", "world")
"""Wagers that are bets on several numbers in one, with a spot of their own if a book has them."""


def bundles(layout: Layout) -> tuple[Bundle, ...]:
    """Return every call for which this book has all the spots."""
    return (*_calls(layout), *_in_one(layout))


def _calls(layout: Layout) -> Iterator[Bundle]:
    for call in _CALLS:
        spots = [spot for spot in spots_of(layout, call.wager) if spot.number in call.numbers]
        if len(spots) == len(call.numbers):
            steps = [_even_chips(layout, spot) for spot in spots]
            shares = [nearest_multiple(max(steps), step) for step in steps]
            yield Bundle(call.id, call.name, min(shares), tuple(zip((s.id for s in spots), shares, strict=True)))


def _even_chips(layout: Layout, spot: Spot) -> int:
    """Return the smallest number of chips that is paid in whole chips, wherever the puck is."""
    return even_step((odds for by_puck in layout.win_odds[spot.index] for odds in by_puck), 1)


def _in_one(layout: Layout) -> Iterator[Bundle]:
    for wager_id in _SEVERAL_IN_ONE:
        for spot in spots_of(layout, wager_id):
            chips = math.lcm(*(part.share.denominator for part in spot.wager.parts))
            yield Bundle(spot.id, spot.name, 1, ((spot.id, chips),))
