"""REST routes of the books: to read, with exact figures, pictures and settings; and the lobby's comparison."""

from __future__ import annotations

from functools import cache

import msgspec
from litestar import Response, get
from litestar.params import FromQuery

from comeout.exact.figures import all_figures, figure_row
from comeout.felt import Shape, boxes, draw_felt
from comeout.house.host.create import opening_settings
from comeout.house.http.authentication import Asked, BookId, book_called
from comeout.house.http.bad_requests import refusals
from comeout.house.http.cached_answers import send
from comeout.house.views.packed_answers import Shelf, pack, pack_json
from comeout.protocol.rest_answers import (
    BetFigures,
    BookFigures,
    BookLine,
    ChoiceAnswer,
    LayoutAnswer,
    SettingsAnswer,
    SpotAnswer,
)
from comeout.review.special import Special, special_of
from comeout.rules.describe import BookPage, book_page
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.advice.choices import choices


@get("/lobby/books", sync_to_thread=True)
def special_books() -> list[Special]:
    """Compare all books of the house: odds, payouts that differ, what only one book has, house edges."""
    return _specials()


@cache
def _specials() -> list[Special]:
    return list(special_of(load_book(name) for name in book_names()).values())


LOBBY = (special_books,)
"""Every route here."""

PICTURE = "image/svg+xml"
_FIGURES, _PICTURES = Shelf(), Shelf()


@get("/books", sync_to_thread=False)
def books() -> list[BookLine]:
    """List the books of the house."""
    layouts = [load_book(name) for name in book_names()]
    return [BookLine(each.id, each.rulebook.book.title, each.rulebook.book.revision, each.digest) for each in layouts]


@get("/books/{book:str}", sync_to_thread=True, responses=refusals(400, 404))
def book(book: BookId) -> BookPage:
    """Return a book as a player reads it: bets, payouts, procedures, with their clauses."""
    return book_page(book_called(book))


@get("/books/{book:str}/figures", sync_to_thread=True, responses=refusals(400, 404))
def figures(request: Asked, book: BookId) -> Response[BookFigures]:
    """Return the exact figures of every bet of a book, fractions as text."""
    found = book_called(book)
    return send(_FIGURES.get(found.name, lambda: pack_json(_figures(found))), request)


def _figures(layout: Layout) -> BookFigures:
    rows = [figure_row(each) for each in all_figures(layout)]
    return BookFigures(layout.name, msgspec.convert(rows, list[BetFigures]))


@get("/books/{book:str}/felt.svg", media_type=PICTURE, sync_to_thread=True, responses=refusals(400, 404))
def felt(request: Asked, book: BookId, shape: FromQuery[Shape] = "wide") -> Response[str]:
    """Return the layout of a book as a picture: the whole table, wide or tall, or one of the halves a phone shows."""
    found = book_called(book)
    picture = _PICTURES.get(f"{found.name} {shape}", lambda: pack(draw_felt(found, shape=shape).encode(), PICTURE))
    return send(picture, request)


@get("/books/{book:str}/layout", sync_to_thread=True, responses=refusals(400, 404))
def layout(book: BookId, shape: FromQuery[Shape] = "wide") -> LayoutAnswer:
    """Return every spot of a book: its name, its place on the picture, and when you may bet on it."""
    found = book_called(book)
    places = boxes(found, shape=shape)
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


@get("/books/{book:str}/settings", sync_to_thread=False, responses=refusals(400, 404))
def settings(book: BookId) -> SettingsAnswer:
    """Return what a table may choose within a book, for a form."""
    found = book_called(book)
    offered = choices(found, opening_settings(found, {}))
    return SettingsAnswer(book, msgspec.convert(offered, list[ChoiceAnswer], from_attributes=True))


BOOKS = (books, book, figures, felt, layout, settings)
"""Every route here."""
