"""A table for one: its own dice, an automatic crew, and a shooter where the book has one."""

from __future__ import annotations

from itertools import islice, repeat

import pytest

from comeout.dice import Roll
from comeout.dice_source import Dice
from comeout.play.game import PLAYER, HouseRefuses, TableForOne
from comeout.table import messages as m
from comeout.table.messages import Reason
from tests.kit.terminal import LAYOUTS


def table(book: str = "adelaide", **settings: str) -> TableForOne:
    return TableForOne(LAYOUTS[book], Dice(seed=7), rack=100_00, settings=settings)


def test_the_player_sits_down_with_the_rack() -> None:
    alone = table()
    assert (alone.state.seats[1].player, alone.rack(1)) == (PLAYER, 100_00)


@pytest.mark.parametrize("book", LAYOUTS)
def test_the_player_shoots_where_the_book_has_a_shooter(book: str) -> None:
    has_shooter = LAYOUTS[book].rulebook.shooter.throws == "shooter"
    alone = table(book)
    assert (alone.state.settings.shooter == "seats") is has_shooter
    assert {"seat", "own dice", "save"} <= alone.extras
    assert ("shooter" in alone.extras) is has_shooter
    assert (alone.orders, alone.reasons("no-roll")) == ((), ())


def test_a_throw_is_the_next_roll_of_the_dice_and_a_refused_one_draws_none() -> None:
    alone = table("adelaide", shooter="seats")
    assert alone.throw().refused, "a shooter of adelaide needs a line bet"
    assert alone.bet(1, "pass", 10_00)
    assert alone.take_dice(1) or alone.shooter == 1
    thrown = [event for event in alone.throw() if isinstance(event, m.RollSettled)]
    assert [event.roll for event in thrown] == list(islice(Dice(seed=7), 1))


def test_dice_that_end_say_so() -> None:
    few = TableForOne(LAYOUTS["evolution"], [Roll(1, 1)], rack=100_00, settings={})
    assert few.throw()
    assert few.throw().says == "the dice of this table gave their last roll"


def test_the_orders_of_a_crew_are_refused_and_those_of_the_player_are_sent() -> None:
    alone = TableForOne(LAYOUTS["adelaide"], repeat(Roll(1, 1)), rack=100_00, settings={})
    refused = alone.order(m.OpenBetting("dealer"))
    assert isinstance(refused.refused, HouseRefuses)
    assert refused.refused.reason is Reason.WRONG_ROLE
    assert alone.order(m.RaiseDispute(0, "my chips"))


def test_these_dice_take_no_seeds_and_publish_nothing() -> None:
    refused = table().set_seed("lucky")
    assert refused is not None
    assert refused.says == "the dice of a table for one take no seeds"
    assert "nothing about them is published" in table().fairness()[0]
