"""The one writer of a table's log, when it is not the one any more."""

from __future__ import annotations

import asyncio

from comeout.house.keeper import Keeper
from comeout.house.store import TableRow
from comeout.rules.library import load_book
from tests.house.clocks import TurnedClock
from tests.house.memory_store import MemoryStore


def test_a_keeper_whose_table_was_taken_leaves_no_snapshot_and_goes_on_until_its_next_batch() -> None:
    async def play() -> None:
        clock = TurnedClock()
        store, layout = MemoryStore(clock=clock), load_book("sentosa")
        row = TableRow("t1", "Table", layout.digest, "live", "chain", "standard", "", 0)
        keeper = Keeper(row, layout, store, clock, lambda _: None)
        keeper.lease = await store.claim("t1", "desk", lease_s=3)
        await keeper.read_back()
        keeper.note("stopped", {})
        await keeper.commit()
        clock.advance(4)
        assert await store.claim("t1", "other", lease_s=3)
        await keeper.snapshot()
        assert await store.snapshot("t1") is None

    asyncio.run(play())
