"""One roll: bets open and closed, the dice thrown, called and settled, the puck moved."""

from __future__ import annotations

from fractions import Fraction

from . import shooter
from .bets import bets_taken
from .cells import BOXES, asleep_by_default, can_sleep, cell, split
from .limits import profit, risks, vigorish
from .position import Chips, Outcome, Position
from .undo import copy_layout, remember


def open_bets(game: Position) -> bool:
    """Place your bets: after a settlement, or once more before the dice go out."""
    if game.phase not in ("settled", "closed"):
        return False
    game.phase = "open"
    game.again = game.going_out = False
    if game.last is not None and game.last.round_ended and game.book == "sentosa":
        game.last = None  # 5.6: the next round has begun
    return True


def close_bets(game: Position, *, house: bool = False) -> bool:
    """No more bets; whoever was asked to raise or withdraw must have done so (sentosa 5.2)."""
    if game.phase != "open" or game.choices or game.shooter is None:
        return False
    game.phase = "closed"
    game.going_out = house
    game.bettings += 1
    if not bets_taken(game):
        game.due.clear()
    return True


def call_dice(game: Position, a: int, b: int) -> bool:
    """The dice are read; from here the roll before stands."""
    if game.phase != "out":
        return False
    game.phase = "called"
    game.called = (a, b)
    game.disputed = game.ruled = False
    game.last = None
    return True


def no_roll(game: Position) -> bool:
    """A throw that does not count: every bet stays as it was (ALL-16), and the shooter may throw again at once."""
    if game.phase not in ("out", "called"):
        return False
    game.phase = "closed"
    game.again = True
    game.called = None
    game.disputed = False
    return True


def dispute(game: Position, seat: int) -> bool:
    """Exhibit-a Throw (1)(ii), adelaide 12(a): a player objects to a face; a ruling ends it."""
    if game.book not in ("exhibit-a", "adelaide") or seat not in game.racks or game.phase != "called":
        return False
    if game.ruled:
        return False
    game.disputed = True
    return True


def rule(game: Position, faces: tuple[int, int] | None, *, leaning: bool) -> bool:
    """The boxperson decides a disputed face, or one of a die that leans before the call, or has the dice rethrown."""
    if game.book not in ("exhibit-a", "adelaide") or game.phase not in ("out", "called"):
        return False
    if not game.disputed and not (leaning and game.phase == "out"):
        return False
    if game.phase == "out":
        game.last = None
    game.disputed = False
    if faces is None:
        return no_roll(game)
    game.called = faces
    game.phase = "called"
    game.ruled = True
    return True


def settle(game: Position) -> bool:
    """Pay and take everything that the called dice decide."""
    if game.phase != "called" or game.disputed:
        return False
    assert game.called is not None
    a, b = game.called
    before = remember(game)
    results = read_cells(game, a, b)
    paid: dict[tuple[int, str], tuple[int, int, int]] = {}
    warned: set[int] = set()
    for seat, spot, where, pays, at_risk in results:
        if where in ("rack", "house"):
            paid[seat, spot] = settle_bet(game, seat, spot, where, pays, at_risk, warned)
    moved: dict[tuple[int, str], str] = {}
    for seat, spot, where, _, _ in results:
        # ALL-10: everything is paid before a come bet takes its number.
        if where not in ("rack", "house", "stay"):
            assert where not in game.layout[seat]
            game.layout[seat][where] = game.layout[seat].pop(spot)
            moved[seat, spot] = where
    told = {game.names[seat] for seat in warned if not game.record(seat).warned}
    for name in told:
        game.records[name].warned = True
    seven_out, round_ended = move_puck(game, a + b)
    shooter.after_roll(game, seven_out=seven_out)
    game.phase = "settled"
    game.called = None
    game.last = Outcome(before, copy_layout(game.layout), paid, moved, dict(game.names), round_ended, warned=told)
    return True


def read_cells(game: Position, a: int, b: int) -> list[tuple[int, str, str, Fraction, int]]:
    """Where every stake goes, read against the puck before the roll."""
    at_risk: dict[str, dict[int, int]] = {}
    results = []
    for seat, mine in game.layout.items():
        for spot, chips in mine.items():
            if game.deciding_only and spot in ("pass", "dont-pass"):
                continue  # this is no come out roll: line bets wait for one
            where, pays = cell(game.book, spot, game.point, works(game, spot, chips), a, b)
            if where == "stay":
                continue
            if spot not in at_risk:
                at_risk[spot] = risks(game, spot)
            results.append((seat, spot, where, pays, at_risk[spot][seat]))
    return results


def works(game: Position, spot: str, chips: Chips) -> bool:
    """Whether a bet is in play for this roll."""
    if not can_sleep(game.book, spot, game.point):
        return True
    if chips.call is not None:
        return chips.call
    if chips.button:
        return True
    return not asleep_by_default(game.book, spot, game.point)


def settle_bet(
    game: Position, seat: int, spot: str, where: str, pays: Fraction, risk: int, warned: set[int]
) -> tuple[int, int, int]:
    """One bet is over; what its owner got, how much of that was the charge, and what the house won."""
    chips = game.layout[seat].pop(spot)
    stake = chips.stake
    charge = house = 0
    # A world on seven wins at no profit; any other stake back without profit is no decision.
    decided = where == "house" or pays > 0 or spot == "world"
    if not decided:
        back = stake
    elif game.book == "adelaide" and all(part.below and part.warned for part in chips.parts):
        charge = vigorish(game.book, spot, stake)  # 14(g): returned regardless of the result
        back = stake
    else:
        game.decided = True
        if game.book == "adelaide" and any(part.overlooked and part.below for part in chips.parts):
            warned.add(seat)  # 14(g)
        charge = vigorish(game.book, spot, stake) - vigorish(game.book, spot, risk)
        if where == "house":
            back, house = stake - risk, risk
        else:
            won = profit(game.book, game.notices[chips.notice], spot, risk, pays)
            back, house = stake + won, -won
            if spot in game.keeps[seat]:
                game.due.append((seat, spot, stake))
    game.racks[seat] += back + charge
    game.commission -= charge
    game.house += house
    return back + charge, charge, house


def move_puck(game: Position, total: int) -> tuple[bool, bool]:
    """The puck after the roll; whether it was a seven out, and whether the round is over."""
    before = game.point
    if before is None:
        established = total in BOXES and not game.deciding_only
        round_over = total not in BOXES
    else:
        established = False
        round_over = total in (before, 7)
    if established:
        game.point = total
    if round_over:
        game.point = None
        game.round += 1
        game.decided = False
    end_locks(game, before, total)
    for mine in game.layout.values():
        for spot, chips in mine.items():
            chips.fresh = 0
            chips.seen = True
            chips.call = None  # SE-18
            if established:
                chips.button, chips.pending = "", ""  # ALL-11
            if round_over:
                # A line bet that a 12 left up is contested in the next round.
                chips.this_round = chips.stake if spot in ("pass", "dont-pass") else 0
    return before is not None and total == 7, round_over


def end_locks(game: Position, before: int | None, total: int) -> None:
    """When a don't bet that was taken down may be made again."""
    for locks in game.locks.values():
        for spot in list(locks):
            if game.book == "adelaide":
                # 5(d), AD-10: until a new come out roll is at hand, and at the latest until it was thrown.
                over = before is None or game.point is None
            else:
                # XA-12: with the decision it belonged to.
                number = split(spot)[1] or before
                over = total in (number, 7) or number is None
            if over:
                locks.discard(spot)
