"""Optimistic concurrency for all stores: a batch is checked against leases, log positions and balances.

A store gives what is committed now; the teller accepts batch after batch, or refuses one without a trace. It is pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from comeout.house.store.contract import AlreadyAnswered, StaleOwner, WalletShort
from comeout.log.records import AnswerRow, Batch, ConductRow, Lease, Micros, Posting, RecallRow, Record
from comeout.money import Amount

GUARDED = ("wallet:", "rack:")
"""The prefixes of accounts that may never go below zero."""


@dataclass(frozen=True, slots=True)
class Append:
    """A batch that is to be appended to a table's log."""

    lease: Lease
    batch: Batch


@dataclass(frozen=True, slots=True)
class Move:
    """A movement of money outside any table, done once for its key."""

    postings: Sequence[tuple[str, Amount]]
    why: str
    key: str
    at: Micros


Entry = Append | Move
"""An entry that a teller accepts or refuses."""


@dataclass(slots=True)
class Kept:
    """The committed rows that some entries touch, as a store has read them."""

    owners: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Owner and epoch of each table."""
    heads: dict[str, int] = field(default_factory=dict)
    """The last sequence number of each table."""
    balances: dict[str, Amount] = field(default_factory=dict)
    answered: set[tuple[str, str]] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Rows:
    """The rows to write, for each table of the schema, in the order of its columns."""

    records: list[Record] = field(default_factory=list)
    postings: list[tuple[str, int, int, str, Amount]] = field(default_factory=list)
    answers: list[AnswerRow] = field(default_factory=list)
    recall: list[RecallRow] = field(default_factory=list)
    conduct: list[ConductRow] = field(default_factory=list)
    moves: list[tuple[str, int, str, Amount, str, Micros]] = field(default_factory=list)
    balances: dict[str, Amount] = field(default_factory=dict)
    closed: list[str] = field(default_factory=list)


def check_shape(entry: Entry) -> None:
    """Validate one entry: raise ValueError for a gap in the records or postings that do not add up to zero."""
    if isinstance(entry, Move):
        if sum(amount for _, amount in entry.postings):
            raise ValueError(f"the postings of {entry.key} do not add up to zero")
        return
    lease, batch = entry.lease, entry.batch
    table, epoch = lease.table, lease.epoch
    for record in batch.records:
        if record.epoch != epoch or record.table != table:
            raise ValueError(f"record {record.seq} is of {record.table}, epoch {record.epoch}, not of {lease}")
    seqs = [record.seq for record in batch.records]
    if seqs and seqs != list(range(seqs[0], seqs[0] + len(seqs))):
        raise ValueError(f"the records of {lease.table} do not follow one another")
    _check_postings(lease.table, seqs, batch.postings)


def _check_postings(table: str, seqs: Sequence[int], postings: Iterable[Posting]) -> None:
    sums: dict[int, Amount] = dict.fromkeys(seqs, 0)
    for seq, account, amount in postings:
        if seq not in sums:
            raise ValueError(f"a posting of {account} belongs to record {seq} of {table}, which is not in its batch")
        sums[seq] += amount
    for seq, total in sums.items():
        if total:
            raise ValueError(f"the postings of record {seq} of {table} add up to {total}, not to zero")


class Teller:
    """Validates entries one after the other against what is committed, and collects the rows to write."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self.rows = Rows()

    def take(self, entry: Entry) -> None:
        """Accept an entry, or raise StaleOwner, AlreadyAnswered or WalletShort and change nothing."""
        if isinstance(entry, Move):
            self._take_move(entry)
        else:
            self._take_append(entry.lease, entry.batch)

    def _take_append(self, lease: Lease, batch: Batch) -> None:
        self._check_owner(lease, batch.records)
        answered = self._newly_answered(batch)
        balances = self._changed([(account, amount) for _, account, amount in batch.postings])
        self._kept.answered |= answered
        if batch.records:
            self._kept.heads[lease.table] = batch.records[-1].seq
        rows = self.rows
        rows.records += batch.records
        rows.postings += [(lease.table, seq, i, account, n) for i, (seq, account, n) in enumerate(batch.postings)]
        rows.answers += batch.answers
        rows.recall += batch.recall
        rows.conduct += batch.conduct
        self._write_down(balances)
        if batch.closes:
            rows.closed.append(lease.table)

    def _take_move(self, move: Move) -> None:
        if move.key in self._kept.moved:
            return
        balances = self._changed(move.postings)
        self._kept.moved.add(move.key)
        self.rows.moves += [(move.key, i, name, n, move.why, move.at) for i, (name, n) in enumerate(move.postings)]
        self._write_down(balances)

    def _write_down(self, balances: dict[str, Amount]) -> None:
        self._kept.balances |= balances
        self.rows.balances |= balances

    def _check_owner(self, lease: Lease, records: Sequence[Record]) -> None:
        if self._kept.owners.get(lease.table) != (lease.owner, lease.epoch):
            raise StaleOwner(f"{lease.owner} does not own {lease.table} in epoch {lease.epoch} any more")
        head = self._kept.heads.get(lease.table, 0)
        if records and records[0].seq != head + 1:
            # An owner who is mistaken about the log must read it again before it writes, as a stale one must.
            raise StaleOwner(f"the log of {lease.table} ends at {head}; record {records[0].seq} does not follow")

    def _newly_answered(self, batch: Batch) -> set[tuple[str, str]]:
        fresh: set[tuple[str, str]] = set()
        for player, command, _, _ in batch.answers:
            key = (player, command)
            if key in fresh or key in self._kept.answered:
                raise AlreadyAnswered(f"command {command} of {player} was answered before")
            fresh.add(key)
        return fresh

    def _changed(self, postings: Iterable[tuple[str, Amount]]) -> dict[str, Amount]:
        """Return the balances after these postings."""
        changes: dict[str, Amount] = {}
        for account, amount in postings:
            changes[account] = changes.get(account, 0) + amount
        held = self._kept.balances
        after = {account: held.get(account, 0) + change for account, change in changes.items()}
        for account, amount in after.items():
            if amount < 0 and changes[account] < 0 and account.startswith(GUARDED):
                raise WalletShort(f"{account} holds {held.get(account, 0)}, not {-changes[account]}")
        return after
