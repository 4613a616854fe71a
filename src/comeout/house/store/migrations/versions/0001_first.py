"""Migration 1: the first schema, with logs, money and people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG = sa.Boolean().with_variant(sa.Integer(), "sqlite")
BYTES = sa.LargeBinary()


def upgrade() -> None:
    """Create every table and index."""
    op.create_table(
        "answers",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("command", TEXT, nullable=False),
        sa.Column("reply", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("player", "command", name="pk_answers"),
        sqlite_strict=True,
    )
    op.create_table(
        "balances",
        sa.Column("account", TEXT, nullable=False),
        sa.Column("amount", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("account", name="pk_balances"),
        sa.CheckConstraint(
            "amount >= 0 OR substr(account, 1, 7) <> 'wallet:' AND substr(account, 1, 5) <> 'rack:'",
            name="ck_balances_not_short",
        ),
        sqlite_strict=True,
    )
    op.create_table(
        "books",
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.Column("payouts", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_books"),
        sqlite_strict=True,
    )
    op.create_table(
        "grants",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("acting", FLAG, nullable=False),
        sa.Column("granted_by", TEXT, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("player", "table_id", "role", name="pk_grants"),
        sqlite_strict=True,
    )
    op.create_index("ix_grants_table_id", "grants", ["table_id"], unique=False)
    op.create_table(
        "leases",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("owner", TEXT, nullable=False),
        sa.Column("epoch", NUMBER, nullable=False),
        sa.Column("expires", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
        sqlite_strict=True,
    )
    op.create_table(
        "limits",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("value", NUMBER, nullable=False),
        sa.Column("since", NUMBER, nullable=False),
        sa.Column("next_value", NUMBER, nullable=True),
        sa.Column("next_at", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("player", "kind", name="pk_limits"),
        sqlite_strict=True,
    )
    op.create_table(
        "moves",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("line", NUMBER, nullable=False),
        sa.Column("account", TEXT, nullable=False),
        sa.Column("amount", NUMBER, nullable=False),
        sa.Column("why", TEXT, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("key", "line", name="pk_moves"),
        sqlite_strict=True,
    )
    op.create_table(
        "played",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("span", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("player", "span", name="pk_played"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("password", TEXT, nullable=False),
        sa.Column("created", NUMBER, nullable=False),
        sa.Column("called", TEXT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_strict=True,
    )
    op.create_index("ix_players_called", "players", ["called"], unique=True)
    op.create_table(
        "postings",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("line", NUMBER, nullable=False),
        sa.Column("account", TEXT, nullable=False),
        sa.Column("amount", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", "line", name="pk_postings"),
        sqlite_strict=True,
    )
    op.create_table(
        "recall",
        sa.Column("player", TEXT, nullable=False),
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("roll", NUMBER, nullable=False),
        sa.Column("round", NUMBER, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.Column("span", NUMBER, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_recall_span_player_at", "recall", ["span", "player", "at"], unique=False)
    op.create_index("ix_recall_table_id_at", "recall", ["table_id", "at"], unique=False)
    op.create_table(
        "records",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("epoch", NUMBER, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.Column("hash", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_records"),
        sqlite_strict=True,
    )
    op.create_table(
        "sessions",
        sa.Column("token", BYTES, nullable=False),
        sa.Column("player", TEXT, nullable=False),
        sa.Column("created", NUMBER, nullable=False),
        sa.Column("expires", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_sessions"),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", TEXT, nullable=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("hash", BYTES, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
        sqlite_strict=True,
    )
    op.create_table(
        "tables",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("book", TEXT, nullable=False),
        sa.Column("mode", TEXT, nullable=False),
        sa.Column("dice", TEXT, nullable=False),
        sa.Column("profile", TEXT, nullable=False),
        sa.Column("player", TEXT, nullable=False),
        sa.Column("created", NUMBER, nullable=False),
        sa.Column("closed", FLAG, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_strict=True,
    )
    op.create_index("ix_tables_player", "tables", ["player"], unique=False)


def downgrade() -> None:
    """Do nothing: nothing comes before the first schema."""
    raise NotImplementedError("the first schema cannot be taken back")
