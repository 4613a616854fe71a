"""One night at one table of the house: its owner, a store that fails on command, dice that fall as wanted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.audience.hub import Published, Subscriber
from comeout.house.dice.source import DiceFailure, DiceSource, Thrown
from comeout.house.host.create import create_table
from comeout.house.host.crew import MakeSource
from comeout.house.host.host import Host
from comeout.house.host.recovery import nobody_minds
from comeout.house.store.contract import StoreTrouble
from comeout.log.dice_formula import Seeds
from comeout.log.fold import Fold, Memory
from comeout.log.proof import Proof, prove
from comeout.log.records import Batch, DiceKind, Lease, Mode, Profile, TableRow
from comeout.protocol.house_commands import Ask, No
from comeout.rules.library import load_book
from tests.kit.clocks import TurnedClock
from tests.kit.house_games import CREW, make_source
from tests.kit.memory_store import MemoryStore

TABLE = "table"


BETTING_S = 10


class FailingStore(MemoryStore):
    """A store that does what a test tells it to with the next appends."""

    def __init__(self, clock: TurnedClock) -> None:
        super().__init__(clock=clock)
        self.before: list[Exception | None] = []
        self.after: list[Exception | None] = []
        self.batches: list[Batch] = []
        self.down = False

    async def append(self, lease: Lease, batch: Batch) -> None:
        if self.down:
            raise StoreTrouble("the disk is full")
        if self.before and (bad := self.before.pop(0)):
            raise bad
        await super().append(lease, batch)
        self.batches.append(batch)
        if self.after and (bad := self.after.pop(0)):
            raise bad


class Loaded:
    """Dice that fall as a test wants them, and fail when it has no more."""

    kind: DiceKind = "entropy"

    def __init__(self, rolls: list[Roll]) -> None:
        self.rolls = rolls
        self.seeds: list[Seeds] = []

    def publish(self, log: bytes) -> bytes | None:  # noqa: ARG002 - the log is the chain's
        return None

    def resume(self, memory: Memory) -> None:
        pass

    def throw(self, roll_number: int, seeds: Seeds) -> Thrown:
        if not self.rolls:
            raise DiceFailure("the entropy has run dry")
        self.seeds.append(seeds)
        roll = self.rolls.pop(0)
        body = json.dumps({"roll": roll_number, "source": "entropy", "dice": roll}, separators=(",", ":"))
        return Thrown(roll, body.encode(), b"")


class Watcher(Subscriber):
    """A connection that reads at once and forgets nothing."""

    def offer(self, data: bytes) -> None:
        self.seen.append(json.loads(data))

    @property
    def seen(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.__dict__.setdefault("frames", [])
        return found


class Quiet(Subscriber):
    """A connection that is told nothing."""

    def offer(self, data: bytes) -> None:
        """Let it go by."""


class Night:
    """One table, its owner, and what everybody was answered and told."""

    def __init__(self, book: str, *rolls: tuple[int, int], dice: DiceKind = "entropy") -> None:
        self.clock = TurnedClock()
        self.store = FailingStore(self.clock)
        self.layout, self.dice = load_book(book), dice
        self.loaded = Loaded([Roll(*roll) for roll in rolls])
        self.answers: dict[str, list[bytes]] = {}
        self.guard: Callable[..., No | None] = lambda *_: None
        self.make_source: MakeSource = self._source
        self.heard: Callable[[Published], None] = lambda _told: None
        self.met: Callable[[Fold], Awaitable[None]] = nobody_minds
        self.row: TableRow
        self.host: Host
        self.there: set[str] = set()
        """Who is connected; whoever sits down is, and stays so through a crash."""

    async def open(self, *, mode: Mode = "live", profile: Profile = "standard", **settings: str) -> None:
        chosen = {"betting-time": str(BETTING_S), **({"crew": "people"} if self.dice == "crew" else {})}
        chosen |= {name.replace("_", "-"): value for name, value in settings.items()}
        self.row = await create_table(
            self.store, self.clock, self.layout, name=TABLE, mode=mode, dice=self.dice, profile=profile,
            settings=chosen, player="ann" if mode == "first-person" else "",
        )  # fmt: skip
        for player in ("ann", "bob", "cai"):
            await self.store.post([("bonus", -100_000), (f"wallet:{player}", 100_000)], why="welcome", key=player)
        await self.own("first")

    async def own(self, owner: str) -> bool:
        """Somebody new owns the table; the owner before is forgotten with all it knew."""
        self.host = Host(
            self.row, self.layout, self.store, clock=self.clock, owner=owner, make_source=self.make_source,
            guard=lambda *asked: self.guard(*asked), heard=self._hear, met=self.met,
        )  # fmt: skip
        started = await self.host.start()
        for player in sorted(self.there):
            self.connect(player)
        return started

    def _hear(self, heard: Sequence[Published]) -> None:
        for told in heard:
            self.heard(told)

    def connect(self, player: str) -> Subscriber:
        """Open a connection of a player, who reads nothing."""
        self.there.add(player)
        quiet = Quiet(player, sees_all=False, clock=self.clock.monotonic)
        quiet.seat = self.host.seats.get(player)
        self.host.hub.join(quiet)
        return quiet

    def disconnect(self, player: str) -> None:
        """End all connections of a player."""
        self.there.discard(player)
        for each in [each for each in self.host.hub.subscribers if each.player == player]:
            self.host.hub.leave(each)

    async def crash(self, *, for_s: float = 60.0) -> None:
        """kill -9, and a new owner some time later."""
        self.clock.advance(for_s)
        assert await self.own(f"after {self.clock.monotonic()}")

    def _source(self, row: TableRow, memory: Memory) -> DiceSource | None:
        return self.loaded if row.dice == "entropy" else make_source(row, memory)

    def ask(self, player: str, name: str, key: str = "", **body: Any) -> str:
        """Send a command; its answers are found under its key."""
        key = key or f"{player}-{len(self.answers)}"
        got = self.answers.setdefault(key, [])
        roles = CREW if player in ("eve", "fay") else frozenset({"inspector"}) if player == "ivy" else frozenset[str]()
        self.host.ask(Ask(player, key, name, body, roles, self.clock.monotonic(), got.append))
        return key

    async def do(self, player: str, name: str, key: str = "", **body: Any) -> dict[str, Any]:
        """Send a command and see its answer."""
        key = self.ask(player, name, key, **body)
        await self.host.turn()
        answer: dict[str, Any] = json.loads(self.answers[key][-1])
        if name == "Sit" and player not in self.there:
            self.connect(player)
        return answer

    async def wait(self, seconds: float | None = None) -> None:
        """Let time pass, a whole betting time if nothing is said, and the table do what is due."""
        self.clock.advance(self.host.countdown.begins_in_ms / 1000 + BETTING_S if seconds is None else seconds)
        await self.host.turn()

    def watch(self, player: str = "ann", *, sees_all: bool = False) -> Watcher:
        found = Watcher(player, sees_all=sees_all, clock=self.clock.monotonic)
        found.seat = self.host.seats.get(player)
        self.host.hub.join(found)
        return found

    @property
    def kinds(self) -> list[str]:
        return [record.kind for record in self.store._records[self.row.id]]

    def since(self, start: int) -> list[str]:
        return self.kinds[start:]

    def prove(self) -> None:
        """The whole log holds."""
        proof = Proof(self.row.id, self.layout, self.row.dice)
        fault = prove(proof, self.store._records[self.row.id]) or proof.end()
        assert fault is None, str(fault)


def told(watching: Watcher) -> list[dict[str, Any]]:
    """Everything that a connection was told."""
    return watching.seen


def names(watching: Watcher) -> list[str]:
    """The events that a connection was told."""
    return [frame["name"] for frame in watching.seen if frame["type"] == "event"]


def play(scenario: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Turn a coroutine into a test."""

    def test() -> None:
        asyncio.run(scenario())

    test.__name__ = scenario.__name__
    return test


async def seated(book: str, *rolls: tuple[int, int], dice: DiceKind = "entropy", **settings: Any) -> Night:
    """A table with Ann and Bob at it."""
    night = Night(book, *rolls, dice=dice)
    if "mode" not in settings and night.layout.rulebook.shooter.throws != "launcher":
        settings = {"shooter": "companion", **settings}
    await night.open(**settings)
    for player in ("ann", "bob")[: 1 if settings.get("mode") == "first-person" else 2]:
        assert (await night.do(player, "Sit", rack=50_000))["ok"]
    return night


async def stopped_in(night: Night, kind: str) -> None:
    """Bets are laid and the owner dies as soon as this is kept."""
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)

    class Dead(Exception):
        """The process is gone."""

    keep = night.host.writer.commit

    async def until_then() -> Any:
        if kind in night.kinds:
            raise Dead
        return await keep()

    night.host.writer.commit = until_then  # type: ignore[method-assign]
    with pytest.raises(Dead):
        await night.wait()
