"""Money in double entry: each event of a table as postings between wallets, racks, the layout and the house."""

from __future__ import annotations

from collections.abc import Mapping

from comeout.house.store import Posting
from comeout.money import Amount
from comeout.table.ledger import CAGE, COMMISSION, HOUSE, LAYOUT, transfers
from comeout.table.messages import Event

BONUS = "bonus"
"""Where play money comes from."""


def wallet(player: str) -> str:
    """What a player has outside any table."""
    return f"wallet:{player}"


def rack(table: str, player: str) -> str:
    """A player's chips at a table."""
    return f"rack:{table}:{player}"


def postings_of(seq: int, event: Event, table: str, players: Mapping[int, str]) -> list[Posting]:
    """The postings of one event, which add up to zero; `players` tells who sits where."""
    moved: dict[str, Amount] = {}
    seat = getattr(event, "seat", 0)
    for source, target, amount in transfers(event):
        for name, change in ((source, -amount), (target, amount)):
            account = _account(name, table, players, seat)
            moved[account] = moved.get(account, 0) + change
    return [Posting(seq, account, amount) for account, amount in moved.items() if amount]


def _account(name: str, table: str, players: Mapping[int, str], seat: int) -> str:
    if name == CAGE:
        return wallet(players[seat])
    if name in (LAYOUT, HOUSE, COMMISSION):
        return f"{name}:{table}"
    return rack(table, players[int(name.removeprefix("rack "))])
