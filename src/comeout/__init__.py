"""Comeout: the casino game of craps under four real rulebooks, exact to the clause."""

from comeout.dice import Roll
from comeout.rules.errors import RulebookError
from comeout.rules.library import book_names, load_book
from comeout.table.messages import Command, Event, Rejected
from comeout.table.table import Table
from comeout.table.why import why

__all__ = ["Command", "Event", "Rejected", "Roll", "RulebookError", "Table", "book_names", "load_book", "why"]
__version__ = "0.1.0"
