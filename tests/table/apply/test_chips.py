"""Chips on the move: between racks and the layout, and what a roll or a round leaves of what was new."""

from __future__ import annotations

import pytest

from comeout.rules.library import load_book
from comeout.table.apply.chips import shrink, take_off, to_rack
from comeout.table.state import Bet, Part
from comeout.table.table import Table


def a_table() -> Table:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "place-6", 12_00)
    return table


def test_a_rack_and_its_total_change_together_and_never_go_below_zero() -> None:
    state = a_table().state
    to_rack(state, 1, 5_00)
    assert (state.seats[1].rack, state.totals.racks) == (93_00, 93_00)
    with pytest.raises(AssertionError, match="went below zero"):
        to_rack(state, 1, -94_00)


def test_the_newest_chips_come_off_first() -> None:
    bet = Bet(30, 2, 15, 15, extra=(Part(10, 0, 2, False, False), Part(5, 0, 3, True, False)))
    shrink(bet, 7, 1)
    assert (bet.amount, bet.vigorish, bet.fresh, bet.round_part) == (23, 1, 8, 8)
    assert bet.extra == (Part(8, 0, 2, False, False),)


def test_a_bet_that_is_taken_off_whole_is_gone_from_its_spot() -> None:
    table = a_table()
    take_off(table.layout, table.state, 1, "place-6", 12_00, 0, 0)
    assert (table.bets(1), table.rack(1), sum(table.state.on_spot)) == ({}, 100_00, 0)


def test_a_bet_that_is_raised_is_new_only_by_what_was_added_since_the_roll() -> None:
    table = a_table()
    state, bet = table.state, table.state.bets[table.layout.by_id["place-6"].index][1]
    table.bet(1, "place-6", 6_00)
    assert (state.new_part(bet), state.round_part(bet)) == (18_00, 18_00)
    table.roll(2, 2)
    assert (state.new_part(bet), state.round_part(bet)) == (0, 18_00)
    table.bet(1, "place-6", 6_00)
    assert (state.new_part(bet), state.round_part(bet)) == (6_00, 24_00)
    table.roll(1, 3)
    table.bet(1, "place-6", 12_00)
    assert (bet.amount, state.new_part(bet), state.round_part(bet)) == (36_00, 12_00, 12_00)
