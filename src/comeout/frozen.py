"""`@dataclass(frozen=True, slots=True)` as the standard library makes it, five times as quickly.

Rules and table have 150 such classes. The library compiles six methods for each of them, a third of the time that
`from comeout import Table` took; here one is compiled and the others are shared. A type checker sees the library's own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool, slots: bool) -> Callable[[type], type]:
        """Make a frozen dataclass with slots, of a class that inherits from none. There is no other kind here."""
        assert frozen
        assert slots
        return _made


def _made(cls: Any) -> Any:
    """Return the class as the library makes it without any method, with our methods added."""
    made: Any = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=True)
    made.__dataclass_params__.frozen = True
    names = [each.name for each in dataclasses.fields(made)]
    made._values = attrgetter(*names) if len(names) > 1 else staticmethod(lambda self: (getattr(self, names[0]),))
    made.__init__ = _init(made)
    for name, method in _SHARED.items():
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _init(made: Any) -> Callable[..., None]:
    """Compile `__init__`, the one method that differs for each class: it takes the fields by name and in order."""
    given: dict[str, Any] = {"_set": object.__setattr__, "_missing": dataclasses.MISSING}
    taken, body = [], []
    for each in dataclasses.fields(made):
        value = name = each.name
        if each.default_factory is not dataclasses.MISSING:
            given[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}"
            taken.append(f"{name}=_missing")
        elif each.default is not dataclasses.MISSING:
            given[f"_default_{name}"] = each.default
            taken.append(f"{name}=_default_{name}")
        else:
            taken.append(name)
        body.append(f" _set(self, {name!r}, {value})")
    exec(f"def __init__(self, {', '.join(taken)}):\n" + "\n".join(body), given)
    init: Callable[..., None] = given["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    return init


def _repr(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self))
    return f"{type(self).__qualname__}({told})"


def _eq(self: Any, other: Any) -> Any:
    return self._values(self) == self._values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(self._values(self))


def _no_set(self: Any, name: str, value: object) -> NoReturn:
    del self, value
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_delete(self: Any, name: str) -> NoReturn:
    del self
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return list(self._values(self))


def _setstate(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


_SHARED = {
    "__repr__": _repr,
    "__eq__": _eq,
    "__hash__": _hash,
    "__setattr__": _no_set,
    "__delattr__": _no_delete,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
