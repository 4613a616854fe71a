"""A house to load: its store filled with guests before it opens, its process watched while it runs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from comeout.house.clock import WallClock
from comeout.house.host.create import create_table
from comeout.house.players.people import People
from comeout.house.store import open_store
from comeout.house.store.sqlite import SqliteStore
from comeout.rules.library import load_book

HERE = Path(__file__).resolve().parent
BOOK = TABLE = "evolution"
"""A book without a shooter: nobody need take the dice."""
PATH = f"/api/v1/tables/{TABLE}/live"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Serving:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    host: str
    port: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU time it has used."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes it holds in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(*arguments: str) -> Iterator[Serving]:
    """A server of load_server.py, ready when this is entered, gone when it is left."""
    command = [sys.executable, str(HERE / "load_server.py"), *arguments]
    with started(command, first_line="http") as (process, address, _):
        where = urlsplit(address)
        yield Serving(process, str(where.hostname), int(where.port or 0))


@contextmanager
def started(command: list[str], *, first_line: str) -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """A process, the line it prints when it is ready, and the moment it was started."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        line = next((line for line in process.stdout if first_line in line), "")
        if not line:
            raise RuntimeError(f"{' '.join(command)} never got ready")
        yield process, line.strip(), start
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def fill(folder: Path, guests: int, *, betting_time: int, inspector: bool = False) -> list[str]:
    """A store with one table and so many guests with their wallets; the tokens of the guests."""
    return asyncio.run(_fill(folder, guests, betting_time, inspector))


async def _fill(folder: Path, guests: int, betting_time: int, inspector: bool) -> list[str]:
    store, clock = open_store(str(folder)), WallClock()
    await store.open()
    people = People(store, clock)
    try:
        await create_table(
            store,
            clock,
            load_book(BOOK),
            name=TABLE,
            mode="live",
            dice="chain",
            profile="standard",
            settings={"betting-time": str(betting_time)},
        )
        entered = await asyncio.gather(*(people.enter() for _ in range(guests)))
        if inspector:
            await people.grant(entered[-1].who.player, TABLE, "inspector", by="bench")
    finally:
        people.close()
        await store.close()
    return [each.token for each in entered]


def kept_bets(folder: Path) -> int:
    """The bets that the log of a house holds, whatever became of its process."""
    return asyncio.run(_kept_bets(folder))


async def _kept_bets(folder: Path) -> int:
    store = open_store(str(folder))
    assert isinstance(store, SqliteStore)
    await store.open()
    try:
        rows = await store._rows("SELECT count(*) FROM records WHERE table_id = ? AND kind = 'BetPlaced'", TABLE)
        return int(rows[0][0])
    finally:
        await store.close()


def control(bare: Serving, frames: dict[str, list[bytes]], *, times: int, pause: float) -> None:
    """Have the bare server broadcast."""
    from websockets.sync.client import connect

    asked = {
        "dice": [frame.decode() for frame in frames["dice"]],
        "settled": [frame.decode() for frame in frames["settled"]],
        "times": times,
        "pause": pause,
    }
    with connect(f"ws://{bare.host}:{bare.port}/control") as socket:
        socket.send(json.dumps(asked))
        time.sleep(2 * times * pause)
