"""The deserializer of events: JSON with named fields, as the socket sends it, to the table's event classes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from comeout.log.codec import EVENT_TYPES
from comeout.protocol.frames import Happened
from comeout.table.messages import Event


class Note(NamedTuple):
    """An event of the house itself, such as a published hash chain, frozen seeds, or dice with their proof."""

    kind: str
    body: Any


def event_of(told: Happened) -> Event | Note:
    """Return the event of a frame; one that this version does not know is a note."""
    return named_event(told.name, told.body)


def named_event(name: str, body: Any) -> Event | Note:
    """Return an event by its name and its fields."""
    kind = EVENT_TYPES.get(name)
    if kind is None:
        return Note(name, body)
    return msgspec.convert(_in_order(kind, body), kind, dec_hook=_fraction)


def named_events(told: Iterable[tuple[str, Any]]) -> tuple[Event, ...]:
    """Return the table's events of an answer, without notes."""
    found = (named_event(name, body) for name, body in told)
    return tuple(event for event in found if not isinstance(event, Note))


def _in_order(kind: Any, value: Any) -> Any:
    """Convert named tuples from objects to lists, in the order of their fields."""
    if isinstance(value, dict):
        hints = _hints(kind)
        if hasattr(kind, "_fields"):
            return [_in_order(hint, value[name]) for name, hint in hints.items()]
        return {name: _in_order(hint, value[name]) for name, hint in hints.items() if name in value}
    if isinstance(value, list):
        inner = get_args(kind)
        many = len(inner) == 2 and inner[1] is ...
        kinds = inner[:1] * len(value) if many else inner
        return [_in_order(each, one) for each, one in zip(kinds, value, strict=True)]
    return value


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of a class's fields; of an optional class, those of the class."""
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in dataclasses.fields(kind)]
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def _fraction(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    # What msgspec asks a hook to raise for a type that it does not know.
    raise NotImplementedError(f"{kind.__name__} is no part of an event")
