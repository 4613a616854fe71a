"""A bet on its way: what single rolls make of it, and when the odds behind it are put down."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from comeout.exact.bets import find_bet
from comeout.exact.markov_chain import explore
from comeout.exact.ride import End, Ride, RideRules, RidingBet
from comeout.exact.weights import FAIR, Weights
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.settings import default_settings

ADELAIDE = load_book("adelaide")


def bet(layout: Layout, name: str, stake: int = 6_00) -> RidingBet:
    return find_bet(layout, default_settings(layout), name, stake)


def on(name: str) -> int:
    return ADELAIDE.by_id[name].index


def test_a_pass_bet_before_the_come_out_roll() -> None:
    passed = bet(ADELAIDE, "pass")
    goes_on, ends = RideRules(ADELAIDE, FAIR).step(passed, passed.made(0))
    assert ends == {End(6_00, 6_00, True, 0): 8, End(-6_00, 6_00, True, 0): 4}
    assert {ride.point: weight for ride, weight in goes_on.items()} == {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


def test_odds_are_put_down_as_soon_as_there_is_a_point_and_only_once() -> None:
    taken = bet(ADELAIDE, "pass+odds:2x")
    game = RideRules(ADELAIDE, FAIR)
    goes_on, _ = game.step(taken, taken.made(0))
    four = next(ride for ride in goes_on if ride.point == 4)
    assert four.chips == ((on("pass"), 6_00), (on("pass-odds"), 12_00))
    assert (four.outlay, four.with_odds) == (18_00, True)
    after, ends = game.step(taken, four)
    assert after == {four: 27}
    assert ends == {End(6_00 + 24_00, 18_00, True, 0): 3, End(-18_00, 18_00, True, 0): 6}


def test_come_odds_follow_the_bet_to_its_number() -> None:
    come = bet(ADELAIDE, "come+odds:1x")
    goes_on, _ = RideRules(ADELAIDE, FAIR).step(come, come.made(4))
    spots = {ride.chips[0][0]: ride for ride in goes_on}
    assert spots[on("come-4")].point == 0  # the roll made the point
    assert spots[on("come-9")] == Ride(4, ((on("come-9"), 6_00), (on("come-odds-9"), 6_00)), 0, 12_00, True)


def test_odds_of_nothing_are_not_put_down() -> None:
    taken = replace(bet(ADELAIDE, "pass+odds:1x"), odds={4: 0, 5: 6_00})
    goes_on, _ = RideRules(ADELAIDE, FAIR).step(taken, taken.made(0))
    assert {ride.point for ride in goes_on if ride.with_odds} == {5}


def test_a_sleeping_bet_lies_through_a_come_out_roll_unless_it_is_taken_as_always_working() -> None:
    placed = bet(ADELAIDE, "place-6")
    game = RideRules(ADELAIDE, FAIR)
    assert not game.step(placed, placed.made(0))[1]
    awake, ends = replace(game, always_working=True).step(placed, placed.made(0))
    assert ends == {End(7_00, 6_00, True, 6): 5, End(-6_00, 6_00, True, 0): 6}
    assert sum(awake.values()) == 25


def test_rolls_that_never_come_lead_nowhere() -> None:
    placed = bet(ADELAIDE, "place-lose-6")
    goes_on, ends = RideRules(ADELAIDE, Weights((0,) * 35 + (1,), 1)).step(placed, placed.made(8))
    assert (goes_on, ends) == ({placed.made(8): 1}, {})


@pytest.mark.parametrize(("name", "point"), [("pass+odds:1x", 0), ("dont-pass", 0), ("come+odds:1x", 6), ("field", 5)])
@pytest.mark.parametrize("book", book_names())
def test_rolls_taken_together_lead_where_each_of_them_leads(book: str, name: str, point: int) -> None:
    layout = load_book(book)
    made, game = bet(layout, name), RideRules(layout, FAIR)
    singles = [Weights(tuple(int(place == each) for place in range(36)), 1) for each in range(36)]
    for ride in explore([made.made(point)], lambda ride: game.step(made, ride), FAIR.total).states:
        one_by_one = [RideRules(layout, single).step(made, ride) for single in singles]
        goes_on, ends = (Counter(after for each in one_by_one for after in each[kind]) for kind in (0, 1))
        assert game.step(made, ride) == (goes_on, ends)


def test_a_charge_is_paid_at_once_and_never_won_back() -> None:
    bought = bet(ADELAIDE, "buy-4", 20_00)
    ride = bought.made(4)
    assert (ride.net, ride.outlay) == (-1_00, 21_00)
    _, ends = RideRules(ADELAIDE, FAIR).step(bought, ride)
    assert ends == {End(39_00, 21_00, True, 0): 3, End(-21_00, 21_00, True, 0): 6}


def test_a_bet_sent_back_is_not_decided() -> None:
    barred = bet(ADELAIDE, "dont-pass")
    _, ends = RideRules(ADELAIDE, FAIR).step(barred, barred.made(0))
    assert ends[End(0, 6_00, False, 0)] == 1


def test_a_win_is_rounded_to_what_can_be_paid() -> None:
    placed = bet(ADELAIDE, "place-6", 5_00)
    for up, paid in ((True, 6_00), (False, 5_00)):
        _, ends = RideRules(ADELAIDE, FAIR, payable_unit=100, breakage_up=up).step(placed, placed.made(8))
        assert max(end.net for end in ends) == paid
