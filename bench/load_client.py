"""The players of the load test: thousands of sockets in a process of their own, told what to do over a pipe.

A minimal client of the protocol: it reads only as much of a frame as it needs to know what it is.
"""

from __future__ import annotations

import asyncio
import random
import re
import resource
import socket
import struct
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import uvloop

DICE, SETTLED, OPENED = "RollCalled", "RollSettled", "BettingOpened"
AT_ONCE = 200
"""Sockets that are opened together."""
PATIENCE = 300.0

_HEAD = re.compile(rb'"seq":(\d+),"at":(\d+),"name":"(\w+)"')
_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer {token}\r\n\r\n"
)


@dataclass(slots=True)
class Heard:
    """One event as all players heard it: how late each of them, in seconds after the record's own time."""

    late: list[float] = field(default_factory=list)

    @property
    def last(self) -> float:
        """When the last of them had it."""
        return max(self.late)


@dataclass(slots=True)
class Played:
    """Some rolls of a table: dice and settlement as they were heard, and what became of the bets."""

    dice: list[Heard]
    settled: list[Heard]
    bets: int
    kept: int
    refused: dict[str, int]
    acknowledged: list[float]
    """Seconds from sending a bet to its answer."""


class Player(asyncio.Protocol):
    """One socket."""

    def __init__(self, crowd: Crowd, token: str) -> None:
        self.crowd, self.token = crowd, token
        self.joined: asyncio.Future[None] = crowd.loop.create_future()
        self.transport: asyncio.Transport
        self._buffer, self._open = b"", False
        self._commands = 0
        self._sent: dict[str, float] = {}
        self.waiting: Callable[[bytes], None] | None = None

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self.transport = transport
        crowd = self.crowd
        asked = _UPGRADE.format(path=crowd.path, host=crowd.host, port=crowd.port, token=self.token)
        transport.write(asked.encode())

    def connection_lost(self, _error: Exception | None) -> None:
        """Remember that somebody was lost."""
        self.crowd.lost += 1
        if not self.joined.done():
            self.joined.set_exception(ConnectionError("the house hung up"))

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        buffer = self._buffer + data if self._buffer else data
        start, end = 0, len(buffer)
        if not self._open:
            start = buffer.find(b"\r\n\r\n") + 4
            if start < 4:
                self._buffer = buffer
                return
            if b" 101 " not in buffer[:20]:
                raise ConnectionError(buffer[:200].decode(errors="replace"))
            self._open = True
            if self.crowd.bare:
                self.joined.set_result(None)
            else:
                self.send('{"type":"hello","version":1}')
        while end - start >= 2:
            first, size = buffer[start], buffer[start + 1]
            head = 2
            if size == 126:
                head, size = 4, int.from_bytes(buffer[start + 2 : start + 4], "big")
            elif size == 127:
                head, size = 10, int.from_bytes(buffer[start + 2 : start + 10], "big")
            if end - start < head + size:
                break
            body = buffer[start + head : start + head + size]
            start += head + size
            if first == 0x81:
                self._frame(body)
            elif first == 0x89:
                self._write(0x8A, body)
        self._buffer = buffer[start:]

    def _frame(self, body: bytes) -> None:
        kind = body[9:14]
        if kind == b"event":
            self.crowd.event(self, body)
        elif kind == b"answe":
            self._answer(body)
        elif kind == b"snaps" and not self.joined.done():
            self.joined.set_result(None)

    def _answer(self, body: bytes) -> None:
        command = body[body.index(b'"id":"') + 6 :].split(b'"', 1)[0].decode()
        self.crowd.answered(time.time() - self._sent.pop(command, 0.0), body)
        if self.waiting:
            self.waiting(body)

    def do(self, name: str, body: str) -> None:
        """Send a command."""
        self._commands += 1
        command = f"{self.crowd.run}-{self._commands}"
        self._sent[command] = time.time()
        self.send(f'{{"type":"do","id":"{command}","name":"{name}","body":{body}}}')

    def bet(self) -> None:
        """The least on the field, which every roll decides."""
        if self.transport.is_closing():
            return
        self.crowd.bets += 1
        self.do("PlaceBet", '{"spot":"field","amount":100}')

    def send(self, text: str) -> None:
        """Send a frame."""
        self._write(0x81, text.encode())

    def _write(self, first: int, body: bytes) -> None:
        size = len(body)
        head = bytes((first, 0x80 | size)) if size < 126 else struct.pack("!BBH", first, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + body)  # a mask of zeros changes nothing


