"""The hub publishes the events of a table to its connections, with one queue each for backpressure.

A client that reads too slowly is disconnected, so that it holds up nobody.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from comeout.house.store.contract import Store
from comeout.log.activity import Change
from comeout.log.codec import EVENT_TYPES, named, read_event, write_lines, write_named
from comeout.log.fold import SEAT_FREED, Freed, Frozen, Seed, naming
from comeout.log.records import Record
from comeout.protocol.frames import Bye, Happened, frame
from comeout.table.messages import (
    BetPlaced,
    BetsReturned,
    BetTakenDown,
    BoughtIn,
    CallMade,
    CallPlaced,
    CallWithdrawn,
    CameBack,
    Event,
    KeepSet,
    OutcomeUndone,
    RebetSkipped,
    RecordKnown,
    RollSettled,
    SeatLeft,
    SeatTaken,
    WalkedAway,
    undone_at,
)

SEED_SET, SEEDS_FROZEN, DICE_THROWN = "seed-set", "seeds-frozen", "dice-thrown"
_NOBODY: frozenset[Subscriber] = frozenset()


class SeedSecrecy:
    """The seeds that are frozen for the next throw, until its proof tells them to everybody."""

    def __init__(self) -> None:
        self._frozen: Frozen | None = None

    def hear(self, record: Record) -> bytes:
        """Take a record of the log; return what everybody is sent of it in place of its body, if anything."""
        if record.kind == SEEDS_FROZEN:
            self._frozen = msgspec.json.decode(record.body, type=Frozen)
        if record.kind != DICE_THROWN or self._frozen is None:
            return b""
        thrown: dict[str, Any] = msgspec.json.decode(record.body)
        frozen, self._frozen = self._frozen, None
        return msgspec.json.encode({**thrown, "seeds": frozen.seeds}) if thrown["roll"] == frozen.roll else b""


def set_by(record: Record) -> str:
    """Return the player who set a seed."""
    return msgspec.json.decode(record.body, type=Seed).player


def frozen_by_seat(record: Record) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return what is sent of frozen seeds to those who have none, and to each seat that has one: nobody else's."""
    frozen = msgspec.json.decode(record.body, type=Frozen)
    named = {"log": frozen.log} if frozen.log else {}
    nothing: dict[str, Any] = {"roll": frozen.roll, "seeds": [], **named}
    return nothing, {seat: {**nothing, "seeds": [[seat, seed]]} for seat, seed in frozen.seeds}


class Outbox:
    """Callbacks that flush queues, each run once at the end of this turn of the event loop."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def add(self, deliver: Callable[[], None]) -> None:
        """Schedule a callback for the end of this turn."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._due.append(deliver)

    def _deliver(self) -> None:
        due, self._due = self._due, []
        for deliver in due:
            deliver()


async def let_out() -> None:
    """Let queued frames be sent before anything long begins: connections write first, then the loop sends."""
    for _ in range(2):
        await asyncio.sleep(0)


MISSED_MOST = 256
"""How many missed events a client is sent one by one; a client that missed more gets a snapshot."""

QUEUE_BYTES, QUEUE_SECONDS = 256 * 1024, 5.0
"""The largest queue of a connection, and the longest wait in it; beyond either it is closed (backpressure)."""

ONE_WRITE = 32 * 1024
"""The most bytes that are collected into one write to the socket."""

SMALL_TABLE = 32
"""The most seats of a small table, where everybody is sent everybody's bets as they are made."""

LINES_MOST = 500
"""The most lines of a settlement that the crew is sent. Recall has the others; all of them would overflow the queue."""

OWN_AFFAIRS = (
    BetPlaced, BetTakenDown, BoughtIn, CallMade, CallPlaced, CallWithdrawn, CameBack, KeepSet, RebetSkipped, SeatLeft,
    SeatTaken, RecordKnown, WalkedAway,
)  # fmt: skip
"""The events that only their player and the crew are sent at a large table."""

PRIVATE = (RecordKnown,)
"""The events that only their player and the crew are sent at every table."""

WITH_LINES = (RollSettled, BetsReturned, OutcomeUndone)

_OWN_AFFAIRS, _PRIVATE, _WITH_LINES = frozenset(OWN_AFFAIRS), frozenset(PRIVATE), frozenset(WITH_LINES)


