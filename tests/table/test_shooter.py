"""The shooter: who may have the dice, takes, declines and passes them, and what a throw needs."""

from __future__ import annotations

import pytest

from comeout.table import messages as m
from comeout.table.messages import Reason
from comeout.table.shooter import (
    all_passed,
    choose_dice,
    decline_dice,
    eligible,
    lacks_line_bet,
    let_companion_shoot,
    move_dice_on,
    nobody_throws,
    offer_dice,
    order_dice_passed,
    pass_dice,
    roll_for_decision,
    take_dice,
    takers,
    throw_dice,
    way_to_dice,
    why_no_throw,
)
from tests.kit.positions import Laid, events, laid, refusal

FREE = "adelaide shooter=nobody offered=2 last=1 | 1 | 2 pass 10 | 3 pass 10"


def seats(line: str, **settings: str) -> Laid:
    """A table at which the players shoot."""
    return laid(line, settings={"shooter": "seats", **settings})


def test_the_dice_go_clockwise_from_the_last_shooter_to_who_may_have_them() -> None:
    free = seats("exhibit-a shooter=nobody last=2 declined=1 | 1 | 2 | 3 away | 4")
    assert takers(*free) == [4, 1, 2]
    assert eligible(*free) == [4, 2]
    only_backed = seats("adelaide shooter=nobody last=1 | 1 pass 10 | 2 | 3 pass 10")
    assert takers(*only_backed) == [3, 1], "the next offer is for players with a line bet"


def test_who_was_ordered_to_pass_is_passed_over() -> None:
    table = seats("adelaide shooter=nobody last=1 | 1 ordered pass 10 | 2 pass 10")
    assert takers(*table) == [2]
    assert not all_passed(table.state)
    assert all_passed(seats("adelaide shooter=nobody last=1 | 1 ordered | 2 away").state)


def test_the_next_in_turn_is_offered_the_dice() -> None:
    table = seats("adelaide shooter=nobody last=1 | 1 pass 10 | 2 pass 10")
    [offered] = events(offer_dice(*table, m.OfferDice("stickperson")))
    assert isinstance(offered, m.DiceOffered)
    assert offered.seat == 2
    held = seats("adelaide shooter=1 | 1 pass 10 | 2 pass 10")
    reason, says, _ = refusal(offer_dice(*held, m.OfferDice("stickperson")))
    assert (reason, says) == (Reason.NOT_YOUR_DICE, "seat 1 is the shooter")
    nobody = seats("adelaide shooter=nobody last=1 | 1 | 2")
    assert refusal(offer_dice(*nobody, m.OfferDice("stickperson")))[0] is Reason.NOBODY_ELIGIBLE
    assert refusal(offer_dice(*laid("evolution | 1"), m.OfferDice("dealer")))[0] is Reason.NO_SUCH_PROCEDURE


def test_offered_dice_are_taken_or_declined_by_the_seat_they_are_offered_to() -> None:
    table = seats(FREE)
    [taken] = events(take_dice(*table, m.TakeDice(2)))
    assert isinstance(taken, m.DiceTaken)
    assert taken.seat == 2
    [declined] = events(decline_dice(*table, m.DeclineDice(2)))
    assert isinstance(declined, m.DiceDeclined)
    assert refusal(take_dice(*table, m.TakeDice(3)))[0] is Reason.NOT_YOUR_DICE
    assert refusal(decline_dice(*table, m.DeclineDice(3)))[0] is Reason.NOT_YOUR_DICE


def test_only_the_shooter_passes_the_dice_and_only_the_crew_orders_them_passed() -> None:
    table = seats("adelaide shooter=1 | 1 pass 10 | 2")
    [passed] = events(pass_dice(*table, m.PassDice(1)))
    assert isinstance(passed, m.DiceGivenUp)
    assert refusal(pass_dice(*table, m.PassDice(2)))[0] is Reason.NOT_YOUR_DICE
    reason = table.layout.rulebook.shooter.order_reasons[0]
    [ordered] = events(order_dice_passed(*table, m.OrderDicePassed("boxperson", reason)))
    assert isinstance(ordered, m.DiceGivenUp)
    assert ordered.ordered
    assert refusal(order_dice_passed(*table, m.OrderDicePassed("boxperson", "ugly")))[0] is Reason.UNKNOWN_GROUND
    sentosa = seats("sentosa shooter=1 | 1 pass 10")
    assert refusal(order_dice_passed(*sentosa, m.OrderDicePassed("boxperson", reason)))[0] is Reason.NO_SUCH_PROCEDURE


def test_the_shooter_picks_two_dice_that_are_there_before_the_first_throw() -> None:
    fresh = seats("adelaide shooter=1 new-shooter | 1 pass 10")
    [chosen] = events(choose_dice(*fresh, m.ChooseDice(1, 3, 4)))
    assert isinstance(chosen, m.DiceChosen)
    assert chosen.dice == (3, 4)
    for first, second in ((3, 3), (3, 9)):
        assert refusal(choose_dice(*fresh, m.ChooseDice(1, first, second)))[0] is Reason.DICE_NOT_READY
    assert refusal(choose_dice(*fresh, m.ChooseDice(2, 3, 4)))[0] is Reason.UNKNOWN_SEAT
    threw = seats("adelaide shooter=1 | 1 pass 10")
    assert refusal(choose_dice(*threw, m.ChooseDice(1, 3, 4)))[0] is Reason.DICE_NOT_READY


