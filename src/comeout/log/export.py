"""Reads an exported table (JSON Lines), replays it and proves it; reads an exported session."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from comeout.errors import ComeoutError
from comeout.log.codec import EVENT_TYPES, read_event
from comeout.log.proof import Fault, Proof, prove
from comeout.log.records import BookRow, DiceKind, Mode, Profile, Record, layout_of
from comeout.rules.layout import Layout
from comeout.table.messages import Event

LOG_FORMAT = "log-1"
SESSION_FORMAT = "session-1"


class ExportedTable(msgspec.Struct):
    """The table that a log belongs to."""

    id: str
    name: str
    book: str
    mode: Mode
    dice: DiceKind
    profile: Profile
    player: str
    created: int
    closed: bool


class ExportedBook(msgspec.Struct):
    """The whole book a table was played by: an old game replays under its own rules."""

    digest: str
    name: str
    text: str
    payouts: dict[str, dict[str, str]]


class ExportedLog(msgspec.Struct):
    """How the log ended when it was exported: a file that was cut off or changed does not fit its first line."""

    records: int
    hash: str
    """The hash of its last record."""


class ExportHeader(msgspec.Struct, omit_defaults=True):
    """The first line of an exported table."""

    comeout: str
    format: str
    table: ExportedTable
    book: ExportedBook
    log: ExportedLog | None = None
    """Exports of earlier versions have none."""


class ExportedRecord(msgspec.Struct):
    """One record. Its time is in microseconds of UTC since 1970 and its body is to the byte, as they are hashed."""

    table: str
    epoch: int
    seq: int
    at: int
    book: str
    kind: str
    body: msgspec.Raw
    hash: str


class SessionHeader(msgspec.Struct):
    """The first line of an exported session: one player's play at a table, and the point when they sat down."""

    comeout: str
    format: str
    table: str
    name: str
    book: ExportedBook
    player: str
    seat: int
    point: int


class SessionEvent(msgspec.Struct):
    """One event of a session, with what concerns its seat."""

    at: int
    kind: str
    body: msgspec.Raw


class NotAnExport(ComeoutError):
    """A file claims to be an exported table or session and cannot be read as one."""


_headers, _lines = msgspec.json.Decoder(ExportHeader), msgspec.json.Decoder(ExportedRecord)
_sessions, _events = msgspec.json.Decoder(SessionHeader), msgspec.json.Decoder(SessionEvent)


# ------------------------------------------------------------------ and back


class ReplayedExport(NamedTuple):
    """An exported table, replayed, and its first error."""

    name: str
    layout: Layout
    proof: Proof
    fault: Fault | None


def is_export(first_line: bytes) -> bool:
    """Return whether a file that starts like this is an exported table, of any format."""
    try:
        head: Any = json.loads(first_line)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and {"comeout", "format", "table"} <= head.keys()


def play_again(lines: Iterable[bytes]) -> ReplayedExport:
    """Replay an exported log from its first record by its own book, and decide every settlement again."""
    source = iter(lines)
    header = read_header(next(source, b""))
    table, layout = header.table, layout_in(header.book)
    proof = Proof(table.id, layout, table.dice)
    if layout.digest != table.book:
        says = f"the book in this file is not the one it was played by: {layout.digest}, not {table.book}"
        return ReplayedExport(table.name, layout, proof, Fault(table.id, 0, "", says))
    return ReplayedExport(table.name, layout, proof, prove(proof, read_records(source)) or proof.end())


class ExportedEvents(NamedTuple):
    """The events of an exported table or session, as they were written."""

    name: str
    layout: Layout
    events: Iterator[Event]
    point: int = 0
    """The point before the first of them."""


def read_events(lines: Iterable[bytes]) -> ExportedEvents:
    """Read the events of an exported log or session, which nobody proves."""
    source = iter(lines)
    first = next(source, b"")
    if is_session(first):
        return _read_session(first, source)
    header = read_header(first)
    found = (read_event(each.kind, each.body) for each in read_records(source) if each.kind in EVENT_TYPES)
    return ExportedEvents(header.table.name, layout_in(header.book), found)


def is_session(first_line: bytes) -> bool:
    """Return whether a file that starts like this is an exported session."""
    return is_export(first_line) and json.loads(first_line)["format"] == SESSION_FORMAT


def _read_session(first: bytes, source: Iterator[bytes]) -> ExportedEvents:
    try:
        header = _sessions.decode(first)
    except msgspec.MsgspecError as bad:
        raise NotAnExport(f"line 1: no header of an exported session: {bad}") from None
    return ExportedEvents(header.name, layout_in(header.book), _session_events(source), header.point)


def _session_events(lines: Iterator[bytes]) -> Iterator[Event]:
    for number, data in enumerate(lines, start=2):
        try:
            line = _events.decode(data)
            yield read_event(line.kind, line.body)
        except (msgspec.MsgspecError, KeyError) as bad:
            raise NotAnExport(f"line {number}: no event of a session: {bad}") from None


def layout_in(kept: ExportedBook) -> Layout:
    """Compile the book of an export."""
    return layout_of(BookRow(kept.digest, kept.name, kept.text, json.dumps(kept.payouts)))


def read_header(line: bytes) -> ExportHeader:
    """Read the first line of an exported table."""
    try:
        header = _headers.decode(line)
    except msgspec.MsgspecError as bad:
        raise NotAnExport(f"line 1: no header of an exported table: {bad}") from None
    if header.format != LOG_FORMAT:
        raise NotAnExport(f'line 1: the format is "{header.format}"; this version reads {LOG_FORMAT}')
    return header


def read_records(lines: Iterator[bytes]) -> Iterator[Record]:
    """Read the records of an exported table, which begin in its second line."""
    for number, data in enumerate(lines, start=2):
        try:
            line = _lines.decode(data)
            digest = bytes.fromhex(line.hash)
        except (msgspec.MsgspecError, ValueError) as bad:
            raise NotAnExport(f"line {number}: no record of a log: {bad}") from None
        yield Record(line.table, line.epoch, line.seq, line.at, line.kind, bytes(line.body), digest)
