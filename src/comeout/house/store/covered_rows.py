"""Rows that the log of the house covers: which tables and columns, and what a transaction has changed in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from comeout.house.store.batch_checks import Entry, Move, Rows
from comeout.log.house_log import GONE, Changed, row_digest, row_key

Row = tuple[Any, ...]


class Covered(NamedTuple):
    """A table of which every row is covered: its columns, the key first."""

    columns: tuple[str, ...]
    keys: int
    """How many of the columns are the key."""

    def changed(self, what: str, row: Row) -> Changed:
        """Return the entry for a row that holds these values now."""
        return Changed(what, row_key(row[: self.keys]), row_digest(row))


COVERED: Mapping[str, Covered] = {
    "books": Covered(("digest", "name", "text", "payouts"), 1),
    "conduct": Covered(("table_id", "seq", "player", "kind", "book", "at"), 4),
    "grants": Covered(("player", "table_id", "role", "acting", "granted_by", "at"), 3),
    "limits": Covered(("player", "kind", "value", "since", "next_value", "next_at"), 2),
    "moves": Covered(("key", "line", "account", "amount", "why", "at"), 2),
    "players": Covered(("id", "name", "password", "created", "called"), 1),
    "secrets": Covered(("name", "value"), 1),
    "sessions": Covered(("token", "player", "created", "expires"), 1),
    "snapshots": Covered(("table_id", "seq", "hash", "digest"), 2),
    "tables": Covered(("id", "name", "book", "mode", "dice", "profile", "player", "created", "closed"), 1),
}
"""The tables that the log of the house covers. Of a snapshot it covers the digest of the body."""

HEAD_QUERY = "SELECT seq, hash FROM house_log ORDER BY seq DESC LIMIT 1"


class Cover(NamedTuple):
    """The rows that a change may touch: those of a table that satisfy a condition before it or after it."""

    what: str
    where: str
    values: Sequence[Any]

    @property
    def query(self) -> str:
        """The query that reads them."""
        return f"SELECT {', '.join(COVERED[self.what].columns)} FROM {self.what} WHERE {self.where}"

    def changes(self, before: Iterable[Row], after: Iterable[Row]) -> list[Changed]:
        """Return what is different after the change."""
        then, now = (self._by_key(rows) for rows in (before, after))
        changed = [key for key in sorted(then.keys() | now.keys()) if then.get(key) != now.get(key)]
        return [Changed(self.what, key, now.get(key, GONE), then.get(key, GONE)) for key in changed]

    def _by_key(self, rows: Iterable[Row]) -> dict[str, bytes]:
        found = (COVERED[self.what].changed(self.what, tuple(row)) for row in rows)
        return {each.key: each.digest for each in found}


def changes_of(rows: Rows, closing: Iterable[Row]) -> list[Changed]:
    """Return what a group of batches changes: moves of money, judgements, and tables that close."""
    found = [COVERED["moves"].changed("moves", move) for move in rows.moves]
    found += [
        COVERED["conduct"].changed("conduct", (row.table, row.seq, row.player, row.kind, row.book, row.at))
        for row in rows.conduct
    ]
    tables = COVERED["tables"]
    return found + [
        tables.changed("tables", (*row[:-1], True))._replace(before=row_digest(row)) for row in map(tuple, closing)
    ]


def touches_covered_rows(entries: Iterable[Entry]) -> bool:
    """Return whether entries may change anything that is covered; bets do not."""
    return any(isinstance(entry, Move) or entry.batch.closes or entry.batch.conduct for entry in entries)
