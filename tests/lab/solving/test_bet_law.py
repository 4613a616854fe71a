"""The law of a bet: exact chances that anybody can work out by hand."""

from __future__ import annotations

from fractions import Fraction

from comeout.lab.solving.bet_law import BetLaw, bet_laws
from tests.lab.solving.test_bet_course import course


def only_law(spot: str, book: str = "sentosa") -> BetLaw:
    (law,) = bet_laws(course(spot, book)).values()
    return law


def win_chance(law: BetLaw) -> Fraction:
    """The chance that the bet itself wins, whatever odds lie behind it."""
    before = sum((end.chance for end in law.ends if end.flat_gain > 0), Fraction(0))
    return before + sum(
        (branch.chance * end.chance for branch in law.branches for end in branch.ends if end.flat_gain > 0),
        Fraction(0),
    )


def test_a_pass_bet_wins_244_times_in_495() -> None:
    assert win_chance(only_law("pass")) == Fraction(244, 495)


def test_a_dont_pass_bet_wins_949_times_in_1980_and_pushes_55_times_where_a_twelve_gives_it_back() -> None:
    law = only_law("dont-pass", "exhibit-a")
    assert win_chance(law) == Fraction(949, 1980)
    assert sum(end.chance for end in law.ends if not end.flat_gain) == Fraction(55, 1980)


def test_a_dont_pass_bet_that_stays_up_on_a_twelve_is_decided_in_the_end() -> None:
    assert win_chance(only_law("dont-pass")) == Fraction(949, 1925)


def test_odds_on_a_point_win_as_often_as_the_point_is_made() -> None:
    law = only_law("pass")
    chances = {branch.lies.point: {end.odds_gain: end.chance for end in branch.ends} for branch in law.branches}
    assert chances[4] == {2: Fraction(1, 3), -1: Fraction(2, 3)}
    assert chances[5] == {Fraction(3, 2): Fraction(2, 5), -1: Fraction(3, 5)}
    assert chances[6] == {Fraction(6, 5): Fraction(5, 11), -1: Fraction(6, 11)}
    assert {branch.lies.point: branch.chance for branch in law.branches}[6] == Fraction(5, 36)


def test_a_bet_that_is_off_at_the_come_out_has_the_same_law_with_every_point() -> None:
    laws = bet_laws(course("place-6"))
    assert len(laws) == 7
    assert len(set(laws.values())) == 1
    assert {end.flat_gain: end.chance for end in laws[next(iter(laws))].ends} == {
        Fraction(7, 6): Fraction(5, 11),
        -1: Fraction(6, 11),
    }


def test_odds_that_are_off_at_the_come_out_come_back_on_a_seven() -> None:
    laws = bet_laws(course("come", "exhibit-a"))
    ends = {end.odds_gain for law in laws.values() for branch in law.branches for end in branch.ends}
    assert 0 in ends
