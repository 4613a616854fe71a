"""Migration 7: a digest of the key and all columns of leases, attempts and answers, in place of their checksums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from comeout.house.store.migrations import answer_checksum
from comeout.house.store.row_digests import DIGESTED, UNSOUND, digest_of
from comeout.house.store.sql_schema import BYTES, NUMBER, TEXT

revision = "0007"
down_revision = "0006"

PAGE = 5_000


def upgrade() -> None:
    """Make the three tables anew; a row that does not fit its checksum gets no digest, so that verify names it."""
    _replace(
        "leases",
        [_key("table_id"), _column("owner", TEXT), _column("epoch", NUMBER), _column("expires", NUMBER)],
        lambda row, checksum: row[2] == checksum and (row[1] == "") == (row[3] == 0),
    )
    _replace(
        "attempts",
        [_key("key"), _column("count", NUMBER), _column("since", NUMBER)],
        lambda row, checksum: row[1] + row[2] == checksum,
    )
    _replace(
        "answers",
        [_key("player"), _key("command"), _column("reply", BYTES), _column("at", NUMBER)],
        lambda row, checksum: answer_checksum(*row) == checksum,
    )
    op.create_index("ix_attempts_since", "attempts", ["since"], unique=False)
    op.create_index("ix_answers_at", "answers", ["at"], unique=False)


def _key(name: str) -> sa.Column[Any]:
    return sa.Column(name, TEXT, primary_key=True, nullable=False)


def _column(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _replace(name: str, columns: list[sa.Column[Any]], fits: Callable[[tuple[Any, ...], int], bool]) -> None:
    """Make a table anew, with digests."""
    link = op.get_bind()
    names = ", ".join(DIGESTED[name].columns)
    link.execute(sa.text(f"CREATE TEMPORARY TABLE {name}_before AS SELECT {names}, checksum FROM {name}"))
    op.drop_table(name)
    keys = [column.name for column in columns if column.primary_key]
    table = op.create_table(
        name,
        *(sa.Column(column.name, column.type, nullable=False) for column in columns),
        _column("digest", BYTES),
        sa.PrimaryKeyConstraint(*keys, name=f"pk_{name}"),
        sqlite_strict=True,
    )
    found = link.execute(sa.text(f"SELECT {names}, checksum FROM {name}_before"), execution_options={"yield_per": PAGE})
    for page in found.partitions():
        rows = [_digested(tuple(row), fits) for row in page]
        link.execute(table.insert(), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])
    link.execute(sa.text(f"DROP TABLE {name}_before"))


def _digested(row: tuple[Any, ...], fits: Callable[[tuple[Any, ...], int], bool]) -> tuple[Any, ...]:
    values = tuple(bytes(value) if isinstance(value, memoryview) else value for value in row[:-1])
    return (*values, digest_of(values) if fits(values, row[-1]) else UNSOUND)


def downgrade() -> None:
    """Do nothing: the checksums are not worth going back to."""
    raise NotImplementedError("digests are not taken back")
