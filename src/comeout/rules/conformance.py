"""The catalogue of clauses and readings: where each is implemented in its book, and the page that shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from comeout.errors import RulebookError, meant, nearest
from comeout.rules.citation import is_reading
from comeout.rules.library import book_names, data_of, packaged
from comeout.rules.procedures import listed
from comeout.rules.schema import read

Duty = Literal["ENGINE", "CREW", "PLAYER", "DISPLAY", "NOTICE"]
DUTIES: tuple[str, ...] = get_args(Duty)
SHOWN_BY_PLAY = ("ENGINE", "CREW", "PLAYER")
"""The duties that any test can show. The others are for the page to display, so a test of the page must show them."""
ON_PAGE = "page: "
"""The prefix with which a row says which part of the page implements the clause."""
PAGE_TESTS = "page/"
"""Where the tests of the page are."""

Flaw = Literal["misprint", "contradiction", "gap", "unclear"]
"""What is wrong with a text that needs a reading. A misprint may be an error of the scan."""


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """One clause of a document: our wording, whose duty it is, where it is implemented and which tests show it."""

    id: str
    section: str
    says: str
    kind: str
    duty: Duty
    readings: tuple[str, ...]
    lives: str = ""
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """A reading: our decided interpretation of an unclear text, with its reason."""

    id: str
    kind: Flaw
    clauses: tuple[str, ...]
    problem: str
    reading: str
    reason: str

    def clauses_in(self, book: str) -> tuple[str, ...]:
        """Return the clauses of one book that this reading decides."""
        return tuple(c.removeprefix(f"{book} ") for c in self.clauses if c.startswith(f"{book} "))


@dataclass(frozen=True, slots=True)
class Clauses:
    """The clauses of a book, in the order of its document."""

    clause: tuple[ClauseRow, ...]


@dataclass(frozen=True, slots=True)
class Readings:
    """All readings."""

    reading: tuple[ReadingRow, ...]


@dataclass(frozen=True, slots=True)
class Conforming:
    """A clause with every place that implements it: the book's data first, then what its row names."""

    row: ClauseRow
    places: tuple[str, ...]

    @property
    def on_page(self) -> bool:
        """Whether a part of the page implements it."""
        return any(place.startswith(ON_PAGE) for place in self.places)

    @property
    def missing(self) -> str:
        """What is still to be done for it, in words; empty if nothing is."""
        if not self.places:
            return "lives nowhere"
        if self.on_page or self.row.duty not in SHOWN_BY_PLAY:
            return "" if any(test.startswith(PAGE_TESTS) for test in self.row.tests) else "no test of the page"
        return "" if self.row.tests else "no test"


@cache
def clauses_of(book: str) -> tuple[ClauseRow, ...]:
    """Return the clauses of one of our books; a house's own book has none."""
    if book not in book_names():
        return ()
    file = f"{book}.toml"
    return read(Clauses, packaged("clauses", file), "", f"clauses/{file}").clause


@cache
def all_readings() -> tuple[ReadingRow, ...]:
    """Return every reading, in the order of its file."""
    return read(Readings, packaged("", "readings.toml"), "", "readings.toml").reading


def readings_of(book: str) -> tuple[ReadingRow, ...]:
    """Return the readings that decide a clause of this book."""
    return tuple(row for row in all_readings() if row.clauses_in(book))


def readings_on(book: str, cited: Iterable[str]) -> tuple[ReadingRow, ...]:
    """Return the readings that decide any of these clauses, and those that are cited themselves."""
    wanted = set(cited)
    return tuple(row for row in all_readings() if row.id in wanted or wanted & set(row.clauses_in(book)))


@cache
def wordings(book: str) -> Mapping[str, str]:
    """Return the text of all that may be cited: the clauses of a book (a house's own has none) and all readings."""
    return {row.id: row.says for row in clauses_of(book)} | {row.id: row.reading for row in all_readings()}


