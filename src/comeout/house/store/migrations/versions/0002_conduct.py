"""Migration 2: warnings and bars belong to players, wherever they sit in the house."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from comeout.house.store.sql_schema import NUMBER, TEXT

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table of judgements."""
    op.create_table(
        "conduct",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("player", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("book", TEXT, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", "player", "kind", name="pk_conduct"),
        sqlite_strict=True,
    )
    op.create_index("ix_conduct_at", "conduct", ["at"], unique=False)


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("conduct")
