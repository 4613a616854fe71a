"""What each sentence of the strategy language does at a table."""

from __future__ import annotations

import pytest

from comeout.lab.language.reader import read_strategy
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.language.text_strategy import TextStrategy
from comeout.money import Amount
from comeout.rules.library import book_names, load_book
from tests.kit.lab_table import PlayedRolls, faces, play_rolls

BOOK = load_book("sentosa")


def strategy(text: str, book: str = "sentosa", **values: Amount | str) -> TextStrategy:
    return read_strategy(f"strategy mine\n{text}").on(load_book(book), values)


def played(text: str, rolls: str, *, bankroll: Amount = 10_000_00, book: str = "sentosa") -> PlayedRolls:
    return play_rolls(strategy(text, book), load_book(book), faces(rolls), bankroll)


def dollars(text: str, rolls: str, spot: str, *, bankroll: Amount = 10_000_00, book: str = "sentosa") -> list[float]:
    """What lay on one spot for each roll, in dollars."""
    return [bets.get(spot, 0) / 100 for bets in played(text, rolls, bankroll=bankroll, book=book).bets]


# ------------------------------------------------------------------ moments


def test_the_come_out_and_the_point() -> None:
    text = "come-out: bet 10 on pass\npoint on: bet 5 on field\npoint is 5 or 9: bet 5 on eleven"
    bets = played(text, "2-2 3-1 4-5 1-1").bets
    assert [sorted(each) for each in bets] == [["pass"], ["field", "pass"], ["pass"], ["eleven", "field", "pass"]]


def test_not_and_brackets() -> None:
    text = "not (come-out or point is 6): bet 5 on field\npoint is not 6 and point on: bet 5 on eleven"
    assert [sorted(each) for each in played(text, "3-3 6-6 3-3 2-2 1-1").bets] == [[], [], [], [], ["eleven", "field"]]


def test_bets_that_are_up_and_nothing_is_up() -> None:
    text = "nothing is up: bet 10 on place 6\nplace 6 is up and place 8 is not up: bet 12 on place 8"
    assert played(text, "2-2 2-3").bets[0] == {"place-6": 12_00, "place-8": 12_00}


def test_with_so_much_on_a_bet() -> None:
    text = "come-out: bet 20 on pass\nwith 20 on pass and point on: bet 5 on field\nwith 10 on pass: bet 5 on eleven"
    assert [sorted(each) for each in played(text, "2-2 3-3").bets] == [["pass"], ["field", "pass"]]


def test_come_numbers_are_those_that_stand_and_come_bets_include_the_one_in_transit() -> None:
    rolls = "2-2 3-3 4-5 1-4"
    standing = "point on and fewer than 2 come numbers: bet 10 on come"
    assert dollars(standing, rolls, "come") == [0, 10, 10, 0]
    assert dollars(standing.replace("numbers", "bets"), rolls, "come") == [0, 10, 10, 0]
    both = "point on and fewer than 1 come bets: bet 10 on come"
    assert dollars(both, "2-2 1-1 3-3 4-5 1-4", "come") == [0, 10, 10, 0, 0]
    transit = "point on: bet 10 on come\ncome is in transit: bet 5 on field\ncome is not up: bet 5 on eleven"
    found = played(transit, "2-2 3-3").bets
    assert [sorted(each) for each in found] == [["eleven"], ["come", "field"]]


def test_the_point_counts_as_a_number_once_while_a_line_bet_stands() -> None:
    text = "come-out: bet 10 on don't pass\npoint on and fewer than 2 don't come numbers"
    assert dollars(f"{text}: bet 10 on don't come", "2-2 3-3 4-4 1-1", "dont-come") == [0, 10, 10, 0]
    counting = f"{text} counting the point: bet 10 on don't come"
    assert dollars(counting, "2-2 3-3 1-1", "dont-come") == [0, 10, 0]
    assert dollars(counting, "2-2 3-3 2-2 3-3 1-1", "dont-come")[1:3] == [10, 0]


