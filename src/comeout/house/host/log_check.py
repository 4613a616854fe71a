"""Checks the hash chain of a table's log when the table opens: its last records at once, all others while it runs.

Records after the snapshot that a table starts from are checked as they are replayed; here are those that it covers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from comeout.house.clock import Clock
from comeout.house.store.contract import Store, StoreTrouble
from comeout.log.hash_chain import START, Log, first_bad
from comeout.log.records import Record

if TYPE_CHECKING:
    from comeout.house.host.host import Host

log = structlog.get_logger("comeout.house")

AT_ONCE = 1_000
"""How many records before a snapshot are checked before the table opens, in a few milliseconds."""

PAGE, REST_SECONDS = 200, 0.01
"""How many records are checked at once while tables run, in about a millisecond, and how long tables have to
themselves in between."""

AWAY_SECONDS = 1.0
"""How long to wait for a store that is away."""


class LogCheck:
    """Check of one log: what is wrong with it, and which of its records were not looked at yet."""

    def __init__(self, store: Store, table: str, book: str) -> None:
        self._store, self._table, self._book = store, table, book
        self.fault = ""
        """What is wrong; empty if nothing was found."""
        self.unchecked = 0
        """The last of the records, from the first, that were not checked."""

    async def start(self, log: Log) -> None:
        """Check the last records before the end of a log that a snapshot gives, and that end itself."""
        first = max(0, log.seq - AT_ONCE)
        records = await self._store.records(self._table, after=first, limit=log.seq - first)
        last = (records[-1].seq, records[-1].hash) if records else (0, START)
        self.unchecked = first
        self.fault = fault_in(records, self._book, before=await self._hash_of(first), seq=first)
        if self.fault and first:  # the hash that the first of them follows from may be the bad one
            those = await self._store.records(self._table, after=first - 1, limit=1)
            self.fault = fault_in(those, self._book, before=await self._hash_of(first - 1), seq=first - 1) or self.fault
        if not self.fault and last != (log.seq, log.hash):
            self.fault = f"the snapshot of record {log.seq} is of another log"

    async def _hash_of(self, seq: int) -> bytes:
        """Return the hash of a record as it is stored, which is checked with the records before it."""
        found = await self._store.records(self._table, after=seq - 1, limit=1) if seq else ()
        return found[0].hash if found else START

    async def page(self, before: bytes, seq: int) -> tuple[bytes, int]:
        """Check a page of the records that were not checked yet; return where the next one begins."""
        records = await self._store.records(self._table, after=seq, limit=min(PAGE, self.unchecked - seq))
        self.fault = fault_in(records, self._book, before=before, seq=seq)
        if not records and not self.fault:
            self.fault = f"record {seq + 1} is missing"
        return (before, seq) if self.fault else (records[-1].hash, records[-1].seq)


def fault_in(records: Sequence[Record], book: str, *, before: bytes, seq: int) -> str:
    """Return the first record that does not follow from the one before it, in words; empty if there is none."""
    bad = first_bad(records, book, before=before, seq=seq)
    if bad is None:
        return ""
    place = seq + 1 + records.index(bad)
    return f"record {place} is missing" if bad.seq > place else f"record {bad.seq} ({bad.kind}) is not what was logged"


class LogChecks:
    """Checks what was not checked when tables opened, one table after the other, so that play does not wait for it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._turn = asyncio.Lock()

    async def check(self, host: Host) -> None:
        """Check the log of a table from its first record; a table with a bad one is closed, with the record named."""
        async with self._turn:
            fault = await self._fault(host)
        if fault and not host.done:
            host.table.fault = fault
            host.look(lambda: None)  # the host wakes up and closes the table

    async def _fault(self, host: Host) -> str:
        check, before, seq = host.writer.check, START, 0
        while seq < check.unchecked and not host.done:
            try:
                before, seq = await check.page(before, seq)
            except StoreTrouble as bad:
                log.warning("log not checked", table=host.row.id, why=str(bad))
                await self._clock.sleep(AWAY_SECONDS)
                continue
            if check.fault:
                return check.fault
            await self._clock.sleep(REST_SECONDS)
        return ""
