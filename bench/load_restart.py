"""Measures how a house opens: with an empty store, and with a long log of real rolls."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from figures import Chapter, Figure, below
from load_house import BOOK, TABLE, started

from comeout.dice import ROLLS
from comeout.house.clock import WallClock
from comeout.house.host.create import create_table
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.writer import Writer
from comeout.house.players.people import People
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.log.accounts import BONUS, wallet
from comeout.log.codec import write_state
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.rules.library import load_book
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    CloseBetting,
    Command,
    OpenBetting,
    PlaceBet,
    Rejected,
    SettleRoll,
    Sit,
    ThrowDice,
)
from comeout.table.state import COMPANION

EMPTY_TARGET, LONG_TARGET = 1.5, 30.0
STARTS, SEATS, BATCH, RACK = 5, 20, 4_000, 100_000_00
ROLLS_BEFORE_STOP = 150
"""Rolls after the last snapshot, as a kill would leave them."""


def measure(events: int) -> Chapter:
    """Both kinds of opening."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [(_until_open(Path(folder) / str(number)), _bare_start()) for number in range(STARTS)]
        long = Path(folder) / "long"
        start = time.perf_counter()
        written, after = asyncio.run(_write(long, events))
        writing = time.perf_counter() - start
        restart = _until_open(long)
        start = time.perf_counter()
        same = asyncio.run(_snapshot_equals_fold(long))
        folding = time.perf_counter() - start
    empty, bare = [ours for ours, _ in starts], [theirs for _, theirs in starts]
    spread = f" ({min(empty):.2f} to {max(empty):.2f} s)"
    return Chapter(
        "Opening the house",
        "From the start of the process until its tables tell how they stand, and after each a Python that "
        f"only imports litestar and uvicorn. The long log is of real rolls of {SEATS} seats, kept by the table's own "
        f"writer; its last {after:,} records are after the last snapshot.",
        (
            below(f"an empty store, median of {STARTS}", median(empty), EMPTY_TARGET, note=spread),
            Figure("... against a Python that imports litestar and uvicorn", _against(median(empty), median(bare))),
            below(f"a store with {written:,} events", restart, LONG_TARGET, note=f" (written in {writing:.0f} s)"),
            Figure(
                "the newest snapshot against the fold of the whole log",
                f"{'equal' if same else 'different'} (folded in {folding:.0f} s)",
                "equal",
                "",
                same,
            ),
        ),
    )


def _bare_start() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import litestar, uvicorn"], check=True)
    return time.perf_counter() - start


def _against(ours: float, bare: float) -> str:
    return f"{ours / bare:.1f} times ({bare * 1000:.0f} ms)"


def _until_open(folder: Path) -> float:
    command = [sys.executable, "-m", "comeout", "serve", "--port", "0", "--data", str(folder), "--log-level", "error"]
    with started(command, first_line="http") as (_, line, start):
        address = next(word for word in line.split() if word.startswith("http"))
        with urlopen(f"{address}/api/v1/tables") as answer:
            tables = json.loads(answer.read())
        seconds = time.perf_counter() - start
        assert any(table["id"] == TABLE and table["phase"] for table in tables), "no table runs yet"
        return seconds


async def _write(folder: Path, events: int) -> tuple[int, int]:
    """A table with a log of so many events; the events written, and how many of them no snapshot holds."""
    store, clock = open_store(str(folder)), WallClock()
    await store.open()
    layout = load_book(BOOK)
    row = await create_table(
        store, clock, layout, name=TABLE, mode="live", dice="entropy", profile="standard", settings={}
    )
    people = People(store, clock)
    guests = [(await people.enter()).who.player for _ in range(SEATS)]
    people.close()
    for guest in guests:
        await store.post(((BONUS, -RACK), (wallet(guest), RACK)), why="bench", key=f"bench:{guest}")
    table = OwnedTable(row, layout, store, clock)
    writer = Writer(table)
    table.lease = await store.claim(row.id, "bench", lease_s=3600)
    await writer.read_back()
    for seat, guest in enumerate(guests, 1):
        _do(writer, Sit(seat, guest, RACK))
    dice = random.Random(7)
    while table.log.seq < events:
        while len(table.turn.batch.records) < BATCH:
            _roll(writer, dice)
        await writer.commit()
        await writer.snapshot(due=True)
    kept = table.log.seq
    for _ in range(ROLLS_BEFORE_STOP):
        _roll(writer, dice)
    await writer.commit()
    assert table.lease
    await store.release(table.lease)
    await store.close()
    return table.log.seq, table.log.seq - kept


def _roll(writer: Writer, dice: random.Random) -> None:
    """Everybody who can puts the least on the field, then the house rolls."""
    _do(writer, OpenBetting("house"))
    for seat in writer.table.state.seats:
        if writer.table.state.seats[seat].rack >= 1_00:
            _do(writer, PlaceBet(seat, "field", 1_00))
    for command in (CloseBetting("house"), ThrowDice(COMPANION), CallRoll("house", dice.choice(ROLLS))):
        _do(writer, command)
    _do(writer, SettleRoll("house"))


def _do(writer: Writer, command: Command) -> None:
    answer = decide(writer.table.layout, writer.table.state, command)
    if isinstance(answer, Rejected):
        raise RuntimeError(f"{command}: {answer.says}")
    for event in answer:
        writer.write(event)


async def _snapshot_equals_fold(folder: Path) -> bool:
    store = open_store(str(folder))
    await store.open()
    try:
        snapshot = await store.snapshot(TABLE)
        assert snapshot
        fresh, kept = await _empty_fold(store), await _empty_fold(store)
        kept.restore(snapshot)
        while fresh.log.seq < snapshot.seq:
            limit = min(1000, snapshot.seq - fresh.log.seq)
            for record in await store.records(TABLE, after=fresh.log.seq, limit=limit):
                fresh.add(record)
        return write_state(fresh.state) == write_state(kept.state) and fresh.log.hash == kept.log.hash
    finally:
        await store.close()


async def _empty_fold(store: Store) -> Fold:
    row = await store.table(TABLE)
    assert row
    return Fold(load_book(BOOK), Log(row.id, row.book))