def test_the_point_is_no_number_of_yours_without_a_line_bet() -> None:
    text = "point on and fewer than 1 don't come numbers counting the point: bet 10 on don't come"
    assert dollars(text, "2-2 1-2", "dont-come") == [0, 10]


def test_profit_is_compared_at_face_value() -> None:
    text = "up 10: bet 5 on eleven\ndown 10: bet 5 on any craps\nalways: bet 10 on field"
    found = [sorted(set(each) - {"field"}) for each in played(text, "1-3 4-4 4-4 6-6").bets]
    assert found == [[], ["eleven"], [], ["any-craps"]]


def test_a_loss_of_exactly_the_amount_is_down_by_it() -> None:
    text = "always: bet 10 on field\ndown 10: bet 1 on eleven\ndown 10.01: bet 1 on any craps"
    assert [sorted(each) for each in played(text, "4-4 4-4").bets] == [["field"], ["eleven", "field"]]


def test_the_rack_is_compared() -> None:
    text = "the rack covers 100: bet 10 on field"
    assert dollars(text, "4-4 4-4 4-4", "field", bankroll=110_00) == [10, 10, 0]


def test_after_an_event_of_the_last_roll() -> None:
    text = "always: bet 10 on field\nafter field loses: bet 5 on eleven\n"
    text += "after 2 losses in a row on field: bet 5 on any craps"
    bets = [sorted(set(each) - {"field"}) for each in played(text, "4-4 4-4 4-4 1-3 4-4").bets]
    assert bets == [[], ["eleven"], ["any-craps", "eleven"], ["any-craps", "eleven"], []]


def test_money_of_this_shooter() -> None:
    text = "this shooter is above -20: bet 10 on field\nthis shooter is down 20: bet 5 on eleven"
    rolls = "4-4 4-4 4-4 6-1 4-4"
    assert dollars(text, rolls, "field") == [10, 10, 0, 0, 10]
    assert dollars(text, rolls, "eleven") == [0, 0, 5, 5, 0]


def test_money_of_this_shooter_counts_the_vigorish() -> None:
    text = "point on: bet 20 on buy 4\nthis shooter is below 0: bet 5 on eleven"
    assert dollars(text, "3-3 1-2 1-2", "eleven") == [0, 0, 5]


def test_stages_are_the_first_whose_condition_holds() -> None:
    text = """
stage rich when up 20
stage fine when up 10
stage poor otherwise
stage rich: bet 30 on field
stage fine: bet 20 on field
stage poor: bet 10 on field"""
    assert dollars(text, "4-4 1-3 1-3 1-3 1-3 4-4", "field") == [10, 10, 10, 20, 30, 30]


# ------------------------------------------------------------------ memory


def test_a_count_starts_at_nothing_and_goes_back() -> None:
    text = """
count hits
  up when field wins
  back when the shooter sevens out
always: bet 10 on field
hits is 0 or 1: bet 1 on eleven
from 2 hits: bet 1 on any craps"""
    found = [sorted(set(each) - {"field"}) for each in played(text, "1-3 1-3 1-3 6-1 1-3").bets]
    assert found == [["eleven"], ["eleven"], ["any-craps"], ["any-craps"], ["eleven"]]


def test_a_count_may_go_down_and_a_roll_moves_it_by_one() -> None:
    text = """
count luck: up when field wins, up when 4 is rolled, down when field loses
always: bet 10 on field
luck is above 1: bet 1 on eleven"""
    assert dollars(text, "1-3 1-3 4-4 1-3 4-4", "eleven") == [0, 0, 1, 0, 1]


def test_a_count_never_goes_below_nothing() -> None:
    text = "count luck: up when field wins, down when field loses\nalways: bet 10 on field\nluck is 1: bet 1 on eleven"
    assert dollars(text, "4-4 4-4 1-2 1-2", "eleven") == [0, 0, 0, 1]


