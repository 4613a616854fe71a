"""The owner of one table, turn by turn: kept before told, once for every id, and put right after every kind of stop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.asks import Ask
from comeout.house.dice.seeds import Seeds
from comeout.house.dice.source import DiceFailure, DiceSource, Thrown
from comeout.house.host import Host
from comeout.house.hub import Subscriber
from comeout.house.memory import Memory
from comeout.house.opening import create_table
from comeout.house.proof import Proof, prove
from comeout.house.store import Batch, DiceKind, Lease, Mode, Profile, StoreTrouble, TableRow
from comeout.rules.library import load_book
from comeout.table.messages import Reason, Rejected
from comeout.table.state import Phase
from tests.house.clocks import TurnedClock
from tests.house.games import CREW, make_source
from tests.house.memory_store import MemoryStore

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

    def publish(self) -> bytes | None:
        return None

    def secret(self) -> bytes | None:
        return None

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


class Night:
    """One table, its owner, and what everybody was answered and told."""

    def __init__(self, book: str, *rolls: tuple[int, int], dice: DiceKind = "entropy") -> None:
        self.clock = TurnedClock()
        self.store = FailingStore(self.clock)
        self.layout, self.dice = load_book(book), dice
        self.loaded = Loaded([Roll(*roll) for roll in rolls])
        self.answers: dict[str, list[bytes]] = {}
        self.guard: Callable[..., Rejected | None] = lambda *_: None
        self.row: TableRow
        self.host: Host

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
            self.row, self.layout, self.store, clock=self.clock, owner=owner, make_source=self._source,
            guard=lambda *asked: self.guard(*asked),
        )  # fmt: skip
        return await self.host.start()

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
        return answer

    async def wait(self, seconds: float = BETTING_S) -> None:
        """Let time pass, and the table do what is due."""
        self.clock.advance(seconds)
        await self.host.turn()

    def watch(self, player: str = "ann", *, sees_all: bool = False) -> Watcher:
        found = Watcher(player, sees_all=sees_all, clock=self.clock.monotonic)
        found.seat = self.host.keeper.seats.get(player)
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


# ---- a turn


@play
async def test_a_turn_is_kept_before_it_is_answered_and_told() -> None:
    night = await seated("exhibit-a")
    watching = night.watch()
    night.store.before = [StoreTrouble("slow")]
    key = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    assert "BetPlaced" not in night.kinds + names(watching)
    assert [json.loads(data)["reason"] for data in night.answers[key]] == ["NOT_KEPT"]
    night.clock.advance(1)
    await turning
    assert (await night.do("ann", "PlaceBet", key, spot="field", amount=1_000))["ok"]
    assert (night.kinds.count("BetPlaced"), names(watching)) == (1, ["BetPlaced"])


@play
async def test_many_commands_share_one_batch() -> None:
    night = await seated("exhibit-a")
    before = len(night.store.batches)
    keys = [night.ask(player, "PlaceBet", spot="field", amount=1_000) for player in ("ann", "bob") for _ in range(20)]
    await night.host.turn()
    assert len(night.store.batches) == before + 1
    assert all(json.loads(night.answers[key][0])["ok"] for key in keys)


@play
async def test_a_batch_refused_for_one_wallet_answers_the_others() -> None:
    night = await seated("exhibit-a")
    rich = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    poor = night.ask("cai", "Sit", rack=100_001)
    other = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    await night.host.turn()
    found = {key: json.loads(night.answers[key][0]) for key in (rich, poor, other)}
    assert (found[rich]["ok"], found[other]["ok"]) == (True, True)
    assert (found[poor]["reason"], found[poor]["says"]) == ("WALLET_SHORT", "your wallet does not hold that much")
    assert await night.store.balance("wallet:cai") == 100_000
    night.prove()


@play
async def test_a_player_sits_once_at_a_table() -> None:
    night = await seated("exhibit-a")
    answer = await night.do("ann", "Sit", rack=1_000)
    assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", "you sit at this table already, in seat 1")


# ---- the same id


@play
async def test_the_same_id_acts_once_and_gets_the_same_bytes_also_after_a_restart() -> None:
    night = await seated("exhibit-a")
    bet = {"spot": "field", "amount": 1_000}
    for _ in range(2):
        night.ask("ann", "PlaceBet", "x", **bet)
    await night.do("ann", "PlaceBet", "x", **bet)
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", "x", **bet)
    other = night.ask("bob", "PlaceBet", spot="field", amount=500)  # shares a batch with a command known to the store
    await night.do("ann", "PlaceBet", "x", **bet)
    assert len(night.answers["x"]) == 5
    assert len(set(night.answers["x"])) == 1
    assert json.loads(night.answers[other][0])["ok"]
    assert night.kinds.count("BetPlaced") == 2


@play
async def test_a_refusal_is_the_same_after_a_restart_even_if_it_would_be_accepted_now() -> None:
    night = await seated("exhibit-a")
    await night.do("ann", "PlaceBet", "x", spot="field", amount=60_000)
    await night.do("ann", "BuyIn", amount=50_000)
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", "x", spot="field", amount=60_000)
    assert len(set(night.answers["x"])) == 1
    assert json.loads(night.answers["x"][0])["reason"] == "RACK_TOO_SMALL"
    assert "BetPlaced" not in night.kinds


@play
async def test_a_roll_asked_for_again_after_a_restart_is_not_thrown_again() -> None:
    night = await seated("exhibit-a", (3, 3), (4, 4), mode="first-person", shooter="companion")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.do("ann", "RollNow", "roll")
    await night.crash()
    await night.do("ann", "RollNow", "roll")
    await night.host.turn()
    assert night.kinds.count("RollSettled") == 1
    assert len(set(night.answers["roll"])) == 1


@play
async def test_a_void_asked_for_again_by_one_person_never_becomes_a_second_person() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "Interrupt", "v", by="boxperson"))["waiting"]
    assert (await night.do("fay", "Interrupt", by="shift-manager"))["ok"]
    assert night.kinds.count("BetsReturned") == 1
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "Interrupt", "v", by="boxperson"))["waiting"]  # the answer of then
    assert (await night.do("fay", "Interrupt", by="boxperson"))["waiting"]
    assert night.kinds.count("BetsReturned") == 1


# ---- time


@play
async def test_a_bet_counts_for_this_roll_only_if_it_arrived_before_the_time_was_up() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    in_time = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    night.clock.advance(BETTING_S)
    late = night.ask("bob", "PlaceBet", spot="field", amount=1_000)
    night.clock.advance(0.25)
    await night.host.turn()
    assert json.loads(night.answers[in_time][0])["ok"]
    bets = [index for index, kind in enumerate(night.kinds) if kind == "BetPlaced"]
    assert night.kinds.index("RollSettled") > bets[1]
    assert len(bets) == 2 or bets[2] > night.kinds.index("RollSettled")
    assert night.answers[late]


@play
async def test_a_bet_that_arrives_while_the_dice_are_out_is_too_late_and_told_by_how_much() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    keep, late = night.host.keeper.commit, ""

    async def slowly() -> Any:
        nonlocal late
        kept = await keep()
        if night.kinds[-1] == "RollCalled" and not late:
            night.clock.advance(0.04)
            late = night.ask("bob", "PlaceBet", spot="field", amount=1_000)
            night.clock.advance(0.01)
        return kept

    night.host.keeper.commit = slowly  # type: ignore[method-assign]
    await night.wait()
    answer = json.loads(night.answers[late][0])
    assert (answer["reason"], answer["says"]) == ("TOO_LATE", "it arrived 40 ms after bets closed")


@play
async def test_bets_are_open_again_after_a_closing_that_was_not_kept() -> None:
    night = await seated("exhibit-a")
    night.store.before = [StoreTrouble("full")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    night.clock.advance(1)
    await turning
    night.clock.advance(0.1)
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]


@play
async def test_the_countdown_starts_with_the_first_player_and_the_table_rests_without_one() -> None:
    night = Night("exhibit-a", (3, 3))
    await night.open(shooter="companion")
    before = len(night.kinds)
    for _ in range(5):
        await night.wait(100)
    assert (night.since(before), night.host.deadline) == ([], None)
    await night.do("ann", "Sit", rack=5_000)
    assert night.host.closes_in_ms == BETTING_S * 1000
    await night.wait(4)
    assert night.host.closes_in_ms == (BETTING_S - 4) * 1000
    await night.do("ann", "Leave")
    before = len(night.kinds)
    await night.wait(100)
    assert (night.since(before), night.host.deadline) == ([], None)


@play
async def test_an_offer_that_nobody_answers_is_declined_after_the_betting_time() -> None:
    night = await seated("adelaide", (3, 3), shooter="seats")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert night.host.state.offered == 1
    await night.wait()
    assert night.kinds[-2:] == ["DiceDeclined", "DiceOffered"]
    assert (night.host.state.offered, night.host.closes_in_ms) == (2, BETTING_S * 1000)


@play
async def test_a_table_where_nobody_can_shoot_waits_and_says_for_what() -> None:
    night = await seated("adelaide", shooter="seats")
    watching = night.watch()
    for _ in range(3):
        await night.wait()
    assert night.host.deadline is None
    assert night.host.waiting
    assert [frame["waiting"] for frame in told(watching) if frame["type"] == "countdown"][-1] == night.host.waiting
    assert "RollCalled" not in night.kinds


@play
async def test_a_roll_in_first_person_goes_in_one_turn_and_as_separate_events() -> None:
    night = await seated("exhibit-a", (3, 3), mode="first-person", shooter="companion")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    before, batches = len(night.kinds), len(night.store.batches)
    assert (await night.do("ann", "RollNow"))["ok"]
    events = [
        "BettingClosed",
        "seeds-frozen",
        "DiceThrown",
        "dice-thrown",
        "RollCalled",
        "RollSettled",
        "BettingOpened",
    ]
    assert night.since(before) == events
    kept = [[record.kind for record in batch.records] for batch in night.store.batches[batches:] if batch.records]
    assert kept == [events[:2], events[2:5], events[5:]]


@play
async def test_a_regulated_table_keeps_five_seconds_between_rolls() -> None:
    night = await seated("exhibit-a", (3, 3), (3, 3), mode="first-person", profile="regulated", shooter="companion")
    assert (await night.do("ann", "RollNow"))["ok"]
    night.clock.advance(4.9)
    answer = await night.do("ann", "RollNow")
    assert (answer["reason"], answer["says"]) == (
        "TOO_SOON",
        "this table keeps 5 seconds between rolls; 0.1 are left",
    )
    night.clock.advance(0.1)
    assert (await night.do("ann", "RollNow"))["ok"]
    live = await seated("exhibit-a", (3, 3), (3, 3), profile="regulated", betting_time="1")
    await live.wait(1)
    await live.wait(1)
    assert live.kinds.count("RollSettled") == 1
    await live.wait(4)
    assert live.kinds.count("RollSettled") == 2


# ---- who may do what


@play
async def test_a_void_needs_two_different_people() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    for _ in range(2):
        assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
    assert "BetsReturned" not in night.kinds
    assert (await night.do("fay", "Interrupt", by="pit-supervisor"))["ok"]
    assert "BetsReturned" in night.kinds


@play
async def test_what_the_book_refuses_waits_for_nobody() -> None:
    night = await seated("sentosa")
    answer = await night.do("eve", "Interrupt", by="dealer")
    assert (answer["ok"], answer["reason"]) == (False, "WRONG_ROLE")


@play
async def test_dice_off_a_real_table_need_two_people_who_read_the_same() -> None:
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="boxperson")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseBetting", by="stickperson"))["ok"]
    assert (await night.do("eve", "ThrowDice", seat=0))["ok"]
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3]))["waiting"]
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 4]))["waiting"]
    assert "RollCalled" not in night.kinds
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 3]))["ok"]
    assert "RollCalled" in night.kinds


@pytest.mark.parametrize(
    ("player", "name", "body", "says"),
    [
        ("cai", "PlaceBet", {"spot": "pass", "amount": 500}, "you have no seat here; sit down first"),
        ("ann", "PlaceBet", {"seat": 2, "spot": "pass", "amount": 500}, "that is not your seat"),
        ("ann", "CloseBetting", {"by": "boxperson"}, "you are not boxperson at this table; roles you hold here: none"),
        ("ann", "CloseBetting", {"by": "house"}, "you are not house at this table; roles you hold here: none"),
        ("ivy", "CloseBetting", {"by": "inspector"}, "the inspector reads everything and changes nothing"),
        ("ann", "Rebet", {"spot": "pass"}, "the house carries out standing instructions by itself"),
        ("eve", "CallRoll", {"by": "stickperson", "roll": [3, 3]}, "the house throws the dice at this table"),
        ("ann", "ThrowDice", {}, "the house throws the dice at this table"),
        ("ann", "RollNow", {}, "here the dice come when the betting time is over"),
    ],
)
def test_seats_and_roles_are_checked(player: str, name: str, body: dict[str, Any], says: str) -> None:
    async def scenario() -> None:
        night = await seated("exhibit-a")
        before = len(night.kinds)
        answer = await night.do(player, name, **body)
        assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", says)
        assert night.since(before) == []

    asyncio.run(scenario())


@play
async def test_a_standing_bet_stops_at_the_limit_a_player_set() -> None:
    night = await seated("exhibit-a", (3, 1))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.do("ann", "KeepBet", spot="field")
    night.guard = lambda *_: Rejected(Reason.NOT_AVAILABLE_NOW, "you have lost enough")
    await night.wait()
    assert night.kinds[-1] == "RebetSkipped"
    assert not night.host.state.occupied


# ---- the dice


@play
async def test_the_chain_is_published_before_and_seeds_are_frozen_at_no_more_bets() -> None:
    night = await seated("exhibit-a", dice="chain")
    assert night.kinds.index("chain-published") < night.kinds.index("SeatTaken")
    await night.do("ann", "SetSeed", seed="mine")
    await night.wait()
    frozen = next(record for record in night.store._records[TABLE] if record.kind == "seeds-frozen")
    assert json.loads(frozen.body) == {"roll": 1, "seeds": [[1, "mine"]]}
    for _ in range(12):
        await night.wait()
    assert night.kinds.count("chain-published") == 3  # five rolls each
    night.prove()


@play
async def test_dice_are_committed_before_anybody_is_told() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    night.store.before = [None, StoreTrouble("full")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    for _ in range(5):
        await asyncio.sleep(0)
    assert "RollCalled" not in names(watching)
    night.loaded.rolls = [Roll(5, 5)]
    night.clock.advance(1)
    await turning
    await night.host.turn()
    assert names(watching)[-3:] == ["RollCalled", "RollSettled", "BettingOpened"]
    assert night.host.state.point == 10  # play went on by itself


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_dice_that_fail_close_the_table_with_a_notice_and_everybody_keeps_their_chips(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book)
        watching = night.watch()
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.wait()
        assert "dice-failed" in names(watching)
        assert night.host.state.phase is Phase.SHUT
        assert "RollCalled" not in night.kinds
        assert (await night.store.table(TABLE))._replace(closed=False) == night.row  # type: ignore[union-attr]
        assert await night.store.tables() == []
        assert [await night.store.balance(f"wallet:{player}") for player in ("ann", "bob")] == [100_000, 100_000]
        night.prove()

    asyncio.run(scenario())


@play
async def test_a_chain_that_cannot_be_read_back_closes_the_table_instead_of_the_house() -> None:
    night = await seated("adelaide", dice="chain")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)

    def lost(_row: TableRow, _memory: Memory) -> DiceSource | None:
        raise DiceFailure("the chain of the dice cannot be read back")

    night._source = lost  # type: ignore[method-assign, assignment]
    await night.crash()
    assert night.host.state.phase is Phase.SHUT
    assert await night.store.balance("wallet:ann") == 100_000


# ---- stops


async def stopped_in(night: Night, kind: str) -> None:
    """Bets are laid and the owner dies as soon as this is kept."""
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)

    class Dead(Exception):
        """The process is gone."""

    keep = night.host.keeper.commit

    async def until_then() -> Any:
        if kind in night.kinds:
            raise Dead
        return await keep()

    night.host.keeper.commit = until_then  # type: ignore[method-assign]
    with pytest.raises(Dead):
        await night.wait()


@pytest.mark.parametrize(
    ("book", "kinds", "left"),
    [
        ("sentosa", ["started", "BetsReturned", "BettingOpened"], 50_000),
        ("exhibit-a", ["started", "PlayContinued"], 49_000),
        ("adelaide", ["started", "PlayContinued"], 49_000),
        ("evolution", ["started", "PlayContinued"], 49_000),
    ],
)
def test_an_undecided_round_that_was_interrupted_follows_its_book(book: str, kinds: list[str], left: int) -> None:
    async def scenario() -> None:
        night = await seated(book, (3, 3), (3, 3))
        await stopped_in(night, "BettingClosed")
        before = len(night.kinds)
        await night.crash()
        assert night.since(before)[: len(kinds)] == kinds
        assert night.host.state.seats[1].rack == left
        night.prove()

    asyncio.run(scenario())


@play
async def test_a_round_with_something_decided_is_played_on() -> None:
    night = await seated("sentosa", (3, 3), (2, 2))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    assert night.host.state.round_decided
    before = len(night.kinds)
    await night.crash()
    assert night.since(before)[:2] == ["started", "PlayContinued"]


@pytest.mark.parametrize("book", ["exhibit-a", "adelaide", "sentosa", "evolution"])
def test_committed_dice_are_settled_first_after_a_crash_and_once(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, (3, 4))
        await stopped_in(night, "RollCalled")
        before = len(night.kinds)
        await night.crash()
        assert night.since(before)[:2] == ["started", "RollSettled"]
        assert night.host.state.seats[1].rack == 51_000
        assert night.host.closes_in_ms == BETTING_S * 1000  # and a whole betting time for the next roll
        await night.crash()
        assert night.kinds.count("RollSettled") == 1
        night.prove()

    asyncio.run(scenario())


@play
async def test_crew_dice_that_were_called_are_settled_first_too() -> None:
    night = await seated("exhibit-a", dice="crew")
    for player, name, body in (
        ("eve", "OpenBetting", {"by": "boxperson"}),
        ("eve", "CloseBetting", {"by": "stickperson"}),
        ("eve", "ThrowDice", {"seat": 0}),
        ("eve", "CallRoll", {"by": "stickperson", "roll": [3, 3]}),
        ("fay", "CallRoll", {"by": "stickperson", "roll": [3, 3]}),
    ):
        assert (await night.do(player, name, **body))["ok"]
    before = len(night.kinds)
    await night.crash()
    assert night.since(before) == ["started", "RollSettled", "PlayContinued"]


@play
async def test_a_takeover_within_the_betting_time_is_no_interruption_and_keeps_the_countdown() -> None:
    night = await seated("sentosa", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    before = len(night.kinds)
    await night.crash(for_s=4)
    assert night.since(before) == ["started"]
    assert night.host.closes_in_ms == (BETTING_S - 4) * 1000


@play
async def test_a_clean_stop_is_no_interruption_and_finishes_the_roll_in_hand() -> None:
    night = await seated("sentosa", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.store.after = [None, StoreTrouble("lost the line")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    for _ in range(5):
        await asyncio.sleep(0)
    stopping = asyncio.ensure_future(night.host.stop())
    night.clock.advance(1)
    await asyncio.gather(turning, stopping)
    assert night.kinds[-3:] == ["RollSettled", "BettingOpened", "stopped"]
    before = len(night.kinds)
    night.clock.advance(3600)
    assert await night.own("next")
    assert night.since(before) == []
    assert night.host.closes_in_ms == BETTING_S * 1000
    night.prove()


@play
async def test_the_interruption_is_applied_even_if_the_store_fails_while_it_is() -> None:
    for failing in ("before", "after"):
        night = await seated("sentosa", (3, 3))
        await stopped_in(night, "BettingClosed")
        setattr(night.store, failing, [StoreTrouble("full")])
        night.clock.advance(60)
        owning = asyncio.ensure_future(night.own("next"))
        for _ in range(5):
            await asyncio.sleep(0)
        night.clock.advance(1)
        assert await owning
        assert (night.kinds.count("started"), night.kinds.count("BetsReturned")) == (1, 1), failing


@play
async def test_a_snapshot_is_what_the_log_folds_to_and_never_ahead_of_it() -> None:
    night = await seated("exhibit-a", (3, 3), dice="chain")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.store.down = True
    await night.host.stop()
    night.store.down = False
    snapshot = await night.store.snapshot(TABLE)
    assert snapshot is None or snapshot.seq <= len(night.kinds)
    await night.crash()
    await night.host.stop()
    snapshot = await night.store.snapshot(TABLE)
    assert snapshot is not None
    assert snapshot.seq == len(night.kinds)
    proof = Proof(TABLE, night.layout, "chain", snapshot=snapshot)
    assert (prove(proof, night.store._records[TABLE]) or proof.end()) is None


# ---- the store


@play
async def test_a_store_in_trouble_is_told_and_play_resumes_by_itself() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    running = asyncio.ensure_future(night.host.run())
    night.store.down = True
    key = night.ask("ann", "PlaceBet", spot="pass", amount=1_000)
    for _ in range(10):
        await asyncio.sleep(0)
        night.clock.advance(0.1)
    assert [json.loads(data)["reason"] for data in night.answers[key]] == ["NOT_KEPT"]
    assert [frame["over"] for frame in told(watching) if frame["type"] == "trouble"][:1] == [False]
    night.store.down = False
    for _ in range(200):
        await asyncio.sleep(0)
        night.clock.advance(0.1)
    assert [frame["over"] for frame in told(watching) if frame["type"] == "trouble"][-1] is True
    assert "RollSettled" in night.kinds
    await night.host.stop()
    await running


@play
async def test_what_was_kept_although_the_store_said_no_is_told_and_answered_the_same() -> None:
    night = await seated("exhibit-a")
    watching = night.watch()
    night.store.after = [StoreTrouble("the line broke after COMMIT")]
    night.ask("ann", "PlaceBet", "x", spot="field", amount=1_000)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    night.clock.advance(1)
    await turning
    assert names(watching) == ["BetPlaced"]
    assert (await night.do("ann", "PlaceBet", "x", spot="field", amount=1_000))["ok"]
    assert night.kinds.count("BetPlaced") == 1


@play
async def test_an_owner_that_stops_in_the_middle_of_trouble_writes_nothing_before_it_has_read_the_log_back() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    night.store.after = [None, None, StoreTrouble("the line broke after COMMIT")]
    night.host._stopping = True
    night.clock.advance(BETTING_S)
    late = night.ask("bob", "BuyIn", amount=1_000)
    await night.host.turn()
    assert night.answers[late] == []
    await night.host.stop()
    seqs = [frame["seq"] for frame in told(watching) if frame["type"] == "event"]
    assert seqs == list(range(seqs[0], len(night.kinds) + 1))
    assert night.kinds[-2:] == ["BettingOpened", "stopped"]


@play
async def test_a_stale_owner_gives_way_and_writes_nothing() -> None:
    night = await seated("exhibit-a")
    watching, stale = night.watch(), night.host
    await night.crash()
    before = len(night.kinds)
    stale.ask(Ask("ann", "x", "PlaceBet", {"spot": "field", "amount": 1_000}, frozenset(), 0.0, lambda _: None))
    await stale.turn()
    assert stale.lost
    assert watching.end is not None
    assert watching.end.code == 4009
    await stale.turn()
    await stale.stop()
    assert night.since(before) == []


@play
async def test_a_table_is_owned_once() -> None:
    night = await seated("exhibit-a")
    owner = night.host
    assert not await night.own("somebody else")
    night.host = owner
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]


@play
async def test_a_bug_is_answered_and_the_table_is_read_back() -> None:
    night = await seated("exhibit-a")
    key = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    night.guard = lambda *_: 1 / 0  # type: ignore[assignment]
    with pytest.raises(ZeroDivisionError):
        await night.host.turn()
    await night.host.recover_from_bug()
    assert json.loads(night.answers[key][0])["reason"] == "BROKEN"
    night.guard = lambda *_: None
    assert (await night.do("ann", "PlaceBet", key, spot="field", amount=1_000))["ok"]


@play
async def test_a_crew_member_who_closes_bets_has_the_house_throw_at_once() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseBetting", by="stickperson"))["ok"]
    assert night.kinds.count("RollSettled") == 1
    night.prove()


@play
async def test_a_shooter_who_passes_the_dice_as_bets_close_breaks_nothing() -> None:
    night = await seated("sentosa", (3, 3), shooter="seats")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("ann", "TakeDice"))["ok"]
    night.ask("eve", "CloseBetting", by="stickperson")
    night.ask("ann", "PassDice")
    await night.host.turn()
    assert night.host.state.phase is Phase.BETTING
    assert "RollCalled" not in night.kinds


@play
async def test_a_table_that_its_crew_closes_sends_everybody_home_with_their_chips() -> None:
    night = await seated("exhibit-a")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseTable", by="boxperson"))["ok"]
    assert await night.store.balance("wallet:ann") == 100_000
    assert await night.store.tables() == []
    night.prove()
