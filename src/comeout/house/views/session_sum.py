"""Read model of a session: found from the end of the log, summed once, and continued from there."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from comeout.exact.session import HEARD, PuckFollower, Summary, Tally
from comeout.exact.worth import Worth
from comeout.house.store.contract import Store
from comeout.log.codec import read_event
from comeout.log.fold import naming
from comeout.log.records import Micros, Record
from comeout.rules.layout import Layout
from comeout.table import messages as m

PAGE, PAGES_MOST = 2_000, 100
"""How many records are read at once, and how many such pages are searched for the start of a session."""

SESSIONS_MOST, BOOKS_MOST = 200, 32

HEARD_KINDS = {event.__name__ for event in HEARD}
_PUCK = {m.RollSettled.__name__, m.BetsReturned.__name__, m.TableOpened.__name__}
"""The events after which the puck is known without earlier records."""


class Summed(NamedTuple):
    """The sums of a session so far: from when, and until when if its seat was left."""

    since: Micros
    until: Micros | None
    summary: Summary


class SessionTotals:
    """One player's last session at one table, as far as its log was read."""

    def __init__(self, layout: Layout, player: str, worth: Worth, after: int) -> None:
        self._layout, self._player, self._worth = layout, player, worth
        self._puck = PuckFollower()
        self._tally: Tally | None = None
        self.seq = after
        self.since: Micros = 0
        self.until: Micros | None = None
        self.reading = asyncio.Lock()

    def take_all(self, records: Iterable[Record]) -> None:
        """Apply more records."""
        for record in records:
            if record.kind in HEARD_KINDS:
                with naming(record):
                    self._take(record)
            self.seq = record.seq

    def _take(self, record: Record) -> None:
        event = read_event(record.kind, record.body)
        if isinstance(event, m.SeatTaken) and event.player == self._player:
            self._tally = Tally(self._layout, event.seat, self._worth, point=self._puck.now)
            self.since, self.until = record.at, None
        if self._tally:
            self._tally.take(event)
            if self._tally.over and self.until is None:
                self.until = record.at
        self._puck.follow(event)

    def summed(self) -> Summed | None:
        """Return the session as far as it was read; None if the player never sat down."""
        return Summed(self.since, self.until, self._tally.summary()) if self._tally else None


class Sessions:
    """Cache of the sessions that were asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: OrderedDict[tuple[str, str], SessionTotals] = OrderedDict()
        self._worths: OrderedDict[str, Worth] = OrderedDict()

    async def of(self, table: str, layout: Layout, player: str, *, now: int) -> Summed | None:
        """Return a player's last session at a table whose log has come to a sequence number; None if there is none."""
        key = (table, player)
        session = self._found.get(key)
        if session is None:
            begun = await session_start(self._store, table, player, now)
            if begun is None:
                return None
            session = self._found.setdefault(key, SessionTotals(layout, player, self._worth(layout), begun.after))
        self._found.move_to_end(key)
        if len(self._found) > SESSIONS_MOST:
            self._found.popitem(last=False)
        async with session.reading:
            while records := await self._store.records(table, after=session.seq, limit=PAGE):
                await asyncio.to_thread(session.take_all, records)
            return session.summed()

    def _worth(self, layout: Layout) -> Worth:
        found = self._worths.setdefault(layout.digest, Worth(layout))
        if len(self._worths) > BOOKS_MOST:
            self._worths.popitem(last=False)
        return found


class SessionStart(NamedTuple):
    """Where a session begins in the log of its table."""

    after: int
    """The record before one that shows the puck."""
    sat: int
    """The record by which the seat was taken."""


async def session_start(store: Store, table: str, player: str, now: int) -> SessionStart | None:
    """Return where somebody's last session begins; None if they never sat down, or too long ago."""
    end, sat = now, 0
    for _ in range(PAGES_MOST):
        if not end:
            return SessionStart(0, sat) if sat else None
        start = max(0, end - PAGE)
        for record in reversed(await store.records(table, after=start, limit=end - start)):
            if sat and record.kind in _PUCK:
                return SessionStart(record.seq - 1, sat)
            if not sat and _sits_down(record, player):
                sat = record.seq
        end = start
    return None


def _sits_down(record: Record, player: str) -> bool:
    if record.kind != m.SeatTaken.__name__:
        return False
    with naming(record):
        event = read_event(record.kind, record.body)
    return isinstance(event, m.SeatTaken) and event.player == player
