"""Opens the store that a setting names: a folder, a SQLite file or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from comeout.errors import ComeoutError
from comeout.house.clock import Clock
from comeout.house.store.contract import Store

if TYPE_CHECKING:
    from comeout.house.store.postgres import PostgresStore

FILE = "house.db"
"""The name of the database file in a data folder."""


class ConfigError(ComeoutError, ValueError):
    """A setting of the house is invalid: which one, and what it must be."""


def open_store(where: str | Path, *, clock: Clock | None = None) -> Store:
    """Return the store at a folder, "sqlite:///path" or "postgresql://user@host/name"; `open()` makes it ready."""
    name = str(where)
    if name.startswith(("postgresql://", "postgres://")):
        return _postgres()(name, clock=clock)
    from comeout.house.store.sqlite import SqliteStore

    return SqliteStore(_file(name), clock=clock)


def _postgres() -> type[PostgresStore]:
    try:
        from comeout.house.store.postgres import PostgresStore
    except ModuleNotFoundError:
        raise
    except ImportError:  # the library is there, and what it is built on is not; it says so in several lines
        says = "psycopg finds no libpq, which it needs for PostgreSQL: pip install 'comeout[cluster]' brings one"
        raise ConfigError(says) from None
    return PostgresStore


def _file(name: str) -> Path:
    if name.startswith("sqlite:///") and name != "sqlite:///":
        return Path(name.removeprefix("sqlite:///"))
    if not name or "://" in name:
        raise ConfigError(
            f"store is {name!r}; it should be a folder, sqlite:///PATH or postgresql://USER:PASSWORD@HOST/DATABASE"
        )
    if Path(name).is_file():
        raise ConfigError(f"store is {name!r}, which is a file; it should be a folder, or sqlite:///{name}")
    return Path(name) / FILE
