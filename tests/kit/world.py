"""A small world that runs from one number: a house, its store, its players and crew, and everything that goes wrong.

Time is turned by hand, the store is slow or fails before and after it has kept something, commands come late, twice and
in any order, owners are killed, hang and come back. At the end the log is held against what everybody was told.
"""

from __future__ import annotations

import asyncio
import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, groupby
from random import Random
from typing import Any

from comeout.house.audience.hub import PRIVATE, SEED_SET, Subscriber, set_by
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceSource, EntropySource
from comeout.house.host.create import create_table
from comeout.house.host.host import Host
from comeout.house.store.contract import StoreTrouble
from comeout.log.codec import EVENT_TYPES
from comeout.log.fold import Fold, Memory
from comeout.log.hash_chain import Log
from comeout.log.proof import Proof, prove, same_state
from comeout.log.records import DiceKind, Posting, Record, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table.state import Phase
from tests.kit.clocks import TurnedClock
from tests.kit.shaky_store import ShakyStore
from tests.kit.world_players import PLAYERS, Acts, Willing

CREW = ("eve", "fay")
ROLES = frozenset({"stickperson", "boxperson", "dealer", "pit-supervisor", "shift-manager"})
WALLET = 60_000
PASSING = ("NOT_KEPT", "BROKEN")
"""Answers that are no answer: the command is to be sent again."""

STEPS = 60

Asked = tuple[str, dict[str, Any]]
"""A command by its name, and its body."""


class Client:
    """Somebody with a connection: what they asked, what they were answered, and what they were told."""

    def __init__(self, world: World, player: str) -> None:
        self.world, self.player = world, player
        self.roles = ROLES if player in CREW else frozenset[str]()
        self.asked: dict[str, tuple[str, dict[str, Any]]] = {}
        self.replies: dict[str, set[bytes]] = {}
        self.last: int | None = None
        """The last sequence number seen."""
        self._subscriber: Subscriber | None = None
        self._host: Host | None = None
        self._numbers = count(1)

    def ask(self, name: str, body: dict[str, Any]) -> None:
        """A new command."""
        key = f"{self.player}-{next(self._numbers)}"
        self.asked[key] = (name, body)
        self.send(key)

    def send(self, key: str) -> None:
        """Send a command, for the first time or again; the wire loses, doubles and delays it."""
        rng = self.world.rng
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
            self.world.later(rng.choice((0.0, 0.01, 0.2, 1.5)), lambda: self._arrive(key))

    def ask_now(self, host: Host, name: str, body: dict[str, Any]) -> None:
        """A new command that arrives at once."""
        key = f"{self.player}-{next(self._numbers)}"
        self.asked[key] = (name, body)
        now = self.world.clock.monotonic()
        host.ask(Ask(self.player, key, name, body, self.roles, now, lambda data: self._answered(key, data)))

    @property
    def connected(self) -> bool:
        """Whether there is a connection."""
        return self._subscriber is not None

    def _arrive(self, key: str) -> None:
        name, body = self.asked[key]
        world = self.world
        host = world.rng.choice(world.hosts) if world.hosts else None
        if host:
            now = world.clock.monotonic()
            host.ask(Ask(self.player, key, name, body, self.roles, now, lambda data: self._answered(key, data)))

    def _answered(self, key: str, data: bytes) -> None:
        if json.loads(data)["ok"]:
            assert (self.player, key) in self.world.store._answers, f"{key} was acknowledged before it was kept"
        if self.world.rng.random() < 0.9:
            self.replies.setdefault(key, set()).add(data)

    def unanswered(self) -> list[str]:
        """What waits for an answer still."""
        return [key for key in self.asked if not self.final(key)]

    def final(self, key: str) -> set[bytes]:
        """The answers to a command that stand."""
        return {data for data in self.replies.get(key, ()) if json.loads(data)["reason"] not in PASSING}

    def connect(self, host: Host) -> None:
        """Come in, with the last sequence number seen."""
        subscriber = Subscriber(self.player, sees_all=bool(self.roles), clock=self.world.clock.monotonic)
        host.look(lambda: self._join(host, subscriber))

    def disconnect(self) -> None:
        """Close the page: no word to anybody, and nothing more is heard."""
        if self._subscriber and self._host:
            self._host.hub.leave(self._subscriber)
        self._subscriber = self._host = None

    def _join(self, host: Host, subscriber: Subscriber) -> None:
        now = host.fold.log.seq
        self.disconnect()
        assert now <= len(self.world.records), "somebody looked at what was not kept"
        subscriber.seat = host.seats.get(self.player)
        missed = None if self.last is None else host.hub.missed(subscriber, self.last, now)
        self.last = now if missed is None else self.last
        for data in missed or ():
            subscriber.offer(data)
        host.hub.join(subscriber)
        self._subscriber, self._host = subscriber, host

    def _is_for_me(self, record: Record) -> bool:
        if record.kind == SEED_SET:
            return set_by(record) == self.player
        return bool(self.roles) or EVENT_TYPES.get(record.kind) not in PRIVATE

    def read(self) -> None:
        """Read everything that waits: each event is the next one, and is in the log."""
        while self._subscriber and self._subscriber._queue:
            frame = json.loads(self._subscriber._queue[0][1])
            self._subscriber.sent()
            if frame["type"] == "event":
                assert self.last is not None
                between = self.world.records[self.last : frame["seq"] - 1]
                missed = [each.kind for each in between if self._is_for_me(each)]
                assert frame["seq"] > self.last, f"{self.player} saw {frame['seq']} after {self.last}"
                assert not missed, f"{self.player} saw {frame['seq']} after {self.last}, and not {missed}"
                self.last = frame["seq"]
                record = self.world.records[frame["seq"] - 1]
                assert (record.kind, record.epoch) == (frame["name"], frame["epoch"]), "told and kept are two things"