def test_the_five_count_is_a_guarded_count() -> None:
    text = """
count five
  up when a box number is rolled and five is 0 or 4
  up when any roll and five is 1 or 2 or 3
  back when the shooter sevens out
from 5 five: bet 10 on come"""
    rolls = "1-1 2-2 1-1 1-2 5-6 1-1 3-3 1-1 6-1 1-1"
    assert dollars(text, rolls, "come") == [0, 0, 0, 0, 0, 0, 0, 10, 10, 0]


def test_all_changes_of_one_roll_read_the_values_from_before_it() -> None:
    text = """
count hits
  up when field wins
count later
  up when field wins and hits is at least 1
always: bet 10 on field
later is at least 1: bet 1 on eleven"""
    assert dollars(text, "1-3 1-3 1-3", "eleven") == [0, 0, 1]


def test_up_and_back_on_one_roll_is_back() -> None:
    text = """
ladder stake: 10, 20, 30
  up when field wins
  back when 4 is rolled
always: bet stake on field"""
    assert dollars(text, "1-2 1-3 1-2 1-2 1-2", "field") == [10, 20, 10, 20, 30]


def test_a_ladder_stays_on_its_last_step_unless_it_goes_back_from_it() -> None:
    stays = "ladder stake: 10, 20\n  up when field wins\nalways: bet stake on field"
    assert dollars(stays, "1-2 1-2 1-2 4-4", "field") == [10, 20, 20, 20]
    back = stays.replace("\nalways", "\n  back when it was the last step\nalways")
    assert dollars(back, "1-2 4-4 1-2 1-2", "field") == [10, 20, 20, 10]


def test_a_ladder_goes_down_a_step_and_its_step_can_be_asked() -> None:
    text = """
ladder stake: 10, 20, 30
  up when field loses
  down when field wins
always: bet stake on field
stake is on the last step: bet 1 on eleven
stake is on step 2: bet 1 on any craps"""
    bets = played(text, "4-4 4-4 1-2 1-2").bets
    assert [each["field"] for each in bets] == [10_00, 20_00, 30_00, 20_00]
    assert [len(each) for each in bets] == [1, 2, 2, 2]


def test_a_ladder_for_each_bet_has_a_step_for_each() -> None:
    text = """
ladder press for each of place 6 and 8: 12, 24, 48
  up when it wins
  back when it was the last step or the shooter sevens out
always: have press on place 6 and 8"""
    bets = played(text, "2-2 3-3 3-3 4-4 3-3 1-2").bets
    assert [(each["place-6"], each["place-8"]) for each in bets] == [
        (12_00, 12_00),
        (12_00, 12_00),
        (24_00, 12_00),
        (48_00, 12_00),
        (48_00, 24_00),
        (12_00, 24_00),
    ]


def test_a_count_for_each_bet_speaks_of_it() -> None:
    text = """
count hits for each of place 6 and 8
  up when it wins
  back when the shooter sevens out
hits is 0: bet 12 on it
hits is 1: have 24 on it
from 2 hits: take down it"""
    bets = played(text, "2-2 3-3 3-3 1-2").bets
    assert [(each.get("place-6"), each["place-8"]) for each in bets] == [
        (12_00, 12_00),
        (12_00, 12_00),
        (24_00, 12_00),
        (None, 12_00),
    ]


def test_a_text_without_a_memory_says_so() -> None:
    assert not strategy("always: bet 10 on field").remembers
    assert strategy("always: bet 10 on field").begin() == ()
    assert strategy("after field wins: bet 10 on field\nalways: bet 5 on eleven").remembers


def test_a_text_says_whether_it_reads_the_dice() -> None:
    assert not strategy("count hits\n  up when field wins\nhits is 0: bet 10 on field").reads_dice
    assert strategy("count sevens\n  up when 7 is rolled\nsevens is 0: bet 10 on field").reads_dice


