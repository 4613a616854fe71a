"""Row types of a house: tables, books, records, postings, answers, leases and players, as a store keeps them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.rules.library import load_text


@lru_cache(maxsize=16)
def layout_of(book: BookRow) -> Layout:
    """Compile a stored book, with a cache: a house has many tables of few books."""
    return load_text(book.text, file=book.name, payouts=json.loads(book.payouts or "{}"))


Mode = Literal["live", "first-person"]
DiceKind = Literal["chain", "entropy", "crew", "lesson"]
DiceRecord = Literal["chain-published", "seeds-frozen", "dice-thrown"]
"""The kinds of record that prove a roll."""
Profile = Literal["standard", "regulated"]
Micros = int
"""A moment in UTC, in microseconds since 1970."""

LATEST = 2**62
"""A moment or record number after all others that a store can hold."""


LESSON_TABLE = "lesson_"
"""How the id of a lesson's table begins; the ids of other tables have no underscore."""


def is_lesson(table: str) -> bool:
    """Return whether a table is for a lesson: its chips come from no wallet, and what happens there counts nowhere."""
    return table.startswith(LESSON_TABLE)


def lesson_of(table: str) -> str:
    """Return the lesson of a lesson's table, from its id: `lesson_first-hand_0a1b2c`.

    >>> lesson_of("lesson_first-hand_0a1b2c")
    'first-hand'
    """
    return table.split("_")[1]


class TableRow(NamedTuple):
    """A table of the house: its fixed facts, and whether it is closed."""

    id: str
    name: str
    book: str
    """The digest of the book that it is played by."""
    mode: Mode
    dice: DiceKind
    profile: Profile
    player: str
    """The player who opened it for themselves; empty for a table of the house."""
    created: Micros
    closed: bool = False


class BookRow(NamedTuple):
    """The text of a book, stored by its digest, with the house's higher payouts as JSON."""

    digest: str
    name: str
    text: str
    payouts: str


class Record(NamedTuple):
    """One record of a table's log. Its hash covers all its fields, the book's digest and the hash before it."""

    table: str
    epoch: int
    seq: int
    at: Micros
    kind: str
    """The name of an event of the table, or of the house (in lower case)."""
    body: bytes
    hash: bytes


class Posting(NamedTuple):
    """One side of a double-entry bookkeeping entry: a change of one account.

    The postings of a record add up to zero.
    """

    seq: int
    account: str
    amount: Amount


class AnswerRow(NamedTuple):
    """Stored answer of a command, for idempotency: the same command gets the same answer."""

    player: str
    command: str
    reply: bytes
    at: Micros = 0


class RecallRow(NamedTuple):
    """One settled roll as one player saw it, complete, as JSON."""

    player: str
    table: str
    roll: int
    round: int
    seq: int
    at: Micros
    """When it was settled."""
    body: bytes


ConductKind = Literal["warned", "unwarned", "told-off", "barred", "lifted"]


class ConductRow(NamedTuple):
    """One judgement of a player under a book: a warning, a bar, or its lifting, as the log of a table has it."""

    player: str
    book: str
    """The id of the book, without its revision."""
    table: str
    seq: int
    at: Micros
    kind: ConductKind


@dataclass(slots=True)
class Batch:
    """What one transaction commits: all of it or nothing."""

    records: list[Record] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    answers: list[AnswerRow] = field(default_factory=list)
    recall: list[RecallRow] = field(default_factory=list)
    conduct: list[ConductRow] = field(default_factory=list)
    closes: bool = False
    """Whether the table closes with this batch."""


class Lease(NamedTuple):
    """Lease on a table: the right to write its log until another owner takes it with a higher epoch (fencing token)."""

    table: str
    owner: str
    epoch: int


class SnapshotRow(NamedTuple):
    """State of a table at one record of its log, so that a replay can start there."""

    table: str
    seq: int
    hash: bytes
    body: bytes


class Player(NamedTuple):
    """A player with a wallet: a guest, or an account with a name and a password."""

    id: str
    name: str
    password: str
    """The hash of the password; empty for guests."""
    created: Micros

    def __repr__(self) -> str:
        """Return the player without the password's hash, so that it gets into no log."""
        return f"Player(id={self.id!r}, name={self.name!r}, created={self.created})"


class LoginSession(NamedTuple):
    """A signed-in browser or client, stored by the hash of its token."""

    token: bytes
    player: str
    created: Micros
    expires: Micros


class Attempts(NamedTuple):
    """How many attempts were counted, and since when."""

    number: int
    since: Micros


class Grant(NamedTuple):
    """A role that a player holds at a table ("*": at all tables), in their own right or acting for somebody."""

    player: str
    table: str
    role: str
    acting: bool
    by: str
    at: Micros


class OwnLimit(NamedTuple):
    """A limit that a player set for themselves. A looser value waits until its time has come."""

    player: str
    kind: Literal["loss", "time", "stake"]
    value: int
    since: Micros
    next_value: int | None
    """The value that will replace this one; -1 lifts the limit."""
    next_at: Micros
