"""Rows that no table's log proves: every change of them is logged, and every changed column is found."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from comeout.house.operator.house_proof import HouseProof
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.house.store.covered_rows import COVERED
from comeout.house.store.sql_schema import metadata
from comeout.log.house_log import GONE
from comeout.log.records import (
    AnswerRow,
    Batch,
    BookRow,
    ConductRow,
    Grant,
    Lease,
    LoginSession,
    OwnLimit,
    Player,
    RecallRow,
    Record,
    SnapshotRow,
    TableRow,
)
from tests.kit.stores import neighbour, on_every_database

ROW = TableRow("t1", "The long table", "digest", "live", "chain", "standard", "", 1)
ADA, BOB = Player("p1", "Ada", "hash", 1), Player("p2", "", "", 2)
NEVER = 2**62


async def logged(store: Store, *, after: int = 0) -> list[tuple[str, list[Any], bool]]:
    """What the log of the house tells since then: table, key, and whether the row is still there."""
    entries = await store.house_log(after=after)
    return [(entry.what, json.loads(entry.key), entry.digest != GONE) for entry in entries]


async def lived_in(store: Store) -> Lease:
    """Rows in every table that is checked."""
    await store.keep_book(BookRow("digest", "house", "[book]\n", "{}"))
    await store.create_table(ROW)
    await store.add_player(ADA)
    await store.add_player(BOB)
    await store.post([("bonus", -5), ("wallet:p1", 5)], why="welcome", key="welcome:p1")
    await store.add_session(LoginSession(b"\1\2", "p1", 1, NEVER))
    await store.grant(Grant("p1", "t1", "dealer", False, "operator", 3))
    await store.set_limit(OwnLimit("p1", "loss", 500, 1, None, 0))
    await store.secret("bus")
    await store.count_attempt("ada", window=1)
    lease = await store.claim("t1", "desk", lease_s=30)
    assert lease is not None
    recall = RecallRow("p1", "t1", 1, 1, 1, 700_000_000, b"{}")
    record = Record("t1", 1, 1, 700_000_000, "TableOpened", b"{}", b"h" * 32)
    conduct = ConductRow("p1", "adelaide", "t1", 1, 5, "warned")
    await store.append(lease, Batch([record], [], [AnswerRow("p1", "c1", b'{"seq":1}')], [recall], [conduct]))
    await store.save_snapshot(lease, SnapshotRow("t1", 1, b"h" * 32, b"body"))
    return lease


@on_every_database
async def test_every_change_of_a_covered_row_is_entered_and_what_changes_nothing_is_not(store: Store) -> None:
    lease = await lived_in(store)
    assert {what for what, _, _ in await logged(store)} == COVERED.keys()
    end = len(await logged(store))
    await store.keep_book(BookRow("digest", "house", "another", "{}"))
    await store.post([("bonus", -5), ("wallet:p1", 5)], why="welcome", key="welcome:p1")
    await store.prolong_session(b"\3", 5)
    assert not await store.revoke("p1", "t1", "boxperson")
    assert await logged(store, after=end) == []
    await store.revoke("p1", "t1", "dealer")
    await store.prolong_session(b"\1\2", 5)
    await store.append(lease, Batch([], closes=True))
    assert await logged(store, after=end) == [
        ("grants", ["p1", "t1", "dealer"], False),
        ("sessions", ["0102"], True),
        ("tables", ["t1"], True),
    ]


@on_every_database
async def test_a_deleted_account_leaves_neither_name_nor_password_in_the_log(store: Store) -> None:
    await lived_in(store)
    await store.forget_player("p1")
    assert ("players", ["p1"], True) in await logged(store)
    assert not [entry for entry in await store.house_log() if b"Ada" in repr(entry).encode()]


@on_every_database
async def test_two_processes_enter_their_changes_in_one_chain(store: Store) -> None:
    async with neighbour(store) as other:
        for start in range(0, 40, 20):
            adding = [
                (store, other)[number % 2].add_player(Player(f"g{number}", "", "", number))
                for number in range(start, start + 20)
            ]
            await asyncio.gather(*adding)
    assert [entry.seq for entry in await store.house_log()] == list(range(1, 41))


# ---- somebody changes a row behind the house's back


@asynccontextmanager
async def opened(where: str) -> AsyncIterator[Any]:
    store = open_store(where)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


FORGERIES = (
    ("books", "text = 'x'", 'row ["digest"] of books: it is not what the log of the house says'),
    ("conduct", "kind = 'barred'", 'row ["t1",1,"p1","barred"] of conduct: the log of the house does not know it'),
    ("grants", "role = 'boxperson'", 'row ["p1","t1","boxperson"] of grants: the log of the house does not know it'),
    ("limits", "value = 5000", 'row ["p1","loss"] of limits: it is not what'),
    ("moves", "why = 'x' WHERE line = 1", 'row ["welcome:p1",1] of moves: it is not what'),
    ("players", "password = 'mine' WHERE id = 'p1'", 'row ["p1"] of players: it is not what'),
    ("players", "called = 'eve' WHERE id = 'p1'", 'row ["p1"] of players: it is not what'),
    ("secrets", "name = 'tram'", 'row ["bus"] of secrets: it is missing, by the log of the house'),
    ("sessions", "player = 'p2'", 'row ["0102"] of sessions: it is not what'),
    ("snapshots", "body = {bytes}", 'row ["t1",1] of snapshots: it is not what'),
    ("tables", "dice = 'crew'", 'row ["t1"] of tables: it is not what'),
    ("house_log", "at = at + 1 WHERE seq = 2", "the log of the house, record 2 (tables): it is not what was logged"),
    ("answers", "reply = {bytes}", "the answer of command c1 of p1: it is not what was stored"),
    ("answers", "command = 'c2'", "the answer of command c2 of p1: it is not what was stored"),
    ("answers", "player = 'p2'", "the answer of command c1 of p2: it is not what was stored"),
    ("answers", "at = at + 1", "the answer of command c1 of p1: it is not what was stored"),
    ("leases", "table_id = 't2'", "the lease of t2: it is not what was stored"),
    ("leases", "owner = 'tesk'", "the lease of t1: it is not what was stored"),
    ("leases", "expires = expires + 1", "the lease of t1: it is not what was stored"),
    ("leases", "digest = {bytes}", "the lease of t1: it is not what was stored"),
    ("leases", "epoch = 9", "the lease of t1: it is not what was stored"),
    ("leases", "owner = ''", "the lease of t1: it is not what was stored"),
    ("leases", "expires = 4611686018427387904", "the lease of t1: it would never end"),
    ("attempts", "key = 'adb'", "the attempts under adb: it is not what was stored"),
    ("attempts", "count = count + 1, since = since - 1", "the attempts under ada: it is not what was stored"),
    ("attempts", "count = 0", "the attempts under ada: it is not what was stored"),
    ("recall", "span = 7", "a recalled roll of p1: it is not what was stored"),
    ("recall", "seq = -3", "a recalled roll of p1: it is not what was stored"),
    ("records", "seq = 0", "the log of t1: it is not what was stored"),
    ("house_log", "seq = -seq", "entry -"),
    ("recall", "table_id = 't2'", "a recalled roll of p1 at no table of the house"),
    ("records", "table_id = 't2', seq = 2", "the log of t2, which is no table of the house"),
    ("played", "span = 7", "the rolls of p1: their index does not fit them"),
    ("skeletons", "player = 'p2'", "the skeleton of the name of p1: it does not follow from the name"),
    ("skeletons", "skeleton = 'eve'", "the skeleton of the name of p1: it does not follow from the name"),
)


@pytest.mark.claim("verify-rows")
def test_whatever_is_changed_in_a_row_is_named(where: str) -> None:
    async def play() -> None:
        async with opened(where) as store:
            await lived_in(store)
            for table, change, says in FORGERIES:
                found = await _forged(store, table, change)
                assert found.startswith(says), (table, change)

    asyncio.run(play())


async def _forged(store: Any, table: str, change: str) -> str:
    """Change a table, say what is found, and put its rows back."""
    columns = [column.name for column in metadata.tables[table].columns]
    rows = await store._rows(f"SELECT {', '.join(columns)} FROM {table}")
    values = (b"forged",) if "{bytes}" in change else ()
    await store._change((f"UPDATE {table} SET {change.format(bytes='?')}", values))
    found = await store.unsound() or str(await HouseProof().compare(store) or "")
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
    await store._change((f"DELETE FROM {table}", ()), *((insert, row) for row in rows))
    assert await store.unsound() == ""
    assert await HouseProof().compare(store) is None
    return found


@on_every_database
async def test_what_the_house_changes_in_a_sound_row_leaves_it_sound(store: Any) -> None:
    lease = await lived_in(store)
    for window in (NEVER, 1):
        await store.count_attempt("ada", window=window)
        assert await store.unsound() == ""
    assert await store.renew(lease, lease_s=60)
    assert await store.unsound() == ""
    await store.release(lease)
    assert await store.unsound() == ""
    assert await store.claim("t1", "other", lease_s=1)
    assert await store.unsound() == ""


@on_every_database
async def test_attempts_that_were_changed_are_still_named_after_one_more(store: Any) -> None:
    await lived_in(store)
    await store._change(("UPDATE attempts SET count = 5", ()))
    assert (await store.count_attempt("ada", window=NEVER)).number == 6
    assert (await store.unsound()).startswith("the attempts under ada")
    await store.count_attempt("ada", window=1)
    assert await store.unsound() == "", "a new window begins anew"


@on_every_database
async def test_a_snapshot_that_is_not_the_one_that_was_saved_is_not_given_out(store: Any) -> None:
    await lived_in(store)
    saved = SnapshotRow("t1", 1, b"h" * 32, b"body")
    assert await store.snapshot("t1") == saved
    for table, change, back in (
        ("snapshots", "seq = seq + 1", "seq = seq - 1"),
        ("snapshots", "hash = body", "hash = ?"),
        ("house_log", "at = at + 1", "at = at - 1"),
    ):
        await store._change((f"UPDATE {table} SET {change}", ()))
        assert await store.snapshot("t1") is None, change
        await store._change((f"UPDATE {table} SET {back}", (saved.hash,) * back.count("?")))
    assert await store.snapshot("t1") == saved
