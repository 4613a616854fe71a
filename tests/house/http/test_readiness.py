"""Alive and ready: what a house says of itself while its disk is full, its store is away or its bus is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from litestar.testing import TestClient

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.http.readiness import (
    CLOSED,
    KEPT_SECONDS,
    NO_BUS,
    REFUSED_SECONDS,
    SILENT,
    STALE,
    UNWRITTEN,
    Readiness,
)
from comeout.house.store.contract import LEASE_SECONDS, StoreTrouble
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import Batch, Lease, TableRow
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore


class Ailing(MemoryStore):
    """A store that cannot be read, or cannot be written, when a test says so."""

    unread = unwritten = False

    async def table(self, table: str) -> TableRow | None:
        if self.unread:
            raise StoreTrouble("the store /srv/secret/house.db cannot be used: gone")
        return await super().table(table)

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        if self.unwritten:
            raise StoreTrouble("the store /srv/secret/house.db cannot be used: database or disk is full")
        return await super().renew(lease, lease_s=lease_s)

    async def append(self, lease: Lease, batch: Batch) -> None:
        if self.unwritten:
            raise StoreTrouble("the store /srv/secret/house.db cannot be used: database or disk is full")
        await super().append(lease, batch)


def in_house(scenario: Callable[[House, Ailing, TurnedClock, Readiness], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = TurnedClock()
        store = Ailing(clock=clock)
        house = House(store, clock)
        readiness = Readiness(house)
        assert await readiness.problems() == [CLOSED]
        await house.start()
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == []
        try:
            await scenario(house, store, clock, readiness)
        finally:
            store.unread = store.unwritten = False
            await house.stop()
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == [CLOSED]

    asyncio.run(run())


async def renew(house: House) -> None:
    for host in house.hosts:
        await house._renew(host)


def test_a_store_that_does_not_answer_is_said_and_so_is_its_return() -> None:
    async def scenario(_: House, store: Ailing, clock: TurnedClock, readiness: Readiness) -> None:
        store.unread = True
        assert await readiness.problems() == [], "an answer is given again for a moment"
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == [SILENT]
        store.unread = False
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == []

    in_house(scenario)


@pytest.mark.claim("ready-true")
def test_a_full_disk_is_said_by_the_next_lease_and_then_that_leases_run_out() -> None:
    async def scenario(house: House, store: Ailing, clock: TurnedClock, readiness: Readiness) -> None:
        store.unwritten = True
        await renew(house)
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == [UNWRITTEN]
        clock.advance(LEASE_SECONDS)
        assert await readiness.problems() == [UNWRITTEN, STALE]
        store.unwritten = False
        await renew(house)
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == []

    in_house(scenario)


def test_a_batch_that_was_refused_counts_until_another_is_committed_or_for_a_while() -> None:
    async def scenario(house: House, _: Ailing, clock: TurnedClock, readiness: Readiness) -> None:
        house.hosts[0].refused_at = clock.monotonic()
        clock.advance(KEPT_SECONDS)
        await renew(house)
        assert await readiness.problems() == [UNWRITTEN]
        clock.advance(REFUSED_SECONDS)
        await renew(house)
        assert await readiness.problems() == []

    in_house(scenario)


@pytest.mark.claim("ready-true")
def test_a_bus_that_is_gone_is_said() -> None:
    async def scenario(house: House, _: Ailing, clock: TurnedClock, readiness: Readiness) -> None:
        house.bus.is_up = False  # type: ignore[misc]
        clock.advance(KEPT_SECONDS)
        assert await readiness.problems() == [NO_BUS]

    in_house(scenario)


@pytest.mark.claim("ready-true")
def test_ready_is_503_with_the_reason_and_alive_stays_alive() -> None:
    store = Ailing()
    house = House(store, WallClock())
    with TestClient(make_app(house)) as client:
        assert (client.get("/ready").status_code, client.get("/ready").json()) == (200, {"ready": True})
        store.unread = True
        house.unwritten = True
        client.app.state.readiness._until = 0.0
        answer = client.get("/ready")
        says = f"the house is not ready: {SILENT}, {UNWRITTEN}"
        assert (answer.status_code, answer.json()) == (503, {"says": says})
        assert client.get("/health").status_code == 200
        store.unread = False


@pytest.mark.claim("ready-true")
@pytest.mark.parametrize("path", ["/ready", "/health", "/api/v1/tables/nowhere", "/api/v1/tables"])
def test_a_store_that_is_away_tells_strangers_no_path(tmp_path: Path, path: str) -> None:
    store = SqliteStore(tmp_path / "house.db")
    with TestClient(make_app(House(store, WallClock()))) as client:
        token = client.post("/api/v1/session").json()["token"]
        readers, store._readers = store._readers, None
        client.app.state.readiness._until = 0.0
        answer = client.get(path, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == (200 if path == "/health" else 503)
        assert str(tmp_path) not in answer.text
        assert "house.db" not in answer.text
        store._readers = readers
