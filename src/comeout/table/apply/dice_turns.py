"""Whose turn it is to throw, as events write it down: a seat gives the dice up, or a companion has them."""

from __future__ import annotations

from comeout.table.state import COMPANION, TableState


def give_up(state: TableState, seat: int) -> None:
    """The shooter has the dice no longer; the next offer begins at the left of this seat."""
    if state.decision_only:
        state.let_by.add(seat)
    state.shooter = None
    state.dice.hand = ()
    state.decision_only = False
    state.unbacked = False
    state.last_shooter = seat
    if state.threw:
        state.previous, state.declined = seat, set()
    elif len(state.seats) > 1:  # who takes the dice and does not throw them has let them go by
        state.declined.add(seat)


def companion(state: TableState) -> None:
    """A companion has the dice, and takes two that lie ready."""
    state.shooter, state.threw = COMPANION, False
    state.offered = None
    state.dice.hand = tuple(state.dice.usable()[:2])
