"""A follower is a read replica of a table that another process owns, and forwards commands to the owner."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
import structlog

from comeout.house.audience.hub import SMALL_TABLE, Hub, told_of
from comeout.house.audience.presence import Presence
from comeout.house.clock import Clock
from comeout.house.cluster.bus import Bus, BusTrouble
from comeout.house.host.countdown import LIE_SECONDS, betting_began, runs_now, waits_for
from comeout.house.host.two_people import Wanted, read_wanted
from comeout.house.store.contract import Store, StoreTrouble
from comeout.log.fold import Fold, add_record, naming
from comeout.log.hash_chain import Log
from comeout.log.records import Record, TableRow
from comeout.protocol.frames import CLOSED, Answered, Countdown, frame
from comeout.protocol.house_commands import Ask, SetReady
from comeout.rules.layout import Layout
from comeout.table.messages import BettingOpened, Event, SeatLeft, SeatTaken
from comeout.table.state import Phase

log = structlog.get_logger("comeout.house")

OWNER_SECONDS, ASKS_MOST = 1.0, 10
"""The timeout of a forwarded command, and the number of retries before the player is asked to send it again."""

READ_SECONDS = 0.5
"""How often the log is polled, even without a hint that it has grown."""


class Passed(msgspec.Struct):
    """A command that is forwarded to the owner of its table, which looks up the player's roles itself."""

    player: str
    id: str
    name: str
    body: dict[str, Any]


class _Outcome(msgspec.Struct):
    """The part of an owner's answer that says when it may be passed on."""

    ok: bool
    seq: int = 0


class _Early(NamedTuple):
    """An owner's answer that arrived before the records it rests on were read here."""

    seq: int
    reading: int
    """The number of the last reading of the log that had started when the answer arrived."""
    data: bytes
    reply: Callable[[bytes], None]


def log_subject(table: str) -> str:
    """Return the bus subject on which an owner announces that its log has grown, or its countdown."""
    return f"comeout.log.{table}"


def ask_subject(table: str) -> str:
    """Return the bus subject on which the owner of a table accepts commands."""
    return f"comeout.ask.{table}"


def wanted_subject(table: str) -> str:
    """Return the bus subject on which an owner announces what waits for a second person."""
    return f"comeout.wanted.{table}"


