"""Hash chain of a table's log (tamper-evident): numbered records, each with the hash of the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from comeout.log.records import Micros, Record

START = bytes(32)
"""The hash before the first record."""


def record_hash(before: bytes, book: str, record: Record) -> bytes:
    """Return the SHA-256 hash of a record: all its fields, the book's digest, and the hash before it."""
    table, epoch, seq, at, kind, body, _ = record
    return _hash(before, f"{table}\n{epoch}\n{seq}\n{at}\n{book}\n{kind}\n", body)


def text_hash(text: str) -> str:
    """Return the SHA-256 hash of a text in hexadecimal."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def _hash(before: bytes, head: str, body: bytes) -> bytes:
    return hashlib.sha256(before + _bytes(head) + body).digest()


def _bytes(text: str) -> bytes:
    """Encode any text that JSON can hold, even half a surrogate pair."""
    return text.encode("utf-8", "surrogatepass")


class Log:
    """End of a table's hash chain, from which the next records are made."""

    def __init__(self, table: str, book: str, *, epoch: int = 0, seq: int = 0, hash_: bytes = START) -> None:
        self.table, self.book, self.epoch = table, book, epoch
        self.seq, self.hash = seq, hash_
        self.at: Micros = 0
        """The time of the last record, as far as it is known."""

    def next(self, kind: str, body: bytes, at: Micros) -> Record:
        """Append a record; the log ends with it from now on. Its time is never before that of the record before it."""
        table, epoch = self.table, self.epoch
        self.at = at = max(at, self.at)
        self.seq = seq = self.seq + 1
        self.hash = _hash(self.hash, f"{table}\n{epoch}\n{seq}\n{at}\n{self.book}\n{kind}\n", body)
        return Record(table, epoch, seq, at, kind, body, self.hash)


def first_bad(records: Iterable[Record], book: str, *, before: bytes = START, seq: int = 0) -> Record | None:
    """Return the first record that does not follow from the one before it."""
    epoch = 0
    for record in records:
        seq += 1
        whole = record.seq == seq and record.epoch >= epoch
        if not whole or record_hash(before, book, record) != record.hash:
            return record
        before, epoch = record.hash, record.epoch
    return None
