"""The books of the house over HTTP: as players read them, with exact figures and pictures."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get
from litestar.params import FromQuery

from comeout.exact.figures import all_figures, figure_row
from comeout.felt import draw_felt
from comeout.house.signed import (
    BookId,
    book_called,
)
from comeout.rules.describe import book_page
from comeout.rules.library import book_names, load_book


@get("/books", sync_to_thread=False)
def books() -> list[dict[str, Any]]:
    """The books of the house."""
    layouts = [load_book(name) for name in book_names()]
    return [
        {
            "id": each.id,
            "title": each.rulebook.book.title,
            "revision": each.rulebook.book.revision,
            "digest": each.digest,
        }
        for each in layouts
    ]


@get("/books/{book:str}", sync_to_thread=True)
def book(book: BookId) -> dict[str, Any]:
    """A book as a player reads it: bets, payouts, procedures, with their clauses."""
    return msgspec.to_builtins(book_page(book_called(book)))  # type: ignore[no-any-return]


@get("/books/{book:str}/figures", sync_to_thread=True)
def figures(book: BookId) -> dict[str, Any]:
    """The exact figures of every bet of a book, fractions as text."""
    return {"book": book, "bets": [figure_row(each) for each in all_figures(book_called(book))]}


@get("/books/{book:str}/felt.svg", media_type="image/svg+xml", sync_to_thread=True)
def felt(book: BookId, tall: FromQuery[bool] = False) -> str:
    """The layout of a book as a picture."""
    return draw_felt(book_called(book), shape="tall" if tall else "wide")


@get("/books/{book:str}/layout", sync_to_thread=True)
def layout(book: BookId, tall: FromQuery[bool] = False) -> dict[str, Any]:
    """Every spot of a book: its name, where it lies on the picture, and when it may be bet on."""
    from comeout.felt import boxes

    found = book_called(book)
    places = boxes(found, shape="tall" if tall else "wide")
    return {
        "book": book,
        "spots": {
            spot.id: {
                "name": spot.name,
                "made_here": spot.made_here,
                "made": spot.make_rule.when,
                "removed": spot.remove_rule.when,
                "clause": spot.clause,
                "chips": list(places[spot.id].chips),
            }
            for spot in found.spots
        },
    }


BOOKS = (books, book, figures, felt, layout)
"""Every route here."""
