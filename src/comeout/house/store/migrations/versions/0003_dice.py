"""Migration 3: no snapshot holds the secret of a chain any more, and the records of the dice have an index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from comeout.house.store.sql_schema import OF_DICE

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Delete all snapshots, which the logs make again, and create the index."""
    op.execute("DELETE FROM snapshots")
    op.create_index(
        "ix_records_dice",
        "records",
        ["table_id", "kind", "seq"],
        unique=False,
        sqlite_where=sa.text(OF_DICE),
        postgresql_where=sa.text(OF_DICE),
    )


def downgrade() -> None:
    """Drop the index again."""
    op.drop_index("ix_records_dice", "records")
