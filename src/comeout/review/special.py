"""Finds what is special about a book compared with the others: its odds, payouts, bets and house edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from comeout.dice import ROLLS
from comeout.exact.figures import figures
from comeout.exact.numbers import show_percent
from comeout.rules.describe import BetLine, book_page
from comeout.rules.layout import RACK, Layout
from comeout.rules.library import default_book, for_newcomers
from comeout.rules.procedures import listed
from comeout.table.settings import default_settings

WELL_KNOWN = ("pass", "dont-pass", "place-6", "field", "any-seven")
"""The bets that people ask about first."""
AGAINST = "dont-pass"


@dataclass(frozen=True, slots=True)
class SpecialEdge:
    """The house edge of a bet, per unit bet."""

    spot: str
    name: str
    percent: str
    fraction: str


@dataclass(frozen=True, slots=True)
class Special:
    """One book compared with the others."""

    book: str
    house: str
    about: str
    odds: str
    unusual: tuple[str, ...]
    edges: tuple[SpecialEdge, ...]
    bets: int
    newcomers: str
    """How the book differs, in a sentence for newcomers; empty for a book of somebody's own."""
    why_first: str
    """Why newcomers best begin with this book; empty for all others."""


def special_of(layouts: Iterable[Layout]) -> dict[str, Special]:
    """Compare every book with the others."""
    books = {layout.id: layout for layout in layouts}
    lines = {name: _lines(layout) for name, layout in books.items()}
    return {name: _special(layout, books, lines) for name, layout in books.items()}


def _lines(layout: Layout) -> dict[str, BetLine]:
    return {bet.id: bet for group in book_page(layout).groups for bet in group.bets}


def _special(layout: Layout, books: Mapping[str, Layout], lines: Mapping[str, Mapping[str, BetLine]]) -> Special:
    house, _, about = layout.rulebook.book.title.partition(", ")
    found = (_payouts(layout, lines), _pushes(layout, books), _terms(layout, lines))
    unusual = (*chain(*found), *_only_here(layout, lines), *_missing(layout, lines))
    why, newcomers = for_newcomers()
    return Special(
        book=layout.id,
        house=house,
        about=about,
        odds=_odds(layout),
        unusual=unusual,
        edges=tuple(_edge(layout, spot) for spot in WELL_KNOWN if spot in layout.by_id),
        bets=len(layout.rulebook.wager),
        newcomers=newcomers.get(layout.id, ""),
        why_first=why if layout.id == default_book() else "",
    )


def _odds(layout: Layout) -> str:
    """Return in a few words how large the odds behind a line bet may be at a table with the book's default settings."""
    settings = default_settings(layout)
    odds = next(spot for spot in layout.spots if spot.wager.supports and spot.number is None)
    by_times: dict[Fraction, list[int]] = {}
    for number in layout.rulebook.puck.sets:
        row = odds.odds_rows[number]
        by_times.setdefault(Fraction(settings.odds_multiple[number] if row.table else row.times), []).append(number)
    if len(by_times) == 1:
        return f"up to {next(iter(by_times))}x"
    return "up to " + ", ".join(f"{times}x on {listed(numbers, 'and')}" for times, numbers in by_times.items())


def _edge(layout: Layout, spot: str) -> SpecialEdge:
    value: Fraction = -figures(layout, spot).results.ev_per_bet_made
    return SpecialEdge(spot, layout.by_id[spot].name, show_percent(value, 2), str(value))


Prices = tuple[tuple[str, str], ...]


def _prices(line: BetLine) -> Prices:
    """Return what a bet pays on what, in words that all books share."""
    return tuple((paid.on, paid.odds.replace(":", " to ")) for paid in line.pays)


def _payouts(layout: Layout, lines: Mapping[str, Mapping[str, BetLine]]) -> Iterator[str]:
    """Yield the bets that most other books pay differently."""
    for bet, line in lines[layout.id].items():
        others = Counter(_prices(book[bet]) for name, book in lines.items() if name != layout.id and bet in book)
        usual = {price for prices in others for price in prices}
        mine = _prices(line)
        if len(others) == 1 and mine not in others and others.total() > 1:
            differs = [f"{on}: {odds}" if on else odds for on, odds in mine if (on, odds) not in usual]
            yield f"{_name(line)} pays {'; '.join(differs)}"


def _terms(layout: Layout, lines: Mapping[str, Mapping[str, BetLine]]) -> Iterator[str]:
    """Yield when bets work on the come-out and when they can be taken down, where no other book says the same."""
    for what, word, says in _SAID:
        mine = lines[layout.id]
        names = [_name(line) for bet, line in mine.items() if _alone(layout, lines, bet, what, word)]
        if names:
            yield f"{says}: {'every bet' if len(names) == len(mine) else listed(names)}"


_SAID = (
    ("come_out", "works", "working on the come-out"),
    ("come_out", "off", "off on the come-out"),
    ("taken_down", "never", "cannot be taken down"),
    ("taken_down", "undo", "can be taken back only in the betting time it was made in"),
)
"""The field of a bet that is compared, its value, and the phrase for it."""


def _pushes(layout: Layout, books: Mapping[str, Layout]) -> Iterator[str]:
    """Yield the come-out roll on which a bet against the line pushes, where no other book has the same."""
    mine = _barred(layout)
    if mine not in [_barred(other) for other in books.values() if other is not layout]:
        name = layout.by_id[AGAINST].name
        yield f"{name} pushes on {listed(mine)}" if mine else f"{name} never pushes: it stays until it wins or loses"


def _barred(layout: Layout) -> tuple[int, ...]:
    """Return the totals on which that bet pushes."""
    cells = ((roll.total, layout.cell(AGAINST, point=0, roll=roll.place)) for roll in ROLLS)
    return tuple(sorted({total for total, cell in cells if cell.to == RACK and not cell.paid_by}))


def _alone(layout: Layout, lines: Mapping[str, Mapping[str, BetLine]], bet: str, what: str, word: str) -> bool:
    mine = getattr(lines[layout.id][bet], what)
    if mine != word:
        return False
    others = [getattr(book[bet], what) for name, book in lines.items() if name != layout.id and bet in book]
    return bool(others) and mine not in others


def _only_here(layout: Layout, lines: Mapping[str, Mapping[str, BetLine]]) -> Iterator[str]:
    elsewhere = {bet for name, book in lines.items() if name != layout.id for bet in book}
    names = [name for bet, line in lines[layout.id].items() if bet not in elsewhere for name in _spots(layout, line)]
    if names:
        yield f"only here: {listed(names)}"


def _spots(layout: Layout, line: BetLine) -> list[str]:
    """Return the names of a bet's spots, or one name if there are many."""
    names = [spot.name for spot in layout.spots if spot.wager_id == line.id]
    return names if len(names) < 3 else [_name(line)]


def _missing(layout: Layout, lines: Mapping[str, Mapping[str, BetLine]]) -> Iterator[str]:
    others = [book for name, book in lines.items() if name != layout.id]
    everywhere = set.intersection(*(set(book) for book in others)) if others else set()
    names = [_name(others[0][bet]) for bet in others[0] if bet in everywhere - set(lines[layout.id])] if others else []
    if names:
        yield f"not here: {listed(names)}"


def _name(line: BetLine) -> str:
    return line.names[0].replace(" on #", "").replace(" #", "") if len(line.names) == 1 else line.id
