"""Deterministic replay: each event is decided again, and where the rules disagree it is said in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.dice import Roll
from comeout.log.codec import write_event
from comeout.log.redecide import Otherwise, Redecider, commands_behind, difference
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.state import new_state
from comeout.table.table import Table
from tests.kit.table_games import random_game


def decided_again(table: Table) -> None:
    """Hold every event of a table's log against the rules, as a proof does."""
    state, rules = new_state(table.layout, table.state.terms[0]), Redecider(table.layout)
    for event in table.log[1:]:
        rules.check(state, event, write_event(event))
        apply(table.layout, state, event)


def test_undone_rolls_corrections_and_decisions_are_decided_again_by_a_proof() -> None:
    table = Table(load_book("sentosa"))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 2)
    table.bet(2, "field", 10_00)
    for right in (m.CorrectRoll("boxperson", None, "toucher"), m.CorrectRoll("boxperson", Roll(4, 1))):
        table.roll(4, 5)
        table.bet(1, "place-8", 6_00)
        grounds = [row.code for row in table.layout.rulebook.no_roll if row.duty == "must"]
        assert table.send(right if right.roll else replace(right, ground=grounds[-1]))
    for orders in (("pay", 1, "", 5_00), ("return-bet", 1, "pass", 0), ("void-round", 0, "", 0)):
        assert table.send(m.DecideMatter("shift-manager", "so", *orders))
    decided_again(table)


def test_money_that_no_decision_moved_does_not_pass_a_proof() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    table.log.append(m.MoneyMoved("shift-manager", 1, 5_00, "5.12"))
    with pytest.raises(Otherwise):
        decided_again(table)


@pytest.mark.parametrize("book", book_names())
@pytest.mark.parametrize("seed", range(3))
def test_every_event_of_a_random_game_is_decided_again(book: str, seed: int) -> None:
    decided_again(random_game(book, seed))


def test_a_bet_that_the_table_would_refuse_does_not_pass_a_proof() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    table.log.append(m.BetPlaced(1, "come", 5_00, 0, "4.1"))
    with pytest.raises(Otherwise, match="the rules refuse it"):
        decided_again(table)


def test_an_event_may_come_from_any_command_that_leads_to_it() -> None:
    layout = load_book("sentosa")
    assert commands_behind(layout, m.SeatTaken(1, "ann", 5_00)) == [m.Sit(1, "ann", 5_00)]
    assert commands_behind(layout, m.BetPlaced(1, "field", 5_00, 0, "")) == [m.PlaceBet(1, "field", 5_00)]
    by_crew = commands_behind(layout, m.BetPlaced(1, "field", 5_00, 0, "", by="dealer"))
    assert [type(each) for each in by_crew] == [m.PlaceBet, m.PlaceBetFor, m.RecordBet]
    assert commands_behind(layout, m.BetPlaced(1, "field", 5_00, 0, "", by="standing")) == [m.Rebet(1, "field")]
    assert commands_behind(layout, m.PlayContinued("house", "")) == []


def test_what_differs_is_named() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    table.bet(1, "field", 5_00)
    settled = table.roll(1, 2).settled
    assert settled is not None
    richer = settled._replace(lines=(settled.lines[0]._replace(paid=9_00),))
    assert "by the rules a line is " in difference(settled, richer)
    assert difference(settled, settled._replace(lines=())) == "by the rules it has 1 lines; logged are 0"
    assert difference(settled, settled._replace(point_after=4)) == "by the rules point_after is 0; logged is 4"
    assert difference(settled, m.SeatLeft(1, 5)) == "by the rules RollSettled comes here"
