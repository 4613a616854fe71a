"""The rules over HTTP: a book to read from its first clause to its last figure, and two books side by side.

Both are worked out once, away from the loop, by whoever asks first; afterwards they are only sent.
"""

from __future__ import annotations

from litestar import Response, get

from comeout.house.comparing import Comparison, compare
from comeout.house.packed import Shelf, pack_json, send
from comeout.house.reading import Reading, read_book
from comeout.house.rest_answers import refusals
from comeout.house.signed import Asked, BookId, book_called

_SHELF = Shelf()


@get("/books/{book:str}/reading", sync_to_thread=True, responses=refusals(400, 404))
def reading(request: Asked, book: BookId) -> Response[Reading]:
    """A book as somebody reads it: bets, prices, exact figures, clauses, readings, glossary, what tables post."""
    found = book_called(book)
    return send(_SHELF.get(found.name, lambda: pack_json(read_book(found))), request)


@get("/books/{book:str}/diff/{other:str}", sync_to_thread=True, responses=refusals(400, 404))
def difference(request: Asked, book: BookId, other: BookId) -> Response[Comparison]:
    """What a second book says otherwise: bets, rolls, terms, procedures and figures, with the clauses of both."""
    a, b = book_called(book), book_called(other)
    return send(_SHELF.get(f"{a.name} {b.name}", lambda: pack_json(compare(a, b))), request)


RULES = (reading, difference)
"""Every route here."""
