"""Checks of what the logs of tables do not prove: the log of the house, rows with a checksum, and derived rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from comeout.house.clock import Clock
from comeout.house.name_skeletons import skeletons
from comeout.house.store.covered_rows import COVERED, Covered, Row
from comeout.house.store.row_digests import DIGESTED, unsound_rows
from comeout.log.house_log import Changed, HouseEntry, HouseHead, follows
from comeout.log.records import Micros, SnapshotRow

SPAN_MICROS = 600_000_000
"""The length of a span, ten minutes. The rolls of a player are indexed by the spans in which they bet."""

LONGEST_LEASE: Micros = 3600 * 1_000_000
"""No lease lasts longer than this."""

PAGE = 5_000

_ENTRY = "seq, at, what, key, digest, before, hash"
_NO_TABLE = "table_id NOT IN (SELECT id FROM tables)"
_CONTRADICTIONS: tuple[tuple[str, str, str], ...] = (
    ("the lease of {}", "leases", "(owner = '') <> (expires = 0)"),
    ("a recalled roll of {}", "recall", f"seq < 1 OR span <> at / {SPAN_MICROS}"),
    ("the log of {}", "records", "seq < 1"),
    ("a posting of {}", "postings", "seq < 1"),
    ("entry {} of the log of the house", "house_log", "seq < 1"),
    # A table begins its log before anybody can find it, so one that was never finished has a first record.
    ("the log of {}, which is no table of the house", "records", f"seq > 1 AND {_NO_TABLE}"),
    ("a posting of {}, which is no table of the house", "postings", _NO_TABLE),
    ("a recalled roll of {} at no table of the house", "recall", _NO_TABLE),
)
"""What no sound row is, for each table: how to name the row by its first column, and the condition."""

_PLAYED = "SELECT DISTINCT player, span FROM recall"
_SPANS = "SELECT player, span FROM played"


class RowChecks(ABC):
    """Part of the SQL stores that reads what is needed to find changed rows."""

    _clock: Clock

    @abstractmethod
    async def _rows(self, query: str, *values: Any) -> list[Row]:
        """Run a query and return its rows."""

    # ---- the log of the house

    async def house_log(self, *, after: int = 0, limit: int = 1000) -> Sequence[HouseEntry]:
        """Return the entries of the log of the house after a sequence number, oldest first."""
        query = f"SELECT {_ENTRY} FROM house_log WHERE seq > ? ORDER BY seq LIMIT ?"
        return [HouseEntry._make(row) for row in await self._rows(query, after, limit)]

    async def covered(
        self, what: str, *, after: Sequence[Any] = (), limit: int = 1000
    ) -> Sequence[tuple[Row, Changed]]:
        """Return rows of a table that the log of the house covers, after a key: the key of each, and what it holds."""
        table = COVERED[what]
        body = ", body" if what == "snapshots" else ""
        keys = ", ".join(table.columns[: table.keys])
        beyond = f"WHERE ({keys}) > ({', '.join('?' * table.keys)})" if after else ""
        query = f"SELECT {', '.join(table.columns)}{body} FROM {what} {beyond} ORDER BY {keys} LIMIT ?"
        found = await self._rows(query, *after, limit)
        return [(row[: table.keys], _entry_for(what, table, row)) for row in found]

    async def _is_covered(self, snapshot: SnapshotRow) -> bool:
        """Return whether a snapshot is the one whose digest its owner entered in the log of the house."""
        row = (snapshot.table, snapshot.seq, snapshot.hash, sha256(snapshot.body).digest())
        wanted = COVERED["snapshots"].changed("snapshots", row)
        query = f"SELECT {_ENTRY} FROM house_log WHERE key = ? AND what = 'snapshots' ORDER BY seq DESC LIMIT 1"
        for last in await self._rows(query, wanted.key):
            entry = HouseEntry._make(last)
            before = await self._rows("SELECT seq, hash FROM house_log WHERE seq = ?", entry.seq - 1)
            head = HouseHead._make(before[0]) if before else HouseHead()
            return entry.digest == wanted.digest and follows(head, entry)
        return False

    # ---- rows that no log covers

    async def unsound(self) -> str:
        """Return the first row outside all logs that contradicts itself or the rows it follows from; empty if none."""
        for name, table, wrong in _CONTRADICTIONS:
            found = await self._rows(f"SELECT * FROM {table} WHERE {wrong} LIMIT 1")
            if found:
                return f"{name.format(found[0][0])}: it is not what was stored"
        return await self._bad_lease() or await self._bad_digests() or await self._bad_span() or await self._bad_name()

    async def _bad_digests(self) -> str:
        """Compare leases, attempts and answers with their digests."""
        for what in DIGESTED:
            found = await self._bad_digest(what)
            if found:
                return f"{found}: it is not what was stored"
        return ""

    async def _bad_digest(self, what: str) -> str:
        """Return the name of the first row that does not have the digest of its key and its columns."""
        columns, keys, _ = DIGESTED[what]
        key, after = ", ".join(columns[:keys]), ("",) * keys
        query = (
            f"SELECT {', '.join(columns)}, digest FROM {what}"
            f" WHERE ({key}) >= ({', '.join('?' * keys)}) ORDER BY {key} LIMIT {PAGE}"
        )
        while page := await self._rows(query, *after):
            found = next(unsound_rows(what, page), "")
            if found or len(page) < PAGE:
                return found
            after = page[-1][:keys]
        return ""

    async def _bad_lease(self) -> str:
        latest = self._clock.now() + LONGEST_LEASE
        found = await self._rows("SELECT table_id FROM leases WHERE expires > ? LIMIT 1", latest)
        return f"the lease of {found[0][0]}: it would never end" if found else ""

    async def _bad_span(self) -> str:
        """Compare the index of who played when with the rolls that it leads to."""
        for query in (f"{_PLAYED} EXCEPT {_SPANS}", f"{_SPANS} EXCEPT {_PLAYED}"):
            found = await self._rows(f"{query} LIMIT 1")
            if found:
                return f"the rolls of {found[0][0]}: their index does not fit them"
        return ""

    async def _bad_name(self) -> str:
        """Derive the skeletons of all names again; of accounts from before them, two may share one."""
        owners: dict[str, set[str]] = {}
        needed: set[str] = set()
        stored: dict[str, str] = {}
        # In one query, so that nobody is renamed in between.
        names = "SELECT id, name, password, '' FROM players WHERE name <> ''"
        found = await self._rows(f"{names} UNION ALL SELECT player, '', '', skeleton FROM skeletons")
        for player, name, password, shape in found:
            if shape:
                stored[shape] = player
            for skeleton in skeletons(name) if name else ():
                owners.setdefault(skeleton, set()).add(player)
                needed |= {skeleton} if password else set()
        for skeleton in sorted(needed | stored.keys()):
            if stored.get(skeleton, "") not in owners.get(skeleton, set()):
                whose = ", ".join(sorted(owners.get(skeleton) or {stored[skeleton]}))
                return f"the skeleton of the name of {whose}: it does not follow from the name"
        return ""


def _entry_for(what: str, table: Covered, row: Row) -> Changed:
    if what == "snapshots":
        *columns, _, body = row
        row = (*columns, sha256(body).digest())
    return table.changed(what, row)
