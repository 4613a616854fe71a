"""SQLite store in one file: a single writer thread with group commit, and readers beside it.

Jobs that arrive during a commit share the next transaction. Nothing is acknowledged before COMMIT.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, groupby
from pathlib import Path
from typing import Any, TypeVar

from comeout.house.clock import Clock, WallClock
from comeout.house.store.batch_checks import Append, Entry, Kept, Move, Rows, Teller, check_shape
from comeout.house.store.contract import AlreadyAnswered, StaleOwner, StoreTrouble, WalletShort
from comeout.house.store.covered_rows import COVERED, HEAD_QUERY, Cover, Row, changes_of
from comeout.house.store.forgetting import Statement
from comeout.house.store.leases import LAST_EPOCH_QUERY, LEASE_QUERY, RELEASE, RELEASE_ALL, next_epoch, released
from comeout.house.store.row_digests import add_sql_functions, digest_of
from comeout.house.store.sql import Clash, SqlStore, recall_lines
from comeout.house.store.sqlite_file import (
    bring_up_to_date,
    copy_database,
    count_changes,
    count_records,
    damage_in,
    make_file,
    make_folder,
    told_trouble,
    write_mark,
)
from comeout.log.house_log import Changed, HouseHead, follow
from comeout.log.records import Batch, Lease, Micros
from comeout.money import Amount

T = TypeVar("T")
Work = Entry | Callable[[sqlite3.Connection], Any]
"""A job of the writer: an entry, which is written together with others, or any other change."""

READERS = 2
MOST_JOBS = 4096
"""The most jobs in one transaction (group commit)."""
BUSY_SECONDS = 5.0
"""How long to wait for another process that writes the same file."""
CHECKPOINT_ROWS = 20_000
"""How many changed rows trigger a checkpoint of the write-ahead log, once the waiting callers have their answers."""
CHECKPOINT_PAGES = 20_000
"""The size of the write-ahead log at which SQLite makes a checkpoint by itself, if the writer has not."""
MARK_SECONDS = 1.0
"""How often the high-water mark is written while records come."""
CHUNKS = (4000, 500, 50, 5, 1)
"""How many rows one INSERT has. Python's lock is released once a statement, so large statements release it rarely."""

BLAMED = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    ValueError,
)
"""The errors that are the fault of one entry, which a column rejects, and not of the store."""


