"""A bad network that the tests bring: a TCP proxy in front of a house, with faults that follow from a seed.

It delays what passes, cuts connections on both sides or on one, makes them half-open (they stay open and carry nothing
any more, in one direction or in both), and swallows new ones. When the network is good again everything passes at once;
what is half-open stays so for ever, as it does in life.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

Kind = Literal["slow", "cut", "cut the client", "cut the house", "half-open", "half-open one way", "swallow", "let in"]

KINDS: dict[Kind, int] = {
    "slow": 4,
    "cut": 2,
    "cut the client": 1,
    "cut the house": 1,
    "half-open": 3,
    "half-open one way": 2,
    "swallow": 1,
    "let in": 2,
}
"""What can go wrong, and how often each does."""
LONGEST_DELAY_S = 2.0
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.2
CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong so many seconds after the network has turned bad."""

    at_s: float
    kind: Kind
    delay_s: float = 0.0
    """The longest delay of each piece of data from then on."""
    to_house: bool = False
    """Which way a half-open connection loses what it is given, if it is one way."""


def faults(seed: int, seconds: float) -> list[Fault]:
    """Return all that goes wrong in so many seconds; the last moments always make connections half-open."""
    rng, at = Random(seed), 0.0
    found: list[Fault] = []
    while (at := at + rng.uniform(SHORTEST_PAUSE_S, LONGEST_PAUSE_S)) < seconds:
        kind: Kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        delay = rng.choice((0.05, 0.3, 1.0, LONGEST_DELAY_S))
        found.append(Fault(at, kind, delay, rng.random() < 0.5))
    return [*found, Fault(seconds, "half-open" if seed % 2 else "half-open one way", to_house=bool(seed % 4))]


class Wire:
    """One direction of a connection: pieces of data on their way, in order, each with its delay."""

    def __init__(self, network: BadNetwork, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._network, self._reader, self._writer = network, reader, writer
        self._queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self.dead = False
        """Whether it loses all that it is given."""

    async def carry(self, *, to_house: bool) -> None:
        """Carry data until the reader's side ends; the other side is then ended too, unless the wire is dead."""
        delivering = asyncio.create_task(self._deliver())
        try:
            while data := await self._reader.read(CHUNK):
                if to_house:
                    data = data.replace(self._network.name, self._network.house_name)
                self._queue.put_nowait((self._network.clock() + self._network.draw_delay(), data))
            self._queue.put_nowait((self._network.clock(), b""))
            await delivering
        except OSError:
            if not self.dead:
                self._writer.transport.abort()
        finally:
            delivering.cancel()

    async def _deliver(self) -> None:
        while True:
            due, data = await self._queue.get()
            await self._network.until(due)
            if self.dead:
                continue
            if not data:
                self._writer.close()
                return
            self._writer.write(data)
            await self._writer.drain()


@dataclass(slots=True)
class Call:
    """One connection through the proxy."""

    client: asyncio.StreamWriter
    house: asyncio.StreamWriter
    to_house: Wire
    to_client: Wire

    def half_open(self, *, to_house: bool, to_client: bool) -> None:
        """Lose everything from now on in these directions."""
        self.to_house.dead = self.to_house.dead or to_house
        self.to_client.dead = self.to_client.dead or to_client


class BadNetwork:
    """The proxy: good until `storm`, and good again after it."""

    def __init__(self, house_port: int, seed: int) -> None:
        self.house_name = f"127.0.0.1:{house_port}".encode()
        self.name = b""
        self.seen: list[Kind] = []
        """What went wrong so far."""
        self._house_port, self._seed, self._rng = house_port, seed, Random(seed)
        self._delay_s, self._swallowing = 0.0, False
        self._calls: list[Call] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._good = asyncio.Event()
        self._good.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    @property
    def url(self) -> str:
        """Where to connect instead of to the house."""
        return f"http://{self.name.decode()}"

    def clock(self) -> float:
        """The time of the proxy."""
        return self._loop.time()

    def draw_delay(self) -> float:
        """How long the next piece of data takes."""
        return self._rng.uniform(0, self._delay_s)

    async def until(self, due: float) -> None:
        """Wait until a moment, or until the network is good."""
        try:
            async with asyncio.timeout_at(due):
                await self._good.wait()
        except TimeoutError:
            pass

    # -------------------------------------------------------------- from the thread of a test

    def start(self) -> None:
        """Listen."""
        self._thread.start()
        self._do(self._listen())

    def stop(self) -> None:
        """Hang up everything."""
        self._do(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def storm(self, seconds: float) -> None:
        """Be bad for so many seconds, and good again on return."""
        self._do(self.blow(seconds))

    async def storming(self, seconds: float) -> None:
        """The same for a test that goes on meanwhile."""
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self.blow(seconds), self._loop))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    # -------------------------------------------------------------- in its own loop

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.name = f"127.0.0.1:{self._server.sockets[0].getsockname()[1]}".encode()

    async def _shut(self) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def blow(self, seconds: float) -> None:
        """Let everything happen that goes wrong, each at its moment."""
        begun = self.clock()
        self._good.clear()
        for fault in faults(self._seed, seconds):
            await asyncio.sleep(begun + fault.at_s - self.clock())
            self._happen(fault)
        self._delay_s, self._swallowing = 0.0, False
        self._good.set()

    def _happen(self, fault: Fault) -> None:
        self.seen.append(fault.kind)
        match fault.kind:
            case "slow":
                self._delay_s = fault.delay_s
            case "swallow" | "let in":
                self._swallowing = fault.kind == "swallow"
            case "half-open" | "half-open one way":
                both = fault.kind == "half-open"
                for call in self._calls:
                    call.half_open(to_house=both or fault.to_house, to_client=both or not fault.to_house)
            case _:
                self._cut(client=fault.kind != "cut the house", house=fault.kind != "cut the client")

    def _cut(self, *, client: bool, house: bool) -> None:
        """Reset connections; where one end is not told, it stays half-open."""
        for call in self._calls:
            call.half_open(to_house=True, to_client=True)
            if client:
                call.client.transport.abort()
            if house:
                call.house.transport.abort()
        self._calls = []

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            if self._swallowing:
                await asyncio.Event().wait()  # whoever waits for an answer waits for ever
            await self._connect(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass  # the house hung up, or the test is over
        finally:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_house, to_house = await asyncio.open_connection("127.0.0.1", self._house_port)
        there, back = Wire(self, reader, to_house), Wire(self, from_house, writer)
        call = Call(writer, to_house, there, back)
        self._calls.append(call)
        try:
            await asyncio.gather(there.carry(to_house=True), back.carry(to_house=False))
            if there.dead or back.dead:
                await asyncio.Event().wait()  # the end that was not told of it holds its socket still
        finally:
            if call in self._calls:
                self._calls.remove(call)
            to_house.transport.abort()


@contextmanager
def bad_network(house_port: int, seed: int) -> Iterator[BadNetwork]:
    """A way to a house that can be made bad."""
    network = BadNetwork(house_port, seed)
    network.start()
    try:
        yield network
    finally:
        network.stop()