@dataclass(slots=True)
class Published:
    """A committed record with its event; None for an event of the house, which is sent by its body."""

    record: Record
    event: Event | None
    small: bool
    """Whether the table was small when it happened."""
    lines: Mapping[int, bytes] | None = None
    """The lines of a settlement as JSON, by seat, if they are serialized already."""
    moved: Sequence[Change] | None = None
    """What the event did to each seat's money, if it is computed already."""
    _named: bytes = b""

    @property
    def named(self) -> bytes:
        """Return the event as JSON with every field named, serialized once for all subscribers."""
        if not self._named:
            self._named = self.record.body if self.event is None else write_named(self.event)
        return self._named


class Subscriber:
    """One connection: its player, its seat, and the queue of frames to send."""

    def __init__(self, player: str, *, sees_all: bool, clock: Callable[[], float]) -> None:
        self.player, self.sees_all = player, sees_all
        self.seat: int | None = None
        self.end: Bye | None = None
        """The reason to close the connection; None while it stays open."""
        self.ended: Callable[[], object] = lambda: None
        """Called when `end` is set: a client that does not read would never see a frame about it."""
        self.write: Callable[[Iterable[bytes]], bool] | None = None
        """Sends frames at once and returns whether it could. Without it, the task that awaits `next` is woken."""
        self.outbox: Outbox | None = None
        self._clock = clock
        self._queue: deque[tuple[float, bytes]] = deque()
        self._size = 0
        self._idle: asyncio.Future[None] | None = None
        """The future that an idle sender awaits. An asyncio.Event would cost every connection a queue of its own."""

    @property
    def waiting_bytes(self) -> int:
        """Return the size of the queue."""
        return self._size

    def offer(self, data: bytes) -> None:
        """Enqueue a frame; a queue that is too long or too old ends the connection (backpressure)."""
        if self.end:
            return
        now, queue = self._clock(), self._queue
        self._size = size = self._size + len(data)
        if queue and (size > QUEUE_BYTES or now - queue[0][0] > QUEUE_SECONDS):
            queue.clear()
            self._size = 0
            self.dismiss(Bye(4008, "you read too slowly; connect again with your last sequence number"))
            return
        queue.append((now, data))
        idle = self._idle
        if self.write is None or self.outbox is None or idle is None or idle.done():
            self._wake()
        elif len(queue) == 1:
            self.outbox.add(self.deliver)
        elif size > ONE_WRITE:
            self.deliver()

    def deliver(self) -> None:
        """Flush the queue at once: a table of thousands cannot wake a task for each of them.

        What cannot go out at once is left to whoever waits for `next`, and nothing overtakes it there.
        """
        if not (self._queue and self._resting):
            return
        if self.write and self.write([data for _, data in self._queue]):
            self._queue.clear()
            self._size = 0
        else:
            self._wake()

    @property
    def _resting(self) -> bool:
        """Return whether the sender is idle."""
        return self._idle is not None and not self._idle.done()

    async def next(self) -> bytes | None:
        """Return the next frame to send; None when the connection is to be closed."""
        while not self._queue:
            if self.end:
                return None
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        return self._queue[0][1]

    def dismiss(self, end: Bye) -> None:
        """Close the connection once its queue has been sent."""
        if self.end is None:
            self.end = end
            self.ended()
            self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def sent(self) -> None:
        """Record that the first frame has been sent."""
        if self._queue:
            _, data = self._queue.popleft()
            self._size -= len(data)


