"""SQL queries that are the same in every store: books and tables, the log, sums of money, people."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from secrets import token_bytes
from typing import Any, ClassVar, get_args

import structlog

from comeout.errors import ComeoutError
from comeout.house.name_skeletons import skeletons
from comeout.house.store.contract import StaleOwner, StoreTrouble
from comeout.house.store.covered_rows import Cover, Row
from comeout.house.store.forgetting import Forgetting, Statement
from comeout.house.store.row_checks import SPAN_MICROS
from comeout.house.store.row_digests import sql_digest
from comeout.log.records import (
    Attempts,
    BookRow,
    ConductRow,
    DiceRecord,
    Grant,
    Lease,
    LoginSession,
    Micros,
    OwnLimit,
    Player,
    Posting,
    RecallRow,
    Record,
    SnapshotRow,
    TableRow,
)
from comeout.money import Amount

_log = structlog.get_logger("comeout.house")

_BOOK = "digest, name, text, payouts"
_TABLE = "id, name, book, mode, dice, profile, player, created, closed"
_RECORD = "table_id, epoch, seq, at, kind, body, hash"
_RECALL = "recall.player, table_id, roll, round, seq, at, body"
_PLAYER = "id, name, password, created"
_SESSIONS = "SELECT token, player, created, expires FROM sessions"
_END_OTHERS = "DELETE FROM sessions WHERE player = ? AND token <> ?"
_LAST = "\U0010ffff"
_OF_DICE = "kind IN ('chain-published', 'seeds-frozen', 'dice-thrown')"
_ONE_GRANT = "player = ? AND table_id = ? AND role = ?"
_OWNED = "table_id = ? AND owner = ? AND epoch = ?"
_OF_ATTEMPTS = sql_digest("attempts.key", "attempts.count", "attempts.since")

ATTEMPTS_MICROS = 24 * 3600 * 1_000_000
"""How long attempts to sign in are kept at most."""

MOST_TOKENS = 500
"""How many sessions one query looks up."""


class Clash(ComeoutError):
    """A row with this key exists already."""


class SqlStore(Forgetting):
    """Base of the SQL stores: everything that is one query, given a way to read and a way to write."""

    _SEQ_OF_REPLY: ClassVar[str]
    """The sequence number inside the JSON of an answer, as this database reads it."""

    # ---- tables

    async def keep_book(self, book: BookRow) -> None:
        """Store the text of a book by its digest. Idempotent."""
        insert = f"INSERT INTO books ({_BOOK}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        await self._change((insert, book), covers=[Cover("books", "digest = ?", (book.digest,))])

    async def book(self, digest: str) -> BookRow | None:
        """Return the text of a book that was ever used."""
        found = await self._rows(f"SELECT {_BOOK} FROM books WHERE digest = ?", digest)
        return BookRow._make(found[0]) if found else None

    async def create_table(self, row: TableRow) -> None:
        """Insert a new table with an empty log."""
        insert = f"INSERT INTO tables ({_TABLE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        try:
            await self._change((insert, row), covers=[Cover("tables", "id = ?", (row.id,))])
        except Clash:
            raise ValueError(f"there is a table {row.id} already") from None

    async def tables(self, *, player: str | None = None, closed: bool = False) -> Sequence[TableRow]:
        """Return all tables, or those of one player (of nobody: the live ones); closed ones only on request."""
        where, values = _where(("player = ?", player), ("closed = ?", None if closed else False))
        found = await self._rows(f"SELECT {_TABLE} FROM tables {where} ORDER BY created, id", *values)
        return [_table_row(row) for row in found]

    async def table(self, table: str) -> TableRow | None:
        """Return one table."""
        found = await self._rows(f"SELECT {_TABLE} FROM tables WHERE id = ?", table)
        return _table_row(found[0]) if found else None

    async def lease(self, table: str) -> Lease | None:
        """Return the lease on a table, released or not; None if there never was one."""
        found = await self._rows("SELECT table_id, owner, epoch FROM leases WHERE table_id = ?", table)
        return Lease._make(found[0]) if found else None

    # ---- the log

    async def records(self, table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        """Return the records of a log after a sequence number, oldest first."""
        query = f"SELECT {_RECORD} FROM records WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
        return [Record._make(row) for row in await self._rows(query, table, after, limit)]

    async def last_record(self, table: str) -> Record | None:
        """Return the last record of a log."""
        query = f"SELECT {_RECORD} FROM records WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        found = await self._rows(query, table)
        return Record._make(found[0]) if found else None

    async def dice_record(self, table: str, kind: DiceRecord, *, before: int) -> Record | None:
        """Return the last record of a kind that proves rolls before a sequence number, found by an index."""
        if kind not in get_args(DiceRecord):
            raise ValueError(f"a record of kind {kind!r} proves no roll")
        # A partial index is used only where its own condition stands in the query, letter by letter.
        where = f"table_id = ? AND kind = '{kind}' AND seq < ? AND {_OF_DICE}"
        query = f"SELECT {_RECORD} FROM records WHERE {where} ORDER BY seq DESC LIMIT 1"
        found = await self._rows(query, table, before)
        return Record._make(found[0]) if found else None

    async def answer(self, player: str, command: str) -> bytes | None:
        """Return the stored answer of a command."""
        found = await self._rows("SELECT reply FROM answers WHERE player = ? AND command = ?", player, command)
        return bytes(found[0][0]) if found else None

    async def save_snapshot(self, lease: Lease, snapshot: SnapshotRow) -> None:
        """Save the owner's snapshot and keep the one before it, or raise StaleOwner; older ones are deleted."""
        if snapshot.table != lease.table:
            raise ValueError(f"a snapshot of {snapshot.table} is not for the owner of {lease.table}")
        owned = await self._change(
            # Changes nothing, and holds the lease's row until the snapshot is kept.
            (f"UPDATE leases SET epoch = epoch WHERE {_OWNED}", lease),
            (
                "INSERT INTO snapshots (table_id, seq, hash, body, digest)"
                f" SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM leases WHERE {_OWNED})"
                " ON CONFLICT (table_id, seq)"
                " DO UPDATE SET hash = excluded.hash, body = excluded.body, digest = excluded.digest",
                (*snapshot, sha256(snapshot.body).digest(), *lease),
            ),
            (
                "DELETE FROM snapshots WHERE table_id = ? AND seq <"
                " (SELECT min(seq) FROM"
                " (SELECT seq FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 2) AS newest)",
                (snapshot.table, snapshot.table),
            ),
            covers=[Cover("snapshots", "table_id = ?", (snapshot.table,))],
        )
        if not owned:
            raise StaleOwner(f"{lease.owner} does not own {lease.table} in epoch {lease.epoch} any more")

    async def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the newest snapshot of a table, if it is the one that its owner saved."""
        query = "SELECT table_id, seq, hash, body FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
        found = [SnapshotRow._make(row) for row in await self._rows(query, table)]
        if not found or await self._is_covered(found[0]):
            return found[0] if found else None
        _log.error("snapshot is not what was saved: the log is replayed", table=table, seq=found[0].seq)
        return None

    async def recall(self, *, player: str | None, table: str | None, before: Micros, limit: int) -> Sequence[RecallRow]:
        """Return settled rolls, newest first, from before a moment (0: from the newest).

        A page never ends inside a roll: it may be longer than its limit, and the next one begins before its last.
        """
        newest = "at DESC" if player is None else "played.span DESC, at DESC"
        rolls, values = _rolls(player, table, before, None)
        floor = await self._rows(f"SELECT at FROM {rolls} ORDER BY {newest} LIMIT 1 OFFSET ?", *values, limit - 1)
        rolls, values = _rolls(player, table, before, floor[0][0] if floor else None)
        query = f"SELECT {_RECALL} FROM {rolls} ORDER BY {newest}, table_id, seq DESC, recall.player"
        return [RecallRow._make(row) for row in await self._rows(query, *values)]

    async def last_recalled(self, table: str) -> int:
        """Return the highest sequence number of a table that a recalled roll names; 0 if there is none."""
        found = await self._rows("SELECT coalesce(max(seq), 0) FROM recall WHERE table_id = ?", table)
        return int(found[0][0])

    async def last_answered(self) -> int:
        """Return the highest sequence number in a stored answer, of any table: an answer does not name its table."""
        found = await self._rows(f"SELECT coalesce(max({self._SEQ_OF_REPLY}), 0) FROM answers")
        return int(found[0][0])

    # ---- money

    async def balance(self, account: str) -> Amount:
        """Return the balance of an account."""
        found = await self._rows("SELECT amount FROM balances WHERE account = ?", account)
        return int(found[0][0]) if found else 0

    async def balances(self, prefix: str = "") -> Sequence[tuple[str, Amount]]:
        """Return every account whose name has this prefix."""
        query = "SELECT account, amount FROM balances WHERE account >= ? AND account < ? ORDER BY account"
        return [(account, amount) for account, amount in await self._rows(query, prefix, prefix + _LAST)]

    async def postings(self, *, table: str, after: int = 0, limit: int = 10_000) -> Sequence[Posting]:
        """Return the postings of a table's log. A page never ends inside a record: it may exceed its limit."""
        end = "SELECT seq FROM postings WHERE table_id = ? AND seq > ? ORDER BY seq, line LIMIT 1 OFFSET ?"
        last = await self._rows(end, table, after, limit - 1)
        where, values = _where(("table_id = ?", table), ("seq > ?", after), ("seq <= ?", last[0][0] if last else None))
        found = await self._rows(f"SELECT seq, account, amount FROM postings {where} ORDER BY seq, line", *values)
        return [Posting._make(row) for row in found]

    async def account_sums(self) -> Sequence[tuple[str, Amount]]:
        """Return the sum of each account's postings, to check the balances against."""
        found = await self._rows(
            "SELECT account, sum(amount) FROM"
            " (SELECT account, amount FROM postings UNION ALL SELECT account, amount FROM moves) AS posted"
            " GROUP BY account ORDER BY account"
        )
        return [(account, int(total)) for account, total in found]

    # ---- people

    async def add_player(self, player: Player) -> bool:
        """Insert a player; False if the name is taken."""
        values = (*player, _called(player.name))
        insert = f"INSERT INTO players ({_PLAYER}, called) VALUES (?, ?, ?, ?, ?)"
        try:
            await self._change((insert, values), *_takes(player), covers=[_row_of(player.id)])
        except Clash:
            if await self.player(player.id):
                raise ValueError(f"there is a player {player.id} already") from None
            return False
        return True

    async def player(self, player: str) -> Player | None:
        """Return a player by id."""
        found = await self._rows(f"SELECT {_PLAYER} FROM players WHERE id = ?", player)
        return Player._make(found[0]) if found else None

    async def player_called(self, name: str) -> Player | None:
        """Return an account by its name, ignoring case; never a guest."""
        query = f"SELECT {_PLAYER} FROM players WHERE called = ? AND password <> ''"
        found = await self._rows(query, _called(name))
        return Player._make(found[0]) if found else None

    async def name_player(self, player: str, *, name: str, password: str) -> bool:
        """Turn a guest into an account; False if the name, or one like it, is taken; ValueError for no guest."""
        update = "UPDATE players SET name = ?, called = ?, password = ? WHERE id = ? AND password = ''"
        # Only whoever has got the name in this transaction takes its skeletons.
        take = "INSERT INTO skeletons (skeleton, player) SELECT ?, id FROM players WHERE id = ? AND password = ?"
        takes = [(take, (each, player, password)) for each in sorted(skeletons(name))]
        try:
            covers = [_row_of(player)]
            touched = await self._change((update, (name, _called(name), password, player)), *takes, covers=covers)
        except Clash:
            return False
        if not touched:
            raise ValueError(f"there is no guest {player}")
        return True

    async def rename_player(self, player: str, name: str) -> bool:
        """Change the name of an account; False if the name or one that looks like it is taken."""
        update = "UPDATE players SET name = ?, called = ? WHERE id = ? AND password <> ''"
        take = "INSERT INTO skeletons (skeleton, player) SELECT ?, id FROM players WHERE id = ? AND name = ?"
        takes = [(take, (each, player, name)) for each in sorted(skeletons(name))]
        try:
            free = ("DELETE FROM skeletons WHERE player = ?", (player,))
            named = await self._change((update, (name, _called(name), player)), free, *takes, covers=[_row_of(player)])
            return bool(named)
        except Clash:
            return False

    async def add_session(self, session: LoginSession) -> None:
        """Insert a session: sign somebody in."""
        insert = "INSERT INTO sessions (token, player, created, expires) VALUES (?, ?, ?, ?)"
        try:
            await self._change((insert, session), covers=[Cover("sessions", "token = ?", (session.token,))])
        except Clash:
            raise ValueError("this token is in use already") from None

    async def session(self, token: bytes) -> LoginSession | None:
        """Return the session of a token, expired or not."""
        found = await self.sessions((token,))
        return found[0] if found else None

    async def sessions(self, tokens: Sequence[bytes]) -> Sequence[LoginSession]:
        """Return the sessions that these tokens have, expired or not."""
        found: list[Row] = []
        for start in range(0, len(tokens), MOST_TOKENS):
            part = tokens[start : start + MOST_TOKENS]
            found += await self._rows(f"{_SESSIONS} WHERE token IN ({', '.join('?' * len(part))})", *part)
        return [_session(row) for row in found]

    async def sessions_of(self, player: str) -> Sequence[LoginSession]:
        """Return the sessions of a player, expired or not."""
        return [_session(row) for row in await self._rows(f"{_SESSIONS} WHERE player = ?", player)]

    async def prolong_session(self, token: bytes, expires: Micros) -> None:
        """Extend a session until then; a session that has ended stays ended."""
        update = "UPDATE sessions SET expires = ? WHERE token = ?"
        await self._change((update, (expires, token)), covers=[Cover("sessions", "token = ?", (token,))])

    async def end_session(self, token: bytes) -> None:
        """Delete a session: sign somebody out."""
        delete = "DELETE FROM sessions WHERE token = ?"
        await self._change((delete, (token,)), covers=[Cover("sessions", "token = ?", (token,))])

    async def end_sessions(self, player: str, *, but: bytes) -> None:
        """Delete the sessions of a player, but for one."""
        await self._change((_END_OTHERS, (player, but)), covers=[_sessions_of(player)])

    async def set_password(self, player: str, password: str, *, but: bytes) -> None:
        """Replace the password hash of an account, and delete its sessions, but for one."""
        update = "UPDATE players SET password = ? WHERE id = ? AND password <> ''"
        covers = [_row_of(player), _sessions_of(player)]
        await self._change((update, (password, player)), (_END_OTHERS, (player, but)), covers=covers)

    async def forget_player(self, player: str) -> None:
        """Delete the name, the password, the roles and the sessions of a player; the id stays in the logs."""
        await self._change(
            ("UPDATE players SET name = '', called = NULL, password = '' WHERE id = ?", (player,)),
            ("DELETE FROM skeletons WHERE player = ?", (player,)),
            ("DELETE FROM grants WHERE player = ?", (player,)),
            ("DELETE FROM sessions WHERE player = ?", (player,)),
            covers=[_row_of(player), Cover("grants", "player = ?", (player,)), _sessions_of(player)],
        )

    async def _forget_sessions(self, now: Micros) -> None:
        """Delete the sessions that have expired."""
        with suppress(StoreTrouble):  # nobody gets in with them, and there is another time
            expired = Cover("sessions", "expires <= ?", (now,))
            await self._change(("DELETE FROM sessions WHERE expires <= ?", (now,)), covers=[expired])

    async def count_attempt(self, key: str, *, window: Micros) -> Attempts:
        """Count one more attempt under a key; return how many there were since its window began.

        A window that begins too far ahead was begun by a clock that was set back since, and is over.
        """
        now = self._clock.now()
        begun, until = "(attempts.since <= ? OR attempts.since > ?)", (now - window, now + window)
        return await self._attempt(key, now, begun, until, "attempts.since", ())

    async def reserve_attempt(self, key: str, *, wait: Micros, most: Micros) -> Micros:
        """Reserve the next moment under a key, so long after the one before, and return it; one too far off is none."""
        now = self._clock.now()
        over, bounds = "(attempts.since <= ? OR attempts.since > ?)", (now, now + most)
        return (await self._attempt(key, now + wait, over, bounds, "attempts.since + ?", (wait,))).since

    async def _attempt(
        self, key: str, first: Micros, over: str, bounds: tuple[Micros, ...], then: str, more: tuple[Micros, ...]
    ) -> Attempts:
        """Enter an attempt: the first one, also where the row is over, or one more of them."""
        insert = (
            "INSERT INTO attempts (key, count, since, digest) VALUES (?, 1, ?, ?) ON CONFLICT (key) DO UPDATE SET"
            f" count = CASE WHEN {over} THEN 1 ELSE attempts.count + 1 END,"
            f" since = CASE WHEN {over} THEN excluded.since ELSE {then} END,"
            # A row that is not what was stored gets no digest that it has no claim to: verify still names it.
            f" digest = CASE WHEN {over} OR attempts.digest = {_OF_ATTEMPTS} THEN excluded.digest"
            " ELSE attempts.digest END"
        )
        seal = f"UPDATE attempts SET digest = {_OF_ATTEMPTS} WHERE key = ? AND digest = ?"
        forget = "DELETE FROM attempts WHERE since <= ?"
        entered = (insert, (key, first, b"", *bounds, *bounds, *more, *bounds))
        await self._change(entered, (seal, (key, b"")), (forget, (self._clock.now() - ATTEMPTS_MICROS,)))
        found = await self._rows("SELECT count, since FROM attempts WHERE key = ?", key)
        return Attempts._make(found[0]) if found else Attempts(1, first)

    async def forget_attempts(self, key: str) -> None:
        """Delete the attempts under a key."""
        await self._change(("DELETE FROM attempts WHERE key = ?", (key,)))

    async def secret(self, name: str) -> bytes:
        """Return 32 random bytes that all processes over this store share under a name; the first one makes them."""
        query = "SELECT value FROM secrets WHERE name = ?"
        found = await self._rows(query, name)
        if not found:
            insert = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
            await self._change((insert, (name, token_bytes(32))), covers=[Cover("secrets", "name = ?", (name,))])
            found = await self._rows(query, name)
        return bytes(found[0][0])

    async def grant(self, grant: Grant) -> None:
        """Grant a role; a second grant replaces the first."""
        await self._change(
            (
                "INSERT INTO grants (player, table_id, role, acting, granted_by, at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player, table_id, role) DO UPDATE"
                " SET acting = excluded.acting, granted_by = excluded.granted_by, at = excluded.at",
                grant,
            ),
            covers=[Cover("grants", _ONE_GRANT, grant[:3])],
        )

    async def revoke(self, player: str, table: str, role: str) -> bool:
        """Revoke a role; False if it was not held."""
        one = (player, table, role)
        delete = (f"DELETE FROM grants WHERE {_ONE_GRANT}", one)
        return bool(await self._change(delete, covers=[Cover("grants", _ONE_GRANT, one)]))

    async def grants(self, *, player: str | None = None, table: str | None = None) -> Sequence[Grant]:
        """Return the roles that are held, by player or by table; those for all tables are under "*"."""
        where, values = _where(("player = ?", player), ("table_id = ?", table))
        query = f"SELECT player, table_id, role, acting, granted_by, at FROM grants {where}"
        found = await self._rows(f"{query} ORDER BY player, table_id, role", *values)
        return [Grant(who, where_, role, bool(acting), by, at) for who, where_, role, acting, by, at in found]

    async def end_account_sessions(self) -> int:
        """Delete the sessions of all accounts and return of how many; those of guests stay."""
        of_accounts = "player IN (SELECT id FROM players WHERE password <> '')"
        found = await self._rows(f"SELECT count(DISTINCT player) FROM sessions WHERE {of_accounts}")
        covers = [Cover("sessions", of_accounts, ())]
        await self._change((f"DELETE FROM sessions WHERE {of_accounts}", ()), covers=covers)
        return int(found[0][0])

    async def revoke_all(self) -> Sequence[Grant]:
        """Revoke every role that is held, and return them."""
        held = await self.grants()
        await self._change(("DELETE FROM grants", ()), covers=[Cover("grants", "true", ())])
        return held

    async def set_limit(self, limit: OwnLimit) -> None:
        """Store a player's own limit in place of the old one."""
        await self._change(
            (
                "INSERT INTO limits (player, kind, value, since, next_value, next_at) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player, kind) DO UPDATE SET value = excluded.value, since = excluded.since,"
                " next_value = excluded.next_value, next_at = excluded.next_at",
                limit,
            ),
            covers=[Cover("limits", "player = ? AND kind = ?", (limit.player, limit.kind))],
        )

    async def conduct(self, *, since: Micros = 0) -> Sequence[ConductRow]:
        """Return judgements of players from a moment on, oldest first."""
        query = "SELECT player, book, table_id, seq, at, kind FROM conduct WHERE at >= ?"
        return [ConductRow._make(row) for row in await self._rows(f"{query} ORDER BY at, table_id, seq, player", since)]

    async def limits(self, player: str) -> Sequence[OwnLimit]:
        """Return a player's own limits."""
        query = "SELECT player, kind, value, since, next_value, next_at FROM limits WHERE player = ? ORDER BY kind"
        return [OwnLimit._make(row) for row in await self._rows(query, player)]


