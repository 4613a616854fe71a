"""What the house asks of a store: one durable log a table, wallets in double entry, and who is who.

Nothing is acknowledged before `append` has returned. A store keeps what it was given and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from comeout.log.records import (
    Batch,
    BookRow,
    ConductRow,
    Grant,
    Lease,
    Micros,
    OwnLimit,
    Player,
    Posting,
    RecallRow,
    Record,
    Session,
    Snapshot,
    TableRow,
)
from comeout.money import Amount

LEASE_SECONDS = 3.0
"""How long an owner holds a table without a word."""


class StoreTrouble(Exception):
    """The store cannot be written or read just now: a full disk, a lost connection. Nothing of the batch was kept."""


class StaleOwner(Exception):
    """Somebody else owns the table now: this owner's writes are refused."""


class WalletShort(Exception):
    """A wallet does not hold what a posting takes from it. Nothing of the batch was kept."""


class AlreadyAnswered(Exception):
    """A command of the batch was answered before. Nothing of the batch was kept."""


class Store(Protocol):
    """The contract that every store keeps; its tests run on all of them."""

    async def open(self) -> None:
        """Create or upgrade the schema, forget sessions that have expired and be ready."""

    async def close(self) -> None:
        """Finish what was handed over and let go."""

    # ---- tables and their owners

    async def keep_book(self, book: BookRow) -> None:
        """Keep a book's text by its digest; keeping it again changes nothing."""

    async def book(self, digest: str) -> BookRow | None:
        """The text of a book ever used."""

    async def create_table(self, row: TableRow) -> None:
        """Enter a new table without a log."""

    async def tables(self, *, player: str | None = None, closed: bool = False) -> Sequence[TableRow]:
        """The tables of the house, or of one player; closed ones only if asked for."""

    async def table(self, table: str) -> TableRow | None:
        """One table."""

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        """Become the owner with a new epoch, if nobody else holds an unexpired lease."""

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        """Keep the lease; False if somebody else has taken it."""

    async def release(self, lease: Lease) -> None:
        """Give the lease up so that somebody else can claim it at once."""

    # ---- the log

    async def append(self, lease: Lease, batch: Batch) -> None:
        """Keep a batch durably, or raise StaleOwner, WalletShort, AlreadyAnswered or StoreTrouble and keep nothing."""

    async def records(self, table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        """The log after a sequence number, oldest first."""

    async def last_record(self, table: str) -> Record | None:
        """The end of a log."""

    async def answer(self, player: str, command: str) -> bytes | None:
        """What a command was answered."""

    async def save_snapshot(self, lease: Lease, snapshot: Snapshot) -> None:
        """Keep the owner's snapshot, or raise StaleOwner; older ones of the table may go, but one."""

    async def snapshot(self, table: str) -> Snapshot | None:
        """The newest snapshot of a table."""

    async def recall(self, *, player: str | None, table: str | None, before: Micros, limit: int) -> Sequence[RecallRow]:
        """Settled rolls, newest first, of a player, a table or both, from before a moment (0: from the newest).

        A page never ends inside a roll: it may be longer than its limit, and the next one begins before its last.
        """

    # ---- money

    async def post(self, postings: Sequence[tuple[str, Amount]], *, why: str, key: str) -> None:
        """Move money outside any table (a bonus). The same key posts once."""

    async def balance(self, account: str) -> Amount:
        """What an account holds."""

    async def balances(self, prefix: str = "") -> Sequence[tuple[str, Amount]]:
        """Every account whose name begins so."""

    async def postings(self, *, table: str, after: int = 0, limit: int = 10_000) -> Sequence[Posting]:
        """The postings of a table's log."""

    async def account_sums(self) -> Sequence[tuple[str, Amount]]:
        """Every account added up from its postings, to hold against the balances."""

    # ---- people

    async def add_player(self, player: Player) -> bool:
        """Enter a player; False if the name is taken."""

    async def player(self, player: str) -> Player | None:
        """A player by id."""

    async def player_called(self, name: str) -> Player | None:
        """An account by its name, whatever its case."""

    async def name_player(self, player: str, *, name: str, password: str) -> bool:
        """Turn a guest into an account; False if the name is taken, ValueError for who is no guest."""

    async def add_session(self, session: Session) -> None:
        """Sign somebody in."""

    async def session(self, token: bytes) -> Session | None:
        """Who is signed in with this token, expired or not."""

    async def prolong_session(self, token: bytes, expires: Micros) -> None:
        """Let a session last until then; one that has ended stays ended."""

    async def end_session(self, token: bytes) -> None:
        """Sign out."""

    async def grant(self, grant: Grant) -> None:
        """Give a role."""

    async def revoke(self, player: str, table: str, role: str) -> bool:
        """Take a role back; False if it was not held."""

    async def grants(self, *, player: str | None = None, table: str | None = None) -> Sequence[Grant]:
        """Roles held."""

    async def set_limit(self, limit: OwnLimit) -> None:
        """Keep a player's own limit."""

    async def limits(self, player: str) -> Sequence[OwnLimit]:
        """A player's own limits."""

    async def conduct(self, *, since: Micros = 0) -> Sequence[ConductRow]:
        """Judgements of players from a moment on, oldest first."""

    # ---- what an operator asks

    async def last_recalled(self, table: str) -> int:
        """The highest sequence number of a table that a recalled roll names; 0 if there is none."""

    async def last_answered(self) -> int:
        """The highest sequence number that a kept answer names, at whichever table: an answer does not say."""

    async def damage(self) -> str:
        """What the database finds wrong with its own file; empty if nothing, or if it has no such check."""

    async def backup(self, target: str) -> None:
        """Write a consistent copy to a new file."""
