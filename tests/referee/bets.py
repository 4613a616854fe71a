"""Making bets, taking them down, calling them on and off."""

from __future__ import annotations

from .cells import ever_sleeps, split, spots
from .limits import box_of, first_come, in_units, minimum, most_odds, odds_limit, over_minimum, under_maximum, vigorish
from .position import BASE_OF, ODDS_ON, Chips, Notice, Part, Position, amount_ok
from .shooter import line_bet_made


def bets_taken(game: Position) -> bool:
    """Whether chips may be put down and taken up: exhibit-a and adelaide close with the throw, not before."""
    if game.phase == "closed":
        return game.book in ("exhibit-a", "adelaide") and not game.going_out
    return game.phase == "open"


def lying_on(game: Position, seat: int, spot: str) -> int:
    """What a seat has on a spot."""
    mine = game.layout[seat]
    return mine[spot].stake if spot in mine else 0


# --- may this bet be made?


def available(game: Position, seat: int, spot: str) -> bool:
    """Whether the book takes this bet of this player now, whatever its amount."""
    kind, number = split(spot)
    mine = game.layout[seat]
    if game.record(seat).barred:
        return False
    if locked(game, seat, spot):
        return False
    if spot in BASE_OF:
        if BASE_OF[spot] not in mine:
            return False
        return number > 0 or game.point is not None
    if game.deciding_only:
        return spot in ("pass", "dont-pass")
    if spot == "pass":
        if game.book == "sentosa" and "pass" in mine:
            return True  # SE-4: a contract bet may be raised after the point
        return game.point is None
    if spot == "dont-pass":
        return game.point is None
    if kind == "come" and number:
        return game.book == "sentosa" and game.point is not None and spot in mine
    if kind == "dont-come" and number:
        return False
    if kind in ("come", "dont-come"):
        return game.point is not None
    if kind == "big":
        return bool(game.table.get("big68", True))
    return True


def locked(game: Position, seat: int, spot: str) -> bool:
    """Whether a don't bet was taken down and may not be put back yet (ALL-12)."""
    if spot in game.locks[seat]:
        return True
    if spot == "dont-come" and game.table.get("strict_dont_come"):
        return any(box_of(lock) == "dont-come" for lock in game.locks[seat])
    return False


def within_limits(game: Position, seat: int, spot: str, total: int) -> bool:
    """Whether a bet of this size is within everything that is posted now."""
    if spot in BASE_OF and total > odds_limit(game, seat, spot, game.table):
        return False
    return over_minimum(game.book, game.table, spot, total) and under_maximum(game, seat, spot, total)


def place(game: Position, seat: int, spot: str, amount: int, *, noticed: bool) -> bool:
    """Put an amount on a spot, on top of what is there."""
    if seat not in game.racks or spot not in spots(game.book) or not amount_ok(amount):
        return False
    standing = lying_on(game, seat, spot)
    total = standing + amount
    if not available(game, seat, spot) or not in_units(game.book, game.table, spot, total):
        return False
    inside = within_limits(game, seat, spot, total)
    if noticed and not inside:
        return False
    charge = vigorish(game.book, spot, total) - vigorish(game.book, spot, standing)
    if game.racks[seat] < amount + charge:
        return False
    game.racks[seat] -= amount + charge
    game.commission += charge
    put_down(game, seat, spot, amount, overlooked=not inside)
    if inside:
        game.choices.discard((seat, spot))
    if spot in ("pass", "dont-pass"):
        line_bet_made(game, seat)
    return True


def put_down(game: Position, seat: int, spot: str, amount: int, *, overlooked: bool) -> None:
    """Chips lie on a spot; accepted, the whole bet is under what is posted now."""
    mine = game.layout[seat]
    if spot not in mine:
        mine[spot] = new_chips(game, seat, spot)
    chips = mine[spot]
    total = chips.stake + amount
    game.clock += 1
    seen = game.bettings if bets_taken(game) else -1  # first seen after the closing is too late to be noticed
    part = Part(amount, len(game.notices) - 1, game.clock, overlooked, betting=seen)
    if overlooked:
        part.below = total < minimum(game.table, spot)
        part.warned = game.record(seat).warned
    else:
        for earlier in chips.parts:
            # The total was accepted: all of it, each part in its place, is under what is posted now.
            earlier.notice, earlier.overlooked, earlier.below = part.notice, False, False
    chips.parts.append(part)
    chips.fresh += amount
    chips.this_round += amount


def new_chips(game: Position, seat: int, spot: str) -> Chips:
    """A bet that was not there; at adelaide a button on another of its kind speaks for it (AD-11)."""
    chips = Chips()
    if game.book == "adelaide" and ever_sleeps("adelaide", spot):
        for other, others in game.layout[seat].items():
            if split(other)[0] == split(spot)[0] and others.button == "all":
                chips.button = "all"
    return chips


# --- taking chips down


def contract(game: Position, spot: str) -> bool:
    """Whether the bet may not be touched now."""
    kind, number = split(spot)
    if game.book == "sentosa":
        return kind in ("pass", "come")
    if game.book == "evolution":
        return False
    return (kind == "pass" and game.point is not None) or (kind == "come" and number > 0)


