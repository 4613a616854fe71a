"""apply(layout, state, event) writes an event into the state. It never refuses, and it computes no rule."""

from __future__ import annotations

from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply import bet_changes, dice_changes, roll_changes, seat_changes
from comeout.table.apply.chips import EventWriter
from comeout.table.messages import Event
from comeout.table.position import position_of
from comeout.table.state import TableState

MOVES_MONEY = frozenset(
    {
        m.SeatTaken,
        m.BoughtIn,
        m.SeatLeft,
        m.BetPlaced,
        m.BetTakenDown,
        m.BetsReturned,
        m.WalkedAway,
        m.RollSettled,
        m.OutcomeUndone,
        m.MoneyMoved,
    }
)
"""The events that change an account. No other event can create or lose a chip."""


def apply(layout: Layout, state: TableState, event: Event) -> None:
    """Write one event into the state. After an event that moves money the accounts must add up to zero."""
    writer, moves_money = _WRITERS[type(event)]
    writer(layout, state, event)
    if moves_money:
        money = state.totals
        balance = money.racks + money.layout + money.house + money.commission + money.cage + money.debts
        assert not balance, f"chips were made or lost by {event}, and now it is {position_of(state)}"


def _only_told(_: Layout, __: TableState, ___: Event) -> None:
    """Change nothing: the event is only for the record."""


_HANDLERS: dict[type, EventWriter] = {
    **seat_changes.HANDLERS,
    **bet_changes.HANDLERS,
    **dice_changes.HANDLERS,
    **roll_changes.HANDLERS,
    **dict.fromkeys((m.TableOpened, m.PlayContinued, m.MatterDecided, m.NoRollNoted, m.ErrorNoted), _only_told),
}

_WRITERS = {kind: (writer, kind in MOVES_MONEY) for kind, writer in _HANDLERS.items()}
"""What writes each kind of event, and whether it moves money."""
