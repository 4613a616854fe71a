"""A don't come bet that waits in its box after a 12, should the puck be OFF by then (reading SE-6)."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table.messages import Reason
from comeout.table.table import Table


def a_waiting_bet() -> Table:
    """No game gets here by its own rolls (all but a 12 decide or move the bet), so the puck is turned by hand."""
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    table.roll(4, 4)
    table.bet(1, "dont-come", 10_00)
    table.roll(6, 6)
    table.state.point = 0
    return table


def test_it_may_be_taken_down_but_not_raised() -> None:
    table = a_waiting_bet()
    raised = table.bet(1, "dont-come", 5_00)
    assert raised.refused
    assert (raised.refused.reason, raised.clause) == (Reason.NOT_AVAILABLE_NOW, "D.6")
    table.remove(1, "dont-come")
    assert table.bets(1) == {}


def test_it_is_decided_as_on_a_first_roll() -> None:
    table = a_waiting_bet()
    table.roll(4, 5)
    assert table.bets(1) == {"dont-come-9": 10_00}
