"""Verifies a house (audit): every log from its first record, all that follows from logs, every account. Read-only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from comeout.errors import RulebookError
from comeout.house.operator.house_proof import HouseProof
from comeout.house.operator.recall_proof import RecallProof
from comeout.house.store.batch_checks import GUARDED
from comeout.house.store.contract import Store
from comeout.log.house_log import row_digest
from comeout.log.proof import Fault, Posted, Proof, prove, told_earlier
from comeout.log.records import LATEST, Lease, Record, TableRow, layout_of
from comeout.log.verification import counted
from comeout.rules.layout import Layout
from comeout.table.engine import ENGINE
from comeout.table.state import Phase

Fetch = Callable[[Coroutine[Any, Any, Any]], Any]
"""A function that runs a coroutine of the store in its loop, and waits for it in a thread."""

PAGE = 2_000
"""How many records are read at once; memory holds no more."""
POSTINGS_PAGE = 10_000
TRIES = 5
"""How often accounts that change meanwhile are read again."""

Rolls = tuple[int, bytes] | None
"""The last record of the rolls of a table that the log of the house found, and their digest."""

Progress = Callable[[str, int, int], None]
"""A callback for progress: the table, how many of its records are proved, and how many there are."""


class Proved(NamedTuple):
    """A table whose log is proved."""

    table: str
    records: int
    rolls: int
    """How many rolls were settled and not undone."""
    settlements: int
    """How many settlements were decided again: rolls settled, rolls undone, bets returned."""
    head: str
    """The hash of its last record, for an operator to keep elsewhere."""
    earlier: int = 0
    """How many records are of an earlier revision of the engine, and were not decided again."""


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a verification: the tables that hold, and the first fault."""

    proved: tuple[Proved, ...]
    accounts: int
    fault: Fault | None = None
    entries: int = 0
    """How many entries the log of the house has."""
    head: str = ""
    """The hash of its last entry, for an operator to keep elsewhere."""

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return self.fault is None


async def verify(store: Store, table: str | None = None, *, progress: Progress = lambda *_: None) -> Report:
    """Prove the house, every table or one, and the accounts of the house, up to the first fault."""
    house = HouseProof()
    fault = await _verify_rows(store) or await house.read(store)
    if fault:
        return Report((), 0, fault)
    answered = await store.last_answered()
    rows = [row for row in await store.tables(closed=True) if table in (None, row.id)]
    if table is not None and not rows:
        raise ValueError(f'there is no table "{table}"')
    proved: list[Proved] = []
    for row in rows:
        found = await _verify_table(store, row, house.rolls.get(row.id), progress)
        if isinstance(found, Fault):
            return Report(tuple(proved), 0, found)
        proved.append(found)
    longest = max((each.records for each in proved), default=0)
    if table is None and answered > longest:
        return Report(tuple(proved), 0, Fault("kept answers", 0, "", _no_log_reaches(answered, longest)))
    fault = await house.compare(store)
    if fault:
        return Report(tuple(proved), 0, fault)
    accounts, fault = await _verify_accounts(store)
    return Report(tuple(proved), accounts, fault, house.head.seq, house.head.hash.hex())


async def _verify_rows(store: Store) -> Fault | None:
    """Check the database itself, and the rows that no log covers."""
    damage = await store.damage()
    if damage:
        return Fault("the database", 0, "", f"it is damaged, by its own check: {damage}")
    unsound = await store.unsound()
    return Fault("the database", 0, "", unsound) if unsound else None


