"""The last roll, written back when it is undone."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.apply.reversal import reverse
from comeout.table.position import position_of
from comeout.table.settlement import settle
from comeout.table.table import Table
from comeout.table.undo import undo_last_roll


def a_table() -> Table:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    for spot, amount in (("pass", 10_00), ("field", 5_00), ("place-6", 6_00)):
        table.bet(1, spot, amount)
    return table


def test_a_roll_is_written_back_and_a_copy_can_still_undo_it() -> None:
    table = a_table()
    before = position_of(table.state)
    apply(table.layout, table.state, settle(table.layout, table.state, Roll(2, 2)))
    other = table.state.copy()
    for state in (table.state, other):
        undone = undo_last_roll(table.layout, state, "shift-manager", "fire", "14(a)")
        assert state.last_roll
        reverse(table.layout, state, undone, state.last_roll)
        found = position_of(state)
        assert (found.seats, found.point) == (before.seats, before.point)
        assert state.seats[1].rack == 79_00


def test_buttons_called_since_the_roll_stay_on_bets_that_changed_and_on_those_that_did_not() -> None:
    table = Table("sentosa")
    table.sit("Ann", 200_00)
    table.bet(1, "pass", 10_00)
    table.roll(3, 3)
    for spot in ("place-5", "place-8", "place-9"):
        assert table.bet(1, spot, 30_00)
    table.roll(1, 2)
    for spot in ("place-8", "place-9"):
        assert table.call(1, spot, "off", only=True)
    assert table.reduce(1, "place-8", 12_00)
    assert table.send(m.CorrectRoll("boxperson", None, "off-table"))
    assert str(table.position).endswith("place-5 30 new place-8 18 off new place-9 30 off new")
