"""Closes a table by its book: bets go back, everybody colours up, and no chip stays behind."""

from __future__ import annotations

from collections.abc import Sequence

from comeout.errors import ComeoutError
from comeout.house.host.writer import Writer
from comeout.rules.wagers import Role
from comeout.table.decide import decide
from comeout.table.messages import (
    BetsReturned,
    CloseTable,
    Command,
    Event,
    Leave,
    NotifyInspector,
    Reason,
    Rejected,
    SettleRoll,
)
from comeout.table.state import Phase


class DeskError(ComeoutError):
    """An operator's command is refused, with what can be done instead."""


def close_table(writer: Writer, *, inspector_told: bool) -> None:
    """Close a table by its book, once the current roll is settled and whoever must be notified was notified."""
    _finish_the_roll(writer)
    rule = writer.table.layout.rulebook.closing
    by = _role(writer, rule.by)
    if rule.notify == "inspector" and inspector_told:
        _do(writer, NotifyInspector(by))
    shut(writer, by)


def shut(writer: Writer, by: Role) -> None:
    """Return all bets, let everybody colour up, and close the table: no chip stays behind."""
    for event in _decided(writer, CloseTable(by)):
        if isinstance(event, BetsReturned):
            writer.write(event)
    for seat in sorted(writer.table.state.seats):
        _do(writer, Leave(seat))
    _do(writer, CloseTable(by))
    writer.table.turn.batch.closes = True


def _finish_the_roll(writer: Writer) -> None:
    if writer.table.state.phase is Phase.CALLED:
        _do(writer, SettleRoll(_role(writer, writer.table.layout.rulebook.call.settle_by)))


def _role(writer: Writer, roles: Sequence[Role]) -> Role:
    return "house" if writer.table.state.settings.crew == "automatic" else roles[-1]


def _do(writer: Writer, command: Command) -> Sequence[Event]:
    events = _decided(writer, command)
    for event in events:
        writer.write(event)
    return events


def _decided(writer: Writer, command: Command) -> Sequence[Event]:
    answer = decide(writer.table.layout, writer.table.state, command)
    if isinstance(answer, Rejected):
        clause = writer.table.layout.cite(answer.clause)
        cited = f" ({clause})" if clause else ""
        raise DeskError(f"{writer.table.row.id}: {answer.says}{cited}{_WAYS_ON.get(answer.reason, '')}")
    return answer


_WAYS_ON = {Reason.NOTICE_NEEDED: "; add --inspector-told once that is done"}
"""What an operator can do about a refusal, by its reason."""
