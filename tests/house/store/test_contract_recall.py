"""The store's contract for snapshots and recall, on every store."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from comeout.house.store import ConfigError, open_store
from comeout.house.store.contract import StaleOwner, Store, StoreTrouble
from comeout.house.store.postgres import PostgresStore
from comeout.house.store.sql import SqlStore
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import (
    Batch,
    BookRow,
    ConductRow,
    Grant,
    LoginSession,
    OwnLimit,
    Player,
    RecallRow,
    SnapshotRow,
)
from tests.house.store.test_contract import ADA, HOUR, NEVER, TABLE, buy_in, everything, owned, record
from tests.kit.stores import neighbour, on_every_database, on_every_store

# ---- snapshots and recall


@on_every_store
async def test_the_newest_snapshot_is_read_whatever_the_order_they_came_in(store: Store) -> None:
    lease, other = await store.claim(TABLE, "desk", lease_s=30), await store.claim("t2", "desk", lease_s=30)
    assert lease is not None
    assert other is not None
    assert await store.snapshot(TABLE) is None
    for seq in (10, 30, 20):
        await store.save_snapshot(lease, SnapshotRow(TABLE, seq, b"h", bytes([seq])))
    await store.save_snapshot(other, SnapshotRow("t2", 99, b"h", b"other"))
    assert await store.snapshot(TABLE) == SnapshotRow(TABLE, 30, b"h", bytes([30]))
    if isinstance(store, SqlStore):
        kept = await store._rows("SELECT seq FROM snapshots WHERE table_id = ? ORDER BY seq", TABLE)
        assert kept == [(20,), (30,)]
    await store.save_snapshot(lease, SnapshotRow(TABLE, 30, b"h", b"again"))
    assert await store.snapshot(TABLE) == SnapshotRow(TABLE, 30, b"h", b"again")
    with pytest.raises(ValueError, match="not for the owner of t2"):
        await store.save_snapshot(other, SnapshotRow(TABLE, 40, b"h", b"s"))


@on_every_store
async def test_a_snapshot_of_an_owner_whose_table_was_taken_is_refused(store: Store) -> None:
    lease = await owned(store)
    kept = SnapshotRow(TABLE, 10, b"h", b"kept")
    await store.save_snapshot(lease, kept)
    assert await store.renew(lease, lease_s=0)
    async with neighbour(store) as second:
        taken = await second.claim(TABLE, "other", lease_s=30)
        assert taken is not None
        for seq in (10, 20):
            with pytest.raises(StaleOwner, match="desk does not own t1 in epoch 1"):
                await store.save_snapshot(lease, SnapshotRow(TABLE, seq, b"h", b"stale"))
        assert await store.snapshot(TABLE) == kept
        await second.save_snapshot(taken, kept._replace(body=b"new"))
    assert await store.snapshot(TABLE) == kept._replace(body=b"new")


async def three_rolls(store: Store) -> list[RecallRow]:
    """Two players, three settled rolls; the rows as a table's recall shows them."""
    lease = await owned(store)
    rows = [
        RecallRow(who, TABLE, roll, 1, roll, roll * HOUR, b"%d" % roll) for roll in (3, 2, 1) for who in ("ada", "bob")
    ]
    for roll in (1, 2, 3):
        await store.append(lease, Batch([record(lease, roll)], recall=[row for row in rows if row.roll == roll]))
    return rows


@on_every_store
async def test_recall_is_read_newest_first_by_player_and_by_table(store: Store) -> None:
    rows = await three_rolls(store)
    assert await store.recall(player=None, table=TABLE, before=0, limit=10) == rows
    assert await store.recall(player="bob", table=None, before=0, limit=10) == rows[1::2]
    assert await store.recall(player="bob", table=TABLE, before=3 * HOUR, limit=1) == [rows[3]]
    assert await store.recall(player="bob", table="t2", before=0, limit=10) == []


@on_every_store
async def test_judgements_of_players_are_kept_with_their_records_or_not_at_all(store: Store) -> None:
    lease = await owned(store)
    rows = [
        ConductRow("ada", "adelaide", TABLE, 1, HOUR, "told-off"),
        ConductRow("ada", "adelaide", TABLE, 2, 2 * HOUR, "barred"),
        ConductRow("bob", "adelaide", TABLE, 2, 2 * HOUR, "warned"),
    ]
    await store.append(lease, Batch([record(lease, 1)], conduct=rows[:1]))
    await store.append(lease, Batch([record(lease, 2)], conduct=rows[1:]))
    with pytest.raises(StaleOwner):
        await store.append(lease, Batch([record(lease, 2)], conduct=[rows[0]._replace(seq=2)]))
    assert await store.conduct() == rows
    assert await store.conduct(since=2 * HOUR) == rows[1:]


@on_every_store
async def test_a_page_of_recall_never_ends_inside_a_roll(store: Store) -> None:
    rows = await three_rolls(store)
    assert await store.recall(player=None, table=TABLE, before=0, limit=3) == rows[:4]
    assert await store.recall(player=None, table=TABLE, before=2 * HOUR, limit=3) == rows[4:]


@on_every_store
async def test_a_players_rolls_at_several_tables_come_in_the_order_of_time(store: Store) -> None:
    one = await owned(store)
    two = await store.claim("t2", "desk", lease_s=30)
    assert two is not None
    times = {one: (1, HOUR, HOUR + 2, 5 * HOUR), two: (2, HOUR + 1, HOUR + 2, 9 * HOUR)}
    rows: list[RecallRow] = []
    for lease, moments in times.items():
        mine = [
            RecallRow("ada", lease.table, seq, 1, seq, at, b"") for seq, at in enumerate(moments, 1 + 90 * len(rows))
        ]
        strangers = [row._replace(player="bob") for row in mine]
        await store.append(lease, Batch(recall=[*strangers, *mine]))
        rows += mine
    rows.sort(key=lambda row: (-row.at, row.table))
    assert await store.recall(player="ada", table=None, before=0, limit=100) == rows
    pages, before = [], 0
    while page := await store.recall(player="ada", table=None, before=before, limit=3):
        pages.append(len(page))
        assert page == rows[sum(pages[:-1]) :][: len(page)]
        before = page[-1].at
    assert pages == [4, 3, 1]


