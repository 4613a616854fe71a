"""Wallets as the tables of one process see them: what a player can still pay, less what open batches take.

A store refuses a batch that takes more than a wallet holds. A table that asks here first need not be refused: a
command that the wallet cannot pay fails by itself, also when a player buys in at several tables at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from comeout.house.store.contract import Store
from comeout.log.accounts import wallet
from comeout.log.records import is_lesson
from comeout.money import Amount

MOST_IN_A_WALLET: Amount = 10**17
"""With more than this nobody buys chips: so no wallet ever grows past what a store can hold."""

BUYS_CHIPS = frozenset({"Sit", "BuyIn", "SpeakBet"})
"""The commands that a wallet may have to pay for: it is read before they are decided."""

MOST_KNOWN = 50_000


class Wallets:
    """What each player can still pay in this process; another process is found out by the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Amount] = {}
        """Balances that were read, less what was committed since."""
        self._held: dict[str, dict[str, Amount]] = {}
        """What the open batch of each table takes, by table and player."""
        self._moves: dict[str, int] = {}
        """How many batches moved money of a player, while somebody is reading their balance."""
        self._settled = asyncio.Event()

    async def look(self, table: str, players: Iterable[str]) -> None:
        """Read the wallets of players, after what other tables take from them is committed or dropped.

        A lesson needs no wallet.
        """
        if is_lesson(table):
            return
        await asyncio.gather(*(self._look(table, player) for player in set(players)))

    async def _look(self, table: str, player: str) -> None:
        while True:
            while self.on_the_way(player, but_not=table):
                self._settled.clear()
                await self._settled.wait()
            before = self._moves.setdefault(player, 0)
            found = await self._store.balance(wallet(player))
            if self._moves.get(player) == before and not self.on_the_way(player, but_not=table):
                break
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
            self._moves.clear()
        self._known[player] = found

    def on_the_way(self, player: str, *, but_not: str = "") -> bool:
        """Return whether an open batch of a table moves money of a player."""
        return any(player in taken for table, taken in self._held.items() if table != but_not)

    def left(self, player: str) -> Amount | None:
        """Return what a player can still pay; None if their wallet was not read."""
        known = self._known.get(player)
        return None if known is None else known - sum(taken.get(player, 0) for taken in self._held.values())

    def moves(self, player: str) -> int:
        """Return a number that changes whenever a batch has moved money of a player."""
        return self._moves.setdefault(player, 0)

    def hold(self, table: str, player: str, amount: Amount) -> None:
        """Record that the open batch of a table takes an amount from a wallet, or gives to it (nothing is held)."""
        taken = self._held.setdefault(table, {})
        taken[player] = taken.get(player, 0) + amount

    def settle(self, table: str, *, kept: bool) -> None:
        """Record that the open batch of a table was committed, or dropped."""
        for player, amount in self._held.pop(table, {}).items():
            if player in self._moves:
                self._moves[player] += 1
            if kept and player in self._known:
                self._known[player] -= amount
        self._settled.set()
