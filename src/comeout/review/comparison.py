"""Two books compared for a reader: bets by name, figures in percent, each with both its clauses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from comeout.exact.figures import bet_name
from comeout.exact.numbers import show_decimal, show_percent
from comeout.review.diff import BetName, Change, Difference, diff_books
from comeout.rules.describe import book_page
from comeout.rules.layout import Layout

FIGURES = {
    "win": "chance to win",
    "lose": "chance to lose",
    "push": "chance to come back",
    "ev_per_bet_made": "value of a bet made",
    "ev_per_bet_resolved": "value of a bet decided",
    "ev_per_roll": "value of a roll",
    "ev_on_outlay": "value of all that is staked",
    "ev_on_outlay_resolved": "value of all that is staked and decided",
    "variance": "variance",
    "mean_rolls": "rolls to a decision",
    "mean_rolls_made_before_come_out": "rolls to a decision, made before a come-out",
    "mean_rolls_made_point_on": "rolls to a decision, made with the puck on",
    "mean_rolls_kept_up": "rolls to a decision, kept up",
}
"""Every figure in words."""

IN_PERCENT = ("win", "lose", "push", "ev")


@dataclass(frozen=True, slots=True)
class BookSide:
    """One of two books."""

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
    """One exact figure of a bet in both books; empty where a book has none."""

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
    """All that differs between two books, in the order a person reads a book."""

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
    """Return the name of every bet, as the first book gives it."""
    lines = (line for group in book_page(layout).groups for line in group.bets)
    return {line.id: " or ".join(line.names) for line in lines}


def _figure(layout: Layout, each: Change) -> ComparedFigure:
    return ComparedFigure(
        bet=each.bet,
        name=bet_name(layout, each.bet),
        figure=each.figure,
        says=FIGURES[each.figure],
        a=_shown(each.figure, each.a),
        b=_shown(each.figure, each.b),
        a_fraction="" if each.a is None else str(each.a),
        b_fraction="" if each.b is None else str(each.b),
        change=_shown(each.figure, each.change),
    )


def _shown(figure: str, value: Fraction | None) -> str:
    if value is None:
        return ""
    return show_percent(value) if figure.startswith(IN_PERCENT) else show_decimal(value, 3)
