"""Resolves a bet that a player names to spots: odds to the bet they support, a number to the bets on it."""

from __future__ import annotations

from comeout.play.game import Game
from comeout.rules.describe import spots_of
from comeout.rules.layout import Layout, Spot
from comeout.table.notation.bet_names import Target

_ANY_ODDS = ("odds", "lay-odds")
_COME_ODDS = ("come-odds", "dont-come-odds")


def to_bet(table: Game, seat: int, target: Target) -> list[str]:
    """Return the spots that a new bet may mean. If there are several and none said "every", ask which."""
    if target.wager in _ANY_ODDS or (target.wager in _COME_ODDS and target.number is None):
        return _odds(table, seat, target)
    if target == Target("craps"):
        return ["any-craps"]
    if target.every:
        return [spot.id for spot in spots_of(table.layout, target.wager)] or [target.wager]
    return [target.spot]


def of_mine(table: Game, seat: int, target: Target) -> list[str]:
    """Return the player's bets that are meant. Without any, return the spot as named, so that the table refuses it."""
    mine, by_id = table.bets(seat), table.layout.by_id
    if target.every and not target.wager:
        return list(mine)
    if target.spot in mine:
        return [target.spot]
    if not target.wager:
        return [spot for spot in mine if by_id[spot].number == target.number]
    same = [spot for spot in mine if is_about(table.layout, spot, target)]
    return same or to_bet(table, seat, target)


def is_about(layout: Layout, name: str, target: Target) -> bool:
    """Tell whether a spot matches what the player named."""
    spot = layout.by_id.get(name)
    if not spot or name == target.spot:
        return name == target.spot
    if target.number not in (None, spot.number):
        return False
    return spot.base >= 0 if target.wager in _ANY_ODDS else target.wager in ("", spot.wager_id)


def _odds(table: Game, seat: int, target: Target) -> list[str]:
    """Return the odds spots behind the player's bets. Without a bet to support, return those that the table refuses."""
    spots, mine = table.layout.spots, table.bets(seat)
    odds = [spot for spot in spots if spot.base >= 0 and spots[spot.base].id in mine and _fits(spot, target)]
    wanted = [spot.id for spot in odds if spot.number == target.number or target.wager in _COME_ODDS]
    if not wanted and target.number == table.point:
        wanted = [spot.id for spot in odds if spot.number is None]
    side = "dont-" if target.wager in ("lay-odds", "dont-come-odds") else ""
    line = target.number is None and target.wager in _ANY_ODDS
    return wanted or [f"{side}pass-odds" if line else f"{side}come-odds-{target.number or table.point or 6}"]


def _fits(spot: Spot, target: Target) -> bool:
    if target.wager == "lay-odds":
        return spot.id.startswith("dont-")
    return target.wager in ("odds", spot.wager_id)
