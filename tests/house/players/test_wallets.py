"""What a player can still pay, while tables take from their wallet at the same moment."""

from __future__ import annotations

import asyncio

from comeout.house.players.wallets import Wallets
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play


async def rich(cents: int = 1_000) -> tuple[MemoryStore, Wallets]:
    store = MemoryStore()
    await store.post([("bonus", -cents), ("wallet:ann", cents)], why="welcome", key="ann")
    return store, Wallets(store)


async def spend(store: MemoryStore, cents: int) -> None:
    await store.post([("wallet:ann", -cents), ("rack:t:ann", cents)], why="chips", key=f"spent {cents}")


@play
async def test_a_wallet_that_was_not_read_is_left_to_the_store() -> None:
    _, wallets = await rich()
    assert wallets.left("ann") is None


@play
async def test_what_open_batches_take_is_no_longer_there_for_any_table() -> None:
    _, wallets = await rich()
    await wallets.look("a", ["ann"])
    wallets.hold("a", "ann", 400)
    assert wallets.left("ann") == 600
    wallets.settle("a", kept=False)
    assert wallets.left("ann") == 1_000
    wallets.hold("a", "ann", 400)
    wallets.settle("a", kept=True)
    assert wallets.left("ann") == 600


@play
async def test_a_wallet_is_read_only_after_other_tables_have_committed() -> None:
    store, wallets = await rich()
    wallets.hold("a", "ann", 400)
    looking = asyncio.ensure_future(wallets.look("b", ["ann"]))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not looking.done()
    await spend(store, 400)
    wallets.settle("a", kept=True)
    await looking
    assert wallets.left("ann") == 600


@play
async def test_a_balance_from_before_a_commit_is_read_again() -> None:
    store, wallets = await rich()
    read = store.balance

    async def slow(account: str) -> int:
        found = await read(account)
        if found == 1_000:  # the commit of another table is told before this answer is
            wallets.hold("a", "ann", 400)
            await spend(store, 400)
            wallets.settle("a", kept=True)
        return found

    store.balance = slow  # type: ignore[method-assign]
    await wallets.look("b", ["ann"])
    assert wallets.left("ann") == 600


@play
async def test_chips_that_come_back_are_on_their_way_until_their_batch_is_kept() -> None:
    _, wallets = await rich()
    before = wallets.moves("ann")
    wallets.hold("a", "ann", 0)
    assert wallets.on_the_way("ann")
    assert not wallets.on_the_way("ann", but_not="a")
    wallets.settle("a", kept=True)
    assert not wallets.on_the_way("ann")
    assert wallets.moves("ann") != before
