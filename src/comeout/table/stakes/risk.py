"""Computes how much of each bet on a spot is at risk: all that was accepted, and the legal part of what was overlooked.

Every part of a bet is judged by the terms it was accepted under, whatever is posted since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from comeout.money import Amount, in_proportion
from comeout.rules.layout import Layout, Spot
from comeout.table.settings import Settings
from comeout.table.stakes.amounts import is_shared, maximum_on, minimum_on, most_odds, partnership
from comeout.table.state import Bet, TableState

Amounts = dict[int, Amount]


class Risk(NamedTuple):
    """The amount of a bet that wins or loses, and the clause if that is not all of it."""

    amount: Amount
    clause: str


class Piece(NamedTuple):
    """A part of one seat's bet that was accepted, or overlooked, at one moment."""

    seat: int
    amount: Amount
    terms: Settings
    order: int
    overlooked: bool
    returned: bool
    """Whether it is below the minimum after a warning: then it is returned whatever the result."""


def pieces(state: TableState, seat: int, bet: Bet) -> Iterator[Piece]:
    """Yield the parts of one bet, oldest first."""
    main = bet.amount - sum(part.amount for part in bet.extra)
    yield Piece(seat, main, state.terms[bet.terms], bet.order, bet.overlooked, bet.after_warning)
    for part in bet.extra:
        yield Piece(seat, part.amount, state.terms[part.terms], part.order, part.overlooked, part.after_warning)


def risks(layout: Layout, state: TableState, spot: Spot) -> dict[int, Risk] | None:
    """Return how much of each bet on a spot wins or loses; None if that is all of every bet."""
    limits = layout.rulebook.limits
    if not state.outside or limits.over == "refuse":
        return None
    lying = _in_order(state, spot)
    if not any(_may_be_cut(spot, piece) for piece in lying):
        return None
    shared = limits.over == "pro-rata"
    counted = _pro_rata(layout, state, spot, lying) if shared else _by_seat(first_come(layout, state, spot))
    return {
        seat: Risk(counted[seat], _limited_by(layout, state, spot, seat, bet, counted[seat]))
        for seat, bet in state.bets[spot.index].items()
    }


def within_limits(layout: Layout, state: TableState, spot: Spot, seat: int) -> Amount:
    """Return how much of a seat's bet is at risk. Odds on it are limited by this amount."""
    found = risks(layout, state, spot)
    return found[seat].amount if found else state.bets[spot.index][seat].amount


def first_come(layout: Layout, state: TableState, spot: Spot) -> list[tuple[Piece, Amount]]:
    """Return every part on a spot with the amount that counts, first come first served."""
    counted: list[tuple[Piece, Amount]] = []
    used: Amounts = {}
    for piece in _in_order(state, spot):
        amount = piece.amount
        if piece.returned:
            amount = 0
        elif _may_be_cut(spot, piece):
            together = used if is_shared(piece.terms, spot) else partnership(state, piece.seat)
            room = most_of(layout, state, spot, piece) - sum(used.get(seat, 0) for seat in together)
            amount = min(amount, max(0, room))
        counted.append((piece, amount))
        used[piece.seat] = used.get(piece.seat, 0) + amount
    return counted


def most_of(layout: Layout, state: TableState, spot: Spot, piece: Piece) -> Amount:
    """Return the most that may count on a spot under the terms of one part: the posted maximum, and the odds limit."""
    most = maximum_on(piece.terms, spot)
    if spot.base < 0:
        return most
    flat = within_limits(layout, state, layout.spots[spot.base], piece.seat)
    return min(most, most_odds(layout, piece.terms, spot, state.point, flat)[0])


def to_be_warned(state: TableState, spot: Spot, seat: int, bet: Bet) -> bool:
    """Return whether a part of a bet was overlooked below the minimum of its time."""
    total = 0
    for piece in pieces(state, seat, bet):
        total += piece.amount
        if piece.overlooked and total < minimum_on(piece.terms, spot):
            return True
    return False


def to_withdraw(state: TableState, seat: int, bet: Bet) -> Amount:
    """Return what the owner of a bet below the minimum may withdraw: what was overlooked since bets last closed."""
    found = (piece for piece in pieces(state, seat, bet) if piece.overlooked and piece.order > state.closed_at)
    return sum(piece.amount for piece in found)


def goes_back(state: TableState, seat: int, bet: Bet) -> bool:
    """Return whether every part of a bet is returned whatever the result."""
    return bet.after_warning and all(piece.returned for piece in pieces(state, seat, bet))


