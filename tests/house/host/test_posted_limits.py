"""Tables from the lobby post limits by which every bet is paid in whole units, and rounding gives nobody an edge."""

from __future__ import annotations

import pytest

from comeout.exact.rounding_edges import rounding_edges
from comeout.house.host.create import opening_settings
from comeout.house.host.money_bounds import unit_problem
from comeout.house.host.posted_limits import MOST_TIMES, UNIT, PostedRange, posted_limits, smallest_bet
from comeout.money import pays_evenly
from comeout.rules.library import book_names, load_book
from comeout.table.stakes.amounts import rule_multiple, vigorish_on

EVERY_BOOK = pytest.mark.parametrize("book", book_names())


@EVERY_BOOK
def test_every_bet_has_a_minimum_and_a_maximum_but_odds_which_their_multiple_limits(book: str) -> None:
    layout = load_book(book)
    chosen = opening_settings(layout, posted_limits(layout, "first-person"))
    made = {spot.id for spot in layout.spots if spot.made_here and spot.base < 0}
    assert set(chosen.maximum) == made
    assert set(chosen.minimum) >= made
    assert all(chosen.maximum[spot] == MOST_TIMES * chosen.minimum[spot] for spot in made)
    assert chosen.minimum["pass"] == 5_00


@EVERY_BOOK
def test_other_limits_of_the_line_bet_give_every_spot_its_own_and_nothing_is_rounded(book: str) -> None:
    layout = load_book(book)
    chosen = opening_settings(layout, posted_limits(layout, "live", PostedRange(10_00, 2_000_00)))
    assert (chosen.minimum["pass"], chosen.maximum["pass"]) == (10_00, 2_000_00)
    assert all(chosen.minimum[spot] <= most <= 200 * chosen.minimum[spot] for spot, most in chosen.maximum.items())
    assert not list(rounding_edges(layout, chosen))


@EVERY_BOOK
def test_the_smallest_bet_is_paid_and_charged_in_whole_units(book: str) -> None:
    layout = load_book(book)
    for spot in layout.spots:
        least = smallest_bet(layout, spot)
        for odds in {odds for by_puck in layout.win_odds[spot.index] for odds in by_puck}:
            assert pays_evenly(least, odds, UNIT), (spot.id, least, odds)
        assert vigorish_on(layout, spot, least) % UNIT == 0


@EVERY_BOOK
def test_where_7_to_6_is_paid_the_smallest_bet_is_6_and_elsewhere_the_next_that_pays_evenly(book: str) -> None:
    layout = load_book(book)
    for number in (4, 5, 6, 8, 9, 10):
        spot = layout.by_id[f"place-{number}"]
        (pays,) = {odds for by_puck in layout.win_odds[spot.index] for odds in by_puck}
        expected = {"7/6": 6_00, "7/5": 5_00, "9/5": 5_00, "1": 5_00, "5/4": 8_00, "7/4": 8_00}[str(pays)]
        assert smallest_bet(layout, spot) == expected


@EVERY_BOOK
def test_rounding_gives_no_player_an_edge(book: str) -> None:
    layout = load_book(book)
    chosen = opening_settings(layout, posted_limits(layout, "first-person"))
    assert not list(rounding_edges(layout, chosen))
    assert unit_problem(layout, chosen) == ""


@EVERY_BOOK
def test_nothing_is_rounded_where_the_book_has_a_notice_of_multiples_and_elsewhere_cents_are_paid(book: str) -> None:
    layout = load_book(book)
    chosen = opening_settings(layout, posted_limits(layout, "first-person"))
    assert chosen.multiples_notice == layout.rulebook.limits.multiples_notice
    if not chosen.multiples_notice:
        assert chosen.payable_unit == 1
        return
    for spot in layout.spots:
        step = rule_multiple(chosen, spot)
        for odds in {odds for by_puck in layout.win_odds[spot.index] for odds in by_puck}:
            assert pays_evenly(step, odds, chosen.payable_unit), (spot.id, step, odds)


@EVERY_BOOK
def test_a_companion_throws_for_whoever_plays_alone_and_players_throw_at_live_tables(book: str) -> None:
    layout = load_book(book)
    assert opening_settings(layout, posted_limits(layout, "first-person")).shooter == "companion"
    launcher = layout.rulebook.shooter.throws == "launcher"
    assert opening_settings(layout, posted_limits(layout, "live")).shooter == ("companion" if launcher else "seats")
