"""Single writer of a table's log: events go into the open batch and into the state, and the batch into the store.

Within a batch decisions run ahead of the store, so that thousands of bets share one commit (group commit). `commit`
returns what is to be told and answered, and nobody hears of it before. A batch that the store refuses never happened:
the state is replayed from the log.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import structlog

from comeout.errors import ComeoutError
from comeout.house.audience.hub import SMALL_TABLE, Published
from comeout.house.clock import TimeStamps
from comeout.house.host.log_check import LogCheck, fault_in
from comeout.house.host.owned_table import OwnedTable, Turn
from comeout.house.metrics import COMMIT, RECORDS
from comeout.house.players.conduct import JUDGES, Standing, held, judged
from comeout.house.players.rate_limits import Bucket, Buckets, Pace
from comeout.house.store.contract import StaleOwner
from comeout.log.accounts import accounts_of, postings_of
from comeout.log.activity import Change, changes
from comeout.log.codec import EVENT_TYPES, read_event, write_event, write_json, write_lines
from comeout.log.fold import ENGINE_RAISED, Fold, LogBroken, Raised, add_record, ends_in_order, later_engine
from comeout.log.hash_chain import Log
from comeout.log.recall import bets_by_seat, recall_rows, seen_late
from comeout.log.records import AnswerRow, ConductRow
from comeout.money import Amount
from comeout.protocol.frames import Answered, frame
from comeout.protocol.house_commands import Ask
from comeout.table.apply import apply
from comeout.table.engine import ENGINE
from comeout.table.messages import BoughtIn, Event, RollSettled, SeatLeft, SeatTaken
from comeout.table.state import TableState

log = structlog.get_logger("comeout.house")

RECENT_ANSWERS, RECENT_REFUSALS = 5_000, 1_000
"""How many answers of accepted and of refused commands are cached for repeated ones."""

STORED_REFUSALS, ALL_STORED_REFUSALS = Pace(0.1, 100), Pace(1, 1_000)
"""How many refusals are stored, of a player and of a table. Beyond them, a refused command that is sent again after a
restart is decided anew: nothing of it has happened."""

MOST_REFUSED = 2_000
"""Of how many players refusals are counted."""

JUDGED_FOR_ALL = 2
"""The first revision of the engine that stores judgements of players for the whole house, not in one log only."""

SNAPSHOT_EVERY = 5_000
"""How many records lie between two snapshots. Replaying as many takes a tenth of a second, as a snapshot may."""


Wrote = Callable[[Sequence[Change], Mapping[int, str]], None]
"""A function that is told what an event of the open batch does to seats, before it is committed."""


class NotKept(ComeoutError):
    """The store refused a batch; its cause says why, and none of it happened."""

    def __init__(self, turn: Turn) -> None:
        super().__init__("the batch was not kept")
        self.turn = turn


class Writer:
    """Single writer of one table's log: appends to the open batch, commits it, replays the log, saves snapshots."""

    def __init__(
        self,
        table: OwnedTable,
        judge: Callable[[Sequence[ConductRow]], None] = lambda _rows: None,
        wrote: Wrote = lambda _moved, _players: None,
    ) -> None:
        self.table, self._judge, self._wrote = table, judge, wrote
        table.stamps = TimeStamps(table.clock, table.row.id)
        self._recent: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._refused: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._refusals_of, self._refusals = Buckets(STORED_REFUSALS, most=MOST_REFUSED), Bucket(ALL_STORED_REFUSALS)
        self.check = LogCheck(table.store, table.row.id, table.row.book)
        """The check of the records that snapshots cover."""
        self._kept: int | None = None
        """The sequence number of the last record that is known to be committed, and published."""
        self._since_snapshot = 0

    # -------------------------------------------------------------- replay

    async def read_back(self) -> list[Published]:
        """Replay the log from the newest snapshot: the log decides what the table is.

        Returns the records that we were told were not committed, and were: they are to be told now. Raises LogBroken
        where money hangs on a record that is not what was logged.
        """
        table = self.table
        assert table.lease
        fold, table.fault = await self._restored()
        late: list[Published] = []
        start = fold.log.seq
        while records := await table.store.records(table.row.id, after=fold.log.seq):
            table.fault = table.fault or fault_in(records, fold.log.book, before=fold.log.hash, seq=fold.log.seq)
            table.stamps.not_before(records[-1].at)
            for record in records:
                add_record(fold, record)
                if self._kept is not None and record.seq > self._kept:
                    event = read_event(record.kind, record.body) if record.kind in EVENT_TYPES else None
                    late.append(Published(record, event, len(fold.state.seats) <= SMALL_TABLE))
        if not fold.log.seq:
            raise LogBroken(f"{table.row.id}: its log is empty; it should begin with TableOpened")
        if fold.memory.engine > ENGINE:
            raise LogBroken(f"{table.row.id} was played on by {later_engine(fold.memory.engine)}")
        if table.fault:
            await self._hold_against_accounts(fold.state)
        table.last_epoch, fold.log.epoch = fold.log.epoch, table.lease.epoch
        table.take_up(fold)
        self._kept = fold.log.seq
        self._since_snapshot = fold.log.seq - start
        return late

    async def _restored(self) -> tuple[Fold, str]:
        """Return the newest snapshot, and what is wrong if it does not belong to this log, or the log before it.

        From one that cannot be read nothing is taken: the log is replayed from its first record.
        """
        store, table = self.table.store, self.table.row.id
        fold = Fold(self.table.layout, Log(table, self.table.row.book))
        snapshot = await store.snapshot(table)
        if snapshot is None:
            return fold, ""
        try:
            fold.restore(snapshot)
        except Exception as bad:
            log.error("snapshot cannot be read: the log is replayed", table=table, seq=snapshot.seq, why=repr(bad))
            return Fold(self.table.layout, Log(table, self.table.row.book)), ""
        for record in await store.records(table, after=snapshot.seq - 1, limit=1):
            self.table.stamps.not_before(record.at)
            fold.log.at = record.at
        if self._kept is None and fold.log.seq:  # the table opens
            await self.check.start(fold.log)
        return fold, self.check.fault

    async def _hold_against_accounts(self, state: TableState) -> None:
        """Check whether a corrupt log can still close the table: money must not have moved beyond it."""
        table = self.table
        for account, amount in accounts_of(table.row.id, state).items():
            if await table.store.balance(account) != amount:
                raise LogBroken(f"{table.row.id}: {table.fault}, and {account} does not hold what the log says")

    # -------------------------------------------------------------- into the batch

    def write(self, event: Event) -> Published:
        """Append an event of the table; it is published after the commit."""
        table = self.table
        state, batch, players, row = table.state, table.turn.batch, table.players, table.row
        record = table.log.next(type(event).__name__, write_event(event), table.stamps.now())
        at = record.at
        if isinstance(event, SeatTaken):
            players[event.seat] = event.player
            table.seats[event.player] = event.seat
        if type(event) in _WALLETS:
            table.turn.moves_wallets = True
            table.wallets.hold(row.id, players[event.seat], _WALLETS[type(event)](event))  # type: ignore[union-attr]
        settled = event if isinstance(event, RollSettled) else None
        before = held(state) if (settled.warned if settled else type(event) in JUDGES) else None
        batch.records.append(record)
        batch.postings += postings_of(record.seq, event, row.id, players)
        moved, lines = changes(event), None
        if settled:
            lines = write_lines(settled.lines)
            self._settle(settled, record.seq, at, lines)
        else:
            apply(table.layout, state, event)
            if moved:
                self._wrote(moved, players)
        if before is not None:
            book, seq = table.layout.id, record.seq
            batch.conduct += [ConductRow(who, book, row.id, seq, at, kind) for who, kind in judged(before, state)]
        leaving = ""
        if isinstance(event, SeatLeft):
            leaving = players.pop(event.seat)
            del table.seats[leaving]
        table.fold.remember(event, at, leaving, moved)
        table.memory.clean = False
        told = Published(record, event, len(players) <= SMALL_TABLE, lines, moved)
        table.turn.told.append(told)
        return told

    def _settle(self, event: RollSettled, seq: int, at: int, lines: Mapping[int, bytes]) -> None:
        """Append a settlement, with a recall row for each player."""
        table = self.table
        state, layout = table.state, table.layout
        bets, round_number = bets_by_seat(layout, state), state.round_number
        racks = {seat: state.seats[seat].rack for seat in bets}
        late = seen_late(layout, state)
        apply(layout, state, event)
        table.turn.batch.recall += recall_rows(
            table.row.id,
            seq,
            at,
            event,
            lines=lines,
            round_number=round_number,
            bets=bets,
            racks=racks,
            late=late,
            memory=table.memory,
            state=state,
        )

    def note(self, kind: str, body: bytes | object) -> None:
        """Append an event of the house, as JSON or to be serialized as JSON."""
        table = self.table
        data = body if isinstance(body, bytes) else write_json(body)
        record = table.log.next(kind, data, table.stamps.now())
        table.turn.batch.records.append(record)
        table.fold.remember_note(kind, data)
        table.memory.clean = ends_in_order(kind, table.memory)
        table.turn.told.append(Published(record, None, len(table.players) <= SMALL_TABLE))

    def stop(self, owner: str) -> None:
        """Log that the owner stops in order; where dice can be checked, by the hash of the log up to here."""
        table = self.table
        self.note("stopped", {"log": table.log.hash.hex()} if table.row.dice == "chain" else {"owner": owner})

    def take_over(self) -> None:
        """Log that this revision of the engine takes over from an earlier one."""
        before = self.table.memory.engine
        if before < ENGINE:
            self.note(ENGINE_RAISED, Raised(ENGINE))
        if before < JUDGED_FOR_ALL:
            self._judge_anew()

    def _judge_anew(self) -> None:
        """Store judgements that only this table's log had, so that the whole house knows them.

        Once only: judgements of later revisions are kept already, and a bar may have been lifted at another table.
        """
        table, batch = self.table, self.table.turn.batch
        nothing = Standing(warned=False, told_off=None, barred=False)
        people = held(table.state)
        rows = judged(dict.fromkeys(people, nothing), table.state)
        record = batch.records[-1]
        batch.conduct += [
            ConductRow(who, table.layout.id, table.row.id, record.seq, record.at, kind)
            for who, kind in rows
            if kind in ("warned", "barred")
        ]

    def known(self, ask: Ask) -> bytes | None:
        """Return the earlier answer of a command (idempotency), if it is in the cache."""
        key, turn = (ask.player, ask.id), self.table.turn
        found = self._recent.get(key) or turn.answers.get(key)
        return found or self._refused.get(key) or turn.refused.get(key)

    def repeat(self, ask: Ask, data: bytes) -> None:
        """Queue the earlier answer of a command, to be sent after the commit."""
        self.table.turn.replies.append((ask, data))

    def answer(self, ask: Ask, answered: Answered) -> None:
        """Queue the answer of a command, to be sent after the commit."""
        turn, key, data = self.table.turn, (ask.player, ask.id), frame(answered)
        if answered.ok or self._may_store_refusal(ask.player):
            turn.answers[key] = data
            turn.batch.answers.append(AnswerRow(ask.player, ask.id, data, self.table.stamps.now()))
        else:
            turn.refused[key] = data
        turn.replies.append((ask, data))

    def _may_store_refusal(self, player: str) -> bool:
        """Return whether another refusal of a player is stored; it is the same after a restart then."""
        now = self.table.clock.monotonic()
        buckets = (self._refusals_of.of(player), self._refusals)
        if any(bucket.wait(now) for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.spend(now)
        return True

    # -------------------------------------------------------------- out of it

    async def commit(self) -> Turn:
        """Commit the batch and return what to publish and answer. Raises NotKept: then nothing of it happened."""
        table = self.table
        turn, table.turn = table.turn, Turn()
        batch = turn.batch
        if not (batch.records or batch.answers or turn.refused):
            return turn
        assert table.lease
        try:
            await self._ask_before_refusing(turn)
            if batch.records or batch.answers:
                with COMMIT.time():
                    await table.store.append(table.lease, batch)
        except Exception as bad:
            table.wallets.settle(table.row.id, kept=False)
            raise NotKept(turn) from bad
        if turn.moves_wallets:
            table.wallets.settle(table.row.id, kept=True)
        if batch.conduct:
            self._judge(batch.conduct)
        if batch.records:
            RECORDS.inc(len(batch.records))
            self._kept = batch.records[-1].seq
            self._since_snapshot += len(batch.records)
        _remember(self._recent, turn.answers, RECENT_ANSWERS)
        _remember(self._refused, turn.refused, RECENT_REFUSALS)
        return turn

    async def _ask_before_refusing(self, turn: Turn) -> None:
        """Give a command that was accepted before the answer that it got then: it may be refused now because of it."""
        if not turn.refused:
            return
        accepted = await self.table.store.answers(list(turn.refused))
        if accepted:
            turn.replies = [(ask, accepted.get((ask.player, ask.id), data)) for ask, data in turn.replies]
            turn.refused = {key: data for key, data in turn.refused.items() if key not in accepted}
            turn.answers |= accepted

    async def snapshot(self, *, due: bool = False) -> None:
        """Save a snapshot if nothing is uncommitted; with `due`, only every SNAPSHOT_EVERY records."""
        table = self.table
        enough = max(SNAPSHOT_EVERY, 2 * len(table.players))  # a large table costs as much to write as so many records
        if table.log.seq == self._kept and (not due or self._since_snapshot >= enough):
            self._since_snapshot = 0
            assert table.lease
            with suppress(StaleOwner):  # the next batch will be refused as well, and the host gives way then
                await table.store.save_snapshot(table.lease, table.fold.snapshot())


_WALLETS: dict[type[Event], Callable[[Any], Amount]] = {
    SeatTaken: lambda event: event.rack,
    BoughtIn: lambda event: event.amount,
    SeatLeft: lambda _event: 0,
}
"""What the events that move money of a wallet take from it."""


def _remember(cache: OrderedDict[tuple[str, str], bytes], answers: Mapping[tuple[str, str], bytes], most: int) -> None:
    cache |= answers
    while len(cache) > most:
        cache.popitem(last=False)