# ---- the store itself


@on_every_store
async def test_what_no_column_takes_is_a_mistake_of_the_caller(store: Store) -> None:
    lease = await owned(store)
    with pytest.raises(ValueError, match=r"."):
        await store.add_player(Player("p1", "\ud800", "", 1))
    with pytest.raises(ValueError, match=r"."):
        await store.set_limit(OwnLimit("ada", "loss", 2**63, 1, None, 0))
    with pytest.raises(ValueError, match=r"."):
        await store.append(lease, Batch([record(lease, 1)._replace(at=2**63)]))
    await store.append(lease, Batch([record(lease, 1)]))


@on_every_store
async def test_what_no_name_can_hold_is_not_found(store: Store) -> None:
    await owned(store)
    assert await store.table("\0") is None
    assert await store.last_record(f"{TABLE}\0") is None
    assert await store.player_called("ada\0") is None
    assert await store.recall(player=None, table="\0", before=0, limit=10) == []


def test_a_store_keeps_everything_while_it_is_closed(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        lease = await owned(store)
        await store.append(lease, buy_in(lease, 1, 100, "c1"))
        before = await everything(store)
        await store.close()
        again = open_store(where)
        await again.open()
        assert await everything(again) == before
        await again.close()

    asyncio.run(play())


def test_what_was_handed_over_is_finished_before_a_store_closes(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        await store.open()
        lease = await owned(store)
        under_way = [asyncio.ensure_future(store.append(lease, buy_in(lease, seq, 1))) for seq in range(1, 51)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*under_way) == [None] * 50

    asyncio.run(play())


def test_a_store_that_is_not_open_is_in_trouble(where: str) -> None:
    async def play() -> None:
        store = open_store(where)
        for _ in range(2):
            with pytest.raises(StoreTrouble, match="not open"):
                await store.balance(ADA)
            with pytest.raises(StoreTrouble, match="not open"):
                await store.post([], why="", key="")
            with pytest.raises(StoreTrouble, match="not open"):
                await store.claim(TABLE, "desk", lease_s=1)
            await store.open()
            await store.close()
            await store.close()

    asyncio.run(play())


@on_every_database
async def test_a_backup_opens_as_a_store_with_the_same_content(store: Store) -> None:
    lease = await owned(store)
    batch = buy_in(lease, 1, 100, "c1")
    batch.recall.append(RecallRow("ada", TABLE, 1, 1, 1, 9, b"\x00\xff"))
    await store.append(lease, batch)
    await store.keep_book(BookRow("d", "n", "text", "{}"))
    await store.add_player(Player("p1", "Ada", "hash", 1))
    await store.add_session(LoginSession(b"t", "p1", 1, NEVER))
    await store.grant(Grant("p1", "*", "dealer", True, "op", 1))
    await store.set_limit(OwnLimit("p1", "loss", 5, 1, None, 0))
    await store.save_snapshot(lease, SnapshotRow(TABLE, 1, b"h", b"s"))
    with TemporaryDirectory() as folder:
        target = Path(folder) / "copy.db"
        await store.backup(str(target))
        copy = SqliteStore(target)
        await copy.open()
        try:
            assert await everything(copy) == await everything(store)
            for seen in (copy, store):
                assert await seen.player_called("ada") == Player("p1", "Ada", "hash", 1)
                assert await seen.session(b"t") == LoginSession(b"t", "p1", 1, NEVER)
                assert await seen.grants() == [Grant("p1", "*", "dealer", True, "op", 1)]
                assert await seen.limits("p1") == [OwnLimit("p1", "loss", 5, 1, None, 0)]
                assert await seen.snapshot(TABLE) == SnapshotRow(TABLE, 1, b"h", b"s")
                assert await seen.book("d") == BookRow("d", "n", "text", "{}")
                assert await seen.recall(player="ada", table=None, before=0, limit=9) == batch.recall
            await copy.append(lease, buy_in(lease, 2, 100))
        finally:
            await copy.close()
        with pytest.raises(ValueError, match="a backup goes to a new file"):
            await store.backup(str(target))
        with pytest.raises(StoreTrouble):
            await store.backup(f"{folder}/nowhere/copy.db")


def test_a_store_is_named_by_a_folder_or_an_address(tmp_path: Path) -> None:
    for name, path in ((str(tmp_path / "data"), tmp_path / "data" / "house.db"), ("sqlite:///a/b.db", Path("a/b.db"))):
        store = open_store(name)
        assert isinstance(store, SqliteStore)
        assert store.path == path
    assert isinstance(open_store("postgresql://localhost/house"), PostgresStore)


@pytest.mark.parametrize("name", ["", "mysql://localhost/x", "sqlite:///"])
def test_a_store_nobody_knows_is_refused_with_what_would_do(name: str) -> None:
    with pytest.raises(ConfigError, match="it should be a folder, sqlite:///PATH or postgresql://"):
        open_store(name)


def test_a_file_in_the_place_of_the_folder_is_refused_with_what_would_do(tmp_path: Path) -> None:
    (tmp_path / "house.db").touch()
    with pytest.raises(ConfigError, match="is a file; it should be a folder, or sqlite:///"):
        open_store(tmp_path / "house.db")
