"""A house that really runs, as `comeout serve` in a process of its own: opened, killed, opened again on its port."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from comeout.house.clock import WallClock
from comeout.house.host.create import create_table
from comeout.house.players.open_access import EVERYWHERE
from comeout.house.players.people import Entered, People
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.log.records import DiceKind
from comeout.rules.library import load_book

T = TypeVar("T")

PATIENCE_S = 20.0
QUICK = {"betting-time": "5"}
"""Long enough for a browser to bet in, short enough to wait for."""
GUESTS = 20
"""How many are let in at once; over the counter the house lets in no more than thirty a minute."""

PLAYERS = 500
"""How many players are expected at the one address of all tests: they open hundreds of tables."""


class Served:
    """A house in a folder of its own, and where it listens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self._guests: list[Entered] = []

    def start(self) -> None:
        """Open it, on the port it had before if it had one, and wait until it listens."""
        port = self.url.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "comeout", "serve", "--data", str(self.folder), "--port", port]
        command += ["--players-per-address", str(PLAYERS)]
        with (self.folder / "errors.txt").open("a", encoding="utf-8") as errors:
            self._process = subprocess.Popen(
                [*command, "--log-level", "warning"], stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(r"open at (http://\S+)", line):
                self.url = found[1]
                return
        raise AssertionError(f"the house did not open: {self.errors()}")

    def stop(self, *, kill: bool = False) -> None:
        """Close it in order, or kill it."""
        if self._process:
            self._process.send_signal(signal.SIGKILL if kill else signal.SIGINT)
            self._process.wait(PATIENCE_S)
            assert self._process.stdout
            self._process.stdout.close()
            self._process = None

    def errors(self) -> str:
        """What it had to complain of."""
        return (self.folder / "errors.txt").read_text(encoding="utf-8")

    def open_live(self, book: str, name: str, *, dice: DiceKind = "chain", **settings: str) -> str:
        """A quick live table, whether the house runs or not; its id."""
        chosen = {**QUICK, **{key.replace("_", "-"): value for key, value in settings.items()}}

        async def opening(store: Store) -> str:
            row = await create_table(
                store,
                WallClock(),
                load_book(book),
                name=name,
                mode="live",
                dice=dice,
                profile="standard",
                settings=chosen,
            )
            return row.id

        return self.with_store(opening)

    def guest(self) -> Entered:
        """Somebody who has been here before and has done nothing yet."""
        if not self._guests:

            async def entering(store: Store) -> list[Entered]:
                people = People(store, WallClock())
                return [await people.enter() for _ in range(GUESTS)]

            self._guests = self.with_store(entering)
        return self._guests.pop()

    def grant(self, player: str, role: str, table: str = EVERYWHERE) -> None:
        """Give somebody a role, at one table or at all."""

        async def granting(store: Store) -> None:
            await People(store, WallClock()).grant(player, table, role, by="tests")

        self.with_store(granting)

    def with_store(self, work: Callable[[Store], Awaitable[T]]) -> T:
        """Do something with what the house keeps."""

        async def working() -> T:
            store = open_store(self.folder)
            await store.open()
            try:
                return await work(store)
            finally:
                await store.close()

        with ThreadPoolExecutor(1) as elsewhere:  # a loop of Playwright's runs in the thread of the tests
            return elsewhere.submit(lambda: asyncio.run(working())).result()
