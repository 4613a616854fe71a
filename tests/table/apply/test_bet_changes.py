"""Events about bets, written into a state."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply.bet_changes import HANDLERS
from comeout.table.state import Mark
from comeout.table.table import Table


def a_table() -> Table:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "place-6", 12_00)
    return table


def write(table: Table, event: m.Event) -> None:
    HANDLERS[type(event)](table.layout, table.state, event)


def test_a_bet_waits_until_it_is_confirmed() -> None:
    table = a_table()
    write(table, m.BetOffered(1, "field", 5_00, "chips", True, "5(a)"))
    write(table, m.BetConfirmed("dealer", 1, "field", "5(a)"))
    assert table.state.pending[1, "field"].confirmed == {"dealer"}


def buttons(table: Table) -> list[tuple[Mark | None, Mark | None]]:
    """What lies on every bet with a button, and what was called for."""
    bets = (table.state.bets[index][seat] for index, seat in table.state.marked)
    return [(bet.mark, bet.asked) for bet in bets]


def test_a_button_lies_on_the_bet_and_goes_with_the_call() -> None:
    table = a_table()
    write(table, m.CallMade(1, "place-6", False, "5(e)"))
    assert buttons(table) == [(None, Mark.ON)]
    write(table, m.CallPlaced("dealer", 1, ("place-6",), "off", False, "5(e)"))
    assert buttons(table) == [(Mark.OFF, None)]
    write(table, m.CallWithdrawn(1, "place-6", "5(e)"))
    assert buttons(table) == []


def test_bets_that_are_returned_end_the_round() -> None:
    table = a_table()
    lines = (m.Returned(1, "place-6", 6_00, 0, 0),)
    write(table, m.BetsReturned("dealer", "round voided", lines, "1"))
    bet = table.state.bets[table.layout.by_id["place-6"].index][1]
    assert (bet.amount, table.state.round_part(bet), table.state.round_number) == (6_00, 0, 2)


def test_a_player_who_stands_by_a_bet_is_remembered() -> None:
    table = a_table()
    for keep, keeps in ((True, {"field"}), (False, set())):
        write(table, m.KeepSet(1, "field", keep))
        assert table.state.seats[1].keeps == keeps
