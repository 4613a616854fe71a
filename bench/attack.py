"""How long an innocent player waits while somebody else attacks: bets to their answers, quiet and attacked in turns.

The house runs as it is, with all its caps. The innocent player comes from one address, the attackers from another
address of this machine and from a process of their own, which has a lower priority: elsewhere it would take no time of
the house's processors. Quiet and attacked turns follow each other in one run, so that both suffer alike from whatever
else goes on. Beside the time of the clock stands the time of the processor that the house itself used between a bet and
its answer, which a busy machine does not change.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

HERE, THERE = "127.0.0.1", "127.0.0.2"
TURNS = int(os.getenv("COMEOUT_TURNS", "5"))
TURN_SECONDS = float(os.getenv("COMEOUT_TURN_SECONDS", "4"))
BETS_A_SECOND = 12
MOST_MS = 20.0
"""The target: how many milliseconds more an innocent player may wait, of the slowest bet in a hundred."""

GUESTS = 100


class Target(NamedTuple):
    """A house that is attacked."""

    port: int


class Waits(NamedTuple):
    """What a player waited for answers, in milliseconds of the clock and of the house's processor."""

    clock: list[float]
    processor: list[float]


class House:
    """A house in a process of its own, on every address of this machine."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "comeout", "serve", "--host", "0.0.0.0", "--port", "0", "--log-level", "error"]
        options = ["--data", self._folder.name, "--metrics", "open"]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        line = next(line for line in self._process.stdout if "http://" in line)
        self.port = urlsplit(next(word for word in line.split() if word.startswith("http://"))).port or 0

    def processor_ms(self) -> float:
        """The time of the processor that it has used, all threads together."""
        found = 0
        for task in Path(f"/proc/{self._process.pid}/task").iterdir():
            with suppress(OSError):  # a thread that has just ended
                found += int((task / "schedstat").read_text(encoding="ascii").split()[0])
        return found / 1e6

    def stop(self) -> None:
        """Close it."""
        self._process.terminate()
        self._process.wait()
        self._folder.cleanup()


async def request(house: House | Target, address: str, method: str, path: str, token: str = "") -> bytes:
    """One request on a connection of its own; what comes back."""
    reader, writer = await asyncio.open_connection(address, house.port, local_addr=(address, 0))
    head = f"{method} {path} HTTP/1.1\r\nHost: {address}:{house.port}\r\nConnection: close\r\n"
    head += f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(f"{head}Content-Type: application/json\r\nContent-Length: 0\r\n\r\n".encode())
    try:
        return await reader.read()
    finally:
        writer.close()


async def enter(house: House | Target, address: str) -> str:
    """The token of a new guest; a house that has too many of the address says so."""
    while True:
        answer = await request(house, address, "POST", "/api/v1/session")
        if b" 201 " in answer[:20]:
            return str(json.loads(answer.partition(b"\r\n\r\n")[2])["token"])
        await asyncio.sleep(1)


def socket(house: House | Target, address: str, token: str, table: str) -> connect:
    """The socket of a table."""
    url = f"ws://{address}:{house.port}/api/v1/tables/{table}/live"
    head = {"Authorization": f"Bearer {token}"}
    return connect(url, additional_headers=head, local_addr=(address, 0), ping_interval=None)


async def until(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next frame of some kinds."""
    while True:
        frame: dict[str, Any] = json.loads(await line.recv())
        if frame["type"] in kinds:
            return frame


# ------------------------------------------------------------------ the innocent player


async def bets(house: House, line: ClientConnection, seconds: float) -> Waits:
    """Bet at a steady pace; how long each answer took."""
    found, end = Waits([], []), time.monotonic() + seconds
    while time.monotonic() < end:
        start, used = time.monotonic(), house.processor_ms()
        do = {"type": "do", "id": os.urandom(8).hex(), "name": "PlaceBet", "body": {"spot": "field", "amount": 100}}
        await line.send(json.dumps(do))
        await until(line, "answer")
        found.clock.append((time.monotonic() - start) * 1000)
        found.processor.append(house.processor_ms() - used)
        await asyncio.sleep(max(0, 1 / BETS_A_SECOND - (time.monotonic() - start)))
    return found


# ------------------------------------------------------------------ attacks


Attack = Callable[[Target, list[str], asyncio.Event], Awaitable[None]]


async def looks(house: Target, tokens: list[str], over: asyncio.Event) -> None:
    """A hundred guests look forty times a second each."""

    async def one(token: str) -> None:
        async with socket(house, THERE, token, "adelaide") as line:
            await line.send('{"type":"hello","version":1}')
            reading = asyncio.create_task(_read(line))
            while not over.is_set():
                await line.send('{"type":"look"}')
                await asyncio.sleep(1 / 40)
            reading.cancel()

    await _all(one(token) for token in tokens)


async def metrics(house: Target, _tokens: list[str], over: asyncio.Event) -> None:
    """Six ask for the metrics without a pause."""
    await _all(_asking(house, over, "/metrics") for _ in range(6))


