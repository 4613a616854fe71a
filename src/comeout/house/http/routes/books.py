"""REST routes of the books: their rules, exact figures, pictures, settings and citations, and books compared.

What takes long is computed once in a thread, for the first request, and cached.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery, QueryParameter
from msgspec import Meta

from comeout.errors import RulebookError
from comeout.exact.figures import all_figures, figure_row
from comeout.felt import Shape, boxes, draw_felt
from comeout.house.host.create import opening_settings
from comeout.house.host.posted_limits import USUAL, posted_limits
from comeout.house.http.authentication import Asked, BookId, book_asked, book_called
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import Shelf, pack, pack_json, send
from comeout.house.http.paced_requests import in_thread
from comeout.log.records import Mode
from comeout.protocol.rest_answers import (
    BetFigures,
    BookFigures,
    BookLine,
    ChoiceAnswer,
    LayoutAnswer,
    SettingsAnswer,
    SpotAnswer,
)
from comeout.review.book_page import BookText, read_book
from comeout.review.comparison import Comparison, compare
from comeout.review.special import Special, special_of
from comeout.rules.conformance import clause_of, reading_called
from comeout.rules.describe import BookPage, book_page
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.advice.choices import choices


@get("/lobby/books")
async def special_books(request: Asked) -> list[Special]:
    """Compare all books of the house: odds, payouts that differ, what only one book has, house edges."""
    return await in_thread(request, _specials)


@cache
def _specials() -> list[Special]:
    return list(special_of(load_book(name) for name in book_names()).values())


PICTURE = "image/svg+xml"
_FIGURES, _PICTURES, _TEXTS = Shelf(), Shelf(), Shelf()


@get("/books", sync_to_thread=False)
def books() -> list[BookLine]:
    """List the books of the house."""
    layouts = [load_book(name) for name in book_names()]
    return [BookLine(each.id, each.rulebook.book.title, each.rulebook.book.revision, each.digest) for each in layouts]


@get("/books/{book:str}", responses=refusals(400, 404))
async def book(request: Asked, book: BookId) -> BookPage:
    """Return a book as a player reads it: bets, payouts, procedures, with their clauses."""
    found = await book_asked(request, book)
    return await in_thread(request, lambda: book_page(found))


@get("/books/{book:str}/figures", responses=refusals(400, 404))
async def figures(request: Asked, book: BookId) -> Response[BookFigures]:
    """Return the exact figures of every bet of a book, fractions as text."""
    found = await book_asked(request, book)
    return send(await _FIGURES.fetch(found.digest, lambda: pack_json(_figures(found))), request)


def _figures(layout: Layout) -> BookFigures:
    rows = [figure_row(each) for each in all_figures(layout)]
    return BookFigures(layout.name, msgspec.convert(rows, list[BetFigures]))


@get("/books/{book:str}/felt.svg", media_type=PICTURE, responses=refusals(400, 404))
async def felt(request: Asked, book: BookId, shape: FromQuery[Shape] = "wide") -> Response[str]:
    """Return the layout of a book as a picture: the whole table, wide or tall, or one of the halves a phone shows."""
    found = await book_asked(request, book)
    look = found.rulebook.look  # no part of the digest
    name = f"{found.digest} {look.felt} {look.accent} {shape}"
    picture = await _PICTURES.fetch(name, lambda: pack(draw_felt(found, shape=shape).encode(), PICTURE))
    return send(picture, request)


@get("/books/{book:str}/layout", responses=refusals(400, 404))
async def layout(request: Asked, book: BookId, shape: FromQuery[Shape] = "wide") -> LayoutAnswer:
    """Return every spot of a book: its name, its place on the picture, and when you may bet on it."""
    found = await book_asked(request, book)
    places = await in_thread(request, lambda: boxes(found, shape=shape))
    spots = {
        spot.id: SpotAnswer(
            name=spot.name,
            made_here=spot.made_here,
            made=spot.make_rule.when,
            removed=spot.remove_rule.when,
            clause=spot.clause,
            chips=(chips.x, chips.y, chips.w, chips.h),
        )
        for spot, chips in ((spot, places[spot.id].chips) for spot in found.spots)
    }
    return LayoutAnswer(book, spots)


@get("/books/{book:str}/settings", responses=refusals(400, 404))
async def settings(request: Asked, book: BookId, mode: FromQuery[Mode | None] = None) -> SettingsAnswer:
    """Return what a table may choose within a book, for a form; with a mode, as tables with posted limits have it."""
    found = await book_asked(request, book)
    posted = posted_limits(found, mode) if mode else {}
    offered = await in_thread(request, lambda: choices(found, opening_settings(found, posted)))
    return SettingsAnswer(book, msgspec.convert(offered, list[ChoiceAnswer], from_attributes=True), *USUAL)


CitedId = Annotated[
    str, QueryParameter(max_length=80, description="A clause of the book or a reading, as answers cite it.")
]


@get("/books/{book:str}/reading", responses=refusals(400, 404))
async def reading(request: Asked, book: BookId) -> Response[BookText]:
    """Return a book to read: bets, payouts, exact figures, clauses, readings, glossary, what tables post."""
    found = await book_asked(request, book)
    return send(await _TEXTS.fetch(found.digest, lambda: pack_json(read_book(found))), request)


@get("/books/{book:str}/diff/{other:str}", responses=refusals(400, 404))
async def difference(request: Asked, book: BookId, other: BookId) -> Response[Comparison]:
    """Compare two books: bets, rolls, terms, procedures and figures, with the clauses of both."""
    a, b = book_called(book), book_called(other)
    return send(await _TEXTS.fetch(f"{a.name} {b.name}", lambda: pack_json(compare(a, b))), request)


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


@get("/books/{book:str}/cited", responses=refusals(400, 404))
async def cited(request: Asked, book: BookId, cites: CitedId) -> CitedAnswer:
    """Return the clause or reading that an answer cites."""
    name = (await book_asked(request, book)).id
    return await in_thread(request, lambda: _cited(name, cites))


def _cited(name: str, cites: str) -> CitedAnswer:
    wanted = cites.removeprefix(f"{name} ")
    try:
        if found := reading_called(name, wanted):
            clauses = list(found.clauses_in(name))
            return CitedAnswer(name, found.id, "reading", found.reading, found.problem, found.reason, clauses)
        row = clause_of(name, wanted).row
    except RulebookError as bad:
        raise NotFoundException(str(bad)) from None
    return CitedAnswer(name, row.id, "clause", row.says, readings=list(row.readings))


BOOKS = (special_books, books, book, figures, felt, layout, settings, reading, difference, cited)
"""The routes of this module."""
