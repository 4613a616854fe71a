"""Resolves a bet that a player names to spots: odds to the bet they support, a number to the bets on it."""

from __future__ import annotations

from comeout.money import Amount
from comeout.rules.describe import spots_of
from comeout.rules.layout import Layout, Spot
from comeout.table.notation.bet_names import Target
from comeout.table.state import TableState

_ANY_ODDS = ("odds", "lay-odds")
_COME_ODDS = ("come-odds", "dont-come-odds")
_SAID_WITH_KIND = ("hard", "big")
"""Wagers that nobody names by the number alone: "the 8" is a bet of another kind, if there is one."""


def bets_of(layout: Layout, state: TableState, seat: int) -> dict[str, Amount]:
    """Return what a seat has on the layout, by spot."""
    spots, bets = layout.spots, state.bets
    return {spots[n].id: bets[n][seat].amount for n in sorted(state.occupied) if seat in bets[n]}


def to_bet(layout: Layout, state: TableState, seat: int, target: Target) -> list[str]:
    """Return the spots that a new bet may mean. If there are several and none said "every", ask which."""
    if target.wager in _ANY_ODDS or (target.wager in _COME_ODDS and target.number is None):
        return _odds(layout, state, seat, target)
    if target == Target("craps"):
        return ["any-craps"]
    if target.every:
        return [spot.id for spot in spots_of(layout, target.wager)] or [target.wager]
    return [target.spot]


def of_mine(layout: Layout, state: TableState, seat: int, target: Target) -> list[str]:
    """Return the player's bets that are meant. Without any, return the spot as named, so that the table refuses it."""
    mine, by_id = bets_of(layout, state, seat), layout.by_id
    if target.every and not target.wager:
        return list(mine)
    if target.spot in mine:
        return [target.spot]
    if not target.wager:
        return [spot for spot in mine if by_id[spot].number == target.number]
    same = [spot for spot in mine if is_about(layout, spot, target)]
    return same or to_bet(layout, state, seat, target)


def to_change(layout: Layout, state: TableState, seat: int, target: Target) -> list[str]:
    """Return the player's bets to raise or reduce; a number alone is no hardway if another bet is on it."""
    spots = of_mine(layout, state, seat, target)
    if target.wager or target.every:
        return spots
    return [spot for spot in spots if layout.by_id[spot].wager_id not in _SAID_WITH_KIND] or spots


def is_about(layout: Layout, name: str, target: Target) -> bool:
    """Tell whether a spot matches what the player named."""
    spot = layout.by_id.get(name)
    if not spot or name == target.spot:
        return name == target.spot
    if target.number not in (None, spot.number):
        return False
    return spot.base >= 0 if target.wager in _ANY_ODDS else target.wager in ("", spot.wager_id)


def _odds(layout: Layout, state: TableState, seat: int, target: Target) -> list[str]:
    """Return the odds spots behind the player's bets; without one to support, those that the table refuses, if any."""
    spots, mine = layout.spots, bets_of(layout, state, seat)
    odds = [spot for spot in spots if spot.base >= 0 and spots[spot.base].id in mine and _fits(spot, target)]
    wanted = [spot.id for spot in odds if spot.number == target.number or target.wager in _COME_ODDS]
    if not wanted and target.number == (state.point or None):
        wanted = [spot.id for spot in odds if spot.number is None]
    if target.number is None:
        wanted = wanted or [spot.id for spot in odds]
    side = "dont-" if target.wager in ("lay-odds", "dont-come-odds") else ""
    line = target.number is None and target.wager in _ANY_ODDS
    if not wanted and target.wager in _COME_ODDS and target.number is None:
        return []
    return wanted or [f"{side}pass-odds" if line else f"{side}come-odds-{target.number or state.point}"]


def _fits(spot: Spot, target: Target) -> bool:
    if target.wager == "lay-odds":
        return spot.id.startswith("dont-")
    return target.wager in ("odds", spot.wager_id)
