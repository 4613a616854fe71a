"""Migration 4: names that look alike, attempts to sign in, and secrets that the processes of a house share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from comeout.house.name_skeletons import skeletons
from comeout.house.store.sql_schema import BYTES, NUMBER, TEXT

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables, and enter the names that are there; of two that look alike, both keep theirs."""
    table = op.create_table(
        "skeletons",
        sa.Column("skeleton", TEXT, nullable=False),
        sa.Column("player", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("skeleton", name="pk_skeletons"),
        sqlite_strict=True,
    )
    op.create_index("ix_skeletons_player", "skeletons", ["player"], unique=False)
    op.create_table(
        "attempts",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("count", NUMBER, nullable=False),
        sa.Column("since", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_attempts"),
        sqlite_strict=True,
    )
    op.create_index("ix_attempts_since", "attempts", ["since"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("name", TEXT, nullable=False),
        sa.Column("value", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
        sqlite_strict=True,
    )
    known = op.get_bind().execute(sa.text("SELECT id, name FROM players WHERE name <> '' ORDER BY created, id"))
    taken: dict[str, str] = {}
    for player, name in known:
        for skeleton in sorted(skeletons(name)):
            taken.setdefault(skeleton, player)
    if taken:
        op.bulk_insert(table, [{"skeleton": each, "player": player} for each, player in taken.items()])


def downgrade() -> None:
    """Drop them again."""
    for name in ("skeletons", "attempts", "secrets"):
        op.drop_table(name)
