"""Double-entry bookkeeping: each event of a table as postings between wallets, racks, the layout and the house."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.log.records import Posting, is_lesson
from comeout.money import Amount
from comeout.table.apply import MOVES_MONEY
from comeout.table.ledger import CAGE, COMMISSION, DEBT, HOUSE, LAYOUT, transfers
from comeout.table.messages import BetPlaced, Event, RollSettled
from comeout.table.state import TableState

BONUS = "bonus"
"""The account that play money comes from."""


def wallet(player: str) -> str:
    """Return the account of what a player has outside all tables."""
    return f"wallet:{player}"


def lesson_chips(table: str) -> str:
    """Return the account that the chips of a lesson come from and go back to."""
    return f"lesson:{table}"


def rack(table: str, player: str) -> str:
    """Return the account of a player's chips at a table."""
    return f"rack:{table}:{player}"


def debt(table: str, player: str) -> str:
    """Return the account of what a player owes at a table, below zero."""
    return f"debt:{table}:{player}"


def postings_of(seq: int, event: Event, table: str, players: Mapping[int, str]) -> list[Posting]:
    """Return the double-entry postings of one event, which add up to zero; `players` says who sits where."""
    # Bets and settlements are most of what moves money: their transfers need not be written down first.
    if type(event) is BetPlaced:
        return _placed(seq, event, table, players)
    if type(event) is RollSettled:
        return _settled(seq, event, table, players)
    if type(event) not in MOVES_MONEY:
        return []
    moved: dict[str, Amount] = {}
    for source, target, amount in transfers(event):
        moved[source] = moved.get(source, 0) - amount
        moved[target] = moved.get(target, 0) + amount
    seat = getattr(event, "seat", 0)
    return [Posting(seq, _account(name, table, players, seat), amount) for name, amount in moved.items() if amount]


def _placed(seq: int, event: BetPlaced, table: str, players: Mapping[int, str]) -> list[Posting]:
    amount, vigorish = event.amount, event.vigorish
    mine = Posting(seq, rack(table, players[event.seat]), -amount - vigorish)
    stake = Posting(seq, f"{LAYOUT}:{table}", amount)
    return [mine, stake, Posting(seq, f"{COMMISSION}:{table}", vigorish)] if vigorish else [mine, stake]


def _settled(seq: int, event: RollSettled, table: str, players: Mapping[int, str]) -> list[Posting]:
    """Return the sum of the transfers of all lines, in the order in which a transfer first names each account."""
    layout, house, commission = (f"{name}:{table}" for name in (LAYOUT, HOUSE, COMMISSION))
    moved: dict[str, Amount] = {}
    for line in event.lines:
        if line.outcome == "moved":
            continue
        mine, lost = rack(table, players[line.seat]), line.at_risk if line.outcome == "lost" else 0
        stake, vigorish, paid = line.stake, line.vigorish, line.paid
        if stake != lost:
            moved[layout] = moved.get(layout, 0) - (stake - lost)
            moved[mine] = moved.get(mine, 0) + (stake - lost)
        if vigorish:
            moved[commission] = moved.get(commission, 0) - vigorish
            moved[mine] = moved.get(mine, 0) + vigorish
        if lost:
            moved[layout] = moved.get(layout, 0) - lost
            moved[house] = moved.get(house, 0) + lost
        if paid:
            moved[house] = moved.get(house, 0) - paid
            moved[mine] = moved.get(mine, 0) + paid
    return [Posting(seq, account, amount) for account, amount in moved.items() if amount]


def accounts_of(table: str, state: TableState) -> dict[str, Amount]:
    """Return the balance of each account of a table as its state has it."""
    racks: dict[str, Amount] = {}
    for seat in state.seats.values():
        account = rack(table, seat.player)
        racks[account] = racks.get(account, 0) + seat.rack
    debts = {debt(table, player): -amount for player, amount in state.debts.items()}
    return racks | debts | {f"{name}:{table}": getattr(state.totals, name) for name in (LAYOUT, HOUSE, COMMISSION)}


def _account(name: str, table: str, players: Mapping[int, str], seat: int) -> str:
    if name == CAGE:
        return lesson_chips(table) if is_lesson(table) else wallet(players[seat])
    if name in (LAYOUT, HOUSE, COMMISSION):
        return f"{name}:{table}"
    if name.startswith(DEBT):
        return debt(table, name.removeprefix(DEBT))
    return rack(table, players[int(name.removeprefix("rack "))])
