"""PostgreSQL store, for several processes: group commit, and every append checks its lease.

An owner also holds an advisory lock for its epoch, which the server releases as soon as the owner's connection dies.
"""

from __future__ import annotations

import asyncio
import select
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.errors import UniqueViolation

from comeout.house.clock import Clock, WallClock
from comeout.house.store.batch_checks import Append, Entry, Move, Teller, check_shape
from comeout.house.store.contract import AlreadyAnswered, StaleOwner, StoreTrouble, WalletShort
from comeout.house.store.covered_rows import Cover, Row
from comeout.house.store.forgetting import Statement
from comeout.house.store.leases import LAST_EPOCH_QUERY, RELEASE, next_epoch, released
from comeout.house.store.postgres_rows import Link, as_psycopg, begin, enter_changes, read_covered, write_and_commit
from comeout.house.store.postgres_setup import CONNECT_SECONDS, copy_to_file, migrate_database
from comeout.house.store.row_digests import sql_digest
from comeout.house.store.sql import Clash, SqlStore
from comeout.log.records import Batch, Lease
from comeout.money import Amount

Job = tuple[Entry, "asyncio.Future[None]"]

READERS = 4
MOST_JOBS = 1000
"""The most entries in one transaction (group commit)."""
OUTCOME_SECONDS = 5.0
"""How long to ask whether a commit happened if its result was lost."""
SETTINGS = (
    # A process that hangs inside a transaction must not keep its table from the next owner.
    "SET idle_in_transaction_session_timeout = 1000",
    "SET lock_timeout = 2000",
    "SET statement_timeout = 60000",
    "SET synchronous_commit = on",
)
UNREADABLE = (
    "its address cannot be read; it should be postgresql://USER:PASSWORD@HOST/DATABASE, with %-codes for signs such as"
    " % and /"
)
LOCK_KEY = "hashtextextended('comeout:' || %s || ':' || %s::text, 0)"
NOW = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
"""The database's own time, so that the clocks of the machines need not agree."""


