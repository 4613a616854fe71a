"""Applies events about the shooter and the dice to a state: offered, taken, given up, lost and found."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import EventWriter
from comeout.table.state import COMPANION, DiceSet, TableState, player_key


def give_up(state: TableState, seat: int) -> None:
    """Take the dice from the shooter. The next offer begins at the left of this seat."""
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
    """Give the dice to a companion, who takes two that are available."""
    state.shooter, state.threw = COMPANION, False
    state.offered = None
    state.dice.hand = tuple(state.dice.usable()[:2])


def _dice_offered(_: Layout, state: TableState, event: m.DiceOffered) -> None:
    state.offered = event.seat


def _dice_taken(_: Layout, state: TableState, event: m.DiceTaken) -> None:
    state.shooter = event.seat
    state.threw = False
    state.offered = None
    state.declined.clear()
    state.let_by.clear()
    state.unbacked = False
    state.dice.hand = event.dice


def _dice_declined(_: Layout, state: TableState, event: m.DiceDeclined) -> None:
    state.offered = None
    state.declined.add(event.seat)


def _dice_given_up(_: Layout, state: TableState, event: m.DiceGivenUp) -> None:
    give_up(state, event.seat)
    if event.ordered:
        state.ordered.add(player_key(state.seats[event.seat].player))


def _dice_chosen(_: Layout, state: TableState, event: m.DiceChosen) -> None:
    state.dice.hand = event.dice


def _companion_shot(_: Layout, state: TableState, event: m.CompanionShot) -> None:
    del event
    companion(state)


def _decision_only_started(_: Layout, state: TableState, event: m.DecisionOnlyStarted) -> None:
    state.decision_only = True
    if state.shooter != event.seat:
        state.shooter, state.threw = event.seat, False
    state.offered = None
    state.declined.clear()
    if not state.dice.hand:
        state.dice.hand = tuple(state.dice.usable()[:2])


def _decision_only_ended(_: Layout, state: TableState, event: m.DecisionOnlyEnded) -> None:
    del event
    state.decision_only = False


def _dice_registered(_: Layout, state: TableState, event: m.DiceRegistered) -> None:
    _new_set(state, event.size)


def _dice_replaced(_: Layout, state: TableState, event: m.DiceReplaced) -> None:
    _new_set(state, event.size)


def _new_set(state: TableState, size: int) -> None:
    state.dice = DiceSet(size, () if state.shooter is None else (1, 2), free=True)


def _die_off_table(_: Layout, state: TableState, event: m.DieOffTable) -> None:
    state.dice.gone.add(event.die)
    state.dice.free = True
    state.dice.hand = tuple(die for die in state.dice.hand if die != event.die)


def _die_recovered(_: Layout, state: TableState, event: m.DieRecovered) -> None:
    state.dice.gone.discard(event.die)
    state.dice.lost.discard(event.die)
    state.dice.unchecked.add(event.die)


def _die_checked(_: Layout, state: TableState, event: m.DieChecked) -> None:
    state.dice.unchecked.discard(event.die)


def _die_lost(_: Layout, state: TableState, event: m.DieLost) -> None:
    state.dice.gone.discard(event.die)
    state.dice.lost.add(event.die)


HANDLERS: dict[type, EventWriter] = {
    m.DiceOffered: _dice_offered,
    m.DiceTaken: _dice_taken,
    m.DiceDeclined: _dice_declined,
    m.DiceGivenUp: _dice_given_up,
    m.DiceChosen: _dice_chosen,
    m.CompanionShot: _companion_shot,
    m.DecisionOnlyStarted: _decision_only_started,
    m.DecisionOnlyEnded: _decision_only_ended,
    m.DiceRegistered: _dice_registered,
    m.DieOffTable: _die_off_table,
    m.DieRecovered: _die_recovered,
    m.DieChecked: _die_checked,
    m.DieLost: _die_lost,
    m.DiceReplaced: _dice_replaced,
}
