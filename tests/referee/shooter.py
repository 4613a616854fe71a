"""Who throws: offers, acceptance and refusal of the dice, and what a shooter must have on the layout."""

from __future__ import annotations

from .cells import split
from .position import COMPANION, Position

BETWEEN_THROWS = ("settled", "open", "closed")


def line_bet(game: Position, seat: int) -> bool:
    """Whether a seat has chips on Pass or Don't Pass."""
    mine = game.layout.get(seat, {})
    return "pass" in mine or "dont-pass" in mine


def come_bets_stand(game: Position) -> bool:
    """Whether a come or don't come bet lies on its number."""
    for mine in game.layout.values():
        for spot in mine:
            kind, number = split(spot)
            if kind in ("come", "dont-come") and number:
                return True
    return False


# --- whose turn it is


def clockwise(game: Position, start: int) -> list[int]:
    """The seats from the left of one of them, or of the boxperson (0)."""
    order = sorted(game.racks)
    return [seat for seat in order if seat > start] + [seat for seat in order if seat <= start]


def there(game: Position, seat: int) -> bool:
    """Whether a player is at the table and was not ordered to pass the dice."""
    return seat not in game.away and game.names[seat] not in game.ordered


def takers(game: Position) -> list[int]:
    """Who may have the dice, in turn: from the boxperson's left, later from the last shooter's."""
    start = game.shooter or game.last_shooter or 0
    found = []
    for seat in clockwise(game, start):
        needs_line_bet = False
        if game.book == "adelaide" and start:
            needs_line_bet = True  # 13(b): once there was a shooter
        if game.book == "sentosa" and game.point is not None:
            needs_line_bet = True  # 3.11: it cannot be made any more
        if there(game, seat) and (line_bet(game, seat) or not needs_line_bet):
            found.append(seat)
    return found


def turn(game: Position) -> list[int]:
    """Whom the dice may be offered to: nobody who let them go by, nor the shooter who gives them up."""
    return [seat for seat in takers(game) if seat not in game.declined and seat != game.shooter]


# --- what the players and the crew do with the dice


def gives_way(game: Position, *, house: bool) -> bool:
    """Whether the shooter has no line bet and so gives the dice up when they are offered on."""
    if not game.shooter or line_bet(game, game.shooter):
        return False
    if game.book == "sentosa":
        # 3.14, 3.18: a No Roll tells the shooter first; the automatic crew need not throw such dice.
        return game.unbacked or (house and game.point is None)
    return game.point is None


def may_offer(game: Position, *, house: bool) -> bool:
    """Whether there is somebody to offer the dice to, and the full set to offer."""
    if game.shooter is not None and not gives_way(game, house=house):
        return False
    dice = game.dice
    if (game.last_shooter is not None or game.shooter) and (dice.lost or dice.gone or dice.unchecked):
        return False
    return bool(turn(game))


def offer(game: Position, *, house: bool = False) -> bool:
    """The stickperson offers the dice to the next in turn."""
    if not game.seats_shoot or game.phase not in BETWEEN_THROWS or not may_offer(game, house=house):
        return False
    first = turn(game)[0]
    if game.shooter is not None:
        give_up(game)
    game.offered = first
    return True


def take(game: Position, seat: int) -> bool:
    """Accept the dice; once everybody let them go by, whoever wants them may have them."""
    if not game.seats_shoot or seat not in game.racks or game.phase not in BETWEEN_THROWS:
        return False
    able = turn(game)
    left_over = game.shooter is None and not able and seat in takers(game)
    if not (seat in able if game.offered == seat else left_over):
        return False
    if game.book == "sentosa" and not line_bet(game, seat):
        return False  # 3.11
    game.shooter = seat
    game.threw = False
    game.offered = None
    game.declined.clear()
    game.let_by.clear()
    game.unbacked = False
    game.dice.hand = tuple(game.dice.ready[:2])
    return True


def decline(game: Position, seat: int) -> bool:
    """Let the dice go by."""
    if seat not in game.racks or game.offered != seat:
        return False
    game.offered = None
    game.declined.add(seat)
    return True


def pass_on(game: Position, seat: int) -> bool:
    """The shooter's option after any roll."""
    if seat not in game.racks or game.shooter != seat or game.phase not in BETWEEN_THROWS:
        return False
    give_up(game)
    return True


def order_passed(game: Position) -> bool:
    """The boxperson takes the dice from the shooter, who is not offered them again before the next seven out."""
    if game.book not in ("exhibit-a", "adelaide") or not game.shooter or game.phase not in BETWEEN_THROWS:
        return False
    game.ordered.add(game.names[game.shooter])
    give_up(game)
    return True


def give_up(game: Position) -> None:
    """The shooter has the dice no more; who never threw them has let them go by."""
    seat = game.shooter
    assert seat
    if game.deciding_only:
        game.let_by.add(seat)
    game.shooter = None
    game.dice.hand = ()
    game.deciding_only = False
    game.unbacked = False
    game.last_shooter = seat
    if game.threw:
        game.previous, game.declined = seat, set()
    elif len(game.racks) > 1:
        game.declined.add(seat)


def companion_shoots(game: Position, *, house: bool = False) -> bool:
    """Dice that no seat is left to throw are thrown by somebody else, as the house decides."""
    if not game.seats_shoot or game.phase not in BETWEEN_THROWS or turn(game):
        return False
    if game.shooter is not None and not gives_way(game, house=house):
        return False
    if house and waits(game) and game.point is None and not all_ordered(game):
        return False
    if game.shooter is not None:
        give_up(game)
    companion(game)
    return True