def test_a_count_stops_where_no_condition_can_tell_the_difference() -> None:
    text = "count hits\n  up when field wins\nalways: bet 10 on field\nhits is 1: bet 1 on eleven"
    assert played(text, "1-2 1-2 1-2 1-2").memory == [(1,), (2,), (2,), (2,)]
    assert played(f"{text}\nhits is at least 3: bet 1 on any craps", "1-2 1-2 1-2 1-2").memory[-1] == (4,)


# ------------------------------------------------------------------ acts


def test_bet_makes_what_is_not_up_and_have_brings_it_to_an_amount() -> None:
    ladder = "ladder stake: 12, 24, 6\n  up when any roll\n"
    assert dollars(f"{ladder}always: bet stake on place 6", "2-2 1-2 1-2", "place-6") == [12, 12, 12]
    assert dollars(f"{ladder}always: have stake on place 6", "2-2 1-2 1-2", "place-6") == [12, 24, 6]
    assert dollars(f"{ladder}always: have at least stake on place 6", "2-2 1-2 1-2", "place-6") == [12, 24, 24]


def test_a_step_of_nothing_bets_nothing_and_brings_a_bet_down() -> None:
    text = "ladder stake: 0, 12, 0\n  up when any roll\nalways: bet stake on field, have stake on place 6"
    found = played(text, "2-2 1-2 1-2")
    assert [each.get("field", 0) for each in found.bets] == [0, 12_00, 0]
    assert [each.get("place-6", 0) for each in found.bets] == [0, 12_00, 0]
    assert found.refused == []


def test_only_while_takes_down_when_its_moment_ends() -> None:
    text = "only while point on: bet 12 on place 6 and 8"
    rolls = "2-2 1-2 2-2 1-2"
    assert dollars(text, rolls, "place-8") == [0, 12, 12, 0]
    assert dollars(text.removeprefix("only while "), rolls, "place-8") == [0, 12, 12, 12]


def test_only_while_takes_odds_down_first() -> None:
    text = "come-out: bet 10 on pass\nonly while point is 6: take 1x odds on pass\n"
    text += "count rolls\n  up when any roll\nonly while rolls is 0 or 1 or 2: bet 1 on field"
    found = played(text, "3-3 1-2 1-1 1-1").bets
    assert [each.get("field") for each in found] == [1_00, 1_00, 1_00, None]


def test_amounts_are_the_nearest_that_pay_evenly_unless_exactly() -> None:
    assert dollars("always: bet 10 on place 6", "2-2", "place-6") == [12]
    assert dollars("always: bet exactly 10 on place 6", "2-2", "place-6") == [10]
    assert dollars("always: have exactly 10 on place 6", "2-2", "place-6") == [10]
    assert dollars("always: have exactly at least 10 on place 6", "2-2", "place-6") == [10]
    assert dollars("always: bet 9 on place 6", "2-2", "place-6") == [6]
    assert dollars("always: bet 15 on place 9", "2-2", "place-9", book="exhibit-a") == [16]


@pytest.mark.parametrize("book", book_names())
def test_a_call_for_several_bets_is_shared_and_made_even_by_each_book(book: str) -> None:
    bets = played("point on: bet 66 inside", "2-2 1-2", book=book).bets[1]
    usual = {"place-5": 15_00, "place-6": 18_00, "place-8": 18_00, "place-9": 15_00}
    assert bets == ({**usual, "place-5": 16_00, "place-9": 16_00} if book == "exhibit-a" else usual)


def test_values_units_and_dollar_signs() -> None:
    text = "let unit be 10\nalways: bet 2 units on field, bet unit on eleven, bet $1 on any craps"
    assert played(text, "1-2").bets == [{"field": 20_00, "eleven": 10_00, "any-craps": 1_00}]
    given = strategy(text, unit=25_00)
    assert play_rolls(given, BOOK, faces("1-2")).bets[0]["field"] == 50_00


