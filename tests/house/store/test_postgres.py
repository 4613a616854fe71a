"""What is particular to the store on a server: owners that die or hang, connections that are lost, and its schema."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path
from time import monotonic
from typing import Any

import psycopg
import pytest

from comeout.house.store import ConfigError, open_store, postgres_rows
from comeout.house.store import postgres as postgres_module
from comeout.house.store.contract import StaleOwner, StoreTrouble
from comeout.house.store.postgres import PostgresStore
from comeout.log.records import AnswerRow, Batch, Lease, Posting, Record
from tests.kit.project import ROOT
from tests.kit.stores import new_database

ADA, RACK = "wallet:ada", "rack:t1:ada"


@pytest.fixture
def url(postgres: str) -> str:
    """A database of its own."""
    return new_database(postgres)


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def run(url: str, scenario: Callable[[PostgresStore], Coroutine[Any, Any, None]]) -> None:
    """Open a store, play, close it."""

    async def play() -> None:
        async with opened(url) as store:
            await scenario(store)

    asyncio.run(play())


@pytest.mark.claim("opened-together")
def test_a_lease_that_was_just_claimed_is_nobody_else_s(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: PostgresStore) -> None:
        async with opened(url) as other:
            let_go, found = store._let_go, list[Lease | None]()

            async def after_the_commit(keys: Any, table: str) -> None:
                found.append(await other.claim(table, "other", lease_s=60))
                await let_go(keys, table)

            monkeypatch.setattr(store, "_let_go", after_the_commit)
            assert await store.claim("t1", "desk", lease_s=60) == Lease("t1", "desk", 1)
            assert found == [None]

    run(url, scenario)


async def owned(store: PostgresStore) -> Lease:
    await store.post([("bonus", -1000), (ADA, 1000)], why="welcome", key="welcome")
    lease = await store.claim("t1", "desk", lease_s=60)
    assert lease is not None
    return lease


def bet(lease: Lease, seq: int) -> Batch:
    record = Record("t1", lease.epoch, seq, seq, "BetPlaced", b"{}", b"h")
    return Batch([record], [Posting(seq, ADA, -1), Posting(seq, RACK, 1)], [AnswerRow("ada", f"c{seq}", b"ok")])


# ---- owners that die or hang

OWNER = """
import asyncio, sys
from comeout.log.records import Lease
from tests.house.store.test_postgres import *
async def play(store):
    lease = await store.claim("t1", "desk", lease_s=float(sys.argv[2]))
    await store.append(lease, Batch([Record("t1", 1, 1, 1, "Opened", b"{}", b"h")]))
    print("claimed", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    try:
        await store.append(lease, Batch([Record("t1", 1, 2, 2, "Late", b"{}", b"h")]))
    except StaleOwner:
        print("stale", flush=True)
run(sys.argv[1], play)
"""


@contextlib.contextmanager
def owner(url: str, *, lease_s: float) -> Iterator[subprocess.Popen[str]]:
    """Another process that owns the table, ready to be killed or stopped."""
    command = [sys.executable, "-c", OWNER, url, str(lease_s)]
    root = ROOT
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "claimed\n"
        try:
            yield process
        finally:
            process.kill()


BUSY = 2.0
"""Seconds more than anything may take, for a machine that does other things too."""


async def taken_over(store: PostgresStore) -> tuple[Lease, float]:
    """Claim until it is granted; the lease and how long it took."""
    start = monotonic()
    while (lease := await store.claim("t1", "other", lease_s=60)) is None:
        assert monotonic() - start < 10
        await asyncio.sleep(0.01)
    return lease, monotonic() - start


def test_a_killed_owner_is_followed_within_a_second(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        with owner(url, lease_s=60) as process:
            assert await store.claim("t1", "other", lease_s=60) is None
            process.send_signal(signal.SIGKILL)
            lease, seconds = await taken_over(store)
        assert seconds < 1 + BUSY
        assert lease == Lease("t1", "other", 2)
        await store.append(lease, Batch([Record("t1", 2, 2, 2, "On", b"{}", b"h")]))

    run(url, play)


def test_a_hung_owner_is_followed_within_its_lease_and_a_second_and_refused_when_it_wakes(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        with owner(url, lease_s=0.5) as process:
            process.send_signal(signal.SIGSTOP)
            lease, seconds = await taken_over(store)
            assert seconds < 1.5 + BUSY
            process.send_signal(signal.SIGCONT)
            told, _ = process.communicate("go on\n", timeout=20)
        assert told == "stale\n"
        assert [record.kind for record in await store.records("t1")] == ["Opened"]
        assert await store.renew(lease, lease_s=60)

    run(url, play)


def test_an_owner_that_hangs_inside_a_transaction_does_not_keep_its_table(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        async with opened(url) as hung:
            lease = await hung.claim("t1", "desk", lease_s=0)
            assert lease is not None
            link = await hung._connect()
            await link.execute("BEGIN")
            await link.execute("SELECT * FROM leases WHERE table_id = 't1' FOR UPDATE")
            _, seconds = await taken_over(store)
            assert 0.5 < seconds < 1.5 + BUSY
            await link.close()

    run(url, play)


def test_the_end_of_an_owner_long_replaced_does_not_free_the_table_again(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        async with opened(url) as first:
            assert await first.claim("t1", "desk", lease_s=0) is not None
            assert await store.claim("t1", "other", lease_s=60) == Lease("t1", "other", 2)
        async with opened(url) as third:
            assert await third.claim("t1", "third", lease_s=60) is None

    run(url, play)


def test_a_table_is_not_taken_in_the_middle_of_an_append(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = postgres_rows.write_and_commit
    reached, go_on = asyncio.Event(), asyncio.Event()

    async def held_up(*given: Any) -> None:
        reached.set()
        await go_on.wait()
        await write(*given)

    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        assert await store.renew(lease, lease_s=0)
        monkeypatch.setattr(postgres_module, "write_and_commit", held_up)
        append = asyncio.ensure_future(store.append(lease, bet(lease, 1)))
        await reached.wait()
        async with opened(url) as other:
            claim = asyncio.ensure_future(other.claim("t1", "other", lease_s=60))
            done, _ = await asyncio.wait({claim}, timeout=0.2)
            go_on.set()
            await append
            assert not done
            assert await claim == Lease("t1", "other", 2)

    run(url, play)


# ---- connections that are lost


def hang_up(url: str) -> None:
    """End every other connection to the database, as a restart of the server does."""
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@contextlib.contextmanager
def away(url: str) -> Iterator[None]:
    """A database that nobody can reach for a while."""
    name = url.split("?")[0].rsplit("/", maxsplit=1)[1]
    server = url.replace(f"/{name}?", "/postgres?")
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        link.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", (name,))
        yield
        link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def test_a_database_that_went_away_is_trouble_and_its_return_is_noticed(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        await store.append(lease, bet(lease, 1))
        with away(url):
            for _ in range(2):
                with pytest.raises(StoreTrouble, match="cannot be used"):
                    await store.append(lease, bet(lease, 2))
                with pytest.raises(StoreTrouble, match="cannot be used"):
                    await store.records("t1")
                with pytest.raises(StoreTrouble, match="cannot be used"):
                    await store.renew(lease, lease_s=60)
        assert [record.seq for record in await store.records("t1")] == [1]
        assert await store.renew(lease, lease_s=60)
        await store.append(lease, bet(lease, 2))
        assert await store.account_sums() == await store.balances()

    run(url, play)


def test_lost_connections_are_made_again_before_anybody_notices(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        for seq in (1, 2, 3):
            hang_up(url)
            await store.append(lease, bet(lease, seq))
            assert len(await store.records("t1")) == seq

    run(url, play)


def test_an_owner_whose_connection_was_lost_holds_its_table_again_after_renewing(url: str) -> None:
    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        hang_up(url)
        assert await store.renew(lease, lease_s=60)
        async with opened(url) as other:
            assert await other.claim("t1", "other", lease_s=60) is None
        await store.append(lease, bet(lease, 1))

    run(url, play)


def test_a_commit_whose_answer_was_lost_is_looked_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    write = postgres_rows.write_and_commit

    async def answer_lost(*given: Any) -> None:
        await write(*given)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    async def lost_before(*_: Any) -> None:
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        monkeypatch.setattr(postgres_module, "write_and_commit", answer_lost)
        await store.append(lease, bet(lease, 1))
        monkeypatch.setattr(postgres_module, "write_and_commit", lost_before)
        with pytest.raises(StoreTrouble, match="closed the connection"):
            await store.append(lease, bet(lease, 2))
        monkeypatch.setattr(postgres_module, "write_and_commit", write)
        assert [record.seq for record in await store.records("t1")] == [1]
        await store.append(lease, bet(lease, 2))

    run(url, play)


def test_a_commit_whose_fate_cannot_be_learned_says_so_and_its_owner_reads_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = postgres_rows.write_and_commit

    async def answer_lost(*given: Any) -> None:
        await write(*given)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    async def play(store: PostgresStore) -> None:
        lease = await owned(store)
        monkeypatch.setattr(postgres_module, "write_and_commit", answer_lost)
        monkeypatch.setattr(postgres_module, "OUTCOME_SECONDS", 0)
        with pytest.raises(StoreTrouble, match="it is not known whether the batch was kept"):
            await store.append(lease, bet(lease, 1))
        monkeypatch.setattr(postgres_module, "write_and_commit", write)
        with pytest.raises(StaleOwner, match="ends at 1"):
            await store.append(lease, bet(lease, 1))

    run(url, play)


# ---- the schema


def test_processes_that_open_an_empty_database_at_once_agree(postgres: str) -> None:
    url = new_database(postgres, "template0")

    async def play() -> None:
        stores = [PostgresStore(url) for _ in range(3)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            assert await store.tables() == []
            await store.close()

    asyncio.run(play())


def test_the_migrations_lead_to_the_schema(postgres: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from comeout.house.store.sql_schema import metadata

    engine = create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_database_of_a_later_version_is_left_alone(url: str) -> None:
    with psycopg.connect(url) as link:
        link.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreTrouble, match="cannot be migrated"):
        asyncio.run(PostgresStore(url).open())


def test_a_server_that_is_not_there_is_trouble(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="cannot be used"):
        asyncio.run(PostgresStore(f"postgresql:///house?host={tmp_path}").open())


def test_a_driver_without_the_library_of_postgresql_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoLibpq(MetaPathFinder):
        def find_spec(self, name: str, *_: object) -> None:
            if name == "psycopg":
                raise ImportError("no pq wrapper available.\nAttempts made:\n- several")

    for name in [
        name for name in sys.modules if name.partition(".")[0] == "psycopg" or name.endswith("store.postgres")
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [NoLibpq(), *sys.meta_path])
    with pytest.raises(ConfigError) as bad:
        open_store("postgresql://127.0.0.1/house")
    assert bad.value.says.splitlines() == [bad.value.says]
    assert "pip install 'comeout[cluster]'" in bad.value.says


def test_a_connection_that_is_borrowed_when_the_store_closes_is_closed_by_whoever_has_it(url: str) -> None:
    async def scenario() -> None:
        store = PostgresStore(url)
        await store.open()
        async with store._link() as link, store._keyring() as keys:
            await store.close()
        assert (link.closed, keys.closed) == (True, True)

    asyncio.run(scenario())


@pytest.mark.parametrize("address", ["ann:s3%cret@db/craps", "ann:s3cret@[::1/craps", "db/craps?s3cret"])
def test_an_address_that_cannot_be_read_is_not_quoted(address: str) -> None:
    with pytest.raises(StoreTrouble, match="its address cannot be read") as bad:
        asyncio.run(PostgresStore(f"postgresql://{address}").open())
    assert "s3" not in str(bad.value)
    assert bad.value.__suppress_context__
