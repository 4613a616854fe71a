"""A position is a value: it comes again, and the state it stands for decides as the state it was taken from."""

from __future__ import annotations

import os
import pickle
from typing import Any

import pytest

from comeout.dice import ROLLS
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.messages import Rejected
from comeout.table.position import (
    OddDice,
    PendingBet,
    PendingCall,
    Position,
    PositionBet,
    PositionError,
    PositionSeat,
    position_of,
    state_of,
)
from comeout.table.settings import change_setting, default_settings
from comeout.table.settlement import settle
from comeout.table.stakes.bet_parts import BetPart, BetTerms
from comeout.table.state import Mark, Phase
from comeout.table.table import Table
from tests.kit.random_tables import again

POSITIONS = int(os.getenv("COMEOUT_POSITIONS", "10000"))
STEPS = 40
BOOK = "adelaide"


# ------------------------------------------------------------------ what it holds


def played(*steps: object, book: str = BOOK, **settings: str) -> Table:
    """A table with a rich player in seat 1, after bets (spot and amount) and rolls."""
    table = Table(load_book(book), settings={name.replace("_", "-"): value for name, value in settings.items()})
    table.sit("Ann", 10_000_00)
    for step in steps:
        answer = table.roll(*step) if isinstance(step, tuple) and isinstance(step[0], int) else table.bet(1, *step)  # type: ignore[misc]
        assert answer, answer
    return table


def bets(table: Table) -> dict[str, PositionBet]:
    return {bet.spot: bet for seat in position_of(table.state).seats for bet in seat.bets}


def test_a_position_comes_again_whatever_was_rolled_before() -> None:
    one = played((1, 1), ("pass", 10_00), (2, 4))
    other = played(("field", 5_00), (3, 4), ("pass", 10_00), (4, 2))
    assert position_of(one.state) == position_of(other.state)
    assert len({position_of(one.state), position_of(other.state)}) == 1


def test_chips_are_new_until_the_roll_and_of_the_round_until_it_ends() -> None:
    table = played(("pass", 10_00))
    assert bets(table)["pass"] == PositionBet("pass", 10_00, fresh=10_00, round_part=10_00)
    table.roll(2, 4)
    table.bet(1, "place-8", 12_00)
    assert bets(table)["pass"] == PositionBet("pass", 10_00, round_part=10_00)
    assert bets(table)["place-8"] == PositionBet("place-8", 12_00, fresh=12_00, round_part=12_00)
    table.roll(2, 4)
    assert bets(table) == {"place-8": PositionBet("place-8", 12_00)}


def test_a_bet_keeps_the_terms_it_was_accepted_under() -> None:
    table = played(("field", 5_00))
    table.send(m.PostNotice("house", "betting-time", "20"))
    assert position_of(table.state).terms == ()  # no bet reads how long the betting lasts
    table.send(m.PostNotice("house", "max field", "10"))
    position = position_of(table.state)
    assert [terms.maximum for terms in position.terms] == [()]
    assert bets(table)["field"].parts == (BetPart(5_00, terms=1),)
    table.send(m.PostNotice("house", "max field", "none"))
    assert bets(table)["field"].parts == ()  # the same is said again


def test_terms_of_three_times_keep_their_order() -> None:
    table = played(("field", 5_00))
    table.send(m.PostNotice("house", "max field", "10"))
    table.bet(1, "any-seven", 5_00)
    table.send(m.PostNotice("house", "max field", "none"))
    position = position_of(table.state)
    assert [terms.maximum for terms in position.terms] == [(), (("field", 10_00),)]
    assert (bets(table)["field"].parts[0].terms, bets(table)["any-seven"].parts[0].terms) == (1, 2)


def test_partners_are_groups_also_through_somebody_who_left() -> None:
    table = played()
    for player in ("Bob", "Cal", "Dee", "Eve"):
        table.sit(player, 100_00)
    for one, other in ((1, 2), (2, 3), (4, 5)):
        table.send(m.FlagPartners("house", one, other))
    assert position_of(table.state).partners == ((1, 2, 3), (4, 5))
    table.send(m.Leave(2))
    assert position_of(table.state).partners == ((1, 3), (4, 5))


def test_a_position_pickles() -> None:
    position = position_of(played(("pass", 10_00), (2, 4)).state)
    assert pickle.loads(pickle.dumps(position)) == position


# ------------------------------------------------------------------ the state of a position


LAYOUT = load_book(BOOK)


def position(**told: Any) -> Position:
    return Position(LAYOUT.id, LAYOUT.digest, **told)


def test_seats_with_a_rack_sit_there_and_seats_without_one_are_asked_for() -> None:
    state = state_of(LAYOUT, position(seats=(PositionSeat(2),)), {1: 5_00, 2: 7_00})
    assert {seat: owner.rack for seat, owner in state.seats.items()} == {1: 5_00, 2: 7_00}
    with pytest.raises(PositionError, match="seat 2 has no rack"):
        state_of(LAYOUT, position(seats=(PositionSeat(2),)), {1: 5_00})


def test_its_accounts_add_up_to_nothing() -> None:
    lying = PositionSeat(1, (PositionBet("pass", 10_00), PositionBet("buy-4", 20_00, vigorish=1_00)))
    money = state_of(LAYOUT, position(point=6, seats=(lying,)), {1: 50_00}).totals
    assert (money.racks, money.layout, money.commission, money.cage) == (50_00, 30_00, 1_00, -81_00)


