"""Quickly made dataclasses behave as the library's own do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from typing import Any

import pytest

from comeout.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Quick:
    """One of ours."""

    seat: int
    spot: str = "pass"
    marks: list[int] = dataclasses.field(default_factory=list)

    def doubled(self) -> int:
        return self.seat * 2


@dataclasses.dataclass(frozen=True, slots=True)
class Slow:
    """One of the library's."""

    seat: int
    spot: str = "pass"
    marks: list[int] = dataclasses.field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Single:
    """With one field."""

    seat: int


@dataclasses.dataclass(frozen=True, slots=True)
class Derived(Single):
    """The library's, built on one of ours."""

    spot: str = "pass"


def test_it_takes_the_same_arguments_as_the_librarys() -> None:
    assert Quick(1) == Quick(1, "pass", []) == Quick(seat=1, spot="pass")
    assert list(inspect.signature(Quick).parameters) == list(inspect.signature(Slow).parameters)
    assert Quick(1).marks is not Quick(1).marks
    assert Quick(4).doubled() == 8
    anything: Any = Quick
    for wrong in ([], [1, "pass", [], 4]):
        with pytest.raises(TypeError, match=r"Quick\.__init__\(\)"):
            anything(*wrong)


def test_it_shows_compares_and_hashes_as_the_librarys() -> None:
    assert repr(Quick(1, "field", [3])) == repr(Slow(1, "field", [3])).replace("Slow", "Quick")
    assert Quick(1) != Quick(2)
    other: list[Any] = [Slow(1), 1, (1,), None]
    assert Quick(1) not in other
    assert Single(1) not in other
    assert (Single(1) == Single(1), Single(1) == Single(2)) == (True, False)
    assert hash(Single(7)) == hash((7,))
    assert len({Single(1), Single(1), Single(2)}) == 2


def test_it_cannot_be_changed() -> None:
    quick = Quick(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'seat'"):
        quick.seat = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'seat'"):
        del quick.seat
    with pytest.raises(dataclasses.FrozenInstanceError):
        quick.other = 2  # type: ignore[attr-defined]
    assert not hasattr(quick, "__dict__")


def test_the_librarys_functions_work_on_it() -> None:
    quick = Quick(1, "field", [3])
    assert dataclasses.is_dataclass(Quick)
    assert [each.name for each in dataclasses.fields(quick)] == ["seat", "spot", "marks"]
    assert dataclasses.replace(quick, seat=2) == Quick(2, "field", [3])
    assert dataclasses.asdict(quick) == dataclasses.asdict(Slow(1, "field", [3]))
    for again in (pickle.loads(pickle.dumps(quick)), copy.copy(quick), copy.deepcopy(quick)):
        assert again == quick
    match quick:
        case Quick(seat, spot):
            assert (seat, spot) == (1, "field")


def test_a_dataclass_of_the_library_may_build_on_it() -> None:
    derived = Derived(1, "field")
    assert (derived.seat, derived.spot, repr(derived)) == (1, "field", "Derived(seat=1, spot='field')")
    assert derived == Derived(1, "field") != Derived(1, "pass")
    with pytest.raises(dataclasses.FrozenInstanceError):
        derived.seat = 2  # type: ignore[misc]