def test_odds_as_a_multiple_by_number_and_full() -> None:
    text = "come-out: bet 10 on pass\npoint on: take 3-4-5x odds on pass"
    rolls = "2-2 2-2 4-5 4-5 3-3 1-2"
    assert dollars(text, rolls, "pass-odds") == [0, 30, 0, 40, 0, 50]
    assert dollars(text.replace("3-4-5x", "2x"), rolls, "pass-odds") == [0, 20, 0, 20, 0, 20]
    full = dollars(text.replace("3-4-5x", "full"), rolls, "pass-odds", book="exhibit-a")
    assert full == [0, 10, 0, 10, 0, 10]


def test_odds_on_every_come_bet() -> None:
    text = "point on: bet 10 on come\nalways: take 2x odds on every come"
    found = played(text, "2-2 3-3 4-5 1-1").bets[-1]
    assert (found["come-odds-6"], found["come-odds-9"]) == (20_00, 20_00)


def test_odds_are_laid_to_win_or_by_what_they_risk() -> None:
    text = "come-out: bet 10 on don't pass\npoint on: lay odds to win 3-4-5x on don't pass"
    rolls = "2-2 1-2 6-1 4-5 1-2 6-1 3-3 1-2"
    assert dollars(text, rolls, "dont-pass-odds") == [0, 60, 60, 0, 60, 60, 0, 60]
    risking = text.replace("to win 3-4-5x", "risking 2x")
    assert dollars(risking, rolls, "dont-pass-odds") == [0, 20, 20, 0, 18, 18, 0, 18]
    let = "let odds be 3-4-5x to win\n" + text.replace(" to win 3-4-5x", "")
    assert dollars(let, rolls, "dont-pass-odds") == [0, 60, 60, 0, 60, 60, 0, 60]


def test_odds_are_all_or_nothing_unless_as_much_as_the_rack_covers() -> None:
    text = "come-out: bet 10 on pass\npoint on: take 3-4-5x odds on pass"
    assert dollars(text, "2-2 1-2", "pass-odds", bankroll=35_00) == [0, 0]
    covered = f"{text} as much as the rack covers"
    assert dollars(covered, "2-2 1-2", "pass-odds", bankroll=35_00) == [0, 25]


def test_except_the_point_and_except_come_numbers() -> None:
    text = "point on: bet 12 on place 6 and 8 except the point"
    assert played(text, "3-3 1-2").bets[1] == {"place-8": 12_00}
    text = "point on: bet 10 on come, bet 12 on place 6 and 8 except the point and come numbers"
    assert sorted(played(text, "2-2 3-3 1-2").bets[1]) == ["come", "place-6", "place-8"]
    later = "count rolls\n  up when any roll\nfrom 1 rolls: bet 10 on come\n"
    later += "from 2 rolls: bet 12 on place 6 and 8 except come numbers"
    assert "place-6" not in played(later, "2-2 3-3 1-2").bets[2]


def test_take_down_everything_and_every_place() -> None:
    text = "count rolls\n  up when any roll\nrolls is below 2: bet 12 on place 6 and 8, bet 1 on hard 4\nfrom 2 rolls: "
    assert played(f"{text}take down every place", "1-2 1-2 1-2").bets[2] == {"hard-4": 1_00}
    assert played(f"{text}take down everything", "1-2 1-2 1-2").bets[2] == {}


def test_turn_on_and_off() -> None:
    off = "always: bet 12 on place 6\npoint on: turn off every place"
    assert played(off, "2-2 3-3 1-2").wealth[-1] == 10_000_00
    assert played("always: bet 12 on place 6", "2-2 3-3 1-2").wealth[-1] == 10_014_00
    on = "always: bet 12 on place 6, turn on place 6"
    assert played(on, "3-3", book="adelaide").wealth == [10_014_00]
    assert played("always: bet 12 on place 6", "3-3", book="adelaide").wealth == [10_000_00]


def test_one_button_speaks_for_a_kind_of_bets_unless_only_one_is_called() -> None:
    text = "always: bet 12 on place 6 and 8, turn on place 8"
    assert played(text, "3-3", book="adelaide").wealth == [10_014_00]
    assert played(text.replace("turn on", "turn on only"), "3-3", book="adelaide").wealth == [10_000_00]


