"""Finds player advantage: bets with a positive value to the player, alone or with odds on the right numbers.

The value of several bets is the sum of their values. So a combination can be better than its parts only if one bet
needs another, as odds do.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from comeout.exact.bets import find_bet, most_times, odds_spots, ways, widest
from comeout.exact.figures import start_shares
from comeout.exact.markov_chain import absorb, explore
from comeout.exact.ride import End, Ride, RideRules, RidingBet
from comeout.exact.weights import FAIR
from comeout.money import Amount
from comeout.rules.layout import POINT_PLACE, POINTS, WORKING, Layout, Moment, Spot, is_time
from comeout.rules.library import open_book
from comeout.rules.procedures import listed
from comeout.table.settings import Settings, default_settings


@dataclass(frozen=True, slots=True)
class Edge:
    """A way to bet with a player advantage: what to do, and its value as a share of the flat bet."""

    bet: str
    how: str
    value: Fraction
    on_outlay: Fraction
    clause: str


def edges(book: str | Path | Layout) -> Iterator[Edge]:
    """Return every bet, alone or with odds, that has a player advantage."""
    layout = open_book(book)
    for spot in layout.spots:
        if spot.base < 0:
            yield from _alone(layout, spot)
        if ways(layout, spot):
            yield from _with_odds(layout, spot)


# ------------------------------------------------------------------ alone


def _alone(layout: Layout, spot: Spot) -> Iterator[Edge]:
    """Yield the advantage of a bet that is made or raised at some moment and taken down as soon as it is worth less."""
    bet = replace(find_bet(layout, default_settings(layout), spot.id, None), spot=spot)
    game = RideRules(layout, FAIR)
    found: dict[tuple[str, Moment, Fraction, bool], list[int]] = {}
    for point in POINTS:
        for act, rule in _chances(layout, spot, point):
            value, taken_down = best_value(game, bet, point)
            if value > 0:
                found.setdefault((act, rule, value, taken_down), []).append(point)
    for (act, rule, value, taken_down), points in found.items():
        down = ", taken down when that is worth more than leaving it up" if taken_down else ""
        when = "at any time" if len(points) == len(POINTS) else _pucks(points)
        outlay = value * bet.stake / (bet.stake + bet.charge)
        yield Edge(spot.id, f"{act} {when}{down}", value, outlay, rule.clause)


def _chances(layout: Layout, spot: Spot, point: int) -> Iterator[tuple[str, Moment]]:
    """Yield how chips can get onto a spot with this puck: by making a bet there, or by raising one."""
    if layout.cells[spot.index][WORKING][POINT_PLACE[point]] is None:
        return
    if spot.made_here and is_time(spot.make_rule.when, point):
        yield "made", spot.make_rule
    elif is_time(spot.raise_rule.when, point):
        yield "raised", spot.raise_rule


def _pucks(points: list[int]) -> str:
    on = [point for point in points if point]
    with_on = ["with the puck ON" if len(on) == len(POINTS) - 1 else f"with a point of {listed(on, 'or')}"]
    return " or ".join(["with the puck OFF"] * (0 in points) + with_on * bool(on))


def best_value(game: RideRules, bet: RidingBet, point: int) -> tuple[Fraction, bool]:
    """Return the value of a bet, as a share of it, to a player who takes it down at the best moments."""
    start, rule = bet.made(point), bet.spot.wager.vigorish
    back = bet.charge if rule and "removal" in rule.returned else 0
    reached = explore([start], lambda ride: game.step(bet, ride), game.dice.total).states
    down = {ride for ride in reached if _can_take_down(game.layout, ride)}
    while True:  # from down at once to left up wherever that is worth more, which only makes the rest worth more
        values = _left_up(game, bet, start, down, back)
        better = {ride for ride in down if values[ride] > ride.net + back}
        if not better:
            return values[start] / bet.stake, any(values[ride] < ride.net + back for ride in down - {start})
        down -= better


def _can_take_down(layout: Layout, ride: Ride) -> bool:
    when = layout.spots[ride.chips[0][0]].remove_rule.when
    return when != "this-window" and is_time(when, ride.point)


def _left_up(game: RideRules, bet: RidingBet, start: Ride, down: Set[Ride], back: Amount) -> dict[Ride, Fraction]:
    """Return the worth of each state in cents if the bet is left up there and taken down in a state of `down`."""

    def step(ride: Ride) -> tuple[dict[Ride, int], dict[End, int]]:
        goes_on, ends = game.step(bet, ride)
        for each in [each for each in goes_on if each in down]:
            end = End(each.net + back, each.outlay, False, each.point)
            ends[end] = ends.get(end, 0) + goes_on.pop(each)
        return goes_on, ends

    chain = explore([start, *down], step, game.dice.total)
    return {
        ride: sum((chance * end.net for end, chance in each.ends.items()), Fraction(0))
        for ride, each in absorb(chain, list(chain.states)).items()
    }


# ------------------------------------------------------------------ with odds


def _with_odds(layout: Layout, spot: Spot) -> Iterator[Edge]:
    """Yield the advantage of a flat bet with odds on only those numbers where the odds add value."""
    usual = default_settings(layout)
    flat = find_bet(layout, usual, spot.id, None)
    game = RideRules(layout, FAIR)
    alone, _ = _value(game, flat)
    good = [n for n in odds_spots(layout, spot) if _value(game, _behind(layout, usual, flat, [n]))[0] > alone]
    for settings, told in _multiples(layout, usual) if good else ():
        value, outlay = _value(game, _behind(layout, settings, flat, good))
        if value > 0:
            verb = "laying" if ways(layout, spot)[0] == "lay" else "taking"
            rules = dict.fromkeys(odds_spots(layout, spot)[n].clause for n in good)
            how = f"{verb} all the odds {told} on {listed(good)} only"
            yield Edge(spot.id, how, value / flat.stake, value / outlay, "; ".join(rules))


def _multiples(layout: Layout, usual: Settings) -> Iterator[tuple[Settings, str]]:
    odds = layout.rulebook.odds
    if not odds:
        yield usual, "the book allows"
        return
    yield usual, f"that the book's own multiple of {odds.default} allows"
    if odds.most > odds.default:
        yield widest(layout, usual), f"that the largest multiple of {odds.most} allows"


def _behind(layout: Layout, settings: Settings, flat: RidingBet, numbers: list[int]) -> RidingBet:
    most = most_times(layout, settings, flat.spot)
    return replace(flat, odds={number: int(flat.stake * most[number]) for number in numbers})


def _value(game: RideRules, bet: RidingBet) -> tuple[Fraction, Fraction]:
    """Return the expected value of a bet and its expected cost, in cents."""
    starts = {bet.made(point): share for point, share in start_shares(game, bet.spot).items()}
    ended = absorb(explore(starts, lambda ride: game.step(bet, ride), game.dice.total), starts)
    ways_out = [(end, share * chance) for ride, share in starts.items() for end, chance in ended[ride].ends.items()]
    value = sum((chance * end.net for end, chance in ways_out), Fraction(0))
    return value, sum((chance * end.outlay for end, chance in ways_out), Fraction(0))
