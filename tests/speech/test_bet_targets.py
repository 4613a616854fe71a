"""A bet that a player names becomes spots: odds go behind the bet they support, a number to the bets on it."""

from __future__ import annotations

import pytest

from comeout.speech.bet_targets import bets_of, is_about, of_mine, to_bet, to_change
from comeout.table.notation.bet_names import ALL, Target
from tests.kit.terminal import LAYOUTS, table_for_one

LINE = "adelaide point 6 | 1 pass 10 come-5 10 place-8 12 hard-8 5"


@pytest.mark.parametrize(
    ("target", "spots"),
    [
        (Target("place", 6), ["place-6"]),
        (Target("field"), ["field"]),
        (Target("craps"), ["any-craps"]),
        (Target("hard", every=True), ["hard-4", "hard-6", "hard-8", "hard-10"]),
        (Target("odds"), ["pass-odds"]),
        (Target("odds", 5), ["come-odds-5"]),
        (Target("odds", 6), ["pass-odds"]),
        (Target("come-odds"), ["come-odds-5"]),
        (Target("lay-odds"), ["dont-pass-odds"]),
        (Target("odds", 9), ["come-odds-9"]),
    ],
)
def test_a_new_bet_goes_where_it_was_meant(target: Target, spots: list[str]) -> None:
    table = table_for_one(LINE)
    assert to_bet(table.layout, table.state, 1, target) == spots


@pytest.mark.parametrize(
    ("target", "spots"),
    [
        (ALL, ["pass", "come-5", "place-8", "hard-8"]),
        (Target("", 8), ["place-8", "hard-8"]),
        (Target("place", 8), ["place-8"]),
        (Target("place"), ["place-8"]),
        (Target("field"), ["field"]),
    ],
)
def test_a_bet_of_ones_own_is_found_by_its_name_or_its_number(target: Target, spots: list[str]) -> None:
    table = table_for_one(LINE)
    assert sorted(of_mine(table.layout, table.state, 1, target)) == sorted(spots)


def test_a_number_alone_is_no_hardway_unless_nothing_else_lies_there() -> None:
    for line, target, spots in (
        (LINE, Target("", 8), ["place-8"]),
        (LINE, Target("hard", 8), ["hard-8"]),
        (LINE, ALL, ["pass", "come-5", "place-8", "hard-8"]),
        ("adelaide | 1 hard-8 5", Target("", 8), ["hard-8"]),
    ):
        table = table_for_one(line)
        assert to_change(table.layout, table.state, 1, target) == spots


def test_the_bets_of_a_seat_are_those_that_its_table_tells() -> None:
    table = table_for_one(LINE)
    assert bets_of(table.layout, table.state, 1) == table.bets(1)
    assert bets_of(table.layout, table.state, 2) == {}


def test_a_spot_is_about_what_was_named() -> None:
    layout = LAYOUTS["adelaide"]
    assert is_about(layout, "place-8", Target("place"))
    assert is_about(layout, "place-8", Target("", 8))
    assert not is_about(layout, "place-8", Target("place", 6))
    assert is_about(layout, "come-odds-5", Target("odds"))
    assert not is_about(layout, "place-8", Target("odds"))
    assert not is_about(layout, "nothing", Target("place"))
