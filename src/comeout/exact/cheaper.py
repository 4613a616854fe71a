"""Finds cheaper equivalents of a bet: other bets that win and lose on the same rolls at a lower house edge.

No bet is known by name. A bet is the rolls it wins on, what comes back on each, and the rolls it loses on. The price of
another way to bet is what it must stake and be charged so that every roll brings back at least as much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.exact.numbers import show_percent
from comeout.exact.worth import brought_back
from comeout.rules.describe import working_cells
from comeout.rules.layout import Layout, Spot, outcome_of
from comeout.rules.procedures import listed
from comeout.table.stakes.amounts import vigorish_rate

MOST_PARTS = 4
"""The most bets that we suggest in place of one. Nobody makes more to save a few cents."""


@dataclass(frozen=True, slots=True)
class Cheaper:
    """A cheaper equivalent: what to stake on which spots for a stake of one, and the house edge of both ways."""

    spot: Spot
    parts: tuple[tuple[Spot, Fraction], ...]
    price: Fraction
    """What the equivalent costs where the bet costs 1, charges included. Every roll brings back at least as much."""
    loses: Fraction
    """House edge of the bet, per decided bet, as a share of all that is staked and charged."""
    instead: Fraction
    """House edge of the equivalent, with the same denominator."""

    @property
    def says(self) -> str:
        """The advice in two sentences."""
        names, back = listed([spot.name for spot, _ in self.parts]), show_percent(self.price, 1)
        return (
            f"{names}: the same rolls win and lose, and the pay is the same for {back} of the price. "
            f"The house edge is {show_percent(self.instead)} of all money staked, "
            f"against {show_percent(self.loses)} for {self.spot.name}."
        )


def cheaper_ways(layout: Layout, *, without: AbstractSet[str] = frozenset()) -> dict[str, Cheaper]:
    """Return the cheapest equivalent of every bet that has one, without the wagers that a table leaves out."""
    standing = [bet for spot in layout.spots if spot.wager_id not in without for bet in _read(layout, spot)]
    found = {bet.spot.id: _cheapest(bet, [other for other in standing if other is not bet]) for bet in standing}
    return {spot: way for spot, way in found.items() if way}


class _Standing(NamedTuple):
    """A bet that stays on its spot until it is decided, as sets of roll indices."""

    spot: Spot
    back: Mapping[int, Fraction]
    """What comes back on a winning roll, stake included, for a stake of one."""
    loses: frozenset[int]
    cost: Fraction
    """What a stake of one costs, charge included."""

    @property
    def at_once(self) -> bool:
        """Whether every roll decides it."""
        return len(self.back) + len(self.loses) == len(ROLLS)


def _read(layout: Layout, spot: Spot) -> Iterator[_Standing]:
    """Yield the rolls of a bet if it stays on its spot until it is decided and every puck decides it the same way."""
    back: dict[int, set[Fraction]] = {}
    loses, seen = set(), set()
    for (point, place), cell in working_cells(layout, spot):
        seen.add(point)
        outcome, _ = outcome_of(cell, 1, 1, up=False)
        if outcome == "lost":
            loses.add((point, place))
        elif outcome == "won":
            back.setdefault(place, set()).add(brought_back(cell))
        elif cell.to != spot.index:
            return
    decided = {place for _, place in loses}
    same = len(loses) == len(decided) * len(seen) and all(len(paid) == 1 for paid in back.values())
    if same and spot.base < 0 and spot.made_here and not decided & back.keys():
        paid = {place: min(odds) for place, odds in back.items()}
        yield _Standing(spot, paid, frozenset(decided), 1 + vigorish_rate(layout, spot))


def _cheapest(bet: _Standing, others: Sequence[_Standing]) -> Cheaper | None:
    ways = [_way(bet, parts) for parts in _covers(bet, others)]
    best = min(ways, key=lambda way: (way.price, len(way.parts)), default=None)
    return best if best and best.price < 1 else None


def _covers(bet: _Standing, others: Sequence[_Standing]) -> Iterator[tuple[_Standing, ...]]:
    """Yield every set of other bets that wins and loses on exactly the same rolls."""
    for other in others:
        if other.back.keys() == bet.back.keys() and other.loses == bet.loses:
            yield (other,)
    if bet.at_once:
        parts = [other for other in others if other.at_once and other.back.keys() < bet.back.keys()]
        yield from _together(frozenset(bet.back), parts, MOST_PARTS)


def _together(wanted: frozenset[int], parts: Sequence[_Standing], most: int) -> Iterator[tuple[_Standing, ...]]:
    """Yield sets of one-roll bets that together win on all of these rolls, with no roll won twice."""
    if not wanted:
        yield ()
    elif most:
        first = min(wanted)
        for part in parts:
            if first in part.back and part.back.keys() <= wanted:
                for rest in _together(wanted - part.back.keys(), parts, most - 1):
                    yield (part, *rest)


def _way(bet: _Standing, parts: tuple[_Standing, ...]) -> Cheaper:
    """Return an equivalent with a stake on each part that brings back at least as much on every winning roll."""
    stakes = [max(bet.back[place] / back for place, back in part.back.items()) for part in parts]
    cost = sum((stake * part.cost for stake, part in zip(stakes, parts, strict=True)), Fraction(0))
    returns = sum(
        (stake * back for stake, part in zip(stakes, parts, strict=True) for back in part.back.values()), Fraction(0)
    )
    decided = len(bet.back) + len(bet.loses)
    return Cheaper(
        bet.spot,
        tuple((part.spot, stake) for stake, part in zip(stakes, parts, strict=True)),
        cost / bet.cost,
        1 - sum(bet.back.values(), Fraction(0)) / decided / bet.cost,
        1 - returns / decided / cost,
    )
