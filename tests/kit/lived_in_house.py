"""A small house in which a bit of everything has happened, and everything that a store can be asked about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, get_args

from argon2 import PasswordHasher

from comeout.house.clock import WallClock
from comeout.house.host.closing import close_table
from comeout.house.operator.desk import layout_at, owned
from comeout.house.players.passwords import Passwords
from comeout.house.players.people import People
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import DiceRecord, OwnLimit
from tests.kit.house_games import CREW, PLAYERS, open_evening, play_evening

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DAY = 24 * 3600 * 1_000_000
NEVER = 2**62


async def live_in(store: Store) -> None:
    """Play at tables of every book, and have people come, go, sign in and out, hold roles and set limits."""
    for player in PLAYERS:
        await store.post([("bonus", -900_000), (f"wallet:{player}", 900_000)], why="more", key=f"more:{player}")
    for book in ("sentosa", "evolution"):
        await play_evening(store, book, rolls=2)
    await _play_and_be_warned(store)
    await _play_and_close(store)
    await _come_and_go(store)
    await store.secret("bus")
    await store.count_attempt("name ann", window=DAY)
    await store.count_attempt("name ann", window=DAY)


async def _play_and_be_warned(store: Store) -> None:
    """Play at a table that stops without order, after somebody was warned."""
    evening = await open_evening(store, "adelaide")
    await evening.sit()
    evening.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    await evening.turn()
    await evening.roll()
    evening.ask("pit", "WarnSeat", by="pit-supervisor", seat=1, roles=CREW)
    evening.ask("ann", "PlaceBet", spot="nowhere", amount=1)
    await evening.turn()
    assert evening.answers[-2]["ok"], evening.answers[-2]
    assert evening.host.table.lease
    await store.release(evening.host.table.lease)


async def _play_and_close(store: Store) -> None:
    """Play at a table that is closed."""
    table = await play_evening(store, "exhibit-a", rolls=1, dice="entropy")
    row = await store.table(table)
    assert row
    async with owned(store, WallClock(), row, await layout_at(store, row)) as writer:
        close_table(writer, inspector_told=True)


async def _come_and_go(store: Store) -> None:
    """Have two accounts and two guests, one of whom leaves for good."""
    people = People(store, WallClock(), passwords=Passwords(CHEAP))
    guest, other = await people.enter(), await people.enter()
    ada = await people.register((await people.enter()).token, "Ada", "correct horse battery")
    eve = await people.register(other.token, "Eve", "correct horse staple")
    await people.log_in("Ada", "correct horse battery")
    await people.change_password(ada.token, "correct horse battery", "staple battery")
    await people.rename(eve.who.player, "Mallory")
    await people.log_out(guest.token)
    await people.grant("Ada", "*", "boxperson", by="operator")
    await people.grant("Ada", "adelaide", "dealer", by="operator", acting=True)
    await people.revoke("Ada", "adelaide", "dealer")
    await people.grant("Mallory", "sentosa", "dealer", by="operator")
    await people.begin_again(PLAYERS[0] + "-new", 0)
    gone = await people.register((await people.enter()).token, "Gone", "correct horse gone")
    await people.delete_account(gone.token, "correct horse gone")
    people.close()
    await store.set_limit(OwnLimit(ada.who.player, "loss", 5_000, 1, None, 0))
    await store.set_limit(OwnLimit(ada.who.player, "stake", 500, 1, 1_000, 7))


class Known(NamedTuple):
    """The names that a store must be asked by."""

    tables: list[str]
    books: list[str]
    players: list[str]
    names: list[str]
    tokens: list[bytes]
    answers: list[tuple[str, str]]


async def known_to(store: Any) -> Known:
    """Return every name in a store."""

    async def column(name: str, table: str) -> list[Any]:
        return [row[0] for row in await store._rows(f"SELECT DISTINCT {name} FROM {table} ORDER BY {name}")]

    players = sorted({*await column("id", "players"), *await column("player", "recall")})
    return Known(
        tables=await column("id", "tables"),
        books=await column("digest", "books"),
        players=players,
        names=await column("name", "players"),
        tokens=await column("token", "sessions"),
        answers=[tuple(row) for row in await store._rows("SELECT player, command FROM answers")],
    )


async def everything(store: Store, known: Known) -> list[Any]:
    """Return all that the contract of a store can be asked; some of it changes by being asked."""
    found: list[Any] = [await store.tables(), await store.tables(closed=True), await store.grants()]
    found += [await store.balances(), await store.account_sums(), await store.conduct(), await store.last_answered()]
    found += [await store.book(digest) for digest in known.books]
    for table in known.tables:
        found += await _of_table(store, table)
    for player in known.players:
        found += [await store.player(player), sorted(await store.sessions_of(player)), await store.limits(player)]
        found += [await store.tables(player=player), await store.grants(player=player)]
        found += [await store.recall(player=player, table=None, before=0, limit=10_000)]
    found += [await store.player_called(name) for name in known.names]
    found += [sorted(await store.sessions(known.tokens)), *[await store.answer(*each) for each in known.answers]]
    found.append(await store.secret("bus"))
    found.append(await store.count_attempt("name ann", window=NEVER))
    return found + [await store.claim(table, "next", lease_s=1) for table in known.tables]


async def everything_in_a_copy(store: Store, known: Known, file: Path) -> list[Any]:
    """Return the same of a copy in a file, so that asking changes nothing in the store."""
    await store.backup(str(file))
    copy = SqliteStore(file)
    await copy.open()
    try:
        return await everything(copy, known)
    finally:
        await copy.close()
        for each in file.parent.glob(f"{file.name}*"):
            each.unlink()


async def _of_table(store: Store, table: str) -> list[Any]:
    found: list[Any] = [await store.table(table), await store.records(table, limit=10_000), await store.snapshot(table)]
    found += [
        await store.lease(table),
        await store.last_record(table),
        await store.last_recalled(table),
        await store.postings(table=table),
    ]
    found += [await store.dice_record(table, kind, before=NEVER) for kind in get_args(DiceRecord)]
    return [*found, await store.recall(player=None, table=table, before=0, limit=10_000)]