class _Job:
    """A unit of work for the writer thread, and who awaits it."""

    __slots__ = ("error", "loop", "result", "waiting", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.waiting: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None

    def settle(self) -> None:
        """Resolve the future of the caller; runs in the caller's loop."""
        if self.waiting.done():
            return
        if self.error is not None:
            self.waiting.set_exception(self.error)
        else:
            self.waiting.set_result(self.result)


class SqliteStore(SqlStore):
    """Implements the `Store` contract in one SQLite file."""

    _SEQ_OF_REPLY = "json_extract(CAST(reply AS TEXT), '$.seq')"

    def __init__(self, path: str | Path, *, clock: Clock | None = None) -> None:
        self.path = Path(path)
        self.commits = 0
        """How many transactions were committed; far fewer than appends if many arrive at once."""
        self.alone = False
        """Whether this process holds the lock of the folder. Earlier owners are then gone, whatever a lease says."""
        self._clock = clock or WallClock()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._writer: sqlite3.Connection | None = None
        self._moved = 0
        self._mark_due = 0.0
        self._readers: ThreadPoolExecutor | None = None
        self._idle: list[sqlite3.Connection] = []

    # ---- opening and closing

    async def open(self) -> None:
        """Create or migrate the schema, delete expired sessions and get ready."""
        await asyncio.to_thread(self._prepare)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._thread = threading.Thread(target=self._write_forever, name="store-writer", daemon=True)
        self._thread.start()
        await self._forget_sessions(self._clock.now())
        if self.alone:
            await self._change(RELEASE_ALL)

    async def close(self) -> None:
        """Finish pending writes and release everything."""
        if self._thread is None or self._readers is None:
            return
        thread, self._thread = self._thread, None
        readers, self._readers = self._readers, None
        self._jobs.put(None)
        await asyncio.to_thread(thread.join)
        await asyncio.to_thread(readers.shutdown)
        while self._idle:
            self._idle.pop().close()

    def _prepare(self) -> None:
        with _trouble(self.path):
            make_folder(self.path.parent)
            if not self.path.exists():
                make_file(self.path)
            self._writer = self._connect()
            try:
                bring_up_to_date(self._writer)
            except BaseException:
                self._writer.close()
                raise

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=200
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            connection.execute("PRAGMA cache_size = -65536")
            add_sql_functions(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    # ---- reading

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        return await self._read(lambda connection: connection.execute(query, values).fetchall())

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        if self._readers is None:
            raise StoreTrouble(f"the store {self.path} is not open")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read_now, work)

    def _read_now(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with _trouble(self.path):
            connection = self._reader()
            try:
                found = work(connection)
            except BaseException:
                connection.close()
                raise
            self._idle.append(connection)
            return found

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    async def damage(self) -> str:
        """Return what SQLite's integrity check finds; empty if nothing."""
        return await self._read(damage_in)

    async def backup(self, target: str) -> None:
        """Write a consistent backup to a new file."""
        await self._read(lambda connection: copy_database(connection, Path(target)))

    # ---- writing

    async def append(self, lease: Lease, batch: Batch) -> None:
        """Commit a batch durably, or raise StaleOwner, WalletShort, AlreadyAnswered or StoreTrouble. All or nothing."""
        entry = Append(lease, batch)
        check_shape(entry)
        await self._do(entry)

    async def post(self, postings: Sequence[tuple[str, Amount]], *, why: str, key: str) -> None:
        """Move money outside any table, such as a bonus. Idempotent: the same key posts once."""
        entry = Move(tuple(postings), why, key, self._clock.now())
        check_shape(entry)
        await self._do(entry)

    async def _change(self, *statements: Statement, covers: Sequence[Cover] = ()) -> int:
        def run(connection: sqlite3.Connection) -> int:
            before = [connection.execute(each.query, each.values).fetchall() for each in covers]
            touched = [connection.execute(sql, values).rowcount for sql, values in statements]
            for each, then in zip(covers, before, strict=True):
                now = connection.execute(each.query, each.values).fetchall()
                _enter_changes(connection, each.changes(then, now), self._clock.now())
            return touched[0]

        return int(await self._do(run))

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        """Claim the lease with a new epoch, if nobody else holds an unexpired one."""
        now = self._clock.now()
        until = now + _micros(lease_s)

        def take(connection: sqlite3.Connection) -> int | None:
            held = connection.execute(LEASE_QUERY, (table,)).fetchone()
            holder, epoch, expires = held or ("", 0, 0)
            if holder != owner and expires > now:
                return None
            written = connection.execute(LAST_EPOCH_QUERY, (table,)).fetchone()
            mine = (table, owner, next_epoch(table, epoch, *(written or (0,))), until)
            connection.execute("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?)", (*mine, digest_of(mine)))
            return mine[2]

        epoch = await self._do(take)
        return Lease(table, owner, epoch) if epoch else None

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        """Renew the lease; False if another owner has taken it."""
        until = self._clock.now() + _micros(lease_s)
        sql = "UPDATE leases SET expires = ?, digest = ? WHERE table_id = ? AND owner = ? AND epoch = ?"
        return bool(await self._change((sql, (until, digest_of((*lease, until)), *lease))))

    async def release(self, lease: Lease) -> None:
        """Release the lease, so that another owner can claim it at once."""
        await self._change((RELEASE, released(lease)))

    async def _do(self, work: Work) -> Any:
        if self._thread is None:
            raise StoreTrouble(f"the store {self.path} is not open")
        job = _Job(work)
        self._jobs.put(job)
        return await job.waiting

    # ---- the writer thread

    def _write_forever(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job, *self._waiting()]
            self._commit(jobs)
            for loop, told in groupby(jobs, lambda job: job.loop):
                _tell(loop, list(told))
            self._checkpoint()
            if self._clock.monotonic() >= self._mark_due:
                self._mark()
        self._mark()
        if self._writer is not None:
            self._writer.close()

    def _mark(self) -> None:
        """Write the high-water mark, which shows later if an older file was put in the place of this one."""
        self._mark_due = self._clock.monotonic() + MARK_SECONDS
        if self.alone and self._writer is not None:
            with suppress(sqlite3.Error, OSError):  # it is no part of what was acknowledged
                write_mark(self.path, count_records(self._writer), count_changes(self._writer))

    def _checkpoint(self) -> None:
        """Checkpoint the write-ahead log into the file, as far as readers allow."""
        if self._writer is None or self._writer.total_changes - self._moved < CHECKPOINT_ROWS:
            return
        self._moved = self._writer.total_changes
        with suppress(sqlite3.Error):  # what is committed is safe where it is; the next checkpoint moves it
            self._writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _waiting(self) -> Iterator[_Job]:
        for _ in range(MOST_JOBS - 1):
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is None:
                self._jobs.put(None)
                return
            yield job

    def _commit(self, jobs: list[_Job]) -> None:
        """Group commit: run all jobs in one transaction, which succeeds or fails for all of them."""
        try:
            with _trouble(self.path):
                self._writer = self._writer or self._connect()
                self._writer.execute("BEGIN IMMEDIATE")
                self._run(self._writer, jobs)
                self._writer.execute("COMMIT")
                self.commits += 1
        except Exception as error:
            self._recover()
            for job in jobs:
                job.error = StoreTrouble(str(error))

    def _recover(self) -> None:
        """Roll back any open transaction; if even that fails, open a new connection."""
        try:
            if self._writer is not None and self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            assert self._writer is not None
            self._writer.close()
            self._writer, self._moved = None, 0

    def _run(self, connection: sqlite3.Connection, jobs: Iterable[_Job]) -> None:
        """Run all jobs in order; consecutive entries are written together."""
        for entries, group in groupby(jobs, lambda job: isinstance(job.work, Append | Move)):
            if entries:
                _enter(connection, list(group), self._clock.now())
            else:
                for job in group:
                    _alone(connection, job)


def _tell(loop: asyncio.AbstractEventLoop, jobs: list[_Job]) -> None:
    def settle() -> None:
        for job in jobs:
            job.settle()

    with suppress(RuntimeError):  # the loop has closed: nobody waits any more
        loop.call_soon_threadsafe(settle)


def _enter(connection: sqlite3.Connection, jobs: list[_Job], at: Micros) -> None:
    """Write entries together; if the database rejects one, write each by itself, so that it spoils no other."""
    try:
        with _savepoint(connection):
            teller = Teller(_kept(connection, [job.work for job in jobs if isinstance(job.work, Append | Move)]))
            for job in jobs:
                try:
                    teller.take(job.work)  # type: ignore[arg-type]
                except (StaleOwner, WalletShort, AlreadyAnswered) as refusal:
                    job.error = refusal
            _write(connection, teller.rows, at)
    except BLAMED as error:
        if len(jobs) == 1:
            jobs[0].error = ValueError(str(error))
            return
        for job in jobs:
            job.error = None
            _enter(connection, [job], at)


def _alone(connection: sqlite3.Connection, job: _Job) -> None:
    try:
        with _savepoint(connection):
            job.result = job.work(connection)  # type: ignore[operator]
    except sqlite3.IntegrityError as error:
        job.error = Clash(str(error))
    except BLAMED as error:
        job.error = ValueError(str(error))


def _kept(connection: sqlite3.Connection, entries: Sequence[Entry]) -> Kept:
    """Read what the file holds of everything that the entries touch, in a constant number of queries."""
    appends = [entry for entry in entries if isinstance(entry, Append)]
    moves = [entry for entry in entries if isinstance(entry, Move)]
    tables = json.dumps(list({entry.lease.table for entry in appends}))
    accounts = {posting.account for entry in appends for posting in entry.batch.postings}
    accounts.update(account for move in moves for account, _ in move.postings)
    answers = [(answer.player, answer.command) for entry in appends for answer in entry.batch.answers]
    kept = Kept()
    for table, owner, epoch, head in connection.execute(_OWNERS, (tables,)):
        kept.owners[table] = (owner, epoch)
        kept.heads[table] = head
    kept.balances = json.loads(connection.execute(_BALANCES, (json.dumps(list(accounts)),)).fetchone()[0])
    kept.answered = set(connection.execute(_ANSWERED, (json.dumps(answers),)).fetchall()) if answers else set()
    kept.moved = {key for move in moves for (key,) in connection.execute(_MOVED, (move.key,))}
    return kept


_OWNERS = (
    "SELECT table_id, owner, epoch,"
    " (SELECT coalesce(max(seq), 0) FROM records WHERE records.table_id = leases.table_id)"
    " FROM leases WHERE table_id IN (SELECT value FROM json_each(?))"
)
_BALANCES = "SELECT json_group_object(account, amount) FROM balances WHERE account IN (SELECT value FROM json_each(?))"
_ANSWERED = (
    "SELECT player, command FROM json_each(?) AS asked JOIN answers"
    " ON player = json_extract(asked.value, '$[0]') AND command = json_extract(asked.value, '$[1]')"
)
_MOVED = "SELECT DISTINCT key FROM moves WHERE key = ?"


def _write(connection: sqlite3.Connection, rows: Rows, at: Micros) -> None:
    _pour(connection, "INSERT INTO records (table_id, epoch, seq, at, kind, body, hash)", 7, rows.records)
    _pour(connection, "INSERT INTO postings (table_id, seq, line, account, amount)", 5, rows.postings)
    answers = [(*answer, digest_of(answer)) for answer in rows.answers]
    _pour(connection, "INSERT INTO answers (player, command, reply, at, digest)", 5, answers)
    recall, played = recall_lines(rows.recall)
    _pour(connection, "INSERT INTO recall (player, table_id, roll, round, seq, at, body, span)", 8, recall)
    _pour(connection, "INSERT INTO played (player, span)", 2, played, "ON CONFLICT DO NOTHING")
    _pour(connection, "INSERT INTO conduct (player, book, table_id, seq, at, kind)", 6, rows.conduct)
    _pour(connection, "INSERT INTO moves (key, line, account, amount, why, at)", 6, rows.moves)
    changed = "ON CONFLICT (account) DO UPDATE SET amount = excluded.amount"
    _pour(connection, "INSERT INTO balances (account, amount)", 2, list(rows.balances.items()), changed)
    closing = [row for table in rows.closed for row in connection.execute(_CLOSING, (table,))]
    connection.executemany("UPDATE tables SET closed = 1 WHERE id = ?", [(table,) for table in rows.closed])
    _enter_changes(connection, changes_of(rows, closing), at)


_CLOSING = f"SELECT {', '.join(COVERED['tables'].columns)} FROM tables WHERE id = ? AND NOT closed"


def _enter_changes(connection: sqlite3.Connection, changes: Sequence[Changed], at: Micros) -> None:
    """Append changes to the log of the house; nobody else writes during this transaction."""
    if changes:
        head = connection.execute(HEAD_QUERY).fetchone()
        entries = follow(HouseHead._make(head) if head else HouseHead(), changes, at)
        _pour(connection, "INSERT INTO house_log (seq, at, what, key, digest, before, hash)", 7, entries)


def _pour(connection: sqlite3.Connection, insert: str, width: int, rows: Sequence[Row], tail: str = "") -> None:
    """Insert rows, many to a statement."""
    one = f"({', '.join('?' * width)})"
    start = 0
    for size in CHUNKS:
        while len(rows) - start >= size:
            values = list(chain.from_iterable(rows[start : start + size]))
            connection.execute(f"{insert} VALUES {', '.join([one] * size)} {tail}", values)
            start += size


@contextmanager
def _savepoint(connection: sqlite3.Connection) -> Iterator[None]:
    """Run a block in a savepoint: if it raises, roll back the block and nothing else."""
    connection.execute("SAVEPOINT entry")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK TO entry")
            connection.execute("RELEASE entry")
        raise
    connection.execute("RELEASE entry")


@contextmanager
def _trouble(path: Path) -> Iterator[None]:
    """Raise an error of the disk or the file as StoreTrouble."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError, OSError) as error:
        raise StoreTrouble(f"the store {path} cannot be used: {told_trouble(error)}") from error


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)