class Follower:
    """Follower (read replica) of a table that another process owns, for the people connected to this process."""

    def __init__(
        self,
        row: TableRow,
        layout: Layout,
        store: Store,
        *,
        clock: Clock,
        bus: Bus,
        hub: Hub,
        learn_name: Callable[[str], Awaitable[None]],
        met: Callable[[Fold], Awaitable[None]],
        seen: Callable[[Record, Event], None],
        presence: Presence | None = None,
    ) -> None:
        self._learn_name, self._met, self._seen = learn_name, met, seen
        self.presence = presence or Presence(hub, clock)
        self.row, self.layout, self.store, self.clock, self.bus, self.hub = row, layout, store, clock, bus, hub
        self.fold = Fold(layout, Log(row.id, row.book))
        self.seats: dict[str, int] = {}
        self._grown = asyncio.Event()
        self._count: Countdown | None = None
        """The last countdown that the owner announced, until it is published here."""
        self._deadline: float | None = None
        """When bets close, by the monotonic clock here, as the owner announced it since they were opened."""
        self._begins = 0.0
        """When the dice of the last roll lie, in the same way."""
        self.ready: set[int] = set()
        """The seats that are ready for the throw, as the owner announced; of a large table, those that said so here."""
        self._asking: set[asyncio.Task[None]] = set()
        self._early: list[_Early] = []
        """Answers that wait for their events, oldest first."""
        self._readings = 0
        """How often the log has been read."""
        self._taken_over: Callable[[Ask], None] | None = None

    async def start(self) -> None:
        """Replay the log without publishing anything."""
        snapshot = await self.store.snapshot(self.row.id)
        if snapshot:
            self.fold.restore(snapshot)
        while records := await self.store.records(self.row.id, after=self.fold.log.seq):
            for record in records:
                add_record(self.fold, record)
        await self._met(self.fold)
        self._seat_subscribers()
        await self.hub.catch_up(self.store, self.row.id, end=self.fold.log.seq, small=self._small)

    async def run(self) -> None:
        """Follow the log until cancelled."""
        end = await self.bus.listen(log_subject(self.row.id), self._hear)
        try:
            while True:
                await self._rest()
                await self.follow()
        finally:
            await end()

    def _hear(self, data: bytes) -> None:
        if data:
            self._count = msgspec.json.decode(data, type=Countdown)
            now, left = self.clock.monotonic(), self._count.closes_in_ms
            self._deadline = None if left is None else now + left / 1000
            self._begins = now + self._count.begins_in_ms / 1000
            if self._small:
                self.ready = set(self._count.ready)
        self._grown.set()

    async def _rest(self) -> None:
        """Wait for a hint, or for the next poll."""
        waits = [asyncio.ensure_future(self._grown.wait()), asyncio.ensure_future(self.clock.sleep(READ_SECONDS))]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._grown.clear()

    async def follow(self) -> None:
        """Publish new records, then the answers that rest on them; while the store is away, try again later."""
        self._readings += 1
        reading = self._readings
        try:
            while records := await self.store.records(self.row.id, after=self.fold.log.seq):
                for record in records:
                    await self._tell(record)
                self._answer_early(lambda each: each.seq <= self.fold.log.seq)
            # A complete reading that began after an answer arrived has read all of its records.
            self._answer_early(lambda each: each.reading < reading)
            count, self._count = self._count, None
            if count:
                self.hub.broadcast(frame(count))
            if self.fold.state.phase is Phase.SHUT and not self._asking:
                self.hub.send_away(CLOSED)
        except StoreTrouble as bad:
            log.warning("log not read", table=self.row.id, why=str(bad))

    async def _tell(self, record: Record) -> None:
        """Apply one record and publish it."""
        with naming(record):
            told = told_of(record, small=self._small)
        event = told.event
        if isinstance(event, SeatTaken):
            await self._learn_name(event.player)  # before anybody can see who it is
        add_record(self.fold, record)
        if event is not None:
            self._seen(record, event)
        if isinstance(event, SeatTaken):
            self.hub.sit(event.player, event.seat)
            self.seats[event.player] = event.seat
        self.hub.tell(told)
        if isinstance(event, SeatLeft):
            self.hub.stand_up(event.seat)
            self.seats = {who: seat for who, seat in self.seats.items() if seat != event.seat}
        if isinstance(event, BettingOpened) and (self._count is None or not self._small):
            self.ready.clear()
        if isinstance(event, BettingOpened) and self._count is None:
            self._deadline, self._begins = None, 0.0
            self.hub.broadcast(frame(self.countdown))

    def _answer_early(self, ready: Callable[[_Early], bool]) -> None:
        """Send the answers whose events have been published."""
        waiting, self._early = self._early, []
        for each in waiting:
            if ready(each):
                each.reply(each.data)
            else:
                self._early.append(each)

    @property
    def _small(self) -> bool:
        return len(self.fold.state.seats) <= SMALL_TABLE

    def _seat_subscribers(self) -> None:
        self.seats = {seat.player: number for number, seat in self.fold.state.seats.items()}
        self.hub.seat(self.seats)

    @property
    def closes_in_ms(self) -> int | None:
        """How long bets are still accepted, as the owner announced it, or by the time at which betting was opened."""
        runs = runs_now(self.row, self.layout, self.fold.state)
        if runs is None:
            return None
        if self._deadline is not None:
            return max(0, round((self._deadline - self.clock.monotonic()) * 1000))
        return max(0, runs.seconds * 1000 - max(0, self._spent_ms)) + self.begins_in_ms

    @property
    def _spent_ms(self) -> int:
        """How long the betting time has run, by the log; below zero while the dice are still on their way."""
        return (self.clock.now() - betting_began(self.fold.memory)) // 1000

    @property
    def begins_in_ms(self) -> int:
        """How long the dice of the last roll may still be on their way."""
        if self._deadline is not None:
            return max(0, round((self._begins - self.clock.monotonic()) * 1000))
        return min(round(LIE_SECONDS * 1000), max(0, -self._spent_ms))

    @property
    def countdown(self) -> Countdown:
        """The countdown as the owner announces it."""
        waits = waits_for(self.row, self.layout, self.fold.state, self.hub.name)
        ready = sorted(self.ready) if self._small else []
        return Countdown(self.fold.log.seq, self.closes_in_ms, waits.says, waits.whose, self.begins_in_ms, ready)

    @property
    def waiting(self) -> str:
        """What the table is waiting for."""
        return waits_for(self.row, self.layout, self.fold.state, self.hub.name).says

    def look(self, seen: Callable[[], None]) -> None:
        """Read the table: everything that was replayed is committed."""
        seen()

    async def wanted(self) -> list[Wanted]:
        """Return what waits for a second person, as the owner announces it; nothing while nobody owns the table."""
        try:
            return read_wanted(await self.bus.ask(wanted_subject(self.row.id), b"", timeout_s=OWNER_SECONDS))
        except BusTrouble:
            return []

    def hand_over(self, ask: Callable[[Ask], None]) -> None:
        """This process owns the table now and has published its whole log: commands on their way go to it."""
        self._taken_over = ask
        self._answer_early(lambda _: True)

    def give_up(self) -> None:
        """Stop forwarding, and drop unanswered commands: the house closes, or the log cannot be read."""
        for task in self._asking:
            task.cancel()
        self._early.clear()

    def ask(self, ask: Ask) -> None:
        """Forward a command to the present owner."""
        task = asyncio.ensure_future(self._pass_on(ask))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _pass_on(self, ask: Ask) -> None:
        passed = msgspec.msgpack.encode(Passed(ask.player, ask.id, ask.name, dict(ask.body)))
        for _ in range(ASKS_MOST):
            if self._taken_over:
                self._taken_over(ask)
                return
            try:
                self._answer(ask, await self.bus.ask(ask_subject(self.row.id), passed, timeout_s=OWNER_SECONDS))
                return
            except BusTrouble:
                await self.clock.sleep(0.1)
        says = "nobody runs this table just now; send it again in a moment"
        ask.reply(frame(Answered(ask.id, False, reason="NOT_KEPT", says=says)))

    def _answer(self, ask: Ask, data: bytes) -> None:
        """Send the owner's answer, but not before its events: the owner may be quicker to answer than the log is read.

        A refusal and the repeated answer of a command that was answered before have no events to wait for.
        """
        outcome, seat = msgspec.json.decode(data, type=_Outcome), self.seats.get(ask.player)
        if ask.name == SetReady.__name__ and outcome.ok and seat is not None:
            (self.ready.add if ask.body.get("ready", True) else self.ready.discard)(seat)
        if not outcome.ok or outcome.seq <= self.fold.log.seq or self._taken_over:
            ask.reply(data)
        else:
            self._early.append(_Early(outcome.seq, self._readings, data, ask.reply))
            self._grown.set()
