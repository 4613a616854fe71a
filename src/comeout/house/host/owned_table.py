"""State that the owner of a live table holds: row, layout, folded log, lease, clock, and the open batch.

Every part of a host reads it here, and only the writer changes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from comeout.house.audience.hub import Published
from comeout.house.clock import Clock, TimeStamps
from comeout.house.players.wallets import Wallets
from comeout.house.store.contract import Store
from comeout.log.fold import Fold, Memory
from comeout.log.hash_chain import Log
from comeout.log.records import Batch, Lease, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.state import TableState


@dataclass(slots=True)
class Turn:
    """The open batch: records, postings, events to publish, commands to answer."""

    batch: Batch = field(default_factory=Batch)
    told: list[Published] = field(default_factory=list)
    replies: list[tuple[Ask, bytes]] = field(default_factory=list)
    answers: dict[tuple[str, str], bytes] = field(default_factory=dict)
    """The answers that are stored, by player and id, with what the commands did."""
    refused: dict[tuple[str, str], bytes] = field(default_factory=dict)
    """The answers of refused commands beyond those that are stored."""
    moves_wallets: bool = False
    """Whether it takes from a wallet, or gives to one."""


class OwnedTable:
    """State of one table as its owner holds it, ahead of the store by the open batch."""

    __slots__ = (
        "clock",
        "fault",
        "fold",
        "last_epoch",
        "layout",
        "lease",
        "log",
        "memory",
        "players",
        "row",
        "seats",
        "stamps",
        "state",
        "store",
        "turn",
        "wallets",
    )

    fold: Fold
    state: TableState
    memory: Memory
    log: Log
    players: dict[int, str]
    """Players by seat."""
    seats: dict[str, int]
    """Seats by player."""
    turn: Turn
    """The open batch."""
    stamps: TimeStamps
    """The time stamps of its log, which the writer makes."""

    def __init__(
        self, row: TableRow, layout: Layout, store: Store, clock: Clock, wallets: Wallets | None = None
    ) -> None:
        self.row, self.layout, self.store, self.clock = row, layout, store, clock
        self.wallets = wallets or Wallets(store)
        self.lease: Lease | None = None
        self.fault = ""
        """What is wrong with the replayed log, which then cannot be trusted; empty if nothing."""
        self.last_epoch = 0
        """Epoch of the owner that wrote the newest replayed record."""
        self.take_up(Fold(layout, Log(row.id, row.book)))

    def take_up(self, fold: Fold) -> None:
        """Continue from what the log folds to; the open batch is dropped."""
        self.fold, self.state, self.memory, self.log = fold, fold.state, fold.memory, fold.log
        self.turn = Turn()
        self.wallets.settle(self.row.id, kept=False)
        self.players = {number: seat.player for number, seat in fold.state.seats.items()}
        self.seats = {player: number for number, player in self.players.items()}
