"""A full disk, a folder that cannot be written, a database that goes away: told, never acknowledged, and got over."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from comeout.house.audience.hub import Subscriber
from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.operator.verify import told, verify
from comeout.house.store import open_store
from comeout.house.store.sqlite import SqliteStore
from comeout.protocol.house_commands import Ask
from tests.kit.stores import let_in, new_database, shut_out

PATIENCE_S = 20.0


class Player:
    """A guest at the evolution table of a house: what they are answered, and what they are told."""

    def __init__(self, house: House) -> None:
        self.house, self.host = house, next(each for each in house.hosts if each.row.id == "evolution")
        self.player = ""
        self.watching: Subscriber
        self._numbers = iter(range(1_000))

    async def enter(self) -> None:
        self.player = (await self.house.people.enter()).who.player
        await self.house.guardian.learn(self.player)
        self.watching = Subscriber(self.player, sees_all=False, clock=self.house.clock.monotonic)
        self.host.hub.join(self.watching)
        assert (await self.do("Sit", rack=50_000))["ok"]

    async def do(self, name: str, key: str = "", **body: Any) -> dict[str, Any]:
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        key = key or f"{name}-{next(self._numbers)}"
        now = self.house.clock.monotonic()
        self.host.ask(Ask(self.player, key, name, body, frozenset(), now, answered.set_result))
        found: dict[str, Any] = json.loads(await asyncio.wait_for(answered, PATIENCE_S))
        return found

    async def do_until_kept(self, name: str, key: str, **body: Any) -> dict[str, Any]:
        """Send a command again until the house could keep it."""
        async with asyncio.timeout(PATIENCE_S):
            while (answer := await self.do(name, key, **body))["reason"] == "NOT_KEPT":
                await asyncio.sleep(0.05)
        return answer

    def troubles(self) -> list[bool]:
        """What was told of trouble: False for its beginning, True for its end."""
        frames = [json.loads(data) for _, data in self.watching._queue]
        return [frame["over"] for frame in frames if frame["type"] == "trouble"]


def in_a_house(where: str, scenario: Callable[[House, Player], Awaitable[None]]) -> None:
    """Run something in a house of its own, which holds in the end."""

    async def run() -> None:
        store = open_store(where)
        house = House(store, WallClock())
        await house.start()
        player = Player(house)
        try:
            await player.enter()
            await scenario(house, player)
        finally:
            await house.stop()
        await store.open()
        report = await verify(store)
        await store.close()
        assert report.ok, told(report)

    asyncio.run(run())


@pytest.mark.claim("kept-by-disks")
def test_a_full_disk_acknowledges_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def scenario(house: House, player: Player) -> None:
        store = house.store
        assert isinstance(store, SqliteStore)
        assert store._writer
        full = store._writer.execute("PRAGMA page_count").fetchone()[0]
        await store._do(lambda link: link.execute(f"PRAGMA max_page_count = {full}"))
        kept, reasons = [], set()
        for number in range(400):
            answer = await player.do("PlaceBet", f"bet-{number}", spot="pass", amount=100)
            reasons.add(answer["reason"])
            if answer["reason"] == "NOT_KEPT":
                break
            kept.append(number)
        assert "NOT_KEPT" in reasons
        assert player.troubles()[:1] == [False]
        await store._do(lambda link: link.execute("PRAGMA max_page_count = 1073741823"))
        again = await player.do_until_kept("PlaceBet", f"bet-{len(kept)}", spot="pass", amount=100)
        assert again["ok"]
        assert player.troubles()[-1] is True
        for number in kept:
            assert await store.answer(player.player, f"bet-{number}")

    in_a_house(f"sqlite:///{tmp_path}/house.db", scenario)


@pytest.mark.claim("kept-by-disks")
def test_a_database_that_goes_away_and_comes_back_loses_nothing(tmp_path: Path) -> None:
    async def scenario(house: House, player: Player) -> None:
        store = house.store
        assert isinstance(store, SqliteStore)
        assert (await player.do("PlaceBet", "before", spot="pass", amount=1_000))["ok"]
        connect = store._connect

        def gone(*_: object, **__: object) -> Any:
            raise OSError("the disk was pulled out")

        store._connect = gone  # type: ignore[method-assign]
        await asyncio.to_thread(_let_go, store)
        answer = await player.do("PlaceBet", "during", spot="pass", amount=1_000)
        assert answer["reason"] == "NOT_KEPT"
        store._connect = connect  # type: ignore[method-assign]
        assert (await player.do_until_kept("PlaceBet", "during", spot="pass", amount=1_000))["ok"]
        assert (await player.do("PlaceBet", "before", spot="pass", amount=1_000))["ok"]
        pass_line = player.host.layout.by_id["pass"].index
        assert player.host.state.on_spot[pass_line] == 2_000

    in_a_house(f"sqlite:///{tmp_path}/house.db", scenario)


def test_a_folder_that_turns_read_only_acknowledges_nothing_until_it_can_be_written(tmp_path: Path) -> None:
    async def scenario(house: House, player: Player) -> None:
        store = house.store
        assert isinstance(store, SqliteStore)
        await store._do(lambda link: link.execute("PRAGMA query_only = ON"))
        assert (await player.do("PlaceBet", "bet", spot="pass", amount=1_000))["reason"] == "NOT_KEPT"
        assert await store.answer(player.player, "bet") is None
        assert player.troubles()[:1] == [False]
        assert store._writer
        store._writer.execute("PRAGMA query_only = OFF")
        assert (await player.do_until_kept("PlaceBet", "bet", spot="pass", amount=1_000))["ok"]
        assert player.troubles()[-1] is True

    in_a_house(f"sqlite:///{tmp_path}/house.db", scenario)


@pytest.mark.claim("kept-by-disks")
def test_a_server_of_the_database_that_goes_away_and_comes_back_loses_nothing(postgres: str) -> None:
    where = new_database(postgres)

    async def scenario(_: House, player: Player) -> None:
        assert (await player.do("PlaceBet", "before", spot="pass", amount=1_000))["ok"]
        shut_out(postgres, where)
        assert (await player.do("PlaceBet", "during", spot="pass", amount=1_000))["reason"] == "NOT_KEPT"
        assert player.troubles() == [False]
        let_in(postgres, where)
        assert (await player.do_until_kept("PlaceBet", "during", spot="pass", amount=1_000))["ok"]
        assert (await player.do("PlaceBet", "before", spot="pass", amount=1_000))["ok"]
        assert player.troubles()[-1] is True
        assert player.host.state.on_spot[player.host.layout.by_id["pass"].index] == 2_000

    in_a_house(where, scenario)


def _let_go(store: SqliteStore) -> None:
    """Every connection is lost."""
    while store._idle:
        store._idle.pop().close()
    writer, store._writer = store._writer, None
    if writer:
        writer.close()


def serve(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `comeout serve` where it cannot start."""
    program = [sys.executable, "-m", "comeout", "serve", "--port", "0", *options]
    env = {**os.environ, **environment}
    return subprocess.run(program, capture_output=True, text=True, timeout=60, env=env, check=False)


@pytest.mark.parametrize("place", ["a file", "nowhere to write"])
def test_a_folder_that_cannot_be_written_is_named_and_the_exit_code_is_2(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "data"
    if place == "a file":
        folder.write_text("not a folder")
    else:
        folder = Path("/proc/comeout")  # nobody writes here, not even root
    found = serve("--data", str(folder))
    assert found.returncode == 2, found.stderr
    assert str(folder) in found.stderr.splitlines()[-1]
    assert "Traceback" not in found.stderr
