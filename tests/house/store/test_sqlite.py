"""What is particular to the store in a file: crashes, full disks, other processes, and its schema."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory

from comeout.house.store import sql, sqlite
from comeout.house.store.contract import Store, StoreTrouble
from comeout.house.store.migrations import HEAD, alembic_config, answer_checksum, migrate
from comeout.house.store.sqlite import SqliteStore
from comeout.log.records import AnswerRow, Batch, Lease, Posting, Record
from tests.kit.project import ROOT

ADA, RACK = "wallet:ada", "rack:t1:ada"


def run(path: Path, scenario: Callable[[SqliteStore], Coroutine[Any, Any, None]]) -> None:
    """Open a store, play, close it."""

    async def play() -> None:
        store = SqliteStore(path)
        await store.open()
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(play())


async def owned(store: Store) -> Lease:
    await store.post([("bonus", -1_000_000), (ADA, 1_000_000)], why="welcome", key="welcome")
    lease = await store.claim("t1", "desk", lease_s=600)
    assert lease is not None
    return lease


def bet(lease: Lease, seq: int, *, size: int = 100) -> Batch:
    """A record, its postings and its answer."""
    record = Record("t1", lease.epoch, seq, seq, "BetPlaced", b"b" * size, b"h")
    postings = [Posting(seq, ADA, -1), Posting(seq, RACK, 1)]
    return Batch([record], postings, [AnswerRow("ada", f"c{seq}", b"%d" % seq)])


def child(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Another Python that runs a script over this module's helpers."""
    code = "import sys, asyncio, os\nfrom pathlib import Path\nfrom tests.house.store.test_sqlite import *\n"
    command = [sys.executable, "-c", code + textwrap.dedent(script), *map(str, arguments)]
    root = ROOT
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)


# ---- crashes

LOOP = """
async def play(store):
    lease = await owned(store)
    async def keep(seq):
        await store.append(lease, bet(lease, seq))
        os.write(1, b"%d\\n" % seq)
    for start in range(1, 1_000_000, 20):
        await asyncio.gather(*(keep(seq) for seq in range(start, start + 20)))
run(Path(sys.argv[1]), play)
"""


@pytest.mark.parametrize("acknowledged", [1, 50, 333])
def test_killed_at_any_moment_nothing_acknowledged_is_lost_and_nothing_is_half_there(
    tmp_path: Path, acknowledged: int
) -> None:
    path = tmp_path / "house.db"
    with child(LOOP, path) as process:
        assert process.stdout is not None
        for _ in range(acknowledged):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        last = acknowledged + len([line for line in process.stdout.read().split("\n") if line])

    async def look(store: SqliteStore) -> None:
        kept = [record.seq for record in await store.records("t1", limit=1_000_000)]
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) >= last
        assert len(await store.postings(table="t1", limit=1_000_000)) == 2 * len(kept)
        assert await store.answer("ada", f"c{len(kept)}") == b"%d" % len(kept)
        assert await store.answer("ada", f"c{len(kept) + 1}") is None
        assert await store.balance(RACK) == len(kept)
        assert await store.account_sums() == await store.balances()

    run(path, look)


def test_nothing_is_acknowledged_before_its_commit(tmp_path: Path) -> None:
    async def play(store: SqliteStore) -> None:
        lease = await owned(store)
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        append = asyncio.ensure_future(store.append(lease, bet(lease, 1)))
        done, _ = await asyncio.wait({append}, timeout=0.1)
        assert not done
        assert await store.records("t1") == []
        other.execute("ROLLBACK")
        await append
        assert other.execute("SELECT seq FROM records").fetchall() == [(1,)]
        other.close()

    run(tmp_path / "house.db", play)


# ---- disks


