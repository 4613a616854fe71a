"""Keeps what happens at a table: events go into a batch and into the state, the batch into the store, then it is told.

Within one batch decisions run ahead of the store, so that thousands of bets share a commit. Nobody hears of any of it
before the batch is kept; what cannot be kept never happened, and the state is read back from the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from comeout.house.audience.hub import SMALL_TABLE, Told
from comeout.house.clock import Clock
from comeout.house.metrics import COMMIT, RECORDS, ROLL_TO_LAST
from comeout.house.players.conduct import Standing, can_judge, held, judged
from comeout.house.store.contract import StaleOwner, Store
from comeout.log.accounts import accounts_of, postings_of
from comeout.log.activity import changes
from comeout.log.codec import EVENT_TYPES, read_event, write_event, write_json, write_lines
from comeout.log.fold import ENGINE_RAISED, Fold, LogBroken, Memory, Raised, add_record, ends_in_order, later_engine
from comeout.log.hash_chain import Log, first_bad
from comeout.log.recall import bets_by_seat, recall_rows, seen_late
from comeout.log.records import Answer, Batch, ConductRow, Lease, Record, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.engine import ENGINE
from comeout.table.messages import Event, RollCalled, RollSettled, SeatLeft, SeatTaken
from comeout.table.state import TableState

RECENT_ANSWERS = 50_000
"""How many answers are at hand without asking the store."""

JUDGED_FOR_ALL = 2
"""Since this revision of the engine the house keeps every judgement of a player; before, only the table's log did."""

SNAPSHOT_EVERY = 2_000
"""Records between two snapshots."""


@dataclass(slots=True)
class Turn:
    """What one batch holds until it is kept: records and postings, what to tell, and whom to answer."""

    batch: Batch = field(default_factory=Batch)
    told: list[Told] = field(default_factory=list)
    replies: list[tuple[Ask, bytes]] = field(default_factory=list)
    answers: dict[tuple[str, str], bytes] = field(default_factory=dict)


