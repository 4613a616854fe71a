"""The pages of the terminal: the book, one wager, cited clauses, and the start page, all within the screen."""

from __future__ import annotations

import pytest

from comeout.play.rule_pages import even_steps, show_book, show_clauses, show_standing, show_start, show_wager
from comeout.play.screen import WIDTH
from comeout.rules.describe import EvenStake
from tests.kit.terminal import LAYOUTS, Sheet


@pytest.mark.parametrize("book", LAYOUTS)
def test_every_wager_of_a_book_is_on_its_page_with_its_clause(book: str) -> None:
    sheet, layout = Sheet(), LAYOUTS[book]
    show_book(sheet, layout)
    assert sheet.lines[0] == layout.rulebook.book.title[:WIDTH]
    assert max(map(len, sheet.lines)) <= WIDTH
    assert "field" in sheet.words
    assert layout.by_id["field"].clause in sheet.words


def test_a_wager_is_told_with_what_wins_what_it_pays_and_when_it_is_made() -> None:
    sheet = Sheet()
    show_wager(sheet, LAYOUTS["adelaide"], "place")
    assert sheet.lines[0].endswith("(adelaide, numbers)")
    assert "Wins on its number" in sheet.words
    assert "Pays 7 to 6" in sheet.words
    assert "Paid without rounding on 6 or 8: steps of 0.06, or of 6.00 if the smallest payment is 1.00." in sheet.words


def test_stakes_that_lose_nothing_are_told_in_cents_and_dollars() -> None:
    assert even_steps(EvenStake(("place-6",), "", 6, 600)) == (
        "steps of 0.06, or of 6.00 if the smallest payment is 1.00"
    )


def test_cited_clauses_are_printed_once_and_unknown_ones_not_at_all() -> None:
    sheet = Sheet()
    show_clauses(sheet, LAYOUTS["adelaide"], ("4(o)", "4(o)", "nowhere"))
    assert sheet.words.count("adelaide 4(o): ") == 1
    assert "nowhere" not in sheet.words


def test_the_start_page_says_what_to_type_first() -> None:
    sheet = Sheet()
    show_start(sheet, LAYOUTS["sentosa"], 1000_00, "10")
    assert sheet.lines[0].startswith("COMEOUT  ")
    assert sheet.words.endswith("You sit down with 1000.00. Say `pass 10`, then `roll`; `help` says more.")


@pytest.mark.parametrize(("crew", "says"), [(True, "with its crew"), (False, "and watch")])
def test_whoever_stands_is_told_so(crew: bool, says: str) -> None:
    sheet = Sheet()
    show_standing(sheet, LAYOUTS["sentosa"], crew=crew)
    assert f"You stand at the table {says}; `help` says what you can say." in sheet.words
