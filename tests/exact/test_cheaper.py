"""The cheaper way: it wins and loses with the same rolls, brings back as much on every one of them, and costs less."""

from __future__ import annotations

import pytest

from comeout.dice import ROLLS
from comeout.exact.cheaper import Cheaper, cheaper_ways
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.stakes.amounts import vigorish_rate
from tests.kit.by_hand import F
from tests.kit.small_books import figure

WAYS = [(book, way) for book in book_names() for way in cheaper_ways(load_book(book)).values()]


def parts(way: Cheaper) -> dict[str, F]:
    return {spot.id: stake for spot, stake in way.parts}


def back(layout: Layout, spot: str, place: int) -> F | None:
    """What a working bet of one brings back on a roll with a point of 8; None while it stays."""
    cell = layout.cell(spot, point=8, roll=place)
    if cell.to >= 0:
        return None
    return 1 + cell.odds if cell.paid_by else F(0)


def test_big_six_is_a_place_bet_that_pays_less() -> None:
    way = cheaper_ways(load_book("adelaide"))["big-6"]
    assert (parts(way), way.price, way.loses, way.instead) == ({"place-6": F(12, 13)}, F(12, 13), F(1, 11), F(1, 66))


def test_a_four_is_bought_more_cheaply_than_placed_and_a_five_is_not() -> None:
    ways = cheaper_ways(load_book("sentosa"))
    assert parts(ways["place-4"]) == {"buy-4": F(14, 15)}
    assert (ways["place-4"].loses, ways["place-4"].instead) == (F(1, 15), F(1, 21))
    assert parts(ways["buy-5"]) == {"place-5": F(25, 24)}
    assert "place-5" not in ways


def test_any_craps_is_cheaper_as_three_bets_where_the_aces_pay_well() -> None:
    way = cheaper_ways(load_book("adelaide"))["any-craps"]
    assert parts(way) == {"craps-2": F(8, 33), "craps-3": F(1, 2), "craps-12": F(8, 33)}
    assert way.price == F(8, 33) * 2 + F(1, 2)


@pytest.mark.parametrize("book", ["exhibit-a", "evolution"])
def test_a_book_without_two_prices_for_the_same_thing_has_no_cheaper_way(book: str) -> None:
    assert cheaper_ways(load_book(book)) == {}


def test_a_wager_that_the_table_leaves_out_is_neither_asked_about_nor_advised() -> None:
    ways = cheaper_ways(load_book("adelaide"), without={"place", "world"})
    assert "big-6" in ways
    assert parts(ways["big-6"]) == {"buy-6": F(10, 11)}
    named = {spot.wager_id for way in ways.values() for spot in (way.spot, *(part for part, _ in way.parts))}
    assert not named & {"place", "world"}


@pytest.mark.parametrize(("book", "way"), WAYS, ids=lambda each: each if isinstance(each, str) else each.spot.id)
def test_on_every_roll_it_brings_back_at_least_as_much_for_less(book: str, way: Cheaper) -> None:
    layout = load_book(book)
    for roll in ROLLS:
        mine = back(layout, way.spot.id, roll.place)
        theirs = [(stake, back(layout, spot.id, roll.place)) for spot, stake in way.parts]
        if mine is None:
            assert all(each is None for _, each in theirs)
        else:
            total = sum((stake * each for stake, each in theirs if each is not None), F(0))
            assert total >= mine
            assert bool(total) == bool(mine)
    cost = sum((stake * (1 + vigorish_rate(layout, spot)) for spot, stake in way.parts), F(0))
    assert way.price == cost / (1 + vigorish_rate(layout, way.spot)) < 1


@pytest.mark.parametrize(("book", "way"), WAYS, ids=lambda each: each if isinstance(each, str) else each.spot.id)
def test_what_either_way_loses_is_the_exact_figure_over_decided_bets(book: str, way: Cheaper) -> None:
    assert way.loses == -figure(book, way.spot.id).results.ev_on_outlay_resolved
    if len(way.parts) == 1:
        assert way.instead == -figure(book, way.parts[0][0].id).results.ev_on_outlay_resolved
    assert way.instead < way.loses


def test_the_advice_names_what_each_figure_is_a_part_of() -> None:
    assert cheaper_ways(load_book("sentosa"))["place-4"].says == (
        "Buy 4: the same rolls win and lose, and the pay is the same for 98.0% of the price. "
        "The house edge is 4.762% of all money staked, against 6.667% for Place 4."
    )
