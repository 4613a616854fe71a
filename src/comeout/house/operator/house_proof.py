"""Proves the log of the house: its hash chain, and that the rows it covers hold what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from comeout.house.store.contract import Store
from comeout.house.store.covered_rows import COVERED
from comeout.log.house_log import GONE, RECALL, HouseEntry, HouseHead, follows
from comeout.log.proof import Fault

THE_LOG = "the log of the house"
PAGE = 5_000
LONGEST_KEY = 60
"""How much of a key is shown; that of a session is the hash of its token."""

DERIVED = ("snapshots",)
"""Rows that the house makes anew without looking at the old ones: one that was not as logged is of no account."""

Rolls = dict[str, tuple[int, bytes]]
"""For each table the last record of the rolls that were found when the log began, and their digest."""


class HouseProof:
    """Progress of the proof of the log of the house."""

    def __init__(self) -> None:
        self.head = HouseHead()
        """The end of the log, for an operator to keep elsewhere."""
        self._rows: dict[tuple[str, str], bytes] = {}
        self.rolls: Rolls = {}
        self._changing: set[tuple[str, str]] | None = None
        """The rows with entries since the rows were read."""

    def add(self, entry: HouseEntry) -> Fault | None:
        """Take one more entry, or say what is wrong with it."""
        if not follows(self.head, entry):
            return Fault(THE_LOG, entry.seq, entry.what, "it is not what was logged: its hash is another")
        if entry.what not in DERIVED and entry.before != self._rows.get((entry.what, entry.key), GONE):
            says = f"it was not what {THE_LOG} says when the house changed it (record {entry.seq} there)"
            return Fault(_name(entry.what, entry.key), 0, "", says)
        self.head = HouseHead(entry.seq, entry.hash)
        if self._changing is not None:
            self._changing.add((entry.what, entry.key))
        if entry.what == RECALL:
            table, last = json.loads(entry.key)
            self.rolls[table] = last, entry.digest
        elif entry.digest == GONE:
            self._rows.pop((entry.what, entry.key), None)
        else:
            self._rows[entry.what, entry.key] = entry.digest
        return None

    async def read(self, store: Store) -> Fault | None:
        """Prove the chain to its end, from where the last reading ended."""
        while page := await store.house_log(after=self.head.seq, limit=PAGE):
            for entry in page:
                bad = self.add(entry)
                if bad:
                    return bad
        return None

    async def compare(self, store: Store) -> Fault | None:
        """Prove the rows that the log covers; those that change meanwhile are left to the next proof."""
        bad = await self.read(store)
        if bad:
            return bad
        faults = list(self._faults(await _rows(store)))
        self._changing = set()
        bad = await self.read(store)
        return bad or next((fault for row, fault in faults if row not in self._changing), None)

    def _faults(self, found: dict[tuple[str, str], bytes]) -> Iterator[tuple[tuple[str, str], Fault]]:
        """Yield every row that is not what its last entry says."""
        for row in sorted(self._rows.keys() | found.keys()):
            logged, held = self._rows.get(row), found.get(row)
            if logged != held:
                yield row, Fault(_name(*row), 0, "", _told(logged, held))


async def _rows(store: Store) -> dict[tuple[str, str], bytes]:
    """Return the digest of every row that is covered, by table and key."""
    found: dict[tuple[str, str], bytes] = {}
    for what in COVERED:
        after: tuple[Any, ...] = ()
        while page := await store.covered(what, after=after, limit=PAGE):
            found |= {(row.what, row.key): row.digest for _, row in page}
            after = page[-1][0]
    return found


def _name(what: str, key: str) -> str:
    shown = key if len(key) <= LONGEST_KEY else f"{key[:LONGEST_KEY]}..."
    return f"row {shown} of {what}"


def _told(logged: bytes | None, held: bytes | None) -> str:
    if logged is None:
        return f"{THE_LOG} does not know it"
    return f"it is not what {THE_LOG} says" if held else f"it is missing, by {THE_LOG}"
