"""Proves a table's log record by record: hash chain, replay, rules, money and dice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from comeout.errors import ComeoutError
from comeout.log.accounts import accounts_of, postings_of
from comeout.log.codec import EVENT_TYPES, read_event
from comeout.log.dice_proof import verify_dice
from comeout.log.fold import ENGINE_RAISED, HOUSE_EVENTS, Fold, later_engine
from comeout.log.hash_chain import Log, record_hash
from comeout.log.records import DiceKind, Posting, Record, SnapshotRow
from comeout.log.redecide import Otherwise, Redecider
from comeout.log.verification import counted
from comeout.rules.layout import Layout
from comeout.table.apply import MOVES_MONEY
from comeout.table.engine import ENGINE
from comeout.table.ledger import audit
from comeout.table.messages import BetsReturned, Event, OutcomeUndone, RollCalled, RollSettled, SeatLeft, SeatTaken
from comeout.table.position import position_of
from comeout.table.state import TableState

FEW_SEATS = 100
"""Up to so many seats, every rack and bet is counted after every movement; beyond that, after every settlement."""

SETTLES = (RollSettled, OutcomeUndone, BetsReturned)

Posted = Iterator[tuple[int, list[Posting]]]
"""The postings of a log by record, oldest first."""


class Fault(NamedTuple):
    """The first bad record, and what is wrong with it."""

    table: str
    seq: int
    kind: str
    says: str
    position: str = ""
    """The table at this record as a line of text; empty where no record of a table is at fault."""

    @property
    def sentence(self) -> str:
        """Which record it is and what is wrong with it, without the position."""
        record = f"record {self.seq} ({self.kind})" if self.kind else f"record {self.seq}"
        return f"{self.table}, {record}: {self.says}" if self.seq else f"{self.table}: {self.says}"

    def __str__(self) -> str:
        return f"{self.sentence} (the table was: {self.position})" if self.position else self.sentence


class Wrong(ComeoutError):
    """A check failed."""


class Proof:
    """Progress of the proof of one log."""

    def __init__(
        self,
        table: str,
        layout: Layout,
        dice: DiceKind,
        *,
        posted: Posted | None = None,
        snapshot: SnapshotRow | None = None,
    ) -> None:
        self.table, self.layout, self.dice = table, layout, dice
        self.fold = Fold(layout, Log(table, layout.digest))
        self.fault: Fault | None = None
        self.records = self.settlements = 0
        self.earlier = 0
        """Records that an earlier revision of the engine decided, or that follow from its decisions."""
        self.last_kind = ""
        self._rules = Redecider(layout)
        self._players: dict[int, str] = {}
        self._accounts: dict[str, int] = {}
        self._posted, self._snapshot = posted, snapshot
        self._waiting = next(posted, None) if posted else None
        self._thrown: Any = None

    @property
    def state(self) -> TableState:
        """The state that the log has folded to so far."""
        return self.fold.state

    def through(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield records as long as they are good."""
        for record in records:
            try:
                self._take(record)
            except Wrong as bad:
                missing = record.seq > self.fold.log.seq + 1
                seq, kind = (self.fold.log.seq + 1, "") if missing else (record.seq, record.kind)
                self.fault = Fault(self.table, seq, kind, str(bad), self.position_line())
                return
            yield record

    def position_line(self) -> str:
        """Write the position of the table so far; empty before the log begins."""
        if not self.fold.log.seq:
            return ""
        try:
            return str(position_of(self.state))
        except Exception:  # a forged event may have been applied in part
            return ""

    def end(self) -> Fault | None:
        """Finish: nothing stored beside the log may lead beyond its end, and its accounts must equal its state."""
        last, kept = self.fold.log.seq, self._snapshot
        if not last:
            return Fault(self.table, 1, "", "the log is empty; it should begin with TableOpened")
        if self._waiting:
            return Fault(self.table, self._waiting[0], "", "it has postings and is missing from the log")
        if kept and kept.seq > last:
            return Fault(self.table, last + 1, "", f"it is missing: there is a snapshot of record {kept.seq}")
        problem = self._accounts_problem()
        return Fault(self.table, last, self.last_kind, problem, self.position_line()) if problem else None

    # -------------------------------------------------------------- one record

    def _take(self, record: Record) -> None:
        self._in_the_chain(record)
        event = self._read(record)
        if event is not None:
            self._hold_against_the_dice(event)
            self._hold_against_the_rules(event, record)
            self._count_money(event, record.seq)
        elif self._waiting and self._waiting[0] == record.seq:
            raise Wrong("it moves no money and has postings")
        self._add(record)
        if event is not None:
            self._conserve(event)
        self._hold_against_the_snapshot(record)
        self.records, self.last_kind = self.records + 1, record.kind
        self.earlier += self.fold.memory.engine < ENGINE

    def _in_the_chain(self, record: Record) -> None:
        log = self.fold.log
        if record.seq > log.seq + 1:
            raise Wrong(f"it is missing; the log goes on with record {record.seq}")
        if (record.table, record.seq) != (self.table, log.seq + 1):
            raise Wrong(f"it is of {record.table} and cannot follow record {log.seq} of {self.table}")
        if record.epoch < log.epoch:
            raise Wrong(f"its epoch is {record.epoch}, and the one before it has {log.epoch}")
        if record_hash(log.hash, self.layout.digest, record) != record.hash:
            raise Wrong("it is not what was logged: its hash is another")

    def _read(self, record: Record) -> Event | None:
        """Return the event of a record, or None for one of the house."""
        if (record.kind == "TableOpened") != (record.seq == 1):
            raise Wrong("a log begins with TableOpened and has no other")
        if record.kind not in EVENT_TYPES:
            if record.kind not in HOUSE_EVENTS:
                raise Wrong("no event is called so; a later version may know it")
            return None
        try:
            return read_event(record.kind, record.body)
        except (msgspec.MsgspecError, ValueError, ZeroDivisionError) as bad:
            raise Wrong(f"it cannot be read: {bad}") from None

    def _hold_against_the_rules(self, event: Event, record: Record) -> None:
        """Decide again what this revision of the engine decided; earlier decisions stand as logged."""
        if self.fold.memory.engine < ENGINE:
            return
        try:
            self._rules.check(self.state, event, record.body)
        except Otherwise as bad:
            raise Wrong(str(bad)) from None
        except Exception as bad:
            raise Wrong(f"the rules cannot be asked about it: {bad!r}") from None
        self.settlements += isinstance(event, SETTLES)

    def _hold_against_the_dice(self, event: Event) -> None:
        if self.dice in ("entropy", "lesson") and isinstance(event, RollCalled) and list(event.roll) != self._thrown:
            raise Wrong(f"{event.roll} was called and {self._thrown} was thrown")

    def _count_money(self, event: Event, seq: int) -> None:
        """Compare the postings of an event with the stored ones."""
        if isinstance(event, SeatTaken):
            self._players[event.seat] = event.player
        try:
            mine = postings_of(seq, event, self.table, self._players)
        except KeyError as bad:
            raise Wrong(f"it moves money of seat {bad}, where nobody sits") from None
        if isinstance(event, SeatLeft):
            self._players.pop(event.seat, None)
        for _, account, amount in mine:
            self._accounts[account] = self._accounts.get(account, 0) + amount
        if self._posted is not None:
            self._hold_against_the_postings(mine, seq)

    def _hold_against_the_postings(self, mine: list[Posting], seq: int) -> None:
        kept: list[Posting] = []
        if self._waiting and self._waiting[0] == seq:
            assert self._posted is not None
            kept, self._waiting = self._waiting[1], next(self._posted, None)
        total = sum(posting.amount for posting in kept)
        if total:
            raise Wrong(f"its postings add up to {total}, not to zero")
        if kept != mine:
            raise Wrong(f"its postings are {_told(kept)}; they should be {_told(mine)}")

    def _add(self, record: Record) -> None:
        """Apply a record. Whatever a forged event breaks is reported as one more fault."""
        engine = self.fold.memory.engine
        try:
            self.fold.add(record)
        except Exception as bad:
            raise Wrong(f"it cannot have happened here: {bad!r}") from None
        if record.kind == ENGINE_RAISED and self.fold.memory.engine <= engine:
            raise Wrong(f"revision {engine} of the engine decided before it, and a revision only rises")
        if self.fold.memory.engine > ENGINE:
            raise Wrong(f"from here on it was played by {later_engine(self.fold.memory.engine)}")
        if record.kind == "dice-thrown" and self.dice in ("entropy", "lesson"):
            self._thrown = json.loads(record.body).get("dice")

    def _conserve(self, event: Event) -> None:
        if type(event) not in MOVES_MONEY or (len(self.state.seats) > FEW_SEATS and not isinstance(event, SETTLES)):
            return
        counted = audit(self.state)
        if counted != self.state.totals:
            raise Wrong(f"the accounts say {self.state.totals} and counting gives {counted}")

    def _hold_against_the_snapshot(self, record: Record) -> None:
        if not self._snapshot or self._snapshot.seq != record.seq:
            return
        kept = Fold(self.layout, Log(self.table, self.layout.digest))
        try:
            present = kept.restore(self._snapshot)
        except (msgspec.MsgspecError, ValueError) as bad:
            raise Wrong(f"the snapshot taken after it cannot be read: {bad}") from None
        if self._snapshot.hash != record.hash:
            raise Wrong("the snapshot taken after it is of another log")
        if not present:
            return  # of an older version: nothing of it is used
        if not same_state(kept.state, self.state) or kept.memory != self.fold.memory:
            raise Wrong("the snapshot taken after it is not what the log folds to")

    def _accounts_problem(self) -> str:
        wanted = accounts_of(self.table, self.state)
        for account, amount in self._accounts.items():
            if not account.startswith(("wallet:", "lesson:")) and amount != wanted.get(account, 0):
                return f"{account} holds {amount} by the log and {wanted.get(account, 0)} by the table"
        return ""


