"""The course of a bet: what the table does to it, roll by roll, found by playing it there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.lab.solving.bet_course import BetCourse, WhereItLies, bet_course, puck_course
from comeout.rules.layout import POINTS
from comeout.rules.library import book_names, load_book
from comeout.table.settings import change_setting, default_settings

BOOK = load_book("sentosa")
TABLE = default_settings(BOOK)


def course(spot: str, book: str = "sentosa") -> BetCourse:
    layout = load_book(book)
    found = bet_course(layout, default_settings(layout), layout.by_id[spot])
    assert found
    return found


def test_a_pass_bet_is_made_at_the_come_out_and_lies_under_each_point() -> None:
    found = course("pass")
    assert found.starts == (("pass", 0),)
    assert {where.point for where in found.nodes} == set(POINTS)
    come_out, on_four = found.nodes[WhereItLies("pass", 0)], found.nodes[WhereItLies("pass", 4)]
    assert (come_out.odds, on_four.odds) == ("", "pass-odds")
    assert sum(each.ways for each in come_out.outcomes if each.flat_gain == 1) == 8
    decided = {(each.ways, int(each.flat_gain), int(each.odds_gain)) for each in on_four.outcomes if each.to is None}
    assert decided == {(3, 1, 2), (6, -1, -1)}


def test_a_come_bet_moves_to_its_number() -> None:
    found = course("come")
    assert {start.point for start in found.starts} == {4, 5, 6, 8, 9, 10}
    moved = {each.to.spot for each in found.nodes[WhereItLies("come", 4)].outcomes if each.to}
    assert moved == {f"come-{number}" for number in (4, 5, 6, 8, 9, 10)}
    assert found.nodes[WhereItLies("come-6", 9)].odds == "come-odds-6"


def test_the_vigorish_is_charged_when_the_bet_is_made() -> None:
    assert course("buy-4").charge == Fraction(1, 20)
    assert course("lay-4").charge == Fraction(1, 40)
    assert course("place-6").charge == 0


@pytest.mark.parametrize("book", book_names())
def test_each_place_where_a_bet_can_lie_has_36_rolls_and_only_a_decision_changes_money(book: str) -> None:
    for spot in ("pass", "dont-pass", "come", "place-6", "field", "hard-8"):
        for node in course(spot, book).nodes.values():
            assert sum(each.ways for each in node.outcomes) == 36
            assert all(each.to is None or not (each.flat_gain or each.odds_gain) for each in node.outcomes)


def test_limits_do_not_change_what_a_chip_wins() -> None:
    dear = change_setting(BOOK, change_setting(BOOK, TABLE, "min pass", "500"), "max pass", "600")
    assert bet_course(BOOK, dear, BOOK.by_id["pass"]) == course("pass")


def test_a_bet_that_the_table_does_not_offer_has_no_course() -> None:
    adelaide = load_book("adelaide")
    closed = change_setting(adelaide, default_settings(adelaide), "unavailable", "big")
    assert bet_course(adelaide, closed, adelaide.by_id["big-6"]) is None


def test_without_a_bet_the_puck_goes_on_a_point_and_off_again() -> None:
    found = puck_course(BOOK, TABLE)
    assert set(found.states) == set(POINTS)
    assert found.moves[0] == {0: 12, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    assert found.moves[6] == {6: 25, 0: 11}
