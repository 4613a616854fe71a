"""The contract `Store` in memory: quick enough for thousands of simulated worlds, and as strict as the real ones."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from secrets import token_bytes
from typing import Any

from comeout.house.clock import Clock, WallClock
from comeout.house.name_skeletons import skeletons
from comeout.house.store.batch_checks import Append, Entry, Kept, Move, Teller, check_shape
from comeout.house.store.contract import StaleOwner
from comeout.log.house_log import Changed, HouseEntry
from comeout.log.records import (
    LATEST,
    Attempts,
    Batch,
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


class MemoryStore:
    """Everything a store keeps, in dictionaries. What outlives a process here is the object itself."""

    def __init__(self, *, clock: Clock | None = None) -> None:
        self._clock = clock or WallClock()
        self._books: dict[str, BookRow] = {}
        self._tables: dict[str, TableRow] = {}
        self._leases: dict[str, tuple[str, int, int]] = {}
        """Owner, epoch, and when the lease runs out."""
        self._records: dict[str, list[Record]] = {}
        self._posted: dict[str, list[Posting]] = {}
        self._moves: list[tuple[str, Amount]] = []
        self._snapshots: dict[str, SnapshotRow] = {}
        self._recall: list[RecallRow] = []
        self._conduct: list[ConductRow] = []
        self._answers: dict[tuple[str, str], bytes] = {}
        self._answered_at: dict[tuple[str, str], Micros] = {}
        self._kept = Kept()
        self._players: dict[str, Player] = {}
        self._sessions: dict[bytes, LoginSession] = {}
        self._attempts: dict[str, Attempts] = {}
        self._secrets: dict[str, bytes] = {}
        self._grants: dict[tuple[str, str, str], Grant] = {}
        self._limits: dict[tuple[str, str], OwnLimit] = {}

    async def open(self) -> None:
        """Nothing to make ready; sessions that have expired go."""
        now = self._clock.now()
        self._sessions = {token: each for token, each in self._sessions.items() if each.expires > now}

    async def close(self) -> None:
        """Nothing to let go of."""

    # ---- tables and their owners

    async def keep_book(self, book: BookRow) -> None:
        """Keep a book's text by its digest."""
        self._books.setdefault(book.digest, book)

    async def book(self, digest: str) -> BookRow | None:
        """The text of a book ever used."""
        return self._books.get(digest)

    async def create_table(self, row: TableRow) -> None:
        """Enter a new table without a log."""
        if row.id in self._tables:
            raise ValueError(f"there is a table {row.id} already")
        self._tables[row.id] = row

    async def tables(self, *, player: str | None = None, closed: bool = False) -> Sequence[TableRow]:
        """The tables of the house, or of one player; closed ones only if asked for."""
        rows = sorted(self._tables.values(), key=lambda row: (row.created, row.id))
        return [row for row in rows if player in (None, row.player) and (closed or not row.closed)]

    async def table(self, table: str) -> TableRow | None:
        """One table."""
        return self._tables.get(table)

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        """Become the owner with a new epoch, if nobody else holds an unexpired lease."""
        now = self._clock.now()
        held, epoch, until = self._leases.get(table, ("", 0, 0))
        if held != owner and until > now:
            return None
        log = self._records.get(table)
        epoch = max(epoch, log[-1].epoch if log else 0) + 1
        self._own(table, owner, epoch, now + round(lease_s * 1_000_000))
        return Lease(table, owner, epoch)

    async def lease(self, table: str) -> Lease | None:
        """The lease on a table, held by somebody or not."""
        return Lease(table, *self._leases[table][:2]) if table in self._leases else None

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        """Keep the lease; False if somebody else has taken it."""
        mine = self._leases.get(lease.table, ("", 0, 0))[:2] == (lease.owner, lease.epoch)
        if mine:
            self._own(*lease, self._clock.now() + round(lease_s * 1_000_000))
        return mine

    async def release(self, lease: Lease) -> None:
        """Give the lease up so that somebody else can claim it at once."""
        if self._leases.get(lease.table, ("", 0, 0))[:2] == (lease.owner, lease.epoch):
            self._own(lease.table, "", lease.epoch, 0)

    def _own(self, table: str, owner: str, epoch: int, until: int) -> None:
        self._leases[table] = (owner, epoch, until)
        self._kept.owners[table] = (owner, epoch)

    # ---- the log

    async def append(self, lease: Lease, batch: Batch) -> None:
        """Keep a batch, or raise and keep nothing."""
        self._enter(Append(lease, batch))

    async def post(self, postings: Sequence[tuple[str, Amount]], *, why: str, key: str) -> None:
        """Move money outside any table. The same key posts once."""
        self._enter(Move(tuple(postings), why, key, self._clock.now()))

    def _enter(self, entry: Entry) -> None:
        check_shape(entry)
        if isinstance(entry, Append):
            _check_columns(entry.batch.records, entry.batch.postings, entry.batch.answers)
        teller = Teller(self._kept)
        teller.take(entry)
        rows = teller.rows
        for record in rows.records:
            self._records.setdefault(record.table, []).append(record)
        for table, seq, _, account, amount in rows.postings:
            self._posted.setdefault(table, []).append(Posting(seq, account, amount))
        self._moves += [(account, amount) for _, _, account, amount, _, _ in rows.moves]
        self._answers |= {(row.player, row.command): row.reply for row in rows.answers}
        self._answered_at |= {(row.player, row.command): row.at for row in rows.answers}
        self._recall += rows.recall
        self._conduct += rows.conduct
        for table in rows.closed:
            self._tables[table] = self._tables[table]._replace(closed=True)

    async def records(self, table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        """The log after a sequence number, oldest first."""
        return self._records.get(table, [])[max(0, after) :][:limit]

    async def last_record(self, table: str) -> Record | None:
        """The end of a log."""
        found = self._records.get(table)
        return found[-1] if found else None

    async def dice_record(self, table: str, kind: DiceRecord, *, before: int) -> Record | None:
        """The last record of a kind before a sequence number."""
        found = self._records.get(table, [])[: max(0, before - 1)]
        return next((record for record in reversed(found) if record.kind == kind), None)

    async def answer(self, player: str, command: str) -> bytes | None:
        """What a command was answered."""
        return self._answers.get((player, command))

    async def answers(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """The answers that some commands have."""
        return {command: self._answers[command] for command in commands if command in self._answers}

    async def forget_answers(self, before: Micros) -> None:
        """Forget old ones."""
        for key in [key for key, at in self._answered_at.items() if at < before]:
            del self._answers[key], self._answered_at[key]

    async def save_snapshot(self, lease: Lease, snapshot: SnapshotRow) -> None:
        """Keep the owner's newest snapshot."""
        if snapshot.table != lease.table:
            raise ValueError(f"a snapshot of {snapshot.table} is not for the owner of {lease.table}")
        if self._kept.owners.get(lease.table) != (lease.owner, lease.epoch):
            raise StaleOwner(f"{lease.owner} does not own {lease.table} in epoch {lease.epoch} any more")
        kept = self._snapshots.get(snapshot.table)
        if kept is None or kept.seq <= snapshot.seq:
            self._snapshots[snapshot.table] = snapshot

    async def snapshot(self, table: str) -> SnapshotRow | None:
        """The newest snapshot of a table."""
        return self._snapshots.get(table)

    async def recall(self, *, player: str | None, table: str | None, before: int, limit: int) -> Sequence[RecallRow]:
        """Settled rolls, newest first, from before a moment; a page never ends inside a roll."""
        rows = [row for row in self._recall if player in (None, row.player) and table in (None, row.table)]
        rows = [row for row in rows if not before or row.at < before]
        rows.sort(key=lambda row: (-row.at, row.table, -row.seq, row.player))
        floor = rows[limit - 1].at if len(rows) >= limit else 0
        return [row for row in rows if row.at >= floor]

    # ---- money

    async def balance(self, account: str) -> Amount:
        """What an account holds."""
        return self._kept.balances.get(account, 0)

    async def balances(self, prefix: str = "") -> Sequence[tuple[str, Amount]]:
        """Every account whose name begins so."""
        return sorted(pair for pair in self._kept.balances.items() if pair[0].startswith(prefix))

    async def postings(self, *, table: str, after: int = 0, limit: int = 10_000) -> Sequence[Posting]:
        """The postings of a table's log; a page never ends inside a record."""
        found = [posting for posting in self._posted.get(table, []) if posting.seq > after]
        last = found[limit - 1].seq if len(found) >= limit else None
        return [posting for posting in found if last is None or posting.seq <= last]

    async def account_sums(self) -> Sequence[tuple[str, Amount]]:
        """Every account added up from its postings."""
        sums: Counter[str] = Counter()
        for account, amount in self._moves:
            sums[account] += amount
        for posted in self._posted.values():
            for posting in posted:
                sums[posting.account] += posting.amount
        return sorted(sums.items())

    # ---- people

    async def add_player(self, player: Player) -> bool:
        """Enter a player; False if the name is taken."""
        _check_columns([player])
        if player.id in self._players:
            raise ValueError(f"there is a player {player.id} already")
        if player.name and self._called(player.name):
            return False
        self._players[player.id] = player
        return True

    async def player(self, player: str) -> Player | None:
        """A player by id."""
        return self._players.get(player)

    async def player_called(self, name: str) -> Player | None:
        """An account by its name, whatever its case."""
        found = self._called(name)
        return found if found and found.password else None

    def _called(self, name: str) -> Player | None:
        wanted = _plain(name)
        return next((each for each in self._players.values() if each.name and _plain(each.name) == wanted), None)

    async def name_player(self, player: str, *, name: str, password: str) -> bool:
        """Turn a guest into an account; False if the name is taken."""
        if self._like(name, player):
            return False
        if player not in self._players or self._players[player].password:
            raise ValueError(f"there is no guest {player}")
        self._players[player] = self._players[player]._replace(name=name, password=password)
        return True

    async def rename_player(self, player: str, name: str) -> bool:
        """Change a name; False if it is taken."""
        if self._like(name, player) or not self._players[player].password:
            return False
        self._players[player] = self._players[player]._replace(name=name)
        return True

    def _like(self, name: str, player: str) -> bool:
        """Whether somebody else has this name, or an account one that looks like it."""
        others = [each for each in self._players.values() if each.id != player and each.name]
        mine = skeletons(name)
        return any(
            _plain(each.name) == _plain(name) or (each.password and mine & skeletons(each.name)) for each in others
        )

    async def count_attempt(self, key: str, *, window: int) -> Attempts:
        """Count one more attempt."""
        now, kept = self._clock.now(), self._attempts.get(key)
        again = kept is not None and now - window < kept.since <= now + window
        self._attempts[key] = Attempts(kept.number + 1, kept.since) if kept and again else Attempts(1, now)
        return self._attempts[key]

    async def reserve_attempt(self, key: str, *, wait: int, most: int) -> int:
        """Reserve the next moment."""
        now, kept = self._clock.now(), self._attempts.get(key)
        last = kept.since if kept and now < kept.since <= now + most else now
        self._attempts[key] = Attempts(1, last + wait)
        return last + wait

    async def forget_attempts(self, key: str) -> None:
        """Forget attempts."""
        self._attempts.pop(key, None)

    async def secret(self, name: str) -> bytes:
        """A secret of the house."""
        return self._secrets.setdefault(name, token_bytes(32))

    async def add_session(self, session: LoginSession) -> None:
        """Sign somebody in."""
        if session.token in self._sessions:
            raise ValueError("this token is in use already")
        self._sessions[session.token] = session

    async def session(self, token: bytes) -> LoginSession | None:
        """Who is signed in with this token, expired or not."""
        return self._sessions.get(token)

    async def sessions(self, tokens: Sequence[bytes]) -> Sequence[LoginSession]:
        """The sessions of these tokens."""
        return [self._sessions[token] for token in tokens if token in self._sessions]

    async def sessions_of(self, player: str) -> Sequence[LoginSession]:
        """The sessions of a player."""
        return [each for each in self._sessions.values() if each.player == player]

    async def end_sessions(self, player: str, *, but: bytes) -> None:
        """Sign a player out everywhere but there."""
        over = [each.token for each in await self.sessions_of(player) if each.token != but]
        for token in over:
            del self._sessions[token]

    async def set_password(self, player: str, password: str, *, but: bytes) -> None:
        """Replace a password; every other session ends."""
        if self._players[player].password:
            self._players[player] = self._players[player]._replace(password=password)
        await self.end_sessions(player, but=but)

    async def forget_player(self, player: str) -> None:
        """Name, password, roles and sessions go."""
        self._players[player] = self._players[player]._replace(name="", password="")
        self._grants = {key: each for key, each in self._grants.items() if each.player != player}
        await self.end_sessions(player, but=b"")

    async def unused_guests(self, *, before: Micros, after: str = "", limit: int = 100) -> Sequence[str]:
        """Guests without a session."""
        present = {each.player for each in self._sessions.values() if each.expires > self._clock.now()}
        guests = (each for each in self._players.values() if not each.password and each.id not in present)
        return sorted(each.id for each in guests if each.created < before and each.id > after)[:limit]

    async def remove_guest(self, player: str) -> None:
        """Delete a guest without a session."""
        if player in await self.unused_guests(before=LATEST, limit=LATEST):
            del self._players[player]
            self._limits = {key: each for key, each in self._limits.items() if each.player != player}
            self._grants = {key: each for key, each in self._grants.items() if each.player != player}
            await self.end_sessions(player, but=b"")

    async def prolong_session(self, token: bytes, expires: int) -> None:
        """Let a session last until then; one that has ended stays ended."""
        if token in self._sessions:
            self._sessions[token] = self._sessions[token]._replace(expires=expires)

    async def end_session(self, token: bytes) -> None:
        """Sign out."""
        self._sessions.pop(token, None)

    async def grant(self, grant: Grant) -> None:
        """Give a role."""
        self._grants[grant.player, grant.table, grant.role] = grant

    async def revoke(self, player: str, table: str, role: str) -> bool:
        """Take a role back; False if it was not held."""
        return self._grants.pop((player, table, role), None) is not None

    async def grants(self, *, player: str | None = None, table: str | None = None) -> Sequence[Grant]:
        """Roles held."""
        found = [self._grants[key] for key in sorted(self._grants)]
        return [each for each in found if player in (None, each.player) and table in (None, each.table)]

    async def end_account_sessions(self) -> int:
        """Sign every account out."""
        ended = {token: each for token, each in self._sessions.items() if self._players[each.player].password}
        for token in ended:
            del self._sessions[token]
        return len({each.player for each in ended.values()})

    async def revoke_all(self) -> Sequence[Grant]:
        """Take every role back."""
        held, self._grants = await self.grants(), {}
        return held

    async def set_limit(self, limit: OwnLimit) -> None:
        """Keep a player's own limit."""
        _check_columns([limit])
        self._limits[limit.player, limit.kind] = limit

    async def limits(self, player: str) -> Sequence[OwnLimit]:
        """A player's own limits."""
        return [limit for (who, _), limit in sorted(self._limits.items()) if who == player]

    async def conduct(self, *, since: int = 0) -> Sequence[ConductRow]:
        """Judgements of players from a moment on, oldest first."""
        rows = [row for row in self._conduct if row.at >= since]
        return sorted(rows, key=lambda row: (row.at, row.table, row.seq, row.player))

    async def last_recalled(self, table: str) -> int:
        """The highest sequence number of a table that a recalled roll names."""
        return max((row.seq for row in self._recall if row.table == table), default=0)

    async def last_answered(self) -> int:
        """The highest sequence number that a kept answer names."""
        return max((json.loads(reply)["seq"] for reply in self._answers.values()), default=0)

    async def house_log(self, *, after: int = 0, limit: int = 1000) -> Sequence[HouseEntry]:  # noqa: ARG002
        """Nobody can change anything behind its back."""
        return []

    async def covered(
        self,
        what: str,  # noqa: ARG002
        *,
        after: Sequence[Any] = (),  # noqa: ARG002
        limit: int = 1000,  # noqa: ARG002
    ) -> Sequence[tuple[tuple[Any, ...], Changed]]:
        """No row needs to be covered."""
        return []

    async def unsound(self) -> str:
        """What is in memory is as it was put there."""
        return ""

    async def damage(self) -> str:
        """There is no file to be damaged."""
        return ""

    async def backup(self, target: str) -> None:
        """There is no file to copy."""
        raise ValueError(f"{Path(target).name}: a store in memory has no backup")


def _check_columns(*rows: Iterable[Sequence[object]]) -> None:
    """Raise ValueError for what no column of a database takes."""
    for value in chain.from_iterable(chain.from_iterable(rows)):
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise ValueError(f"{value} is no 64-bit number")
        if isinstance(value, str):
            value.encode()


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
