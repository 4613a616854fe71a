"""A book as a page to read: bets with their figures, clauses, readings, a glossary, and its first facts."""

from __future__ import annotations

from functools import cache

import pytest

from comeout.review.book_page import BookText, read_book
from comeout.rules.conformance import clauses_of, readings_of
from comeout.rules.library import book_names, load_book, load_text


@cache
def read(book: str) -> BookText:
    return read_book(load_book(book))


@pytest.mark.parametrize("book", ["evolution", "adelaide"])
def test_a_book_of_ours_is_read_whole(book: str) -> None:
    text, layout = read(book), load_book(book)
    assert (text.id, text.digest, text.title) == (book, layout.digest, layout.rulebook.book.title)
    assert {wager.id for wager in text.wagers} == set(layout.rulebook.wager)
    assert [clause.id for clause in text.clauses] == [row.id for row in clauses_of(book)]
    assert [reading.id for reading in text.readings] == [row.id for row in readings_of(book)]
    assert set(text.groups) == {wager.group for wager in text.wagers}


def test_a_wager_has_one_sentence_and_the_exact_cost_of_each_of_its_bets() -> None:
    field = next(wager for wager in read("evolution").wagers if wager.id == "field")
    assert field.says.startswith("Wins on ")
    assert "Stays" not in field.says
    [cost] = field.edges
    assert (cost.bet, cost.edge_per_bet.percent, cost.edge_per_bet.fraction) == ("field", "5.556%", "1/18")
    assert cost.mean_rolls == "1.00"


def test_the_facts_begin_with_bets_and_odds_and_name_the_best_and_the_costliest() -> None:
    names = [fact.name for fact in read("adelaide").facts]
    assert names[:5] == ["Bets", "Odds", "Best single bet", "Best with full odds", "Costliest bet"]
    assert "house edge" in read("adelaide").facts[2].says


def test_the_glossary_has_the_terms_that_the_document_defines() -> None:
    words = {word.word for word in read("adelaide").glossary}
    assert words
    assert all(word == word.strip() for word in words)


def test_a_clause_knows_the_wagers_that_cite_it() -> None:
    cited = {clause.id: clause.wagers for clause in read("adelaide").clauses}
    assert "field" in cited["4(o)"]


def test_a_book_of_a_house_has_its_bets_and_no_clauses_of_ours() -> None:
    text = load_book("evolution").text.replace('id = "evolution"', 'id = "corner"', 1)
    own = read_book(load_text(text))
    assert (own.id, own.clauses, own.glossary) == ("corner", (), ())
    assert own.wagers
    assert own.id not in book_names()
