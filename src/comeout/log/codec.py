"""Serialization of events, commands and states, by the annotations of the core's own classes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from comeout.errors import ComeoutError, nearest
from comeout.table.messages import (
    COMMANDS,
    EVENTS,
    BetPlaced,
    Command,
    DiceGivenUp,
    DisputeDecided,
    Event,
    MatterDecided,
    NoRollCalled,
    OutcomeUndone,
    RollCalled,
    TableOpened,
)
from comeout.table.state import TableState

EVENT_TYPES: dict[str, type[Event]] = {event.__name__: event for event in EVENTS}
COMMAND_TYPES: dict[str, type[Command]] = {command.__name__: command for command in COMMANDS}

ADDED: dict[type[Event], tuple[str, ...]] = {
    TableOpened: ("engine",),
    BetPlaced: ("witness", "request_clause"),
    NoRollCalled: ("time_clause", "unbacked"),
    RollCalled: ("ruled",),
    DisputeDecided: ("orders", "whose", "spot", "amount"),
    MatterDecided: ("orders", "whose", "spot", "amount"),
    OutcomeUndone: ("returned", "put_back", "again", "debts", "dice", "anew"),
    DiceGivenUp: ("ordered",),
}
"""Fields that were added to an event after logs with it existed: its last ones, in order, each with a default.

They are not written where they have their default: an event that needs none of them is written to the byte as it always
was. Of an event that is a tuple only a tail of defaults can be left out.
"""


class Unreadable(ComeoutError):
    """A client's message is invalid; says why in one line."""


def _plain(value: Any) -> Any:
    """Encode a type that msgspec does not know; msgspec expects NotImplementedError for the others."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise NotImplementedError(f"{type(value).__name__} has no place in a log")


def _rich(kind: type, value: Any) -> Any:
    """Decode a type that msgspec does not know."""
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"{kind.__name__} has no place in a log")


_encoder = msgspec.json.Encoder(enc_hook=_plain)
_decoders = {name: msgspec.json.Decoder(kind, dec_hook=_rich) for name, kind in EVENT_TYPES.items()}
_states = msgspec.msgpack.Decoder(TableState, dec_hook=_rich)


def write_event(event: Event) -> bytes:
    """Serialize an event for the log."""
    shorten = _shorten.get(type(event))
    return _encoder.encode(shorten(event) if shorten else event)


def defaults_of(kind: type) -> dict[str, Any]:
    """Return the fields of a message that have a default, with the default."""
    if not dataclasses.is_dataclass(kind):
        return dict(getattr(kind, "_field_defaults", {}))
    return {field.name: field.default for field in dataclasses.fields(kind) if field.default is not dataclasses.MISSING}


def _without_defaults(kind: type, added: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return what is serialized of an event that has added fields."""
    fields, usual = _fields_of(kind), defaults_of(kind)
    first = len(fields) - len(added)
    if fields[first:] != added or not set(added) <= usual.keys():
        raise TypeError(f"{kind.__name__}: added fields come last, in order, and have a default")

    def of_tuple(event: Any) -> Any:
        end = len(fields)
        while end > first and event[end - 1] == usual[fields[end - 1]]:
            end -= 1
        return event[:end]

    def of_object(event: Any) -> Any:
        told = {name: getattr(event, name) for name in fields}
        return {name: value for name, value in told.items() if name not in added or value != usual[name]}

    return of_tuple if issubclass(kind, tuple) else of_object


def read_event(kind: str, body: bytes) -> Event:
    """Deserialize an event from the log."""
    return _decoders[kind].decode(body)


def write_json(value: object) -> bytes:
    """Serialize any of our types as JSON."""
    return _encoder.encode(value)


def write_state(state: TableState) -> bytes:
    """Serialize a state for a snapshot."""
    return msgspec.msgpack.encode(state, enc_hook=_plain)


def read_state(body: bytes) -> TableState:
    """Deserialize a state from a snapshot."""
    return _states.decode(body)


def named(value: Any) -> Any:
    """Return a message as a mapping of field names to values, as clients get it."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = _fields_of(kind)
    if fields:
        values = value if isinstance(value, tuple) else [getattr(value, name) for name in fields]
        # A settlement names a hundred thousand values: what needs no naming is not asked again.
        return {name: each if type(each) in _ATOMS else named(each) for name, each in zip(fields, values, strict=True)}
    if isinstance(value, tuple):
        return [named(each) for each in value]
    return _plain(value) if isinstance(value, Fraction) else value


_ATOMS = frozenset((int, str, bool, type(None)))
_FIELDS: dict[type, tuple[str, ...]] = {}
"""The fields of each kind of message that was ever named; none for a type that is no message."""


def _fields_of(kind: type) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return tuple(getattr(kind, "_fields", ()))


def write_named(message: Event) -> bytes:
    """Serialize a message as JSON with every field named: the same bytes go into frames and answers."""
    kind = type(message)
    flat = _FLAT.get(kind)
    if flat is None:
        flat = _FLAT[kind] = all(map(_is_flat, get_type_hints(kind).values()))
    if not flat:
        return _encoder.encode(named(message))
    return _encoder.encode(message._asdict() if isinstance(message, tuple) else message)


_FLAT: dict[type, bool] = {}
"""Which kinds of event contain no other message: their fields need no naming inside."""


def _is_flat(hint: Any) -> bool:
    """Return whether values of a type are serialized alike, named or not: texts, numbers, and lists of them."""
    parts = [part for part in get_args(hint) if part is not Ellipsis]
    if get_origin(hint) is Literal:
        return all(type(part) in _ATOMS for part in parts)
    return all(map(_is_flat, parts)) if parts else hint in _ATOMS


_shorten = {kind: _without_defaults(kind, added) for kind, added in ADDED.items()}
_COMMAND_FIELDS = {name: _fields_of(kind) for name, kind in COMMAND_TYPES.items()}


def write_lines(lines: Iterable[tuple[Any, ...]]) -> dict[int, bytes]:
    """Serialize the lines of a settlement as JSON, a list for each seat, which is a line's first field.

    Thousands of lines differ only in their seat, so the rest of a line is serialized once.
    """
    rests: dict[tuple[Any, ...], bytes] = {}
    by_seat: dict[int, list[bytes]] = {}
    for line in lines:
        # The odds are the book's own fractions: one object stands for each, and is quicker to tell apart by itself.
        rest = tuple([id(each) if type(each) is Fraction else each for each in line[1:]])
        if rest not in rests:
            rests[rest] = write_json(named(line)).partition(b",")[2]
        by_seat.setdefault(line[0], []).append(b'{"seat":%d,%b' % (line[0], rests[rest]))
    return {seat: b"[%b]" % b",".join(written) for seat, written in by_seat.items()}


def read_command(name: str, body: Mapping[str, Any]) -> Command:
    """Deserialize and validate a client's command: every field known, none missing, each of its type."""
    kind = COMMAND_TYPES.get(name)
    if kind is None:
        raise Unreadable(f'there is no command "{name[:40]}"; {nearest(name, COMMAND_TYPES)}')
    fields = _COMMAND_FIELDS[name]
    for key in body:
        if key not in fields:
            raise Unreadable(f'{name} has no field "{str(key)[:40]}"; {nearest(str(key), fields)}')
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as bad:
        raise Unreadable(f"{name}: {bad}") from None