def reduce(game: Position, seat: int, spot: str, by: int) -> bool:
    """Take part of a bet down; the whole of it is a removal."""
    if seat not in game.racks or spot not in game.layout[seat] or not amount_ok(by):
        return False
    chips = game.layout[seat][spot]
    left = chips.stake - by
    if left < 0:
        return False
    withdrawn = (seat, spot) in game.choices and by == noticed_in_time(game, seat, spot)
    if not withdrawn:
        if contract(game, spot):
            return False
        if game.book == "evolution" and by > chips.fresh:
            return False
        if left and not (
            large_enough(game, game.notices[chips.notice], spot, left) or large_enough(game, game.table, spot, left)
        ):
            return False
    lock_after_removal(game, seat, spot)
    take_down(game, seat, spot, by, charge_back=withdrawn or game.book == "adelaide")
    return True


def large_enough(game: Position, notice: Notice, spot: str, left: int) -> bool:
    """Whether what is left is an amount that could be bet under a notice."""
    return in_units(game.book, notice, spot, left) and over_minimum(game.book, notice, spot, left)


def lock_after_removal(game: Position, seat: int, spot: str) -> None:
    """Exhibit-a Removal (4), adelaide 5(d): a don't bet that has seen a roll is not put back."""
    kind, number = split(spot)
    bars = spot == "dont-pass" or (kind == "dont-come" and number > 0)
    if bars and game.book in ("exhibit-a", "adelaide") and game.layout[seat][spot].seen:
        game.locks[seat].add(spot)


def take_down(game: Position, seat: int, spot: str, by: int, *, charge_back: bool) -> None:
    """Give chips back, the newest part first, and bring the odds within their limit (ALL-5)."""
    chips = game.layout[seat][spot]
    charge = vigorish(game.book, spot, chips.stake) - vigorish(game.book, spot, chips.stake - by)
    if charge_back:
        game.racks[seat] += charge
        game.commission -= charge
        if game.last:
            game.last.charges[seat, spot] = game.last.charges.get((seat, spot), 0) + charge
    game.racks[seat] += by
    take_off(chips, by)
    game.choices.discard((seat, spot))
    if not chips.stake:
        del game.layout[seat][spot]
    bring_odds_down(game, seat, spot)


def take_off(chips: Chips, by: int) -> None:
    """Make a bet smaller, the newest part first."""
    chips.fresh = max(0, chips.fresh - by)
    chips.this_round = max(0, chips.this_round - by)
    while by:
        part = chips.parts[-1]
        taken = min(by, part.amount)
        part.amount -= taken
        by -= taken
        if not part.amount:
            chips.parts.pop()


def bring_odds_down(game: Position, seat: int, base: str) -> None:
    """Odds cannot stand without their bet, nor above the limit they were made under for what is left of it."""
    odds = ODDS_ON.get(base, "")
    if odds not in game.layout[seat]:
        return
    chips = game.layout[seat][odds]
    flat = lying_on(game, seat, base)  # ALL-18: the amount now on the layout
    excess = chips.stake - most_odds(game.book, game.notices[chips.notice], odds, game.point, flat)
    if excess > 0:
        take_down(game, seat, odds, excess, charge_back=True)


# --- what the dealer notices (sentosa 5.1, 5.2)


def notice_bet(game: Position, seat: int, spot: str) -> bool:
    """A bet outside the limits is noticed before the bets are closed; only what was overlooked since they opened."""
    if game.book != "sentosa" or game.phase != "open" or seat not in game.racks or spot not in game.layout[seat]:
        return False
    excess, overlooked = 0, []
    for lying, counts in first_come(game, spot):
        if lying.seat == seat and lying.part.overlooked and lying.part.betting == game.bettings:
            excess += lying.part.amount - counts
            overlooked.append(lying)
    if not overlooked:
        return False
    least = minimum(overlooked[-1].notice, spot)
    if excess:
        take_down(game, seat, spot, excess, charge_back=True)
        if 0 < lying_on(game, seat, spot) < least:
            # The box is full: what is left cannot be raised any more.
            send_back(game, seat, spot)
        return True
    if lying_on(game, seat, spot) >= least:
        return False
    if available(game, seat, spot):
        game.choices.add((seat, spot))
    else:
        send_back(game, seat, spot)
    return True


def noticed_in_time(game: Position, seat: int, spot: str) -> int:
    """What of a bet was overlooked in this betting time, and nothing else, can still be withdrawn."""
    parts = game.layout[seat][spot].parts
    return sum(part.amount for part in parts if part.overlooked and part.betting == game.bettings)


def send_back(game: Position, seat: int, spot: str) -> None:
    """What was overlooked and cannot be raised goes back with its charge."""
    if noticed_in_time(game, seat, spot):
        take_down(game, seat, spot, noticed_in_time(game, seat, spot), charge_back=True)


# --- calls


def call(game: Position, seat: int, spot: str, on: bool, *, confirmed: bool, only: bool) -> bool:
    """Call a bet on or off."""
    if seat not in game.racks or spot not in game.layout[seat] or not ever_sleeps(game.book, spot):
        return False
    chips = game.layout[seat][spot]
    if game.book == "sentosa":
        chips.call = on
        return True
    if not on:
        if not chips.button and not chips.pending:
            return False
        chips.button, chips.pending = "", ""
        return True
    if not confirmed:
        chips.pending = "only" if only else "all"
        return True
    confirm(game, seat, spot, only)
    return True


def confirm(game: Position, seat: int, spot: str, only: bool) -> None:
    """The button lies on the bet, at adelaide for all of its kind unless the player said otherwise."""
    chips = game.layout[seat][spot]
    chips.button, chips.pending = ("only" if only else "all"), ""
    if game.book == "adelaide" and not only:
        for other, others in game.layout[seat].items():
            if split(other)[0] == split(spot)[0]:
                others.button, others.pending = "all", ""
