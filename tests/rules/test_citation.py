"""A citation is a clause of the book or a reading, and sentences name either in words."""

from __future__ import annotations

import pytest

from comeout.rules.citation import basis, by_what, cite, is_reading
from comeout.rules.conformance import all_readings, clauses_of
from comeout.rules.library import book_names, load_book


def test_every_reading_is_known_by_its_id_and_no_clause_is_taken_for_one() -> None:
    assert all(is_reading(row.id) for row in all_readings())
    assert not [row.id for book in book_names() for row in clauses_of(book) if is_reading(row.id)]
    assert not any(map(is_reading, ("", "AD-0", "AD-", "AD-22 ", "XX-1", "14(g)")))


@pytest.mark.parametrize(
    ("cited", "named"),
    [
        (("14(g) above",), "adelaide 14(g) above"),
        (("AD-22",), "AD-22"),
        (("",), ""),
        ((), ""),
        (("4(o)", "6(c) Field 2", ""), "adelaide 4(o), 6(c) Field 2"),
        (("ALL-6", "4(o)"), "adelaide 4(o), ALL-6"),
    ],
)
def test_a_clause_is_named_with_its_book_and_a_reading_without(cited: tuple[str, ...], named: str) -> None:
    assert cite("adelaide", *cited) == load_book("adelaide").cite(*cited) == named


def test_sentences_say_whether_they_stand_on_a_clause_or_on_a_reading() -> None:
    assert basis("sentosa", "5.2") == "The clause is sentosa 5.2"
    assert basis("", "5.2") == "The clause is 5.2"
    assert basis("sentosa", "SE-16") == "The reading is SE-16"
    assert (by_what("6(d)"), by_what("ALL-6")) == ("6(d)", "reading ALL-6")
