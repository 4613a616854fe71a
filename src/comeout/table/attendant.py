"""The automatic crew: one pure function returns the next command. It sends the same commands as people."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.table.asking import takes_bets
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    CheckDie,
    ChooseDice,
    CloseBetting,
    Command,
    ConfirmBet,
    ConfirmCall,
    LetCompanionShoot,
    OfferDice,
    OpenBetting,
    Reason,
    Rebet,
    RecoverDie,
    Rejected,
    ReplaceDice,
    SettleRoll,
    ThrowDice,
)
from comeout.table.rolling import why_not_closed
from comeout.table.shooter import all_passed, eligible, why_no_companion, why_no_offer, why_no_throw
from comeout.table.state import Phase, TableState


def attend(layout: Layout, state: TableState, roll: Roll | None = None) -> Command | None:
    """Return the next command of the house; with dice given, it takes the table through that roll.

    It never calls a No Roll, never confirms a late bet and never overlooks a limit. Without an automatic crew it only
    carries out players' standing instructions. Its command is always accepted, because it asks the same predicates as
    `decide`.
    """
    if state.due and takes_bets(layout, state):
        seat, spot, _ = state.due[0]
        return Rebet(seat, spot)
    if state.settings.crew != "automatic":
        return None
    if state.phase is Phase.BETTING or state.phase is Phase.CLOSED:
        return _before_the_throw(layout, state, roll)
    if state.phase is Phase.SETTLED:
        return _find_dice(state) or OpenBetting("house")
    if state.phase is Phase.DICE_OUT:
        return CallRoll("house", roll) if roll else None
    return SettleRoll("house") if state.phase is Phase.CALLED and not state.disputed else None


def why_no_roll(layout: Layout, state: TableState) -> Rejected | None:
    """Return why the automatic crew cannot take the table through a roll now. Nothing is done before this is clear."""
    if state.phase is Phase.SHUT:
        return Rejected(Reason.TABLE_CLOSED, "the table is closed")
    if state.phase is Phase.DICE_OUT or state.phase is Phase.CALLED:
        return None
    return why_not_closed(layout, state) or why_no_throw(layout, state)


def _before_the_throw(layout: Layout, state: TableState, roll: Roll | None) -> Command | None:
    """Return the next command while bets are open, or closed for a throw."""
    waiting = _confirm(layout, state) or _find_dice(state) or _find_shooter(layout, state)
    if waiting or (state.phase is Phase.BETTING and not roll):
        return waiting
    stands = why_no_roll(layout, state)
    if state.phase is Phase.CLOSED and (stands or state.again):
        return OpenBetting("house")  # nobody can throw, or a No Roll was called: bets are taken again
    if stands or not roll or state.shooter is None:
        return None
    return CloseBetting("house") if state.phase is Phase.BETTING else ThrowDice(state.shooter)


def _confirm(layout: Layout, state: TableState) -> Command | None:
    if not (state.marked or state.pending) or not takes_bets(layout, state):
        return None
    calls = [(seat, layout.spots[spot].id) for spot, seat in state.marked if state.bets[spot][seat].asked]
    asked: list[Command] = [ConfirmCall("house", seat, spot) for seat, spot in calls]
    asked += [ConfirmBet("house", seat, spot) for seat, spot in state.pending]
    return next((each for each in asked if not isinstance(decide(layout, state, each), Rejected)), None)


def _find_shooter(layout: Layout, state: TableState) -> Command | None:
    """Offer the dice, or let a companion throw if no player is left to."""
    if state.settings.shooter == "companion":
        return None
    # A shooter whose throw was a No Roll for want of a line bet can have none while the point stands.
    if state.shooter is not None and not (state.unbacked and state.point):
        return None
    if state.shooter is None and state.offered in eligible(layout, state):
        return None
    if state.dice.lost:
        return ReplaceDice("house")
    if not why_no_offer(layout, state, "house"):
        return OfferDice("house")
    waits = state.settings.nobody_shoots == "wait" or (not state.point and not all_passed(state))
    return None if waits or why_no_companion(layout, state, "house") else LetCompanionShoot("house")


def _find_dice(state: TableState) -> Command | None:
    """Find, check and return a die that left the table."""
    dice = state.dice
    if dice.gone:
        return RecoverDie("house", min(dice.gone))
    if dice.unchecked:
        return CheckDie("house", min(dice.unchecked))
    if state.shooter is None or len(dice.hand) == 2:
        return None
    ready = dice.usable()[:2]
    return ChooseDice(state.shooter, *ready) if len(ready) == 2 else ReplaceDice("house")