def _takes(player: Player) -> list[Statement]:
    """Return what takes the skeletons of a new account's name; whoever has no password has no name either."""
    mine = sorted(skeletons(player.name)) if player.password else []
    return [("INSERT INTO skeletons (skeleton, player) VALUES (?, ?)", (each, player.id)) for each in mine]


def _row_of(player: str) -> Cover:
    return Cover("players", "id = ?", (player,))


def _sessions_of(player: str) -> Cover:
    return Cover("sessions", "player = ?", (player,))


def _where(*conditions: tuple[str, Any]) -> tuple[str, list[Any]]:
    """Join the conditions that have a value."""
    asked = [(test, value) for test, value in conditions if value is not None]
    joined = " AND ".join(test for test, _ in asked)
    return (f"WHERE {joined}" if joined else ""), [value for _, value in asked]


def _rolls(player: str | None, table: str | None, before: Micros, since: Micros | None) -> tuple[str, list[Any]]:
    """Return the source of recalled rolls: a player's by their spans, a table's by its index."""
    moments = (("at < ?", before or None), ("at >= ?", since))
    if player is None:
        where, values = _where(("table_id = ?", table), *moments)
        return f"recall {where}", values
    first = None if since is None else since // SPAN_MICROS
    last = before // SPAN_MICROS if before else None
    spans = (("played.player = ?", player), ("played.span >= ?", first), ("played.span <= ?", last))
    # CROSS JOIN and || '' keep SQLite from beginning with the table, whose rolls are everybody's.
    where, values = _where(*spans, ("table_id || '' = ?", table), *moments)
    return f"played CROSS JOIN recall {where} AND recall.player = played.player AND recall.span = played.span", values


def recall_lines(rows: Iterable[RecallRow]) -> tuple[list[Row], list[Row]]:
    """Return the rows of recalled rolls and of who played in which span, sorted, so that inserts are fast.

    Two processes that enter the same players in the same order cannot wait for one another.
    """
    lines: list[Row] = sorted((*row, row.at // SPAN_MICROS) for row in rows)
    return lines, sorted({(line[0], line[-1]) for line in lines})


def _table_row(row: Row) -> TableRow:
    return TableRow._make((*row[:-1], bool(row[-1])))


def _session(row: Row) -> LoginSession:
    return LoginSession._make((bytes(row[0]), *row[1:]))


def _called(name: str) -> str | None:
    return unicodedata.normalize("NFKC", name).casefold() or None
