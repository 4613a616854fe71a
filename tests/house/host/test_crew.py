"""The automatic crew of a table: what it cannot do is told once."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.store.contract import StoreTrouble
from comeout.table.messages import Command, ConfirmCall
from tests.kit.nights import Night, play, seated


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
