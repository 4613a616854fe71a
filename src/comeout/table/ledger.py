"""Where money went: each event as transfers between accounts, so that every movement has two ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from comeout.money import Amount
from comeout.table import messages as m
from comeout.table.messages import Event, Line
from comeout.table.state import TableState, Totals

CAGE, LAYOUT, HOUSE, COMMISSION = "cage", "layout", "house", "commission"
DEBT = "debt "
"""How the account of what a player owes begins; the name follows."""


def rack(seat: int) -> str:
    """The account of a seat's rack."""
    return f"rack {seat}"


class Transfer(NamedTuple):
    """An amount above zero that went from one account to another."""

    source: str
    target: str
    amount: Amount


def transfers(event: Event) -> list[Transfer]:
    """The movements of one event, none for most."""
    return [transfer for transfer in _movements(event) if transfer.amount]


def _movements(event: Event) -> Iterable[Transfer]:
    match event:
        case m.SeatTaken(seat=seat, rack=amount) | m.BoughtIn(seat=seat, amount=amount):
            return [Transfer(CAGE, rack(seat), amount)]
        case m.SeatLeft():
            return [Transfer(rack(event.seat), CAGE, event.rack)]
        case m.BetPlaced():
            stake = Transfer(rack(event.seat), LAYOUT, event.amount)
            return [stake, Transfer(rack(event.seat), COMMISSION, event.vigorish)]
        case m.BetTakenDown():
            return _back(event.seat, event.amount, event.vigorish)
        case m.BetsReturned():
            return [each for line in event.lines for each in _back(line.seat, line.amount, line.vigorish)]
        case m.WalkedAway():
            return [Transfer(LAYOUT, HOUSE, amount) for _, amount in event.folded]
        case m.RollSettled():
            return [each for line in event.lines for each in _settled(line)]
        case m.OutcomeUndone():
            return _undone(event)
        case m.MoneyMoved(seat=seat, amount=amount):
            return [Transfer(HOUSE, rack(seat), amount) if amount > 0 else Transfer(rack(seat), HOUSE, -amount)]
    return []


def _undone(event: m.OutcomeUndone) -> list[Transfer]:
    """Bets made since come off, bets taken down since go back, the roll is reversed, and debts are booked."""
    settled = [each for line in event.lines for each in _settled(line)]
    back = [each for line in event.put_back for each in _back(line.seat, line.amount, line.vigorish)]
    return [
        *(each for line in event.returned for each in _back(line.seat, line.amount, line.vigorish)),
        *(Transfer(target, source, amount) for source, target, amount in (*back, *settled)),
        *(each for placed in event.again for each in _movements(placed)),
        *(_owed(debt) for debt in event.debts),
    ]


def _owed(debt: m.Debt) -> Transfer:
    account, creditor = DEBT + debt.player, rack(debt.seat) if debt.seat else HOUSE
    return Transfer(account, creditor, debt.amount) if debt.amount > 0 else Transfer(creditor, account, -debt.amount)


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


def audit(state: TableState) -> Totals:
    """The accounts counted anew from every rack and every bet; they must equal the running totals."""
    return Totals(
        racks=sum(seat.rack for seat in state.seats.values()),
        layout=sum(bet.amount for bets in state.bets for bet in bets.values()),
        house=state.totals.house,
        commission=state.totals.commission,
        cage=state.totals.cage,
        debts=-sum(state.debts.values()),
    )
