"""The words in a box are the book's own, and its payouts come from the cells."""

from __future__ import annotations

from fractions import Fraction

from comeout.dice import Roll
from comeout.felt.wording import (
    barred,
    name_of,
    number_word,
    only_way,
    price_of,
    prices,
    strip_name,
    symbols,
    totals_won,
    winning_roll,
    wins_on_seven,
)
from comeout.rules.library import load_book

ADELAIDE = load_book("adelaide")


def test_a_number_is_spelled_where_the_document_spells_it() -> None:
    spelled = {book: [number_word(load_book(book), n) for n in (4, 6)] for book in ("adelaide", "evolution")}
    assert all(word in ("4", "FOUR", "6", "SIX") for words in spelled.values() for word in words)
    for book, words in spelled.items():
        assert (words[1] == "SIX") is (6 in load_book(book).rulebook.book.spelled)


def test_a_name_is_printed_without_the_word_bet_and_without_the_number_of_its_column() -> None:
    assert "BET" not in name_of(ADELAIDE.by_id["place-6"]).split()
    assert "6" in name_of(ADELAIDE.by_id["place-6"])
    assert "6" not in strip_name(ADELAIDE.by_id["place-6"])


def test_a_price_is_what_the_book_lists() -> None:
    field = load_book("evolution").by_id["field"]
    assert [paid.odds for paid in prices(load_book("evolution"), field)] == ["2:1", "1:1"]
    assert price_of(ADELAIDE, ADELAIDE.by_id["any-seven"]) == "4 to 1"


def test_the_totals_that_a_bet_wins_on_have_their_best_payout() -> None:
    assert totals_won(ADELAIDE, ADELAIDE.by_id["place-6"]) == {6: Fraction(7, 6)}
    assert totals_won(ADELAIDE, ADELAIDE.by_id["field"])[12] == 2


def test_a_bet_against_the_number_wins_on_seven() -> None:
    assert wins_on_seven(ADELAIDE, ADELAIDE.by_id["dont-pass"])
    assert wins_on_seven(ADELAIDE, ADELAIDE.by_id["lay-4"])
    assert not wins_on_seven(ADELAIDE, ADELAIDE.by_id["pass"])


def test_the_barred_total_is_read_from_the_cells() -> None:
    assert barred(ADELAIDE, ADELAIDE.by_id["dont-pass"]) == (12,)
    assert barred(ADELAIDE, ADELAIDE.by_id["pass"]) == ()


def test_a_total_of_one_way_and_a_bet_of_one_roll_are_drawn_as_dice() -> None:
    assert (only_way(2), only_way(3), only_way(7)) == (Roll(1, 1), Roll(1, 2), None)
    assert winning_roll(ADELAIDE, ADELAIDE.by_id["hard-8"]) == Roll(4, 4)
    assert winning_roll(ADELAIDE, ADELAIDE.by_id["field"]) is None


def test_bets_with_a_symbol_are_in_its_order() -> None:
    marks = [spot.wager.symbol for spot in symbols(load_book("exhibit-a"))]
    assert marks == sorted(marks)
