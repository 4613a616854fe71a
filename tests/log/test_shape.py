"""The shape of a class changes with every change of how it is written, however deep it lies."""

from __future__ import annotations

from dataclasses import make_dataclass
from enum import Enum
from typing import Any, NamedTuple

import msgspec
import pytest

from comeout.log.fold import Memory
from comeout.log.shape import shape_of
from comeout.table.state import TableState


class Colour(Enum):
    """Two words."""

    RED = "red"
    BLUE = "blue"


class Chip(NamedTuple):
    """A tuple within."""

    colour: Colour
    cents: int


class Tray(msgspec.Struct):
    """What holds tuples."""

    chips: dict[str, list[Chip | None]]


PLAIN: list[tuple[str, Any]] = [("tray", Tray), ("name", str)]


def made(*fields: tuple[str, Any]) -> str:
    return shape_of(make_dataclass("Kept", fields))


def test_the_same_fields_are_the_same_shape() -> None:
    assert made(*PLAIN) == made(*PLAIN)
    assert len(shape_of(TableState, Memory)) == 16
    assert shape_of(TableState, Memory) == shape_of(TableState, Memory)


@pytest.mark.parametrize(
    "fields",
    [
        [*PLAIN, ("more", int)],
        PLAIN[:1],
        PLAIN[::-1],
        [PLAIN[0], ("called", str)],
        [PLAIN[0], ("name", bytes)],
        [("tray", list[Tray]), PLAIN[1]],
    ],
)
def test_a_field_more_or_less_or_elsewhere_is_another_shape(fields: list[tuple[str, Any]]) -> None:
    assert made(*fields) != made(*PLAIN)


def test_what_lies_deep_within_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = made(*PLAIN)
    monkeypatch.setitem(Chip.__annotations__, "cents", "str")
    inner = made(*PLAIN)
    monkeypatch.undo()
    assert before == made(*PLAIN) != inner

    class Colour(Enum):
        RED = "red"
        BLUE = "green"

    assert shape_of(Colour) != shape_of(globals()["Colour"])
