"""The application opens and closes its house, also one that cannot open."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.clock import WallClock
from comeout.house.cluster.bus import BusTrouble, NoBus
from comeout.house.house import House
from comeout.house.http.app import make_app
from tests.kit.memory_store import MemoryStore


class Gone(NoBus):
    async def open(self) -> None:
        raise BusTrouble("no bus at nats://127.0.0.1:1")


def test_a_house_that_cannot_open_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    store, closed = MemoryStore(), list[str]()

    async def close() -> None:
        closed.append("store")

    monkeypatch.setattr(store, "close", close)

    async def scenario() -> None:
        with pytest.raises(ExceptionGroup) as failed:
            async with make_app(House(store, WallClock(), bus=Gone())).lifespan():
                pass
        assert failed.group_contains(BusTrouble)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scenario())
    assert closed == ["store"]
