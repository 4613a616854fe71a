"""What the load test runs against: a house without rate limits, or a bare broadcast of the same frames."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from typing import Any

import uvicorn
from load_client import raise_file_limit

from comeout.house.clock import WallClock
from comeout.house.config import read_config
from comeout.house.house import House
from comeout.house.players.rate_limits import Pace, Rates
from comeout.house.players.work_limits import WorkLimits
from comeout.house.server import run, settings_of
from comeout.house.store import open_store

UNHINDERED = Pace(1e9, 10**9)
MANY = {"connections": 1_000_000, "players_per_address": 1_000_000}
"""Caps that let a crowd come from one machine."""


def serve_house(folder: str) -> None:
    """The house as it is, but for the rate limits."""
    config, clock = read_config({}, data=folder, port=0, log_level="error", **MANY), WallClock()
    house = House(open_store(config.where), clock, caps=config.caps)
    house.rates = Rates(clock, connection=UNHINDERED, account=UNHINDERED, address=UNHINDERED)
    house.work = WorkLimits(clock, address=UNHINDERED, player=UNHINDERED)
    run(house, config, lambda address: print(address, flush=True))


class Bare:
    """Sends the frames it is given to every socket, one after the other, and does nothing else."""

    def __init__(self) -> None:
        self.sockets: list[Any] = []
        self._sent = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One socket: somebody who listens, or the driver."""
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] != "/control":
            self.sockets.append(send)
        while (message := await receive())["type"] == "websocket.receive":
            if scope["path"] == "/control":
                asked = json.loads(message["text"])
                for _ in range(asked["times"]):
                    await self._roll(asked)

    async def _roll(self, asked: dict[str, Any]) -> None:
        for frames in (asked["dice"], asked["settled"]):
            self._sent += 1
            now = time.time_ns() // 1000
            texts = [re.sub(r'"seq":\d+,"at":\d+', f'"seq":{self._sent},"at":{now}', text, count=1) for text in frames]
            for send in self.sockets:
                for text in texts:
                    await send({"type": "websocket.send", "text": text})
            await asyncio.sleep(asked["pause"])


def serve_bare() -> None:
    """The bare broadcast behind the same server with the same settings."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[Any] | None = None) -> None:
            await super().startup(sockets=sockets)
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            print(f"http://{host}:{port}", flush=True)

    settings = settings_of(Bare(), read_config({}, port=0, **MANY))
    settings.ws = "websockets-sansio"  # as uvicorn has it
    Server(settings).run()


if __name__ == "__main__":
    raise_file_limit()
    if sys.argv[1] == "bare":
        serve_bare()
    else:
        serve_house(sys.argv[2])
