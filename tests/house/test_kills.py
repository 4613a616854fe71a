"""The house as people run it, killed (-9) again and again in the middle of play, with fifty players at real sockets."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from comeout.house.audience.hub import MISSED_MOST
from comeout.house.clock import WallClock
from comeout.house.host.create import create_table
from comeout.house.operator.verify import told, verify
from comeout.house.players.people import People
from comeout.house.store import open_store
from comeout.house.store.postgres import PostgresStore
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import Record
from comeout.rules.library import book_names, load_book
from tests.kit.stores import house_at
from tests.kit.world import PASSING
from tests.kit.world_players import Acts

Database = SqliteStore | PostgresStore

KILLS = int(os.getenv("COMEOUT_KILLS", "15"))
SEED = int(os.getenv("COMEOUT_KILLS_SEED", "7"))
HOUSES = 3
"""Side by side: while one starts, the others are played at."""
PLAYERS = 50
MONEY = 10_000_000
BETS = (("pass", 1_000), ("dont-pass", 1_000), ("field", 500), ("place-6", 1_200), ("any-craps", 500), ("hard-8", 500))
CLOSE_CALLS = ("BettingClosed", "RollCalled", "RollSettled")
"""Two kills of three come just after one of these was told, where the next commit is being written."""
MOMENTS = {
    "": "before anything",
    "BettingOpened": "while bets were open",
    "BettingClosed": "after no more bets",
    "RollCalled": "between dice and settlement",
    "RollSettled": "after a settlement",
}
PROVED_EVERY = max(3, KILLS // 20)
PATIENCE_S = 60.0
AGAIN = 6
"""Commands that are sent again at a time, the oldest first: whoever floods a house with them is sent away."""


class Player:
    """Somebody at a table over however many connections: what they asked, were answered and were told."""

    def __init__(self, player: str, token: str, table: str, rng: Random) -> None:
        self.player, self.token, self.table, self.rng = player, token, table, rng
        self.answers: dict[str, bytes] = {}
        self.waiting: dict[str, str] = {}
        self.seen: list[tuple[int, str]] = []
        """Events of the log by their numbers, in the order in which they were told."""
        self.gaps: list[range] = []
        """What a snapshot was given in place of: all before the first visit, or too much to tell."""
        self._last: int | None = None
        self._behind: int | None = None
        """Where the log stood on coming in, until that far was told."""
        self._number = 0

    async def play(self, url: str, heard: Callable[[str], None], *, betting: bool) -> None:
        """Come back, send again what was not answered, then bet until the house dies."""
        address = f"{url.replace('http', 'ws')}/api/v1/tables/{self.table}/live"
        headers = {"Authorization": f"Bearer {self.token}"}
        try:
            self._behind = 0
            async with connect(address, additional_headers=headers, compression=None, ping_interval=None) as socket:
                await socket.send(json.dumps({"type": "hello", "version": 1, "last": self._last}))
                listening = asyncio.ensure_future(self._listen(socket, heard))
                try:
                    await self._ask(socket, betting=betting)
                finally:
                    await listening
        except (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, EOFError):
            return

    async def _ask(self, socket: ClientConnection, *, betting: bool) -> None:
        if not self._number:
            await self._do(socket, "Sit", rack=MONEY)
        while betting or self.waiting or self._behind is not None:
            for data in list(self.waiting.values())[:AGAIN]:
                await socket.send(data)
            await asyncio.sleep(self.rng.uniform(0.1, 0.8))
            if betting:
                spot, amount = self.rng.choice(BETS)
                await self._do(socket, "PlaceBet", spot=spot, amount=amount)
        await socket.close()

    async def _do(self, socket: ClientConnection, name: str, **body: Any) -> None:
        self._number += 1
        key = f"{self.player}-{self._number}"
        self.waiting[key] = json.dumps({"type": "do", "id": key, "name": name, "body": body})
        await socket.send(self.waiting[key])

    async def _listen(self, socket: ClientConnection, heard: Callable[[str], None]) -> None:
        async for data in socket:
            frame = json.loads(data)
            if frame["type"] == "answer" and frame["reason"] not in (*PASSING, "TOO_MANY"):
                answer = data if isinstance(data, bytes) else data.encode()
                assert self.answers.setdefault(frame["id"], answer) == answer, "one command, two answers"
                self.waiting.pop(frame["id"], None)
            elif frame["type"] == "welcome":
                self._behind = frame["seq"]
            elif frame["type"] == "snapshot":
                gap = range((self._last or 0) + 1, frame["seq"] + 1)
                assert self._last is None or len(gap) > MISSED_MOST, "events were missed that could have been told"
                self.gaps.append(gap)
                self._last = frame["seq"]
            elif frame["type"] == "event":
                assert frame["seq"] == (self._last or 0) + 1, f"{self.player} saw {frame['seq']} after {self._last}"
                self._last = frame["seq"]
                self.seen.append((frame["seq"], frame["name"]))
                heard(frame["name"])
            if self._behind and (self._last or 0) >= self._behind:
                self._behind = None

    def compare(self, kinds: list[str], *, everything: bool) -> None:
        """All since coming in was told as it is in the log, and once: every stop with what the book says to it."""
        assert [kind for _, kind in self.seen] == [kinds[seq - 1] for seq, _ in self.seen], "told and kept differ"
        if everything:
            stops = [seq for seq, kind in enumerate(kinds, 1) if kind == "started"]
            announced = [seq for seq, kind in self.seen if kind == "started"]
            assert announced == [seq for seq in stops if not any(seq in gap for gap in self.gaps)]


class Killed:
    """A house that `comeout serve` runs, its players, and whoever kills it."""

    def __init__(self, folder: Path, seed: int, kills: int) -> None:
        folder.mkdir()
        self.where, self.rng, self.kills = house_at(folder), Random(seed), kills
        self.players: list[Player] = []
        self.moments: Counter[str] = Counter()
        """In the middle of what it was killed, as the logs tell."""
        self.bets = self.rolls = 0
        self._log = folder / "serve.log"
        self._process: subprocess.Popen[str] | None = None

    async def run(self) -> None:
        async with self._store() as store:
            await self._prepare(store)
        try:
            for kill in range(1, self.kills + 1):
                await self._live_and_die()
                if kill % PROVED_EVERY == 0:
                    await self._prove(stops=kill - 1)
            await self._live_and_stop()
            await self._prove(stops=self.kills, everything=True)
        finally:
            await self._end(signal.SIGKILL)

    @asynccontextmanager
    async def _store(self) -> AsyncIterator[Database]:
        store = open_store(self.where)
        assert isinstance(store, Database)
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    async def _prepare(self, store: Database) -> None:
        clock = WallClock()
        for book in book_names():
            layout = load_book(book)
            settings = {"betting-time": "1"}
            if layout.rulebook.shooter.throws != "launcher":
                settings["shooter"] = "companion"
            await create_table(
                store, clock, layout, name=book, mode="live", dice="chain", profile="standard", settings=settings
            )
        people = People(store, clock)
        for number in range(PLAYERS):
            entered = await people.enter()
            player, table = entered.who.player, book_names()[number % len(book_names())]
            await store.post([("bonus", -MONEY), (f"wallet:{player}", MONEY)], why="luck", key=f"luck-{player}")
            self.players.append(Player(player, entered.token, table, Random(self.rng.random())))
        people.close()

    # -------------------------------------------------------------- life and death

    async def _open(self) -> str:
        """Run the house as anybody would; the address that it prints."""
        command = [sys.executable, "-m", "comeout", "serve", "--port", "0", "--store", self.where]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout
        async with asyncio.timeout(PATIENCE_S):
            while line := await asyncio.to_thread(self._process.stdout.readline):
                if "http://" in line:
                    return next(word for word in line.split() if word.startswith("http://"))
        raise AssertionError(f"the house did not open: {self._log.read_text()[-2_000:]}")

    async def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            with process:  # waits, and closes its pipe
                process.send_signal(how)
                await asyncio.to_thread(process.wait, PATIENCE_S)

    async def _live_and_die(self) -> None:
        url, moment = await self._open(), asyncio.Event()
        wanted = self.rng.choice(CLOSE_CALLS) if self.rng.random() < 2 / 3 else ""
        playing = [asyncio.ensure_future(self._played(each, url, moment, wanted)) for each in self.players]
        delay = self.rng.uniform(0.0, 0.01)
        if not wanted:
            delay = self.rng.uniform(0.1, 2.0)
            moment.set()
        await asyncio.wait_for(moment.wait(), PATIENCE_S)
        await asyncio.sleep(delay)
        await self._end(signal.SIGKILL)
        await asyncio.gather(*playing)

    async def _played(self, player: Player, url: str, moment: asyncio.Event, wanted: str) -> None:
        def heard(name: str) -> None:
            if name == wanted:
                moment.set()

        await player.play(url, heard, betting=True)

    async def _live_and_stop(self) -> None:
        """At last everybody gets the answers they still wait for, and the house closes in order."""
        url = await self._open()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(each.play(url, lambda _: None, betting=False) for each in self.players))
        await self._end(signal.SIGTERM)

    # -------------------------------------------------------------- what must be true

    async def _prove(self, *, stops: int, everything: bool = False) -> None:
        wrong = [line for line in self._log.read_text().splitlines() if "Traceback" in line or '"error"' in line]
        assert not wrong, wrong[0]
        async with self._store() as store:
            self._compare_answers(await self._kept(store), everything=everything)
            report = await verify(store)
            assert report.ok, "\n".join(told(report))
            for book in book_names():
                kinds = await self._prove_table(store, book, stops, everything=everything)
                if everything:
                    assert kinds[-1] == "stopped", "a stop in order was none"
                    self._count(kinds)
        if everything:
            await asyncio.to_thread(self._verify_as_an_operator)

    async def _kept(self, store: Database) -> dict[tuple[str, str], bytes]:
        rows = await store._rows("SELECT player, command, reply FROM answers")
        return {(player, command): bytes(reply) for player, command, reply in rows}

    def _compare_answers(self, kept: dict[tuple[str, str], bytes], *, everything: bool) -> None:
        """What was acknowledged is kept; what is kept was acknowledged, or is being asked for still."""
        given = {(each.player, key): answer for each in self.players for key, answer in each.answers.items()}
        lost = [key for key, answer in given.items() if kept.get(key) != answer]
        assert not lost, f"acknowledged and lost: {lost}"
        waiting = {(each.player, key) for each in self.players for key in each.waiting}
        assert kept.keys() - given.keys() <= waiting
        assert not (everything and waiting)

    async def _prove_table(self, store: Database, book: str, stops: int, *, everything: bool) -> list[str]:
        row = await store.table(book)
        assert row
        records: list[Record] = []
        while page := await store.records(book, after=len(records)):
            records += page
        players = [each for each in self.players if each.table == book]
        kept = await self._kept(store)
        replies = [answer for (player, _), answer in kept.items() if player in {each.player for each in players}]
        kinds = [record.kind for record in records]
        thrown = [kind for kind in kinds if kind in ("RollCalled", "RollSettled")]
        if everything or thrown[-1:] != ["RollCalled"]:  # dice that wait for the next life to settle them
            await asyncio.to_thread(Acts(row, load_book(book), records, replies).check)
        assert kinds.count("started") == stops, "a stop was not noticed, or noticed twice"
        for player in players:
            player.compare(kinds, everything=everything)
        return kinds

    def _count(self, kinds: list[str]) -> None:
        self.bets += kinds.count("BetPlaced")
        self.rolls += kinds.count("RollSettled")
        before = ""
        for kind in kinds:
            if kind == "started":
                self.moments[MOMENTS[before]] += 1
            elif kind in MOMENTS:
                before = kind

    def _verify_as_an_operator(self) -> None:
        command = [sys.executable, "-m", "comeout", "house", "verify", "--store", self.where]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.claim("kept-by-kills")
def test_a_house_killed_in_the_middle_of_play_loses_nothing(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    print(f"{KILLS} kills from seed {SEED}: COMEOUT_KILLS={KILLS} COMEOUT_KILLS_SEED={SEED} make test")
    share = [KILLS // HOUSES + (number < KILLS % HOUSES) for number in range(HOUSES)]

    async def run() -> list[Killed]:
        houses = [Killed(tmp_path / f"house{n}", SEED + n, kills) for n, kills in enumerate(share)]
        async with asyncio.TaskGroup() as group:
            for house in houses:
                group.create_task(house.run())
        return houses

    houses = asyncio.run(run())
    moments = sum((house.moments for house in houses), Counter())
    bets, rolls = sum(house.bets for house in houses), sum(house.rolls for house in houses)
    when = ", ".join(f"{count} {kind}" for kind, count in moments.most_common())
    record_property("figures", f"{KILLS} kills (seed {SEED}): {bets:,} bets, {rolls:,} rolls; tables stopped {when}")
