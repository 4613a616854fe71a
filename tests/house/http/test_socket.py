"""One socket a table: how often it answers a ping, and how it writes where the server lets it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

from websockets.asyncio.client import connect

from comeout.client import Client
from comeout.house.audience.hub import Hub
from comeout.house.house import House
from comeout.house.http.socket import AT_ONCE, Connection
from comeout.house.players.open_access import Access
from comeout.house.players.people import Who
from comeout.house.players.rate_limits import CONNECTION
from comeout.house.server import LARGEST_FRAME
from comeout.protocol.frames import Ping
from comeout.rules.library import book_names
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore
from tests.kit.servers import PATIENCE_S, open_live, running


def connection(clock: TurnedClock, scope: dict[str, Any] | None = None) -> Connection:
    """Somebody connected to a house whose clock stands still."""
    house = House(MemoryStore(), clock)
    return Connection(house, Mock(), Mock(scope=scope or {}), Who("ann", "Ann", guest=True), Access(b"", "ann"))


def pongs(somebody: Connection, pings: int) -> int:
    """How many of so many pings are answered."""

    async def send() -> None:
        for number in range(pings):
            await somebody._take(Ping(sent=float(number)))

    asyncio.run(send())
    told = [json.loads(data)["type"] for _, data in somebody.subscriber._queue]
    somebody.subscriber._queue.clear()
    return told.count("pong")


def test_pings_are_answered_as_fast_as_commands_may_come_and_no_faster() -> None:
    clock = TurnedClock()
    somebody = connection(clock)
    assert pongs(somebody, 1_000) == CONNECTION.burst
    assert pongs(somebody, 1_000) == 0
    clock.advance(1)
    assert pongs(somebody, 1_000) == CONNECTION.per_second
    assert somebody.subscriber.end is None


def test_a_server_that_writes_at_once_is_asked_to_and_its_scope_lets_go_of_it() -> None:
    write = Mock()
    extensions = {AT_ONCE: {"write": write}, "websocket.http.response": {}}
    somebody = connection(TurnedClock(), {"extensions": extensions})
    assert somebody.subscriber.write is write
    assert list(extensions) == ["websocket.http.response"]


def test_another_server_is_written_to_by_messages() -> None:
    assert connection(TurnedClock(), {"extensions": None}).subscriber.write is None


def test_who_has_gone_before_the_table_could_be_shown_does_not_count_as_connected() -> None:
    async def scenario() -> None:
        house = House(MemoryStore(), TurnedClock())
        lookers: list[Any] = []
        place = Mock(hub=Hub(), look=lookers.append)
        frames = [
            {"type": "websocket.receive", "text": '{"type":"hello","version":1}'},
            {"type": "websocket.disconnect"},
        ]
        socket = Mock(scope={}, receive=AsyncMock(side_effect=frames), connection_state="disconnect")
        somebody = Connection(house, place, socket, Who("ann", "Ann", guest=True), Access(b"", "ann"))
        await somebody.serve()
        for look in lookers:
            look()
        assert (len(lookers), place.hub.connected("ann")) == (1, False)

    asyncio.run(scenario())


def test_a_frame_that_is_too_large_is_refused_and_one_of_the_right_size_is_read(tmp_path: Path) -> None:
    open_live(tmp_path, book_names()[0], name="one")

    async def shout(url: str, size: int) -> int | None:
        """The code that a first frame of so many bytes is hung up with."""
        async with Client(url) as house:
            await house.enter()
            live = f"ws{url.removeprefix('http')}/api/v1/tables/one/live"
            async with connect(live, additional_headers={"Authorization": f"Bearer {house.token}"}) as to:
                await to.send("x" * size)
                await asyncio.wait_for(to.wait_closed(), PATIENCE_S)
                return to.close_code

    with running(tmp_path) as server:
        assert asyncio.run(shout(server.url, LARGEST_FRAME)) == 4003, "it makes no sense, and was read to find out"
        assert asyncio.run(shout(server.url, LARGEST_FRAME + 1)) == 1009, "too big, by the protocol of sockets"
        assert asyncio.run(shout(server.url, 1)) == 4003, "nobody else suffers from it"


def test_a_session_that_ends_while_its_socket_is_opened_ends_it_before_any_hello() -> None:
    async def scenario() -> None:
        forever: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        socket = Mock(scope={}, receive=lambda: forever, send_data=AsyncMock(), close=AsyncMock())
        access = Access(b"", "ann")
        house = House(MemoryStore(), TurnedClock())
        somebody = Connection(house, Mock(), socket, Who("ann", "Ann", guest=True), access)
        access.end()
        await asyncio.wait_for(somebody.serve(), PATIENCE_S / 2)
        assert socket.close.call_args.kwargs["code"] == 4001

    asyncio.run(scenario())
