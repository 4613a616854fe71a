"""One socket a table: how often it answers a ping, and how it writes where the server lets it."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from unittest.mock import Mock

from comeout.house.people import Who
from comeout.house.rates import CONNECTION
from comeout.house.service import House
from comeout.house.socket import Connection
from comeout.house.wire import Ping
from comeout.house.writing import AT_ONCE
from tests.house.clocks import TurnedClock
from tests.house.memory_store import MemoryStore


def connection(clock: TurnedClock, scope: dict[str, Any] | None = None) -> Connection:
    """Somebody connected to a house whose clock stands still."""
    house = House(MemoryStore(), clock)
    return Connection(house, Mock(), Mock(scope=scope or {}), Who("ann", "Ann", guest=True), frozenset())


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