def test_press_by_the_win_and_by_half_of_it() -> None:
    text = "always: bet 12 on place 6, press place 6 by the win"
    assert dollars(text, "2-2 3-3 1-2 3-3 1-2", "place-6") == [12, 12, 24, 24, 54]
    half = text.replace("the win", "half the win")
    assert dollars(half, "2-2 3-3 1-2", "place-6") == [12, 12, 18]


def test_at_most_so_often_a_shooter() -> None:
    text = "always: bet 10 on field at most 2 times a shooter"
    assert dollars(text, "2-2 1-2 1-2 6-1 1-2", "field") == [10, 10, 0, 0, 10]
    assert dollars(text.replace("at most 2 times", "once"), "2-2 1-2 6-1 1-2", "field") == [10, 0, 0, 10]


def test_stops_by_profit_are_the_sessions_own_ends() -> None:
    mine = strategy("stop when up 200 or down 100\nstop when up 300\nalways: bet 10 on field")
    assert (mine.win_goal, mine.loss_limit) == (200_00, 100_00)
    assert not mine.remembers
    none = strategy("always: bet 10 on field")
    assert (none.win_goal, none.loss_limit) == (None, None)


def test_any_other_stop_ends_the_session_before_a_roll() -> None:
    text = "count sevens\n  up when the shooter sevens out\nstop when sevens is 2\nalways: bet 10 on field"
    assert len(played(text, "2-2 6-1 2-2 6-1 2-2 6-1").bets) == 4


# ------------------------------------------------------------------ two rules on one spot


def test_two_rules_on_one_spot_are_an_error_where_both_hold() -> None:
    text = "point on: bet 10 on field\npoint is 6: bet 20 on field"
    assert dollars(text, "2-2 1-1", "field") == [0, 10]
    with pytest.raises(StrategyTextError) as bad:
        played(text, "3-3 1-1")
    assert bad.value.line == 3
    assert bad.value.problem == (
        "lines 2 and 3 both hold: one wants 10.00 on field, the other wants 20.00 on field, "
        'at "sentosa point 6 | 1 field 10 new"'
    )


@pytest.mark.parametrize(
    "text",
    [
        "always: bet 12 on place 6\nalways: take down every place",
        "always: bet 12 on place 6\nalways: turn on place 6\nalways: turn off place 6",
        "always: bet 12 on place 6, have 24 on place 6",
        "always: bet 12 on place 6\nalways: take down everything",
        "always: bet 10 on pass\npoint on: take 1x odds on pass, take 2x odds on pass",
        "always: have 12 on place 6, press place 6 by the win",
    ],
)
def test_rules_that_contradict_each_other_are_found(text: str) -> None:
    with pytest.raises(StrategyTextError, match=r"both hold|twice"):
        played(text, "2-2 3-3 1-2 3-3 1-2")


def test_rules_that_agree_are_no_error() -> None:
    text = "always: bet 12 on place 6\npoint on: bet 12 on place 6, press place 6 by the win"
    assert dollars(text, "2-2 3-3 1-2", "place-6") == [12, 12, 24]


# ------------------------------------------------------------------ by rack


def test_a_table_by_rack_bets_what_the_column_of_the_rack_says() -> None:
    text = """
by rack:                10-19  20-59  60-
  come-out: bet on pass 10     15     20
  odds on 6             0      5      25
  odds on 4 and 10      -      10     10"""
    assert dollars(text, "3-3 1-2", "pass", bankroll=25_00) == [15, 15]
    assert dollars(text, "3-3 1-2", "pass-odds", bankroll=19_50) == [0, 0]
    assert dollars(text, "3-3 1-2", "pass-odds", bankroll=100_00) == [0, 25]
    assert dollars(text, "2-2 1-2", "pass-odds", bankroll=100_00) == [0, 10]
    assert dollars(text, "3-3 1-2", "pass-odds", bankroll=40_00) == [0, 5]
    assert played(text, "3-3", bankroll=9_00).bets == [{}]
