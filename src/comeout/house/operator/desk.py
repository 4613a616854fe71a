"""The operator's desk: notices, closings and voids at a table that no server owns, written to its log."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from comeout.house.clock import Clock
from comeout.house.host.closing import DeskError, _do, _finish_the_roll, _role
from comeout.house.host.create import crew_problem
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.writer import NotKept, Writer
from comeout.house.players.open_access import EVERYWHERE
from comeout.house.store.contract import Store
from comeout.log.fold import Fold, add_record
from comeout.log.hash_chain import Log
from comeout.log.records import Grant, Player, TableRow, layout_of
from comeout.money import show_amount
from comeout.rules.layout import Layout
from comeout.rules.wagers import Role
from comeout.table.advice.duties import void_command, void_roles
from comeout.table.messages import BetsReturned, Event, Interrupt, OutcomeUndone, PostNotice
from comeout.table.state import TableState

LEASE_SECONDS = 30.0
OPERATOR = "operator"


async def layout_at(store: Store, row: TableRow) -> Layout:
    """Return the compiled book that a table is played by."""
    book = await store.book(row.book)
    if book is None:
        raise DeskError(f"the text of the book of {row.id} was never kept; verify the house")
    return layout_of(book)


async def look(store: Store, row: TableRow, layout: Layout) -> TableState:
    """Return the state of a table, read without owning it."""
    fold = Fold(layout, Log(row.id, row.book))
    snapshot = await store.snapshot(row.id)
    if snapshot:
        fold.restore(snapshot)
    while page := await store.records(row.id, after=fold.log.seq):
        for record in page:
            add_record(fold, record)
    return fold.state


@asynccontextmanager
async def owned(store: Store, clock: Clock, row: TableRow, layout: Layout) -> AsyncIterator[Writer]:
    """Own a table for a moment: everything written goes into one transaction, or nothing does."""
    if row.closed:
        raise DeskError(f"{row.id} is closed")
    table = OwnedTable(row, layout, store, clock)
    writer = Writer(table)
    table.lease = await store.claim(row.id, f"{OPERATOR}-{secrets.token_hex(4)}", lease_s=LEASE_SECONDS)
    if table.lease is None:
        raise DeskError(f"a server owns {row.id}: have its crew do this at the table, or stop the server first")
    try:
        await writer.read_back()
        stopped_in_order = table.memory.clean or table.log.seq <= 1
        if not stopped_in_order:
            writer.note("started", {"owner": OPERATOR})
        writer.take_over()
        yield writer
        if stopped_in_order and table.turn.batch.records:
            writer.stop(OPERATOR)  # the desk is no interruption
        await writer.commit()
    except NotKept as bad:
        raise bad.__cause__ or bad from None
    finally:
        await store.release(table.lease)


def post_notices(writer: Writer, settings: Mapping[str, str]) -> None:
    """Change settings of a table, each by its notice."""
    for name, value in settings.items():
        problem = crew_problem(value, writer.table.row.dice) if name == "crew" else ""
        if problem:
            raise DeskError(problem)
        _do(writer, PostNotice(_role(writer, writer.table.layout.rulebook.limits.post_by), name, value))


def void_by_two(
    writer: Writer, people: Sequence[Player], held: Sequence[Sequence[Grant]], reason: str, *, last_roll: bool = False
) -> list[str]:
    """Void by the book's own procedure under dual control, with both people in the log; return the result in lines."""
    layout = writer.table.layout
    first, second = people
    if first.id == second.id:
        raise DeskError("a void takes two people, and these are one")
    role, _ = (_void_role(writer, person, grants) for person, grants in zip(people, held, strict=True))
    command = void_command(layout, role, reason, last_roll=last_roll)
    if command is None:
        raise DeskError(_asks_why(layout))
    if isinstance(command, Interrupt):
        _finish_the_roll(writer)  # committed dice stand
    writer.note("void-ordered", {"command": type(command).__name__, "by": first.id, "second": second.id})
    return [_told(layout, event) for event in _do(writer, command)]


def _void_role(writer: Writer, person: Player, held: Sequence[Grant]) -> Role:
    table, roles = writer.table.row.id, void_roles(writer.table.layout)
    mine = {grant.role for grant in held if grant.table in (table, EVERYWHERE)}
    found = next((role for role in roles if role in mine), None)
    if found is None:
        known = " or ".join(role for role in roles if role != "house")
        who = as_argument(person.name, person.id)
        grant = f"comeout house grant {who} ROLE --table {table}"
        raise DeskError(f"{person.name or person.id} is not {known} at {table}: {grant}")
    return found


def as_argument(name: str, player: str) -> str:
    """Return a player as one argument of a line that an operator pastes into a shell: players choose their names."""
    return shlex.quote(player if not name or name.startswith("-") else name)


def _asks_why(layout: Layout) -> str:
    rule = layout.rulebook.invalidation
    assert rule
    known = ", ".join(each.code for each in rule.reasons)
    return f"{layout.id} asks why ({layout.cite(rule.clause)}): add --reason, one of {known}"


def _told(layout: Layout, event: Event) -> str:
    clause = layout.cite(getattr(event, "clause", ""))
    match event:
        case OutcomeUndone(reversed=True):
            return f"the last roll is undone and its pays reversed ({clause})"
        case OutcomeUndone():
            return f"the roll in hand is undone ({clause})"
        case BetsReturned():
            total = sum(line.amount + line.vigorish for line in event.lines)
            return f"{len(event.lines)} bets were given back, {show_amount(total)} in all ({clause})"
    return f"nothing is voided: play goes on ({clause})"
