"""Events about players and the floor, written into a state."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply.seat_changes import HANDLERS
from comeout.table.state import Phase
from comeout.table.table import Table


def a_table() -> Table:
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob", "Cal"):
        table.sit(player, 100_00)
    return table


def write(table: Table, event: m.Event) -> None:
    HANDLERS[type(event)](table.layout, table.state, event)


def test_who_leaves_takes_the_rack_along_and_partners_stay_partners() -> None:
    table = a_table()
    write(table, m.PartnersFlagged("boxperson", 1, 2, "14(c)"))
    write(table, m.PartnersFlagged("boxperson", 2, 3, "14(c)"))
    write(table, m.SeatLeft(2, 100_00))
    state = table.state
    assert (set(state.seats), state.totals.racks, state.seats[1].partners) == ({1, 3}, 200_00, {3})


def test_what_is_known_of_a_player_outlasts_the_seat() -> None:
    table = a_table()
    write(table, m.SeatWarned("boxperson", 1, "14(b)"))
    write(table, m.SeatBarred("boxperson", 1, "14(b)"))
    assert (table.state.seats[1].told_off, table.state.seats[1].barred) == (1, True)
    write(table, m.SeatLeft(1, 100_00))
    assert table.state.records["ann"].barred


def test_a_notice_is_the_newest_of_the_terms() -> None:
    table = a_table()
    write(table, m.NoticePosted("boxperson", "max field", "10", "5(f)"))
    assert len(table.state.terms) == 2
    assert table.state.settings is table.state.terms[-1]
    assert table.state.settings.maximum == {"field": 10_00}


def test_chips_of_a_bet_that_is_folded_go_to_the_house() -> None:
    table = a_table()
    table.bet(1, "field", 5_00)
    write(table, m.WalkedAway("dealer", 1, (("field", 5_00),), "1"))
    assert (table.bets(1), table.state.totals.house, table.state.seats[1].away) == ({}, 5_00, True)


def test_a_closed_table_is_shut() -> None:
    table = a_table()
    write(table, m.TableClosed("shift-manager", "14(i)"))
    assert table.state.phase is Phase.SHUT
