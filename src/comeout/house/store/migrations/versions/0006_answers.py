"""Migration 6: when a command was answered, so that its answer can be deleted after a day."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from comeout.house.store.sql_schema import NUMBER

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the moment; answers that are there count from now."""
    op.add_column("answers", sa.Column("at", NUMBER, nullable=False, server_default=sa.text("0")))
    entered = sa.text("UPDATE answers SET at = :now, checksum = checksum + :now")
    op.get_bind().execute(entered, {"now": time.time_ns() // 1000})
    op.create_index("ix_answers_at", "answers", ["at"], unique=False)


def downgrade() -> None:
    """Drop it again."""
    op.execute("UPDATE answers SET checksum = checksum - at")
    op.drop_index("ix_answers_at", "answers")
    op.drop_column("answers", "at")