class World:
    """Everything there is, from one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.clock = TurnedClock()
        self.store = ShakyStore(rng, self.clock)
        self.layout: Layout = load_book(rng.choice(book_names()))
        self.clients = {name: Client(self, name) for name in (*PLAYERS, *CREW)}
        self.hosts: list[Host] = []
        """The owner, and whoever still believes to be it."""
        self.broke: list[BaseException] = []
        self._tasks: dict[Host, asyncio.Task[None]] = {}
        self._beside: set[asyncio.Task[None]] = set()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order, self._owners = count(), count()
        self.row: TableRow

    @property
    def records(self) -> list[Record]:
        """The log as it is kept."""
        return self.store._records[self.row.id]

    def later(self, seconds: float, act: Callable[[], None]) -> None:
        """Have something happen in a while."""
        heapq.heappush(self._due, (self.clock.monotonic() + seconds, next(self._order), act))

    # -------------------------------------------------------------- the house

    async def play(self) -> None:
        """From the opening of the table to the last check."""
        await self._open_table()
        self._start_owner()
        for _ in range(STEPS):
            self._happen()
            await self._pass(self.rng.choice((0.0, 0.01, 0.1, 0.4, 1.1)))
        await self._settle_down()
        Check(self).everything()

    async def _open_table(self) -> None:
        rng = self.rng
        trouble, slowness = self.store.trouble, self.store.slowness
        self.store.trouble = self.store.slowness = 0.0
        settings = {"betting-time": rng.choice(("1", "2", "8"))}
        dice: DiceKind = rng.choice(("chain", "chain", "entropy", "crew"))
        if dice == "crew":
            settings["crew"] = "people"
        if self.layout.rulebook.shooter.throws != "launcher" and rng.random() < 0.5:
            settings["shooter"] = "companion"
        row = await create_table(
            self.store, self.clock, self.layout, name="table", mode="live", dice=dice, settings=settings,
            profile=rng.choice(("standard", "standard", "regulated")),
        )  # fmt: skip
        if dice != "crew" and rng.random() < 0.3:  # not opened as one: its id would be another in every run
            row = row._replace(mode="first-person", player=PLAYERS[0])
        self.row = self.store._tables[row.id] = row
        for player in PLAYERS:
            await self.store.post([("bonus", -WALLET), (f"wallet:{player}", WALLET)], why="welcome", key=player)
        self.store.trouble, self.store.slowness = trouble, slowness

    def _source(self, row: TableRow, memory: Memory) -> DiceSource | None:
        if row.dice == "crew":
            return None
        if row.dice == "entropy":
            return EntropySource(self.rng.randbytes)
        return ChainSource.after(memory, row.id, self.rng.randbytes, length=3)

    def _start_owner(self) -> None:
        host = Host(
            self.row, self.layout, self.store,
            clock=self.clock, owner=f"owner-{next(self._owners)}", make_source=self._source,
        )  # fmt: skip
        self._tasks[host] = task = asyncio.get_running_loop().create_task(self._serve(host))
        task.add_done_callback(lambda _: self._tasks.pop(host))  # also if it is killed before it has begun

    async def _serve(self, host: Host) -> None:
        try:
            if await host.start():
                self.hosts.append(host)
                await host.run()
        except (StoreTrouble, asyncio.CancelledError):
            pass
        except BaseException as bad:
            self.broke.append(bad)
        finally:
            if host in self.hosts:
                self.hosts.remove(host)

    async def _pass(self, seconds: float) -> None:
        """Let time go by, and with it whatever was due."""
        until = self.clock.monotonic() + seconds
        while self._due and self._due[0][0] <= until:
            at, _, act = heapq.heappop(self._due)
            await self._turn(max(0.0, at - self.clock.monotonic()))
            act()
        await self._turn(until - self.clock.monotonic())

    async def settle(self, seconds: float) -> None:
        """Let time go by at a sound house, and everything be done that is due."""
        self.clock.advance(seconds)
        for host in self.hosts[-1:]:
            self._renew(host)
        for _ in range(25):
            await asyncio.sleep(0)
        if self.broke:
            raise self.broke[0]
        for client in self.clients.values():
            client.read()

    async def _turn(self, seconds: float) -> None:
        self.clock.advance(seconds)
        for _ in range(self.rng.choice((1, 4, 12))):
            await asyncio.sleep(0)
        if self.broke:
            raise self.broke[0]
        for client in self.clients.values():
            client.read()

    # -------------------------------------------------------------- what happens

    def _happen(self) -> None:
        roll = self.rng.random()
        if roll < 0.04:
            self._kill()
        elif roll < 0.06:
            self._stop_in_order()
        elif roll < 0.10:
            self.store.down = not self.store.down
        elif roll < 0.13:
            self.rng.choice(list(self.clients.values())).disconnect()
        elif roll < 0.2:
            self._reconnect()
        elif roll < 0.3:
            self._send_again()
        elif roll < (0.6 if self.row.dice == "crew" else 0.35):
            self.clients[self.rng.choice(CREW)].ask(*self._crew_command())
        else:
            player = PLAYERS[0] if self.row.mode == "first-person" else self.rng.choice(PLAYERS)
            self.clients[player].ask(*self._player_command(player))
        if self.hosts and self.rng.random() < 0.7:
            self._renew(self.hosts[-1])
        if not self._tasks or self.rng.random() < 0.05:
            self._start_owner()  # refused while the lease runs; takes over from a hung owner when it has run out

    def _kill(self) -> None:
        """kill -9: all that was in memory is gone, wherever it was."""
        for task in (*self._tasks.values(), *self._beside):
            task.cancel()

    def _stop_in_order(self) -> None:
        for host in self.hosts[-1:]:
            self._also(host.stop())

    def _renew(self, host: Host) -> None:
        self._also(host.renew())

    def _also(self, work: Any) -> None:
        async def quietly() -> None:
            try:
                await work
            except (StoreTrouble, asyncio.CancelledError):
                pass
            except BaseException as bad:
                self.broke.append(bad)

        task = asyncio.get_running_loop().create_task(quietly())
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    def _reconnect(self) -> None:
        if self.hosts:
            self.rng.choice(list(self.clients.values())).connect(self.hosts[-1])

    def _send_again(self) -> None:
        client = self.rng.choice(list(self.clients.values()))
        waiting = client.unanswered() if self.rng.random() < 0.7 else list(client.asked)
        if waiting:
            client.send(self.rng.choice(waiting))

    def _player_command(self, player: str) -> Asked:
        rng = self.rng
        host = self.hosts[-1] if self.hosts else None
        if host and player not in host.seats and rng.random() < 0.8:
            return "Sit", {"rack": 20_000}
        if host and host.state.offered and host.state.offered == host.seats.get(player) and rng.random() < 0.5:
            return "TakeDice", {}
        if host and self.row.dice == "crew" and host.state.phase is Phase.CLOSED and rng.random() < 0.5:
            return "ThrowDice", {}
        spot = rng.choice(self.layout.spots).id if rng.random() < 0.5 else rng.choice(("pass", "dont-pass", "field"))
        amount = rng.choice((500, 1_000, 1_200, 3_000, 50_000))
        choices: tuple[Asked, ...] = (
            ("Sit", {"rack": rng.choice((5_000, WALLET + 1))}),
            *[("PlaceBet", {"spot": spot, "amount": amount})] * 8,
            *[("RollNow", {})] * (6 if self.row.mode == "first-person" else 1),
            ("BuyIn", {"amount": amount}),
            ("ReduceBet", {"spot": spot, "amount": 500}),
            ("RemoveBet", {"spot": spot}),
            ("CallBet", {"spot": spot, "call": "on"}),
            ("KeepBet", {"spot": spot}),
            ("TakeDice", {}),
            ("TakeDice", {}),
            ("PassDice", {}),
            *[("SetReady", {"ready": rng.random() < 0.8})] * 3,
            ("SetSeed", {"seed": f"seed {amount}"}),
            ("Leave", {}),
            ("PlaceBet", {"spot": spot, "amount": -1}),
        )
        return rng.choice(choices)

    def _crew_command(self) -> Asked:
        rng = self.rng
        seat = rng.randint(1, 4)
        if self.row.dice == "crew" and self.hosts and rng.random() < 0.85:
            by = "dealer" if self.layout.rulebook.shooter.throws == "launcher" else "boxperson"
            usual: dict[Phase, Asked] = {
                Phase.SETTLED: ("OpenBetting", {"by": by}),
                Phase.BETTING: ("CloseBetting" if rng.random() < 0.6 else "OfferDice", {"by": by}),
                Phase.CLOSED: ("ThrowDice", {"seat": 0}),
                Phase.DICE_OUT: ("CallRoll", {"by": rng.choice((by, "stickperson")), "roll": [3, rng.choice((3, 4))]}),
                Phase.CALLED: ("SettleRoll", {"by": by}),
                Phase.SHUT: ("OpenBetting", {"by": by}),
            }
            return usual[self.hosts[-1].state.phase]
        choices: tuple[Asked, ...] = (
            ("Interrupt", {"by": "boxperson"}),
            ("InvalidateOutcome", {"by": "shift-manager", "reason": "fire"}),
            ("DeclareMalfunction", {"by": "shift-manager"}),
            ("CloseBetting", {"by": "stickperson"}),
            ("CloseBetting", {"by": "dealer"}),
            ("MarkAway", {"by": "dealer", "seat": seat}),
            ("OrderDicePassed", {"by": "boxperson", "reason": "delay"}),
            ("PlaceBetFor", {"by": "dealer", "seat": seat, "spot": "field", "amount": 500}),
            ("PostNotice", {"by": "shift-manager", "setting": "min", "value": "field=20"}),
            ("WarnSeat", {"by": "boxperson", "seat": seat}),
            ("CloseTable", {"by": rng.choice(("shift-manager", "house"))}),
        )
        return rng.choice(choices)

    async def _settle_down(self) -> None:
        """The store is sound again, and everybody sends once more what was never answered."""
        self.store.down, self.store.trouble, self.store.slowness = False, 0.0, 0.0
        for _ in range(12):
            if not self._tasks:
                self._start_owner()
            for client in self.clients.values():
                for key in client.unanswered():
                    client._arrive(key)
                if self.hosts:
                    client.connect(self.hosts[-1])
            await self._pass(1.0)
            await self._pass(1.0)
        if self.row.mode == "live" and self.row.dice != "crew" and self.hosts and self.rng.random() < 0.18:
            await Willing(self, self.hosts[-1]).play()
        for host in list(self.hosts):
            await host.stop()
        await self._pass(0.1)


class Check:
    """What must be true at the end of a world, whatever happened."""

    def __init__(self, world: World) -> None:
        self.world, self.row, self.layout = world, world.row, world.layout
        self.records = world.records

    def everything(self) -> None:
        """All of it."""
        self._the_log_holds()
        self._answers_are_the_same()
        self._money_adds_up()
        self._dice_are_asked_for()
        Acts(self.row, self.layout, self.records, self.world.store._answers.values()).check()

    def _the_log_holds(self) -> None:
        """Chain, fold, rules, postings, dice, snapshot: the proof that an operator runs."""
        snapshot = self.world.store._snapshots.get(self.row.id)
        proof = Proof(self.row.id, self.layout, self.row.dice, posted=self._posted(), snapshot=snapshot)
        fault = prove(proof, self.records) or proof.end()
        assert fault is None, str(fault)
        fold = Fold(self.layout, Log(self.row.id, self.row.book))
        if snapshot:
            fold.restore(snapshot)
            for record in self.records[snapshot.seq :]:
                fold.add(record)
            assert same_state(fold.state, proof.state), "the snapshot leads elsewhere"

    def _posted(self) -> Iterator[tuple[int, list[Posting]]]:
        for seq, group in groupby(self.world.store._posted.get(self.row.id, []), key=lambda posting: posting.seq):
            yield seq, list(group)

    def _answers_are_the_same(self) -> None:
        for client in self.world.clients.values():
            for key in client.asked:
                answers = client.final(key)
                kept = self.world.store._answers.get((client.player, key))
                assert answers <= {kept}, f"{key} was answered in {len(answers)} ways"

    def _dice_are_asked_for(self) -> None:
        """In first person nothing is thrown but what the player asked for, or the crew closed bets for."""
        if self.row.mode == "first-person":
            answers = self.world.store._answers
            asked = [
                name
                for client in self.world.clients.values()
                for key, (name, _) in client.asked.items()
                if json.loads(answers.get((client.player, key), b'{"ok":false}'))["ok"]
            ]
            thrown = sum(record.kind == "RollCalled" for record in self.records)
            assert thrown <= asked.count("RollNow") + asked.count("CloseBetting"), "dice were thrown that nobody wanted"

    def _money_adds_up(self) -> None:
        store = self.world.store
        sums: Counter[str] = Counter()
        for account, amount in (*store._moves, *(posting[1:] for posting in store._posted.get(self.row.id, []))):
            sums[account] += amount
        assert not sum(sums.values())
        held = {account: amount for account, amount in store._kept.balances.items() if amount}
        assert held == {account: amount for account, amount in sums.items() if amount}
        assert all(amount >= 0 for account, amount in held.items() if account.startswith(("wallet:", "rack:")))


def run_world(seed: int) -> None:
    """Play one world; what fails says with which seed it happens again."""
    try:
        asyncio.run(World(seed).play())
    except BaseException as bad:
        again = f"COMEOUT_WORLD_SEED={seed} .venv/bin/pytest -q tests/house/test_world.py"
        bad.add_note(f"this world is played again by: {again}")
        raise
