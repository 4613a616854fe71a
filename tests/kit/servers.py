"""A house that really listens, in a thread of the test: for tests of whoever connects to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from comeout.house.clock import WallClock
from comeout.house.cluster.bus import open_bus
from comeout.house.config import read_config
from comeout.house.host.create import create_table
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.players.rate_limits import Pace, Rates
from comeout.house.players.sign_in_limits import SignInLimits
from comeout.house.players.work_limits import WorkLimits
from comeout.house.server import Server, settings_of
from comeout.house.store import open_store
from comeout.log.records import DiceKind
from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from tests.kit.stores import house_at

T = TypeVar("T")

PATIENCE_S = 10.0
"""How long a test waits for anything."""


class Running:
    """A server in a thread: where it listens, and the house behind it."""

    def __init__(self, folder: Path, port: int = 0, *, bus: str = "", **options: Any) -> None:
        config = read_config({}, port=port, **options)
        self.house = House(open_store(house_at(folder)), WallClock(), bus=open_bus(bus), caps=config.caps)
        self.url = ""
        self._ready = threading.Event()
        settings = settings_of(make_app(self.house), config, work=self.house.work)
        settings.timeout_graceful_shutdown = 1  # a test that hangs should not hang for long
        self._server = Server(settings, self._listening)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._loop: asyncio.AbstractEventLoop | None = None

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve()

    def _listening(self, url: str) -> None:
        self.url = url
        self._ready.set()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.url.rpartition(":")[2])

    def start(self) -> None:
        """Run it, and wait until it listens."""
        self._thread.start()
        assert self._ready.wait(PATIENCE_S), "the house did not open"

    def do(self, act: Callable[[], None]) -> None:
        """Have something done in the house's own thread."""
        assert self._loop
        self._loop.call_soon_threadsafe(act)

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something awaited in the house's own loop."""
        assert self._loop
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def stop(self) -> None:
        """Close it in order."""
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the house did not close"


@contextmanager
def running(folder: Path, port: int = 0, *, bus: str = "", **options: Any) -> Iterator[Running]:
    """A house over a folder, from opening to closing; houses over the same folder and bus share their tables."""
    server = Running(folder, port, bus=bus, **options)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def lift_rate_limits(server: Running) -> None:
    """Let everybody ask as much as they like."""
    freely = Pace(1_000_000, 1_000_000)
    server.house.sign_ins = SignInLimits(server.house.store, server.house.clock, by_address=1_000_000)
    server.house.work = WorkLimits(server.house.clock, address=freely, player=freely)
    server.house.rates = Rates(
        server.house.clock,
        connection=freely,
        account=freely,
        address=freely,
        new_guest=freely,
        new_table=freely,
    )


def open_live(
    folder: Path, book: str | Layout, *, name: str, player: str = "", dice: DiceKind = "chain", **settings: str
) -> str:
    """A live table in a folder where no house runs yet, with a short betting time; its id."""
    layout = load_book(book) if isinstance(book, str) else book
    chosen = {"betting-time": "1", **{key.replace("_", "-"): value for key, value in settings.items()}}

    async def opening() -> str:
        store = open_store(house_at(folder))
        await store.open()
        try:
            row = await create_table(
                store,
                WallClock(),
                layout,
                name=name,
                mode="live",
                dice=dice,
                profile="standard",
                settings=chosen,
                player=player,
            )
            return row.id
        finally:
            await store.close()

    return asyncio.run(opening())
