"""Events of one roll, written into a state."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply.roll_changes import HANDLERS
from comeout.table.settlement import settle
from comeout.table.state import Pending, Phase
from comeout.table.table import Table


def a_table() -> Table:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.bet(1, "field", 5_00)
    return table


def write(table: Table, event: m.Event) -> None:
    HANDLERS[type(event)](table.layout, table.state, event)


def test_a_settled_roll_pays_takes_and_moves_the_puck() -> None:
    table = a_table()
    write(table, settle(table.layout, table.state, Roll(2, 2)))
    state = table.state
    assert (table.rack(1), table.bets(1), table.point) == (95_00, {"pass": 10_00}, 4)
    assert (state.rolls, state.phase, state.round_decided) == (1, Phase.SETTLED, True)
    assert state.last_roll is not None


def test_the_parts_of_a_round_end_with_it() -> None:
    table = a_table()
    table.bet(1, "place-6", 6_00)
    bet = table.state.bets[table.layout.by_id["place-6"].index][1]
    write(table, settle(table.layout, table.state, Roll(2, 2)))
    assert (table.state.new_part(bet), table.state.round_part(bet)) == (0, 6_00)
    write(table, settle(table.layout, table.state, Roll(3, 1)))
    last = table.state.last_roll
    assert last is not None
    assert (table.state.round_part(bet), last.round_ended) == (0, True)


def test_a_no_roll_leaves_every_bet_and_bets_stay_closed() -> None:
    table = a_table()
    write(table, m.BettingClosed("house", "5(a)"))
    write(table, m.DiceThrown(0, "10"))
    write(table, m.NoRollCalled("boxperson", "off-table", "11(a)"))
    state = table.state
    assert (table.bets(1), state.phase, state.dropped, state.again) == (
        {"pass": 10_00, "field": 5_00},
        Phase.CLOSED,
        "off-table",
        True,
    )


def test_what_waits_for_the_crew_is_dropped_when_bets_close_or_the_dice_are_thrown() -> None:
    def waiting() -> Table:
        table = a_table()
        table.state.pending[1, "any-seven"] = Pending(5_00, "chips", True)
        table.state.due.append((1, "field", 5_00))
        return table

    for event in (m.BettingClosed("house", "5(a)"), m.DiceThrown(0, "10")):
        table = waiting()
        write(table, event)
        assert (table.state.pending, table.state.due) == ({}, [])
