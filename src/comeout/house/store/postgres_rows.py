"""Reads and writes the rows of transactions on PostgreSQL: of a group of batches, and of the log of the house."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from psycopg import AsyncConnection

from comeout.house.store.batch_checks import Append, Entry, Kept, Move, Rows
from comeout.house.store.covered_rows import COVERED, HEAD_QUERY, Cover, Row, changes_of, touches_covered_rows
from comeout.house.store.row_digests import digest_of
from comeout.house.store.sql import recall_lines
from comeout.log.house_log import HouseHead, follow
from comeout.log.records import Micros

Link = AsyncConnection[Row]

HOLD_HOUSE_LOG = "SELECT pg_advisory_xact_lock(hashtextextended('comeout:house-log', 0))"
"""Holds the end of the log of the house until the transaction ends.

Taken before every other lock, so that two processes cannot wait for one another.
"""


@lru_cache
def as_psycopg(query: str) -> str:
    """Return a query in standard SQL as psycopg wants it."""
    return query.replace("?", "%s")


# ---- one change


async def read_covered(link: Link, covers: Sequence[Cover]) -> list[list[Row]]:
    """Read the rows that a change may touch, once nobody else can change them."""
    if covers:
        await link.execute(HOLD_HOUSE_LOG)
    return [await (await link.execute(as_psycopg(each.query), each.values)).fetchall() for each in covers]


async def enter_changes(link: Link, covers: Sequence[Cover], before: Sequence[list[Row]], at: Micros) -> None:
    """Append to the log of the house what has changed since the rows were read."""
    after = await read_covered(link, covers)
    changes = [
        change for each, then, now in zip(covers, before, after, strict=True) for change in each.changes(then, now)
    ]
    if changes:
        head = _head(await (await link.execute(HEAD_QUERY)).fetchall())
        await _pour(link, _ENTER, _ENTRY, follow(head, changes, at))


# ---- a group of batches


class Begun(NamedTuple):
    """A transaction that has locked and read everything that its entries touch."""

    xact: str
    """The id of the transaction."""
    kept: Kept
    """What is committed."""
    opened: set[str]
    """The accounts that it opens."""
    head: HouseHead
    """The end of the log of the house, if the entries may write to it."""
    closing: dict[str, Row]
    """The open tables that the entries would close."""


async def begin(link: Link, entries: Sequence[Entry]) -> Begun:
    """Begin a transaction, lock the rows that the entries touch and read them."""
    appends = [entry for entry in entries if isinstance(entry, Append)]
    moves = [entry for entry in entries if isinstance(entry, Move)]
    tables = list({entry.lease.table for entry in appends})
    accounts = {posting.account for entry in appends for posting in entry.batch.postings}
    accounts.update(account for move in moves for account, _ in move.postings)
    answers = [(answer.player, answer.command) for entry in appends for answer in entry.batch.answers]
    covered = touches_covered_rows(entries)
    closes = [entry.lease.table for entry in appends if entry.batch.closes]
    async with link.pipeline():
        await link.execute("BEGIN")
        if covered:
            await link.execute(HOLD_HOUSE_LOG)
        head = await link.execute(HEAD_QUERY if covered else _NOTHING)
        closing = await link.execute(_CLOSING, (closes,))
        xact = await link.execute("SELECT pg_current_xact_id()::text")
        owners = await link.execute(_OWNERS, (tables,))
        heads = await link.execute(_HEADS, (tables,))
        answered = await link.execute(_ANSWERED, ([player for player, _ in answers], [name for _, name in answers]))
        moved = await link.execute("SELECT key FROM moves WHERE key = ANY(%s)", ([move.key for move in moves],))
        opened = await link.execute(_OPENED, (list(accounts),))
        balances = await link.execute(_BALANCES, (list(accounts),))
    kept = Kept(
        owners={table: (owner, epoch) for table, owner, epoch in await owners.fetchall()},
        heads=dict(await heads.fetchall()),
        balances=dict(await balances.fetchall()),
        answered=set(await answered.fetchall()),
        moved={key for (key,) in await moved.fetchall()},
    )
    return Begun(
        xact=(await xact.fetchall())[0][0],
        kept=kept,
        opened={account for (account,) in await opened.fetchall()},
        head=_head(await head.fetchall()),
        closing={row[0]: row for row in await closing.fetchall()},
    )


def _head(found: Sequence[Row]) -> HouseHead:
    return HouseHead._make(found[0]) if found else HouseHead()


_NOTHING = "SELECT WHERE false"
_CLOSING = f"SELECT {', '.join(COVERED['tables'].columns)} FROM tables WHERE id = ANY(%s) AND NOT closed"
# Opened and then locked in the order of their names, so that two processes cannot wait for one another.
_OWNERS = "SELECT table_id, owner, epoch FROM leases WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE"
_BALANCES = "SELECT account, amount FROM balances WHERE account = ANY(%s) ORDER BY account FOR UPDATE"
_OPENED = (
    "INSERT INTO balances (account, amount) SELECT asked, 0 FROM unnest(%s::text[]) AS asked"
    " WHERE NOT EXISTS (SELECT FROM balances WHERE account = asked)"
    ' ORDER BY asked COLLATE "C" ON CONFLICT DO NOTHING RETURNING account'
)
_HEADS = (
    "SELECT asked, coalesce((SELECT seq FROM records WHERE table_id = asked ORDER BY seq DESC LIMIT 1), 0)"
    " FROM unnest(%s::text[]) AS asked"
)
_ANSWERED = (
    "SELECT player, command FROM answers JOIN unnest(%s::text[], %s::text[]) AS asked (who, what)"
    " ON player = who AND command = what"
)


async def write_and_commit(link: Link, rows: Rows, begun: Begun, at: Micros) -> None:
    """Send everything to the server at once, COMMIT last; delete accounts opened for a refused entry."""
    recall, played = recall_lines(rows.recall)
    unused = begun.opened - rows.balances.keys()
    changes = changes_of(rows, [begun.closing[table] for table in rows.closed if table in begun.closing])
    answers = [(*answer, digest_of(answer)) for answer in sorted(rows.answers)]
    async with link.pipeline():
        await _pour(link, "INSERT INTO records (table_id, epoch, seq, at, kind, body, hash)", _RECORD, rows.records)
        await _pour(link, "INSERT INTO postings (table_id, seq, line, account, amount)", _POSTING, rows.postings)
        await _pour(link, "INSERT INTO answers (player, command, reply, at, digest)", _ANSWER, answers)
        await _pour(link, "INSERT INTO recall (player, table_id, roll, round, seq, at, body, span)", _RECALL, recall)
        await _pour(link, "INSERT INTO played (player, span)", _PLAYED, played, "ON CONFLICT DO NOTHING")
        await _pour(link, "INSERT INTO conduct (player, book, table_id, seq, at, kind)", _CONDUCT, rows.conduct)
        await _pour(link, "INSERT INTO moves (key, line, account, amount, why, at)", _MOVE, rows.moves)
        await _pour(link, "WITH posted (name, held) AS (", _BALANCE, list(rows.balances.items()), _SET)
        if unused:
            await link.execute("DELETE FROM balances WHERE account = ANY(%s)", (list(unused),))
        await link.execute("UPDATE tables SET closed = true WHERE id = ANY(%s)", (rows.closed,))
        await _pour(link, _ENTER, _ENTRY, follow(begun.head, changes, at))
        await link.execute("COMMIT")


_RECORD = ("text", "bigint", "bigint", "bigint", "text", "bytea", "bytea")
_POSTING = ("text", "bigint", "bigint", "text", "bigint")
_ANSWER = ("text", "text", "bytea", "bigint", "bytea")
_RECALL = ("text", "text", "bigint", "bigint", "bigint", "bigint", "bytea", "bigint")
_PLAYED = ("text", "bigint")
_CONDUCT = ("text", "text", "text", "bigint", "bigint", "text")
_MOVE = ("text", "bigint", "text", "bigint", "text", "bigint")
_BALANCE = ("text", "bigint")
_ENTRY = ("bigint", "bigint", "text", "text", "bytea", "bytea", "bytea")
_ENTER = "INSERT INTO house_log (seq, at, what, key, digest, before, hash)"
_SET = ") UPDATE balances SET amount = held FROM posted WHERE account = name"


async def _pour(link: Link, head: str, types: Sequence[str], rows: Sequence[Row], tail: str = "") -> None:
    """Insert many rows in one statement, with one array for each column."""
    if rows:
        arrays = ", ".join(f"%b::{name}[]" for name in types)
        columns = [list(column) for column in zip(*rows, strict=True)]
        await link.execute(f"{head} SELECT * FROM unnest({arrays}) {tail}", columns)