def citations(data: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Return every clause and reading that a book cites, with the citing places, such as "wager.pass rows[0]"."""
    found: dict[str, list[str]] = {}
    for clause, place in _cited("", data):
        found.setdefault(clause, []).append(place)
    return {clause: tuple(places) for clause, places in found.items()}


def lives_in(data: Mapping[str, object], clause: str) -> tuple[str, ...]:
    """Return the places of a book's data that cite a clause or a reading."""
    return citations(data).get(clause, ())


def _cited(place: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "clause":
                yield from _ids(place, inner)
            elif str(key).endswith("_clause"):
                yield from _ids(f"{place}.{key}", inner)
            else:
                # A wager's own parts are set off by a space: "wager.pass rows[0]".
                mark = " " if place.startswith("wager.") and " " not in place else "."
                yield from _cited(f"{place}{mark}{key}" if place else str(key), inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _cited(f"{place}[{number}]", inner)


def _ids(place: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the citations of a field: one clause, or one for each number."""
    if isinstance(value, Mapping):
        for number, clause in value.items():
            yield str(clause), f"{place} on {number}"
    else:
        yield str(value), place


@cache
def conformance(book: str) -> tuple[Conforming, ...]:
    """Return every clause of one of our books, with the places that implement it."""
    if book not in book_names():
        problem = f'no clauses are kept for "{book}": only the documents of {listed(book_names())} have a catalogue'
        raise RulebookError(problem, hint=meant(book, book_names()))
    cited = citations(data_of(book))
    return tuple(Conforming(row, (*cited.get(row.id, ()), *filter(None, [row.lives]))) for row in clauses_of(book))


def clause_of(book: str, clause: str) -> Conforming:
    """Return one clause by its id."""
    rows = {each.row.id: each for each in conformance(book)}
    if clause not in rows:
        raise RulebookError(f'there is no clause "{clause}"', file=book, hint=nearest(clause, rows))
    return rows[clause]


def reading_called(book: str, reading: str) -> ReadingRow | None:
    """Return the reading with this id, in capitals or not, if there is one; refuse one about other books only."""
    if not is_reading(reading.upper()):
        return None
    rows = {row.id: row for row in readings_of(book)}
    if reading.upper() not in rows:
        raise RulebookError(f'there is no reading "{reading}"', file=book, hint=nearest(reading.upper(), rows))
    return rows[reading.upper()]


def clauses_called(book: str, clause: str) -> tuple[Conforming, ...]:
    """Return the clause with this id; without one, those whose ids begin with it, such as "6(c)" or "6(c) Pla"."""
    rows = conformance(book)
    parts = [each for each in rows if each.row.id.startswith(clause)]
    inside = [each for each in parts if not each.row.id.removeprefix(clause)[:1].isalnum()]
    exact = [each for each in inside if each.row.id == clause]
    return tuple(exact or inside or parts) or (clause_of(book, clause),)


def counts(rows: Iterable[Conforming]) -> dict[str, int]:
    """Count the clauses by duty, those that the page shows, and those that are unmet.

    "unmet" counts clauses that nothing implements (also counted as "nowhere") and those without a test that they need.
    """
    rows = tuple(rows)
    duties = Counter(str(each.row.duty) for each in rows)
    return {
        "clauses": len(rows),
        **{duty: duties[duty] for duty in DUTIES if duties[duty]},
        "page": sum(each.on_page for each in rows),
        "tested": sum(bool(each.row.tests) for each in rows),
        "nowhere": sum(not each.places for each in rows),
        "unmet": sum(bool(each.missing) for each in rows),
    }


# ------------------------------------------------------------------ the pages of the documentation

NOTE = "<!-- Generated from src/comeout/rules: edit the data there, not this page. -->"
MOST_PLACES = 4


def conformance_page(book: str) -> str:
    """Return the conformance page of a book as Markdown."""
    rows = conformance(book)
    title = data_of(book)["book"]["title"]  # type: ignore[index]  # clauses are kept for books that compile
    lines = [NOTE, "", f"# Conformance: {title}", "", *_count_lines(counts(rows)), ""]
    sections: dict[str, list[Conforming]] = {}
    for each in rows:
        sections.setdefault(each.row.section, []).append(each)
    for section, inside in sections.items():
        lines += [f"## {section}", "", *_table(inside), ""]
    lines += ["## Readings", "", "How an unclear clause is read, and why.", ""]
    cited = citations(data_of(book))
    for reading in readings_of(book):
        told = f"**{reading.id}** ({reading.kind}; {'; '.join(reading.clauses_in(book))}) {reading.problem}"
        lives = f" *Lives:* {short_places(cited[reading.id])}." if reading.id in cited else ""
        lines += [f"- {_cell(told)} *Read:* {_cell(reading.reading)} *Because:* {_cell(reading.reason)}{_cell(lives)}"]
    return "\n".join(lines) + "\n"


def conformance_index() -> str:
    """Return the index of the conformance pages as Markdown."""
    lines = [
        NOTE,
        "",
        "# Conformance",
        "",
        "Every clause of every book: our wording, where it lives, what shows it.",
        "",
    ]
    columns = ("book", "clauses", *DUTIES, "shown on the page", "unmet")
    lines += [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for book in book_names():
        number = counts(conformance(book))
        duties = " | ".join(str(number.get(duty, 0)) for duty in DUTIES)
        lines.append(f"| [{book}]({book}.md) | {number['clauses']} | {duties} | {number['page']} | {number['unmet']} |")
    return "\n".join(lines) + "\n"


def _count_lines(number: Mapping[str, int]) -> Iterator[str]:
    duties = ", ".join(f"{number[duty]} {duty}" for duty in DUTIES if duty in number)
    yield f"{number['clauses']} clauses: {duties}."
    yield f"{number['page']} of them are shown on the web page. Unmet: {number['unmet']}."


def _table(rows: Iterable[Conforming]) -> Iterator[str]:
    yield "| clause | says | duty | lives | tests | readings |"
    yield "|---|---|---|---|---|---|"
    for each in rows:
        row = each.row
        cells = (row.id, row.says, row.duty, short_places(each.places), "<br>".join(row.tests), ", ".join(row.readings))
        yield f"| {' | '.join(_cell(cell) for cell in cells)} |"


def short_places(places: tuple[str, ...]) -> str:
    """Return the first few places, and how many more there are."""
    more = len(places) - MOST_PLACES
    return ", ".join(places[:MOST_PLACES]) + (f" and {more} more" if more > 0 else "")


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