class PostgresStore(SqlStore):
    """Implements the `Store` contract in a PostgreSQL database."""

    _SEQ_OF_REPLY = "(convert_from(reply, 'UTF8')::json ->> 'seq')::bigint"

    def __init__(self, url: str, *, clock: Clock | None = None) -> None:
        self.url = url
        self.commits = 0
        """How many transactions were committed; far fewer than appends if many arrive at once."""
        self._clock = clock or WallClock()
        self._jobs: list[Job] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._open = False
        self._idle: list[Link] = []
        self._writer: Link | None = None
        self._keys: Link | None = None
        self._held: dict[str, int] = {}

    # ---- opening and closing

    async def open(self) -> None:
        """Create or migrate the schema, delete expired sessions and get ready."""
        with _trouble():
            await asyncio.to_thread(migrate_database, self.url)
        self._one_reader = asyncio.Semaphore(READERS)
        self._one_key = asyncio.Lock()
        self._open = True
        self._task = asyncio.create_task(self._write_forever())
        await self._forget_sessions(self._clock.now())

    async def close(self) -> None:
        """Finish pending writes and release everything."""
        if self._task is None:
            return
        self._open = False
        self._wake.set()
        task, self._task = self._task, None
        await task
        for link in (self._writer, self._keys, *self._idle):
            await _drop(link)
        self._writer = self._keys = None
        self._idle.clear()

    async def _connect(self) -> Link:
        link = await AsyncConnection.connect(
            self.url,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            prepare_threshold=None,  # a pipeline that fails would lose count of what it had prepared
        )
        try:
            for setting in SETTINGS:
                await link.execute(setting)
        except BaseException:
            await _drop(link)
            raise
        return link

    def _check_open(self) -> None:
        if not self._open:
            raise StoreTrouble("the store is not open")

    # ---- one query or one change

    @asynccontextmanager
    async def _link(self) -> AsyncIterator[Link]:
        """Borrow a connection from the pool; a connection that failed does not go back."""
        self._check_open()
        async with self._one_reader:
            with _trouble():
                link = self._idle.pop() if self._idle else None
                link = await self._sound(link)
                try:
                    yield link
                except BaseException:
                    await _drop(link)
                    raise
                if self._open:
                    self._idle.append(link)
                else:  # the store was closed meanwhile
                    await _drop(link)

    async def _sound(self, link: Link | None) -> Link:
        """Return this connection if the server still holds its end, or else a new one."""
        if link is not None and not _hung_up(link):
            return link
        await _drop(link)
        return await self._connect()

    async def _rows(self, query: str, *values: Any) -> list[Row]:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text of PostgreSQL holds it, so there is nothing to be found
        async with self._link() as link:
            return await (await link.execute(as_psycopg(query), values, binary=True)).fetchall()

    async def _change(self, *statements: Statement, covers: Sequence[Cover] = ()) -> int:
        touched: list[int] = []
        async with self._link() as link:
            with suppress(UniqueViolation):
                async with link.transaction():
                    before = await read_covered(link, covers)
                    for sql, values in statements:
                        touched.append((await link.execute(as_psycopg(sql), values)).rowcount)
                    await enter_changes(link, covers, before, self._clock.now())
        if len(touched) < len(statements):
            raise Clash(statements[len(touched)][0])
        return touched[0]

    async def damage(self) -> str:
        """Return nothing: a server checks its own files."""
        return ""

    async def backup(self, target: str) -> None:
        """Write a consistent backup to a new SQLite file, which opens as a store of its own."""
        self._check_open()
        with _trouble():
            await asyncio.to_thread(copy_to_file, self.url, Path(target))

    # ---- leases

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        """Claim the lease with a new epoch, if nobody else holds an unexpired one with a living connection."""
        async with self._keyring() as keys:
            async with keys.transaction():
                epoch = await self._take(keys, table, owner, lease_s)
                if epoch is not None:  # before the commit: a lease without its lock passes for one of the dead
                    await _lock(keys, table, epoch)
            if epoch is None:
                return None
            await self._let_go(keys, table)
            self._held[table] = epoch
        return Lease(table, owner, epoch)

    async def _take(self, keys: Link, table: str, owner: str, lease_s: float) -> int | None:
        """Take over the row of the lease inside a transaction, if that is allowed."""
        await keys.execute("INSERT INTO leases VALUES (%s, '', 0, 0, '') ON CONFLICT DO NOTHING", (table,))
        query = f"SELECT owner, epoch, expires > {NOW} FROM leases WHERE table_id = %s FOR UPDATE"
        held = await (await keys.execute(query, (table,))).fetchone()
        assert held is not None
        holder, epoch, live = held
        if live and holder != owner and await self._alive(keys, table, epoch):
            return None
        written = await (await keys.execute(as_psycopg(LAST_EPOCH_QUERY), (table,))).fetchone()
        mine = next_epoch(table, epoch, *(written or (0,)))
        update = (
            "UPDATE leases SET owner = taker, epoch = later, expires = due,"
            f" digest = {sql_digest('table_id', 'taker', 'later', 'due')}"
            f" FROM (SELECT %s::text AS taker, %s::bigint AS later, {NOW} + %s AS due) AS taken WHERE table_id = %s"
        )
        await keys.execute(update, (owner, mine, _micros(lease_s), table))
        return mine

    async def _alive(self, keys: Link, table: str, epoch: int) -> bool:
        """Return whether the connection of the owner in this epoch still holds its advisory lock."""
        if self._held.get(table) == epoch:
            return True
        free = await (await keys.execute(f"SELECT pg_try_advisory_lock({LOCK_KEY})", (table, epoch))).fetchone()
        if free is None or not free[0]:
            return True
        await keys.execute(f"SELECT pg_advisory_unlock({LOCK_KEY})", (table, epoch))
        return False

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        """Renew the lease; False if another owner has taken it."""
        update = (
            f"UPDATE leases SET expires = due, digest = {sql_digest('table_id', 'owner', 'epoch', 'due')}"
            f" FROM (SELECT {NOW} + %s AS due) AS kept WHERE table_id = %s AND owner = %s AND epoch = %s"
        )
        async with self._keyring() as keys:
            kept = (await keys.execute(update, (_micros(lease_s), *lease))).rowcount > 0
            if not kept and self._held.get(lease.table) == lease.epoch:
                await self._let_go(keys, lease.table)
        return kept

    async def release(self, lease: Lease) -> None:
        """Release the lease, so that another owner can claim it at once."""
        async with self._keyring() as keys:
            await keys.execute(as_psycopg(RELEASE), released(lease))
            if self._held.get(lease.table) == lease.epoch:
                await self._let_go(keys, lease.table)

    @asynccontextmanager
    async def _keyring(self) -> AsyncIterator[Link]:
        """Return the one connection that holds this process's advisory locks; a new one takes them again."""
        self._check_open()
        async with self._one_key:
            with _trouble():
                before, self._keys = self._keys, None
                keys = await self._sound(before)
                try:
                    if keys is not before:
                        for table, epoch in list(self._held.items()):
                            await _lock(keys, table, epoch)
                    yield keys
                except BaseException:
                    await _drop(keys)
                    raise
                if self._open:
                    self._keys = keys
                else:  # the store was closed meanwhile
                    await _drop(keys)

    async def _let_go(self, keys: Link, table: str) -> None:
        epoch = self._held.pop(table, None)
        if epoch is not None:
            await keys.execute(f"SELECT pg_advisory_unlock({LOCK_KEY})", (table, epoch))

    # ---- writing

    async def append(self, lease: Lease, batch: Batch) -> None:
        """Commit a batch durably, or raise StaleOwner, WalletShort, AlreadyAnswered or StoreTrouble. All or nothing."""
        await self._do(Append(lease, batch))

    async def post(self, postings: Sequence[tuple[str, Amount]], *, why: str, key: str) -> None:
        """Move money outside any table, such as a bonus. Idempotent: the same key posts once."""
        await self._do(Move(tuple(postings), why, key, self._clock.now()))

    async def _do(self, entry: Entry) -> None:
        check_shape(entry)
        self._check_open()
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append((entry, waiting))
        self._wake.set()
        await waiting

    async def _write_forever(self) -> None:
        while self._open or self._jobs:
            self._wake.clear()
            jobs, self._jobs = self._jobs[:MOST_JOBS], self._jobs[MOST_JOBS:]
            if jobs:
                await self._commit(jobs)
            else:
                await self._wake.wait()

    async def _commit(self, jobs: list[Job]) -> None:
        """Group commit: one transaction for all entries; if the database rejects one, a transaction for each."""
        try:
            refusals = await self._transact([entry for entry, _ in jobs])
        except (psycopg.IntegrityError, psycopg.DataError, ValueError, OverflowError) as error:
            if len(jobs) == 1:
                _settle(jobs[0], _blame(error))
            else:
                for job in jobs:
                    await self._commit([job])
        except Exception as error:
            for job in jobs:
                _settle(job, StoreTrouble(f"the database cannot be used: {error}"))
        else:
            for job, refusal in zip(jobs, refusals, strict=True):
                _settle(job, refusal)

    async def _transact(self, entries: Sequence[Entry]) -> list[Exception | None]:
        """Write what is valid and commit; return what was refused, entry by entry."""
        before, self._writer = self._writer, None
        link = await self._sound(before)
        committing = ""
        try:
            begun = await begin(link, entries)
            teller = Teller(begun.kept)
            refusals = [_refusal(teller, entry) for entry in entries]
            committing = begun.xact
            await write_and_commit(link, teller.rows, begun, self._clock.now())
        except (psycopg.IntegrityError, psycopg.DataError, ValueError, OverflowError):
            await link.execute("ROLLBACK")
            self._writer = link
            raise
        except BaseException:
            await _drop(link)
            if not committing or not await self._happened(committing):
                raise
        else:
            self._writer = link
        self.commits += 1
        return refusals

    async def _happened(self, xact: str) -> bool:
        """Find out whether a transaction was committed whose result we did not get."""
        until = self._clock.monotonic() + OUTCOME_SECONDS
        while self._clock.monotonic() < until:
            with suppress(psycopg.Error, OSError):
                async with await self._connect() as link:
                    found = await (await link.execute("SELECT pg_xact_status(%s::xid8)", (xact,))).fetchone()
                if found and found[0] != "in progress":
                    return bool(found[0] == "committed")
            await self._clock.sleep(0.05)
        raise StoreTrouble("the connection was lost while committing, and it is not known whether the batch was kept")


