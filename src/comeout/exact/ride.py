"""Follows a bet and the odds behind it from roll to roll, by the cells of the book: the steps of its Markov chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from comeout.dice import ROLLS
from comeout.errors import NeverDecided
from comeout.exact.weights import Weights
from comeout.money import Amount
from comeout.rules.layout import ASLEEP, POINT_PLACE, WORKING, Cell, Layout, Row36, Spot, is_time, outcome_of, sleeps


class Ride(NamedTuple):
    """A state of the chain: puck, chips by spot, net and cost so far, and whether odds were made or a bet decided."""

    point: int
    chips: tuple[tuple[int, Amount], ...]
    net: Amount
    outlay: Amount
    with_odds: bool = False
    decided: bool = False


class End(NamedTuple):
    """An end of the chain: the net, all that was staked and charged, whether it was decided, and the puck after it."""

    net: Amount
    outlay: Amount
    decided: bool
    point: int


class RollsAlike(NamedTuple):
    """Rolls that do the same: their cell for each bet, the puck after them, and their weight together."""

    cells: tuple[Cell, ...]
    point: int
    weight: int


@dataclass(frozen=True, slots=True)
class RollGroups:
    """The rolls of some dice, grouped by what they do to the puck and to bets on some spots of a book."""

    layout: Layout
    dice: Weights
    _found: dict[tuple[int, tuple[int, ...], bool], tuple[RollsAlike, ...]] = field(default_factory=dict, init=False)

    def of(self, point: int, spots: tuple[int, ...], *, always_working: bool) -> tuple[RollsAlike, ...]:
        """Return the groups of rolls that can come, in order of their first roll."""
        key = (point, spots, always_working)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(self._grouped(*key))
        return found

    def _grouped(self, point: int, spots: tuple[int, ...], always_working: bool) -> Iterator[RollsAlike]:
        planes = [(spot, self._plane(spot, point, always_working)) for spot in spots]
        rows = [self._row(spot, plane, point) for spot, plane in planes]
        effects = (self.layout.effects(spot, point, working=bool(plane)) for spot, plane in planes)
        pucks = (self.layout.point_after(point, roll.total) for roll in ROLLS)
        groups: dict[tuple[int, ...], list[int]] = {}
        for place, does in enumerate(zip(pucks, *effects, strict=True)):
            if self.dice.of[place]:
                groups.setdefault(does, []).append(place)
        for (after, *_), places in groups.items():
            cells = tuple(row[places[0]] for row in rows)
            yield RollsAlike(cells, after, sum(self.dice.of[place] for place in places))

    def _plane(self, spot: int, point: int, always_working: bool) -> int:
        return ASLEEP if not always_working and sleeps(self.layout.spots[spot], point) else WORKING

    def _row(self, spot: int, plane: int, point: int) -> Row36:
        """Return what each roll does to a stake on a spot."""
        row = self.layout.cells[spot][plane][POINT_PLACE[point]]
        if row is None:  # lint calls such a book an error
            raise NeverDecided
        return row


@lru_cache(maxsize=8)
def roll_groups(layout: Layout, dice: Weights) -> RollGroups:
    """Return the groups of rolls of a book and some dice; all bets of a book share them."""
    return RollGroups(layout, dice)


@dataclass(frozen=True, slots=True)
class RidingBet:
    """A bet as a player makes it: the spot, the stake, the charge, and the odds taken or laid by number."""

    id: str
    spot: Spot
    stake: Amount
    charge: Amount = 0
    odds: Mapping[int, Amount] = field(default_factory=dict)

    def made(self, point: int) -> Ride:
        """Return the state of the bet before its first roll."""
        return Ride(point, ((self.spot.index, self.stake),), -self.charge, self.stake + self.charge)


@dataclass(frozen=True, slots=True)
class RideRules:
    """What decides the steps of a bet: the book, the dice, how a win is rounded, whether every bet always works."""

    layout: Layout
    dice: Weights
    payable_unit: Amount = 1
    breakage_up: bool = False
    always_working: bool = False

    def step(self, bet: RidingBet, ride: Ride) -> tuple[dict[Ride, int], dict[End, int]]:
        """Return the states and ends that one roll leads to, each with the weight of the rolls that lead there."""
        goes_on: dict[Ride, int] = {}
        ends: dict[End, int] = {}
        for cells, point, weight in self._rolls(ride):
            after = self._after(bet, ride, cells, point)
            if isinstance(after, End):
                ends[after] = ends.get(after, 0) + weight
            else:
                goes_on[after] = goes_on.get(after, 0) + weight
        return goes_on, ends

    def _rolls(self, ride: Ride) -> tuple[RollsAlike, ...]:
        spots = tuple(spot for spot, _ in ride.chips)
        return roll_groups(self.layout, self.dice).of(ride.point, spots, always_working=self.always_working)

    def _after(self, bet: RidingBet, ride: Ride, cells: Iterable[Cell], point: int) -> Ride | End:
        net, decided, chips = ride.net, ride.decided, []
        for (_, stake), cell in zip(ride.chips, cells, strict=True):
            outcome, gain = outcome_of(cell, stake, self.payable_unit, self.breakage_up)
            if outcome == "moved":
                chips.append((cell.to, stake))
            elif outcome != "returned":
                net, decided = net + gain, True
        if not chips:
            return End(net, ride.outlay, decided, point)
        return self._with_odds(bet, Ride(point, tuple(chips), net, ride.outlay, ride.with_odds, decided))

    def _with_odds(self, bet: RidingBet, ride: Ride) -> Ride:
        """Add the odds as soon as the bet has its number."""
        if not bet.odds or ride.with_odds:
            return ride
        for spot, _ in ride.chips:
            for behind in self.layout.spots[spot].supported_by:
                amount = bet.odds.get(self.layout.spots[behind].number or ride.point, 0)
                if amount and is_time(self.layout.spots[behind].make_rule.when, ride.point):
                    chips = (*ride.chips, (behind, amount))
                    return ride._replace(chips=chips, outlay=ride.outlay + amount, with_odds=True)
        return ride