def test_a_full_disk_keeps_nothing_and_is_over_when_there_is_room(tmp_path: Path) -> None:
    async def play(store: SqliteStore) -> None:
        lease = await owned(store)
        await store.append(lease, bet(lease, 1))
        [(pages,)] = await store._rows("PRAGMA page_count")
        await store._do(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages + 2}").fetchall())
        for _ in range(2):
            results = await asyncio.gather(
                store.append(lease, bet(lease, 2, size=100_000)),
                store.append(lease, bet(lease, 3)),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [StoreTrouble, StoreTrouble]
            assert "full" in str(results[0])
            assert [record.seq for record in await store.records("t1")] == [1]
            assert await store.balance(RACK) == 1
        await store._do(lambda connection: connection.execute("PRAGMA max_page_count = 1000000").fetchall())
        await store.append(lease, bet(lease, 2, size=100_000))
        assert await store.account_sums() == await store.balances()

    run(tmp_path / "house.db", play)


SMALL_DISK = """
import resource
async def play(store):
    lease = await owned(store)
    limit = os.path.getsize(sys.argv[1] + "-wal") + 50_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    seq, troubled = 1, 0
    while troubled < 3:
        try:
            await store.append(lease, bet(lease, seq, size=10_000))
            seq += 1
        except StoreTrouble as trouble:
            assert "cannot be used" in str(trouble)
            troubled += 1
    assert len(await store.records("t1")) == seq - 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await store.append(lease, bet(lease, seq, size=10_000))
    assert len(await store.records("t1")) == seq
    assert await store.balance(RACK) == seq
    assert await store.account_sums() == await store.balances()
    print("came back after", seq)
run(Path(sys.argv[1]), play)
"""


def test_a_file_that_may_not_grow_is_trouble_until_it_may(tmp_path: Path) -> None:
    with child(SMALL_DISK, tmp_path / "house.db") as process:
        told, _ = process.communicate(timeout=60)
    assert told.startswith("came back after ")
    assert process.returncode == 0


READ_ONLY = """
path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    asyncio.run(SqliteStore(path).open())
except StoreTrouble as trouble:
    print(trouble)
"""


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_may_not_be_written_is_trouble_that_names_it(tmp_path: Path, there: bool) -> None:
    async def nothing(_: SqliteStore) -> None:
        pass

    folder = tmp_path / "data"
    folder.mkdir()
    if there:
        run(folder / "house.db", nothing)
    folder.chmod(0o555)
    for parent in (tmp_path, *tmp_path.parents[:2]):
        parent.chmod(0o755)
    with child(READ_ONLY, folder / "house.db") as process:
        told, _ = process.communicate(timeout=60)
    assert f"{folder}/house.db cannot be used" in told


def test_a_path_that_leads_nowhere_is_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreTrouble, match="cannot be used"):
        asyncio.run(SqliteStore(tmp_path / "file" / "house.db").open())


def test_a_file_that_is_no_database_is_trouble(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(b"seven out, line away " * 100)
    with pytest.raises(StoreTrouble, match="not a database"):
        asyncio.run(SqliteStore(path).open())


def test_another_process_that_keeps_the_file_to_itself_is_trouble_until_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.01)

    async def play(store: SqliteStore) -> None:
        lease = await owned(store)
        other = sqlite3.connect(store.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreTrouble, match="locked"):
            await store.append(lease, bet(lease, 1))
        assert await store.records("t1") == []
        other.execute("ROLLBACK")
        other.close()
        await store.append(lease, bet(lease, 1))

    run(tmp_path / "house.db", play)