def test_another_book_is_refused() -> None:
    with pytest.raises(PositionError, match=f"position of {BOOK}, and the book is evolution"):
        state_of(load_book("evolution"), position(), {})


def test_without_settings_the_shooter_comes_from_where_the_position_says() -> None:
    seats = (PositionSeat(1),)
    for told, shooter in (
        (position(seats=seats), "companion"),
        (position(seats=seats, shooter=1), "seats"),
        (position(seats=seats, shooter=None, offered=1), "seats"),
        (position(seats=seats, last_shooter=1), "seats"),
        (position(seats=seats, declined=(1,)), "seats"),
    ):
        assert state_of(LAYOUT, told, {1: 0}).settings.shooter == shooter
    mine = change_setting(LAYOUT, default_settings(LAYOUT), "crew", "people")
    assert state_of(LAYOUT, position(seats=seats), {1: 0}, mine).settings is mine


def test_dice_that_are_not_the_usual_ones_are_told() -> None:
    table = played(crew="people", book="sentosa")
    assert not isinstance(table.send(m.RegisterDice("boxperson", 6, 190, 7)), Rejected)
    dice = position_of(table.state).dice
    assert dice == OddDice(6, (1, 2), free=True)
    assert again(table).dice == table.state.dice


BET = PositionBet("pass", 10_00)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("the puck is never on 7", {"point": 7}),
        ("no rolls that only decide come bets", {"point": 6, "decision_only": True}),
        ("a roll is called in no other phase", {"roll": ROLLS[0]}),
        ("a roll is called in no other phase", {"phase": Phase.CALLED}),
        ("nobody sits in seat 2", {"shooter": 2}),
        ("nobody sits in seat 2", {"offered": 2}),
        ("nobody sits in seat 2", {"previous": 2}),
        ("nobody sits in seat 2", {"declined": (2,)}),
        ("nobody sits in seat 2", {"let_by": (2,)}),
        ("nobody sits in seat 2", {"partners": ((1, 2),)}),
        ("nobody sits in seat 2", {"pending": (PendingBet(2, "field", 5_00),)}),
        ("nobody sits in seat 2", {"due": ((2, "field", 5_00),)}),
        ("seat 1 has nothing on field", {"calls": (PendingCall(1, "field"),)}),
        ("seat 1 has nothing on field", {"choices": ((1, "field"),)}),
        ('has no spot "fild"', {"pending": (PendingBet(1, "fild", 5_00),)}),
        ('has no spot "fild"', {"terms": (BetTerms(minimum=(("fild", 5_00),)),)}),
        ("seat 0 is told once", {"seats": (PositionSeat(0),)}),
        ("seat 1 is told once", {"seats": (PositionSeat(1), PositionSeat(1))}),
        ('"fild" is no spot', {"seats": (PositionSeat(1, (PositionBet("fild", 5_00),)),)}),
        ('"pass" is no spot', {"seats": (PositionSeat(1, (BET, BET)),)}),
        ('"fild" is no spot', {"seats": (PositionSeat(1, keeps=("fild",)),)}),
        ("add up to its amount", {"seats": (PositionSeat(1, (BET._replace(parts=(BetPart(1),)),)),)}),
        ("no more than all of it", {"seats": (PositionSeat(1, (BET._replace(fresh=11_00),)),)}),
        ("no more than all of it", {"seats": (PositionSeat(1, (BET._replace(vigorish=-1),)),)}),
        ("nothing can lie on come with the puck off", {"seats": (PositionSeat(1, (BET._replace(spot="come"),)),)}),
        ("always in play", {"seats": (PositionSeat(1, (BET._replace(button=Mark.ON),)),)}),
        (
            "pass-odds needs a bet on pass",
            {"point": 6, "seats": (PositionSeat(1, (BET._replace(spot="pass-odds"),)),)},
        ),
        (
            "terms that the position does not tell",
            {"seats": (PositionSeat(1, (BET._replace(parts=(BetPart(10_00, 1),)),)),)},
        ),
    ],
)
def test_what_no_table_can_be_in_is_refused(says: str, told: dict[str, Any]) -> None:
    seats = told.pop("seats", (PositionSeat(1, (BET,)),))
    with pytest.raises(PositionError, match=says):
        state_of(LAYOUT, position(seats=seats, **told), {0: 0, 1: 0})


def test_what_a_book_does_not_know_is_refused() -> None:
    layout = load_book("evolution")
    for says, told in (
        ("knows no partners", {"partners": ((1, 2),), "seats": (PositionSeat(1), PositionSeat(2))}),
        ("locks no bet", {"seats": (PositionSeat(1, locks=("dont-pass",)),)}),
        ("bars no player", {"seats": (PositionSeat(1, barred=True),)}),
    ):
        with pytest.raises(PositionError, match=says):
            state_of(layout, Position(layout.id, layout.digest, **told), {1: 0, 2: 0})


def test_a_bet_is_off_only_where_the_book_lets_it_sleep() -> None:
    off = (PositionSeat(1, (PositionBet("place-6", 12_00, button=Mark.OFF),)),)
    assert settle(LAYOUT, state_of(LAYOUT, position(seats=off), {1: 0}), ROLLS[4]).lines == ()
    with pytest.raises(PositionError, match="Place Bet 6 to Win cannot be off with the puck on 8"):
        state_of(LAYOUT, position(point=8, seats=off), {1: 0})
