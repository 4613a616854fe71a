"""The cheaper way to bet the same thing: other bets that win and lose with the same rolls and lose less to the house.

Nothing here knows a bet by name. A bet is the rolls it wins on, what comes back on each, and the rolls it loses on.
What another way has to stake and be charged so that as much comes back on every one of them is its price.
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
"""Nobody puts down more bets than that to spare a few cents."""


@dataclass(frozen=True, slots=True)
class Cheaper:
    """Another way to bet the same: what to stake on which spots for a stake of one, and what either way loses."""

    spot: Spot
    parts: tuple[tuple[Spot, Fraction], ...]
    price: Fraction
    """What the other way costs where the bet costs one, charges included, for at least the same on every roll."""
    loses: Fraction
    """What a decided bet loses on average, in parts of all that was staked and charged on it."""
    instead: Fraction
    """The same of the other way."""

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
    """For every bet that has one, the cheapest other way to bet it, of the wagers a table has not left out."""
    standing = [bet for spot in layout.spots if spot.wager_id not in without for bet in _read(layout, spot)]
    found = {bet.spot.id: _cheapest(bet, [other for other in standing if other is not bet]) for bet in standing}
    return {spot: way for spot, way in found.items() if way}


class _Standing(NamedTuple):
    """A bet that stays on its spot until it is decided, by the places of the rolls."""

    spot: Spot
    back: Mapping[int, Fraction]
    """What comes back on a winning roll, the stake included, for a stake of one."""
    loses: frozenset[int]
    cost: Fraction
    """What a stake of one costs, the charge included."""

    @property
    def at_once(self) -> bool:
        """Whether every roll decides it."""
        return len(self.back) + len(self.loses) == len(ROLLS)


def _read(layout: Layout, spot: Spot) -> Iterator[_Standing]:
    """A bet as its rolls, if it always stays where it is until it is decided, the same way with any puck."""
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
    """Every set of other bets that wins and loses with just the same rolls."""
    for other in others:
        if other.back.keys() == bet.back.keys() and other.loses == bet.loses:
            yield (other,)
    if bet.at_once:
        parts = [other for other in others if other.at_once and other.back.keys() < bet.back.keys()]
        yield from _together(frozenset(bet.back), parts, MOST_PARTS)


def _together(wanted: frozenset[int], parts: Sequence[_Standing], most: int) -> Iterator[tuple[_Standing, ...]]:
    """Bets of one roll that between them win on all of these rolls, none on the same as another."""
    if not wanted:
        yield ()
    elif most:
        first = min(wanted)
        for part in parts:
            if first in part.back and part.back.keys() <= wanted:
                for rest in _together(wanted - part.back.keys(), parts, most - 1):
                    yield (part, *rest)


def _way(bet: _Standing, parts: tuple[_Standing, ...]) -> Cheaper:
    """Stake on each part what brings back at least as much on every roll that it wins on."""
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
