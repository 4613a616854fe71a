"""Contract of a store: a durable append-only log for each table, double-entry wallets, leases and players.

Nothing is acknowledged before `append` has returned. A store keeps what it was given and decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from comeout.errors import ComeoutError
from comeout.log.house_log import Changed, HouseEntry
from comeout.log.records import (
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

LEASE_SECONDS = 3.0
"""How long a lease lasts unless its owner renews it."""


class StoreTrouble(ComeoutError):
    """The store is unavailable: the disk is full or the connection is lost. Nothing of the batch was committed."""


class StaleOwner(ComeoutError):
    """The fencing token is stale: another owner has a higher epoch, so the store refuses this owner's writes."""


class WalletShort(ComeoutError):
    """A wallet has less money than a posting takes from it. Nothing of the batch was committed."""


class AlreadyAnswered(ComeoutError):
    """A command of the batch was answered before (same idempotency key). Nothing of the batch was committed."""


class Store(Protocol):
    """Contract of every store: durable logs, double-entry bookkeeping, leases, players. Its tests run on all stores."""

    async def open(self) -> None:
        """Create or migrate the schema, delete expired sessions and get ready."""

    async def close(self) -> None:
        """Finish pending writes and release everything."""

    # ---- tables and their owners

    async def keep_book(self, book: BookRow) -> None:
        """Store the text of a book by its digest. Idempotent."""

    async def book(self, digest: str) -> BookRow | None:
        """Return the text of a book that was ever used."""

    async def create_table(self, row: TableRow) -> None:
        """Insert a new table with an empty log."""

    async def tables(self, *, player: str | None = None, closed: bool = False) -> Sequence[TableRow]:
        """Return the tables of the house, or of one player; closed ones only on request."""

    async def table(self, table: str) -> TableRow | None:
        """Return one table."""

    async def claim(self, table: str, owner: str, *, lease_s: float) -> Lease | None:
        """Claim the lease with a new epoch, if nobody else holds an unexpired one (leader election).

        The epoch is above that of the last lease and above that of the last record, whichever is higher.
        """

    async def lease(self, table: str) -> Lease | None:
        """Return the lease on a table, released (without an owner) or not; None if there never was one."""

    async def renew(self, lease: Lease, *, lease_s: float) -> bool:
        """Renew the lease; False if another owner has taken it."""

    async def release(self, lease: Lease) -> None:
        """Release the lease, so that another owner can claim it at once."""

    # ---- the log

    async def append(self, lease: Lease, batch: Batch) -> None:
        """Commit a batch durably, or raise StaleOwner, WalletShort, AlreadyAnswered or StoreTrouble. All or nothing."""

    async def records(self, table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        """Return the records of a log after a sequence number, oldest first."""

    async def last_record(self, table: str) -> Record | None:
        """Return the last record of a log."""

    async def dice_record(self, table: str, kind: DiceRecord, *, before: int) -> Record | None:
        """Return the last record of a kind that proves rolls before a sequence number, found by an index."""

    async def answer(self, player: str, command: str) -> bytes | None:
        """Return the stored answer of a command."""

    async def answers(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """Return the stored answers that some commands have, by player and id."""

    async def forget_answers(self, before: Micros) -> None:
        """Delete the answers of commands from before a moment."""

    async def save_snapshot(self, lease: Lease, snapshot: SnapshotRow) -> None:
        """Save the owner's snapshot, or raise StaleOwner; all older ones but one may be deleted."""

    async def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the newest snapshot of a table, if it is the one that its owner saved; otherwise None.

        Its digest is in the log of the house.
        """

    async def recall(self, *, player: str | None, table: str | None, before: Micros, limit: int) -> Sequence[RecallRow]:
        """Return settled rolls, newest first, of a player, a table or both, from before a moment (0: from the newest).

        A page never ends inside a roll: it may be longer than its limit, and the next one begins before its last.
        """

    # ---- money

    async def post(self, postings: Sequence[tuple[str, Amount]], *, why: str, key: str) -> None:
        """Move money outside any table, such as a bonus. Idempotent: the same key posts once."""

    async def balance(self, account: str) -> Amount:
        """Return the balance of an account."""

    async def balances(self, prefix: str = "") -> Sequence[tuple[str, Amount]]:
        """Return every account whose name has this prefix."""

    async def postings(self, *, table: str, after: int = 0, limit: int = 10_000) -> Sequence[Posting]:
        """Return the postings of a table's log."""

    async def account_sums(self) -> Sequence[tuple[str, Amount]]:
        """Return the sum of each account's postings, to check the balances against."""

    # ---- people

    async def add_player(self, player: Player) -> bool:
        """Insert a player; False if the name is taken."""

    async def player(self, player: str) -> Player | None:
        """Return a player by id."""

    async def player_called(self, name: str) -> Player | None:
        """Return an account by its name, ignoring case."""

    async def name_player(self, player: str, *, name: str, password: str) -> bool:
        """Turn a guest into an account; False if the name, or one like it, is taken; ValueError for no guest."""

    async def rename_player(self, player: str, name: str) -> bool:
        """Change the name of an account; False if the name or one that looks like it is taken."""

    async def add_session(self, session: LoginSession) -> None:
        """Insert a session: sign somebody in."""

    async def session(self, token: bytes) -> LoginSession | None:
        """Return the session of a token, expired or not."""

    async def sessions(self, tokens: Sequence[bytes]) -> Sequence[LoginSession]:
        """Return the sessions that these tokens have, expired or not."""

    async def sessions_of(self, player: str) -> Sequence[LoginSession]:
        """Return the sessions of a player, expired or not."""

    async def prolong_session(self, token: bytes, expires: Micros) -> None:
        """Extend a session until then; a session that has ended stays ended."""

    async def end_session(self, token: bytes) -> None:
        """Delete a session: sign somebody out."""

    async def end_sessions(self, player: str, *, but: bytes) -> None:
        """Delete the sessions of a player, but for one."""

    async def set_password(self, player: str, password: str, *, but: bytes) -> None:
        """Replace the password hash of an account, and delete its sessions, but for one."""

    async def forget_player(self, player: str) -> None:
        """Delete the name, the password, the roles and the sessions of a player; the id stays in the logs."""

    async def unused_guests(self, *, before: Micros, after: str = "", limit: int = 100) -> Sequence[str]:
        """Return the ids of guests who came before a moment and have no session, in their order after an id."""

    async def remove_guest(self, player: str) -> None:
        """Delete a guest who has no session, with limits and roles; the id stays in the logs and the ledger."""

    async def count_attempt(self, key: str, *, window: Micros) -> Attempts:
        """Count one more attempt under a key; return how many there were since its window began."""

    async def reserve_attempt(self, key: str, *, wait: Micros, most: Micros) -> Micros:
        """Reserve the next moment under a key, so long after the one before, and return it; one too far off is none."""

    async def forget_attempts(self, key: str) -> None:
        """Delete the attempts under a key."""

    async def secret(self, name: str) -> bytes:
        """Return 32 random bytes that all processes over this store share under a name; the first one makes them."""

    async def grant(self, grant: Grant) -> None:
        """Grant a role."""

    async def revoke(self, player: str, table: str, role: str) -> bool:
        """Revoke a role; False if it was not held."""

    async def grants(self, *, player: str | None = None, table: str | None = None) -> Sequence[Grant]:
        """Return the roles that are held."""

    async def end_account_sessions(self) -> int:
        """Delete the sessions of all accounts and return of how many; those of guests stay."""

    async def revoke_all(self) -> Sequence[Grant]:
        """Revoke every role that is held, and return them."""

    async def set_limit(self, limit: OwnLimit) -> None:
        """Store a player's own limit."""

    async def limits(self, player: str) -> Sequence[OwnLimit]:
        """Return a player's own limits."""

    async def conduct(self, *, since: Micros = 0) -> Sequence[ConductRow]:
        """Return judgements of players from a moment on, oldest first."""

    # ---- the log of the house

    async def house_log(self, *, after: int = 0, limit: int = 1000) -> Sequence[HouseEntry]:
        """Return the entries of the log of the house after a sequence number, oldest first.

        Every change of books, tables, moves, judgements, players, sessions, grants, limits, secrets and snapshots is
        entered there, in the transaction of the change.
        """

    async def covered(
        self, what: str, *, after: Sequence[Any] = (), limit: int = 1000
    ) -> Sequence[tuple[tuple[Any, ...], Changed]]:
        """Return rows of a table that the log of the house covers, after a key: the key of each, and what it holds."""

    async def unsound(self) -> str:
        """Return the first row outside all logs that contradicts itself or what it follows from; empty if none."""

    # ---- what an operator asks

    async def last_recalled(self, table: str) -> int:
        """Return the highest sequence number of a table that a recalled roll names; 0 if there is none."""

    async def last_answered(self) -> int:
        """Return the highest sequence number in a stored answer, of any table: an answer does not name its table."""

    async def damage(self) -> str:
        """Return what the database's integrity check finds; empty if nothing, or if there is no such check."""

    async def backup(self, target: str) -> None:
        """Write a consistent backup to a new file."""
