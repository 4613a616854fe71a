"""Short games played through a host, for tests of what a house keeps of them; and a forger's pen."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg

from comeout.house.clock import WallClock
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceSource, EntropySource
from comeout.house.host.create import create_table
from comeout.house.host.host import Host
from comeout.house.operator.export_writer import export_table
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.house.store.covered_rows import COVERED
from comeout.log.fold import Memory
from comeout.log.hash_chain import START, record_hash
from comeout.log.house_log import Changed, HouseHead, follow
from comeout.log.records import DiceKind, Record, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book
from tests.kit.stores import ON_POSTGRES, house_at

PLAYERS = ("ann", "bob")
CREW = frozenset({"pit-supervisor", "shift-manager", "boxperson", "dealer", "stickperson"})


def counting(start: int = 0) -> Callable[[int], bytes]:
    """Bytes that pass for entropy and are the same in every run."""
    calls = iter(range(start, start + 1_000_000))
    return lambda count: hashlib.shake_256(next(calls).to_bytes(8, "big")).digest(count)


def make_source(row: TableRow, memory: Memory) -> DiceSource | None:
    """The dice of a table, with short chains."""
    if row.dice == "crew":
        return None
    if row.dice == "entropy":
        return EntropySource(counting())
    return ChainSource.after(memory, row.id, counting(memory.throws), length=5)


class Evening:
    """One table of a house, its players and its crew."""

    def __init__(self, store: Store, host: Host) -> None:
        self.store, self.host = store, host
        self.answers: list[dict[str, Any]] = []

    @property
    def table(self) -> str:
        """Its id."""
        return self.host.row.id

    def ask(self, player: str, name: str, *, roles: frozenset[str] = frozenset(), **body: Any) -> None:
        """Ask the table for something."""
        number = f"{self.table}-{len(self.answers)}-{len(self.host._inbox)}-{name}"
        ask = Ask(player, number, name, body, roles, self.host.clock.monotonic(), self._answered)
        self.host.ask(ask)

    def _answered(self, data: bytes) -> None:
        self.answers.append(json.loads(data))

    async def turn(self) -> None:
        """Let the table do all that is due."""
        await self.host.turn()

    async def roll(self) -> None:
        """Have the betting time over now."""
        self.host.time.wait(0)
        await self.turn()

    async def sit(self, rack: int = 50_000) -> None:
        """Everybody gets a wallet and sits down."""
        for player in PLAYERS:
            await self.store.post([("bonus", -100_000), (f"wallet:{player}", 100_000)], why="welcome", key=player)
            self.ask(player, "Sit", rack=rack)
        await self.turn()


async def open_evening(store: Store, book: str, *, dice: DiceKind = "chain", **settings: str) -> Evening:
    """A new live table of a book, and its owner."""
    clock = WallClock()
    chosen = {"shooter": "companion", **settings}
    row = await create_table(
        store, clock, load_book(book), name=book, mode="live", dice=dice, profile="standard", settings=chosen
    )
    host = Host(row, load_book(book), store, clock=clock, owner="owner", make_source=make_source)
    assert await host.start()
    return Evening(store, host)


async def play_evening(store: Store, book: str, *, rolls: int = 8, dice: DiceKind = "chain") -> str:
    """Two players and some rolls, then the table is given up in order; its id."""
    evening = await open_evening(store, book, dice=dice)
    await evening.sit()
    evening.ask("bob", "SetSeed", seed="lucky ⚅")
    for number in range(rolls):
        for player, amount in zip(PLAYERS, (1_000, 2_500), strict=True):
            evening.ask(player, "PlaceBet", spot="field", amount=amount)
            evening.ask(player, "PlaceBet", spot="pass", amount=amount)
        if number == 2:
            evening.ask("ann", "PlaceBet", spot="place-6", amount=1_200)
        if number == 4:
            evening.ask("bob", "BuyIn", amount=5_000)
        await evening.turn()
        await evening.roll()
    await evening.host.stop()
    return evening.table


def at_the_house(path: Path, scenario: Callable[[Store], Awaitable[Any]]) -> Any:
    """Run something over the store of a data folder."""

    async def run() -> Any:
        store = open_store(house_at(path))
        await store.open()
        try:
            return await scenario(store)
        finally:
            await store.close()

    return asyncio.run(run())


def exported_evening(path: Path, book: str, *, rolls: int = 4) -> list[dict[str, Any]]:
    """The lines of the export of an evening's table."""

    async def scenario(store: Store) -> list[bytes]:
        table = await play_evening(store, book, rolls=rolls)
        return [line async for line in export_table(store, table)]

    lines = at_the_house(path, scenario)
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


class Forger:
    """Writes into the database of a house behind its back."""

    def __init__(self, path: Path, table: str) -> None:
        self.table, self._path, self._where = table, path, house_at(path)

    def execute(self, sql: str, *values: Any) -> list[Any]:
        """Run a statement, whatever the checks of the database say to it."""
        if ON_POSTGRES:
            with psycopg.connect(self._where) as server:
                server.execute("ALTER TABLE balances DROP CONSTRAINT IF EXISTS ck_balances_not_short")
                found = server.execute(sql.replace("?", "%s"), values)
                return found.fetchall() if found.description else []
        link = sqlite3.connect(self._where.removeprefix("sqlite:///"))
        try:
            with link:
                link.execute("PRAGMA ignore_check_constraints = ON")
                return link.execute(sql, values).fetchall()
        finally:
            link.close()

    def records(self) -> list[Record]:
        """The log as it lies there."""
        columns = "table_id, epoch, seq, at, kind, body, hash"
        found = self.execute(f"SELECT {columns} FROM records WHERE table_id = ? ORDER BY seq", self.table)
        return [Record._make(row) for row in found]

    def find(self, kind: str, number: int = 1) -> Record:
        """The n-th record of a kind."""
        return [record for record in self.records() if record.kind == kind][number - 1]

    def set(self, seq: int, column: str, value: Any) -> None:
        """Change one column of a record."""
        self.execute(f"UPDATE records SET {column} = ? WHERE table_id = ? AND seq = ?", value, self.table, seq)

    def rehash(self) -> None:
        """Make every hash good again, as somebody who owns the whole database can."""
        book = self.execute("SELECT book FROM tables WHERE id = ?", self.table)[0][0]
        before = START
        for record in self.records():
            before = record_hash(before, book, record)
            self.set(record.seq, "hash", before)
        self.execute("DELETE FROM snapshots WHERE table_id = ?", self.table)

    def relog(self) -> None:
        """Write a log of the house that fits whatever the rows hold now."""

        async def rows(store: Store) -> list[Changed]:
            return [row for what in COVERED for _, row in await store.covered(what, limit=10_000)]

        entries = follow(HouseHead(), at_the_house(self._path, rows), 1)
        self.execute("DELETE FROM house_log")
        for entry in entries:
            self.execute("INSERT INTO house_log VALUES (?, ?, ?, ?, ?, ?, ?)", *entry)
