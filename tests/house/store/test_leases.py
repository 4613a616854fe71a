"""Leases that somebody changed behind the house's back: verify names them, and no owner spoils a log by them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from comeout.house.clock import WallClock
from comeout.house.operator.desk import layout_at, owned
from comeout.house.operator.verify import Report, verify
from comeout.house.store.contract import Store
from comeout.house.store.row_digests import digest_of
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import Batch, Lease, Record
from tests.kit.house_games import Forger, at_the_house, play_evening
from tests.kit.stores import on_every_database

BOOK = "sentosa"


def record_of(lease: Lease, seq: int) -> Record:
    return Record(lease.table, lease.epoch, seq, seq, "note", b"{}", b"h" * 32)


CHANGED_LEASES = (
    "UPDATE leases SET table_id = 'other'",
    "DELETE FROM leases",
    "UPDATE leases SET epoch = 1, owner = '', expires = 0",
    "UPDATE leases SET epoch = -5, owner = '', expires = 0",
)


@on_every_database
async def test_the_next_owner_comes_after_the_last_record_whatever_was_done_to_the_lease(store: Any) -> None:
    lease = await store.claim("t1", "desk", lease_s=30)
    for _ in range(3):
        lease = await store.claim("t1", "desk", lease_s=30)
    for number, change in enumerate(CHANGED_LEASES):
        await store.append(lease, Batch([record_of(lease, number + 1)]))
        await store._change((change, ()))
        lease = await store.claim("t1", "desk", lease_s=30)
        assert lease == Lease("t1", "desk", 5 + number), change
        await store._change(("DELETE FROM leases WHERE table_id = 'other'", ()))


def test_a_changed_lease_is_still_named_when_a_house_opens_alone_and_releases_all_leases(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "house.db")
        store.alone = True
        await store.open()
        for table in ("t1", "t3"):
            assert await store.claim(table, "desk", lease_s=30)
        await store._change(("UPDATE leases SET table_id = 't2' WHERE table_id = 't1'", ()))
        await store.close()
        await store.open()
        assert await store.lease("t3") == Lease("t3", "", 1)
        assert await store.unsound() == "the lease of t2: it is not what was stored"
        await store._change(("DELETE FROM leases WHERE table_id = 't2'", ()))
        assert await store.unsound() == ""
        await store.close()

    asyncio.run(play())


def verified(path: Path) -> Report:
    report = at_the_house(path, verify)
    assert isinstance(report, Report)
    return report


@pytest.fixture
def house(tmp_path: Path) -> Path:
    at_the_house(tmp_path, lambda store: play_evening(store, BOOK, rolls=2))
    return tmp_path


@pytest.fixture
def forger(house: Path) -> Forger:
    return Forger(house, BOOK)


@pytest.mark.claim("verify-finds")
def test_a_lease_below_its_log_is_named_even_if_its_digest_was_made_anew(house: Path, forger: Forger) -> None:
    last = forger.records()[-1].epoch
    forged = (BOOK, "", last - 1, 0)
    forger.execute("UPDATE leases SET epoch = ?, digest = ? WHERE table_id = ?", last - 1, digest_of(forged), BOOK)
    fault = verified(house).fault
    assert str(fault) == f"{BOOK}: its lease has epoch {last - 1}, and the last record of its log {last}"


@pytest.mark.claim("verify-finds")
def test_a_lease_that_is_gone_is_named(house: Path, forger: Forger) -> None:
    forger.execute("DELETE FROM leases WHERE table_id = ?", BOOK)
    assert str(verified(house).fault) == f"{BOOK}: its lease is missing, and its log was written under one"


@pytest.mark.parametrize(
    "change",
    ["UPDATE leases SET table_id = 'sentosb'", "DELETE FROM leases", "UPDATE leases SET epoch = 1, owner = ''"],
)
def test_play_goes_on_in_a_sound_log_after_a_lease_was_changed(house: Path, forger: Forger, change: str) -> None:
    forger.execute(change)
    assert not verified(house).ok

    async def play_on(store: Store) -> None:
        row = await store.table(BOOK)
        assert row
        async with owned(store, WallClock(), row, await layout_at(store, row)) as writer:
            writer.note("restored", {"by": "operator"})

    at_the_house(house, play_on)
    forger.execute("DELETE FROM leases WHERE table_id <> ?", BOOK)
    assert verified(house).fault is None
