"""The log of a table in Python as the house would write it: records in a hash chain."""

from __future__ import annotations

from collections.abc import Iterable

from comeout.log.codec import write_event
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.log.records import Record
from comeout.table.messages import Event
from comeout.table.table import Table
from tests.kit.clocks import NOON

NAME = "friday"


def log_of(table: Table, events: Iterable[Event] | None = None) -> list[Record]:
    """The records of a table, or of other events in place of its own."""
    log = Log(NAME, table.layout.digest, epoch=1)
    told = table.log if events is None else events
    return [log.next(type(event).__name__, write_event(event), NOON + place) for place, event in enumerate(told)]


def folded(table: Table) -> Fold:
    """What the log of a table folds to."""
    fold = Fold(table.layout, Log(NAME, table.layout.digest))
    for record in log_of(table):
        fold.add(record)
    return fold


def played(book: str = "sentosa", *rolls: tuple[int, int]) -> Table:
    """A table with two players and some rolls, with bets before each."""
    table = Table(book)
    for player in ("ann", "bob"):
        table.sit(player, 500_00)
    for roll in rolls or ((4, 2), (3, 3)):
        table.bet(1, "pass", 10_00)
        table.bet(2, "field", 5_00)
        table.roll(*roll)
    return table
