"""The fold replays a log into a table's state and what its owner remembers (event sourcing), with snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from comeout.errors import ComeoutError
from comeout.log.activity import ACTS, ASIDE, DAY, Change, Span, changes, go_on, owed
from comeout.log.codec import EVENT_TYPES, read_event, read_state, write_state
from comeout.log.dice_formula import FIRST_FORMAT
from comeout.log.hash_chain import Log
from comeout.log.recall_notes import BESIDE, told_beside
from comeout.log.records import Record, SnapshotRow
from comeout.log.shape import shape_of
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.engine import ENGINE
from comeout.table.messages import (
    BettingOpened,
    CameBack,
    Event,
    OutcomeUndone,
    RollCalled,
    RollSettled,
    SeatLeft,
    SeatTaken,
    TableOpened,
    WalkedAway,
)
from comeout.table.position import position_of
from comeout.table.settings import change_setting, default_settings
from comeout.table.state import TableState, new_state

ENGINE_RAISED = "engine-raised"
"""The kind of the event after which a later revision of the engine decides."""

RESTORED = "restored"
"""The kind of the event that a backup of the house was restored."""

SEAT_FREED = "seat-freed"
"""The kind of the event that frees the seat of somebody who was away for too long."""

TABLE_NAMED = "table-named"
"""The kind of the event that says of a table what its row says, before its first chain is published."""

HOUSE_EVENTS = frozenset({
    "chain-published", "crew-acted", "crew-refused", "dice-failed", "dice-thrown", ENGINE_RAISED, "log-failed",
    RESTORED, SEAT_FREED, "second-expired", "second-wanted", "seed-set", "seeds-frozen", "started", "stopped",
    TABLE_NAMED, "void-ordered",
})  # fmt: skip
"""The kinds of the events of the house."""

ROLLS_KEPT = 10
PLAYERS_KEPT = 200


class Refused(msgspec.Struct, frozen=True):
    """The event "crew-refused": what the house wanted to do by itself, and why it was refused."""

    command: str
    says: str


class Memory(msgspec.Struct):
    """What the owner remembers beside the state: part of every snapshot, replayed from the log."""

    seeds: dict[str, str] = {}
    """Client seeds by player."""
    published: bytes = b""
    """The last chain that was published; the chain itself is in the memory of the table's owner only."""
    restored: bool = False
    """Whether a backup was restored since then."""
    thrown: bytes = b""
    """The proof of the last throw."""
    throws: int = 0
    """How often dice were thrown, voided throws included."""
    frozen: tuple[tuple[int, str], ...] | None = None
    """The seeds of the next throw, once bets have closed for it."""
    clean: bool = True
    """Whether the last owner shut down gracefully."""
    opened_at: int = 0
    rolled_at: int = 0
    last_rolls: tuple[tuple[int, int], ...] = ()
    """The rolls settled last, oldest first."""
    aside: dict[str, int] = {}
    """What each player has won apart from settlements, in cents, since the last recall row; below zero: lost."""
    playing: dict[str, list[Span]] = {}
    """When each player played since the last recall row, starting with the roll of that row."""
    beside: dict[str, list[str]] = {}
    """Sentences for each player about what happened apart from rolls, since the last recall row."""
    wanted: tuple[str, ...] = ()
    """The names of the commands that wait for a second person (dual control)."""
    engine: int = 1
    """The revision of the engine that decides now."""
    refused: tuple[Refused, ...] = ()
    """What the automatic crew was refused since bets were last opened, so that it is reported once."""
    away: dict[int, tuple[int, int]] = {}
    """Since when each seat is away, and since which round."""
    freed: dict[str, int] = {}
    """What went to the wallet of each player whose seat was freed, in cents, until they sit down again."""

    def played(self, player: str, at: int) -> list[Span]:
        """Return when a player played since the last recall, if they are there when a bet of theirs is settled."""
        return go_on(self.playing.get(player, ()), at, seated=True)


class Seed(msgspec.Struct):
    """The event "seed-set": a player sets a seed for the dice."""

    player: str
    seed: str


class Named(msgspec.Struct):
    """The event "table-named": what the house says of a table, which the first chain then binds."""

    name: str
    mode: str
    dice: str
    profile: str
    player: str
    text: str
    """The SHA-256 of the text of its book; records of earlier versions have none."""


class Acted(msgspec.Struct):
    """The event "crew-acted": which person of the crew did what comes next, and in which role."""

    player: str
    name: str
    by: str


class About(msgspec.Struct):
    """What an event of the house is about, where that is a command."""

    name: str


class Raised(msgspec.Struct):
    """The event "engine-raised": from here on this revision of the engine decides."""

    engine: int


class Frozen(msgspec.Struct, omit_defaults=True):
    """The event "seeds-frozen": the players' seeds for one throw, by seat."""

    roll: int
    seeds: tuple[tuple[int, str], ...]
    log: str = ""
    """The hash of the record before it, from chain-2 on: no bet before it can be changed any more."""


