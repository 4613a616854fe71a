"""Position: a table between rolls as an immutable value that compares and hashes, and the state that it stands for.

It holds what a player's command, the automatic crew and the settlement read. It has no racks, settings, totals, roll
numbers, names or disputes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from comeout.dice import Roll
from comeout.errors import ComeoutError
from comeout.money import Amount, is_amount
from comeout.rules.layout import ASLEEP, POINT_PLACE, WORKING, Layout
from comeout.table.settings import Settings, default_settings
from comeout.table.stakes.bet_parts import BetPart, BetTerms, Parts, orders_of, parts_of, settings_of
from comeout.table.state import (
    COMPANION,
    Bet,
    DiceSet,
    Mark,
    Part,
    Pending,
    Phase,
    SeatState,
    TableState,
    limits_numbers,
    new_state,
    player_key,
)


class PositionBet(NamedTuple):
    """One seat's bet on one spot."""

    spot: str
    amount: Amount
    vigorish: Amount = 0
    fresh: Amount = 0
    """The part placed since the last roll."""
    round_part: Amount = 0
    """The part placed in this round."""
    button: Mark | None = None
    parts: tuple[BetPart, ...] = ()
    """Its parts, oldest first; empty if all of it is under the terms in force."""

    def made_of(self) -> tuple[BetPart, ...]:
        """Return its parts, even if there is only one."""
        return self.parts or (BetPart(self.amount),)


class PositionSeat(NamedTuple):
    """One seat with its bets in the order of the layout, odds after the bet that they support."""

    seat: int
    bets: tuple[PositionBet, ...] = ()
    keeps: tuple[str, ...] = ()
    locks: tuple[str, ...] = ()
    warned: bool = False
    told_off: int = 0
    """How often the player was told off: 0, 1, or 2 for more than once."""
    barred: bool = False
    away: bool = False
    ordered: bool = False
    """Whether the player was ordered to pass the dice since the last seven-out."""


class PendingBet(NamedTuple):
    """A late or spoken bet that waits for confirmation by the crew."""

    seat: int
    spot: str
    amount: Amount
    tender: str = "chips"
    late: bool = False
    confirmed: tuple[str, ...] = ()


class PendingCall(NamedTuple):
    """A bet that was called on and waits for the button of the crew."""

    seat: int
    spot: str
    only: bool = False


