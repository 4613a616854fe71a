"""The automatic crew of a table: what it cannot do is told once, and what it never does at a regulated table."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.host.crew import BY_HAND
from comeout.house.store.contract import StoreTrouble
from comeout.table.messages import Command, ConfirmCall
from tests.kit.nights import Night, play, seated, told


async def refused_crew(monkeypatch: pytest.MonkeyPatch) -> Night:
    """A table whose crew wants, at every turn, what the book refuses."""
    night = await seated("adelaide", (2, 2), (3, 3))
    wanted: list[Command] = [ConfirmCall("house", 1, "place-6")]
    monkeypatch.setattr("comeout.house.host.crew.attend", lambda _layout, _state: wanted[0])
    return night


def test_what_the_crew_is_refused_is_logged_once_and_not_at_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    @play
    async def scenario() -> None:
        night = await refused_crew(monkeypatch)
        for amount in (1_000, 1_500, 2_000):
            assert (await night.do("ann", "PlaceBet", spot="field", amount=amount))["ok"]
            await night.host.turn()
        assert night.kinds.count("crew-refused") == 1
        await night.crash()
        await night.do("ann", "PlaceBet", spot="field", amount=1_000)
        assert night.kinds.count("crew-refused") == 1, "a new owner reads in the log that it was told"
        night.prove()

    scenario()


def test_a_refusal_that_was_not_kept_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    @play
    async def scenario() -> None:
        night = await refused_crew(monkeypatch)
        assert night.kinds.count("crew-refused") == 0
        night.store.before = [StoreTrouble("the disk is full")]
        turning = asyncio.ensure_future(night.host.turn())
        await asyncio.sleep(0)
        assert night.kinds.count("crew-refused") == 0
        night.clock.advance(1)
        await turning
        await night.host.turn()
        assert night.kinds.count("crew-refused") == 1

    scenario()


def test_another_refusal_is_told_and_the_next_roll_begins_anew() -> None:
    @play
    async def scenario() -> None:
        night = await seated("adelaide", (2, 2))
        crew = night.host.crew
        for spot in ("place-6", "place-6", "hard-8", "place-6"):
            assert crew.do(ConfirmCall("house", 1, spot)) == []
        await night.host.turn()
        assert night.kinds.count("crew-refused") == 2
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.wait()
        crew.do(ConfirmCall("house", 1, "place-6"))
        await night.host.turn()
        assert night.kinds.count("crew-refused") == 3
        night.prove()

    scenario()


# ------------------------------------------------------------------ by hand at regulated tables


def test_a_regulated_table_takes_no_standing_instruction_and_ends_one_at_once() -> None:
    @play
    async def scenario() -> None:
        night = await seated("adelaide", (2, 2), profile="regulated")
        assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
        answer = await night.do("ann", "KeepBet", spot="field", keep=True)
        assert (answer["ok"], answer["reason"]) == (False, "NOT_ALLOWED")
        assert answer["says"] == "at a regulated table every bet is made by hand, so no bet is repeated by itself"
        assert (await night.do("ann", "KeepBet", spot="field", keep=False))["ok"]
        night.prove()

    scenario()


def test_a_standing_instruction_from_before_ends_when_it_is_due_and_its_player_is_told_why() -> None:
    @play
    async def scenario() -> None:
        night = await seated("adelaide", (2, 2), (2, 1), (2, 2), mode="first-person", shooter="companion")
        assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
        assert (await night.do("ann", "KeepBet", spot="field", keep=True))["ok"]
        assert (await night.do("ann", "RollNow"))["ok"]
        state = night.host.table.state
        assert state.bet(night.layout.by_id["field"].index, 1), "at a table that is not regulated it is made again"
        night.row = night.row._replace(profile="regulated")
        await night.crash()
        watching = night.watch()
        assert (await night.do("ann", "RollNow"))["ok"]
        state = night.host.table.state
        assert state.bet(night.layout.by_id["field"].index, 1) is None
        assert state.seats[1].keeps == set()
        skipped = [frame for frame in told(watching) if frame.get("name") == "RebetSkipped"]
        assert [frame["body"]["why"] for frame in skipped] == [BY_HAND]
        night.prove()

    scenario()
