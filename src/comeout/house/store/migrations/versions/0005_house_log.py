"""Migration 5: the log of the house, which begins with what this migration finds, and checksums of other rows."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from comeout.house.store.covered_rows import COVERED
from comeout.house.store.migrations import answer_checksum
from comeout.house.store.sql_schema import BYTES, NUMBER, OF_SNAPSHOTS, TEXT
from comeout.log.house_log import Changed, HouseHead, as_found, follow, row_digest

revision = "0005"
down_revision = "0004"

PAGE = 5_000


def upgrade() -> None:
    """Create the log, enter every row that is there, and compute the checksums.

    Snapshots go, since nothing proves them; the logs make them again.
    """
    _create()
    op.drop_table("snapshots")
    op.create_table(
        "snapshots",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("hash", BYTES, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.Column("digest", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
        sqlite_strict=True,
    )
    for table in ("answers", "attempts", "leases"):
        op.add_column(table, sa.Column("checksum", NUMBER, nullable=False, server_default=sa.text("0")))
    op.execute("UPDATE leases SET checksum = epoch")
    op.execute("UPDATE attempts SET checksum = count + since")
    _check_answers()
    _enter_what_is_there()


def _create() -> None:
    op.create_table(
        "house_log",
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("what", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("digest", BYTES, nullable=False),
        sa.Column("before", BYTES, nullable=False),
        sa.Column("hash", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_house_log"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_house_log_snapshots",
        "house_log",
        ["key", "seq"],
        unique=False,
        sqlite_where=sa.text(OF_SNAPSHOTS),
        postgresql_where=sa.text(OF_SNAPSHOTS),
    )


def _check_answers() -> None:
    link = op.get_bind()
    update = sa.text("UPDATE answers SET checksum = :checksum WHERE player = :player AND command = :command")
    for page in _pages("SELECT player, command, reply FROM answers"):
        link.execute(
            update,
            [
                {"player": player, "command": command, "checksum": answer_checksum(player, command, bytes(reply))}
                for player, command, reply in page
            ],
        )


def _enter_what_is_there() -> None:
    """Enter the rows that the log covers, and for each table a digest of its recalled rolls, which change no more."""
    head, at = HouseHead(), time.time_ns() // 1_000
    insert = sa.text("INSERT INTO house_log VALUES (:seq, :at, :what, :key, :digest, :before, :hash)")
    for page in _found():
        entries = follow(head, page, at)
        op.get_bind().execute(insert, [entry._asdict() for entry in entries])
        head = HouseHead(entries[-1].seq, entries[-1].hash)


def _found() -> Iterator[list[Changed]]:
    for what, table in COVERED.items():
        keys = ", ".join(table.columns[: table.keys])
        for page in _pages(f"SELECT {', '.join(table.columns)} FROM {what} ORDER BY {keys}"):
            yield [table.changed(what, tuple(row)) for row in page]
    rolls: dict[str, list[tuple[int, bytes]]] = {}
    for page in _pages("SELECT player, table_id, roll, round, seq, at, body FROM recall"):
        for row in page:
            rolls.setdefault(row[1], []).append((row[4], row_digest(row)))
    if rolls:
        yield [as_found(table, found) for table, found in sorted(rolls.items())]


def _pages(query: str) -> Iterator[list[Any]]:
    """Return the rows of a query, many at a time."""
    found = op.get_bind().execute(sa.text(query)).fetchall()
    for start in range(0, len(found), PAGE):
        yield [tuple(row) for row in found[start : start + PAGE]]


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("house_log")
    for table in ("answers", "attempts", "leases"):
        op.drop_column(table, "checksum")
