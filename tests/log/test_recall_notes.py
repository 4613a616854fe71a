"""What recall, the floor and a player's own limits tell of outcomes undone, decisions and debts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.views.crew_floor import floor_of
from comeout.log.accounts import debt, rack
from comeout.log.activity import changes, owed
from comeout.log.codec import write_event
from comeout.log.recall_notes import told_beside
from comeout.log.redecide import Otherwise, Redecider
from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.messages import Event
from comeout.table.state import new_state
from comeout.table.table import Table
from tests.kit.nights import TABLE, Night, play, seated

RIOT = {"by": "shift-manager", "reason": "riot"}


async def recalled(night: Night, player: str) -> dict[str, Any]:
    rows = await night.store.recall(player=player, table=TABLE, before=0, limit=1)
    body: dict[str, Any] = json.loads(rows[0].body)
    return body


async def undone_by_two(night: Night) -> None:
    assert (await night.do("eve", "InvalidateOutcome", **RIOT))["waiting"]
    assert (await night.do("fay", "InvalidateOutcome", **RIOT))["ok"]


@play
async def test_recall_tells_with_the_next_roll_that_one_was_undone() -> None:
    night = await seated("adelaide", (1, 1), (4, 3), (4, 3))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    await night.do("ann", "PlaceBet", spot="any-seven", amount=500)
    await undone_by_two(night)
    await night.wait()
    row = await recalled(night, "ann")
    assert row["bets"] == {"field": 1_000, "any-seven": 500}
    assert row["beside"] == [
        "The shift manager undoes the last roll and reverses its pays: riot; 5.00 put down since stands (14(a)(i))"
    ]
    await night.do("ann", "PlaceBet", spot="field", amount=500)
    await night.wait()
    assert "beside" not in await recalled(night, "ann")


@play
async def test_a_winner_who_left_owes_what_was_paid_and_the_wallet_is_untouched() -> None:
    night = await seated("adelaide", (1, 1), (4, 3))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    assert (await night.do("ann", "Leave"))["ok"]
    wallet = await night.store.balance("wallet:ann")
    await undone_by_two(night)
    assert await night.store.balance("wallet:ann") == wallet
    assert await night.store.balance(debt(TABLE, "ann")) == -2_000
    assert night.host.table.memory.aside["ann"] == -2_000
    floor = floor_of(night.host, "eve", ["shift-manager"], {"ann": "Ann"}, [])
    assert [(each.name, each.cents) for each in floor.debts] == [("Ann", 2_000)]
    assert floor.money.debts_cents == -2_000
    assert (await night.do("ann", "Sit", rack=10_000))["ok"]
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    row = await recalled(night, "ann")
    assert (row["owed_cents"], row["beside"][0].endswith("ann owes 20.00 (14(a)(i))")) == (2_000, True)


@play
async def test_recall_tells_what_a_decision_moved() -> None:
    night = await seated("adelaide", (4, 3), (4, 3))
    await night.do("ann", "RaiseDispute", about="my field bet was not paid")
    decided: dict[str, Any] = {
        "by": "shift-manager",
        "dispute": 1,
        "decision": "pay it",
        "orders": "pay",
        "whose": 1,
        "amount": 500,
    }
    assert (await night.do("eve", "DecideDispute", **decided))["waiting"]
    assert (await night.do("fay", "DecideDispute", **decided))["ok"]
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    row = await recalled(night, "ann")
    assert row["beside"] == [
        "The shift manager decides dispute 1: pay it (14(j))",
        "The house pays seat 1 5.00 by a decision (14(j))",
    ]
    assert row["aside_cents"] == 500
    assert await night.store.balance(rack(TABLE, "ann")) == night.host.table.state.seats[1].rack


def test_what_concerns_nobody_at_the_table_is_told_to_nobody() -> None:
    state = new_state(load_book("adelaide"))
    assert told_beside(m.OutcomeUndone("house", "fire", False, ""), state) == []
    assert told_beside(m.BetTakenDown(1, "field", 500, 0, 0, "", "asked"), state) == []
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.send(m.RaiseDispute(1, "so"))
    table.send(m.Leave(1))
    assert told_beside(m.DisputeDecided("house", 1, "no", ""), table.state) == []


@pytest.mark.parametrize("book", ["adelaide", "sentosa"])
def test_what_an_undone_roll_means_to_each_player_adds_up_to_what_they_have(book: str) -> None:
    table = Table(load_book(book))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 2)
    table.bet(1, "buy-4", 20_00)
    table.bet(2, "field", 10_00)
    table.roll(4, 5)
    table.bet(2, "buy-5", 20_00)
    table.remove(1, "buy-4")
    before = {seat: (table.rack(seat), sum(table.bets(seat).values())) for seat in (1, 2)}
    undo: m.Command = m.CorrectRoll("boxperson", Roll(4, 1))
    answer = table.send(m.InvalidateOutcome("shift-manager", "fire") if book == "adelaide" else undo)
    assert answer
    moved = [change for event in answer for change in changes(event)]
    for seat, (had, laid) in before.items():
        won = sum(each.won for each in moved if each.seat == seat)
        now = sum(table.bets(seat).values())
        assert sum(each.laid for each in moved if each.seat == seat) == now - laid
        assert table.rack(seat) + now == had + laid + won
    nothing: Event = m.PlayContinued("house", "")
    assert owed(nothing) == []


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
