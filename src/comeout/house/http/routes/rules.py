"""REST routes of the rules: a book to read from first clause to last figure, and two books compared.

Both are computed once in a thread, for the first request, and cached.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter
from msgspec import Meta

from comeout.errors import RulebookError
from comeout.house.http.authentication import Asked, BookId, book_called
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import send
from comeout.house.views.packed_answers import Shelf, pack_json
from comeout.review.book_page import BookText, read_book
from comeout.review.comparison import Comparison, compare
from comeout.rules.conformance import clause_of, reading_called

CitedId = Annotated[
    str, QueryParameter(max_length=80, description="A clause of the book or a reading, as answers cite it.")
]

_SHELF = Shelf()


@get("/books/{book:str}/reading", sync_to_thread=True, responses=refusals(400, 404))
def reading(request: Asked, book: BookId) -> Response[BookText]:
    """Return a book to read: bets, payouts, exact figures, clauses, readings, glossary, what tables post."""
    found = book_called(book)
    return send(_SHELF.get(found.name, lambda: pack_json(read_book(found))), request)


@get("/books/{book:str}/diff/{other:str}", sync_to_thread=True, responses=refusals(400, 404))
def difference(request: Asked, book: BookId, other: BookId) -> Response[Comparison]:
    """Compare two books: bets, rolls, terms, procedures and figures, with the clauses of both."""
    a, b = book_called(book), book_called(other)
    return send(_SHELF.get(f"{a.name} {b.name}", lambda: pack_json(compare(a, b))), request)


class CitedAnswer(msgspec.Struct):
    """What a citation leads to: a clause in our words, or how we read an unclear text or a gap, and why."""

    book: str
    id: str
    kind: Literal["clause", "reading"]
    says: Annotated[str, Meta(description="The clause in our words, or how it is read.")]
    problem: Annotated[str, Meta(description="What is unclear or missing; empty for a clause.")] = ""
    reason: Annotated[str, Meta(description="Why it is read so; empty for a clause.")] = ""
    clauses: Annotated[list[str], Meta(description="The clauses a reading decides.")] = []
    readings: Annotated[list[str], Meta(description="The readings of a clause.")] = []


@get("/books/{book:str}/cited", sync_to_thread=True, responses=refusals(400, 404))
def cited(book: BookId, cites: CitedId) -> CitedAnswer:
    """Return the clause or reading that an answer cites."""
    name = book_called(book).name
    wanted = cites.removeprefix(f"{name} ")
    try:
        if found := reading_called(name, wanted):
            clauses = list(found.clauses_in(name))
            return CitedAnswer(name, found.id, "reading", found.reading, found.problem, found.reason, clauses)
        row = clause_of(name, wanted).row
    except RulebookError as bad:
        raise NotFoundException(str(bad)) from None
    return CitedAnswer(name, row.id, "clause", row.says, readings=list(row.readings))


RULES = (reading, difference, cited)
"""Every route here."""