class Crowd:
    """All players of this process."""

    def __init__(self, host: str, port: int, path: str, *, bare: bool, run: str) -> None:
        self.host, self.port, self.path, self.bare, self.run = host, port, path, bare, run
        self.loop = asyncio.get_running_loop()
        self.players: list[Player] = []
        self.lost = 0
        self.spread: float | None = None
        """Over how many seconds bets come in once betting is open; None while nobody bets."""
        self._changed = asyncio.Event()
        self._deaf: list[Player] = []
        self._frames: list[bytes] = []
        self._forget()

    def _forget(self) -> None:
        self.heard: dict[str, dict[int, Heard]] = {DICE: defaultdict(Heard), SETTLED: defaultdict(Heard)}
        self.bets = self.kept = 0
        self.refused: dict[str, int] = {}
        self.acknowledged: list[float] = []

    # ---- what players report

    def event(self, player: Player, body: bytes) -> None:
        """A frame of the log."""
        now = time.time()
        if player is self.players[0]:
            self._frames.append(body)
        found = _HEAD.search(body, 0, 300)
        if found is None:
            return
        name = found[3].decode()
        if name in self.heard:
            heard = self.heard[name][int(found[1])]
            heard.late.append(now - int(found[2]) / 1e6)
            if len(heard.late) == len(self.players):
                self._changed.set()
        elif name == OPENED and self.spread is not None and player not in self._deaf:
            self.loop.call_later(random.random() * self.spread, player.bet)

    def answered(self, seconds: float, body: bytes) -> None:
        """The answer of a command."""
        if b'"ok":true' in body:
            self.kept += 1
            self.acknowledged.append(seconds)
        else:
            found = re.search(rb'"reason":"(\w+)"', body)
            reason = found[1].decode() if found else "?"
            self.refused[reason] = self.refused.get(reason, 0) + 1

    # ---- what the driver asks for

    async def connect(self, tokens: list[str]) -> float:
        """Open a socket for each token; the seconds it took."""
        start = time.time()
        for at in range(0, len(tokens), AT_ONCE):
            fresh = [Player(self, token) for token in tokens[at : at + AT_ONCE]]
            self.players += fresh
            await asyncio.gather(*(self._open(player) for player in fresh))
        return time.time() - start

    async def _open(self, player: Player, *, small: bool = False) -> None:
        sock = socket.socket()
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.setblocking(False)
        await self.loop.sock_connect(sock, (self.host, self.port))
        await self.loop.create_connection(lambda: player, sock=sock)
        await asyncio.wait_for(player.joined, PATIENCE)

    async def sit(self, rack: int) -> float:
        """Have everybody sit down; the seconds it took."""
        start = time.time()
        self._forget()
        waiting = [self._answer_of(player, "Sit", f'{{"rack":{rack}}}') for player in self.players]
        await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)
        if self.refused:
            raise RuntimeError(f"not everybody could sit down: {self.refused}")
        return time.time() - start

    def _answer_of(self, player: Player, name: str, body: str) -> asyncio.Future[None]:
        answer: asyncio.Future[None] = self.loop.create_future()

        def came(_body: bytes) -> None:
            player.waiting = None
            answer.set_result(None)

        player.waiting = came
        player.do(name, body)
        return answer

    async def play(self, rolls: int, spread: float) -> Played:
        """Bet on every roll until so many are settled for everybody."""
        self._forget()
        self.spread = spread
        await asyncio.wait_for(self._settled(rolls), PATIENCE)
        done = sorted(seq for seq, heard in self.heard[SETTLED].items() if len(heard.late) >= len(self.players))
        dice = [heard for heard in self.heard[DICE].values() if len(heard.late) >= len(self.players)]
        settled = [self.heard[SETTLED][seq] for seq in done]
        return Played(dice, settled, self.bets, self.kept, self.refused, self.acknowledged)

    async def _settled(self, rolls: int) -> None:
        while sum(len(heard.late) >= len(self.players) for heard in self.heard[SETTLED].values()) < rolls:
            self._changed.clear()
            await self._changed.wait()

    async def rest(self) -> None:
        """Bet no more."""
        self.spread = None

    async def flood(self, each: int, window: int) -> Played:
        """So many bets of everybody as fast as they are answered, so many of each under way."""
        self._forget()
        await asyncio.wait_for(asyncio.gather(*(self._flood(one, each, window) for one in self.players)), PATIENCE)
        return Played([], [], self.bets, self.kept, self.refused, self.acknowledged)

    def _flood(self, player: Player, each: int, window: int) -> asyncio.Future[None]:
        done: asyncio.Future[None] = self.loop.create_future()
        left, under_way = each - window, window

        def came(_body: bytes) -> None:
            nonlocal left, under_way
            if left:
                left -= 1
                player.bet()
                return
            under_way -= 1
            if not under_way:
                player.waiting = None
                done.set_result(None)

        player.waiting = came
        for _ in range(window):
            player.bet()
        return done

    async def listen(self, token: str, reads: bool) -> None:
        """Somebody who sees everything comes in, and reads it or never does."""
        player = Player(self, token)
        self._deaf.append(player)
        # This one player hears everything and answers nothing: one method differs, which is no class of its own.
        player._frame = lambda body: self._joined(player, body)  # type: ignore[method-assign]
        await self._open(player, small=not reads)
        if not reads:
            player.transport.pause_reading()

    def _joined(self, player: Player, _body: bytes) -> None:
        if not player.joined.done():
            player.joined.set_result(None)

    async def dismiss(self) -> None:
        """They go again."""
        for player in self._deaf:
            player.transport.abort()
        self._deaf.clear()

    async def frames(self) -> dict[str, list[bytes]]:
        """What one player was sent for the last roll: with the dice, and with its settlement."""
        names = [found[3].decode() if (found := _HEAD.search(body, 0, 300)) else "" for body in self._frames]
        end = len(names) - 1 - names[::-1].index(OPENED)
        settled = end - names[: end + 1][::-1].index(SETTLED)
        dice = settled - 1 - names[:settled][::-1].index(DICE)
        start = dice - 1 - names[:dice][::-1].index("DiceThrown")
        return {"dice": self._frames[start : dice + 1], "settled": self._frames[dice + 1 : end + 1]}

    async def broadcasts(self, count: int) -> Played:
        """Wait for so many broadcasts of the bare server."""
        await asyncio.wait_for(self._settled(count), PATIENCE)
        return Played(list(self.heard[DICE].values()), list(self.heard[SETTLED].values()), 0, 0, {}, [])

    async def close(self) -> int:
        """Leave; how many were lost before that."""
        lost = self.lost
        for player in (*self.players, *self._deaf):
            player.transport.abort()
        return lost


