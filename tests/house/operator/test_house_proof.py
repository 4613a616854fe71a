"""Proof of the log of the house: it holds while people come and go, and names the row that is not what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from comeout.house.clock import WallClock
from comeout.house.operator.house_proof import HouseProof
from comeout.house.operator.restored_house import end_what_may_be_outdated
from comeout.house.operator.verify import as_json, told, verify
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.house_log import Changed
from comeout.log.records import LoginSession, Player, SnapshotRow, TableRow
from tests.kit.lived_in_house import live_in
from tests.kit.stores import on_every_database

NEVER = 2**62


@on_every_database
async def test_the_length_and_the_last_hash_are_told_for_an_operator_to_keep(store: Store) -> None:
    assert "the house" not in told(await verify(store))[0], "nothing has happened yet"
    await store.add_player(Player("p1", "", "", 1))
    await store.add_player(Player("p2", "", "", 2))
    last = (await store.house_log())[-1]
    report = await verify(store)
    assert told(report)[:2] == ["the house: 2 changes in its log", f"  head {last.hash.hex()}"]
    assert as_json(report)["house"] == {"entries": 2, "head": last.hash.hex()}


class Busy(SqliteStore):
    """A store in which somebody signs in while its rows are read."""

    async def covered(
        self, what: str, *, after: Sequence[Any] = (), limit: int = 1000
    ) -> Sequence[tuple[tuple[Any, ...], Changed]]:
        if what == "sessions" and not after and await self.session(b"late") is None:
            await self.add_session(LoginSession(b"late", "p1", 1, NEVER))
        return await super().covered(what, after=after, limit=limit)


def test_a_row_that_changes_while_it_is_compared_is_left_to_the_next_proof(tmp_path: Path) -> None:
    async def play() -> None:
        store = Busy(tmp_path / "house.db")
        await store.open()
        await store.add_player(Player("p1", "", "", 1))
        proof = HouseProof()
        assert await proof.compare(store) is None
        assert proof.head.seq == 2
        await store._change(("UPDATE players SET created = 2", ()))
        assert str(await proof.compare(store)) == 'row ["p1"] of players: it is not what the log of the house says'
        await store.close()

    asyncio.run(play())


@on_every_database
async def test_a_long_key_is_cut_short_where_it_is_shown(store: Any) -> None:
    await store.add_session(LoginSession(bytes(32), "p1", 1, NEVER))
    await store._change(("DELETE FROM sessions", ()))
    found = str(await HouseProof().compare(store))
    assert found == f'row ["{"0" * 58}... of sessions: it is missing, by the log of the house'
    await store._change(("DELETE FROM house_log", ()))


def test_a_lived_in_house_its_backup_and_what_is_restored_from_it_hold(where: str, tmp_path: Path) -> None:
    async def lived(store: Store) -> None:
        await live_in(store)
        assert (await verify(store)).fault is None
        await store.backup(str(tmp_path / "copy.db"))

    async def restored(store: Store) -> None:
        before = await verify(store)
        assert before.fault is None
        done = await end_what_may_be_outdated(store, WallClock())
        assert (done.sessions, len(done.suspended), done.unmarked) == (2, 2, ())
        after = await verify(store)
        assert after.fault is None
        assert after.entries == before.entries + 4, "two sessions and two roles have ended"

    asyncio.run(_at(where, lived))
    asyncio.run(_at(f"sqlite:///{tmp_path}/copy.db", restored))


async def _at(where: str, work: Callable[[Store], Awaitable[None]]) -> None:
    store = open_store(where)
    await store.open()
    try:
        await work(store)
    finally:
        await store.close()


def test_a_row_that_was_changed_by_hand_is_named_also_when_the_house_has_deleted_it_since(where: str) -> None:
    """A session that is made to look expired is deleted when the store is opened."""

    async def expire(store: Any) -> None:
        await store.add_session(LoginSession(b"\1", "p1", 1, NEVER))
        await store._change(("UPDATE sessions SET expires = 2", ()))

    async def find(store: Store) -> None:
        assert await store.session(b"\1") is None
        says = "it was not what the log of the house says when the house changed it (record 2 there)"
        assert str((await verify(store)).fault) == f'row ["01"] of sessions: {says}'

    asyncio.run(_at(where, expire))
    asyncio.run(_at(where, find))


@on_every_database
async def test_a_changed_snapshot_is_of_no_account_once_new_ones_have_replaced_it(store: Any) -> None:
    await store.create_table(TableRow("t1", "T", "digest", "live", "chain", "standard", "", 1))
    lease = await store.claim("t1", "owner", lease_s=30)
    for seq in (1, 2, 3):
        await store.save_snapshot(lease, SnapshotRow("t1", seq, b"h", b"body"))
        await store._change(("UPDATE snapshots SET hash = ? WHERE seq = 1", (b"forged",)))
        assert (await HouseProof().compare(store) is None) == (seq == 3)
