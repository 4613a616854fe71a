"""Decides ON and OFF calls: the player calls, the crew confirms if the book asks for it, and a button marks the bet."""

from __future__ import annotations

from dataclasses import replace

from comeout.rules.layout import Layout, Spot
from comeout.rules.rulebook import Calls
from comeout.table.asking import Decided, bets_closed, no_procedure, role_problem, seat_and_spot, takes_bets
from comeout.table.messages import CallBet, CallMade, CallPlaced, CallWithdrawn, ConfirmCall, Reason, Rejected
from comeout.table.state import Bet, Mark, TableState


def call_bet(layout: Layout, state: TableState, command: CallBet) -> Decided:
    """Call a bet on or off."""
    calls = layout.rulebook.calls
    if not calls:
        return no_procedure(layout, "calling bets on or off: every bet is always in play")
    if command.call not in ("on", "off"):
        return Rejected(Reason.NONSENSE, "a bet is called on or off", calls.clause)
    found = _callable_bet(layout, state, command.seat, command.spot, calls)
    if isinstance(found, Rejected):
        return found
    spot, bet = found
    if command.call == "off" and calls.off == "withdraws":
        if not bet.mark and not bet.asked:
            says = "a bet is taken down, not called off; only an ON button can be withdrawn"
            return Rejected(Reason.NO_CALL_HERE, says, calls.off_clause or calls.clause)
        return [CallWithdrawn(command.seat, spot.id, calls.off_clause or calls.clause)]
    if calls.confirm:
        assert spot.wager.sleep
        return [CallMade(command.seat, spot.id, command.only, spot.wager.sleep.clause.of(spot.number))]
    clause = calls.on_clause if command.call == "on" else calls.off_clause
    only = command.only or calls.scope == "wager"
    spots = (spot.id,) if only else similar(layout, state, command.seat, spot)
    return [CallPlaced("", command.seat, spots, command.call, only, clause)]


def confirm_call(layout: Layout, state: TableState, command: ConfirmCall) -> Decided:
    """Put the button on a bet that was called, as its confirmation by the crew."""
    calls = layout.rulebook.calls
    if not calls or not calls.confirm:
        return no_procedure(layout, "confirming calls")
    problem = role_problem(state, command.by, calls.confirm, calls.clause)
    found = problem or _callable_bet(layout, state, command.seat, command.spot, calls)
    if isinstance(found, Rejected):
        return found
    spot, bet = found
    if not bet.asked:
        return Rejected(Reason.NOTHING_TO_CONFIRM, "no call waits for confirmation there", calls.clause)
    only = bet.asked is Mark.ON_ONLY or calls.scope == "wager"
    spots = (spot.id,) if only else similar(layout, state, command.seat, spot)
    clause = calls.clause if only else calls.scope_clause
    return [CallPlaced(command.by, command.seat, spots, "on", only, clause)]


def _callable_bet(
    layout: Layout, state: TableState, seat: int, spot_id: str, calls: Calls
) -> tuple[Spot, Bet] | Rejected:
    spot = seat_and_spot(layout, state, seat, spot_id)
    if isinstance(spot, Rejected):
        return spot
    if not takes_bets(layout, state):
        closed = bets_closed(layout, state)
        return replace(closed, clause=calls.closed_clause or closed.clause)
    bet = state.bet(spot.index, seat)
    if not bet:
        return Rejected(Reason.NO_SUCH_BET, f"seat {seat} has nothing on {spot.id}", calls.clause)
    if not spot.wager.sleep:
        return Rejected(Reason.NO_CALL_HERE, f"{spot.name} is always in play", calls.clause)
    return spot, bet


def similar(layout: Layout, state: TableState, seat: int, spot: Spot) -> tuple[str, ...]:
    """Return the spots of all similar bets of a player: one button covers them all."""
    kind = (other for other in layout.spots if other.wager_id == spot.wager_id)
    return tuple(other.id for other in kind if seat in state.bets[other.index])
