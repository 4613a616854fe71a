"""Finds whose duty a command of the crew is, and for which reasons, by asking the rules instead of a list."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.rules.wagers import Role
from comeout.table.decide import decide
from comeout.table.messages import (
    COMMANDS,
    CallNoRoll,
    Command,
    ConfirmBet,
    CorrectRoll,
    DeclareMalfunction,
    Interrupt,
    InvalidateOutcome,
    OrderDicePassed,
    Reason,
    Rejected,
)
from comeout.table.settings import Settings
from comeout.table.state import new_state

READS_ONLY = "inspector"
CREW_COMMANDS = tuple(kind for kind in COMMANDS if "by" in {field.name for field in dataclasses.fields(kind)})
"""The commands of the crew: those that name the role of their actor."""

_NOT_THEIRS = (Reason.WRONG_ROLE, Reason.NO_SUCH_PROCEDURE, Reason.UNKNOWN_GROUND)
_SAMPLES: dict[str, Any] = {
    "str": "",
    "bool": False,
    "Roll": Roll(3, 4),
    "Roll | None": None,
    "DieReading": "flat",
    "Order": "nothing",
}
"""The placeholder of each type of field while only the role is in question; numbers and seats are 1."""


class Ground(NamedTuple):
    """A reason that a book lists for a command: its code, its meaning, and whether the command must be given."""

    code: str
    says: str
    clause: str
    must: bool = False


def grounds(layout: Layout, kind: type[Command]) -> tuple[Ground, ...]:
    """Return the reasons that a book lists for a command; none if it needs no reason."""
    book = layout.rulebook
    if kind is CallNoRoll:
        return tuple(Ground(row.code, row.fact, row.clause, row.duty == "must") for row in book.no_roll)
    if kind is CorrectRoll and book.correction:
        return tuple(Ground(row.code, row.fact, row.clause, True) for row in book.no_roll if row.duty == "must")
    if kind is OrderDicePassed:
        return tuple(Ground(reason, reason, book.shooter.order_clause) for reason in book.shooter.order_reasons)
    if kind is InvalidateOutcome and book.invalidation:
        return tuple(Ground(each.code, each.code, each.clause) for each in book.invalidation.reasons)
    return ()


def grounds_of(layout: Layout, settings: Settings, kind: type[Command], roles: Iterable[str]) -> tuple[Ground, ...]:
    """Return the listed reasons for a command that somebody in these roles may give."""
    held = tuple(roles)
    return tuple(
        each
        for each in grounds(layout, kind)
        if any(_may(layout, settings, sample(kind, role, each.code)) for role in held)
    )


def is_duty(layout: Layout, settings: Settings, kind: type[Command], role: str) -> bool:
    """Return whether a role may ever give a command at a table of this book."""
    if kind is ConfirmBet:  # the rules ask first what is to be confirmed
        return role in (*layout.rulebook.betting.late_confirm, *layout.rulebook.chips.confirm)
    if kind is CallNoRoll:
        return bool(grounds_of(layout, settings, kind, [role]))
    return _may(layout, settings, sample(kind, role), but=(Reason.UNKNOWN_GROUND,))


def sample(kind: type[Command], role: str, code: str = "") -> Command:
    """Return a command that contains only its role and its reason."""
    values = {field.name: _SAMPLES.get(str(field.type), 1) for field in dataclasses.fields(kind)}
    values |= {name: role for name in ("by", "position") if name in values}
    values |= {name: code for name in ("ground", "reason") if name in values}
    return kind(**values)


def _may(layout: Layout, settings: Settings, command: Command, *, but: tuple[Reason, ...] = ()) -> bool:
    answer = decide(layout, new_state(layout, settings), command)
    return not isinstance(answer, Rejected) or answer.reason not in _NOT_THEIRS or answer.reason in but


def void_roles(layout: Layout) -> tuple[Role, ...]:
    """Return the roles that may void a roll at a table of this book."""
    book = layout.rulebook
    return (book.malfunction or book.invalidation or book.interruption).by


def void_command(layout: Layout, by: Role, reason: str, *, last_roll: bool = False) -> Command | None:
    """Return the command by which a book voids a roll; None if the book needs a reason and none is given."""
    book = layout.rulebook
    if book.malfunction:
        return DeclareMalfunction(by, last_roll)
    if not book.invalidation:
        return Interrupt(by)
    return InvalidateOutcome(by, reason) if reason else None
