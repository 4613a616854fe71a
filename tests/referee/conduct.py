"""Sitting down, leaving and walking away; warnings, bars and partnerships."""

from __future__ import annotations

from .bets import bets_taken, place
from .cells import spots
from .position import ODDS_ON, Position, Record, amount_ok


def sit(game: Position, seat: int, name: str, rack: int) -> bool:
    """Take a free seat; a player sits once, and is known again by name."""
    name = name.strip().casefold()
    if seat in game.racks or name in game.names.values() or rack < 0:
        return False
    game.racks[seat] = rack
    game.names[seat] = name
    game.records.setdefault(name, Record())
    game.layout[seat] = {}
    game.locks[seat] = set()
    game.keeps[seat] = set()
    return True


def buy_in(game: Position, seat: int, amount: int) -> bool:
    """Cash for chips."""
    if seat not in game.racks or not amount_ok(amount):
        return False
    game.racks[seat] += amount
    return True


def leave(game: Position, seat: int) -> bool:
    """Go, once nothing of the seat's lies on the layout."""
    if seat not in game.racks or game.phase not in ("open", "closed", "settled") or game.layout[seat]:
        return False
    if game.last is not None:
        game.last.left.setdefault(seat, game.names[seat])
    for seats in (game.racks, game.layout, game.locks, game.keeps, game.names):
        seats.pop(seat)
    game.away.discard(seat)
    game.let_by.discard(seat)
    game.due = [due for due in game.due if due[0] != seat]
    return True


def walk_away(game: Position, seat: int, pending: bool, named: str = "") -> bool:
    """The bets of an absent player run on; sentosa 5.3 folds the one that waits for a decision."""
    if seat not in game.racks or game.phase not in ("open", "closed", "settled"):
        return False
    if named and named not in spots(game.book):
        return False
    waiting = {spot for owner, spot in game.choices if owner == seat}
    if game.book == "sentosa":
        if pending != bool(waiting) or (pending and named and named not in waiting):
            return False
        for spot in [named] if named and pending else sorted(waiting):
            fold(game, seat, spot)
            if ODDS_ON.get(spot) in game.layout[seat]:
                fold(game, seat, ODDS_ON[spot])
    game.away.add(seat)
    return True


def fold(game: Position, seat: int, spot: str) -> None:
    """A bet is forfeited."""
    chips = game.layout[seat].pop(spot)
    game.house += chips.stake
    if game.last is not None:
        game.last.folded.add((seat, spot))
    game.choices.discard((seat, spot))


def come_back(game: Position, seat: int) -> bool:
    """Be at the table again."""
    if seat not in game.away:
        return False
    game.away.discard(seat)
    return True


def tell_off(game: Position, seat: int) -> bool:
    """Adelaide 14(b): wagers are not touched before they are settled."""
    if game.book != "adelaide" or seat not in game.racks:
        return False
    game.record(seat).told_off += 1
    return True


def bar(game: Position, seat: int) -> bool:
    """Adelaide 14(b): repeated failures may lead to wagers being refused."""
    if game.book != "adelaide" or seat not in game.racks or game.record(seat).told_off < 2:
        return False
    game.record(seat).barred = True
    return True


def lift_bar(game: Position, seat: int) -> bool:
    """The player's wagers are taken again, and what led to the bar is forgotten."""
    if game.book != "adelaide" or seat not in game.racks or not game.record(seat).barred:
        return False
    game.record(seat).barred = False
    game.record(seat).told_off = 0
    return True


def partner(game: Position, seat: int, other: int) -> bool:
    """Adelaide 14(c): two who bet as one count as one against the maximum."""
    if game.book != "adelaide" or seat == other or seat not in game.racks or other not in game.racks:
        return False
    game.partners.add(frozenset((game.names[seat], game.names[other])))
    return True


def keep(game: Position, seat: int, spot: str, on: bool) -> bool:
    """Stand by a spot's bet, or stop doing so (ALL-1)."""
    if seat not in game.racks:
        return False
    if on:
        game.keeps[seat].add(spot)
    else:
        game.keeps[seat].discard(spot)
    return True


def rebet(game: Position) -> None:
    """Winning bets of players who stand by them are made again, if they may be."""
    if not bets_taken(game):
        return
    for seat, spot, stake in game.due:
        assert amount_ok(stake)
        if seat not in game.away:
            place(game, seat, spot, stake, noticed=True)
    game.due.clear()
