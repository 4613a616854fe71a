"""Settling: limits of books without a procedure, and what undone rolls give back."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.messages import Reason
from comeout.table.table import Table


def test_a_posted_limit_without_a_procedure_only_refuses() -> None:
    table = Table(load_book("exhibit-a"), settings={"max field": "5"})
    table.sit("Ann", 100_00)
    table.bet(1, "field", 5_00)
    assert not table.bet(1, "field", 1_00)
    table.roll(1, 2)
    assert table.rack(1) == 105_00
    refused = table.send(m.DecideDispute("shift-manager", 1, "no"))
    assert refused.refused
    assert refused.refused.reason is Reason.NO_SUCH_PROCEDURE
    offered = table.send(m.OfferDice("stickperson"))
    assert not offered
    assert offered.says == "a companion throws the dice at this table"


def test_a_malfunction_gives_back_bets_that_travelled_on_the_faulty_roll() -> None:
    table = Table(load_book("evolution"))
    table.sit("Ann", 100_00)
    table.roll(4, 4)
    table.bet(1, "come", 10_00)
    table.bet(1, "field", 5_00)
    table.roll(3, 3)
    assert table.bets(1) == {"come-6": 10_00}
    table.send(m.DeclareMalfunction("dealer", last_roll=True))
    assert (table.rack(1), table.bets(1), table.point) == (100_00, {}, None)
    offered = table.send(m.OfferDice("stickperson"))
    assert offered.refused
    assert offered.refused.reason is Reason.NO_SUCH_PROCEDURE


def test_two_locks_end_each_with_its_own_decision() -> None:
    table = Table(load_book("exhibit-a"))
    table.sit("Ann", 100_00)
    table.bet(1, "dont-pass", 10_00)
    table.roll(4, 4)
    table.bet(1, "dont-come", 10_00)
    table.roll(4, 5)
    table.bet(1, "dont-come-odds-9", 2_00)
    for spot in ("dont-pass", "dont-come-9"):
        table.reduce(1, spot, 2_00)
    assert table.bets(1)["dont-come-odds-9"] == 2_00
    assert table.state.seats[1].locks == {"dont-pass", "dont-come-9"}
    table.roll(6, 2)
    assert table.state.seats[1].locks == {"dont-come-9"}
    assert table.state.locked == {1}
