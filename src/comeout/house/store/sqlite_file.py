"""The SQLite file of a house: created, migrated, checked for damage, copied and restored, private to its owner."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path

from comeout.house.store.contract import StoreTrouble
from comeout.house.store.migrations import HEAD, migrate


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Create or migrate the schema, if it is not at this version."""
    found = _revision(connection)
    if found is None:
        _create(connection)
    elif found != HEAD:
        _migrate(connection)


def _revision(connection: sqlite3.Connection) -> str | None:
    """Return the revision of the schema; empty for an empty file."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found[0]) if found else ""


def _create(connection: sqlite3.Connection) -> None:
    script = resources.files("comeout.house.store").joinpath("schema.sql").read_text("utf-8")
    connection.execute("BEGIN IMMEDIATE")
    if _revision(connection) is None:  # of two processes that come at once, one does it
        for statement in script.split(";\n"):
            connection.execute(statement)
    connection.execute("COMMIT")


def _migrate(connection: sqlite3.Connection) -> None:
    """Run the migrations in one transaction on this connection."""
    from alembic.util import CommandError
    from sqlalchemy import create_engine
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.pool import StaticPool

    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    try:
        with engine.begin() as ours:
            connection.execute("BEGIN IMMEDIATE")  # only now: SQLAlchemy rolls a connection back when it first meets it
            migrate(ours)
    except (CommandError, SQLAlchemyError) as error:
        raise StoreTrouble(f"the schema cannot be migrated: {error}") from error
    _rewrite(connection)


def _rewrite(connection: sqlite3.Connection) -> None:
    """Rewrite the file and empty the write-ahead log, so that nothing which a migration deleted can be read there."""
    with suppress(sqlite3.OperationalError):  # the disk is full, or somebody reads: what was deleted opens no table
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def count_records(connection: sqlite3.Connection) -> int:
    """Return how many records all logs of the house have; none is ever deleted, so the last row says it."""
    found = connection.execute("SELECT coalesce(max(rowid), 0) FROM records").fetchone()
    return int(found[0])


def count_changes(connection: sqlite3.Connection) -> int:
    """Return how many entries the log of the house has."""
    found = connection.execute("SELECT coalesce(max(seq), 0) FROM house_log").fetchone()
    return int(found[0])


def write_mark(file: Path, records: int, changes: int) -> None:
    """Write down beside the database how many records and changes its logs have (high-water mark)."""
    part = file.with_name(f"{file.name}.mark.part")
    part.write_text(f"{records} {changes}\n", encoding="ascii")
    os.replace(part, mark_of(file))


def mark_of(file: Path) -> Path:
    """Return where the high-water mark of a database is."""
    return file.with_name(f"{file.name}.mark")


def missing_records(file: Path) -> int:
    """Return how many records and changes a database lacks that it had: somebody has put an older file in its place."""
    try:
        marked = [int(number) for number in mark_of(file).read_text(encoding="ascii").split()]
    except (OSError, ValueError):
        return 0
    if not file.exists():
        return 0  # nothing of it can come back to life
    connection = sqlite3.connect(file)
    try:
        there = (count_records(connection), count_changes(connection))
    finally:
        connection.close()
    return sum(max(0, had - has) for had, has in zip(marked, there, strict=False))  # earlier marks count no changes


def damage_in(connection: sqlite3.Connection) -> str:
    """Run SQLite's integrity check. What the house requires of a row is proved elsewhere, and named better there."""
    connection.execute("PRAGMA ignore_check_constraints = ON")
    try:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return told_trouble(error)
    finally:
        connection.execute("PRAGMA ignore_check_constraints = OFF")
    return "" if found == ("ok",) else " ".join(str(found[0]).split())


def told_trouble(error: Exception) -> str:
    """Return what SQLite says; of a column that is no text any more without its content."""
    if isinstance(error, UnicodeDecodeError):  # SQLite's own sentence quotes a name that is no text any more
        return error.object.decode("utf-8", "replace")
    return str(error).partition(" with text ")[0]


def make_folder(folder: Path) -> None:
    """Create a folder that only its owner can read, since money and people are in it.

    An existing folder is left as it is.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def make_file(file: Path) -> None:
    """Create an empty file that only its owner can read; what SQLite writes beside it is as private."""
    file.touch(mode=0o600)


def copy_database(connection: sqlite3.Connection, target: Path) -> None:
    with _fresh_file(target) as part:
        copy = sqlite3.connect(part)
        try:
            connection.backup(copy)
        finally:
            copy.close()


@contextmanager
def new_file(target: Path) -> Iterator[sqlite3.Connection]:
    """Open an empty store that is filled in one transaction; the file gets its name only when it is complete."""
    with _fresh_file(target) as part:
        connection = sqlite3.connect(part, isolation_level=None)
        try:
            bring_up_to_date(connection)
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")
        finally:
            connection.close()


@contextmanager
def _fresh_file(target: Path) -> Iterator[Path]:
    """Return a temporary name to write under; the file is renamed when its bytes are on the disk."""
    if target.exists():
        raise ValueError(f"{target} is there already; a backup goes to a new file")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    make_file(part)
    try:
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def is_house_file(file: Path) -> bool:
    """Return whether a file is a complete database of a house: it passes SQLite's check and has our tables."""
    link = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        whole: bool = link.execute("PRAGMA quick_check").fetchone() == ("ok",)
        link.execute("SELECT version_num FROM alembic_version, tables LIMIT 1")
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    finally:
        link.close()
    return whole