class Hub:
    """Publish/subscribe hub of one table: its connections, and the latest events they may have missed."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self._names = {} if names is None else names
        """The names of players, by id."""
        self.subscribers: set[Subscriber] = set()
        """All connections; `join` and `leave` change them."""
        self._outbox = Outbox()
        self._crew: set[Subscriber] = set()
        self._of: dict[str, set[Subscriber]] = {}
        """The connections of each player."""
        self._seated: dict[int, str] = {}
        self._ring: deque[Published] = deque(maxlen=MISSED_MOST)
        self._secrecy = SeedSecrecy()
        self.came: Callable[[str], None] = lambda _player: None
        self.gone: Callable[[str], None] = lambda _player: None
        """Callbacks for each new connection of a player, and for the end of the last one."""

    def connected(self, player: str) -> bool:
        """Return whether a player has a connection in this process."""
        return player in self._of

    def name(self, player: str) -> str:
        """Return the name of a player."""
        return self._names.get(player, player)

    def join(self, subscriber: Subscriber) -> None:
        """Subscribe a connection."""
        subscriber.outbox = self._outbox
        self.subscribers.add(subscriber)
        self._of.setdefault(subscriber.player, set()).add(subscriber)
        if subscriber.sees_all:
            self._crew.add(subscriber)
        if subscriber.seat is not None:
            self._seated[subscriber.seat] = subscriber.player
        self.came(subscriber.player)

    def authorize(self, subscriber: Subscriber, *, sees_all: bool) -> None:
        """Let a connection see what the crew sees from now on, or no longer."""
        subscriber.sees_all = sees_all
        if sees_all and subscriber in self.subscribers:
            self._crew.add(subscriber)
        else:
            self._crew.discard(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        """Unsubscribe a connection."""
        self.subscribers.discard(subscriber)
        self._crew.discard(subscriber)
        mine = self._of.get(subscriber.player, set())
        mine.discard(subscriber)
        if not mine and self._of.pop(subscriber.player, None) is not None:
            self.gone(subscriber.player)

    def seat(self, seats: Mapping[str, int]) -> None:
        """Set who sits where, for all seats."""
        self._seated = {seat: player for player, seat in seats.items()}
        for each in self.subscribers:
            each.seat = seats.get(each.player)

    def sit(self, player: str, seat: int) -> None:
        """Record that a player has sat down."""
        self._seated[seat] = player
        for each in self._of.get(player, ()):
            each.seat = seat

    def stand_up(self, seat: int) -> None:
        """Record that a player has left."""
        for each in self._of.get(self._seated.pop(seat, ""), ()):
            each.seat = None

    async def catch_up(self, store: Store, table: str, *, end: int, small: bool) -> None:
        """Publish what the log holds and nobody here has; of a log that is new here, what clients may have missed."""
        after = self._heard or max(0, end - MISSED_MOST)
        while records := await store.records(table, after=after):
            for record in records:
                with naming(record):
                    self.tell(told_of(record, small=small))
            after = records[-1].seq

    @property
    def _heard(self) -> int:
        return self._ring[-1].record.seq if self._ring else 0

    def tell(self, told: Published) -> None:
        """Publish a committed event once, to everybody as far as they may see it."""
        ring = self._ring
        if ring and told.record.seq <= ring[-1].record.seq:
            return
        ring.append(told)
        if told.event is None and (told_to_all := self._secrecy.hear(told.record)):
            told._named = told_to_all
        if not self.subscribers:
            return
        if told.record.kind == SEEDS_FROZEN:
            self._tell_frozen(told)
        elif not told.small and isinstance(told.event, WITH_LINES):
            self._tell_lines(told, told.event)
        elif concerned := self._concerned(told):
            whole = self._frame(told)
            for each in concerned:
                each.offer(whole)

    def _tell_frozen(self, told: Published) -> None:
        """Publish frozen seeds: everybody gets their own."""
        nothing, by_seat = frozen_by_seat(told.record)
        whole = _frame(told, nothing)
        for each in self.subscribers:
            each.offer(_frame(told, by_seat[each.seat]) if each.seat in by_seat else whole)

    def _concerned(self, told: Published) -> Collection[Subscriber]:
        event: Any = told.event
        kind = type(event)
        if kind in (_PRIVATE if told.small else _OWN_AFFAIRS):
            mine = self._of.get(self._seated.get(event.seat, ""), _NOBODY)
        elif not told.small and told.record.kind == SEAT_FREED:
            mine = self._of.get(_whose_seat(told), _NOBODY)
        elif told.record.kind == SEED_SET:
            return self._of.get(set_by(told.record), _NOBODY)
        else:
            return self.subscribers
        return self._crew | mine if self._crew else mine

    def _tell_lines(self, told: Published, event: RollSettled | BetsReturned | OutcomeUndone) -> None:
        """Publish a settlement at a large table: everybody gets the roll and their own lines."""
        if isinstance(event, OutcomeUndone):
            short = len(event.lines) + len(event.returned) + len(event.put_back) > LINES_MOST
            for each in self.subscribers:
                each.offer(_frame(told, event if each.sees_all and not short else undone_at(event, each.seat)))
            return
        lines = told.lines or write_lines(event.lines)
        nothing = _frame(told, _with_lines(event, ()))
        before, _, after = nothing.rpartition(b'"lines":[]')
        for each in self.subscribers - self._crew:
            mine = lines.get(each.seat) if each.seat is not None else None
            each.offer(b'%b"lines":%b%b' % (before, mine, after) if mine else nothing)
        whole = _frame(told, event) if self._crew and len(event.lines) <= LINES_MOST else nothing
        for each in self._crew:
            each.offer(whole)

    def broadcast(self, data: bytes) -> None:
        """Send the same frame to everybody."""
        for each in self.subscribers:
            each.offer(data)

    def send_away(self, end: Bye) -> None:
        """Close every connection once its queue has been sent."""
        for each in self.subscribers:
            each.dismiss(end)

    def missed(self, subscriber: Subscriber, last: int, now: int) -> list[bytes] | None:
        """Return what a subscriber has missed since a sequence number; None if a snapshot is needed instead."""
        if last == now:
            return []
        if not 0 <= now - last <= MISSED_MOST or not self._ring or self._ring[0].record.seq > last + 1:
            return None
        return list(self._since(subscriber, last))

    def _since(self, subscriber: Subscriber, last: int) -> Iterator[bytes]:
        sat_down = self._sat_down(subscriber.seat)
        for told in self._ring:
            if told.record.seq <= last:
                continue
            event, kind = told.event, told.record.kind
            private = isinstance(event, PRIVATE)
            if kind == SEED_SET and set_by(told.record) != subscriber.player:
                continue
            if kind == SEEDS_FROZEN:
                nothing, by_seat = frozen_by_seat(told.record)
                mine_then = subscriber.seat if told.record.seq > sat_down else None
                yield _frame(told, nothing if mine_then is None else by_seat.get(mine_then, nothing))
            elif subscriber.sees_all or (told.small and not private):
                yield self._frame(told)
            elif private and told.record.seq < sat_down:
                continue  # about somebody who sat there before
            elif told.record.kind == SEAT_FREED and _whose_seat(told) != subscriber.player:
                continue
            elif isinstance(event, OutcomeUndone):
                yield _frame(told, undone_at(event, subscriber.seat))
            elif isinstance(event, WITH_LINES):
                mine = [line for line in event.lines if line.seat == subscriber.seat]
                yield _frame(told, _with_lines(event, mine))
            elif not isinstance(event, OWN_AFFAIRS) or event.seat == subscriber.seat:
                yield self._frame(told)

    def _sat_down(self, seat: int | None) -> int:
        """Return the sequence number at which the present player took a seat; 0 if that is before all kept events."""
        taken = (told for told in self._ring if isinstance(told.event, SeatTaken) and told.event.seat == seat)
        return max((told.record.seq for told in taken), default=0)

    def _frame(self, told: Published) -> bytes:
        """Return the full frame of an event; when somebody sits down it also has their name."""
        event = told.event
        if isinstance(event, SeatTaken):
            return _frame(told, {**named(event), "name": self.name(event.player)})
        table, epoch, seq, at, kind, _, _ = told.record
        return frame(Happened(table, epoch, seq, at, kind, msgspec.Raw(told.named)))


def told_of(record: Record, *, small: bool) -> Published:
    """Read a record from the log as it is published."""
    return Published(record, read_event(record.kind, record.body) if record.kind in EVENT_TYPES else None, small)


def _whose_seat(told: Published) -> str:
    """Return whose seat was freed."""
    return msgspec.json.decode(told.record.body, type=Freed).player


def _with_lines(event: RollSettled | BetsReturned, lines: Iterable[object]) -> dict[str, object]:
    """Return an event with only some of its lines, with named fields."""
    if isinstance(event, RollSettled):
        short: dict[str, object] = named(event._replace(lines=()))
    else:
        fields = {name: getattr(event, name) for name in event.__slots__ if name != "lines"}
        short = {name: named(value) for name, value in fields.items()}
    return {**short, "lines": [named(line) for line in lines]}


def _frame(told: Published, event: Event | dict[str, object]) -> bytes:
    """Return the frame of an event that was shortened or extended."""
    record = told.record
    shown = event if isinstance(event, dict) else named(event)
    return frame(Happened(record.table, record.epoch, record.seq, record.at, record.kind, shown))
