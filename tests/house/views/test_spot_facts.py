"""What never changes about the spots of a book: figures, prices, order, and what an easy table shows."""

from __future__ import annotations

import pytest

from comeout.felt import boxes
from comeout.house.views.spot_facts import BookFacts, book_facts, easy_spots, table_order
from comeout.rules.library import book_names, load_book


def test_a_spot_tells_its_price_and_its_edge_over_each_denominator() -> None:
    six = BookFacts(load_book("sentosa")).of(frozenset()).spots["place-6"]
    assert (six.name, six.wager, six.number, six.price, six.clause) == ("Place 6", "place", 6, "7 to 6", "sentosa D.9")
    assert six.edge
    assert (six.edge.resolved.percent, six.edge.resolved.fraction) == ("1.515%", "1/66")
    assert six.edge.per_roll.fraction == "1/216"


def test_a_spot_where_no_bet_begins_has_no_edge() -> None:
    spots = BookFacts(load_book("evolution")).of(frozenset()).spots
    assert (spots["come-6"].edge, spots["come-6"].made_here) == (None, False)
    assert (spots["come"].travels, spots["come-6"].travels, spots["pass"].travels) == (True, False, False)
    assert spots["come"].edge


def test_the_cheaper_way_is_advised_unless_the_table_leaves_it_out() -> None:
    facts = BookFacts(load_book("adelaide"))
    advised = facts.of(frozenset()).spots["big-6"].cheaper
    assert advised
    assert (advised.spot, [(part.spot, part.share) for part in advised.parts]) == ("place-6", [("place-6", "12/13")])
    several = facts.of(frozenset()).spots["any-craps"].cheaper
    assert several
    assert (several.spot, len(several.parts)) == ("", 3)
    without = facts.of(frozenset({"big"})).spots
    assert (without["big-6"].available, without["big-6"].cheaper, without["place-6"].available) == (False, None, True)


def test_a_book_tells_whether_a_bet_in_play_may_be_called_off() -> None:
    calls = {book: BookFacts(load_book(book)).of(frozenset()).off_calls for book in book_names()}
    assert calls == {"adelaide": False, "evolution": False, "exhibit-a": False, "sentosa": True}


@pytest.mark.parametrize("book", book_names())
def test_an_easy_table_shows_lines_odds_come_place_and_field_and_nothing_else(book: str) -> None:
    layout = load_book(book)
    wagers = {layout.by_id[spot].wager_id for spot in easy_spots(layout)}
    lines = {"pass", "dont-pass", "come", "dont-come"}
    assert wagers == lines | {f"{line}-odds" for line in lines} | {"place", "field"}
    shown = [spot.id for spot in layout.spots if spot.wager_id in wagers]
    levels = easy_spots(layout)
    assert set(shown) == set(levels)
    assert (levels["pass"], levels["pass-odds"], levels["place-6"], levels["come"], levels["dont-pass"]) == (
        1,
        1,
        2,
        3,
        4,
    )


@pytest.mark.parametrize("book", book_names())
def test_the_order_has_every_spot_once_from_the_far_side_to_the_player(book: str) -> None:
    layout = load_book(book)
    order, places = table_order(layout), boxes(layout)
    assert sorted(order) == sorted(layout.by_id)
    rows = [places[spot].rect.y for spot in order]
    assert rows == sorted(rows)
    assert order.index("come") < order.index("pass")


def test_the_facts_of_a_book_are_computed_once() -> None:
    assert book_facts(load_book("sentosa")) is book_facts(load_book("sentosa"))