def prove(proof: Proof, records: Iterable[Record]) -> Fault | None:
    """Prove a log from its first record, its dice included; stop at the first bad record."""
    good = proof.through(records)
    if proof.dice != "chain":
        for _ in good:
            pass
        return proof.fault
    found = verify_dice(line_of(record, proof.layout.digest) for record in good).fault
    if found and not proof.fault:
        says = f"roll {found.roll}: {found.says}"
        return Fault(proof.table, found.line, proof.last_kind, says, proof.position_line())
    return proof.fault


def told_earlier(records: int) -> str:
    """Say what is proved of records that an earlier revision of the engine led to, and what is not."""
    those = f"{counted(records, 'record')} of an earlier revision of the engine (this is {ENGINE})"
    return f"{those}: hashes, fold, money and dice are proved, decisions are not made again"


def line_of(record: Record, book: str) -> dict[str, Any]:
    """Return a record as the verifier of dice reads it."""
    body = json.loads(record.body)
    return {**record._asdict(), "book": book, "body": body, "hash": record.hash.hex()}


def same_state(a: TableState, b: TableState) -> bool:
    """Compare two states, including the order of bets: settlements are written in that order."""
    return a == b and _orders(a) == _orders(b)


def _orders(state: TableState) -> tuple[object, ...]:
    bets = [list(bets) for bets in state.bets]
    return list(state.occupied), list(state.marked), list(state.pending), list(state.seats), bets


def _told(postings: list[Posting]) -> str:
    return ", ".join(f"{account} {amount:+}" for _, account, amount in postings) or "none"
