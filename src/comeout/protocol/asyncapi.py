"""Generates the AsyncAPI document of the socket from the classes that speak it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from comeout import __version__
from comeout.log.codec import COMMAND_TYPES, EVENT_TYPES
from comeout.protocol.frames import VERSION, FromClient, ToClient
from comeout.protocol.house_commands import HOUSE_COMMANDS
from comeout.table.messages import Rebet

ASYNCAPI = "3.0.0"
_SCHEMAS = "#/components/schemas/{name}"
_MESSAGES = "#/components/messages/{name}"

CLOSE_CODES = {
    4001: "you are not signed in, or there is no such table for you",
    4003: "invalid frames",
    4008: "you read too slowly, or your hello did not come in time; come back with your last sequence number",
    4009: "the table has moved to another owner; come back with your last sequence number",
    4010: "the table is closed",
    4029: "far too many commands at once; come back in a minute",
}
"""Why the house closes a socket."""


def asyncapi() -> dict[str, Any]:
    """Return the whole AsyncAPI document."""
    clients, house = get_args(FromClient), get_args(ToClient)
    schemas = {**_frames((*clients, *house)), **_commands(), **_events()}
    return {
        "asyncapi": ASYNCAPI,
        "info": {
            "title": "Comeout: the socket of a table",
            "version": __version__,
            "description": f"Version {VERSION} of the protocol. Frames are JSON text, told apart by `type`. Money is "
            "in cents, and it is play money. docs/protocol.md explains it.",
        },
        "defaultContentType": "application/json",
        "servers": {"house": {"host": "127.0.0.1:8000", "protocol": "ws", "pathname": "/api/v1"}},
        "channels": {"live": _channel((*clients, *house))},
        "operations": {"ask": _operation("receive", clients), "tell": _operation("send", house)},
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in (*clients, *house)},
            "schemas": dict(sorted(schemas.items())),
        },
    }


def _channel(frames: Iterable[type]) -> dict[str, Any]:
    codes = "; ".join(f"{code} {why}" for code, why in CLOSE_CODES.items())
    return {
        "address": "/tables/{table}/live",
        "description": f"One table as it happens. The first frame is a hello. Close codes: {codes}.",
        "parameters": {"table": {"description": "The id of a table."}},
        "messages": {kind.__name__: {"$ref": _MESSAGES.format(name=kind.__name__)} for kind in frames},
        "bindings": {"ws": {"method": "GET"}},
    }


def _operation(action: str, frames: Iterable[type]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/live"},
        "messages": [{"$ref": f"#/channels/live/messages/{kind.__name__}"} for kind in frames],
    }


def _message(kind: type) -> dict[str, Any]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return {
        "name": info.tag,
        "summary": _first_line(kind),
        "payload": {"$ref": _SCHEMAS.format(name=kind.__name__)},
    }


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


# ------------------------------------------------------------------ schemas


def _components(kinds: Iterable[Any]) -> dict[str, Any]:
    return msgspec.json.schema_components(kinds, schema_hook=_fraction, ref_template=_SCHEMAS)[1]


def _frames(frames: Iterable[type]) -> dict[str, Any]:
    """Return the schemas of the frames; commands and events inside them are named separately."""
    found = _components(frames)
    found["Do"]["oneOf"] = [_body(name) for name in _allowed_commands()]
    of_house = {"description": "An event of the house.", "properties": {"name": {"not": {"enum": list(EVENT_TYPES)}}}}
    found["Happened"]["oneOf"] = [*(_body(name) for name in EVENT_TYPES), of_house]
    return found


def _body(name: str) -> dict[str, Any]:
    return {"properties": {"name": {"const": name}, "body": {"$ref": _SCHEMAS.format(name=name)}}}


def _allowed_commands() -> dict[str, type]:
    ours = {name: kind for name, kind in COMMAND_TYPES.items() if kind is not Rebet}
    return {**ours, **HOUSE_COMMANDS}


def _commands() -> dict[str, Any]:
    """Return the schemas of commands: a player need not name a seat, and nobody sits down for somebody else."""
    found = _components(_allowed_commands().values())
    dice = found.pop("Roll")  # asked for as a pair of faces, told by name
    for name, kind in _allowed_commands().items():
        schema, fields = found[name], [field.name for field in dataclasses.fields(kind)]
        schema["additionalProperties"] = False
        given = {"seat", "player"} if "by" not in fields else set()
        schema["required"] = [field for field in schema["required"] if field not in given]
        if name == "Sit":
            del schema["properties"]["player"]
        if "roll" in fields:
            none = {"anyOf": [dice, {"type": "null"}], "default": None}
            schema["properties"]["roll"] = dice if "roll" in schema["required"] else none
    return found


def _events() -> dict[str, Any]:
    """Return the schemas of events, with every field named."""
    events: list[Any] = list(EVENT_TYPES.values())
    return _components([_with_names(kind) for kind in events])


@cache
def _with_names(kind: Any) -> Any:
    """Return a type as clients get it: named tuples as objects."""
    if get_origin(kind) in (Union, UnionType):
        return Union[tuple(_with_names(each) for each in get_args(kind))]  # noqa: UP007  # made, not written
    if get_origin(kind) is tuple:
        # A type that is made from values: mypy reads only types that are written.
        return tuple[tuple(each if each is ... else _with_names(each) for each in get_args(kind))]  # type: ignore[misc]
    names = getattr(kind, "_fields", None)
    if names is None and dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    if names is None:
        return kind
    hints = get_type_hints(kind)
    fields = [(name, _with_names(hints[name])) for name in names]
    return msgspec.defstruct(kind.__name__, fields, namespace={"__doc__": kind.__doc__}, module=kind.__module__)


def _fraction(kind: type) -> dict[str, Any]:
    """Describe a type that msgspec does not know; msgspec expects NotImplementedError for the others."""
    if kind is Fraction:
        return {"type": "string", "pattern": r"^-?\d+/\d+$", "description": "A fraction."}
    raise NotImplementedError
