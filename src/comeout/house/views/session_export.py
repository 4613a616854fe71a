"""Export of a session: a player's own events at a table as JSON Lines, which `comeout luck` reads."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import msgspec

from comeout import __version__
from comeout.exact.session import PuckFollower, part_at
from comeout.house.store.contract import Store
from comeout.house.views.session_sum import HEARD_KINDS, PAGE, SessionStart
from comeout.log.codec import read_event, write_event
from comeout.log.export import SESSION_FORMAT, ExportedBook, SessionEvent, SessionHeader
from comeout.log.fold import naming
from comeout.log.records import BookRow, Record, TableRow
from comeout.table import messages as m

_encode = msgspec.json.Encoder().encode


async def export_session(store: Store, row: TableRow, begun: SessionStart, *, now: int) -> AsyncIterator[bytes]:
    """Yield the lines of a session: a header with the book and the point, then what concerns its seat until it ends."""
    book = await store.book(row.book)
    assert book, "the book of a table is kept before its log begins"
    puck, seat = PuckFollower(), 0
    async for record in _records(store, row.id, begun.after, now):
        with naming(record):
            event = read_event(record.kind, record.body)
        if record.seq == begun.sat and isinstance(event, m.SeatTaken):
            seat = event.seat
            yield _encode(_header(row, book, event, puck.now)) + b"\n"
        mine = part_at(event, seat) if seat else None
        if mine is not None:
            name = type(mine).__name__
            yield _encode(SessionEvent(record.at, name, msgspec.Raw(write_event(mine)))) + b"\n"
        if isinstance(mine, m.SeatLeft):
            return
        puck.follow(event)


async def _records(store: Store, table: str, after: int, now: int) -> AsyncIterator[Record]:
    """The records that a session is told by, up to a sequence number."""
    while after < now and (page := await store.records(table, after=after, limit=min(PAGE, now - after))):
        for record in page:
            if record.kind in HEARD_KINDS:
                yield record
        after = page[-1].seq


def _header(row: TableRow, book: BookRow, taken: m.SeatTaken, point: int) -> SessionHeader:
    kept = ExportedBook(book.digest, book.name, book.text, json.loads(book.payouts or "{}"))
    return SessionHeader(__version__, SESSION_FORMAT, row.id, row.name, kept, taken.player, taken.seat, point)
