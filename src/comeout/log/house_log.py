"""Log of the house: a hash chain over every change of people, roles, limits, tables, books and moves of money.

An entry names a row and the digest of what the row then held. It holds no name and no password, so that a deleted
account can be forgotten; what the rows hold now is compared with the last entry of each.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from comeout.log.hash_chain import START
from comeout.log.records import Micros

GONE = b""
"""The digest of a row that was deleted."""


class Changed(NamedTuple):
    """A row that has changed: its table, its key as JSON, the digests of what it holds now and of what it held."""

    what: str
    key: str
    digest: bytes
    before: bytes = GONE


class HouseEntry(NamedTuple):
    """One entry of the log of the house. Its hash covers all its fields and the hash before it."""

    seq: int
    at: Micros
    what: str
    """The table of the row that changed."""
    key: str
    """The key of the row, as a JSON list."""
    digest: bytes
    """The digest of the row after the change; empty if the row was deleted."""
    before: bytes
    """The digest of the row before the change, so that one which was not as logged is noticed; empty if it is new."""
    hash: bytes


class HouseHead(NamedTuple):
    """The end of the log of the house."""

    seq: int = 0
    hash: bytes = START


def follow(head: HouseHead, changes: Iterable[Changed], at: Micros) -> list[HouseEntry]:
    """Return the entries that follow the end of the log, one for each change."""
    entries: list[HouseEntry] = []
    for change in changes:
        entry = HouseEntry(head.seq + 1, at, *change, hash=b"")
        entry = entry._replace(hash=entry_hash(head.hash, entry))
        head = HouseHead(entry.seq, entry.hash)
        entries.append(entry)
    return entries


def entry_hash(before: bytes, entry: HouseEntry) -> bytes:
    """Return the SHA-256 hash of an entry: all its fields, and the hash before it."""
    fields = f"{entry.seq}\n{entry.at}\n{entry.what}\n{entry.key}\n{entry.digest.hex()}\n{entry.before.hex()}"
    return hashlib.sha256(before + fields.encode()).digest()


def follows(head: HouseHead, entry: HouseEntry) -> bool:
    """Return whether an entry is the one that was logged after this end of the log."""
    return entry.seq == head.seq + 1 and entry_hash(head.hash, entry) == entry.hash


def row_key(values: Sequence[Any]) -> str:
    """Return the key of a row as the log has it: a JSON list, with bytes in hexadecimal."""
    return _as_json(values)


def row_digest(values: Sequence[Any]) -> bytes:
    """Return the SHA-256 digest of all values of a row, the same for every database."""
    return hashlib.sha256(_as_json(values).encode()).digest()


RECALL = "recall"
"""What an entry is about that covers the rolls of a table which players could recall before there was this log."""


def as_found(table: str, rolls: Iterable[tuple[int, bytes]]) -> Changed:
    """Return the change that covers the recalled rolls of a table as they were found, by record and digest."""
    found = list(rolls)
    return Changed(RECALL, row_key((table, max(seq for seq, _ in found))), add_digests(each for _, each in found))


def add_digests(digests: Iterable[bytes]) -> bytes:
    """Return one digest for rows in any order: the sum of theirs."""
    total = sum(int.from_bytes(digest, "big") for digest in digests)
    return (total % 2**256).to_bytes(32, "big")


def _as_json(values: Sequence[Any]) -> str:
    return json.dumps([_plain(value) for value in values], ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)  # SQLite has no other
    return value.hex() if isinstance(value, bytes) else value
