"""A table's log, or a player's rolls, as JSON Lines: what leaves the house, and how a log is read back and proved."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from comeout import __version__
from comeout.house.opening import layout_of
from comeout.house.proof import Fault, Proof, prove
from comeout.house.store import BookRow, DiceKind, Mode, Profile, RecallRow, Record, Store, TableRow
from comeout.rules.layout import Layout

LOG_FORMAT = "log-1"
RECALL_FORMAT = "recall-1"
PAGE = 1_000


class Table(msgspec.Struct):
    """The table that a log is of."""

    id: str
    name: str
    book: str
    mode: Mode
    dice: DiceKind
    profile: Profile
    player: str
    created: int
    closed: bool


class Book(msgspec.Struct):
    """The book it was played by, whole: an old game replays under its own rules."""

    digest: str
    name: str
    text: str
    payouts: dict[str, dict[str, str]]


class Header(msgspec.Struct):
    """The first line of an exported table."""

    comeout: str
    format: str
    table: Table
    book: Book


class Line(msgspec.Struct):
    """One record. Its moment is in microseconds of UTC since 1970, and its body to the byte, as they are hashed."""

    table: str
    epoch: int
    seq: int
    at: int
    book: str
    kind: str
    body: msgspec.Raw
    hash: str


class NotAnExport(Exception):
    """A file that claims to be an exported table and cannot be read as one."""


_encode = msgspec.json.Encoder().encode
_headers, _lines = msgspec.json.Decoder(Header), msgspec.json.Decoder(Line)


# ------------------------------------------------------------------ out


async def export_table(store: Store, table: str) -> AsyncIterator[bytes]:
    """The lines of a table: a header with its book, then its log from the first record."""
    row = await store.table(table)
    book = await store.book(row.book) if row else None
    if row is None or book is None:
        raise ValueError(f'there is no table "{table}"')
    yield _encode(_header_of(row, book)) + b"\n"
    seq = 0
    while page := await store.records(table, after=seq, limit=PAGE):
        for record in page:
            yield _encode(_line_of(record, row.book)) + b"\n"
        seq = page[-1].seq


def _header_of(row: TableRow, book: BookRow) -> Header:
    told = Book(book.digest, book.name, book.text, json.loads(book.payouts or "{}"))
    return Header(__version__, LOG_FORMAT, Table(*row), told)


def _line_of(record: Record, book: str) -> Line:
    table, epoch, seq, at, kind, body, digest = record
    return Line(table, epoch, seq, at, book, kind, msgspec.Raw(body), digest.hex())


async def export_player(store: Store, player: str) -> AsyncIterator[bytes]:
    """The lines of a player: every round they bet in, table by table, the newest first; its rolls as they came."""
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


# ------------------------------------------------------------------ and back


class Played(NamedTuple):
    """An exported table played again, and where it goes wrong."""

    name: str
    layout: Layout
    proof: Proof
    fault: Fault | None


def is_export(first_line: bytes) -> bool:
    """Whether a file that begins so is an exported table, of whatever format."""
    try:
        head: Any = json.loads(first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and {"comeout", "format", "table"} <= head.keys()


def play_again(lines: Iterable[bytes]) -> Played:
    """Fold an exported log from its first record by the book that came with it, and decide every settlement again."""
    source = iter(lines)
    header = _read_header(next(source, b""))
    kept, table = header.book, header.table
    layout = layout_of(BookRow(kept.digest, kept.name, kept.text, json.dumps(kept.payouts)))
    proof = Proof(table.id, layout, table.dice)
    if layout.digest != table.book:
        says = f"the book in this file is not the one it was played by: {layout.digest}, not {table.book}"
        return Played(table.name, layout, proof, Fault(table.id, 0, "", says))
    return Played(table.name, layout, proof, prove(proof, _read_records(source)) or proof.end())


def _read_header(line: bytes) -> Header:
    try:
        header = _headers.decode(line)
    except msgspec.MsgspecError as bad:
        raise NotAnExport(f"line 1: no header of an exported table: {bad}") from None
    if header.format != LOG_FORMAT:
        raise NotAnExport(f'line 1: the format is "{header.format}"; this version reads {LOG_FORMAT}')
    return header


def _read_records(lines: Iterator[bytes]) -> Iterator[Record]:
    for number, data in enumerate(lines, start=2):
        try:
            line = _lines.decode(data)
            digest = bytes.fromhex(line.hash)
        except (msgspec.MsgspecError, ValueError) as bad:
            raise NotAnExport(f"line {number}: no record of a log: {bad}") from None
        yield Record(line.table, line.epoch, line.seq, line.at, line.kind, bytes(line.body), digest)
