"""The operator's desk: notices, closings and voids at a table that no server owns, through its log like all else."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

from comeout.house.clock import Clock
from comeout.house.keeper import Keeper, NotKept
from comeout.house.log import Log
from comeout.house.memory import Fold
from comeout.house.opening import crew_problem, layout_of
from comeout.house.people import EVERYWHERE
from comeout.house.store import Grant, Player, Store, TableRow
from comeout.money import show_amount
from comeout.rules.layout import Layout
from comeout.rules.rulebook import Role
from comeout.table.decide import decide
from comeout.table.messages import (
    BetsReturned,
    CloseTable,
    Command,
    DeclareMalfunction,
    Event,
    Interrupt,
    InvalidateOutcome,
    Leave,
    NotifyInspector,
    OutcomeUndone,
    PostNotice,
    Reason,
    Rejected,
    SettleRoll,
)
from comeout.table.state import Phase, TableState

LEASE_SECONDS = 30.0
OPERATOR = "operator"


class DeskError(Exception):
    """Something that cannot be done at the desk, and what can be done instead."""


async def layout_at(store: Store, row: TableRow) -> Layout:
    """The book that a table is played by."""
    book = await store.book(row.book)
    if book is None:
        raise DeskError(f"the text of the book of {row.id} was never kept; verify the house")
    return layout_of(book)


async def look(store: Store, row: TableRow, layout: Layout) -> TableState:
    """A table as it lies, read without owning it."""
    fold = Fold(layout, Log(row.id, row.book))
    snapshot = await store.snapshot(row.id)
    if snapshot:
        fold.restore(snapshot)
    while page := await store.records(row.id, after=fold.log.seq):
        for record in page:
            fold.add(record)
    return fold.state


@asynccontextmanager
async def owned(store: Store, clock: Clock, row: TableRow, layout: Layout) -> AsyncIterator[Keeper]:
    """Own a table for a moment; all that is written goes in one batch, or nothing does."""
    if row.closed:
        raise DeskError(f"{row.id} is closed")
    keeper = Keeper(row, layout, store, clock, lambda _: None)
    keeper.lease = await store.claim(row.id, f"{OPERATOR}-{secrets.token_hex(4)}", lease_s=LEASE_SECONDS)
    if keeper.lease is None:
        raise DeskError(f"a server owns {row.id}: have its crew do this at the table, or stop the server first")
    try:
        await keeper.read_back()
        stopped_in_order = keeper.memory.clean or keeper.seq <= 1
        keeper.take_over()
        yield keeper
        if stopped_in_order and keeper.turn.batch.records:
            keeper.note("stopped", {"owner": OPERATOR})  # the desk is no interruption
        await keeper.commit()
    except NotKept as bad:
        raise bad.__cause__ or bad from None
    finally:
        await store.release(keeper.lease)


def post_notices(keeper: Keeper, settings: Mapping[str, str]) -> None:
    """Change settings of a table, each by its notice."""
    for name, value in settings.items():
        problem = crew_problem(value, keeper.row.dice) if name == "crew" else ""
        if problem:
            raise DeskError(problem)
        _do(keeper, PostNotice(_role(keeper, keeper.layout.rulebook.limits.post_by), name, value))


def close_table(keeper: Keeper, *, inspector_told: bool) -> None:
    """Close a table by its book, once the roll in hand is settled and whoever must be told has been told."""
    _finish_the_roll(keeper)
    rule = keeper.layout.rulebook.closing
    by = _role(keeper, rule.by)
    if rule.notify == "inspector" and inspector_told:
        _do(keeper, NotifyInspector(by))
    shut(keeper, by)


def shut(keeper: Keeper, by: Role) -> None:
    """What lies on the table goes back, everybody colours up, and then it is closed: no chip stays behind."""
    for event in _decided(keeper, CloseTable(by)):
        if isinstance(event, BetsReturned):
            keeper.write(event)
    for seat in sorted(keeper.state.seats):
        _do(keeper, Leave(seat))
    _do(keeper, CloseTable(by))
    keeper.turn.batch.closes = True


def void_by_two(
    keeper: Keeper, people: Sequence[Player], held: Sequence[Sequence[Grant]], reason: str, *, last_roll: bool = False
) -> list[str]:
    """Void by the book's own procedure, with the two people in the log; what came of it, line by line."""
    layout = keeper.layout
    first, second = people
    if first.id == second.id:
        raise DeskError("a void takes two people, and these are one")
    role, _ = (_void_role(keeper, person, grants) for person, grants in zip(people, held, strict=True))
    command = void_command(layout, role, reason, last_roll=last_roll)
    if isinstance(command, Interrupt):
        _finish_the_roll(keeper)  # committed dice stand
    keeper.note("void-ordered", {"command": type(command).__name__, "by": first.id, "second": second.id})
    return [_told(layout, event) for event in _do(keeper, command)]


def _void_role(keeper: Keeper, person: Player, held: Sequence[Grant]) -> Role:
    table, roles = keeper.row.id, void_roles(keeper.layout)
    mine = {grant.role for grant in held if grant.table in (table, EVERYWHERE)}
    found = next((role for role in roles if role in mine), None)
    if found is None:
        known = " or ".join(role for role in roles if role != "house")
        who = person.name or person.id
        raise DeskError(f"{who} is not {known} at {table}: comeout house grant {who} ROLE --table {table}")
    return found


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


def void_roles(layout: Layout) -> tuple[Role, ...]:
    """Who may void at a table of this book."""
    book = layout.rulebook
    return (book.malfunction or book.invalidation or book.interruption).by


def void_command(layout: Layout, by: Role, reason: str, *, last_roll: bool = False) -> Command:
    """The procedure a book has for a void: a malfunction, an invalidated outcome, or an interruption."""
    book = layout.rulebook
    if book.malfunction:
        return DeclareMalfunction(by, last_roll)
    if not book.invalidation:
        return Interrupt(by)
    if not reason:
        known = ", ".join(each.code for each in book.invalidation.reasons)
        raise DeskError(f"{layout.id} asks why ({layout.cite(book.invalidation.clause)}): add --reason, one of {known}")
    return InvalidateOutcome(by, reason)


def _finish_the_roll(keeper: Keeper) -> None:
    if keeper.state.phase is Phase.CALLED:
        _do(keeper, SettleRoll(_role(keeper, keeper.layout.rulebook.call.settle_by)))


def _role(keeper: Keeper, roles: Sequence[Role]) -> Role:
    return "house" if keeper.state.settings.crew == "automatic" else roles[-1]


def _do(keeper: Keeper, command: Command) -> list[Event]:
    events = _decided(keeper, command)
    for event in events:
        keeper.write(event)
    return events


def _decided(keeper: Keeper, command: Command) -> list[Event]:
    answer = decide(keeper.layout, keeper.state, command)
    if isinstance(answer, Rejected):
        clause = keeper.layout.cite(answer.clause)
        cited = f" ({clause})" if clause else ""
        raise DeskError(f"{keeper.row.id}: {answer.says}{cited}{_WAYS_ON.get(answer.reason, '')}")
    return answer


_WAYS_ON = {Reason.NOTICE_NEEDED: "; add --inspector-told once that is done"}
"""What to do at the desk about a refusal."""
