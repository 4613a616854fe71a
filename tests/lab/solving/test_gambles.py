"""Gambles: the amounts that a bet and its odds can have, by the limits of the table and in even units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.lab.solving.bet_course import puck_course
from comeout.lab.solving.gambles import Gamble, GambleMaker
from comeout.money import Amount
from comeout.rules.library import load_book
from comeout.table.settings import change_setting, default_settings
from tests.lab.solving.test_bet_course import course


def maker(unit: Amount, most: int, *settings: str, book: str = "sentosa") -> GambleMaker:
    layout = load_book(book)
    table = default_settings(layout)
    for setting in settings:
        name, _, value = setting.partition("=")
        table = change_setting(layout, table, name, value)
    return GambleMaker(layout, table, puck_course(layout, table).states, unit, most)


def gamble(spot: str, unit: Amount, most: int, *settings: str, book: str = "sentosa") -> Gamble:
    return next(iter(maker(unit, most, *settings, book=book).of(course(spot, book))))


def test_stakes_are_whole_units_that_win_whole_units() -> None:
    assert gamble("pass", 1_00, 10).stakes == range(1, 11)
    assert gamble("place-6", 1_00, 20).stakes == range(6, 21, 6)
    assert gamble("place-6", 5_00, 20).stakes == range(6, 21, 6)
    assert gamble("horn", 1_00, 9).stakes == range(4, 10, 4)


def test_the_vigorish_is_whole_units_too_and_part_of_the_cost() -> None:
    found = gamble("buy-4", 1_00, 50)
    assert found.stakes == range(20, 51, 20)
    assert found.cost(40) == 42


def test_stakes_keep_the_limits_of_the_table() -> None:
    assert gamble("pass", 5_00, 20, "min pass=15", "max pass=60").stakes == range(3, 13)


def test_odds_keep_the_limit_of_the_book_and_win_whole_units() -> None:
    found = gamble("pass", 1_00, 100)
    odds = {branch.lies.point: found.odds[9][place] for place, branch in enumerate(found.law.branches)}
    assert found.stakes[9] == 10
    assert (odds[4], odds[5], odds[6]) == (range(1, 31), range(2, 41, 2), range(5, 51, 5))


def test_odds_keep_the_multiple_of_the_table() -> None:
    found = gamble("pass", 1_00, 100, "odds=2", book="adelaide")
    six = next(place for place, branch in enumerate(found.law.branches) if branch.lies.point == 6)
    assert found.odds[9][six] == range(5, 21, 5)


def test_one_unit_is_the_only_stake_where_it_is_asked_for() -> None:
    only = replace(maker(1_00, 50), one_unit=True)
    assert only.stakes(course("pass"), course("pass").starts[0]) == range(1, 2)
    assert not only.stakes(course("place-6"), course("place-6").starts[0])


def test_bets_that_serve_alike_are_one_gamble_by_the_first_of_their_names() -> None:
    found = maker(1_00, 50).all_of([course(spot) for spot in ("place-6", "place-8", "field", "craps-2", "craps-12")])
    assert [each.spot for each in found] == ["place-6", "field", "craps-2"]
    assert all(each.points == (0, 4, 5, 6, 8, 9, 10) for each in found)


@pytest.mark.parametrize("spot", ["pass", "dont-pass", "place-5", "field"])
def test_bets_with_too_little_to_stake_are_left_out(spot: str) -> None:
    assert not maker(1_00, 0).all_of([course(spot)])