async def _verify_table(store: Store, row: TableRow, rolls: Rolls, progress: Progress) -> Proved | Fault:
    layout = await _layout(store, row)
    if isinstance(layout, Fault):
        return layout
    loop = asyncio.get_running_loop()

    def fetch(reading: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(reading, loop).result()

    return await asyncio.to_thread(_prove, fetch, store, row, layout, rolls, progress)


async def _layout(store: Store, row: TableRow) -> Layout | Fault:
    """Return the book of a table, which must be the one its digest names."""
    book = await store.book(row.book)
    if book is None:
        return Fault(row.id, 0, "", f"the text of its book {row.book} was never kept")
    try:
        layout = layout_of(book)
    except (RulebookError, ValueError) as bad:
        return Fault(row.id, 0, "", f"the text of its book cannot be read: {bad}")
    if layout.digest != row.book:
        return Fault(row.id, 0, "", f"the text of its book is another: {layout.digest}, not {row.book}")
    return layout


def _prove(
    fetch: Fetch, store: Store, row: TableRow, layout: Layout, rolls: Rolls, progress: Progress
) -> Proved | Fault:
    """Prove a table in a thread, so that the proof is a plain loop over records; play may continue meanwhile."""
    snapshot = fetch(store.snapshot(row.id))
    recalled = fetch(store.last_recalled(row.id))
    last = fetch(store.last_record(row.id))
    end = last.seq if last else 0
    posted = _posted(fetch, store, row.id, end)
    proof = Proof(row.id, layout, row.dice, posted=posted, snapshot=snapshot)
    recall = RecallProof(proof, _recalled(fetch, store, row.id, end), found=rolls)
    fault = prove(proof, recall.beside(_records(fetch, store, row.id, end, progress))) or recall.fault
    fault = fault or proof.end() or _cut(row, proof, recalled) or recall.end()
    fault = fault or _lease_fault(proof, fetch(store.lease(row.id)))
    head = proof.fold.log.hash.hex()
    return fault or Proved(row.id, proof.records, proof.state.rolls, proof.settlements, head, proof.earlier)


def _cut(row: TableRow, proof: Proof, recalled: int) -> Fault | None:
    """Check that every record that something beside the log points to is in the log."""
    if recalled > proof.records:
        return Fault(row.id, proof.records + 1, "", f"it is missing: a player's recall names record {recalled}")
    if row.closed and proof.state.phase is not Phase.SHUT:
        return Fault(row.id, proof.records + 1, "", "it is missing: the table is closed, and its log does not say so")
    return None


def _lease_fault(proof: Proof, lease: Lease | None) -> Fault | None:
    """Check that the lease, read after the log, has let somebody write the last record."""
    last = proof.fold.log.epoch
    if lease is None:
        return Fault(proof.table, 0, "", "its lease is missing, and its log was written under one")
    if lease.epoch < last:
        return Fault(proof.table, 0, "", f"its lease has epoch {lease.epoch}, and the last record of its log {last}")
    return None


def _no_log_reaches(answered: int, longest: int) -> str:
    return f"one names record {answered}, and the longest log has {longest}: the end of a log is missing"


def _records(fetch: Fetch, store: Store, table: str, end: int, progress: Progress) -> Iterator[Record]:
    """Yield a log up to where it ended when the proof began."""
    seq = 0
    while seq < end and (page := fetch(store.records(table, after=seq, limit=PAGE))):
        for record in page:
            if record.seq > end:
                return
            yield record
        seq = page[-1].seq
        progress(table, seq, end)


def _recalled(fetch: Fetch, store: Store, table: str, end: int) -> dict[int, list[bytes]]:
    """Return the digests of the rolls that players recall of a table, by record."""
    found: dict[int, list[bytes]] = {}
    before = LATEST
    while page := fetch(store.recall(player=None, table=table, before=before, limit=PAGE)):
        for row in page:
            if row.seq <= end:
                found.setdefault(row.seq, []).append(row_digest(row))
        before = page[-1].at
    return found


def _posted(fetch: Fetch, store: Store, table: str, end: int) -> Posted:
    """Return the postings of a log by record, without those of records that came since the proof began."""
    seq = 0
    while page := fetch(store.postings(table=table, after=seq, limit=POSTINGS_PAGE)):
        for seq, group in groupby(page, key=lambda posting: posting.seq):
            if seq > end and _has_grown(fetch, store, table, seq):
                return
            yield seq, list(group)


def _has_grown(fetch: Fetch, store: Store, table: str, seq: int) -> bool:
    last = fetch(store.last_record(table))
    return last is not None and last.seq >= seq


def told(report: Report) -> list[str]:
    """Return a report as text: what holds, and then the first fault."""
    lines = [line for each in report.proved for line in _told(each)]
    if report.fault:
        return [*lines, f"BAD: {report.fault}"]
    if report.entries:
        lines += [f"the house: {counted(report.entries, 'change')} in its log", f"  head {report.head}"]
    tables, accounts = counted(len(report.proved), "table"), counted(report.accounts, "account")
    return [*lines, f"{tables} and {accounts} hold."]


def _told(each: Proved) -> list[str]:
    rolls = f"{counted(each.rolls, 'roll')} settled"
    again = f"{counted(each.settlements, 'settlement')} decided again (with undone rolls and bets given back)"
    first = f"{each.table}: {counted(each.records, 'record')}, {rolls}, {again}"
    return [first, *([f"  {told_earlier(each.earlier)}"] if each.earlier else []), f"  head {each.head}"]


def as_json(report: Report) -> dict[str, Any]:
    """Return a report as plain data."""
    fault = report.fault._asdict() if report.fault else None
    return {
        "ok": report.ok,
        "engine": ENGINE,
        "accounts": report.accounts,
        "house": {"entries": report.entries, "head": report.head},
        "tables": [each._asdict() for each in report.proved],
        "fault": fault,
    }


# ------------------------------------------------------------------ accounts


async def _verify_accounts(store: Store) -> tuple[int, Fault | None]:
    """Compare every account with the sum of its postings; what changes meanwhile is read again."""
    fault = None
    for _ in range(TRIES):
        before = dict(await store.balances())
        sums = dict(await store.account_sums())
        fault = _accounts_fault(before, sums)
        if fault is None or before == dict(await store.balances()):
            break
    return len(before), fault


def _accounts_fault(balances: dict[str, int], sums: dict[str, int]) -> Fault | None:
    if balances.keys() != sums.keys():
        odd = min(balances.keys() ^ sums.keys())
        return Fault(odd, 0, "", "it has postings and no balance" if odd in sums else "it has a balance and no posting")
    for account in sorted(balances):
        held, posted = balances[account], sums[account]
        if held != posted:
            return Fault(account, 0, "", f"it holds {held} and its postings add up to {posted}")
        if held < 0 and account.startswith(GUARDED):
            return Fault(account, 0, "", f"it holds {held}, below zero")
    total = sum(sums.values())
    return Fault("all accounts", 0, "", f"they add up to {total}, not to zero") if total else None
