"""Chips on the move: between racks and the layout, and what a roll or a round leaves of what was new."""

from __future__ import annotations

import pytest

from comeout.rules.library import load_book
from comeout.table.apply.chips import end_betting, end_round, shrink, take_off, to_rack
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


def test_what_was_new_is_kept_once_and_cleared() -> None:
    table = a_table()
    place = (table.layout.by_id["place-6"].index, 1)
    bet = table.state.bets[place[0]][1]
    kept: dict[tuple[int, int], int] = {}
    end_betting(table.state, kept)
    assert (kept, bet.fresh, bet.round_part, table.state.changed) == ({place: 12_00}, 0, 12_00, {})
    again: dict[tuple[int, int], int] = {}
    end_round(table.state, again)
    assert (again, bet.round_part, table.state.this_round) == ({place: 12_00}, 0, {})
