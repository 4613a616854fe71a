"""A memory store that fails at times, as a seed decides: commits that are lost, late or unknown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from comeout.house.store.contract import StoreTrouble
from comeout.log.records import Batch, Lease, Record, SnapshotRow
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore


class ShakyStore(MemoryStore):
    """A store that is slow, and that fails before or after it has kept what it was given."""

    def __init__(self, rng: Random, clock: TurnedClock) -> None:
        super().__init__(clock=clock)
        self._rng, self._turned = rng, clock
        self.trouble = rng.choice((0.0, 0.02, 0.1))
        self.slowness = rng.choice((0.0, 0.1, 0.5))
        self.down = False

    async def _shake(self) -> None:
        if self._rng.random() < self.slowness:
            await self._turned.sleep(self._rng.choice((0.001, 0.05, 0.4)))
        if self.down or self._rng.random() < self.trouble:
            raise StoreTrouble("the disk is full")

    async def append(self, lease: Lease, batch: Batch) -> None:
        await self._shake()
        await super().append(lease, batch)
        await self._shake()

    async def records(self, table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        await self._shake()
        return await super().records(table, after=after, limit=limit)

    async def answer(self, player: str, command: str) -> bytes | None:
        await self._shake()
        return await super().answer(player, command)

    async def answers(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        await self._shake()
        return await super().answers(commands)

    async def snapshot(self, table: str) -> SnapshotRow | None:
        await self._shake()
        return await super().snapshot(table)

    async def save_snapshot(self, lease: Lease, snapshot: SnapshotRow) -> None:
        await self._shake()
        await super().save_snapshot(lease, snapshot)
        await self._shake()

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        await self._shake()
        return await super().claim(table, owner, lease_s=lease_s)

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        await self._shake()
        return await super().renew(lease, lease_s=lease_s)

    async def release(self, lease: Lease) -> None:
        await self._shake()
        await super().release(lease)
