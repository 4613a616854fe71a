"""Outcomes taken back, corrected or voided: adelaide 14(a), sentosa 5.5 to 5.10, evolution's malfunction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .bets import available, lying_on, noticed_in_time, put_down, take_down, take_off, within_limits
from .limits import in_units, vigorish
from .position import Chips, Outcome, Part, Position
from .shooter import companion, give_up, line_bet, there

Spots = dict[str, Chips]


@dataclass
class Addition:
    """Chips put down since the roll."""

    seat: int
    spot: str
    amount: int
    order: int
    overlooked: bool
    chips: Chips  # the bet as it lay


def copy_chips(chips: Chips) -> Chips:
    """A bet as it lies."""
    parts = [Part(p.amount, p.notice, p.order, p.overlooked, p.below, p.warned, p.betting) for p in chips.parts]
    return Chips(parts, chips.fresh, chips.this_round, chips.seen, chips.button, chips.pending, chips.call)


def copy_layout(layout: dict[int, Spots]) -> dict[int, Spots]:
    """Every bet as it lies."""
    return {seat: {spot: copy_chips(chips) for spot, chips in mine.items()} for seat, mine in layout.items()}


def remember(game: Position) -> dict[str, Any]:
    """Everything that a roll may change, as it is before the roll."""
    return {
        "layout": copy_layout(game.layout),
        "point": game.point,
        "round": game.round,
        "decided": game.decided,
        "locks": {seat: set(locks) for seat, locks in game.locks.items()},
        "seats_shoot": game.seats_shoot,
        "shooter": game.shooter,
        "last_shooter": game.last_shooter,
        "previous": game.previous,
        "declined": set(game.declined),
        "ordered": set(game.ordered),
        "deciding_only": game.deciding_only,
    }


# --- taking back the last settled roll


def take_back(game: Position, last: Outcome, *, resettle: bool) -> None:
    """The roll has no effect: all wagers stand as before it.

    What was put down since comes off first. Where another roll is settled in its place the bets lie as they did when
    bets were closed (sentosa 5.9). Otherwise what was taken down since stays down, and what was put down since is made
    again if it could be made in the restored position.
    """
    added = take_additions_off(game, last)
    if resettle:
        put_reductions_back(game, last)
    lay_again(game, last, resettle=resettle)
    pay_back(game, last)
    put_back(game, last)
    if not resettle:
        for addition in added:
            make_again(game, addition)
    owe(game, last)
    shooter_after(game, last)
    lying = {(seat, spot) for seat, spot in game.choices if lying_on(game, seat, spot)}
    game.choices = {(seat, spot) for seat, spot in lying if noticed_in_time(game, seat, spot)}
    game.last = None


def same_player(game: Position, last: Outcome, seat: int) -> bool:
    """Whether the player of the roll still sits there."""
    return seat in game.names and seat not in last.left


def take_additions_off(game: Position, last: Outcome) -> list[Addition]:
    """What was put down since the roll goes back to its owner's rack, with its charge."""
    added: list[Addition] = []
    for seat, mine in game.layout.items():
        after = last.after.get(seat, {}) if same_player(game, last, seat) else {}
        for spot, chips in list(mine.items()):
            here = after[spot].stake if spot in after else 0
            if chips.stake <= here:
                continue
            added += additions(seat, spot, chips, here)
            charge = vigorish(game.book, spot, chips.stake) - vigorish(game.book, spot, here)
            game.racks[seat] += chips.stake - here + charge
            game.commission -= charge
            if here:
                mine[spot] = copy_chips(after[spot])
            else:
                del mine[spot]
    return sorted(added, key=lambda addition: addition.order)


def additions(seat: int, spot: str, chips: Chips, here: int) -> list[Addition]:
    """The newest parts of a bet beyond what lay there: what was accepted is one, every overlooked part is one."""
    found: list[Addition] = []
    for part in chips.parts:
        amount = part.amount - min(here, part.amount)
        here -= part.amount - amount
        if amount and found and not part.overlooked:
            found[0].amount += amount
        elif amount:
            found.append(Addition(seat, spot, amount, part.order, part.overlooked, chips))
    return found