class _ChainFormat(msgspec.Struct):
    """The part of the event "chain-published" that the memory hangs on."""

    format: str = ""


class Freed(msgspec.Struct):
    """The event "seat-freed": a player was away for too long, and the rack went to the wallet."""

    seat: int
    player: str
    rack_cents: int
    clause: str


class LogBroken(ComeoutError):
    """A log is corrupt: no table can be run and no chip moved by it until somebody has looked at it."""


SNAPSHOT_VERSION = f"{ENGINE}-{shape_of(TableState, Memory)}"
"""The version of snapshots: it changes with the engine, and with the classes that are stored."""


class _Versioned(msgspec.Struct):
    version: str | int = ""
    """The version; the first snapshots had none."""


class _Kept(_Versioned, kw_only=True):
    state: bytes
    memory: Memory


class Fold:
    """Event-sourced state of a table: its state, memory and log, folded from its records."""

    def __init__(self, layout: Layout, log: Log) -> None:
        self.layout, self.log = layout, log
        self.state: TableState = new_state(layout)
        self.memory = Memory()

    def restore(self, snapshot: SnapshotRow) -> bool:
        """Restore from a snapshot; False if it has another version: then all is folded from the log."""
        if msgspec.msgpack.decode(snapshot.body, type=_Versioned).version != SNAPSHOT_VERSION:
            return False
        kept = msgspec.msgpack.decode(snapshot.body, type=_Kept)
        self.state, self.memory = read_state(kept.state), kept.memory
        self.log.seq, self.log.hash = snapshot.seq, snapshot.hash
        return True

    def snapshot(self) -> SnapshotRow:
        """Return a snapshot of what the log folds to now."""
        kept = _Kept(version=SNAPSHOT_VERSION, state=write_state(self.state), memory=self.memory)
        return SnapshotRow(self.log.table, self.log.seq, self.log.hash, msgspec.msgpack.encode(kept))

    def add(self, record: Record) -> None:
        """Apply one more record of the log."""
        if record.kind in EVENT_TYPES:
            event = read_event(record.kind, record.body)
            if isinstance(event, TableOpened):
                self.state, self.memory.engine = opened_state(self.layout, event), event.engine
            else:
                player = self._leaving(event)
                apply(self.layout, self.state, event)
                self.remember(event, record.at, player)
        elif record.kind.islower():
            self.remember_note(record.kind, record.body)
        else:
            raise ValueError("no event is called so; a later version may know it")
        self.memory.clean = ends_in_order(record.kind, self.memory)
        self.log.seq, self.log.hash, self.log.epoch, self.log.at = record.seq, record.hash, record.epoch, record.at

    def _leaving(self, event: object) -> str:
        return self.state.seats[event.seat].player if isinstance(event, SeatLeft) else ""

    def remember(self, event: Event, at: int, leaving: str, moved: Sequence[Change] | None = None) -> None:
        """Update the memory with an event of the table."""
        kind = type(event)
        if kind in _ASIDE:
            self._put_aside(event, changes(event) if moved is None else moved)
        if kind in _ACTS:
            self._play_on(event, at, leaving)
        remember = _MEANINGS.get(kind)
        if remember:
            remember(self, event, at, leaving)

    def _put_aside(self, event: Event, moved: Sequence[Change]) -> None:
        """Add vigorish and reversals, which no settlement of a player's own includes."""
        aside = self.memory.aside
        for seat, won, _ in moved:
            if won:
                player = self.state.seats[seat].player
                aside[player] = aside.get(player, 0) + won
        for player, cents in owed(event):
            aside[player] = aside.get(player, 0) + cents

    def _play_on(self, event: Any, at: int, leaving: str) -> None:
        """Extend a player's time of play; of those who left, what is older than a day is dropped."""
        playing, seated = self.memory.playing, type(event) not in _COMING
        player = leaving or self.state.seats[event.seat].player
        playing[player] = go_on(playing.get(player, ()), at, seated=seated)

    def _opened(self, _event: BettingOpened, at: int, _leaving: str) -> None:
        self.memory.opened_at, self.memory.refused = at, ()

    def _called(self, _event: RollCalled, at: int, _leaving: str) -> None:
        self.memory.rolled_at = at

    def _settled(self, event: RollSettled, at: int, _leaving: str) -> None:
        self.memory.last_rolls = (*self.memory.last_rolls[1 - ROLLS_KEPT :], (event.roll.a, event.roll.b))
        self._recalled(event, at)

    def _undone(self, event: OutcomeUndone, at: int, leaving: str) -> None:
        if event.reversed:
            self.memory.last_rolls = self.memory.last_rolls[:-1]
        self._beside(event, at, leaving)

    def _beside(self, event: Event, _at: int, _leaving: str) -> None:
        for player, says in told_beside(event, self.state):
            self.memory.beside.setdefault(player, []).append(says)

    def _away(self, event: WalkedAway, at: int, _leaving: str) -> None:
        self.memory.away[event.seat] = at, self.state.round_number

    def _back(self, event: CameBack, _at: int, _leaving: str) -> None:
        self.memory.away.pop(event.seat, None)

    def _left(self, event: SeatLeft, _at: int, leaving: str) -> None:
        self.memory.seeds.pop(leaving, None)
        self.memory.away.pop(event.seat, None)

    def _taken(self, event: SeatTaken, at: int, _leaving: str) -> None:
        """Drop what is older than a day of players who left."""
        self.memory.freed.pop(event.player, None)
        playing = self.memory.playing
        if len(playing) > 2 * len(self.state.seats) + PLAYERS_KEPT:
            self.memory.playing = {each: spans for each, spans in playing.items() if spans[-1][1] > at - DAY}

    def _recalled(self, event: RollSettled, at: int) -> None:
        """Reset what the recall rows of this roll have now reported."""
        aside, playing = self.memory.aside, self.memory.playing
        now = [(at, at)]
        for seat in {line.seat for line in event.lines}.union(*self.state.bets):
            player = self.state.seats[seat].player
            aside.pop(player, None)
            self.memory.beside.pop(player, None)
            playing[player] = now

    def remember_note(self, kind: str, body: bytes) -> None:
        """Update the memory with an event of the house."""
        if kind == "seed-set":
            seed = msgspec.json.decode(body, type=Seed)
            self.memory.seeds[seed.player] = seed.seed
        elif kind == "second-wanted":
            self.memory.wanted = (*self._other_wanted(body), msgspec.json.decode(body, type=About).name)
        elif kind in ("second-expired", "crew-acted"):
            self.memory.wanted = self._other_wanted(body)
        elif kind == "crew-refused":
            self.memory.refused = (*self.memory.refused, msgspec.json.decode(body, type=Refused))
        elif kind == "seat-freed":
            freed = msgspec.json.decode(body, type=Freed)
            recent = list(self.memory.freed.items())[1 - PLAYERS_KEPT :]
            self.memory.freed = {**dict(recent), freed.player: freed.rack_cents}
        elif kind == ENGINE_RAISED:
            self.memory.engine = msgspec.json.decode(body, type=Raised).engine
        elif kind == "chain-published":
            self.memory.published, self.memory.restored = body, False
            if msgspec.json.decode(body, type=_ChainFormat).format != FIRST_FORMAT:
                self.memory.frozen = None  # they were frozen for a chain that has ended
        elif kind == RESTORED:
            self.memory.restored = True
        elif kind == "seeds-frozen":
            self.memory.frozen = msgspec.json.decode(body, type=Frozen).seeds
        elif kind == "dice-thrown":
            self.memory.thrown, self.memory.frozen = body, None
            self.memory.throws += 1

    def _other_wanted(self, body: bytes) -> tuple[str, ...]:
        about = msgspec.json.decode(body, type=About).name
        return tuple(name for name in self.memory.wanted if name != about)


