"""A table laid out as one line of text says: the shortest way to the state that a rule is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from comeout.rules.layout import Layout
from comeout.rules.library import load_book
from comeout.table.asking import Decided
from comeout.table.messages import Event, Reason, Rejected
from comeout.table.notation.position_text import parse_position
from comeout.table.position import seats_shoot, state_of
from comeout.table.settings import chosen_settings
from comeout.table.state import TableState


class Laid(NamedTuple):
    """A layout and a state, as every decision takes them."""

    layout: Layout
    state: TableState


def laid(line: str, *, rack: int = 500_00, settings: Mapping[str, str] | None = None) -> Laid:
    """The state of a position, which no crew has seen yet; every seat of it has this rack."""
    position = parse_position(line)
    layout = load_book(position.book)
    chosen = {**({"shooter": "seats"} if seats_shoot(position) else {}), **(settings or {})}
    racks = {each.seat: rack for each in position.seats}
    return Laid(layout, state_of(layout, position, racks, chosen_settings(layout, chosen)))


def refusal(decided: Decided) -> tuple[Reason, str, str]:
    """The reason, the sentence and the clause of a decision that must be a refusal."""
    assert isinstance(decided, Rejected), decided
    return decided.reason, decided.says, decided.clause


def events(decided: Decided) -> list[Event]:
    """The events of a decision that must not be refused."""
    assert not isinstance(decided, Rejected), decided
    return list(decided)
