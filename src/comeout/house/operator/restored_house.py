"""What a restored backup must not bring back: logins of accounts, roles, and the belief that nothing came after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from comeout.errors import ComeoutError
from comeout.house.clock import Clock
from comeout.house.operator.desk import OPERATOR, as_argument, layout_at, owned
from comeout.house.store.contract import Store
from comeout.log.fold import RESTORED
from comeout.log.records import Grant, Micros, TableRow

LIMITS_LOST = "Limits that players set for themselves since the backup are lost: tell them to set these again."


class AfterRestore(NamedTuple):
    """What a restore has ended and suspended, and how old the restored house is."""

    last: Micros
    """When the last record of any table was written."""
    sessions: int
    """How many accounts were signed out; guests stay, for their token is all that they have."""
    suspended: tuple[Grant, ...]
    """The roles that nobody holds until they are granted anew."""
    unmarked: tuple[str, ...]
    """The tables whose logs could not be written, and why."""


async def end_what_may_be_outdated(store: Store, clock: Clock) -> AfterRestore:
    """Sign accounts out and suspend all roles, since some may have been taken back meanwhile; say so in every log."""
    sessions = await store.end_account_sessions()
    suspended = await store.revoke_all()
    rows = await store.tables()
    records = [await store.last_record(row.id) for row in rows]
    last = max((record.at for record in records if record), default=0)
    unmarked = [why for row in rows if (why := await _mark(store, clock, row))]
    return AfterRestore(last, sessions, tuple(suspended), tuple(unmarked))


async def _mark(store: Store, clock: Clock, row: TableRow) -> str:
    """Log at a table that a backup was restored; return why that cannot be, if it cannot."""
    try:
        async with owned(store, clock, row, await layout_at(store, row)) as writer:
            writer.note(RESTORED, {"by": OPERATOR})
    except ComeoutError as bad:
        return f"{row.id}: {bad}"
    return ""


def told_restore(done: AfterRestore, names: dict[str, str]) -> Sequence[str]:
    """Say what was ended, and how roles are granted anew."""
    who = "1 account was" if done.sessions == 1 else f"{done.sessions} accounts were"
    lines = [f"{who} signed out; guests stay signed in.", LIMITS_LOST]
    if done.suspended:
        lines.append("All roles are suspended. Grant anew those that still hold:")
    for held in done.suspended:
        at = "" if held.table == "*" else f" --table {held.table}"
        acting = " --acting" if held.acting else ""
        who = as_argument(names.get(held.player, ""), held.player)
        lines.append(f"  comeout house grant {who} {held.role}{at}{acting}")
    return [*lines, *(f"not marked as restored: {why}" for why in done.unmarked)]