async def drills(house: Target, _tokens: list[str], over: asyncio.Event) -> None:
    """Twenty ask for drills with new seeds without a pause."""
    await _all(_asking(house, over, "/api/v1/drill/adelaide/{}") for _ in range(20))


async def refused(house: Target, tokens: list[str], over: asyncio.Event) -> None:
    """Forty guests send commands that are refused, as fast as they may."""

    async def one(token: str) -> None:
        async with socket(house, THERE, token, "adelaide") as line:
            await line.send('{"type":"hello","version":1}')
            reading = asyncio.create_task(_read(line))
            while not over.is_set():
                do = {"type": "do", "id": os.urandom(8).hex(), "name": "Leave", "body": {}}
                await line.send(json.dumps(do))
                await asyncio.sleep(1 / 20)
            reading.cancel()

    await _all(one(token) for token in tokens[:40])


async def pings(house: Target, tokens: list[str], over: asyncio.Event) -> None:
    """Ten sockets send nothing but the smallest frames, a full buffer at a time."""

    async def one(token: str) -> None:
        async with socket(house, THERE, token, "adelaide") as line:
            await line.send('{"type":"hello","version":1}')
            flood = b"\x89\x80\0\0\0\0" * 5_000
            while not over.is_set():
                line.transport.write(flood)
                await asyncio.sleep(0.05)

    await _all(one(token) for token in tokens[:10])


async def _asking(house: Target, over: asyncio.Event, path: str) -> None:
    while not over.is_set():
        await request(house, THERE, "GET", path.format(os.urandom(4).hex()))


async def _read(line: ClientConnection) -> None:
    async for _ in line:
        pass


async def _all(acts: Any) -> None:
    """Run acts together; one that the house has cut off is over."""
    found = await asyncio.gather(*acts, return_exceptions=True)
    for each in found:
        cut_off = (ConnectionClosed, OSError, asyncio.CancelledError)
        if isinstance(each, BaseException) and not isinstance(each, cut_off):
            raise each


ATTACKS: dict[str, Attack] = {each.__name__: each for each in (looks, metrics, drills, refused, pings)}


async def attacked(house: House, line: ClientConnection, attack: str, tokens: list[str]) -> Waits:
    """One attacked turn: what the innocent player waits."""
    command = [sys.executable, __file__, "--attack", attack, str(house.port)]
    attackers = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(10))
    assert attackers.stdin
    attackers.stdin.write("\n".join(tokens))
    attackers.stdin.close()
    await asyncio.sleep(2)  # until all of them are there
    try:
        return await bets(house, line, TURN_SECONDS)
    finally:
        attackers.kill()
        attackers.wait()
        await asyncio.sleep(0.5)


async def attack_until_killed(name: str, port: int, tokens: list[str]) -> None:
    """Be the attackers, for a minute at most."""
    over = asyncio.Event()
    asyncio.get_running_loop().call_later(60, over.set)
    await ATTACKS[name](Target(port), tokens, over)


def quantile(found: list[float], part: float) -> float:
    """The value that a part of them does not pass."""
    return sorted(found)[min(len(found) - 1, int(part * len(found)))]


async def measure(names: list[str]) -> None:
    """Measure every attack in turns with quiet, and print what the innocent player waited."""
    house = House()
    try:
        ann = await enter(house, HERE)
        tokens = [await enter(house, THERE) for _ in range(int(os.getenv("COMEOUT_GUESTS", str(GUESTS))))]
        async with socket(house, HERE, ann, "evolution") as line:
            await line.send('{"type":"hello","version":1}')
            await until(line, "snapshot")
            await line.send(json.dumps({"type": "do", "id": "sit", "name": "Sit", "body": {"rack": 90_000}}))
            await until(line, "answer")
            await bets(house, line, 1)
            for name in names:
                quiet, loud = Waits([], []), Waits([], [])
                for _ in range(TURNS):
                    for kept, new in zip(quiet, await bets(house, line, TURN_SECONDS), strict=True):
                        kept.extend(new)
                    for kept, new in zip(loud, await attacked(house, line, name, tokens), strict=True):
                        kept.extend(new)
                print(f"{name}: {' '.join((ATTACKS[name].__doc__ or '').split())}")
                _tell("clock", quiet.clock, loud.clock)
                _tell("processor", quiet.processor, loud.processor)
    finally:
        house.stop()


def _tell(name: str, quiet: list[float], loud: list[float]) -> None:
    more = quantile(loud, 0.99) - quantile(quiet, 0.99)
    met = "met" if more <= MOST_MS else "missed"
    print(
        f"  {name:<10} p50 {statistics.median(quiet):6.1f} ms quiet, {statistics.median(loud):6.1f} attacked;"
        f" p99 {quantile(quiet, 0.99):6.1f} quiet, {quantile(loud, 0.99):6.1f} attacked:"
        f" {more:+6.1f} ms, {met} (at most {MOST_MS:.0f}; {len(quiet)} and {len(loud)} bets)",
        flush=True,
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--attack"]:
        asyncio.run(attack_until_killed(sys.argv[2], int(sys.argv[3]), sys.stdin.read().split()))
    else:
        asyncio.run(measure(sys.argv[1:] or list(ATTACKS)))
        print(f"load average of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
