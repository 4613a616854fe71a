"""Writes exports: a table's log or a player's rolls as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import msgspec

from comeout import __version__
from comeout.house.store.contract import Store
from comeout.log.export import LOG_FORMAT, ExportedBook, ExportedLog, ExportedRecord, ExportedTable, ExportHeader
from comeout.log.records import BookRow, RecallRow, Record, TableRow

RECALL_FORMAT = "recall-1"
PAGE = 1_000


_encode = msgspec.json.Encoder().encode


# ------------------------------------------------------------------ out


async def export_table(store: Store, table: str) -> AsyncIterator[bytes]:
    """Yield the lines of a table: a header with its book, then its log from the first record up to now."""
    row, last = await _at_one_moment(store, table)
    book = await store.book(row.book) if row else None
    if row is None or book is None:
        raise ValueError(f'there is no table "{table}"')
    yield _encode(_header_of(row, book, last)) + b"\n"
    seq, end = 0, last.seq if last else 0
    while seq < end and (page := await store.records(table, after=seq, limit=PAGE)):
        for record in page:
            if record.seq <= end:
                yield _encode(_line_of(record, row.book)) + b"\n"
        seq = page[-1].seq


async def _at_one_moment(store: Store, table: str) -> tuple[TableRow | None, Record | None]:
    """Return the row of a table, and its last record while the row was so: a table may close in between."""
    row = await store.table(table)
    while True:
        last = await store.last_record(table)
        now = await store.table(table)
        if now == row:
            return row, last
        row = now


def _header_of(row: TableRow, book: BookRow, last: Record | None) -> ExportHeader:
    told = ExportedBook(book.digest, book.name, book.text, json.loads(book.payouts or "{}"))
    log = ExportedLog(last.seq, last.hash.hex()) if last else None
    return ExportHeader(__version__, LOG_FORMAT, ExportedTable(*row), told, log)


def _line_of(record: Record, book: str) -> ExportedRecord:
    table, epoch, seq, at, kind, body, digest = record
    return ExportedRecord(table, epoch, seq, at, book, kind, msgspec.Raw(body), digest.hex())


async def export_player(store: Store, player: str) -> AsyncIterator[bytes]:
    """Yield the lines of a player: every round they bet in, table by table, newest first; its rolls in order."""
    yield _encode({"comeout": __version__, "format": RECALL_FORMAT, "player": player}) + b"\n"
    for table in sorted({row.table async for row in _recalled(store, player, None)}):
        rolls: list[RecallRow] = []
        async for row in _recalled(store, player, table):
            if rolls and rolls[0].round != row.round:
                yield _round_of(rolls)
                rolls = []
            rolls.append(row)
        yield _round_of(rolls)


async def _recalled(store: Store, player: str, table: str | None) -> AsyncIterator[RecallRow]:
    before = 0
    while page := await store.recall(player=player, table=table, before=before, limit=PAGE):
        for row in page:
            yield row
        before = page[-1].at


def _round_of(rolls: list[RecallRow]) -> bytes:
    told = {"table": rolls[0].table, "round": rolls[0].round, "rolls": [msgspec.Raw(row.body) for row in rolls[::-1]]}
    return _encode(told) + b"\n"