def _settle(job: Job, refusal: Exception | None) -> None:
    _, waiting = job
    if waiting.done():
        return
    if refusal is None:
        waiting.set_result(None)
    else:
        waiting.set_exception(refusal)


def _refusal(teller: Teller, entry: Entry) -> Exception | None:
    try:
        teller.take(entry)
    except (StaleOwner, WalletShort, AlreadyAnswered) as refusal:
        return refusal
    return None


def _blame(error: Exception) -> Exception:
    """Return what a single entry did wrong: another process was faster with its answer, or a column rejects a value."""
    if isinstance(error, UniqueViolation) and error.diag.constraint_name == "pk_answers":
        return AlreadyAnswered(str(error))
    return ValueError(str(error))


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _hung_up(link: Link) -> bool:
    """Return whether the server has closed an idle connection: nothing else makes its socket readable."""
    if link.closed:
        return True
    poll = select.poll()
    poll.register(link.fileno(), select.POLLIN)
    return bool(poll.poll(0))


async def _lock(keys: Link, table: str, epoch: int) -> None:
    """Take the advisory lock of an owner: it is held as long as the connection lives."""
    await keys.execute(f"SELECT pg_try_advisory_lock({LOCK_KEY})", (table, epoch))


async def _drop(link: Link | None) -> None:
    if link is not None:
        with suppress(psycopg.Error, OSError):
            await link.close()


@contextmanager
def _trouble() -> Iterator[None]:
    """Raise an error of the server or the network as StoreTrouble, and a value that no column accepts as ValueError."""
    try:
        yield
    except psycopg.DataError as error:
        raise ValueError(str(error)) from error
    except psycopg.ProgrammingError as error:
        if error.sqlstate:
            raise StoreTrouble(f"the database cannot be used: {error}") from error
        raise StoreTrouble(UNREADABLE) from None  # libpq quotes what it cannot read, passwords as well
    except (psycopg.Error, sqlite3.Error, OSError) as error:
        raise StoreTrouble(f"the database cannot be used: {error}") from error
