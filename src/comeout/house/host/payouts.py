"""Payouts above the books: a setting of the house, the same at all its tables of a book."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from comeout.errors import ComeoutError, RulebookError, nearest
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text

Payouts = Mapping[str, Mapping[str, Mapping[int, str] | str]]
"""By book and spot: odds for every total that wins, or by total."""


class PayoutsError(ComeoutError):
    """A payouts file is invalid, and why."""


def read_payouts(file: str) -> Payouts:
    """Read the payouts of a house from its file and check each against its book; none where no file is named."""
    if not file:
        return {}
    try:
        told: dict[str, Any] = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as bad:
        raise PayoutsError(f"{file} cannot be read: {bad}") from None
    payouts: dict[str, dict[str, dict[int, str] | str]] = {}
    for book, spots in told.items():
        if book not in book_names() or not isinstance(spots, dict):
            raise PayoutsError(f'{file} has a table for each book; "{book}" is none: {nearest(book, book_names())}')
        try:
            payouts[book] = {spot: _odds(odds) for spot, odds in spots.items()}
            load_book(book, payouts=payouts[book])
        except (RulebookError, ValueError) as bad:
            raise PayoutsError(f"{file}: {bad}") from None
    return payouts


def _odds(told: Any) -> dict[int, str] | str:
    """Parse odds: one figure, or one for each total."""
    if isinstance(told, dict):
        return {int(total): str(odds) for total, odds in told.items()}
    return str(told)


def priced(layout: Layout, payouts: Payouts) -> Layout:
    """Return a book as this house pays it; one that brings payouts of its own keeps them."""
    if layout.payouts or layout.id not in payouts:
        return layout
    return load_text(layout.text, file=layout.name, payouts=payouts[layout.id])


def book_problem(layout: Layout) -> str:
    """Return why a house does not play by a file: it has the id of one of our books and another text; else empty."""
    if layout.id not in book_names():
        return ""
    same = load_text(layout.text, file=layout.name).digest == load_book(layout.id).digest
    return (
        ""
        if same
        else (
            f'{layout.name} has the id "{layout.id}" and is not that book: give it an id of its own in [book], '
            "as `comeout books --copy` does"
        )
    )
