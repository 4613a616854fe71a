"""A house that is killed (-9) again and again in the middle of play, with fifty players at real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from comeout.house.clock import WallClock
from comeout.house.opening import create_table
from comeout.house.people import People
from comeout.house.sqlite import SqliteStore
from comeout.house.store import Record
from comeout.house.verify import told, verify
from comeout.rules.library import load_book
from tests.house.world import PASSING, Acts

KILLS = int(os.getenv("COMEOUT_KILLS", "40"))
PLAYERS = 50
BOOKS = ("sentosa", "exhibit-a")
SPOTS = ("pass", "field", "place-6", "any-craps")
PROVED_EVERY = 10
PATIENCE_S = 20.0

NURSERY = """
import os, sys
import uvicorn
from comeout.house import host, service
from comeout.house.app import make_app
from comeout.house.clock import WallClock
from comeout.house.dice.provable import ChainSource
from comeout.house.server import Server
from comeout.house.service import House
from comeout.house.sqlite import SqliteStore
from comeout.rules.library import load_book

host.LEASE_SECONDS = service.LEASE_SECONDS = 0.3
service.TAKEOVER_SECONDS = 0.05
ChainSource.__init__.__kwdefaults__["length"] = 500
names = sys.argv[2].split(",")
service.book_names = lambda: names
for name in names:
    load_book(name)
for _ in sys.stdin:
    child = os.fork()
    if not child:
        app = make_app(House(SqliteStore(sys.argv[1]), WallClock()))
        config = uvicorn.Config(app, port=0, ws="websockets-sansio", log_config=None, loop="asyncio")
        Server(config, lambda url: print("ready", os.getpid(), url, flush=True)).run()
        os._exit(0)
    os.waitpid(child, 0)
"""
"""Has everything loaded and has a house born for every line it reads, so that a kill costs no start of Python."""


class Seat:
    """One player: the bets they asked for, and what they were answered, over however many connections."""

    def __init__(self, player: str, token: str, table: str, rng: Random) -> None:
        self.player, self.token, self.table, self.rng = player, token, table, rng
        self.answers: dict[str, bytes] = {}
        self._waiting: dict[str, str] = {}
        self._number = 0

    async def play(self, url: str) -> None:
        """Sit down, send again what was not answered, then bet until the house dies."""
        address = f"{url.replace('http', 'ws')}/api/v1/tables/{self.table}/live"
        try:
            async with connect(address, additional_headers={"Authorization": f"Bearer {self.token}"}) as socket:
                await socket.send('{"type":"hello","version":1}')
                for data in list(self._waiting.values()):
                    await socket.send(data)
                await asyncio.gather(self._bet(socket), self._listen(socket))
        except (ConnectionClosed, OSError, EOFError):
            return

    async def _bet(self, socket: ClientConnection) -> None:
        await self._do(socket, "Sit", rack=60_000)
        while True:
            await asyncio.sleep(self.rng.uniform(0.05, 0.4))
            await self._do(socket, "PlaceBet", spot=self.rng.choice(SPOTS), amount=self.rng.choice((600, 1_200)))

    async def _do(self, socket: ClientConnection, name: str, **body: Any) -> None:
        self._number += 1
        key = f"{self.player}-{self._number}"
        self._waiting[key] = json.dumps({"type": "do", "id": key, "name": name, "body": body})
        await socket.send(self._waiting[key])

    async def _listen(self, socket: ClientConnection) -> None:
        async for data in socket:
            frame = json.loads(data)
            if frame["type"] == "answer" and frame["reason"] not in (*PASSING, "TOO_MANY"):
                answer = data if isinstance(data, bytes) else data.encode()
                assert self.answers.setdefault(frame["id"], answer) == answer, "one command, two answers"
                self._waiting.pop(frame["id"], None)


class Killed:
    """The house, its players and whoever kills it."""

    def __init__(self, folder: Path) -> None:
        self.file, self.rng = folder / "house.db", Random(7)
        self.seats: list[Seat] = []
        self.pid = 0
        self.logged: list[str] = []
        self.seen = dict.fromkeys(BOOKS, 0)

    async def run(self) -> None:
        await self._with_store(self._prepare)
        nursery = subprocess.Popen(
            [sys.executable, "-c", NURSERY, str(self.file), ",".join(BOOKS)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            for kill in range(1, KILLS + 1):
                await self._live_and_die(nursery)
                await self._with_store(self._check)
                if kill % PROVED_EVERY == 0 or kill == KILLS:
                    await self._with_store(self._prove)
        finally:
            self._kill()
            nursery.kill()
            nursery.wait()
            for pipe in (nursery.stdin, nursery.stdout):
                assert pipe
                pipe.close()

    async def _with_store(self, work: Callable[[SqliteStore], Any]) -> None:
        store = SqliteStore(self.file)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    async def _prepare(self, store: SqliteStore) -> None:
        clock = WallClock()
        for book in BOOKS:
            settings = {"betting-time": "1", "shooter": "companion"}
            await create_table(
                store, clock, load_book(book), name=book, mode="live", dice="chain", profile="standard",
                settings=settings,
            )  # fmt: skip
        people = People(store, clock)
        for number in range(PLAYERS):
            entered = await people.enter()
            table = BOOKS[number % len(BOOKS)]
            self.seats.append(Seat(entered.who.player, entered.token, table, Random(number)))
        people.close()

    async def _live_and_die(self, nursery: subprocess.Popen[str]) -> None:
        assert nursery.stdin
        assert nursery.stdout
        nursery.stdin.write("go\n")
        nursery.stdin.flush()
        while not (line := await asyncio.wait_for(asyncio.to_thread(nursery.stdout.readline), PATIENCE_S)).startswith(
            "ready "
        ):
            self.logged.append(line)
        _, pid, url = line.split()
        self.pid = int(pid)
        playing = [asyncio.ensure_future(seat.play(url)) for seat in self.seats]
        await asyncio.sleep(self.rng.uniform(0.4, 1.6))
        self._kill()
        await asyncio.gather(*playing)

    def _kill(self) -> None:
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.pid = 0

    async def _check(self, store: SqliteStore) -> None:
        """What anybody was answered since the last kill is what the log holds."""
        for seat in self.seats:
            for key, answer in seat.answers.items():
                assert await store.answer(seat.player, key) == answer, f"{key} was acknowledged and is lost"
            seat.answers.clear()

    async def _prove(self, store: SqliteStore) -> None:
        """Everything an operator's proof finds, and that every act was answered once."""
        report = await verify(store)
        assert report.ok, "\n".join(told(report))
        for book in BOOKS:
            row = await store.table(book)
            assert row
            records: list[Record] = []
            while page := await store.records(book, after=len(records)):
                records += page
            kinds = [record.kind for record in records]
            self.seen[book] = kinds.count("started")
            assert kinds.count("RollSettled") == kinds.count("RollCalled")
            players = {seat.player for seat in self.seats if seat.table == book}
            replies = await store._rows("SELECT player, reply FROM answers")
            Acts(row, load_book(book), records, [bytes(reply) for who, reply in replies if who in players]).check()


def test_a_house_killed_in_the_middle_of_play_loses_nothing(tmp_path: Path) -> None:
    killed = Killed(tmp_path)
    asyncio.run(killed.run())
    broken = [line for line in killed.logged if "table broke" in line]
    assert not broken, broken
    assert min(killed.seen.values()) >= (KILLS - 1) * 0.8, f"too few stops were noticed: {killed.seen}"
