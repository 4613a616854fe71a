"""How fast the house's store keeps bets and settlements, against a bare fsync of the same bytes on the same disk."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable
from pathlib import Path
from statistics import median
from time import perf_counter

from figures import Chapter, Figure, below

from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import AnswerRow, Batch, Lease, Posting, RecallRow, Record

TABLE = "live-1"
PLAYERS = 10_000
BETS = 20_000
BETS_TARGET = 20_000
SETTLE_TARGET = 0.150
ROLL_MICROS = 30_000_000
OPEN_TARGET = 0.5


def measure() -> Chapter:
    """Every figure of the store in a new file."""
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(_figures(Path(folder)))
    how = (
        "SQLite, WAL, synchronous FULL, wall time. A bet is a record of 200 bytes, two postings, two balances and an"
        " answer. A settlement of 10,000 bets is one record of 1.5 MB, 10,003 postings and 10,000 recall rows."
    )
    return Chapter("The store", how, figures)


async def _figures(folder: Path) -> tuple[Figure, ...]:
    store = SqliteStore(folder / "house.db")
    start = perf_counter()
    await store.open()
    opening = perf_counter() - start
    desk = await Desk.sit(store)
    large = [await _bets_a_second(desk, 1000) for _ in range(5)]
    before = store.commits
    single = [await _bets_a_second(desk, 1) for _ in range(5)]
    grouped = 5 * BETS / (store.commits - before)
    settled = [await _timed(desk.keep(batch)) for batch in [desk.settlement() for _ in range(7)]]
    await store.close()
    return (
        below("A new store opens", opening, OPEN_TARGET),
        _rate("Bets kept, 1,000 to a batch", median(large)),
        _rate(f"Bets kept, each its own batch ({grouped:.0f} to a commit)", median(single)),
        below("10,000 bets settled in one batch", median(settled), SETTLE_TARGET, note=f" (worst {_ms(max(settled))})"),
        _against_fsync(median(settled), folder / "bare"),
    )


def _rate(name: str, rate: float) -> Figure:
    met = rate >= BETS_TARGET
    return Figure(name, f"{rate:,.0f} a second", f">= {BETS_TARGET:,}", f"{rate / BETS_TARGET:.2f} of the target", met)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def _against_fsync(settling: float, path: Path) -> Figure:
    """The physical limit: the bytes of a settlement, written and synced and nothing else."""
    load = os.urandom(1_500_000 + PLAYERS * 400)
    with path.open("wb", buffering=0) as file:
        times = []
        for _ in range(7):
            start = perf_counter()
            file.write(load)
            os.fsync(file.fileno())
            times.append(perf_counter() - start)
    bare = median(times)
    return Figure("The same bytes written and synced bare", _ms(bare), "", f"settling takes {settling / bare:.1f} x")


async def _bets_a_second(desk: Desk, size: int) -> float:
    """Twenty thousand bets, so many to a batch, as many batches under way as there are."""
    batches = [desk.bets(size) for _ in range(BETS // size)]
    seconds = await _timed(asyncio.gather(*(desk.keep(batch) for batch in batches)))
    return BETS / seconds


async def _timed(work: Awaitable[object]) -> float:
    start = perf_counter()
    await work
    return perf_counter() - start


class Desk:
    """The owner of one table, who writes its log."""

    def __init__(self, store: Store, lease: Lease) -> None:
        self._store, self._lease = store, lease
        self._seq = self._roll = self._commands = 0

    @classmethod
    async def sit(cls, store: Store) -> Desk:
        """Own the table, with chips in every rack."""
        chips = [(f"rack:{TABLE}:{n}", 100_000_000) for n in range(PLAYERS)]
        await store.post([*chips, ("bonus", -100_000_000 * PLAYERS)], why="bench", key="bench")
        lease = await store.claim(TABLE, "bench", lease_s=600)
        assert lease is not None
        return cls(store, lease)

    async def keep(self, batch: Batch) -> None:
        """Append a batch."""
        await self._store.append(self._lease, batch)

    def bets(self, size: int) -> Batch:
        """One bet of each of so many players."""
        batch = Batch()
        for _ in range(size):
            player = self._commands % PLAYERS
            self._commands += 1
            seq = self._record(batch, 200)
            batch.postings += [Posting(seq, f"rack:{TABLE}:{player}", -500), Posting(seq, f"layout:{TABLE}", 500)]
            batch.answers.append(AnswerRow(str(player), f"{os.urandom(8).hex()}", b"x" * 40))
        return batch

    def settlement(self) -> Batch:
        """Every player's bet decided by one roll."""
        batch = Batch()
        self._roll += 1
        seq = self._record(batch, 1_500_000)
        batch.postings += [Posting(seq, f"rack:{TABLE}:{player}", 500) for player in range(PLAYERS)]
        batch.postings += [
            Posting(seq, f"layout:{TABLE}", -400 * PLAYERS),
            Posting(seq, f"house:{TABLE}", -105 * PLAYERS),
        ]
        batch.postings.append(Posting(seq, f"commission:{TABLE}", 5 * PLAYERS))
        at, body = self._roll * ROLL_MICROS, b"r" * 300
        batch.recall += [RecallRow(str(player), TABLE, self._roll, 1, seq, at, body) for player in range(PLAYERS)]
        return batch

    def _record(self, batch: Batch, size: int) -> int:
        self._seq += 1
        batch.records.append(Record(TABLE, self._lease.epoch, self._seq, 0, "BetPlaced", b"b" * size, b"h" * 32))
        return self._seq


if __name__ == "__main__":
    for figure in measure().figures:
        print(f"{figure.name}: {figure.measured} ({figure.target} {figure.ratio})")