def put_reductions_back(game: Position, last: Outcome) -> None:
    """What was taken down since the roll lies again, and its charge is paid again."""
    for seat, after in last.after.items():
        if not same_player(game, last, seat):
            continue
        for spot, chips in after.items():
            here = lying_on(game, seat, spot)
            less = chips.stake - here
            if less > 0 and (seat, spot) not in last.folded:
                charge = vigorish(game.book, spot, chips.stake) - vigorish(game.book, spot, here)
                charge = min(charge, last.charges.get((seat, spot), 0))  # what was kept is not paid twice
                game.racks[seat] -= less + charge
                game.commission += charge
                game.layout[seat][spot] = copy_chips(chips)


def lay_again(game: Position, last: Outcome, *, resettle: bool) -> None:
    """Every bet that the roll decided or moved lies where it lay, a moved one as much of it as is left."""
    before = last.before["layout"]
    back: list[tuple[int, str, Chips]] = []
    for (seat, spot), target in last.moved.items():
        if same_player(game, last, seat) and target in game.layout[seat]:
            left = game.layout[seat].pop(target).stake
            chips = copy_chips(before[seat][spot])
            take_off(chips, chips.stake - left)
            back.append((seat, spot, chips))
    for seat, spot in last.paid:
        if same_player(game, last, seat):
            back.append((seat, spot, copy_chips(before[seat][spot])))
    for seat, spot, chips in back:
        game.layout[seat][spot] = chips
    for seat, mine in game.layout.items():
        for spot, chips in mine.items():
            was = before.get(seat, {}).get(spot)
            if was is not None and same_player(game, last, seat):
                chips.this_round, chips.seen = min(was.this_round, chips.stake), was.seen
                chips.fresh = min(was.fresh, chips.stake)
                if resettle:
                    chips.button, chips.pending, chips.call = "", "", None  # calls made since are for no earlier roll
                lay_button(chips, was)


def lay_button(chips: Chips, was: Chips) -> None:
    """A button that the roll or its undoing took off lies on the bet again, unless another was put there."""
    if not chips.button and not chips.pending and chips.call is None:
        chips.button, chips.pending, chips.call = was.button, was.pending, was.call


def pay_back(game: Position, last: Outcome) -> None:
    """What the roll paid goes back; of a player who has left, the difference is owed."""
    for (seat, spot), (got, charge, house) in last.paid.items():
        if same_player(game, last, seat):
            game.racks[seat] -= got
            game.commission += charge
            game.house -= house
        elif house:
            name = last.left[seat]
            game.debts[name] = game.debts.get(name, 0) - house
            del spot
            game.house -= house


def owe(game: Position, last: Outcome) -> None:
    """A rack that is short is empty, and the rest is owed."""
    for seat, rack in game.racks.items():
        if rack < 0:
            name = game.names[seat]
            game.debts[name] = game.debts.get(name, 0) - rack
            game.racks[seat] = 0
    game.debts = {name: owed for name, owed in game.debts.items() if owed}
    del last


def put_back(game: Position, last: Outcome) -> None:
    """The puck, the round, the locks, the dice and the warnings are what they were."""
    was = last.before
    game.point, game.round, game.decided = was["point"], was["round"], was["decided"]
    game.deciding_only = was["deciding_only"]
    for seat, locks in was["locks"].items():
        if same_player(game, last, seat):
            game.locks[seat] |= locks
    for name in last.warned:
        game.records[name].warned = False
    game.shooter, game.last_shooter = was["shooter"], was["last_shooter"]
    game.previous = was["previous"]
    game.ordered |= was["ordered"]  # an order given since stands
    game.declined = {seat for seat in was["declined"] if same_player(game, last, seat)}
    game.offered = None
    game.threw = True
    game.due.clear()


