"""Closes a table by its book: bets go back, everybody colours up, and no chip stays behind."""

from __future__ import annotations

from collections.abc import Sequence

from comeout.house.host.keeper import Keeper
from comeout.rules.rulebook import Role
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


class DeskError(Exception):
    """Something that cannot be done at the desk, and what can be done instead."""


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
