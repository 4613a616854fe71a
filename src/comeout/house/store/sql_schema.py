"""Database schema of the house, for SQLite and PostgreSQL alike; `migrations` brings older ones up to it.

`schema.sql` is this schema written out for SQLite, so that a new house opens without loading SQLAlchemy:
`python -m comeout.house.store.sql_schema > src/comeout/house/store/schema.sql` writes it again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from comeout.house.store.migrations import HEAD

metadata = MetaData(naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "pk": "pk_%(table_name)s"})

# Sorted byte by byte everywhere, so that both databases page in the same order.
TEXT = Text().with_variant(Text(collation="C"), "postgresql")
# SQLite's strict tables know only these names, and refuse an amount that has outgrown an integer.
NUMBER = BigInteger().with_variant(Integer(), "sqlite")
FLAG = Boolean().with_variant(Integer(), "sqlite")
BYTES = LargeBinary()


def _table(name: str, *columns: Any, **options: Any) -> Table:
    return Table(name, metadata, *columns, sqlite_strict=True, **options)


def _key(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, primary_key=True, autoincrement=False)


def _col(name: str, kind: Any) -> Column[Any]:
    return Column(name, kind, nullable=False)


def _digest() -> Column[Any]:
    """Return the column that shows a changed bit in a row that no log covers."""
    return _col("digest", BYTES)


books = _table("books", _key("digest", TEXT), _col("name", TEXT), _col("text", TEXT), _col("payouts", TEXT))

tables = _table(
    "tables",
    _key("id", TEXT),
    _col("name", TEXT),
    _col("book", TEXT),
    _col("mode", TEXT),
    _col("dice", TEXT),
    _col("profile", TEXT),
    _col("player", TEXT),
    _col("created", NUMBER),
    _col("closed", FLAG),
)
Index(None, tables.c.player)

leases = _table(
    "leases",
    _key("table_id", TEXT),
    _col("owner", TEXT),
    _col("epoch", NUMBER),
    _col("expires", NUMBER),
    _digest(),
)

records = _table(
    "records",
    _key("table_id", TEXT),
    _col("epoch", NUMBER),
    _key("seq", NUMBER),
    _col("at", NUMBER),
    _col("kind", TEXT),
    _col("body", BYTES),
    _col("hash", BYTES),
)
OF_SNAPSHOTS = "what = 'snapshots'"
OF_DICE = "kind IN ('chain-published', 'seeds-frozen', 'dice-thrown')"
# What proves a roll is found among millions of records; the index holds only these few.
Index(
    "ix_records_dice",
    records.c.table_id,
    records.c.kind,
    records.c.seq,
    sqlite_where=text(OF_DICE),
    postgresql_where=text(OF_DICE),
)

postings = _table(
    "postings",
    _key("table_id", TEXT),
    _key("seq", NUMBER),
    _key("line", NUMBER),
    _col("account", TEXT),
    _col("amount", NUMBER),
)

moves = _table(
    "moves",
    _key("key", TEXT),
    _key("line", NUMBER),
    _col("account", TEXT),
    _col("amount", NUMBER),
    _col("why", TEXT),
    _col("at", NUMBER),
)

balances = _table(
    "balances",
    _key("account", TEXT),
    _col("amount", NUMBER),
    CheckConstraint(
        "amount >= 0 OR substr(account, 1, 7) <> 'wallet:' AND substr(account, 1, 5) <> 'rack:'",
        name="ck_balances_not_short",
    ),
)

answers = _table(
    "answers",
    _key("player", TEXT),
    _key("command", TEXT),
    _col("reply", BYTES),
    _col("at", NUMBER),
    _digest(),
)
Index(None, answers.c.at)

snapshots = _table(
    "snapshots",
    _key("table_id", TEXT),
    _key("seq", NUMBER),
    _col("hash", BYTES),
    _col("body", BYTES),
    _col("digest", BYTES),
)

recall = _table(
    "recall",
    _col("player", TEXT),
    _col("table_id", TEXT),
    _col("roll", NUMBER),
    _col("round", NUMBER),
    _col("seq", NUMBER),
    _col("at", NUMBER),
    _col("body", BYTES),
    _col("span", NUMBER),
)
# A roll at a large table is entered for everybody at once. By player alone each entry would change a page of its own,
# and ever more of them; within the span of a few minutes they lie together, and `played` leads a player to their spans.
Index(None, recall.c.span, recall.c.player, recall.c.at)
Index(None, recall.c.table_id, recall.c.at)

played = _table("played", _key("player", TEXT), _key("span", NUMBER), sqlite_with_rowid=False)

players = _table(
    "players",
    _key("id", TEXT),
    _col("name", TEXT),
    _col("password", TEXT),
    _col("created", NUMBER),
    # The name as it is looked up, whatever its case; nothing for the nameless.
    Column("called", TEXT, nullable=True),
)
Index(None, players.c.called, unique=True)

# The shapes of the names of accounts: one account has each.
skeletons = _table("skeletons", _key("skeleton", TEXT), _col("player", TEXT))
Index(None, skeletons.c.player)

attempts = _table("attempts", _key("key", TEXT), _col("count", NUMBER), _col("since", NUMBER), _digest())
Index(None, attempts.c.since)

secrets = _table("secrets", _key("name", TEXT), _col("value", BYTES))

sessions = _table(
    "sessions", _key("token", BYTES), _col("player", TEXT), _col("created", NUMBER), _col("expires", NUMBER)
)

grants = _table(
    "grants",
    _key("player", TEXT),
    _key("table_id", TEXT),
    _key("role", TEXT),
    _col("acting", FLAG),
    _col("granted_by", TEXT),
    _col("at", NUMBER),
)
Index(None, grants.c.table_id)

limits = _table(
    "limits",
    _key("player", TEXT),
    _key("kind", TEXT),
    _col("value", NUMBER),
    _col("since", NUMBER),
    Column("next_value", NUMBER, nullable=True),
    _col("next_at", NUMBER),
)


conduct = _table(
    "conduct",
    _key("table_id", TEXT),
    _key("seq", NUMBER),
    _key("player", TEXT),
    _key("kind", TEXT),
    _col("book", TEXT),
    _col("at", NUMBER),
)
Index(None, conduct.c.at)

# Every change of the rows that no table's log covers, in a hash chain. Rows are found by `what` and `key`.
house_log = _table(
    "house_log",
    _key("seq", NUMBER),
    _col("at", NUMBER),
    _col("what", TEXT),
    _col("key", TEXT),
    _col("digest", BYTES),
    _col("before", BYTES),
    _col("hash", BYTES),
)
# Only snapshots are looked up, when a table starts.
Index(
    "ix_house_log_snapshots",
    house_log.c.key,
    house_log.c.seq,
    sqlite_where=text(OF_SNAPSHOTS),
    postgresql_where=text(OF_SNAPSHOTS),
)


def sqlite_script() -> str:
    """Return the statements that create the schema in an empty SQLite file, with its revision."""
    made: list[CreateTable | CreateIndex] = []
    for table in sorted(metadata.tables.values(), key=lambda table: table.name):
        made.append(CreateTable(table))
        made += [CreateIndex(index) for index in sorted(table.indexes, key=lambda index: str(index.name))]
    texts = [" ".join(str(ddl.compile(dialect=sqlite.dialect())).split()) for ddl in made]
    texts.append("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    texts.append(f"INSERT INTO alembic_version VALUES ('{HEAD}')")
    return "".join(f"{text};\n" for text in texts)


if __name__ == "__main__":
    print(sqlite_script(), end="")
