"""The referee: a second, naive telling of the four rulebooks that audits the real one.

It is written from the documents in plain if/else and shares no code with the engine.
"""

from .cells import BOOKS, asleep_by_default, can_sleep, cell, spots, stands
from .decisions import Order
from .game import Game
from .notices import named

__all__ = ["BOOKS", "Game", "Order", "asleep_by_default", "can_sleep", "cell", "named", "spots", "stands"]