def make_again(game: Position, addition: Addition) -> None:
    """An addition stays if it could be made in the position as it was before the roll."""
    seat, spot, amount = addition.seat, addition.spot, addition.amount
    total = lying_on(game, seat, spot) + amount
    if not available(game, seat, spot) or not in_units(game.book, game.table, spot, total):
        return
    inside = within_limits(game, seat, spot, total)
    charge = vigorish(game.book, spot, total) - vigorish(game.book, spot, total - amount)
    if (inside or addition.overlooked) and game.racks[seat] >= amount + charge:
        game.racks[seat] -= amount + charge
        game.commission += charge
        put_down(game, seat, spot, amount, overlooked=not inside)
        lay_button(game.layout[seat][spot], addition.chips)


def shooter_after(game: Position, last: Outcome) -> None:
    """The shooter of the roll has the dice again, unless that player is gone or shooters come from elsewhere now."""
    was = last.before
    nobody = False
    if game.seats_shoot != was["seats_shoot"]:
        nobody = True
    elif game.shooter:
        seat = game.shooter
        nobody = not same_player(game, last, seat) or not there(game, seat)
        if game.book == "adelaide" and game.point is not None and not line_bet(game, seat):
            nobody = True
    if nobody:
        if game.shooter:
            give_up(game)
        game.shooter = None
        game.dice.hand = ()
        if not game.seats_shoot:
            companion(game)
    elif game.shooter is not None and not game.dice.hand:
        game.dice.hand = tuple(game.dice.ready[:2])


def invalidate(game: Position) -> bool:
    """Adelaide 14(a): the roll in hand, or the last settled one until the next is called."""
    if game.book != "adelaide":
        return False
    if game.phase in ("out", "called"):
        game.called = None
    elif game.last is not None:
        take_back(game, game.last, resettle=False)
    else:
        return False
    game.phase = "settled"
    return True


def correctable(game: Position) -> bool:
    """Sentosa 5.6: until the next round of play has commenced."""
    return game.last is not None and game.phase not in ("out", "called")


def correct(game: Position, roll: tuple[int, int] | None) -> bool:
    """A wrong call is put right, or a roll that had to be a No Roll is one."""
    if game.book != "sentosa" or (game.phase != "called" and not correctable(game)):
        return False
    if game.last is not None:
        take_back(game, game.last, resettle=roll is not None)
    game.called = roll
    game.phase = "called" if roll is not None else "closed"
    game.again = roll is None
    return True


# --- voids


def interrupt(game: Position) -> bool:
    """A technical interruption: sentosa voids a round in which nothing was won or lost."""
    if game.phase == "called":
        return False
    if game.book == "sentosa" and not game.decided:
        void_round(game)
    return True


def void_round(game: Position) -> None:
    """What was made in this round goes back, with its charge; bets of earlier rounds stay."""
    for seat in game.layout:
        for spot in list(game.layout[seat]):
            chips = game.layout[seat].get(spot)
            if chips is not None and chips.this_round:
                take_down(game, seat, spot, chips.this_round, charge_back=True)
    void(game)


def void(game: Position) -> None:
    """The round is over without a result."""
    game.point = None
    game.round += 1
    game.decided = False
    game.deciding_only = False
    game.phase = "settled"
    game.called = None
    game.choices.clear()
    game.last = None


def malfunction(game: Position, *, last_roll: bool) -> bool:
    """Evolution: the roll in hand counts for nothing, and open stakes go back. A settled roll stands unless named."""
    if game.book != "evolution":
        return False
    if last_roll and game.phase not in ("out", "called"):
        if game.last is None:
            return False
        take_back(game, game.last, resettle=False)
    for seat, mine in game.layout.items():
        game.racks[seat] += sum(chips.stake for chips in mine.values())
        mine.clear()
    void(game)
    return True
