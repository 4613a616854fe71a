"""What is special about a book is read off the books beside it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.exact.figures import figures
from comeout.review.special import Special, special_of
from comeout.rules.library import book_names, default_book, load_book


@pytest.fixture(scope="module")
def books() -> dict[str, Special]:
    return special_of(load_book(name) for name in book_names())


def test_every_book_has_its_house_its_odds_and_its_edges(books: dict[str, Special]) -> None:
    assert set(books) == set(book_names())
    for special in books.values():
        assert special.house
        assert special.odds.startswith("up to ")
        assert len(special.edges) == 5


def test_newcomers_read_a_sentence_about_each_book_and_why_one_of_them_is_first(books: dict[str, Special]) -> None:
    assert all(special.newcomers.endswith(".") for special in books.values())
    assert len({special.newcomers for special in books.values()}) == len(books)
    assert [special.book for special in books.values() if special.why_first] == [default_book()]


def test_what_newcomers_are_told_is_true_of_the_book(books: dict[str, Special]) -> None:
    assert books[default_book()].odds == "up to 10x"
    edges = {name: {edge.spot: Fraction(edge.fraction) for edge in special.edges} for name, special in books.items()}
    assert edges["exhibit-a"]["place-6"] > edges["adelaide"]["place-6"]
    assert figures(load_book("adelaide"), "pass-odds").results.ev_per_bet_made == 0
    assert load_book("sentosa").by_id["pass"].remove_rule.when == "never"
    assert load_book("evolution").rulebook.shooter.throws == "launcher"


def test_an_edge_is_the_exact_figure_of_the_bet(books: dict[str, Special]) -> None:
    for name, special in books.items():
        for edge in special.edges:
            assert Fraction(edge.fraction) == -figures(load_book(name), edge.spot).results.ev_per_bet_made


def test_odds_that_differ_by_number_are_told_by_number(books: dict[str, Special]) -> None:
    assert books["sentosa"].odds == "up to 3x on 4 and 10, 4x on 5 and 9, 5x on 6 and 8"
    assert books["adelaide"].odds == "up to 10x"


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("adelaide", "Craps Two pays 32 to 1"),
        ("adelaide", "only here: Big 6 and Big 8"),
        ("evolution", "can be taken back only in the betting time it was made in: every bet"),
        ("evolution", "not here: Horn Bet"),
        ("exhibit-a", "Place Bet to Win pays 4, 10: 7 to 4; 5, 9: 5 to 4; 6, 8: 1 to 1"),
        ("sentosa", "cannot be taken down: Pass Line and Come"),
        ("sentosa", "Don't Pass never pushes: it stays until it wins or loses"),
    ],
)
def test_what_no_other_book_says_is_told(books: dict[str, Special], book: str, says: str) -> None:
    assert says in books[book].unusual
    assert not [name for name, other in books.items() if name != book and says in other.unusual]


def test_a_book_alone_has_nothing_missing() -> None:
    alone = special_of([load_book("sentosa")])["sentosa"]
    assert not [each for each in alone.unusual if each.startswith("not here")]