class OddDice(NamedTuple):
    """The dice at the table, unless they are the full set with two of it in the shooter's hand."""

    size: int = 0
    """The size of the set; 0 for the size in the table's settings."""
    hand: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    unchecked: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A table between rolls; `str()` writes it as one line of text.

    >>> from comeout import book_names
    >>> from comeout.table.notation.position_text import parse_position
    >>> position = parse_position(f"{book_names()[0]} point 6 | 1 pass 10 place-8 12 new")
    >>> position.point, position.seats[0].bets[1].spot, position.seats[0].bets[1].fresh
    (6, 'place-8', 1200)
    """

    book: str
    digest: str
    point: int = 0
    phase: Phase = Phase.BETTING
    roll: Roll | None = None
    """The called roll that waits to be settled."""
    disputed: bool = False
    ruled: bool = False
    dropped: str = ""
    """Why the last throw has no effect; empty if it was settled."""
    round_decided: bool = False
    decision_only: bool = False
    shooter: int | None = COMPANION
    new_shooter: bool = False
    """Whether a seat has the dice and has not thrown them yet."""
    last_shooter: int | None = None
    previous: int | None = None
    offered: int | None = None
    declined: tuple[int, ...] = ()
    let_by: tuple[int, ...] = ()
    unbacked: bool = False
    again: bool = False
    going_out: bool = False
    dice: OddDice | None = None
    partners: tuple[tuple[int, ...], ...] = ()
    """Groups of seats that count as one player, each group once."""
    pending: tuple[PendingBet, ...] = ()
    calls: tuple[PendingCall, ...] = ()
    choices: tuple[tuple[int, str], ...] = ()
    due: tuple[tuple[int, str, Amount], ...] = ()
    terms: tuple[BetTerms, ...] = ()
    """Earlier terms that bets are still under, oldest first."""
    seats: tuple[PositionSeat, ...] = ()

    def __str__(self) -> str:
        from comeout.table.notation.position_text import show_position

        return show_position(self)


class PositionError(ComeoutError, ValueError):
    """A position that no table can be in, or an invalid line of text, with the column of the error."""

    def __init__(self, says: str, *, column: int = 0, where: tuple[int | str, ...] = ()) -> None:
        super().__init__(f"column {column}: {says}" if column else says)
        self.problem, self.column, self.where = says, column, where


# ------------------------------------------------------------------ from a state


def position_of(state: TableState) -> Position:
    """Return the position of a table."""
    parts, terms = parts_of(state)
    shoots = state.shooter
    return Position(
        book=state.layout_name.book,
        digest=state.layout_name.digest,
        point=state.point,
        phase=state.phase,
        roll=state.roll,
        disputed=state.disputed,
        ruled=state.ruled and state.phase is Phase.CALLED,
        dropped=state.dropped,
        round_decided=state.round_decided,
        decision_only=state.decision_only,
        shooter=shoots,
        new_shooter=bool(shoots) and not state.threw,
        last_shooter=state.last_shooter,
        previous=state.previous,
        offered=state.offered,
        declined=tuple(sorted(state.declined)),
        let_by=tuple(sorted(state.let_by)),
        unbacked=state.unbacked,
        again=state.again,
        going_out=state.going_out,
        dice=_odd_dice(state),
        partners=_groups(state),
        pending=tuple(
            PendingBet(seat, spot, bet.amount, bet.tender, bet.late, tuple(sorted(bet.confirmed)))
            for (seat, spot), bet in state.pending.items()
        ),
        calls=_calls_of(state),
        choices=tuple(sorted(state.choices)),
        due=tuple(state.due),
        terms=terms,
        seats=tuple(_seat_of(state, seat, parts) for seat in sorted(state.seats)),
    )


def _seat_of(state: TableState, seat: int, parts: Parts) -> PositionSeat:
    owner, names = state.seats[seat], state.layout_name.spots
    return PositionSeat(
        seat,
        tuple(
            PositionBet(
                names[index],
                bet.amount,
                bet.vigorish,
                state.new_part(bet),
                state.round_part(bet),
                bet.mark,
                parts.get((index, seat), ()),
            )
            for index in sorted(state.occupied, key=state.layout_name.places.__getitem__)
            if (bet := state.bets[index].get(seat))
        ),
        tuple(sorted(owner.keeps)),
        tuple(sorted(owner.locks)),
        owner.warned,
        min(owner.told_off, 2),
        owner.barred,
        owner.away,
        player_key(owner.player) in state.ordered,
    )


def _calls_of(state: TableState) -> tuple[PendingCall, ...]:
    """Return the calls that wait for a button, in the order in which they were made."""
    names = state.layout_name.spots
    marked = ((index, seat, state.bets[index][seat].asked) for index, seat in state.marked)
    return tuple(PendingCall(seat, names[index], asked is Mark.ON_ONLY) for index, seat, asked in marked if asked)


def _odd_dice(state: TableState) -> OddDice | None:
    dice = state.dice
    size = 0 if dice.size == state.settings.dice_set else dice.size
    found = OddDice(
        size,
        tuple(dice.hand),
        tuple(sorted(dice.gone)),
        tuple(sorted(dice.unchecked)),
        tuple(sorted(dice.lost)),
        dice.free,
    )
    return None if found == OddDice(hand=_usual_hand(state.shooter)) else found


def _usual_hand(shooter: int | None) -> tuple[int, ...]:
    return () if shooter is None else (1, 2)


def _groups(state: TableState) -> tuple[tuple[int, ...], ...]:
    """Return the groups of partners. Partners of partners belong together, even after those between them have left."""
    groups: dict[int, set[int]] = {}
    for seat, owner in state.seats.items():
        together = {seat, *owner.partners}.union(*(groups.get(each, ()) for each in (seat, *owner.partners)))
        groups.update(dict.fromkeys(together, together))
    return tuple(sorted({tuple(sorted(group)) for group in groups.values() if len(group) > 1}))


# ------------------------------------------------------------------ to a state


def state_of(
    layout: Layout,
    position: Position,
    racks: Mapping[int, Amount],
    settings: Settings | None = None,
    *,
    players: Mapping[int, str] | None = None,
) -> TableState:
    """Return a table in this position, with these racks; a seat with a rack and nothing in the position has no bets.

    It decides every command as the table that the position was taken from, except what needs more than a position:
    undoing or correcting a roll, disputes, players who sat there before, closing the table. By default the settings are
    the book's own, with a shooter from the seats if the position has one. Players without a name are named after their
    seats.
    """
    if (position.book, position.digest) != (layout.id, layout.digest):
        raise PositionError(f"this is a position of {position.book}, and the book is {layout.id}")
    check_position(layout, position)
    _check_buttons(layout, position)
    chosen = settings or _settings_for(layout, position)
    state = new_state(layout, chosen)
    state.terms = [*(settings_of(chosen, terms) for terms in position.terms), chosen]
    _seat(state, position, racks, players or {})
    _lay_bets(layout, state, position)
    _set_out(state, position)
    state.outside = any(limits_numbers(layout, terms) for terms in state.terms) or any(
        part.overlooked for seat in position.seats for bet in seat.bets for part in bet.parts
    )
    money = state.totals
    money.racks, money.layout = sum(owner.rack for owner in state.seats.values()), sum(state.on_spot)
    money.commission = sum(bet.vigorish for seat in position.seats for bet in seat.bets)
    money.cage = -(money.racks + money.layout + money.commission)
    return state


def seats_shoot(position: Position) -> bool:
    """Return whether the shooter of this position comes from the seats."""
    asked = position.offered, position.last_shooter, position.previous
    return position.shooter != COMPANION or any(each is not None for each in asked) or bool(position.declined)


def _settings_for(layout: Layout, position: Position) -> Settings:
    usual = default_settings(layout)
    return replace(usual, shooter="seats") if seats_shoot(position) else usual


def _seat(state: TableState, position: Position, racks: Mapping[int, Amount], players: Mapping[int, str]) -> None:
    known = {each.seat: each for each in position.seats}
    keys: dict[int, str] = {}
    for seat in sorted({*known, *racks}):
        if seat not in racks:
            raise PositionError(f"seat {seat} has no rack", where=(seat,))
        each = known.get(seat, PositionSeat(seat))
        name = players.get(seat, f"seat {seat}")
        keys[seat] = player_key(name)
        state.seats[seat] = SeatState(
            name,
            racks[seat],
            set(each.keeps),
            set(each.locks),
            each.warned,
            each.told_off,
            each.barred,
            each.away,
        )
        state.sitting[keys[seat]] = seat
        if each.locks:
            state.locked.add(seat)
        if each.ordered:
            state.ordered.add(keys[seat])
    for group in position.partners:
        for seat in group:
            state.seats[seat].partners = set(group) - {seat}
        state.linked.update((keys[group[0]], keys[seat]) for seat in group[1:])


def _lay_bets(layout: Layout, state: TableState, position: Position) -> None:
    found = ((each.seat, bet.spot, bet.made_of()) for each in position.seats for bet in each.bets)
    orders, state.closed_at = orders_of(found)
    state.placed = sum(map(len, orders.values()))
    for each in position.seats:
        for bet in each.bets:
            index = layout.by_id[bet.spot].index
            terms = len(position.terms)
            first, *rest = (
                Part(part.amount, (part.terms or terms + 1) - 1, order, part.overlooked, part.after_warning)
                for part, order in zip(bet.made_of(), orders[each.seat, bet.spot], strict=True)
            )
            state.bets[index][each.seat] = Bet(
                bet.amount,
                bet.vigorish,
                bet.fresh,
                bet.round_part,
                mark=bet.button,
                overlooked=first.overlooked,
                after_warning=first.after_warning,
                terms=first.terms,
                order=first.order,
                extra=tuple(rest),
                after_roll=state.rolls,
                in_round=state.round_number,
            )
            state.on_spot[index] += bet.amount
    for call in position.calls:
        index = layout.by_id[call.spot].index
        state.bets[index][call.seat].asked = Mark.ON_ONLY if call.only else Mark.ON
        state.marked[index, call.seat] = None
    for index, bets in enumerate(state.bets):
        if bets:
            state.occupied[index] = None
        for seat, lying in bets.items():
            if lying.mark:
                state.marked[index, seat] = None


def _set_out(state: TableState, position: Position) -> None:
    """Set the puck, the dice and what waits."""
    state.phase, state.point, state.decision_only = position.phase, position.point, position.decision_only
    state.roll, state.disputed, state.ruled = position.roll, position.disputed, position.ruled
    state.dropped, state.round_decided = position.dropped, position.round_decided
    state.shooter, state.threw = position.shooter, not position.new_shooter
    state.last_shooter, state.previous, state.offered = position.last_shooter, position.previous, position.offered
    state.declined, state.let_by = set(position.declined), set(position.let_by)
    state.unbacked, state.again, state.going_out = position.unbacked, position.again, position.going_out
    dice = position.dice or OddDice(hand=_usual_hand(position.shooter))
    state.dice = DiceSet(
        dice.size or state.settings.dice_set, dice.hand, set(dice.gone), set(dice.unchecked), set(dice.lost), dice.free
    )
    state.pending = {
        (bet.seat, bet.spot): Pending(bet.amount, bet.tender, bet.late, set(bet.confirmed)) for bet in position.pending
    }
    state.choices, state.due = set(position.choices), list(position.due)


# ------------------------------------------------------------------ what no table can be in


def check_position(layout: Layout, position: Position) -> None:
    """Refuse a position that no table of this book can be in, whatever the buttons; the error says where."""
    for says, *where in chain(_wrong_table(layout, position), _wrong_seats(layout, position)):
        raise PositionError(str(says), where=tuple(where))


Wrong = Iterator[tuple[int | str, ...]]
"""Problems, each with its place: a word of the position, or a seat and perhaps its spot."""


def _wrong_table(layout: Layout, position: Position) -> Wrong:
    book, seats = layout.rulebook, {each.seat for each in position.seats}
    if position.point not in POINT_PLACE:
        yield f"the puck is never on {position.point}", "point"
    if position.decision_only and (not book.decision_only or position.point):
        yield f"{layout.id} has no rolls that only decide come bets with this puck", "decision-only"
    if (position.phase is Phase.CALLED) != (position.roll is not None):
        yield "a roll is called in no other phase, and there it is", "called"
    for word, asked in (
        ("shooter", [position.shooter] if position.shooter else []),
        ("offered", [position.offered]),
        ("previous", [position.previous]),
        ("declined", position.declined),
        ("let-by", position.let_by),
        ("partners", [seat for group in position.partners for seat in group]),
        ("waits", [each.seat for each in position.pending]),
        ("due", [seat for seat, _, _ in position.due]),
    ):
        yield from ((f"nobody sits in seat {seat}", word) for seat in asked if seat is not None and seat not in seats)
    lying = {(each.seat, bet.spot) for each in position.seats for bet in each.bets}
    for word, bets in (("asks", [each[:2] for each in position.calls]), ("choice", position.choices)):
        yield from ((f"seat {seat} has nothing on {spot}", word) for seat, spot in bets if (seat, spot) not in lying)
    if position.partners and not book.conduct:
        yield f"{layout.id} knows no partners", "partners"
    named = [each.spot for each in position.pending] + [spot for _, spot, _ in position.due]
    named += [spot for terms in position.terms for spot, _ in (*terms.minimum, *terms.maximum)]
    yield from ((f'{layout.id} has no spot "{spot}"', spot) for spot in named if spot not in layout.by_id)


def _wrong_seats(layout: Layout, position: Position) -> Wrong:
    numbers = Counter(each.seat for each in position.seats)
    for each in position.seats:
        if each.seat < 1 or numbers[each.seat] > 1:
            yield f"seat {each.seat} is told once, with a number from 1", each.seat
        spots = Counter(bet.spot for bet in each.bets)
        for spot in (*spots, *each.keeps, *each.locks):
            if spot not in layout.by_id or spots[spot] > 1:
                yield f'"{spot}" is no spot of {layout.id} that seat {each.seat} has one bet on', each.seat, spot
        if (each.locks and not layout.rulebook.dont_lock) or (each.barred and not layout.rulebook.conduct):
            yield f"{layout.id} locks no bet and bars no player", each.seat
        for bet in each.bets if len(set(spots)) == len(spots) and layout.by_id.keys() >= set(spots) else ():
            yield from ((says, each.seat, bet.spot) for says in _wrong_bet(layout, position, bet, spots))


def _wrong_bet(layout: Layout, position: Position, bet: PositionBet, spots: Collection[str]) -> Iterator[str]:
    spot = layout.by_id[bet.spot]
    parts = bet.made_of()
    if not is_amount(bet.amount) or sum(part.amount for part in parts) != bet.amount:
        yield f"the parts of {bet.spot} are more than nothing and add up to its amount"
    if not 0 <= bet.fresh <= bet.amount or not 0 <= bet.round_part <= bet.amount or bet.vigorish < 0:
        yield f"a part of {bet.spot} is no more than all of it"
    if not layout.cells[spot.index][WORKING][POINT_PLACE.get(position.point, 0)]:
        yield f"nothing can lie on {bet.spot} with the puck {_puck(position)}"
    if spot.base >= 0 and layout.spots[spot.base].id not in spots:
        yield f"{bet.spot} needs a bet on {layout.spots[spot.base].id} to support"
    if any(part.terms > len(position.terms) for part in parts):
        yield f"{bet.spot} lies under terms that the position does not tell"


def _puck(position: Position) -> str:
    return f"on {position.point}" if position.point else "off"


def _check_buttons(layout: Layout, position: Position) -> None:
    """Refuse a button that the book does not have: with it no roll could be settled."""
    for each in position.seats:
        for bet in each.bets:
            spot = layout.by_id[bet.spot]
            if bet.button and not (layout.rulebook.calls and spot.wager.sleep):
                raise PositionError(f"{spot.name} is always in play and has no button", where=(each.seat, bet.spot))
            if bet.button is Mark.OFF and not layout.cells[spot.index][ASLEEP][POINT_PLACE[position.point]]:
                says = f"{spot.name} cannot be off with the puck {_puck(position)}"
                raise PositionError(says, where=(each.seat, bet.spot))
