"""Schema fingerprint of serialized classes: it changes whenever a field, its type or its position does."""

from __future__ import annotations

import dataclasses
import hashlib
from enum import Enum
from typing import Any, get_args, get_type_hints

import msgspec


def shape_of(*kinds: type) -> str:
    """Return a short fingerprint of how these classes, and all they contain, are serialized."""
    found: dict[str, str] = {}
    for kind in kinds:
        _look(kind, found)
    return hashlib.sha256("\n".join(f"{name}: {found[name]}" for name in sorted(found)).encode()).hexdigest()[:16]


def _look(kind: Any, found: dict[str, str]) -> None:
    for part in get_args(kind):
        _look(part, found)
    if not isinstance(kind, type) or kind.__qualname__ in found:
        return
    if issubclass(kind, Enum):
        found[kind.__qualname__] = repr([each.value for each in kind])
        return
    fields = _fields(kind)
    if fields:
        hints = get_type_hints(kind)
        found[kind.__qualname__] = ", ".join(f"{name} {hints[name]}" for name in fields)
        for name in fields:
            _look(hints[name], found)


def _fields(kind: type) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    return tuple(getattr(kind, "_fields", ()))