def waits(game: Position) -> bool:
    """Whether the table is set to wait where nobody shoots."""
    return str(game.table.get("nobody_shoots", "companion")) == "wait"


def all_ordered(game: Position) -> bool:
    """Whether everybody who is there was ordered to pass the dice."""
    present = [seat for seat in game.racks if seat not in game.away]
    return bool(present) and not any(there(game, seat) for seat in present)


def time_over(game: Position) -> bool:
    """The automatic crew's clock: an offer not answered is declined, a shooter without a line bet gives the dice up."""
    if not game.seats_shoot or not game.automatic or game.phase not in BETWEEN_THROWS:
        return False
    if game.shooter is None and game.offered is not None:
        return decline(game, game.offered)
    if not game.shooter or len(game.dice.hand) < 2 or may_throw(game):
        return False
    give_up(game)
    return True


def companion(game: Position) -> None:
    """Somebody who is none of the seats has the dice."""
    game.shooter, game.threw = COMPANION, False
    game.offered = None
    game.dice.hand = tuple(game.dice.ready[:2])


# --- exhibit-a Shooter (2): throwing only for a decision


def decider(game: Position) -> int | None:
    """The shooter, or the previous one; where that player is gone or away, the next clockwise."""
    if game.shooter is not None:
        return game.shooter
    start = game.last_shooter or 0
    order = clockwise(game, start)
    if game.previous is not None:
        order = [game.previous, *order]
    for seat in order:
        if seat not in game.let_by and there(game, seat):
            return seat
    return None


def for_decision(game: Position) -> bool:
    """The come and don't come bets are decided without a line bet, once nobody else wants the dice."""
    if game.book != "exhibit-a" or game.phase not in BETWEEN_THROWS:
        return False
    thrower = decider(game)
    if game.point is not None or not come_bets_stand(game) or thrower is None:
        return False
    if line_bet(game, thrower) or (thrower == COMPANION and any(line_bet(game, seat) for seat in game.racks)):
        return False  # there is a bet to come out for
    if thrower != COMPANION and any(seat != thrower for seat in turn(game)):
        return False
    if game.shooter != thrower:
        game.shooter, game.threw = thrower, False
    game.deciding_only = True
    game.offered = None
    game.declined.clear()
    if not game.dice.hand:
        game.dice.hand = tuple(game.dice.ready[:2])
    return True


def end_decision_only_if_done(game: Position) -> None:
    """Nothing is left to decide."""
    if not come_bets_stand(game):
        game.deciding_only = False


def line_bet_made(game: Position, seat: int) -> None:
    """Somebody bets on the line in order to shoot: who threw only for a decision gives the dice up."""
    if not game.deciding_only:
        return
    if game.shooter in (seat, COMPANION, None):
        game.deciding_only = False
    else:
        # What was decided so far is over; it is not held against the thrower that they gave way.
        game.deciding_only = False
        give_up(game)


# --- throwing


def may_throw(game: Position) -> bool:
    """Whether the dice may go out now: somebody has two, with the line bet the book wants."""
    if game.shooter is None or len(game.dice.hand) < 2:
        return False
    if game.shooter == COMPANION or game.deciding_only or line_bet(game, game.shooter):
        return True
    if game.point is None:
        return False
    return game.book in ("exhibit-a", "sentosa")  # XA-22; sentosa makes such a throw a No Roll


def throw(game: Position, seat: int) -> str:
    """The dice leave a hand: "" refused, "thrown", or "no roll" by itself (sentosa 3.16)."""
    if seat not in game.racks and seat != COMPANION:
        return ""
    if game.phase != "closed" and not (game.phase == "open" and game.book in ("exhibit-a", "adelaide")):
        return ""
    if seat != game.shooter:
        return "no roll" if game.book == "sentosa" else ""  # 3.16.10
    if game.book == "sentosa" and seat != COMPANION and not line_bet(game, seat) and len(game.dice.hand) == 2:
        thrown(game)
        game.unbacked = True
        return "no roll"  # 3.16.3
    if not may_throw(game):
        return ""
    thrown(game)
    return "thrown"


def thrown(game: Position) -> None:
    """The shooter's dice are out, and are the shooter's from here on."""
    game.threw = True
    game.dice.free = False


def after_roll(game: Position, *, seven_out: bool) -> None:
    """A seven out ends the shooter's hand; a companion who finished a point for the seats is done."""
    end_decision_only_if_done(game)
    game.unbacked = False
    if seven_out:
        game.ordered = set()
    if seven_out and game.shooter:
        give_up(game)
    elif game.shooter == COMPANION and game.seats_shoot and game.point is None:
        game.shooter = None
        game.declined = set()
        game.let_by.clear()
        game.dice.hand = ()


def lost_line_bet(game: Position, seat: int) -> None:
    """Adelaide 10: a shooter who takes the line bet down in mid-point is no shooter any more."""
    if game.book == "adelaide" and game.point is not None and game.shooter == seat and not line_bet(game, seat):
        give_up(game)


def gone(game: Position, seat: int) -> None:
    """A player who left or walked away holds no dice and is offered none."""
    if game.offered == seat:
        game.offered = None
    if game.shooter == seat:
        give_up(game)


# --- the automatic crew


def find_shooter(game: Position) -> None:
    """The automatic crew offers the dice, or has them thrown where no player is left to."""
    if not game.seats_shoot or (game.shooter is not None and not (game.unbacked and game.point is not None)):
        return
    if game.shooter is None and game.offered in turn(game):
        return
    if may_offer(game, house=True):
        offer(game, house=True)
        return
    if not waits(game) and (game.point is not None or all_ordered(game)):
        companion_shoots(game, house=True)
