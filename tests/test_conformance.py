"""Every clause is honoured and shown to be: its row is there, its tests exist, and the pages tell the truth."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from comeout.rules.citation import is_reading
from comeout.rules.conformance import ON_PAGE, all_readings, citations, clauses_of, conformance, counts, readings_of
from comeout.rules.library import book_names, data_of
from tests.kit.casebook import cited_tests
from tests.write_conformance import CLAUSES, PAGES, pages, with_tests

BOOKS = book_names()
README = Path(__file__).parent.parent / "README.md"


def known(book: str) -> set[str]:
    """What may be cited for a book: its clauses, and the readings that decide one of them."""
    return {row.id for row in clauses_of(book)} | {row.id for row in readings_of(book)}


def test_all_clauses_have_their_row_and_the_readme_counts_them() -> None:
    every = sum(len(clauses_of(book)) for book in BOOKS)
    assert every == 605
    assert f"all {every} clauses" in " ".join(README.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("book", BOOKS)
def test_no_clause_is_unmet(book: str) -> None:
    assert {each.row.id: each.missing for each in conformance(book) if each.missing} == {}
    assert counts(conformance(book))["unmet"] == 0


@pytest.mark.parametrize("book", BOOKS)
def test_the_data_names_exactly_the_tests_there_are(book: str) -> None:
    text = (CLAUSES / f"{book}.toml").read_text(encoding="utf-8")
    assert with_tests(text, cited_tests(book)) == text, "run `make conformance`"
    rows = tomllib.loads(text)["clause"]
    of_clauses = {cited: tests for cited, tests in cited_tests(book).items() if not is_reading(cited)}
    assert {row["id"]: row["tests"] for row in rows if "tests" in row} == of_clauses


@pytest.mark.parametrize("book", BOOKS)
def test_tests_cite_only_clauses_and_readings_that_exist(book: str) -> None:
    assert set(cited_tests(book)) <= known(book)


@pytest.mark.parametrize("book", BOOKS)
def test_the_book_cites_only_clauses_of_its_document_and_readings_that_concern_it(book: str) -> None:
    assert set(citations(data_of(book))) <= known(book)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_for_people_to_see_says_which_part_of_the_page_shows_it_and_nothing_else_does(book: str) -> None:
    for_people = {row.id for row in clauses_of(book) if row.duty in ("DISPLAY", "NOTICE")}
    assert {row.id for row in clauses_of(book) if row.lives.startswith(ON_PAGE)} == for_people


def test_readings_and_clauses_know_each_other() -> None:
    known = {f"{book} {row.id}": set(row.readings) for book in BOOKS for row in clauses_of(book)}
    readings = all_readings()
    assert len({reading.id for reading in readings}) == len(readings)
    for reading in readings:
        assert reading.clauses, reading.id
        for clause in reading.clauses:
            assert reading.id in known[clause], (reading.id, clause)


def test_the_pages_are_the_ones_the_data_gives() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(PAGES).glob("*.md"))}
    assert written == pages(), "run `make conformance`"