def test_a_companion_throws_where_no_seat_may() -> None:
    stranded = seats("adelaide point 6 shooter=nobody last=1 | 1 | 2")
    by = stranded.layout.rulebook.shooter.stranded_by[0]
    assert isinstance(events(let_companion_shoot(*stranded, m.LetCompanionShoot(by)))[-1], m.CompanionShot)
    somebody = seats("adelaide point 6 shooter=nobody last=1 | 1 | 2 pass 10")
    assert refusal(let_companion_shoot(*somebody, m.LetCompanionShoot(by)))[0] is Reason.NOT_YOUR_DICE


def test_when_time_is_over_the_dice_move_on() -> None:
    [declined] = events(move_dice_on(*seats(FREE), m.MoveDiceOn("house")))
    assert isinstance(declined, m.DiceDeclined)
    unbacked = seats("adelaide shooter=1 | 1 | 2 pass 10")
    assert lacks_line_bet(*unbacked)
    [given_up] = events(move_dice_on(*unbacked, m.MoveDiceOn("house")))
    assert isinstance(given_up, m.DiceGivenUp)
    ready = seats("adelaide shooter=1 | 1 pass 10")
    assert refusal(move_dice_on(*ready, m.MoveDiceOn("house")))[0] is Reason.NOT_YOUR_DICE


@pytest.mark.parametrize(("seat", "way"), [(1, ""), (2, "take"), (3, ""), (9, "")])
def test_who_may_take_the_dice_is_told_how(seat: int, way: str) -> None:
    assert way_to_dice(*seats(FREE), seat) == way


def test_a_seat_without_a_line_bet_is_told_to_make_one() -> None:
    assert way_to_dice(*seats("adelaide shooter=nobody last=1 | 1 | 2"), 2) == "bet"


def test_come_bets_are_rolled_for_without_a_line_bet_where_the_book_has_that() -> None:
    table = laid("exhibit-a | 1 come-6 10")
    by = m.RollForDecision("stickperson")
    [started] = events(roll_for_decision(*table, by))
    assert isinstance(started, m.DecisionOnlyStarted)
    assert refusal(roll_for_decision(*laid("exhibit-a | 1 pass 10 come-6 10"), by))[0] is Reason.NOT_AVAILABLE_NOW
    assert refusal(roll_for_decision(*laid("exhibit-a | 1"), by))[0] is Reason.NOT_AVAILABLE_NOW
    assert refusal(roll_for_decision(*laid("adelaide | 1 come-6 10"), by))[0] is Reason.NO_SUCH_PROCEDURE


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("adelaide shooter=nobody last=1 | 1", Reason.NOT_YOUR_DICE),
        ("adelaide shooter=1 | 1", Reason.NO_LINE_BET),
        ("adelaide shooter=1 hand=1 gone=2 | 1 pass 10", Reason.DICE_NOT_READY),
    ],
)
def test_a_throw_needs_a_shooter_two_dice_and_the_line_bet(line: str, reason: Reason) -> None:
    refused = why_no_throw(*seats(line))
    assert refused is not None
    assert refused.reason is reason
    assert why_no_throw(*seats("adelaide shooter=1 | 1 pass 10")) is None
    assert why_no_throw(*laid("adelaide | 1")) is None, "a companion needs no bet"


def test_the_shooter_throws_once_bets_are_closed() -> None:
    closed = seats("adelaide closed shooter=1 | 1 pass 10")
    assert [type(each) for each in events(throw_dice(*closed, m.ThrowDice(1)))] == [m.DiceThrown]
    announced = seats("sentosa shooter=1 | 1 pass 10")
    assert refusal(throw_dice(*announced, m.ThrowDice(1)))[0] is Reason.WRONG_PHASE


def test_a_throw_that_the_book_calls_a_no_roll_is_one_at_once() -> None:
    unbacked = events(throw_dice(*seats("sentosa closed shooter=1 | 1"), m.ThrowDice(1)))
    assert [type(each) for each in unbacked] == [m.DiceThrown, m.NoRollCalled]
    stranger = events(throw_dice(*seats("sentosa closed shooter=1 | 1 pass 10 | 2"), m.ThrowDice(2)))
    assert [type(each) for each in stranger] == [m.DiceThrown, m.NoRollCalled]
    refused = seats("adelaide closed shooter=1 | 1 pass 10 | 2")
    assert refusal(throw_dice(*refused, m.ThrowDice(2)))[0] is Reason.NOT_YOUR_DICE


def test_while_nobody_has_the_dice_it_is_said_how_one_gets_them() -> None:
    refused = nobody_throws(*seats("adelaide shooter=nobody | 1"))
    assert refused.says == "nobody has taken the dice yet; whoever wants to throw takes them"
    assert refused.clause == laid("adelaide").layout.rulebook.shooter.first_clause
