"""Digests of the rows that no log covers: leases, attempts to sign in, and answers of commands.

The digest of a row is computed from its key and all its other columns, here or by the database that changes the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from sqlite3 import Connection
from typing import Any, NamedTuple


class Digested(NamedTuple):
    """A table of which every row has a digest in its last column."""

    columns: tuple[str, ...]
    """The columns that the digest is computed from, the key first."""
    keys: int
    """How many of the columns are the key."""
    name: str
    """How to name a row by its columns."""


DIGESTED: Mapping[str, Digested] = {
    "leases": Digested(("table_id", "owner", "epoch", "expires"), 1, "the lease of {0}"),
    "attempts": Digested(("key", "count", "since"), 1, "the attempts under {0}"),
    "answers": Digested(("player", "command", "reply", "at"), 2, "the answer of command {1} of {0}"),
}
"""The tables whose rows have a digest."""

UNSOUND = b"it was changed before"
"""What stands in place of a digest that a row had no claim to when it was migrated: it is no digest of any row."""


def digest_of(row: Sequence[Any]) -> bytes:
    """Return the SHA-256 digest of the columns of a row, one a line."""
    return sha256(b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in row)).digest()


def sql_digest(*columns: str) -> str:
    """Return the same digest as an expression in SQL, over texts and numbers."""
    joined = " || '\n' || ".join(columns)
    return f"sha256(convert_to({joined}, 'UTF8'))"


def add_sql_functions(connection: Connection) -> None:
    """Let SQLite compute digests by the names that PostgreSQL has for it."""
    connection.create_function("sha256", 1, lambda data: sha256(data).digest(), deterministic=True)
    connection.create_function("convert_to", 2, lambda text, _: text.encode(), deterministic=True)


def unsound_rows(what: str, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Yield the name of every row, read with its digest last, that is not what was stored."""
    for *columns, digest in rows:
        plain = [bytes(value) if isinstance(value, memoryview) else value for value in columns]
        if digest_of(plain) != bytes(digest):
            yield DIGESTED[what].name.format(*plain)
