"""Builds a book as a page to read: bets with payouts and exact figures, clauses in our words, readings, glossary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from comeout.exact.figures import Figures, all_figures
from comeout.exact.numbers import show_decimal, show_percent, show_root
from comeout.review.special import special_of
from comeout.rules.conformance import ON_PAGE, ClauseRow, Conforming, conformance, counts, readings_of
from comeout.rules.describe import Outcome, Paid, WagerPage, book_page, wager_page
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.rules.procedures import Section, Statement, listed
from comeout.table.advice.choices import choices


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about a book that a reader wants first."""

    name: str
    says: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A share of the bet, as a percentage and as the exact fraction."""

    percent: str
    fraction: str


@dataclass(frozen=True, slots=True)
class BetCost:
    """What one bet costs and how long it lasts, exactly. The same bet with odds behind it is another bet."""

    bet: str
    name: str
    edge_per_bet: Figure
    """House edge, per bet made."""
    edge_per_resolved: Figure
    """House edge, per decided bet."""
    edge_per_roll: Figure
    edge_on_outlay: Figure
    """House edge as a share of all money staked and charged."""
    edge_on_outlay_resolved: Figure
    return_on_outlay_resolved: Figure
    """Return to the player: the share of all money staked on decided bets that comes back."""
    win: Figure
    lose: Figure
    push: Figure
    mean_rolls: str
    standard_deviation: str


@dataclass(frozen=True, slots=True)
class WagerText:
    """One kind of bet in full."""

    id: str
    name: str
    group: str
    says: str
    spots: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    payouts: tuple[Paid, ...]
    net: tuple[Paid, ...]
    """What a bet made of several parts pays on the whole stake."""
    terms: tuple[Statement, ...]
    edges: tuple[BetCost, ...]
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadingText:
    """How we read an unclear text, and why."""

    id: str
    kind: str
    clauses: tuple[str, ...]
    problem: str
    reading: str
    reason: str


@dataclass(frozen=True, slots=True)
class ClauseText:
    """One clause of the document in our words, and the tests that show it."""

    id: str
    heading: str
    kind: str
    duty: str
    says: str
    readings: tuple[str, ...]
    lives: tuple[str, ...]
    shown: str
    """The part of the page that shows the clause (puck, paytable, layout and so on); empty if the game itself does."""
    wagers: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A term that the book defines. The sentence that introduces the definitions has no term."""

    word: str
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that a table of the book posts, and its default value."""

    name: str
    says: str
    default: str
    clause: str


@dataclass(frozen=True, slots=True)
class BookText:
    """A whole book, as the page shows it."""

    id: str
    title: str
    source: str
    revision: int
    digest: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    groups: tuple[str, ...]
    wagers: tuple[WagerText, ...]
    clauses: tuple[ClauseText, ...]
    readings: tuple[ReadingText, ...]
    glossary: tuple[Word, ...]
    notices: tuple[Notice, ...]
    conformance: dict[str, int]


def read_book(layout: Layout) -> BookText:
    """Return everything there is to read about a book. Only the books of the package have clauses in our words."""
    page, rows = book_page(layout), conformance(layout.id) if layout.id in book_names() else ()
    figures = [each for each in all_figures(layout) if isinstance(each, Figures)]
    wagers = tuple(_wager(layout, line.id, figures) for group in page.groups for line in group.bets)
    return BookText(
        id=page.id,
        title=page.title,
        source=page.source,
        revision=page.revision,
        digest=page.digest,
        facts=tuple(_facts(layout, figures)),
        sections=page.procedures,
        groups=tuple(group.title for group in page.groups),
        wagers=wagers,
        clauses=tuple(_clause(each, wagers) for each in rows),
        readings=tuple(_readings(layout)),
        glossary=tuple(_glossary(each.row for each in rows)),
        notices=tuple(Notice(each.name, each.says, each.default, each.clause) for each in choices(layout)),
        conformance=counts(rows),
    )


# ------------------------------------------------------------------ bets


def _wager(layout: Layout, wager_id: str, figures: Iterable[Figures]) -> WagerText:
    page = wager_page(layout, wager_id)
    return WagerText(
        id=wager_id,
        name=_name(page),
        group=page.group,
        says=_sentence(page.outcomes),
        spots=page.spots,
        outcomes=page.outcomes,
        payouts=page.pays,
        net=page.net,
        terms=page.terms,
        edges=tuple(_bet(each) for each in figures if layout.by_id[_flat(each)].wager_id == wager_id),
        clauses=page.clauses,
    )


def _flat(found: Figures) -> str:
    return found.bet.partition("+")[0]


def _name(page: WagerPage) -> str:
    """Return the name of a bet without its number."""
    return " or ".join(name.replace(" on #", "").replace(" #", "").replace("# ", "") for name in page.names)


def _sentence(outcomes: Iterable[Outcome]) -> str:
    """Return one sentence about what a bet wins, loses and pushes on. Rolls that leave it in place are left out."""
    told: dict[str, list[str]] = {}
    for each in outcomes:
        told.setdefault(each.then, []).append(each.on)
    parts = [f"{then.lower()} on {', or '.join(on)}" for then, on in told.items() if then != "Stays"]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _bet(found: Figures) -> BetCost:
    results = found.results
    return BetCost(
        bet=found.bet,
        name=found.name,
        edge_per_bet=_figure(-results.ev_per_bet_made),
        edge_per_resolved=_figure(-results.ev_per_bet_resolved),
        edge_per_roll=_figure(-results.ev_per_roll),
        edge_on_outlay=_figure(-results.ev_on_outlay),
        edge_on_outlay_resolved=_figure(-results.ev_on_outlay_resolved),
        return_on_outlay_resolved=_figure(1 + results.ev_on_outlay_resolved),
        win=_figure(results.win),
        lose=_figure(results.lose),
        push=_figure(results.push),
        mean_rolls=show_decimal(found.always_working.mean, 2),
        standard_deviation=show_root(results.variance, 3),
    )


def _figure(value: Fraction) -> Figure:
    return Figure(show_percent(value), str(value))


# ------------------------------------------------------------------ the book beside others


def _facts(layout: Layout, figures: Iterable[Figures]) -> Iterator[Fact]:
    special = special_of([*(load_book(name) for name in book_names()), layout])[layout.id]
    yield Fact("Bets", f"{special.bets} kinds of bets on {len(layout.spots)} spots")
    yield Fact("Odds", special.odds)
    plain = [each for each in figures if "+" not in each.bet and layout.by_id[each.bet].base < 0]
    single = [(each.name, each.results.ev_per_bet_made) for each in plain]
    backed = [(each.name, each.results.ev_on_outlay_resolved) for each in figures if each.bet.endswith(":max")]
    yield _kept("Best single bet", single, best=True)
    yield _kept("Best with full odds", backed, best=True, of=" of all money staked")
    yield _kept("Costliest bet", single, best=False)
    for text in special.unusual:
        yield Fact("Unusual", f"{text[:1].upper()}{text[1:]}")


def _kept(word: str, worth: list[tuple[str, Fraction]], *, best: bool, of: str = "") -> Fact:
    """Return the fact about the bets with the highest return, or with the lowest."""
    values = [value for _, value in worth]
    found = max(values) if best else min(values)
    names = listed(dict.fromkeys(name for name, value in worth if value == found))
    says = f"house edge {show_percent(-found, 2)}, return {show_percent(1 + found, 2)}{of}"
    return Fact(word, f"{names}: {says}")


# ------------------------------------------------------------------ clauses


def _clause(each: Conforming, wagers: Iterable[WagerText]) -> ClauseText:
    row = each.row
    return ClauseText(
        id=row.id,
        heading=row.section,
        kind=row.kind,
        duty=row.duty,
        says=row.says,
        readings=row.readings,
        lives=tuple(place for place in each.places if not place.startswith(ON_PAGE)),
        shown=row.lives.removeprefix(ON_PAGE) if row.lives.startswith(ON_PAGE) else "",
        wagers=tuple(wager.id for wager in wagers if row.id in wager.clauses),
        tests=row.tests,
    )


def _readings(layout: Layout) -> Iterator[ReadingText]:
    for row in readings_of(layout.id):
        yield ReadingText(row.id, row.kind, row.clauses_in(layout.id), row.problem, row.reading, row.reason)


_TERMS = (
    (re.compile(r"(?P<word>[A-Z][\w' ]{1,30}): .+", re.DOTALL), ": "),
    (re.compile(r"(?P<word>[A-Z][\w' ]{1,30}?) (?:means|are) .+", re.DOTALL), ""),
)
"""How a definition may start with its term, and what separates the term from the rest."""


def _glossary(rows: Iterable[ClauseRow]) -> Iterator[Word]:
    """Return the terms that a document defines, found by how its definitions are written."""
    for row in rows:
        if row.kind == "definition" or row.lives == f"{ON_PAGE}glossary":
            word, says = _term(row)
            if word or says.startswith("The terms"):
                yield Word(word, f"{says[:1].upper()}{says[1:]}", row.id)


def _term(row: ClauseRow) -> tuple[str, str]:
    numbered = re.fullmatch(r"\d+ (?P<word>.+)", row.id)
    if numbered:
        return numbered["word"], row.says
    for pattern, parts in _TERMS:
        if found := pattern.fullmatch(row.says):
            return found["word"], row.says.removeprefix(f"{found['word']}{parts}") if parts else row.says
    return "", row.says
