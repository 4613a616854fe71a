"""The automatic crew: one pure function says which command comes next. It sends what people send; the log names it."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.layout import Layout
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
    Rebet,
    RecoverDie,
    ReplaceDice,
    SettleRoll,
    ThrowDice,
)
from comeout.table.shooter import eligible, why_no_throw
from comeout.table.state import Phase, TableState


def attend(layout: Layout, state: TableState, roll: Roll | None = None) -> Command | None:
    """The next thing the house does by itself; with dice given it takes the table through that roll.

    It never calls a No Roll, never confirms a late bet and never overlooks a limit. Without automatic crew it only
    carries out players' standing instructions.
    """
    if state.phase is Phase.BETTING and state.due:
        seat, spot, _ = state.due[0]
        return Rebet(seat, spot)
    if state.settings.crew != "automatic":
        return None
    if state.phase is Phase.SETTLED:
        return _find_dice(state) or OpenBetting("house")
    if state.phase is Phase.BETTING:
        waiting = _confirm(layout, state) or _find_shooter(layout, state)
        return waiting or (CloseBetting("house") if roll and not why_no_throw(layout, state) else None)
    if state.phase is Phase.CLOSED:
        return ThrowDice(state.shooter) if roll and state.shooter is not None else None
    if state.phase is Phase.DICE_OUT:
        return CallRoll("house", roll) if roll else None
    return SettleRoll("house") if state.phase is Phase.CALLED else None


def _confirm(layout: Layout, state: TableState) -> Command | None:
    for spot, seat in state.marked:
        if state.bets[spot][seat].asked:
            return ConfirmCall("house", seat, layout.spots[spot].id)
    for seat, name in state.pending:
        return ConfirmBet("house", seat, name)
    return None


def _find_shooter(layout: Layout, state: TableState) -> Command | None:
    if state.shooter is not None:
        return None
    able = eligible(layout, state)
    if state.offered in able:
        return None
    if state.dice.lost:
        return ReplaceDice("house")
    if able:
        return OfferDice("house")
    return LetCompanionShoot("house") if state.point else None


def _find_dice(state: TableState) -> Command | None:
    """A die that left the table is looked for, checked and handed back."""
    for die in sorted(state.dice.gone):
        return RecoverDie("house", die)
    for die in sorted(state.dice.unchecked):
        return CheckDie("house", die)
    if state.shooter and len(state.dice.hand) < 2:
        first, second = state.dice.usable()[:2]
        return ChooseDice(state.shooter, first, second)
    return None
