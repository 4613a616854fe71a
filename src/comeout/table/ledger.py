"""Double-entry bookkeeping: each event as transfers between accounts, so that every movement has two ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from comeout.money import Amount
from comeout.table import messages as m
from comeout.table.messages import Event, Line
from comeout.table.state import TableState, Totals

CAGE, LAYOUT, HOUSE, COMMISSION = "cage", "layout", "house", "commission"
DEBT = "debt "
"""The prefix of the account of what a player owes; the name follows."""


def rack(seat: int) -> str:
    """Return the account of a seat's rack."""
    return f"rack {seat}"


class Transfer(NamedTuple):
    """An amount above zero that moved from one account to another."""

    source: str
    target: str
    amount: Amount


def transfers(event: Event) -> list[Transfer]:
    """Return the transfers of one event; most have none."""
    movements = _MOVEMENTS.get(type(event))
    return [transfer for transfer in movements(event) if transfer.amount] if movements else []


def _placed(event: m.BetPlaced) -> list[Transfer]:
    mine = rack(event.seat)
    return [Transfer(mine, LAYOUT, event.amount), Transfer(mine, COMMISSION, event.vigorish)]


def _moved(event: m.MoneyMoved) -> list[Transfer]:
    mine, amount = rack(event.seat), event.amount
    return [Transfer(HOUSE, mine, amount) if amount > 0 else Transfer(mine, HOUSE, -amount)]


def _undone(event: m.OutcomeUndone) -> list[Transfer]:
    """Yield the transfers of an undone roll: later bets come off or go back, the roll is reversed, debts are booked."""
    settled = [each for line in event.lines for each in _settled(line)]
    return [
        *_returned(event.returned),
        *(Transfer(target, source, amount) for source, target, amount in (*_returned(event.put_back), *settled)),
        *(each for placed in event.again for each in _placed(placed)),
        *(_owed(debt) for debt in event.debts),
    ]


def _owed(debt: m.Debt) -> Transfer:
    account, creditor = DEBT + debt.player, rack(debt.seat) if debt.seat else HOUSE
    return Transfer(account, creditor, debt.amount) if debt.amount > 0 else Transfer(creditor, account, -debt.amount)


def _returned(lines: Iterable[m.Returned | m.BetTakenDown]) -> list[Transfer]:
    return [each for line in lines for each in _back(line.seat, line.amount, line.vigorish)]


def _back(seat: int, stake: Amount, vigorish: Amount) -> list[Transfer]:
    return [Transfer(LAYOUT, rack(seat), stake), Transfer(COMMISSION, rack(seat), vigorish)]


def _settled(line: Line) -> list[Transfer]:
    if line.outcome == "moved":
        return []
    mine, lost = rack(line.seat), line.at_risk if line.outcome == "lost" else 0
    return [
        Transfer(LAYOUT, mine, line.stake - lost),
        Transfer(COMMISSION, mine, line.vigorish),
        Transfer(LAYOUT, HOUSE, lost),
        Transfer(HOUSE, mine, line.paid),
    ]


_MOVEMENTS: dict[type[Event], Callable[[Any], Iterable[Transfer]]] = {
    m.SeatTaken: lambda event: [Transfer(CAGE, rack(event.seat), event.rack)],
    m.BoughtIn: lambda event: [Transfer(CAGE, rack(event.seat), event.amount)],
    m.SeatLeft: lambda event: [Transfer(rack(event.seat), CAGE, event.rack)],
    m.BetPlaced: _placed,
    m.BetTakenDown: lambda event: _returned([event]),
    m.BetsReturned: lambda event: _returned(event.lines),
    m.WalkedAway: lambda event: [Transfer(LAYOUT, HOUSE, amount) for _, amount in event.folded],
    m.RollSettled: lambda event: [each for line in event.lines for each in _settled(line)],
    m.OutcomeUndone: _undone,
    m.MoneyMoved: _moved,
}
"""The events that change an account, with the function that returns their transfers."""


def audit(state: TableState) -> Totals:
    """Count the accounts again from every rack and every bet. They must equal the running totals."""
    return Totals(
        racks=sum(seat.rack for seat in state.seats.values()),
        layout=sum(bet.amount for bets in state.bets for bet in bets.values()),
        house=state.totals.house,
        commission=state.totals.commission,
        cage=state.totals.cage,
        debts=-sum(state.debts.values()),
    )
