"""The lobby over HTTP: the books beside each other, with what is special about each."""

from __future__ import annotations

from functools import cache

from litestar import get

from comeout.review.special import Special, special_of
from comeout.rules.library import book_names, load_book


@get("/lobby/books", sync_to_thread=True)
def special_books() -> list[Special]:
    """Every book of the house: its odds, what it pays otherwise than its neighbours, what only it has, its edges."""
    return _specials()


@cache
def _specials() -> list[Special]:
    return list(special_of(load_book(name) for name in book_names()).values())


LOBBY = (special_books,)
"""Every route here."""