def _in_order(state: TableState, spot: Spot) -> list[Piece]:
    every = (piece for seat, bet in state.bets[spot.index].items() for piece in pieces(state, seat, bet))
    return sorted(every, key=lambda piece: piece.order)


def _may_be_cut(spot: Spot, piece: Piece) -> bool:
    """Return whether a part may be cut: an overlooked one, or one that moved to a number with its own maximum."""
    return piece.overlooked or (not spot.made_here and spot.id in piece.terms.maximum)


def _by_seat(counted: list[tuple[Piece, Amount]]) -> Amounts:
    seats: Amounts = {}
    for piece, amount in counted:
        seats[piece.seat] = seats.get(piece.seat, 0) + amount
    return seats


def _pro_rata(layout: Layout, state: TableState, spot: Spot, lying: list[Piece]) -> Amounts:
    """Share an over-full box in proportion among bets accepted under the same limits; earlier limits go first."""
    seats: Amounts = dict.fromkeys((piece.seat for piece in lying), 0)
    for batch in _batches(state, spot, lying):
        terms, amounts = batch[0].terms, _capped(layout, state, spot, batch, seats)
        room = max(0, maximum_on(terms, spot) - sum(seats.values()))
        cut = any(_may_be_cut(spot, piece) for piece in batch)
        if is_shared(terms, spot) and cut and sum(amounts.values()) > room:
            least = {seat: 0 if seats[seat] else minimum_on(terms, spot) for seat in amounts}
            amounts = apportion(amounts, least=least, most=room)
        for seat, amount in amounts.items():
            seats[seat] += amount
    return seats


def _batches(state: TableState, spot: Spot, lying: Iterable[Piece]) -> list[list[Piece]]:
    """Group the parts on a spot by the limits they were accepted under, earliest limits first."""
    found: dict[tuple[Amount, Amount, bool], list[Piece]] = {}
    for piece in lying:
        key = (minimum_on(piece.terms, spot), maximum_on(piece.terms, spot), is_shared(piece.terms, spot))
        found.setdefault(key, []).append(piece)
    posted = {id(terms): place for place, terms in enumerate(state.terms)}
    return sorted(found.values(), key=lambda batch: min(posted[id(piece.terms)] for piece in batch))


def _capped(layout: Layout, state: TableState, spot: Spot, batch: list[Piece], seats: Amounts) -> Amounts:
    """Return the most that each seat may have of a batch by itself, whoever shares the box."""
    amounts: Amounts = {}
    for piece in batch:
        before = amounts.get(piece.seat, 0)
        counted = piece.amount
        if _may_be_cut(spot, piece):
            alone = most_of(layout, state, spot, piece) - seats[piece.seat] - before
            if not is_shared(piece.terms, spot) or spot.base >= 0:
                counted = min(counted, max(0, alone))
        amounts[piece.seat] = before + counted
    return amounts


def apportion(amounts: Amounts, *, least: Amounts, most: Amount) -> Amounts:
    """Share an over-full box in proportion. Bets below the minimum stay whole, and nobody is cut below the minimum."""
    small = {seat: amount for seat, amount in amounts.items() if amount < least[seat]}
    room = max(0, most - sum(small.values()))
    sharing = {seat: amount for seat, amount in amounts.items() if seat not in small}
    fixed: Amounts = {}
    while True:
        total = sum(sharing.values())
        shares = {seat: min(amount, in_proportion(room, amount, total)) for seat, amount in sharing.items()}
        low = [seat for seat, share in shares.items() if share < least[seat]]
        if not low:
            return {**small, **fixed, **shares}
        for seat in low:
            fixed[seat] = least[seat]
            del sharing[seat]
        room = max(0, most - sum(small.values()) - sum(fixed.values()))


def _limited_by(layout: Layout, state: TableState, spot: Spot, seat: int, bet: Bet, counted: Amount) -> str:
    """Return the clause that limits the amount at risk; empty if all of a bet within the limits is at risk."""
    limits = layout.rulebook.limits
    if counted < bet.amount:
        return limits.over_clause
    if not to_be_warned(state, spot, seat, bet):
        return ""
    terms = state.terms[bet.terms]
    over_full = is_shared(terms, spot) and state.on_spot[spot.index] > maximum_on(terms, spot)
    return limits.small_clause if over_full else limits.under_clause
