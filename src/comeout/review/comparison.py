"""Compares two books for a reader: bets by name, figures in percent, and the clauses of both."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from comeout.exact.figures import bet_name
from comeout.exact.numbers import show_decimal, show_percent
from comeout.review.diff import BetName, BookChange, Difference, diff_books
from comeout.rules.describe import book_page
from comeout.rules.layout import Layout

FIGURES = {
    "win": "win",
    "lose": "lose",
    "push": "push",
    "ev_per_bet_made": "house edge per bet made",
    "ev_per_bet_resolved": "house edge per decided bet",
    "ev_per_roll": "house edge per roll",
    "ev_on_outlay": "house edge on all money staked",
    "ev_on_outlay_resolved": "house edge on all money staked on decided bets",
    "variance": "variance",
    "mean_rolls": "rolls to a decision",
    "mean_rolls_made_before_come_out": "rolls to a decision, made before a come-out",
    "mean_rolls_made_point_on": "rolls to a decision, made just after a point is set",
    "mean_rolls_kept_up": "rolls to a decision, always made again",
}
"""The name of every figure. The value of a bet to the player is shown as the house edge."""

VALUE = "ev_"
IN_PERCENT = ("win", "lose", "push", VALUE)


@dataclass(frozen=True, slots=True)
class BookSide:
    """One of the two books."""

    id: str
    title: str
    digest: str


@dataclass(frozen=True, slots=True)
class Compared:
    """What differs about one bet, or one part of the procedures."""

    about: str
    name: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One exact figure of a bet in both books; empty for a book in which the bet has none."""

    bet: str
    name: str
    figure: str
    says: str
    a: str
    b: str
    a_fraction: str
    b_fraction: str
    change: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything that differs between two books, in the order in which a person reads a book."""

    a: BookSide
    b: BookSide
    same: bool
    count: int
    only_a: tuple[BetName, ...]
    only_b: tuple[BetName, ...]
    wagers: tuple[Compared, ...]
    procedures: tuple[Compared, ...]
    figures: tuple[ComparedFigure, ...]


def compare(a: Layout, b: Layout) -> Comparison:
    """Compare two books for a reader."""
    found, names = diff_books(a, b), _names(a)
    return Comparison(
        a=_side(a),
        b=_side(b),
        same=found.same,
        count=found.count,
        only_a=found.only_a,
        only_b=found.only_b,
        wagers=tuple(Compared(each.about, names[each.about], each.differences) for each in found.wagers),
        procedures=tuple(Compared(each.about, each.about, each.differences) for each in found.procedures),
        figures=tuple(_figure(a, each) for each in found.figures),
    )


def _side(layout: Layout) -> BookSide:
    return BookSide(layout.id, layout.rulebook.book.title, layout.digest)


def _names(layout: Layout) -> dict[str, str]:
    """Return the name of every bet, as the first book writes it."""
    lines = (line for group in book_page(layout).groups for line in group.bets)
    return {line.id: " or ".join(line.names) for line in lines}


def _figure(layout: Layout, each: BookChange) -> ComparedFigure:
    a, b = as_edge(each.figure, each.a), as_edge(each.figure, each.b)
    return ComparedFigure(
        bet=each.bet,
        name=bet_name(layout, each.bet),
        figure=each.figure.replace(VALUE, "edge_"),
        says=FIGURES[each.figure],
        a=_shown(each.figure, a),
        b=_shown(each.figure, b),
        a_fraction="" if a is None else str(a),
        b_fraction="" if b is None else str(b),
        change=_shown(each.figure, as_edge(each.figure, each.change)),
    )


def as_edge(figure: str, value: Fraction | None) -> Fraction | None:
    """Return a value to the player as the house edge; return other figures unchanged."""
    return -value if value is not None and figure.startswith(VALUE) else value


def _shown(figure: str, value: Fraction | None) -> str:
    if value is None:
        return ""
    return show_percent(value) if figure.startswith(IN_PERCENT) else show_decimal(value, 3)
