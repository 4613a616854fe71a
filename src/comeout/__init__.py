"""Comeout: the casino game of craps under four real rulebooks, exact to the clause."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comeout.dice import Roll
    from comeout.errors import RulebookError
    from comeout.exact.figures import figures
    from comeout.exact.hand import hand
    from comeout.felt import draw_felt
    from comeout.rules.library import book_names, load_book
    from comeout.table.advice.why import why
    from comeout.table.messages import Command, Event, Rejected
    from comeout.table.table import Table

__all__ = [
    "Command",
    "Event",
    "Rejected",
    "Roll",
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
    "Command": "comeout.table.messages",
    "Event": "comeout.table.messages",
    "Rejected": "comeout.table.messages",
    "Roll": "comeout.dice",
    "RulebookError": "comeout.errors",
    "Table": "comeout.table.table",
    "book_names": "comeout.rules.library",
    "draw_felt": "comeout.felt",
    "figures": "comeout.exact.figures",
    "hand": "comeout.exact.hand",
    "load_book": "comeout.rules.library",
    "why": "comeout.table.advice.why",
}
"""Where each name lives. They are fetched when first asked for, so that `comeout --help` does not wait for them."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
