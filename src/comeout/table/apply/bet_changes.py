"""Applies events about bets to a state: taken down, waiting, kept, returned, and the buttons on them."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply.chips import EventWriter, bet_placed, no_longer_due, take_off
from comeout.table.state import Mark, Pending, Phase, TableState

SETTLED = Phase.SETTLED


def _bet_taken_down(layout: Layout, state: TableState, event: m.BetTakenDown) -> None:
    take_off(layout, state, event.seat, event.spot, event.amount, event.vigorish, event.kept)
    state.choices.discard((event.seat, event.spot))
    if event.locks:
        state.seats[event.seat].locks.add(event.spot)
        state.locked.add(event.seat)


def _bet_offered(_: Layout, state: TableState, event: m.BetOffered) -> None:
    state.pending[event.seat, event.spot] = Pending(event.amount, event.tender, event.late)


def _bet_confirmed(_: Layout, state: TableState, event: m.BetConfirmed) -> None:
    state.pending[event.seat, event.spot].confirmed.add(event.by)


def _keep_set(_: Layout, state: TableState, event: m.KeepSet) -> None:
    keeps = state.seats[event.seat].keeps
    (keeps.add if event.keep else keeps.discard)(event.spot)


def _rebet_skipped(_: Layout, state: TableState, event: m.RebetSkipped) -> None:
    no_longer_due(state, event.seat, event.spot)


def _limit_noticed(_: Layout, state: TableState, event: m.LimitNoticed) -> None:
    state.choices.add((event.seat, event.spot))


def _bets_returned(layout: Layout, state: TableState, event: m.BetsReturned) -> None:
    for line in event.lines:
        take_off(layout, state, line.seat, line.spot, line.amount, line.vigorish, line.kept)
    state.point = 0
    state.phase = SETTLED
    state.decision_only = False
    state.round_number += 1
    state.round_decided = False
    state.pending.clear()
    state.choices.clear()
    state.last_roll = None


def _call_made(layout: Layout, state: TableState, event: m.CallMade) -> None:
    index = layout.by_id[event.spot].index
    state.bets[index][event.seat].asked = Mark.ON_ONLY if event.only else Mark.ON
    state.marked[index, event.seat] = None


def _call_placed(layout: Layout, state: TableState, event: m.CallPlaced) -> None:
    mark = Mark.OFF if event.call == "off" else Mark.ON_ONLY if event.only else Mark.ON
    for spot in event.spots:
        index = layout.by_id[spot].index
        bet = state.bets[index][event.seat]
        bet.mark, bet.asked = mark, None
        state.marked[index, event.seat] = None


def _call_withdrawn(layout: Layout, state: TableState, event: m.CallWithdrawn) -> None:
    index = layout.by_id[event.spot].index
    bet = state.bets[index][event.seat]
    bet.mark = bet.asked = None
    del state.marked[index, event.seat]


HANDLERS: dict[type, EventWriter] = {
    m.BetPlaced: bet_placed,
    m.BetTakenDown: _bet_taken_down,
    m.BetOffered: _bet_offered,
    m.BetConfirmed: _bet_confirmed,
    m.CallMade: _call_made,
    m.CallPlaced: _call_placed,
    m.CallWithdrawn: _call_withdrawn,
    m.KeepSet: _keep_set,
    m.RebetSkipped: _rebet_skipped,
    m.LimitNoticed: _limit_noticed,
    m.BetsReturned: _bets_returned,
}