def test_a_fault_in_one_piece_of_work_leaves_the_writer_at_work(tmp_path: Path) -> None:
    async def play(store: SqliteStore) -> None:
        lease = await owned(store)
        with pytest.raises(StoreTrouble, match="by zero"):
            await store._do(lambda _: 1 // 0)
        await store.append(lease, bet(lease, 1))

    run(tmp_path / "house.db", play)


# ---- leases


class HandTurned:
    """A clock that stands until somebody turns it."""

    def __init__(self) -> None:
        self.micros = 1_000_000

    def now(self) -> int:
        return self.micros

    def monotonic(self) -> float:
        return self.micros / 1_000_000

    async def sleep(self, seconds: float) -> None:
        self.micros += round(seconds * 1_000_000)


def test_a_lease_is_safe_until_its_last_microsecond(tmp_path: Path) -> None:
    async def play() -> None:
        clock = HandTurned()
        store, other = (SqliteStore(tmp_path / "house.db", clock=clock) for _ in range(2))
        await store.open()
        await other.open()
        lease = await store.claim("t1", "desk", lease_s=5)
        clock.micros += 4_999_999
        assert await other.claim("t1", "other", lease_s=5) is None
        clock.micros += 1
        assert await other.claim("t1", "other", lease_s=5) == Lease("t1", "other", 2)
        assert lease is not None
        assert not await store.renew(lease, lease_s=5)
        await store.close()
        await other.close()

    asyncio.run(play())


# ---- the schema


def shape(path: Path) -> list[tuple[str, ...]]:
    """Every table with its columns and keys, every index, as SQLite understands them."""
    connection = sqlite3.connect(path)
    found: list[tuple[str, ...]] = []
    for kind, name in connection.execute("SELECT type, name FROM sqlite_master ORDER BY type, name").fetchall():
        rows = connection.execute(f"PRAGMA {kind}_xinfo({name})").fetchall()
        found += [(kind, name, json.dumps(row)) for row in rows]
        found += [(kind, name, json.dumps(row)) for row in connection.execute(f"PRAGMA {kind}_list({name})").fetchall()]
    connection.close()
    return found


def migrated(path: Path) -> None:
    """Make a database by running every migration."""
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()


def test_every_migration_leads_to_the_schema_of_a_new_store(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from comeout.house.store.sql_schema import metadata

    async def nothing(_: SqliteStore) -> None:
        pass

    migrated(tmp_path / "old.db")
    run(tmp_path / "new.db", nothing)
    assert shape(tmp_path / "old.db") == shape(tmp_path / "new.db")
    engine = create_engine(f"sqlite:///{tmp_path}/old.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_the_script_of_a_new_store_is_its_schema_written_out() -> None:
    from comeout.house.store.sql_schema import sqlite_script

    assert resources.files("comeout.house.store").joinpath("schema.sql").read_text("utf-8") == sqlite_script()


def test_the_newest_migration_is_the_one_a_store_looks_for() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [HEAD]


def before_the_first(path: Path, *statements: str) -> None:
    """A database as Alembic leaves it before the first migration, with something in it."""
    connection = sqlite3.connect(path)
    for statement in ("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)", *statements):
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_database_from_before_is_migrated_when_it_opens(tmp_path: Path) -> None:
    async def play(store: SqliteStore) -> None:
        lease = await owned(store)
        await store.append(lease, bet(lease, 1))

    async def look(store: SqliteStore) -> None:
        assert len(await store.records("t1")) == 1

    before_the_first(tmp_path / "house.db")
    run(tmp_path / "house.db", play)
    run(tmp_path / "house.db", look)


CHECKED_ROWS = (
    "INSERT INTO leases VALUES ('t1', '', 4, 0, 4), ('t2', '', 3, 0, 4)",
    "INSERT INTO attempts VALUES ('ada', 2, 1000, 1002), ('bob', 2, 1000, 1001)",
    f"INSERT INTO answers VALUES ('p1', 'c1', x'7b7d', {answer_checksum('p1', 'c1', b'{}', 7)}, 7),"
    " ('p1', 'c2', x'7b7d', 1, 7)",
)
"""Rows of a store of revision 6, of each kind a sound one and one that does not fit its checksum."""


def test_rows_with_checksums_get_digests_and_what_was_unsound_stays_so(tmp_path: Path) -> None:
    from alembic import command
    from sqlalchemy import create_engine

    path = tmp_path / "house.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0006")
        for statement in CHECKED_ROWS:
            connection.exec_driver_sql(statement)
    engine.dispose()

    async def look(store: SqliteStore) -> None:
        assert await store.lease("t1") == Lease("t1", "", 4)
        assert await store.answer("p1", "c1") == b"{}"
        for table, row, named in (
            ("leases", "table_id = 't2'", "the lease of t2"),
            ("attempts", "key = 'bob'", "the attempts under bob"),
            ("answers", "command = 'c2'", "the answer of command c2 of p1"),
        ):
            assert await store.unsound() == f"{named}: it is not what was stored"
            await store._change((f"DELETE FROM {table} WHERE {row}", ()))
        assert await store.unsound() == ""

    run(path, look)


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    before_the_first(path, "CREATE TABLE tables (x)")
    before = shape(path)
    with pytest.raises(StoreTrouble, match="cannot be migrated"):
        asyncio.run(SqliteStore(path).open())
    assert shape(path) == before


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    migrated(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreTrouble, match="cannot be migrated: Can't locate revision"):
        asyncio.run(SqliteStore(path).open())


def test_a_new_store_opens_without_loading_the_tools_of_migration(tmp_path: Path) -> None:
    script = """
    async def nothing(store):
        pass
    for name in [name for name in sys.modules if name.split(".")[0] in ("sqlalchemy", "alembic")]:
        del sys.modules[name]
    run(Path(sys.argv[1]), nothing)
    print([name for name in sys.modules if name.split(".")[0] in ("sqlalchemy", "alembic")])
    """
    with child(script, tmp_path / "house.db") as process:
        told, _ = process.communicate(timeout=60)
    assert told == "[]\n"


def test_processes_that_open_a_new_store_at_once_agree(tmp_path: Path) -> None:
    async def play() -> None:
        stores = [SqliteStore(tmp_path / "house.db") for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            assert await store.tables() == []
            await store.close()

    asyncio.run(play())


def test_the_file_keeps_each_commit_through_a_loss_of_power(tmp_path: Path) -> None:
    async def play(store: SqliteStore) -> None:
        assert await store._rows("PRAGMA journal_mode") == [("wal",)]
        assert await store._do(lambda connection: connection.execute("PRAGMA synchronous").fetchall()) == [(2,)]

    run(tmp_path / "house.db", play)
    assert os.listdir(tmp_path) == ["house.db"]


# ---- how recall is found


@pytest.mark.parametrize("table", [None, "t1"])
@pytest.mark.parametrize("since", [None, 3])
def test_a_players_rolls_are_found_without_reading_everybody_elses(
    tmp_path: Path, table: str | None, since: int | None
) -> None:
    async def scenario(store: SqliteStore) -> None:
        rolls, values = sql._rolls("ada", table, 5, since)
        plan = await store._rows(f"EXPLAIN QUERY PLAN SELECT at FROM {rolls}", *values)
        begins, goes_on = (step[3] for step in plan)
        assert begins.startswith("SEARCH played USING PRIMARY KEY (player=?")
        assert "ix_recall_span_player_at (span=? AND player=? AND at" in goes_on

    run(tmp_path / "house.db", scenario)


def test_what_proves_a_roll_is_found_by_its_index(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.open()
        plans: list[str] = []
        read = store._rows

        async def explained(query: str, *values: Any) -> list[Any]:
            plans.extend(str(row[3]) for row in await read(f"EXPLAIN QUERY PLAN {query}", *values))
            return await read(query, *values)

        store._rows = explained  # type: ignore[method-assign]
        assert await store.dice_record("table", "chain-published", before=10) is None
        await store.close()
        assert len(plans) == 1
        assert plans[0].startswith("SEARCH records USING INDEX ix_records_dice (table_id=? AND kind=? AND seq<?)")

    asyncio.run(scenario())
