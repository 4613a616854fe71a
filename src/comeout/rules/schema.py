"""Parses plain data strictly into frozen dataclasses: unknown keys, missing fields and wrong words are errors."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from comeout.errors import RulebookError, nearest
from comeout.money import parse_odds

T = TypeVar("T")


class Odds(Fraction):
    """Odds as a book writes them: "7 to 4"."""


class Share(Fraction):
    """A part of a stake, or a rate, written "1/4"."""


class Colour(str):
    """A colour, written "#156a43"."""

    __slots__ = ()


class PerNumber(dict[int, str]):
    """One text for every number of a wager, or one for each."""

    def of(self, number: int | None) -> str:
        """Return the text for a number (or for a wager without one)."""
        return self[0] if 0 in self else self[number or 0]


def read(cls: type[T], data: object, where: str, file: str) -> T:
    """Parse a table into a dataclass, or raise the one error that says what is wrong with it."""
    if not isinstance(data, Mapping):
        raise RulebookError(f"expected a table, found {_kind(data)}", file=file, where=where)
    clause = data.get("clause") if isinstance(data.get("clause"), str) else ""
    hints = _hints_of(cls)  # type: ignore[arg-type]  # a class is hashable whatever its type variable
    for key in data:
        if key not in hints:
            raise RulebookError(
                f'unknown key "{key}"', file=file, where=where, clause=str(clause), hint=nearest(str(key), hints)
            )
    values: dict[str, Any] = {}
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]  # every schema class is a dataclass
        key = field.name.rstrip("_")
        if key in data:
            values[field.name] = _value(hints[key], data[key], f"{where}, {key}" if where else key, file)
        elif field.default is dataclasses.MISSING:
            raise RulebookError(f'missing "{key}"', file=file, where=where, clause=str(clause))
    return cls(**values)


@cache
def _hints_of(cls: type[Any]) -> dict[str, Any]:
    return {name.rstrip("_"): hint for name, hint in get_type_hints(cls).items()}


def _value(hint: Any, value: object, where: str, file: str) -> Any:
    if hint in _PLAIN:
        return _PLAIN[hint](value, where, file)
    origin = get_origin(hint)
    if origin is Literal:
        words = get_args(hint)
        if value not in words:
            raise RulebookError(
                f"{_kind(value)} is not a word it takes", file=file, where=where, hint=nearest(str(value), words)
            )
        return value
    if origin in (Union, types.UnionType):
        return _either(get_args(hint), value, where, file)
    if origin is tuple:
        if not isinstance(value, list):
            raise RulebookError(f"expected a list, found {_kind(value)}", file=file, where=where)
        item = get_args(hint)[0]
        return tuple(_value(item, each, f"{where}[{number}]", file) for number, each in enumerate(value))
    if origin is dict:
        if not isinstance(value, Mapping):
            raise RulebookError(f"expected a table, found {_kind(value)}", file=file, where=where)
        item = get_args(hint)[1]
        return {str(key): _value(item, each, f"{where} {key}", file) for key, each in value.items()}
    return read(hint, value, where, file)


def _either(hints: tuple[Any, ...], value: object, where: str, file: str) -> Any:
    """Parse a value of a union type: a list if the type allows one, else the other. None means an absent key."""
    kinds = [hint for hint in hints if hint is not type(None)]
    lists = [hint for hint in kinds if get_origin(hint) is tuple]
    if lists and isinstance(value, list):
        return _value(lists[0], value, where, file)
    return _value(next(hint for hint in kinds if hint not in lists or len(kinds) == 1), value, where, file)


def _text(value: object, where: str, file: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise RulebookError(f"expected a text, found {_kind(value)}", file=file, where=where)
    return value


def _whole(value: object, where: str, file: str) -> int:
    if type(value) is not int or value < 0:
        raise RulebookError(f"expected a whole number, found {_kind(value)}", file=file, where=where)
    return value


def _flag(value: object, where: str, file: str) -> bool:
    if not isinstance(value, bool):
        raise RulebookError(f"expected true or false, found {_kind(value)}", file=file, where=where)
    return value


def _odds(value: object, where: str, file: str) -> Odds:
    try:
        return Odds(parse_odds(_text(value, where, file)))
    except ValueError as bad:
        raise RulebookError(str(bad), file=file, where=where) from None


def _share(value: object, where: str, file: str) -> Share:
    text = _text(value, where, file)
    above, slash, below = text.partition("/")
    if not (slash and above.isdecimal() and below.isdecimal() and 0 < int(above) <= int(below)):
        raise RulebookError(f'"{text}" is not a part of a whole; write it like "1/4"', file=file, where=where)
    return Share(int(above), int(below))


def _colour(value: object, where: str, file: str) -> Colour:
    text = _text(value, where, file)
    if len(text) != 7 or text[0] != "#" or not all(digit in "0123456789abcdef" for digit in text[1:]):
        raise RulebookError(f'"{text}" is not a colour; write it like "#156a43"', file=file, where=where)
    return Colour(text)


def _per_number(value: object, where: str, file: str) -> PerNumber:
    if isinstance(value, Mapping):
        for key in value:
            if not str(key).isdecimal() or int(key) not in range(2, 13):
                raise RulebookError(f'"{key}" is not a number of the dice', file=file, where=where, hint="2 to 12")
        return PerNumber({int(key): _text(each, f"{where} {key}", file) for key, each in value.items()})
    return PerNumber({0: _text(value, where, file)})


_PLAIN: dict[Any, Callable[[object, str, str], Any]] = {
    str: _text,
    int: _whole,
    bool: _flag,
    Odds: _odds,
    Share: _share,
    Colour: _colour,
    PerNumber: _per_number,
}


def _kind(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value!r}"