_ASIDE, _ACTS, _COMING = frozenset(ASIDE), frozenset(ACTS), frozenset((SeatTaken, CameBack))
_MEANINGS: dict[type[Event], Callable[[Fold, Any, int, str], None]] = {
    **dict.fromkeys(BESIDE, Fold._beside),
    BettingOpened: Fold._opened,
    RollCalled: Fold._called,
    RollSettled: Fold._settled,
    OutcomeUndone: Fold._undone,
    WalkedAway: Fold._away,
    CameBack: Fold._back,
    SeatLeft: Fold._left,
    SeatTaken: Fold._taken,
}
"""What the owner remembers of an event beside money and time, by its kind."""


def later_engine(engine: int) -> str:
    """Return what is wrong with a log that a later version has written, and what to do about it."""
    return f"revision {engine} of the engine, and this is revision {ENGINE}: a later version of comeout is needed"


def ends_in_order(kind: str, before: Memory) -> bool:
    """Return whether a log with this last record was closed gracefully; a new engine by itself changes nothing."""
    return before.clean if kind == ENGINE_RAISED else kind == "stopped"


@contextmanager
def naming(record: Record) -> Iterator[None]:
    """Name a record of a log that cannot be read: whatever is raised while it is read is raised as LogBroken."""
    try:
        yield
    except LogBroken:
        raise
    except Exception as bad:
        where = f"{record.table}, record {record.seq} ({record.kind})"
        raise LogBroken(f"{where} cannot be read: {bad!r}") from bad


def add_record(fold: Fold, record: Record) -> None:
    """Apply one more record of the log that a table is run by, or raise LogBroken."""
    try:
        fold.add(record)
    except Exception as bad:
        where = f"{record.table}, record {record.seq} ({record.kind})"
        raise LogBroken(f"{where} cannot be read: {bad!r}; the table: {position_of(fold.state)}") from bad


def opened_state(layout: Layout, event: TableOpened) -> TableState:
    """Return an empty table with the settings it was opened with."""
    settings = default_settings(layout)
    for name, value in event.settings:
        settings = change_setting(layout, settings, name, value)
    return new_state(layout, settings)