def raise_file_limit() -> int:
    """As many open files as the machine lets us have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def _run(pipe: Connection, host: str, port: int, path: str, bare: bool, run: str) -> None:
    raise_file_limit()
    uvloop.run(_obey(pipe, host, port, path, bare, run))


async def _obey(pipe: Connection, host: str, port: int, path: str, bare: bool, run: str) -> None:
    crowd = Crowd(host, port, path, bare=bare, run=run)
    while True:
        command, arguments = await asyncio.to_thread(pipe.recv)
        try:
            pipe.send(await getattr(crowd, command)(*arguments))
        except Exception as bad:
            pipe.send(RuntimeError(f"{command}: {type(bad).__name__} {bad} ({crowd.lost} lost, {crowd.refused})"))
        if command == "close":
            return


class Players:
    """The driver's end: a process of players, asked one thing after the other."""

    def __init__(self, host: str, port: int, path: str, *, bare: bool = False, run: str = "run") -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(theirs, host, port, path, bare, run))
        self._process.start()

    def start(self, command: str, *arguments: Any) -> None:
        """Ask for something without waiting for it."""
        self._pipe.send((command, arguments))

    def result(self) -> Any:
        """What came of it."""
        while not self._pipe.poll(1.0):
            if not self._process.is_alive():
                raise RuntimeError("the players are gone")
        answer = self._pipe.recv()
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    def ask(self, command: str, *arguments: Any) -> Any:
        """Ask for something and wait."""
        self.start(command, *arguments)
        return self.result()

    def __enter__(self) -> Players:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.is_alive():
            self.start("close")
        self._process.join(20)
        if self._process.is_alive():
            self._process.kill()
