"""What the owner of a table knows beside its state: players' seeds, the dice source, and how the last owner stopped."""

from __future__ import annotations

import msgspec

from comeout.house.codec import EVENT_TYPES, read_event, read_state, write_state
from comeout.house.log import Log
from comeout.house.store import Record, Snapshot
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.messages import BettingOpened, RollCalled, SeatLeft, TableOpened
from comeout.table.settings import change_setting, default_settings
from comeout.table.state import TableState, new_state


class Memory(msgspec.Struct):
    """Kept in every snapshot with the state; the rest of it is read back from the log."""

    seeds: dict[str, str] = {}
    """By player."""
    secret: bytes = b""
    """The part of the dice that the log never shows."""
    published: bytes = b""
    """The last chain that was published."""
    thrown: bytes = b""
    """The proof of the last throw."""
    throws: int = 0
    """How often dice were thrown, voided ones too."""
    frozen: tuple[tuple[int, str], ...] | None = None
    """The seeds of the next throw, once bets have closed for it."""
    clean: bool = True
    """Whether the last owner stopped in order."""
    opened_at: int = 0
    rolled_at: int = 0


class Seed(msgspec.Struct):
    """The event "seed-set": a player has a say in the dice."""

    player: str
    seed: str


class Frozen(msgspec.Struct):
    """The event "seeds-frozen": the say players have in one throw, by seat."""

    roll: int
    seeds: tuple[tuple[int, str], ...]


class _Kept(msgspec.Struct):
    state: bytes
    memory: Memory


class Fold:
    """A table's state, memory and log, folded from its records."""

    def __init__(self, layout: Layout, log: Log) -> None:
        self.layout, self.log = layout, log
        self.state: TableState = new_state(layout)
        self.memory = Memory()

    def restore(self, snapshot: Snapshot) -> None:
        """Start from a snapshot."""
        kept = msgspec.msgpack.decode(snapshot.body, type=_Kept)
        self.state, self.memory = read_state(kept.state), kept.memory
        self.log.seq, self.log.hash = snapshot.seq, snapshot.hash

    def snapshot(self) -> Snapshot:
        """What the log folds to now."""
        kept = _Kept(write_state(self.state), self.memory)
        return Snapshot(self.log.table, self.log.seq, self.log.hash, msgspec.msgpack.encode(kept))

    def add(self, record: Record) -> None:
        """One more record of the log."""
        if record.kind in EVENT_TYPES:
            event = read_event(record.kind, record.body)
            if isinstance(event, TableOpened):
                self.state = opened_state(self.layout, event)
            else:
                player = self._leaving(event)
                apply(self.layout, self.state, event)
                self.remember(event, record.at, player)
        else:
            self.remember_note(record.kind, record.body)
        self.memory.clean = record.kind == "stopped"
        self.log.seq, self.log.hash, self.log.epoch = record.seq, record.hash, record.epoch

    def _leaving(self, event: object) -> str:
        return self.state.seats[event.seat].player if isinstance(event, SeatLeft) else ""

    def remember(self, event: object, at: int, leaving: str) -> None:
        """What an event of the table means to its owner."""
        if isinstance(event, BettingOpened):
            self.memory.opened_at = at
        elif isinstance(event, RollCalled):
            self.memory.rolled_at = at
        elif leaving:
            self.memory.seeds.pop(leaving, None)

    def remember_note(self, kind: str, body: bytes) -> None:
        """What an event of the house means to the table's owner."""
        if kind == "seed-set":
            seed = msgspec.json.decode(body, type=Seed)
            self.memory.seeds[seed.player] = seed.seed
        elif kind == "chain-published":
            self.memory.published = body
        elif kind == "seeds-frozen":
            self.memory.frozen = msgspec.json.decode(body, type=Frozen).seeds
        elif kind == "dice-thrown":
            self.memory.thrown, self.memory.frozen = body, None
            self.memory.throws += 1


def opened_state(layout: Layout, event: TableOpened) -> TableState:
    """An empty table with the settings it was opened with."""
    settings = default_settings(layout)
    for name, value in event.settings:
        settings = change_setting(layout, settings, name, value)
    return new_state(layout, settings)