class Keeper:
    """The one writer of a table's log."""

    def __init__(
        self,
        row: TableRow,
        layout: Layout,
        store: Store,
        clock: Clock,
        tell: Callable[[Told], None],
        judge: Callable[[Sequence[ConductRow]], None] = lambda _rows: None,
    ) -> None:
        self._judge = judge
        """Told at once of every judgement that is kept."""
        self.row, self.layout, self.store, self.clock = row, layout, store, clock
        self.lease: Lease | None = None
        self.fold = Fold(layout, Log(row.id, row.book))
        self.players: dict[int, str] = {}
        """Who sits where."""
        self.seats: dict[str, int] = {}
        """Where each of them sits."""
        self.turn = Turn()
        self._tell = tell
        self.last_epoch = 0
        """Of whoever wrote the last record that was read back."""
        self._recent: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self.fault = ""
        """What is wrong with the log as it was read back: nothing that comes of it can be trusted."""
        self._kept: int | None = None
        """The last record known to be kept, and told."""
        self._since_snapshot = 0
        self._called_at: float | None = None
        """When the dice of the roll in hand were kept, by the steady clock, where the house throws them."""

    @property
    def state(self) -> TableState:
        """The table as it lies."""
        return self.fold.state

    @property
    def memory(self) -> Memory:
        """What the owner knows beside it."""
        return self.fold.memory

    @property
    def seq(self) -> int:
        """The end of the log, kept or about to be."""
        return self.fold.log.seq

    async def read_back(self) -> None:
        """Fold the log from the newest snapshot: what the table is, whatever we thought it was.

        Records that we were told were not kept, and were, are told now. Raises LogBroken where money hangs on a record
        that is not what was logged.
        """
        assert self.lease
        fold = Fold(self.layout, Log(self.row.id, self.row.book))
        self.fault = await self._restore(fold)
        late: list[Told] = []
        start = fold.log.seq
        while records := await self.store.records(self.row.id, after=fold.log.seq):
            self.fault = self.fault or _fault_in(records, fold.log)
            for record in records:
                add_record(fold, record)
                if self._kept is not None and record.seq > self._kept:
                    event = read_event(record.kind, record.body) if record.kind in EVENT_TYPES else None
                    late.append(Told(record, event, len(fold.state.seats) <= SMALL_TABLE))
        if fold.memory.engine > ENGINE:
            raise LogBroken(f"{self.row.id} was played on by {later_engine(fold.memory.engine)}")
        if self.fault:
            await self._hold_against_accounts(fold.state)
        self.last_epoch, fold.log.epoch = fold.log.epoch, self.lease.epoch
        self.fold, self.turn, self._kept = fold, Turn(), fold.log.seq
        self._since_snapshot = fold.log.seq - start
        self.players = {number: seat.player for number, seat in fold.state.seats.items()}
        self.seats = {player: number for number, player in self.players.items()}
        for told in late:
            self._tell(told)

    async def _restore(self, fold: Fold) -> str:
        """Start from the newest snapshot; what is wrong if it is not of this log."""
        snapshot = await self.store.snapshot(self.row.id)
        if snapshot is None:
            return ""
        fold.restore(snapshot)
        taken_after = await self.store.records(self.row.id, after=snapshot.seq - 1, limit=1)
        same = any((record.seq, record.hash) == (snapshot.seq, snapshot.hash) for record in taken_after)
        return "" if same else f"the snapshot of record {snapshot.seq} is of another log"

    async def _hold_against_accounts(self, state: TableState) -> None:
        """A log that cannot be trusted may still be closed by, if it is at least what money was moved by."""
        for account, amount in accounts_of(self.row.id, state).items():
            if await self.store.balance(account) != amount:
                raise LogBroken(f"{self.row.id}: {self.fault}, and {account} does not hold what the log says")

    # -------------------------------------------------------------- into the batch

    def write(self, event: Event) -> Told:
        """An event of the table; told when the batch is kept."""
        state, at, batch = self.state, self.clock.now(), self.turn.batch
        record = self.fold.log.next(type(event).__name__, write_event(event), at)
        if isinstance(event, SeatTaken):
            self.players[event.seat] = event.player
            self.seats[event.player] = event.seat
        before = held(state) if can_judge(event) else None
        batch.records.append(record)
        batch.postings += postings_of(record.seq, event, self.row.id, self.players)
        moved, lines = changes(event), None
        if isinstance(event, RollSettled):
            lines = write_lines(event.lines)
            self._settle(event, record.seq, at, lines)
        else:
            apply(self.layout, state, event)
        if before is not None:
            book, table = self.layout.id, self.row.id
            batch.conduct += [ConductRow(who, book, table, record.seq, at, kind) for who, kind in judged(before, state)]
        leaving = ""
        if isinstance(event, SeatLeft):
            leaving = self.players.pop(event.seat)
            del self.seats[leaving]
        self.fold.remember(event, at, leaving, moved)
        self.memory.clean = False
        told = Told(record, event, len(self.players) <= SMALL_TABLE, lines, moved)
        self.turn.told.append(told)
        return told

    def _settle(self, event: RollSettled, seq: int, at: int, lines: Mapping[int, bytes]) -> None:
        """A settlement, with each player's own account of it."""
        state = self.state
        bets, round_number = bets_by_seat(self.layout, state), state.round_number
        racks = {seat: state.seats[seat].rack for seat in bets}
        late = seen_late(self.layout, state)
        apply(self.layout, state, event)
        self.turn.batch.recall += recall_rows(
            self.row.id,
            seq,
            at,
            event,
            lines=lines,
            round_number=round_number,
            bets=bets,
            racks=racks,
            late=late,
            memory=self.memory,
            state=state,
        )

    def note(self, kind: str, body: bytes | object) -> None:
        """An event of the house, as JSON or to be written as JSON."""
        data = body if isinstance(body, bytes) else write_json(body)
        record = self.fold.log.next(kind, data, self.clock.now())
        self.turn.batch.records.append(record)
        self.fold.remember_note(kind, data)
        self.memory.clean = ends_in_order(kind, self.memory)
        self.turn.told.append(Told(record, None, len(self.players) <= SMALL_TABLE))

    def take_over(self) -> None:
        """A table that an earlier revision of the engine ran is this one's from here on, and its log says so."""
        before = self.memory.engine
        if before < ENGINE:
            self.note(ENGINE_RAISED, Raised(ENGINE))
        if before < JUDGED_FOR_ALL:
            self._judge_anew()

    def _judge_anew(self) -> None:
        """What was held against players at this table alone is known to the whole house from now on.

        Once only: judgements of later revisions are kept already, and a bar may have been lifted at another table.
        """
        nothing = Standing(warned=False, told_off=None, barred=False)
        people = held(self.state)
        rows = judged(dict.fromkeys(people, nothing), self.state)
        record = self.turn.batch.records[-1]
        self.turn.batch.conduct += [
            ConductRow(who, self.layout.id, self.row.id, record.seq, record.at, kind)
            for who, kind in rows
            if kind in ("warned", "barred")
        ]

    def known(self, ask: Ask) -> bytes | None:
        """What a command was answered before, as far as that is at hand."""
        key = (ask.player, ask.id)
        return self._recent.get(key) or self.turn.answers.get(key)

    def answer(self, ask: Ask, data: bytes, *, new: bool) -> None:
        """The answer of a command, to be given when the batch is kept."""
        if new:
            self.turn.answers[ask.player, ask.id] = data
            self.turn.batch.answers.append(Answer(ask.player, ask.id, data))
        self.turn.replies.append((ask, data))

    # -------------------------------------------------------------- out of it

    async def commit(self) -> Turn:
        """Keep the batch, then tell and answer. What the store raises goes on: nothing of the batch happened then."""
        turn, self.turn = self.turn, Turn()
        if turn.batch.records or turn.batch.answers:
            assert self.lease
            try:
                with COMMIT.time():
                    await self.store.append(self.lease, turn.batch)
            except Exception as bad:
                raise NotKept(turn) from bad
            RECORDS.inc(len(turn.batch.records))
            if turn.batch.conduct:
                self._judge(turn.batch.conduct)
            self._kept = turn.batch.records[-1].seq if turn.batch.records else self._kept
        self._since_snapshot += len(turn.batch.records)
        kept_at = self.clock.monotonic()
        for told in turn.told:
            self._tell(told)
            self._measure(told.event, kept_at)
        self._recent |= turn.answers
        while len(self._recent) > RECENT_ANSWERS:
            self._recent.popitem(last=False)
        for ask, data in turn.replies:
            ask.reply(data)
        return turn

    def _measure(self, event: Event | None, kept_at: float) -> None:
        """Take the time from dice to the last frame of their settlement; where people settle, it is theirs."""
        if isinstance(event, RollCalled) and self.row.dice != "crew":
            self._called_at = kept_at
        elif isinstance(event, RollSettled) and self._called_at is not None:
            ROLL_TO_LAST.observe(self.clock.monotonic() - self._called_at)
            self._called_at = None

    async def snapshot(self, *, due: bool = False) -> None:
        """Keep a snapshot of what is kept, always or only when enough has happened since the last."""
        enough = max(SNAPSHOT_EVERY, 2 * len(self.players))  # a large table costs as much to write as so many records
        if self.seq == self._kept and (not due or self._since_snapshot >= enough):
            self._since_snapshot = 0
            assert self.lease
            with suppress(StaleOwner):  # the next batch will be refused as well, and the host gives way then
                await self.store.save_snapshot(self.lease, self.fold.snapshot())


def _fault_in(records: Sequence[Record], log: Log) -> str:
    bad = first_bad(records, log.book, before=log.hash, seq=log.seq)
    return f"record {bad.seq} ({bad.kind}) is not what was logged" if bad else ""


class NotKept(Exception):
    """The store refused a batch; its cause says why, and none of it happened."""

    def __init__(self, turn: Turn) -> None:
        super().__init__("the batch was not kept")
        self.turn = turn
