"""Rolls that a house accepted and forgot, because it stopped or its store went away: the client is told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from comeout.client import connection
from comeout.client.remote_house import Client
from comeout.client.rest_client import HouseError
from comeout.house.host.host import Host
from comeout.protocol.frames import Trouble, frame
from tests.kit.servers import PATIENCE_S, Running
from tests.kit.visits import seated, visit


async def forget(host: Host) -> None:
    """What a roll comes to if its owner stops between accepting it and closing bets."""
    host.answers.roll_asked = False


def test_a_house_that_is_started_again_before_it_threw_the_dice_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.1)
    first = Running(tmp_path)
    first.start()

    async def scenario() -> None:
        async with Client(first.url) as client:
            await client.enter()
            table = await seated(client)
            await table.bet("field", "1")
            with monkeypatch.context() as dying:
                dying.setattr(Host, "_roll", forget)
                rolling = asyncio.create_task(table.roll())
                await asyncio.sleep(0)
                while table._connection._requests:
                    await asyncio.sleep(0)
                await asyncio.to_thread(first.stop)
            second = Running(tmp_path, first.port)
            await asyncio.to_thread(second.start)
            try:
                rolled = await asyncio.wait_for(rolling, PATIENCE_S)
                assert (bool(rolled), rolled.reason) == (False, "INTERRUPTED")
                assert "nothing was rolled; roll again" in rolled.says
                assert (await table.roll()).or_raise().settled
            finally:
                await asyncio.to_thread(second.stop)

    asyncio.run(scenario())


def test_a_roll_that_was_accepted_and_forgotten_while_the_store_was_away_is_told(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.1)

    async def scenario(client: Client) -> None:
        table = await seated(client)

        async def lose(host: Host) -> None:
            await forget(host)
            host.hub.broadcast(frame(Trouble("the house is back: play goes on", over=True)))

        monkeypatch.setattr(Host, "_roll", lose)
        assert (await table.roll()).reason == "INTERRUPTED"

    visit(house, scenario)


def test_a_roll_is_judged_when_all_that_was_missed_has_come(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.client.remote_table.BEAT_SECONDS", 0.0)

    async def scenario(client: Client) -> None:
        table = await seated(client)
        with table._awaiting(asked=True) as awaited:
            awaited.doubt()
            table._rejoining = True
            waiting = asyncio.create_task(table._settled(awaited, within_s=PATIENCE_S))
            for _ in range(20):
                await asyncio.sleep(0)
            assert not waiting.done()
            table._caught_up()
            assert (await waiting).reason == "INTERRUPTED"

    visit(house, scenario)


def test_a_roll_that_is_accepted_and_never_settled_is_an_error_in_the_end(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.05)

    async def scenario(client: Client) -> None:
        table = await seated(client)
        monkeypatch.setattr(Host, "_roll", forget)
        with pytest.raises(HouseError, match=r"accepted the roll and has not settled it for \d s"):
            await table.roll()

    visit(house, scenario, patience_s=0.3)
