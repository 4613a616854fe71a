"""What recall, the floor and a player's own limits tell of outcomes undone, decisions and debts."""

from __future__ import annotations

import json
from typing import Any

from comeout.house.views.crew_floor import floor_of
from comeout.log.accounts import debt, rack
from comeout.log.recall_notes import told_beside
from comeout.rules.library import load_book
from comeout.table import messages as m
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
