"""The bus leaves nothing open: not when nobody answers, and not when its server has gone before the house closes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from nats.aio.client import Client

from comeout.house.cluster import bus as bus_module
from comeout.house.cluster.bus import BusTrouble, NatsBus
from tests.kit.buses import free_port, start_nats
from tests.kit.servers import PATIENCE_S


def test_a_bus_that_nobody_answers_at_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "CONNECT_SECONDS", 0.1)

    async def scenario() -> None:
        hung_up = asyncio.Event()

        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert await reader.read() == b""
            writer.close()
            hung_up.set()

        server = await asyncio.start_server(silent, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(BusTrouble, match="nobody answers there"):
            await NatsBus(f"nats://127.0.0.1:{port}").open()
        await asyncio.wait_for(hung_up.wait(), PATIENCE_S)
        server.close()

    asyncio.run(scenario())


def test_a_client_that_loses_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    async def connect(_client: Client, url: str, **_: object) -> None:
        while len(tries) < 3:
            tries.append(url)
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(Client, "connect", connect)
    monkeypatch.setattr(bus_module, "CONNECT_SECONDS", 0.01)
    monkeypatch.setattr(bus_module, "CANCEL_SECONDS", 0.01)

    async def scenario() -> None:
        opening = asyncio.ensure_future(NatsBus("nats://127.0.0.1:1").open())
        await asyncio.wait({opening}, timeout=PATIENCE_S)
        assert isinstance(opening.exception(), BusTrouble)
        assert len(tries) == 3

    asyncio.run(scenario())


def test_a_bus_whose_server_has_gone_is_closed_without_an_error_whatever_waits_for_it() -> None:
    port = free_port()
    server = start_nats(port)

    async def scenario() -> None:
        bus = NatsBus(f"nats://127.0.0.1:{port}")
        await bus.open()
        server.kill()
        server.wait()
        while bus.is_up:
            await asyncio.sleep(0.01)
        bus.tell("comeout.test", b"told while nobody is there")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.wait_for(bus.close(), PATIENCE_S)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    try:
        asyncio.run(scenario())
    finally:
        server.kill()


def test_a_bus_that_was_never_opened_is_closed() -> None:
    asyncio.run(NatsBus("nats://127.0.0.1:1").close())
