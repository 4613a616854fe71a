"""The referee: a second, naive telling of the four rulebooks that audits the real one.

It is written from the documents in plain if/else and shares no code with the engine.
"""

from .cells import BOOKS, asleep_by_default, can_sleep, cell, spots, stands
from .game import Game

__all__ = ["BOOKS", "Game", "asleep_by_default", "can_sleep", "cell", "spots", "stands"]
