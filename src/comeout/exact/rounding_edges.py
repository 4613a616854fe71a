"""Finds settings that make money from nothing: amounts for which rounding gives the player an edge.

Between two amounts at which a payment steps up, a larger bet only loses more. So the first legal amount of each step
stands for all of them, and the house edge of the printed odds ends the search: it grows, and rounding does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from comeout.errors import NeverDecided
from comeout.exact.bets import even_flat
from comeout.exact.figures import start_shares
from comeout.exact.markov_chain import absorb, explore
from comeout.exact.numbers import show_percent
from comeout.exact.ride import End, Ride, RideRules, RidingBet
from comeout.exact.weights import FAIR
from comeout.money import LARGEST, Amount, ceil_to, even_step, floor_to, pay, show_amount
from comeout.rules.layout import POINT_PLACE, POINTS, WORKING, Layout, Spot, is_time
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import (
    maximum_on,
    minimum_on,
    most_odds,
    rule_multiple,
    vigorish_on,
    vigorish_rate,
)

MOST_STEPS = 20_000
"""How many steps of one payment are followed; the four books need fewer than a hundred."""
CACHED = 4_096
"""How many bets are remembered, so that a second table of a book is checked in no time."""


@dataclass(frozen=True, slots=True)
class RoundingEdge:
    """An amount that a table accepts and that rounding makes worth more than the printed odds do."""

    bet: str
    amount_cents: Amount
    with_odds: bool
    """Whether it takes odds behind the bet, as good as the table allows."""
    value: Fraction
    """What it brings on average, as a share of the amount."""
    payable_unit_cents: Amount

    def __str__(self) -> str:
        odds = " with odds" if self.with_odds else ""
        made = f"{self.bet} of {show_amount(self.amount_cents)}{odds}"
        rounded = f"with payments rounded to {show_amount(self.payable_unit_cents)}"
        edge = f"{made} would have a player edge of {show_percent(self.value)}, which the printed odds lack"
        return f"{edge}, {rounded}: post a higher minimum there or a smaller payable-unit"


def rounding_edges(layout: Layout, settings: Settings) -> Iterator[RoundingEdge]:
    """Yield, for each bet of a table, the smallest amount with a player edge that the printed odds lack."""
    paid = _Payment(settings.payable_unit, settings.breakage_up)
    for spot in layout.spots:
        if spot.base < 0 and spot.wager_id not in settings.unavailable:
            found = _edge_on(layout, settings, spot, paid)
            if found:
                yield found


# ------------------------------------------------------------------ what a bet brings


class _Payment(NamedTuple):
    """How a table rounds what it pays."""

    unit: Amount
    up: bool

    def on(self, amount: Amount, odds: Fraction) -> Amount:
        return pay(amount, odds, self.unit, self.up)

    def step(self, number: int, odds: Fraction) -> Amount:
        """Return the smallest amount that is paid more than so many units."""
        parts, whole = number * self.unit * odds.denominator, odds.numerator
        return parts // whole + 1 if self.up else -(-(parts + self.unit * odds.denominator) // whole)


@dataclass(frozen=True, slots=True)
class _Chances:
    """The probability of each payment of a bet, and of its loss, from one moment on."""

    wins: tuple[tuple[Fraction, Fraction], ...]
    """Odds, and the probability of a win at them."""
    lose: Fraction
    rate: Fraction = Fraction(0)
    """The vigorish, as a share of the bet."""

    @property
    def slope(self) -> Fraction:
        """The value of a bet of one by the printed odds, before any rounding."""
        return sum((odds * chance for odds, chance in self.wins), -self.lose) - self.rate

    @property
    def win(self) -> Fraction:
        return sum((chance for _, chance in self.wins), Fraction(0))

    def value(self, amount: Amount, paid: _Payment, charge: Amount = 0) -> Fraction:
        """Return what an amount brings on average, as the table rounds."""
        won = sum((chance * paid.on(amount, odds) for odds, chance in self.wins), Fraction(0))
        return won - self.lose * amount - charge


class _Legal(NamedTuple):
    """The amounts that a table accepts on a spot: the multiples of a step between two limits."""

    least: Amount
    most: Amount
    step: Amount

    def amounts(self, chances: _Chances, paid: _Payment, top: Amount) -> list[Amount]:
        """Return the first legal amount of every step of every payment, smallest first, up to `top`."""
        first, top = ceil_to(self.least, self.step), min(top, self.most)
        found = {first, first + self.step}
        for odds, _ in chances.wins:
            begin = first * odds.numerator // (odds.denominator * paid.unit)
            for number in range(begin, begin + MOST_STEPS):
                amount = ceil_to(paid.step(number, odds), self.step)
                if amount > top:
                    break
                found.add(max(amount, first))
        return sorted(amount for amount in found if amount <= top)

    def period(self, chances: _Chances, paid: _Payment) -> Amount:
        """Return after how much rounding repeats itself."""
        return even_step([odds for odds, _ in chances.wins], paid.unit, self.step)


def _legal(settings: Settings, spot: Spot) -> _Legal:
    least = max(1, minimum_on(settings, spot))
    return _Legal(least, min(LARGEST, maximum_on(settings, spot)), rule_multiple(settings, spot))


def _chances(layout: Layout, spot: Spot, point: int) -> _Chances:
    """Return how a bet on a spot ends that is left alone from this puck on."""
    return _chances_on(layout, spot.index)[point]


@lru_cache(CACHED)
def _chances_on(layout: Layout, place: int) -> dict[int, _Chances]:
    """Return how a bet on a spot ends, by the puck: one chain holds all its moments."""
    spot, stake = layout.spots[place], _even(layout)
    bet, game = RidingBet(spot.id, spot, stake), RideRules(layout, FAIR)
    starts = {point: bet.made(point) for point in POINTS if layout.cells[place][WORKING][POINT_PLACE[point]]}
    ended = absorb(explore(starts.values(), lambda ride: game.step(bet, ride), FAIR.total), starts.values())
    rate = vigorish_rate(layout, spot)
    return {point: _chances_of(ended[start].ends, stake, rate) for point, start in starts.items()}


def _chances_of(ends: Mapping[End, Fraction], stake: Amount, rate: Fraction) -> _Chances:
    wins: dict[Fraction, Fraction] = {}
    lose = Fraction(0)
    for end, chance in ends.items():
        if end.net > 0:
            odds = Fraction(end.net, stake)
            wins[odds] = wins.get(odds, Fraction(0)) + chance
        elif end.net < 0:
            lose += chance
    return _Chances(tuple(wins.items()), lose, rate)


@lru_cache(64)
def _even(layout: Layout) -> Amount:
    return even_flat(layout)


# ------------------------------------------------------------------ one bet


def _edge_on(layout: Layout, settings: Settings, spot: Spot, paid: _Payment) -> RoundingEdge | None:
    for point in POINTS:
        if _can_grow(layout, spot, point):
            found = _alone(layout, settings, spot, point, paid)
            if found:
                return found
    return _with_odds(layout, settings, spot, paid) if paid.up and _takes_odds(layout, spot) else None


def _can_grow(layout: Layout, spot: Spot, point: int) -> bool:
    """Return whether chips can be put on a spot with this puck: in a new bet, or in one that lies there."""
    if layout.cells[spot.index][WORKING][POINT_PLACE[point]] is None:
        return False
    rule = spot.make_rule if spot.made_here else spot.raise_rule
    return is_time(rule.when, point)


def _alone(layout: Layout, settings: Settings, spot: Spot, point: int, paid: _Payment) -> RoundingEdge | None:
    if not paid.up and not spot.wager.vigorish:
        return None  # rounding takes from the player, and no fraction of a charge is dropped
    try:
        chances = _chances(layout, spot, point)
    except NeverDecided:
        return None
    if chances.slope > 0:
        return None  # the printed odds have an edge, whatever is rounded
    legal = _legal(settings, spot)
    top = _bound(chances, paid, Fraction(0)) or legal.least + 2 * legal.step
    for amount in legal.amounts(chances, paid, top):
        value = chances.value(amount, paid, vigorish_on(layout, spot, amount))
        if value > 0:
            return RoundingEdge(spot.id, amount, False, value / amount, paid.unit)
    return None


def _bound(chances: _Chances, paid: _Payment, more: Fraction) -> Amount:
    """Return the amount from which the house edge outweighs rounding; 0 if there is no house edge."""
    gain = (chances.win * paid.unit if paid.up else 0) + (1 if chances.rate else 0) + more
    return int(gain / -chances.slope) + 1 if chances.slope else 0


# ------------------------------------------------------------------ with odds behind it


class _Odds(NamedTuple):
    """Odds that a bet may get, and how good they can be."""

    spot: Spot
    point: int
    chance: Fraction
    """The probability that the bet gets there."""
    slope: Fraction
    records: tuple[tuple[Amount, Fraction], ...]
    """The amounts that are worth more than every smaller one, and what they are worth."""

    def best(self, most: Amount) -> Fraction:
        """Return what the best odds up to an amount are worth, if the bet gets there."""
        return max((value for amount, value in self.records if amount <= most), default=Fraction(0))


def _takes_odds(layout: Layout, spot: Spot) -> bool:
    family = (each for each in layout.spots if each.wager_id == spot.wager_id)
    return spot.made_here and any(each.supported_by for each in family)


def _with_odds(layout: Layout, settings: Settings, spot: Spot, paid: _Payment) -> RoundingEdge | None:
    try:
        chances, arrivals = _ridden(layout, spot.index)
    except NeverDecided:
        return None
    odds = [
        _odds(layout, settings, layout.spots[behind], point, chance, paid)
        for (behind, point), chance in arrivals.items()
    ]
    if chances.slope >= 0 or any(each.slope > 0 for each in odds):
        return None  # alone it has been looked at, and such odds have an edge in print
    for amount in _flats(layout, settings, spot, chances, odds, paid):
        value = chances.value(amount, paid, vigorish_on(layout, spot, amount))
        for each in odds:
            value += each.chance * each.best(most_odds(layout, settings, each.spot, each.point, amount)[0])
        if value > 0:
            return RoundingEdge(spot.id, amount, True, value / amount, paid.unit)
    return None


@lru_cache(CACHED)
def _ridden(layout: Layout, place: int) -> tuple[_Chances, dict[tuple[int, int], Fraction]]:
    """Return how a bet ends, and how likely it comes to take odds: by the spot of the odds and the puck then."""
    spot = layout.spots[place]
    starts = start_shares(RideRules(layout, FAIR), spot)
    chances = _mixed([(share, _chances(layout, spot, point)) for point, share in starts.items()])
    return chances, _arrivals(layout, spot, starts)


def _mixed(parts: list[tuple[Fraction, _Chances]]) -> _Chances:
    wins: dict[Fraction, Fraction] = {}
    for share, chances in parts:
        for odds, chance in chances.wins:
            wins[odds] = wins.get(odds, Fraction(0)) + share * chance
    lose = sum((share * chances.lose for share, chances in parts), Fraction(0))
    return _Chances(tuple(wins.items()), lose, parts[0][1].rate)


def _arrivals(layout: Layout, spot: Spot, starts: Mapping[int, Fraction]) -> dict[tuple[int, int], Fraction]:
    """Return how likely a bet comes to take odds, by the spot of the odds and the puck, as soon as it can."""
    game, bet = RideRules(layout, FAIR), RidingBet(spot.id, spot, _even(layout))

    def until_there(ride: Ride) -> tuple[dict[Ride, int], dict[tuple[int, int], int]]:
        goes_on, ends = game.step(bet, ride)
        told: dict[tuple[int, int], int] = {(-1, 0): sum(ends.values())} if ends else {}
        for each in list(goes_on):
            behind = _taken(layout, each)
            if behind is not None:
                key = (behind, each.point)
                told[key] = told.get(key, 0) + goes_on.pop(each)
        return goes_on, told

    first = {bet.made(point): share for point, share in starts.items()}
    found = absorb(explore(first, until_there, FAIR.total), first)
    arrived: dict[tuple[int, int], Fraction] = {}
    for ride, share in first.items():
        for key, chance in found[ride].ends.items():
            arrived[key] = arrived.get(key, Fraction(0)) + share * chance
    arrived.pop((-1, 0), None)
    return arrived


def _taken(layout: Layout, ride: Ride) -> int | None:
    """Return the spot of the odds that a bet can get now."""
    for spot, _ in ride.chips:
        for behind in layout.spots[spot].supported_by:
            if is_time(layout.spots[behind].make_rule.when, ride.point):
                return behind
    return None


def _odds(layout: Layout, settings: Settings, spot: Spot, point: int, chance: Fraction, paid: _Payment) -> _Odds:
    chances, legal = _chances(layout, spot, point), _legal(settings, spot)
    top = _bound(chances, paid, Fraction(0)) or legal.least + legal.period(chances, paid)
    records: list[tuple[Amount, Fraction]] = []
    if chances.slope <= 0:
        best = Fraction(0)
        for amount in legal.amounts(chances, paid, top):
            value = chances.value(amount, paid, vigorish_on(layout, spot, amount))
            if value > best:
                best = value
                records.append((amount, value))
    return _Odds(spot, point, chance, chances.slope, tuple(records))


def _flats(
    layout: Layout, settings: Settings, spot: Spot, chances: _Chances, odds: list[_Odds], paid: _Payment
) -> list[Amount]:
    """Return the flat bets to look at: where a payment steps up, and where better odds become legal."""
    legal = _legal(settings, spot)
    more = sum((each.chance * each.best(LARGEST) for each in odds), Fraction(0))
    top = _bound(chances, paid, more)
    found = set(legal.amounts(chances, paid, top))
    for each in odds:
        for wanted, _ in each.records:
            found.add(_smallest_flat(layout, settings, each, wanted, legal))
    return sorted(amount for amount in found if legal.least <= amount <= min(top, legal.most))


def _smallest_flat(layout: Layout, settings: Settings, odds: _Odds, wanted: Amount, legal: _Legal) -> Amount:
    """Return the smallest legal flat bet that these odds may be put behind."""
    low, high = 0, floor_to(LARGEST, legal.step) // legal.step
    while low < high:
        middle = (low + high) // 2
        if most_odds(layout, settings, odds.spot, odds.point, middle * legal.step)[0] >= wanted:
            high = middle
        else:
            low = middle + 1
    return max(low * legal.step, ceil_to(legal.least, legal.step))
