"""A bet that costs much has a cheaper one beside it that wins on much the same totals."""

from __future__ import annotations

import pytest

from comeout.exact.figures import figures
from comeout.exact.same_wish import DEAR, same_wishes
from comeout.rules.library import book_names, load_book

EVERY_BOOK = pytest.mark.parametrize("book", book_names())


def named(book: str, spot: str) -> list[str]:
    return [each.id for each in same_wishes(load_book(book))[spot]]


@EVERY_BOOK
def test_just_the_bets_with_an_edge_of_five_percent_or_more_are_looked_at(book: str) -> None:
    layout = load_book(book)
    made = [spot.id for spot in layout.spots if spot.made_here and spot.base < 0]
    dear = {spot for spot in made if -figures(layout, spot).results.ev_per_bet_made >= DEAR}
    assert set(same_wishes(layout)) == dear
    assert {"any-seven", "field"} <= dear


@EVERY_BOOK
def test_what_is_named_costs_less(book: str) -> None:
    layout = load_book(book)
    for spot, others in same_wishes(layout).items():
        value = figures(layout, spot).results.ev_per_bet_made
        assert all(figures(layout, each.id).results.ev_per_bet_made > value for each in others)


@EVERY_BOOK
def test_who_bets_on_a_seven_is_sent_to_the_bets_against_the_shooter(book: str) -> None:
    found = named(book, "any-seven")
    assert found[0] == "dont-pass"
    assert {each.partition("-")[0] for each in found[1:2]} <= {"lay", "place", "dont"}
    assert len(found) > 1, "one of them can be made while there is a point"


def test_a_hard_way_is_sent_to_its_number_and_a_place_bet_to_a_cheaper_way_onto_the_same_number() -> None:
    assert named("adelaide", "hard-8")[0] == "place-8"
    assert named("adelaide", "place-4")[0] == "buy-4"
    assert named("sentosa", "buy-6")[0] == "place-6"


def test_a_wager_that_the_table_leaves_out_is_not_named() -> None:
    without = same_wishes(load_book("adelaide"), without={"place"})["hard-8"]
    assert "place" not in {each.wager_id for each in without}
