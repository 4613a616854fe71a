"""The catalogue: every clause and reading well formed, each clause living somewhere, and the pages that show it."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from comeout.errors import RulebookError
from comeout.rules.conformance import (
    DUTIES,
    ClauseRow,
    Conforming,
    all_readings,
    citations,
    clause_of,
    clauses_called,
    clauses_of,
    conformance,
    conformance_index,
    conformance_page,
    counts,
    lives_in,
    reading_called,
    readings_of,
    readings_on,
    short_places,
    wordings,
)
from comeout.rules.library import book_names, data_of

CATALOGUE = {"exhibit-a": 100, "adelaide": 183, "sentosa": 253, "evolution": 69}


def test_the_catalogue_holds_every_clause_of_the_four_documents() -> None:
    assert {book: len(clauses_of(book)) for book in book_names()} == CATALOGUE


@pytest.mark.parametrize("book", book_names())
def test_clause_ids_are_unique_and_worded(book: str) -> None:
    rows = clauses_of(book)
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.says.strip() for row in rows)


@pytest.mark.parametrize("book", book_names())
def test_a_book_cites_only_clauses_of_its_own_document_and_readings_of_them(book: str) -> None:
    known = {row.id for row in clauses_of(book)} | {row.id for row in readings_of(book)}
    assert set(citations(data_of(book))) <= known


@pytest.mark.parametrize("book", book_names())
def test_every_clause_lives_somewhere(book: str) -> None:
    assert [each.row.id for each in conformance(book) if not each.places] == []


@pytest.mark.parametrize("book", book_names())
def test_what_is_shown_to_people_is_on_the_page(book: str) -> None:
    assert all(each.on_page == (each.row.duty in ("DISPLAY", "NOTICE")) for each in conformance(book))


def test_readings_and_clauses_name_each_other() -> None:
    by_clause = {f"{book} {row.id}": row for book in book_names() for row in clauses_of(book)}
    for reading in all_readings():
        assert reading.clauses, reading.id
        for clause in reading.clauses:
            assert reading.id in by_clause[clause].readings, (reading.id, clause)
    known = {reading.id: reading for reading in all_readings()}
    for clause, row in by_clause.items():
        for reading_id in row.readings:
            assert clause in known[reading_id].clauses, (clause, reading_id)


def test_every_reading_says_what_was_wrong_with_the_text() -> None:
    kinds = Counter(reading.kind for reading in all_readings())
    assert min(kinds[kind] for kind in ("misprint", "contradiction", "gap", "unclear")) > 0
    assert all(reading.reading and reading.reason for reading in all_readings())


def test_the_readings_of_a_group_stand_together_and_none_has_the_id_of_another() -> None:
    ids = [row.id for row in all_readings()]
    assert len(set(ids)) == len(ids)
    assert [group for group, _ in groupby(each.partition("-")[0] for each in ids)] == ["ALL", "XA", "AD", "SE", "EV"]


def test_readings_are_found_by_book_and_by_clause() -> None:
    assert [row.id for row in readings_on("adelaide", ["6(c) Laying Odds Don't Pass 6&9"])] == ["AD-1"]
    assert all(row.clauses_in("evolution") for row in readings_of("evolution"))
    assert readings_of("my-house") == ()
    assert [row.id for row in readings_on("my-house", ["ALL-6"])] == ["ALL-6"]


def test_a_reading_is_opened_by_its_id() -> None:
    found = reading_called("adelaide", "ad-22")
    assert found
    assert found.id == "AD-22"
    assert wordings("adelaide")["AD-22"] == wordings("my-house")["AD-22"] == found.reading
    assert reading_called("adelaide", "14(a)") is None
    with pytest.raises(RulebookError, match=r'adelaide: there is no reading "SE-16" \(did you mean "'):
        reading_called("adelaide", "SE-16")


def test_a_house_has_no_catalogue() -> None:
    assert clauses_of("my-house") == ()
    with pytest.raises(RulebookError, match='no clauses are kept for "my-house": only the documents of adelaide, ev'):
        conformance("my-house")
    with pytest.raises(RulebookError, match='did you mean "sentosa"'):
        conformance("sentoza")


# ------------------------------------------------------------------ where a clause lives

DATA: dict[str, object] = {
    "book": {"id": "x", "wagers_clause": "4"},
    "wager": {
        "pass": {
            "clause": "4(a)",
            "make": {"when": "any", "clause": {"4": "4(i)", "6": "4(j)"}},
            "rows": [{"clause": "4(a)"}, {"clause": "5"}],
            "limit": {"times": [{"clause": "8"}]},
        }
    },
    "shooter": {"order_clause": "13", "clause": "10"},
    "no_roll": [{"code": "stacked", "clause": "11"}],
}


@pytest.mark.parametrize(
    ("clause", "places"),
    [
        ("4", ("book.wagers_clause",)),
        ("4(a)", ("wager.pass", "wager.pass rows[0]")),
        ("4(j)", ("wager.pass make on 6",)),
        ("8", ("wager.pass limit.times[0]",)),
        ("10", ("shooter",)),
        ("13", ("shooter.order_clause",)),
        ("11", ("no_roll[0]",)),
        ("99", ()),
    ],
)
def test_a_clause_lives_wherever_the_book_cites_it(clause: str, places: tuple[str, ...]) -> None:
    assert lives_in(DATA, clause) == places


def test_what_a_row_names_itself_comes_after_what_the_book_cites() -> None:
    assert clause_of("adelaide", "1 Total").places == ("code: dice.Roll.total",)
    assert clause_of("adelaide", "4(h)").places[0] == "wager.place-lose"


def test_an_unknown_clause_is_answered_with_the_nearest() -> None:
    with pytest.raises(RulebookError, match=r'adelaide: there is no clause "4\(zz\)" \(did you mean "4\('):
        clause_of("adelaide", "4(zz)")


def test_a_clause_is_found_by_its_id_or_all_those_that_begin_with_it() -> None:
    def called(clause: str) -> list[str]:
        return [each.row.id for each in clauses_called("adelaide", clause)]

    assert called("5(e)") == ["5(e)"]
    assert len(called("6(c)")) > 40
    assert all(each.startswith("6(c) ") for each in called("6(c)"))
    assert not [each for each in called("1") if each.startswith("14")]
    assert called("6(c) Any Sev") == ["6(c) Any Seven"]
    with pytest.raises(RulebookError, match="did you mean"):
        called("4(zz)")


@pytest.mark.parametrize(
    ("duty", "places", "tests", "missing"),
    [
        ("ENGINE", (), (), "lives nowhere"),
        ("ENGINE", ("wager.pass",), (), "no test"),
        ("ENGINE", ("wager.pass",), ("cases/x::y",), ""),
        ("NOTICE", (), (), "lives nowhere"),
        ("NOTICE", ("page: glossary",), (), "no test of the page"),
        ("NOTICE", ("page: glossary",), ("cases/x::y",), "no test of the page"),
        ("NOTICE", ("page: glossary",), ("cases/x::y", "page/test_x.py::test_y"), ""),
        ("DISPLAY", ("limits",), ("cases/x::y",), "no test of the page"),
        ("ENGINE", ("wager.pass", "page: puck"), ("cases/x::y",), "no test of the page"),
    ],
)
def test_what_is_missing_of_a_clause_is_said(
    duty: str, places: tuple[str, ...], tests: tuple[str, ...], missing: str
) -> None:
    row = ClauseRow("1", "Rule 1", "Says so.", "bet", duty, (), tests=tests)  # type: ignore[arg-type]
    assert Conforming(row, places).missing == missing
    assert Conforming(row, places).on_page == any(place.startswith("page: ") for place in places)


def test_clauses_are_counted_by_duty() -> None:
    numbers = counts(conformance("evolution"))
    assert sum(numbers[duty] for duty in DUTIES) == numbers["clauses"] == 69
    assert numbers["page"] == numbers["DISPLAY"] + numbers["NOTICE"] == 8
    assert "DISPLAY" not in counts(conformance("exhibit-a"))


def test_unmet_clauses_are_counted_whatever_they_lack() -> None:
    def each(duty: str, place: str, *tests: str) -> Conforming:
        return Conforming(ClauseRow("1", "", "", "bet", duty, (), tests=tests), (place,) if place else ())  # type: ignore[arg-type]

    numbers = counts(
        [
            each("ENGINE", "wager.pass"),
            each("CREW", "dice", "cases/x::y"),
            each("PLAYER", "", "cases/x::y"),
            each("DISPLAY", "page: puck"),
            each("NOTICE", "page: rules text", "cases/x::z"),
            each("NOTICE", "page: rules text", "page/test_x.py::test_z"),
        ]
    )
    assert [numbers[name] for name in ("clauses", "page", "tested", "nowhere", "unmet")] == [6, 3, 4, 1, 4]


# ------------------------------------------------------------------ the pages


@pytest.mark.parametrize("book", book_names())
def test_the_page_of_a_book_shows_every_clause_and_reading_once(book: str) -> None:
    page = conformance_page(book)
    assert page.startswith("<!-- Generated from")
    rows = [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| clause |")]
    assert len(rows) == CATALOGUE[book]
    assert all(line.count(" | ") == 5 for line in rows if "\\|" not in line)
    assert page.count("- **") == len(readings_of(book))
    assert f"{CATALOGUE[book]} clauses: " in page


def test_the_index_counts_every_book() -> None:
    index = conformance_index()
    for book, number in CATALOGUE.items():
        assert f"| [{book}]({book}.md) | {number} |" in index


def test_a_long_list_of_places_is_cut_short() -> None:
    assert short_places(("a", "b")) == "a, b"
    assert short_places(tuple("abcdef")) == "a, b, c, d and 2 more"
