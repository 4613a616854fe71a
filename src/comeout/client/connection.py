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

from comeout.client.heartbeat import Heartbeat
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
    Typed,
    Understood,
)

BEAT_SECONDS, PING_BEATS = 1.0, 10
"""How often unanswered requests are sent again, and every how many of these beats the latency is measured."""

GREETING_SECONDS = 10.0
LONGEST_FRAME = 8 * 1024 * 1024
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.05, 0.8
"""The backoff between attempts to connect that fail at once."""
HASTE_S = 0.8
"""How long one attempt to connect is waited for before another begins beside it."""
ATTEMPTS_MOST = 2
FINAL_CODES = (4001, 4003, 4010)
"""Close codes after which a new connection would change nothing."""

NOT_FINAL = ("NOT_KEPT", "TOO_MANY")
"""Reasons that the house does not remember: it is asked again under the same id, until it can answer."""

Told = Answered | Quoted | Understood
"""What answers a request."""

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

    def __init__(self, frame: Do | Quote | Typed) -> None:
        self.frame = frame
        self.answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
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
        self._attempts: list[asyncio.Task[None]] = []
        """Connections that the house has not greeted yet, the oldest first."""
        self._lines: list[asyncio.Task[None]] = []
        """The task of the connection in use, and for a moment that of the one before."""
        self._pulse = Heartbeat()
        self._stirred = asyncio.Event()
        self._failure: HouseError | None = None
        self._backoff_s, self._next_try = SHORTEST_WAIT_S, 0.0
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

    async def understand(self, ask: Typed) -> Understood:
        """Ask what a line of words about bets means."""
        answer = await self._ask(Request(ask))
        assert isinstance(answer, Understood), "an id is never used for two kinds of request"
        return answer

    async def _ask(self, request: Request) -> Told:
        if self.why:
            raise self.why
        self._requests[request.frame.id] = request
        self._stirred.set()  # while somebody waits, silence is noticed sooner
        try:
            await self._write(request.frame)
            return await request.answer
        finally:
            del self._requests[request.frame.id]

    async def _ask_again(self, ids: Iterable[str]) -> None:
        for frame in [self._requests[each].frame for each in ids]:
            await self._write(frame)

    def _answered(self, told: Told) -> None:
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
        """Keep a connection until that makes no sense any more; one that falls silent is replaced, not waited for."""
        try:
            while not self._failure:
                await self._rest_for(await self._tend())
            self._end(self._failure)
        except Exception as bad:  # whoever waits for an answer must hear of it
            self._end(HouseError(f"what the house at {self._rest.url} told makes no sense here: {bad!r}"))
        finally:
            tasks = [*self._attempts, *self._lines]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _rest_for(self, seconds: float) -> None:
        """Sleep until something may be due, or something happens."""
        self._stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()

    async def _tend(self) -> float:
        """Do what is due: ping, or connect anew. Return in how many seconds something else may be."""
        now, pulse, awaited = time.monotonic(), self._pulse, bool(self._requests)
        silent_in = pulse.silent_in(now, awaited=awaited)
        if self._socket and (silent_in is None or silent_in > 0):
            self._is_well(now)
            ping_in = pulse.ping_in(now, awaited=awaited)
            if ping_in is not None and ping_in <= 0:
                pulse.ping(now)
                await self._write(Ping(now))
                return SHORTEST_WAIT_S
            return max(SHORTEST_WAIT_S, silent_in or ping_in or 0)
        if now < self._next_try:
            return self._next_try - now
        if self._attempts and self._joined.is_set():
            self._miss()
        self._lose_hope(now)
        self._attempt(now)
        return SHORTEST_WAIT_S

    def _is_well(self, now: float) -> None:
        """Note that the connection works: nothing needs to replace it."""
        self._backoff_s, self._next_try = SHORTEST_WAIT_S, 0.0
        for attempt in self._attempts:
            attempt.cancel()
        if self._away:
            self._away = False
            self._hear(Back(now - self._lost_at))

    def _lose_hope(self, now: float) -> None:
        if self._socket:
            self._lost_at = self._pulse.heard_at
            self._pulse.trouble(now)
        away_s = now - self._lost_at
        if away_s > self._patience_s:
            self._failure = HouseError(f"the house at {self._rest.url} has not come back for {away_s:.0f} s")

    def _attempt(self, now: float) -> None:
        """Start to connect. Over a slow network the oldest attempt may succeed yet; the newest one makes way."""
        if len(self._attempts) >= ATTEMPTS_MOST:
            self._attempts.pop().cancel()
        self._next_try = now + HASTE_S * random.uniform(0.75, 1)
        task = asyncio.create_task(self._connection())
        self._attempts.append(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        """Note that an attempt or a connection has ended, and why."""
        now = time.monotonic()
        if task in self._lines:
            self._lines.remove(task)
            self._next_try = now + SHORTEST_WAIT_S * random.uniform(0.5, 1)
        if task in self._attempts:
            self._attempts.remove(task)
            self._next_try = min(self._next_try, now + self._backoff_s * random.uniform(0.5, 1))
            self._backoff_s = min(LONGEST_WAIT_S, self._backoff_s * 2)
        bad = None if task.cancelled() else task.exception()
        if isinstance(bad, HouseError):
            self._failure = bad
        elif isinstance(bad, (OSError, WebSocketException, TimeoutError)):
            if self._joined.is_set():
                self._miss()
            else:
                self._failure = HouseError(not_there(self._rest.url, bad))
        elif bad:
            self._failure = HouseError(f"what the house at {self._rest.url} told makes no sense here: {bad!r}")
        self._stirred.set()

    def _miss(self) -> None:
        """Report a lost connection once; one that is made again at once is not reported."""
        if not self._away:
            self._away = True
            self._hear(Away())

    async def _connection(self) -> None:
        """Run one connection, from its hello to its end."""
        url = f"{self._rest.socket_url}/tables/{self._table}/live"
        async with connect(
            url, additional_headers=self._rest.headers, max_size=LONGEST_FRAME, ping_interval=None, close_timeout=1
        ) as socket:
            try:
                await self._greet(socket)
                await self._read(socket)
            except Lost:
                self._mirror.seq = None  # the next hello asks for a snapshot
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in FINAL_CODES:
                    raise HouseError(closed.rcvd.reason or f"the house hung up ({closed.rcvd.code})") from None
            except asyncio.CancelledError:
                socket.transport.abort()  # nobody may be there to say goodbye to
                raise
            finally:
                if self._socket is socket:
                    self._lost_at = time.monotonic()
                    self._pulse.trouble(self._lost_at)
                    self._socket = None

    async def _greet(self, socket: ClientConnection) -> None:
        """Send hello with the last sequence number, and retry requests that were not answered."""
        await socket.send(_encoder.encode(Hello(VERSION, self._mirror.seq, self._mirror.epoch)), text=True)
        async with asyncio.timeout(GREETING_SECONDS):
            greeting = self._decode(await socket.recv())
        self._adopt(socket)
        await self._take(greeting)
        await self._ask_again(self._requests)

    def _adopt(self, socket: ClientConnection) -> None:
        """Use a connection that the house has greeted, and drop all others."""
        mine = asyncio.current_task()
        assert mine
        if self._socket:  # the silent one
            self._lost_at = self._pulse.heard_at
        others = [task for task in (*self._attempts, *self._lines) if task is not mine]
        self._attempts.clear()
        self._lines = [mine]
        self._socket, self._connected_at = socket, time.monotonic()
        self._pulse.begin(self._connected_at)
        for task in others:
            task.cancel()
        self._is_well(self._connected_at)
        self._stirred.set()

    async def _read(self, socket: ClientConnection) -> None:
        beat = asyncio.create_task(self._beat())
        try:
            while True:
                data = await socket.recv()
                self._pulse.hear(time.monotonic())
                await self._take(self._decode(data))
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
            case Answered() | Quoted() | Understood():
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
