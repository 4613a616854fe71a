"""Settling a roll: a line for each bet that it decides or moves, what is off, and what undone rolls give back."""

from __future__ import annotations

import pytest

from comeout.dice import Roll
from comeout.rules.layout import sleeps
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.messages import Reason
from comeout.table.settlement import is_working, settle
from comeout.table.state import Bet, Mark
from comeout.table.table import Table
from tests.kit.positions import laid


def test_a_settled_roll_has_a_line_for_each_bet_that_it_decides_or_moves_and_changes_nothing_itself() -> None:
    table = laid("adelaide point 6 | 1 pass 10 come 10 place-8 12 field 5")
    before = table.state.copy()
    settled = settle(*table, Roll(4, 4))
    assert [(line.spot, line.outcome, line.paid) for line in settled.lines] == [
        ("come", "moved", 0),
        ("place-8", "won", 14_00),
        ("field", "lost", 0),
    ]
    assert (settled.point_before, settled.point_after, settled.seven_out) == (6, 6, False)
    assert table.state == before


def test_a_seven_out_takes_the_line_and_turns_the_puck_off() -> None:
    settled = settle(*laid("adelaide point 6 | 1 pass 10 dont-pass 10"), Roll(3, 4))
    assert (settled.point_after, settled.seven_out, settled.decided) == (0, True, True)
    assert {line.spot: line.outcome for line in settled.lines} == {"pass": "lost", "dont-pass": "won"}


def test_a_bet_that_is_off_is_not_touched_by_the_roll() -> None:
    come_out = laid("adelaide | 1 place-8 12")
    assert sleeps(come_out.layout.by_id["place-8"], 0)
    assert settle(*come_out, Roll(4, 4)).lines == ()
    called_on = laid("adelaide | 1 place-8 12 on")
    assert [line.outcome for line in settle(*called_on, Roll(4, 4)).lines] == ["won"]


@pytest.mark.parametrize(
    ("mark", "asleep", "working"),
    [
        (None, False, True),
        (None, True, False),
        (Mark.ON, True, True),
        (Mark.ON_ONLY, True, True),
        (Mark.OFF, False, False),
    ],
)
def test_the_button_decides_whether_a_bet_works_and_without_one_its_rule(
    mark: Mark | None, asleep: bool, working: bool
) -> None:
    assert is_working(Bet(5_00, 0, mark=mark), asleep=asleep) is working


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
