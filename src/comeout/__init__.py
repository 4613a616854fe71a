"""Comeout: the casino game of craps under four real rulebooks, exact to the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from comeout.pictures import drawn_by

if TYPE_CHECKING:
    from comeout.dice import Roll
    from comeout.dice_source import Dice
    from comeout.errors import ComeoutError, RulebookError
    from comeout.exact.figures import figures
    from comeout.exact.hand import hand
    from comeout.felt import draw_felt
    from comeout.rules.layout import Layout
    from comeout.rules.library import book_names, load_book
    from comeout.table.advice.why import why
    from comeout.table.answer import Answer, CommandRefused, RollAnswer
    from comeout.table.messages import Command, Event, Rejected
    from comeout.table.position import Position
    from comeout.table.table import Table

__all__ = [
    "Answer",
    "ComeoutError",
    "Command",
    "CommandRefused",
    "Dice",
    "Event",
    "Layout",
    "Position",
    "Rejected",
    "Roll",
    "RollAnswer",
    "RulebookError",
    "Table",
    "book_names",
    "draw_felt",
    "figures",
    "hand",
    "load_book",
    "why",
]
__version__ = "0.1.0"

_HOMES = {
    "Answer": "comeout.table.answer",
    "ComeoutError": "comeout.errors",
    "Command": "comeout.table.messages",
    "CommandRefused": "comeout.table.answer",
    "Dice": "comeout.dice_source",
    "Event": "comeout.table.messages",
    "Layout": "comeout.rules.layout",
    "Position": "comeout.table.position",
    "Rejected": "comeout.table.messages",
    "Roll": "comeout.dice",
    "RollAnswer": "comeout.table.answer",
    "RulebookError": "comeout.errors",
    "Table": "comeout.table.table",
    "book_names": "comeout.rules.library",
    "draw_felt": "comeout.felt",
    "figures": "comeout.exact.figures",
    "hand": "comeout.exact.hand",
    "load_book": "comeout.rules.library",
    "why": "comeout.table.advice.why",
}
"""The module of each name. They are imported when first used, so that `comeout --help` does not wait for them."""

if not TYPE_CHECKING:  # a type checker sees only the imports above, so that it finds a misspelt name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise _misspelt(name)
        found = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return found

    def __dir__() -> list[str]:
        return [*__all__, "__version__"]


def _drawn(layout: Layout, **shown: Any) -> str:
    from comeout.felt import draw_felt  # here, so that nobody loads the drawing before a picture is asked for

    return draw_felt(layout, **shown)


drawn_by(_drawn)


def _misspelt(name: str) -> AttributeError | ImportError:
    """Return the error for a name that does not exist. It suggests the nearest one."""
    import sys
    from importlib.util import find_spec

    from comeout.errors import meant

    hint = "" if name.startswith("_") else meant(name, __all__)
    says = f"comeout has no {name!r}" + (f"; {hint}" if hint else "")
    # An import drops the words of an AttributeError and finds modules by itself, so it is told in an error of its own.
    imports = sys._getframe(2).f_code.co_name == "_handle_fromlist"
    if hint and imports and not find_spec(f"comeout.{name}"):
        return ImportError(says, name=__name__)
    return AttributeError(says, name=name)
