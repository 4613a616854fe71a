"""Moves chips in a state: between racks and the layout, and among the parts of a bet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.state import Bet, Mark, Part, TableState

EventWriter = Callable[[Layout, TableState, Any], None]
"""A function that writes one kind of event into a state."""


def to_rack(state: TableState, seat: int, amount: int) -> None:
    """Add chips to a rack; a negative amount takes them out."""
    owner = state.seats[seat]
    owner.rack += amount
    state.totals.racks += amount
    assert owner.rack >= 0, f"the rack of seat {seat} went below zero"


def bet_placed(layout: Layout, state: TableState, event: m.BetPlaced) -> None:
    """Move chips from the rack to a spot: a new bet, or a part added to one."""
    seat, spot, amount, vigorish, _, by, overlooked, after_warning, on, _, witness, _ = event
    index = layout.by_id[spot].index
    bets = state.bets[index]
    bet = bets.get(seat)
    state.placed = order = state.placed + 1
    terms = len(state.terms) - 1
    if bet is None:
        # A new bet without its constructor, which takes twice as long.
        bet = bets[seat] = _new(Bet)
        bet.amount = bet.fresh = bet.round_part = amount
        bet.vigorish = vigorish
        bet.mark = bet.asked = None
        bet.overlooked = overlooked
        bet.after_warning = after_warning
        bet.terms = terms
        bet.order = order
        bet.extra = ()
        bet.witness = ""
        bet.after_roll = state.rolls
        bet.in_round = state.round_number
        state.occupied[index] = None
        state.changed.setdefault((index, seat), None)
    else:
        remember(state, index, seat, bet)
        bet.amount += amount
        bet.vigorish += vigorish
        bet.fresh, bet.after_roll = state.new_part(bet) + amount, state.rolls
        bet.round_part, bet.in_round = state.round_part(bet) + amount, state.round_number
        if not overlooked:  # the raise was judged by the total: all of the bet is under the present terms now
            bet.terms, bet.overlooked, bet.after_warning = terms, False, False
            others = [part for part in bet.extra if part.terms != terms or part.overlooked or part.after_warning]
            if others:
                bet.extra = tuple([Part(part.amount, terms, part.order, False, False) for part in bet.extra])
        bet.extra += (Part(amount, terms, order, overlooked, after_warning),)
    state.on_spot[index] += amount
    if overlooked:
        state.outside = True
    if witness:
        bet.witness, state.closed_at = witness, order  # seen after the closing: too late to be noticed
    if on:
        bet.mark = Mark.ON
        state.marked[index, seat] = None
    owner, totals, taken = state.seats[seat], state.totals, amount + vigorish
    owner.rack -= taken
    assert owner.rack >= 0, f"the rack of seat {seat} went below zero"
    totals.racks -= taken
    totals.layout += amount
    totals.commission += vigorish
    if state.choices and not overlooked:
        state.choices.discard((seat, spot))
    if state.pending:
        state.pending.pop((seat, spot), None)
    if state.due and by == "standing":
        no_longer_due(state, seat, spot)


_new = object.__new__


def no_longer_due(state: TableState, seat: int, spot: str) -> None:
    """Remove a standing instruction that was carried out, or could not be."""
    state.due = [due for due in state.due if due[:2] != (seat, spot)]


def take_off(layout: Layout, state: TableState, seat: int, spot: str, amount: int, vigorish: int, kept: int) -> None:
    """Move chips from the layout to the rack, the newest part of the bet first."""
    index = layout.by_id[spot].index
    bet = state.bets[index][seat]
    remember(state, index, seat, bet)
    if vigorish and state.last_roll:
        charges = state.last_roll.since().charges
        charges[index, seat] = charges.get((index, seat), 0) + vigorish
    shrink(bet, amount, vigorish + kept)
    state.on_spot[index] -= amount
    if not bet.amount:
        lift(state, index, seat)
    state.totals.layout -= amount
    state.totals.commission -= vigorish
    to_rack(state, seat, amount + vigorish)


def _without_newest(parts: tuple[Part, ...], amount: int) -> tuple[Part, ...]:
    """Return the added parts of a bet without its newest chips."""
    left = list(parts)
    while left and amount:
        newest = left.pop()
        if newest.amount > amount:
            left.append(newest._replace(amount=newest.amount - amount))
        amount = max(0, amount - newest.amount)
    return tuple(left)


def remember(state: TableState, index: int, seat: int, bet: Bet) -> None:
    """Save how a bet was right after the last roll, before its first change since then."""
    if (index, seat) not in state.changed:
        state.changed[index, seat] = bet.copy()


def shrink(bet: Bet, amount: int, charge: int) -> None:
    """Reduce a bet, its newest part first."""
    bet.amount -= amount
    bet.vigorish -= charge
    bet.fresh = max(0, bet.fresh - amount)
    bet.round_part = max(0, bet.round_part - amount)
    if bet.extra:
        bet.extra = _without_newest(bet.extra, amount)


def lift(state: TableState, index: int, seat: int) -> None:
    """Remove a bet from its spot, with any button on it."""
    del state.bets[index][seat]
    state.marked.pop((index, seat), None)
    if not state.bets[index]:
        del state.occupied[index]


def lay(state: TableState, index: int, seat: int, bet: Bet) -> None:
    """Put a bet from elsewhere on a spot."""
    state.bets[index][seat] = bet
    state.on_spot[index] += bet.amount
    state.occupied[index] = None
