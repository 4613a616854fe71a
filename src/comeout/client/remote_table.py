"""One table of the house over its socket: commands and their answers, news as it comes, and a mirror of the table.

A lost connection is made again with the last sequence number seen, and what was not answered is sent again under the
same id, so that it acts once.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import random
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Any, Literal

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from comeout.client.event_reader import Note, event_of
from comeout.client.mirror import Lost, Mirror
from comeout.client.rest_client import HouseError, Rest, not_there
from comeout.protocol.frames import (
    VERSION,
    Answered,
    Countdown,
    Do,
    FromClient,
    Happened,
    Hello,
    Ping,
    Pong,
    Snapshot,
    ToClient,
    Trouble,
    Welcome,
)
from comeout.protocol.house_commands import HouseCommand, RollNow, SetSeed
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.messages import Command, Event
from comeout.table.shooter import way_to_dice


@dataclasses.dataclass(frozen=True, slots=True)
class Away:
    """The house does not answer. It is tried again by itself, and what is asked meanwhile is sent when it is back."""


@dataclasses.dataclass(frozen=True, slots=True)
class Back:
    """The house answers again, after it was away for so many seconds."""

    seconds: float


News = Event | Note | Countdown | Trouble | Snapshot | Away | Back
"""What is told at a table; a snapshot comes after a break that was too long to be told event by event."""

UNREAD_MOST = 4096
"""News that nobody reads are forgotten, the oldest first."""

BEAT_SECONDS, PING_BEATS = 1.0, 10
GREETING_SECONDS = 10.0
LONGEST_FRAME = 8 * 1024 * 1024
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.05, 2.0
FINAL_CODES = (4001, 4003, 4010)
"""Close codes after which coming back would change nothing."""

NOT_FINAL = ("NOT_KEPT", "TOO_MANY")
"""Reasons that the house does not remember: it is asked again under the same id, until it can answer."""

_decoder: msgspec.json.Decoder[ToClient] = msgspec.json.Decoder(ToClient)
_encoder = msgspec.json.Encoder()


@dataclasses.dataclass(frozen=True, slots=True)
class Done:
    """A command was kept: up to which sequence number, what is in your rack now, and what is still waited for."""

    seq: int = 0
    rack_cents: int | None = None
    waiting: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class Refused:
    """A command was refused and nothing changed: why, by which clause, and the amounts that would be accepted."""

    reason: str
    says: str
    clause: str = ""
    instead_cents: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return False


Answer = Done | Refused


class Table:
    """A table you are connected to. `mirror` is the table as you see it; the properties are its most asked figures."""

    def __init__(self, rest: Rest, table: str, layout: Layout, *, patience_s: float) -> None:
        self.id, self.layout = table, layout
        self.mirror = Mirror(layout)
        self.latency_ms: float | None = None
        """The way there and back: as the house last measured it, and before that as it was measured here."""
        self._measuring = False
        """The mark of the next pong goes back at once."""
        self._rest, self._patience_s = rest, patience_s
        self._socket: ClientConnection | None = None
        self._asked: dict[str, tuple[Do, asyncio.Future[Answer]]] = {}
        self._unread: deque[News] = deque(maxlen=UNREAD_MOST)
        self._fresh = asyncio.Event()
        self._joined = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._ended: HouseError | None = None
        self._closed = False
        self._heard = 0.0
        """When a connection last ended that had been one, by the steady clock."""
        self._away = False

    # -------------------------------------------------------------- the table as you see it

    @property
    def seat(self) -> int | None:
        """Your seat, or None while you stand."""
        return self.mirror.seat

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.mirror.state.point or None

    @property
    def phase(self) -> str:
        """Where the roll stands: "betting open", "no more bets", and so on."""
        return self.mirror.state.phase.value

    @property
    def rack_cents(self) -> int:
        """What lies in your rack."""
        return self.mirror.rack_cents

    @property
    def bets(self) -> dict[str, int]:
        """What you have on the layout, in cents by spot."""
        return self.mirror.bets

    @property
    def closes_in_s(self) -> float | None:
        """Seconds until bets close, if a countdown runs."""
        return self.mirror.closes_in_s

    @property
    def waiting(self) -> str:
        """What the table waits for, if it waits."""
        return self.mirror.waiting

    @property
    def whose(self) -> int | None:
        """The seat whose move that is; None for anybody's."""
        return self.mirror.whose

    @property
    def dice(self) -> Literal["take", "bet", ""]:
        """How you get dice that nobody holds: `take_dice`, or a bet on the line first; empty if you cannot."""
        return "" if self.seat is None else way_to_dice(self.layout, self.mirror.state, self.seat)

    # -------------------------------------------------------------- what you can ask

    async def sit(self, rack_cents: int) -> Answer:
        """Take a seat with chips from your wallet; whoever sits here already keeps seat and rack."""
        if self.seat is not None:
            return Done(self.mirror.seq or 0, self.rack_cents)
        return await self._do("Sit", {"rack": rack_cents})

    async def buy_in(self, cents: int) -> Answer:
        """More chips from your wallet."""
        return await self._do("BuyIn", {"amount": cents})

    async def leave(self) -> Answer:
        """Colour up and go; nothing of yours may lie on the layout."""
        return await self._do("Leave")

    async def bet(self, spot: str, cents: int) -> Answer:
        """Put chips on a spot, in addition to what is there."""
        return await self._do("PlaceBet", {"spot": spot, "amount": cents})

    async def take_down(self, spot: str, cents: int | None = None) -> Answer:
        """Take a bet down, or part of it back."""
        if cents is None:
            return await self._do("RemoveBet", {"spot": spot})
        return await self._do("ReduceBet", {"spot": spot, "amount": cents})

    async def call(self, spot: str, call: m.Switch) -> Answer:
        """Call a bet on or off."""
        return await self._do("CallBet", {"spot": spot, "call": call})

    async def keep(self, spot: str, *, keep: bool = True) -> Answer:
        """Bet the same again whenever it has won, or no longer."""
        return await self._do("KeepBet", {"spot": spot, "keep": keep})

    async def take_dice(self) -> Answer:
        """Take the dice: they are offered to you, or everybody has let them go by."""
        return await self._do("TakeDice")

    async def pass_dice(self) -> Answer:
        """Give up the dice."""
        return await self._do("PassDice")

    async def roll(self) -> Answer:
        """Have the dice thrown, at a table in first person; the roll itself comes with the news."""
        return await self.send(RollNow())

    async def set_seed(self, seed: str) -> Answer:
        """Have a say in the dice."""
        answer = await self.send(SetSeed(seed))
        if answer:
            self.mirror.seed = seed
        return answer

    async def send(self, command: Command | HouseCommand) -> Answer:
        """Any command, a crew member's too."""
        fields = dataclasses.fields(command)
        return await self._do(type(command).__name__, {each.name: getattr(command, each.name) for each in fields})

    async def _do(self, name: str, body: dict[str, Any] | None = None) -> Answer:
        """Ask under an id of our own, as often as it takes to be answered."""
        if self._ended:
            raise self._ended
        ask = Do(uuid.uuid4().hex, name, body or {})
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[ask.id] = ask, answered
        try:
            await self._write(ask)
            return await answered
        finally:
            self._asked.pop(ask.id, None)

    # -------------------------------------------------------------- what you are told

    async def events(self) -> AsyncIterator[News]:
        """Everything that is told at the table, until you leave the connection."""
        while True:
            while self._unread:
                yield self._unread.popleft()
            if self._closed:
                return
            if self._ended:
                raise self._ended
            self._fresh.clear()
            await self._fresh.wait()

    def unread(self) -> list[News]:
        """What was told and not read yet, without waiting."""
        news = list(self._unread)
        self._unread.clear()
        return news

    async def next_news(self) -> None:
        """Wait until something is told that was not read; a HouseError if nothing will be."""
        while not self._unread:
            if self._ended:
                raise self._ended
            self._fresh.clear()
            await self._fresh.wait()

    def _tell(self, news: News) -> None:
        self._unread.append(news)
        self._fresh.set()

    # -------------------------------------------------------------- the connection

    async def open(self) -> None:
        """Connect for the first time, and learn how the table lies."""
        self._task = asyncio.create_task(self._stay())
        joined = asyncio.create_task(self._joined.wait())
        await asyncio.wait((self._task, joined), return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()
        if self._ended:
            raise self._ended

    async def close(self) -> None:
        """End the connection; your seat and your bets stay."""
        self._closed = True
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._end(HouseError("the connection was closed here"))

    def _end(self, why: HouseError) -> None:
        self._ended = why
        for _, answered in self._asked.values():
            if not answered.done():
                answered.set_exception(why)
        self._fresh.set()

    async def _stay(self) -> None:
        """Stay connected until it makes no sense any more."""
        wait = SHORTEST_WAIT_S
        try:
            while True:
                before = self._heard
                try:
                    await self._connection()
                except (OSError, WebSocketException, TimeoutError) as bad:
                    if not self._joined.is_set():
                        raise HouseError(not_there(self._rest.url, bad)) from None
                    self._miss()
                wait = SHORTEST_WAIT_S if self._heard != before else min(LONGEST_WAIT_S, wait * 2)
                if time.monotonic() - self._heard > self._patience_s:
                    raise HouseError(f"the house at {self._rest.url} has not come back for {self._patience_s:.0f} s")
                await asyncio.sleep(wait * random.uniform(0.5, 1))
        except HouseError as bad:
            self._end(bad)
        except Exception as bad:  # whoever waits for an answer must hear of it
            self._end(HouseError(f"what the house at {self._rest.url} told makes no sense here: {bad!r}"))

    def _miss(self) -> None:
        """Say once that the house is away; a connection that is made again at once is not worth a word."""
        if not self._away:
            self._away = True
            self._tell(Away())

    async def _connection(self) -> None:
        """One connection from its hello to its end."""
        url = f"{self._rest.socket_url}/tables/{self.id}/live"
        async with connect(url, additional_headers=self._rest.headers, max_size=LONGEST_FRAME) as socket:
            try:
                await self._greet(socket)
                await self._read(socket)
            except Lost:
                self.mirror.seq = None
            except ConnectionClosed as closed:
                if closed.rcvd and closed.rcvd.code in FINAL_CODES:
                    raise HouseError(closed.rcvd.reason or f"the house hung up ({closed.rcvd.code})") from None
            finally:
                if self._socket:
                    self._heard = time.monotonic()
                self._socket = None

    async def _greet(self, socket: ClientConnection) -> None:
        """Say hello, and ask again for what was not answered."""
        hello = Hello(VERSION, self.mirror.seq, self.mirror.epoch)
        await socket.send(_encoder.encode(hello), text=True)
        await self._take(self._decode(await asyncio.wait_for(socket.recv(), GREETING_SECONDS)))
        self._socket = socket
        if self._away:
            self._away = False
            self._tell(Back(time.monotonic() - self._heard))
        await self._ask_again(self._asked)

    async def _ask_again(self, ids: Iterable[str]) -> None:
        for ask in [self._asked[each][0] for each in ids]:
            await self._write(ask)

    async def _read(self, socket: ClientConnection) -> None:
        beat = asyncio.create_task(self._beat())
        try:
            while True:
                await self._take(self._decode(await socket.recv()))
        finally:
            beat.cancel()

    def _decode(self, data: str | bytes) -> ToClient | None:
        """A frame; one that a later version of the house may send is let go by."""
        try:
            return _decoder.decode(data)
        except msgspec.ValidationError:
            return None

    async def _write(self, message: FromClient) -> None:
        """Send a frame if there is a connection; without one it is sent again when there is."""
        if self._socket:
            with suppress(ConnectionClosed):
                await self._socket.send(_encoder.encode(message), text=True)

    async def _beat(self) -> None:
        """Measure the way there and back, and ask again for what has waited for more than a beat."""
        waited: set[str] = set()
        for beat in itertools.count():
            if beat % PING_BEATS == 0:
                self._measuring = True
                await self._write(Ping(time.monotonic()))
            await self._ask_again(waited & self._asked.keys())
            waited = set(self._asked)
            await asyncio.sleep(BEAT_SECONDS)

    # -------------------------------------------------------------- frames

    async def _take(self, message: ToClient | None) -> None:
        match message:
            case Happened():
                self._happened(message)
            case Answered():
                self._answered(message)
            case Snapshot():
                self.mirror.lay(message)
                if self._joined.is_set():
                    self._tell(message)
                self._joined.set()
            case Countdown():
                self.mirror.count(message)
                self._tell(message)
            case Pong():
                await self._ponged(message)
            case Trouble():
                self._tell(message)
            case Welcome():
                self.mirror.greet(message)
            case _:
                pass  # a bye is told again by the close code, stacks are for pages that show everybody's chips

    async def _ponged(self, pong: Pong) -> None:
        here = (time.monotonic() - pong.sent) * 1000
        self.latency_ms = here if pong.latency_ms is None else pong.latency_ms
        if self._measuring:
            self._measuring = False
            await self._write(Ping(time.monotonic(), pong.mark))

    def _happened(self, told: Happened) -> None:
        if self.mirror.seq is not None and told.seq <= self.mirror.seq:
            return
        event = event_of(told)
        try:
            self.mirror.fold(told, event)
        finally:
            self._tell(event)  # it happened, whether or not the mirror can follow

    def _answered(self, told: Answered) -> None:
        ask = self._asked.get(told.id)
        if ask is None or ask[1].done() or told.reason in NOT_FINAL:
            return
        if told.ok:
            ask[1].set_result(Done(told.seq, told.rack_cents, told.waiting))
        else:
            ask[1].set_result(Refused(told.reason, told.says, told.clause, tuple(told.instead_cents)))
