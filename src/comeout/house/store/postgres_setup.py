"""Sets up the PostgreSQL database of a house: migrations under an advisory lock, and a copy in a SQLite file."""

from __future__ import annotations

from pathlib import Path

import psycopg

from comeout.house.store.contract import StoreTrouble
from comeout.house.store.covered_rows import Row
from comeout.house.store.migrations import HEAD, migrate
from comeout.house.store.sqlite_file import new_file

CONNECT_SECONDS = 3


def migrate_database(url: str) -> None:
    """Create or migrate the schema, if it is not at this version."""
    with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as link:
        # Of several processes that come at once one migrates; the others wait until it hangs up, and find it done.
        link.execute("SELECT pg_advisory_lock(hashtextextended('comeout:migrate', 0))")
        link.commit()
        if _revision(link) != HEAD:
            _migrate(link)


def _revision(link: psycopg.Connection[Row]) -> str | None:
    known = link.execute("SELECT to_regclass('alembic_version')").fetchone()
    if known is None or known[0] is None:
        return None
    found = link.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found[0]) if found else None


def _migrate(link: psycopg.Connection[Row]) -> None:
    from alembic.util import CommandError
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import StaticPool

    engine = create_engine("postgresql+psycopg://", creator=lambda: link, poolclass=StaticPool)
    try:
        with engine.begin() as ours:
            migrate(ours)
    except (CommandError, SQLAlchemyError) as error:
        raise StoreTrouble(f"the schema cannot be migrated: {error}") from error


def copy_to_file(url: str, target: Path) -> None:
    """Copy every row of one moment from the database into a new SQLite file."""
    with new_file(target) as file, psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as link:
        link.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        names = file.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'")
        for (name,) in names.fetchall():
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({name})")]
            with link.cursor("copy") as rows:
                rows.execute(f"SELECT {', '.join(columns)} FROM {name}")
                file.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", rows)
