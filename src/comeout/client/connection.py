"""The client's connection to one table: a WebSocket that reconnects by itself, and requests that are retried.

A command has an id of its own, so a retry is idempotent: the house carries it out once, however often it is sent.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from comeout.client.mirror import Lost, Mirror
from comeout.client.rest_client import HouseError, Rest, not_there
from comeout.protocol.frames import (
    VERSION,
    Answered,
    Do,
    FromClient,
    Hello,
    Ping,
    Pong,
    Quote,
    Quoted,
    Snapshot,
    ToClient,
)

BEAT_SECONDS, PING_BEATS = 1.0, 10
"""How often unanswered requests are sent again, and every how many of these beats the latency is measured."""

GREETING_SECONDS = 10.0
LONGEST_FRAME = 8 * 1024 * 1024
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.05, 2.0
FINAL_CODES = (4001, 4003, 4010)
"""Close codes after which a new connection would change nothing."""

NOT_FINAL = ("NOT_KEPT", "TOO_MANY")
"""Reasons that the house does not remember: it is asked again under the same id, until it can answer."""

_decoder: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class Away:
    """The house does not answer. The client reconnects by itself, and sends what is asked meanwhile when it is back."""


@dataclass(frozen=True, slots=True)
class Back:
    """The house answers again, after it was away for so many seconds."""

    seconds: float


class Request:
    """A frame that waits for its answer."""

    def __init__(self, frame: Do | Quote) -> None:
        self.frame = frame
        self.answer: asyncio.Future[Answered | Quoted] = asyncio.get_running_loop().create_future()
        self.since = time.monotonic()
        self.put_off = ""
        """What the house said the last time it could not answer."""


class LiveConnection:
    """Stays connected to one table until it is closed, and answers requests whatever happens to the socket."""

    def __init__(
        self,
        rest: Rest,
        table: str,
        mirror: Mirror,
        *,
        hear: Callable[[ToClient | Away | Back], None],
        ended: Callable[[], None],
        patience_s: float,
    ) -> None:
        self.latency_ms: float | None = None
        """The round-trip time: as the house last measured it, and before that as it was measured here."""
        self.why: HouseError | None = None
        """Why the connection is over, once it is."""
        self._rest, self._table, self._mirror, self._patience_s = rest, table, mirror, patience_s
        self._hear, self._ended = hear, ended
        self._socket: ClientConnection | None = None
        self._requests: dict[str, Request] = {}
        self._joined = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._measuring = False
        """Whether the mark of the next pong must be sent back."""
        self._away = False
        self._connected_at = 0.0
        self._lost_at = time.monotonic()
        """When the last connection ended, or when the first one started, by the monotonic clock."""

    # -------------------------------------------------------------- requests

    async def do(self, ask: Do) -> Answered:
        """Have a command carried out once; waits for the answer through lost connections."""
        answer = await self._ask(Request(ask))
        assert isinstance(answer, Answered), "an id is never used for two kinds of request"
        return answer

    async def quote(self, ask: Quote) -> Quoted:
        """Ask what a command would do."""
        answer = await self._ask(Request(ask))
        assert isinstance(answer, Quoted), "an id is never used for two kinds of request"
        return answer

    async def _ask(self, request: Request) -> Answered | Quoted:
        if self.why:
            raise self.why
        self._requests[request.frame.id] = request
        try:
            await self._write(request.frame)
            return await request.answer
        finally:
            del self._requests[request.frame.id]

    async def _ask_again(self, ids: Iterable[str]) -> None:
        for frame in [self._requests[each].frame for each in ids]:
            await self._write(frame)

    def _answered(self, told: Answered | Quoted) -> None:
        request = self._requests.get(told.id)
        if request is None or request.answer.done():
            return
        if told.reason in NOT_FINAL:
            request.put_off = told.says
        else:
            request.answer.set_result(told)

    def _waited(self, request: Request) -> float:
        """Return the seconds that a request has waited over the present connection."""
        return time.monotonic() - max(request.since, self._connected_at)

    # -------------------------------------------------------------- life

    async def open(self) -> None:
        """Connect for the first time and wait for the table; raises HouseError if there is none."""
        self._lost_at = time.monotonic()
        self._task = asyncio.create_task(self._stay())
        joined = asyncio.create_task(self._joined.wait())
        await asyncio.wait((self._task, joined), return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()
        if self.why:
            raise self.why

    async def close(self) -> None:
        """Disconnect; whoever waits for an answer gets a HouseError."""
        self._end(HouseError("the connection was closed here"))
        if self._task:
            self._task.cancel()
            await asyncio.wait((self._task,))

    def _end(self, why: HouseError) -> None:
        self.why = self.why or why
        for request in self._requests.values():
            if not request.answer.done():
                request.answer.set_exception(self.why)
        self._ended()

    async def _stay(self) -> None:
        """Reconnect with exponential backoff and jitter until that makes no sense any more."""
        wait = SHORTEST_WAIT_S
        try:
            while True:
                before = self._lost_at
                try:
                    await self._connection()
                except (OSError, WebSocketException, TimeoutError) as bad:
                    if not self._joined.is_set():
                        raise HouseError(not_there(self._rest.url, bad)) from None
                    self._miss()
                wait = SHORTEST_WAIT_S if self._lost_at != before else min(LONGEST_WAIT_S, wait * 2)
                away_s = time.monotonic() - self._lost_at
                if away_s > self._patience_s:
                    raise HouseError(f"the house at {self._rest.url} has not come back for {away_s:.0f} s")
                await asyncio.sleep(wait * random.uniform(0.5, 1))
        except HouseError as bad:
            self._end(bad)
        except Exception as bad:  # whoever waits for an answer must hear of it
            self._end(HouseError(f"what the house at {self._rest.url} told makes no sense here: {bad!r}"))

    def _miss(self) -> None:
        """Report a lost connection once; one that is made again at once is not reported."""
        if not self._away:
            self._away = True
            self._hear(Away())

    async def _connection(self) -> None:
        """Run one connection, from its hello to its end."""
        url = f"{self._rest.socket_url}/tables/{self._table}/live"
        async with connect(url, additional_headers=self._rest.headers, max_size=LONGEST_FRAME) as socket:
            try:
                await self._greet(socket)
                await self._read(socket)
            except Lost:
                self._mirror.seq = None  # the next hello asks for a snapshot
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in FINAL_CODES:
                    raise HouseError(closed.rcvd.reason or f"the house hung up ({closed.rcvd.code})") from None
            finally:
                if self._socket:
                    self._lost_at = time.monotonic()
                self._socket = None

    async def _greet(self, socket: ClientConnection) -> None:
        """Send hello with the last sequence number, and retry requests that were not answered."""
        await socket.send(_encoder.encode(Hello(VERSION, self._mirror.seq, self._mirror.epoch)), text=True)
        async with asyncio.timeout(GREETING_SECONDS):
            greeting = await socket.recv()
        await self._take(self._decode(greeting))
        self._socket = socket
        self._connected_at = time.monotonic()
        if self._away:
            self._away = False
            self._hear(Back(self._connected_at - self._lost_at))
        await self._ask_again(self._requests)

    async def _read(self, socket: ClientConnection) -> None:
        beat = asyncio.create_task(self._beat())
        try:
            while True:
                await self._take(self._decode(await socket.recv()))
        finally:
            beat.cancel()

    def _decode(self, data: str | bytes) -> ToClient | None:
        """Decode a frame; None for one that only a later version of the house sends."""
        try:
            return _decoder.decode(data)
        except msgspec.ValidationError:
            return None

    async def _write(self, message: FromClient) -> None:
        """Send a frame if there is a connection; without one it is sent when there is."""
        if self._socket:
            with suppress(ConnectionClosed):
                await self._socket.send(_encoder.encode(message), text=True)

    async def _beat(self) -> None:
        """Measure the latency, retry requests that have waited for more than a beat, and end those without hope."""
        waited: set[str] = set()
        for beat in itertools.count():
            if beat % PING_BEATS == 0:
                self._measuring = True
                await self._write(Ping(time.monotonic()))
            self._lose_patience()
            await self._ask_again(waited & self._requests.keys())
            waited = set(self._requests)
            await asyncio.sleep(BEAT_SECONDS)

    def _lose_patience(self) -> None:
        for request in self._requests.values():
            waited = self._waited(request)
            if waited > self._patience_s and not request.answer.done():
                silent = f"the house at {self._rest.url} has not answered; it may still do what was asked"
                says = f"{request.put_off or silent} (tried for {waited:.0f} s)"
                request.answer.set_exception(HouseError(says))

    # -------------------------------------------------------------- frames

    async def _take(self, message: ToClient | None) -> None:
        match message:
            case Answered() | Quoted():
                self._answered(message)
            case Pong():
                await self._ponged(message)
            case None:
                pass
            case _:
                self._hear(message)
                if isinstance(message, Snapshot):
                    self._joined.set()

    async def _ponged(self, pong: Pong) -> None:
        here = (time.monotonic() - pong.sent) * 1000
        self.latency_ms = here if pong.latency_ms is None else pong.latency_ms
        if self._measuring:
            self._measuring = False
            await self._write(Ping(time.monotonic(), pong.mark))
