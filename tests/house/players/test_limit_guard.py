"""The guardian of players' own limits: where everybody stands, told by events or read from the store."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from comeout.house.players import limit_guard as module
from comeout.house.players.limit_guard import Guardian
from comeout.house.players.passwords import PeopleError
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.log.codec import write_json
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.log.records import Batch, RecallRow, Record, TableRow
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.table import messages as m
from comeout.table.answer import Answer
from comeout.table.messages import Command, Event, Rejected, RollSettled
from comeout.table.state import TableState
from comeout.table.table import Table
from tests.kit.clocks import TurnedClock
from tests.kit.stores import house_at

BOOKS = book_names()
RACK = 1_000_00


class Watched:
    """A table whose events the guardian is told; `play` is a whole roll."""

    def __init__(self, guardian: Guardian, clock: TurnedClock, layout: Layout, name: str = "north") -> None:
        self.guardian, self.clock, self.name = guardian, clock, name
        self.table = Table(layout, settings={"shooter": "companion"})
        self.guard = guardian.at(name, layout)
        self.seq = 0

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def fold(self) -> Fold:
        found = Fold(self.table.layout, Log(self.name, "digest", seq=self.seq))
        found.state = self.state
        return found

    def tell(self, answer: Answer) -> list[Event] | Rejected:
        for event in answer:
            self.seq += 1
            self.guardian.seen(Record(self.name, 1, self.seq, self.clock.now(), "", b"", b""), event)
        return answer.refused or list(answer)

    def send(self, command: Command, player: str = "p1") -> list[Event] | Rejected | No:
        return self.guard(player, command, self.state) or self.tell(self.table.send(command))

    def sit(self, seat: int = 1) -> None:
        assert isinstance(self.send(m.Sit(seat, f"p{seat}", RACK), f"p{seat}"), list)

    def roll(self, a: int, b: int) -> list[Event] | Rejected:
        return self.tell(self.table.roll(a, b))


def guarded(tmp_path: Path, scenario: Callable[[Store, TurnedClock, Guardian], Awaitable[None]]) -> None:
    """Run a coroutine over a store, a clock and a guardian."""

    async def run() -> None:
        clock = TurnedClock()
        store = open_store(house_at(tmp_path), clock=clock)
        await store.open()
        try:
            await scenario(store, clock, Guardian(store, clock))
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture
def layout() -> Layout:
    return load_book(BOOKS[0])


# ------------------------------------------------------------------ where everybody stands


def whims(layout: Layout, chance: random.Random) -> Command:
    """Something a player or the crew might ask."""
    seat = chance.randint(1, 3)
    spot = chance.choice(layout.spots).id
    asked: list[Command] = [
        m.PlaceBet(seat, spot, chance.choice([5_00, 10_00, 30_00])),
        m.PlaceBet(seat, spot, chance.choice([10_00, 20_00, 60_00])),
        m.RemoveBet(seat, spot),
        m.ReduceBet(seat, spot, 5_00),
        m.KeepBet(seat, spot),
        m.BuyIn(seat, 25_00),
        m.MarkAway("house", seat, chance.random() < 0.5),
        m.ComeBack(seat),
        m.DeclareMalfunction("house"),
        m.InvalidateOutcome("house", "seen"),
        m.Interrupt("house"),
    ]
    return chance.choice(asked)


class SetClock(TurnedClock):
    """A clock whose wall time somebody can set; its steady time goes on."""

    skew = 0

    def now(self) -> int:
        return super().now() + self.skew


def test_the_time_played_never_goes_back_when_the_clock_of_the_house_is_set(layout: Layout, tmp_path: Path) -> None:
    async def scenario(store: Store, _: TurnedClock, __: Guardian) -> None:
        clock = SetClock()
        guardian, shown = Guardian(store, clock), [0]
        watched = Watched(guardian, clock, layout)
        await guardian.learn("p1")
        watched.sit()
        for minutes in (0, 30, -60, 60, 0, -120):  # more than an hour ahead would be a long break
            clock.skew = minutes * 60 * 1_000_000
            for _minute in range(3):
                clock.advance(minutes=1)
                before = guardian.now()
                assert guardian.now() >= before
                shown += [guardian.visit("p1").seconds, guardian.position("p1").seconds_played]
                watched.send(m.BuyIn(1, 1_00))
        assert shown == sorted(shown)
        assert shown[-1] >= 17 * 60

    guarded(tmp_path, scenario)


def test_a_visit_counts_the_tables_together_and_a_new_owner_goes_on_from_the_log(
    layout: Layout, tmp_path: Path
) -> None:
    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        north, south = (Watched(guardian, clock, layout, name) for name in ("north", "south"))
        await guardian.learn("p1")
        for minute in range(12):
            clock.advance(minutes=1)
            table = (north, south)[minute % 2]
            table.send(m.BuyIn(1, 1_00)) if minute > 1 else table.sit()
        visit = guardian.visit("p1")
        assert (visit.seconds, visit.runs_on_ms) == (11 * 60, 5 * 60_000)
        fold = north.fold
        fold.memory.playing = {"p1": [(visit.since, visit.since + 11 * 60 * 1_000_000)]}
        again = Guardian(store, TurnedClock(clock.now() - 3_600_000_000))
        await again.meet("north", fold)
        assert again.visit("p1") == visit

    guarded(tmp_path, scenario)


@pytest.mark.parametrize("book", BOOKS)
def test_the_net_position_is_what_racks_and_layout_hold_beyond_what_was_brought(book: str, tmp_path: Path) -> None:
    layout = load_book(book)

    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        chance, watched = random.Random(7), Watched(guardian, clock, layout)
        brought = dict.fromkeys((1, 2, 3), RACK)
        told: set[str] = set()
        for seat in brought:
            await guardian.learn(f"p{seat}")
            watched.sit(seat)
        for _step in range(1500):
            command = whims(layout, chance)
            answer = watched.send(command) if chance.random() < 0.9 else watched.roll(*chance.choices(range(1, 7), k=2))
            told |= {type(event).__name__ for event in answer} if isinstance(answer, list) else set()
            if (
                isinstance(command, m.BuyIn)
                and isinstance(answer, list)
                and any(isinstance(event, m.BoughtIn) for event in answer)
            ):
                brought[command.seat] += command.amount
            for seat, money in brought.items():
                laid = sum(watched.table.bets(seat).values())
                position = guardian.position(f"p{seat}")
                assert position.at_risk_cents == laid
                assert position.net_cents == watched.table.rack(seat) + laid - money
                assert position.play_money
        assert {"BetPlaced", "BetTakenDown", "RollSettled"} <= told
        assert told & {"OutcomeUndone", "BetsReturned", "WalkedAway"}

    guarded(tmp_path, scenario)


def test_time_played_counts_once_at_two_tables_and_stops_at_the_last_seat(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.learn("p1")
        north, south = (Watched(guardian, clock, layout, name) for name in ("north", "south"))
        for watched in (north, south):
            watched.sit()
        clock.advance(minutes=4)
        north.send(m.Leave(1))
        assert guardian.position("p1").seconds_played == 4 * 60
        clock.advance(minutes=2)
        south.send(m.Leave(1))
        clock.advance(hours=1)
        assert guardian.position("p1").seconds_played == 6 * 60
        south.sit()
        assert guardian.position("p1").seconds_played == 6 * 60

    guarded(tmp_path, scenario)


def test_who_walks_away_stops_the_clock_and_who_comes_back_starts_it(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.learn("p1")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        clock.advance(minutes=1)
        assert isinstance(watched.send(m.MarkAway("house", 1)), list)
        clock.advance(minutes=3)
        assert guardian.position("p1").seconds_played == 60
        assert isinstance(watched.send(m.ComeBack(1)), list)
        clock.advance(minutes=2)
        assert guardian.position("p1").seconds_played == 3 * 60

    guarded(tmp_path, scenario)


def test_a_table_met_again_is_as_its_log_folds(layout: Layout, tmp_path: Path) -> None:
    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.learn("p1")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        watched.send(m.PlaceBet(1, "field", 10_00))
        restarted = Guardian(store, clock)
        await restarted.meet("north", watched.fold)
        await restarted.meet("north", watched.fold)
        assert restarted.position("p1").at_risk_cents == 10_00
        watched.send(m.MarkAway("house", 1))
        await restarted.meet("north", watched.fold)
        clock.advance(minutes=1)
        assert restarted.position("p1").seconds_played == 0

    guarded(tmp_path, scenario)


# ------------------------------------------------------------------ what the tables are told


def test_nobody_plays_before_their_limits_are_read(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        watched = Watched(guardian, clock, layout)
        refused = watched.send(m.Sit(1, "p1", RACK))
        assert isinstance(refused, No)
        assert refused.reason == "NOT_AVAILABLE_NOW"
        await guardian.learn("p1")
        watched.sit()

    guarded(tmp_path, scenario)


def test_chips_put_down_in_one_breath_count_against_the_loss_limit(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.change("p1", "loss", 25_00)
        await guardian.learn("p1")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        untold = watched.table.send(m.PlaceBet(1, "field", 20_00))
        assert untold
        refused = watched.send(m.PlaceBet(1, "field", 10_00))
        assert isinstance(refused, No)
        assert refused.reason == "OWN_LIMIT"
        assert isinstance(watched.send(m.PlaceBet(1, "field", 5_00)), list)

    guarded(tmp_path, scenario)


@pytest.mark.claim("people-limits")
def test_chips_at_another_table_count_against_the_loss_limit(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.change("p1", "loss", 25_00)
        await guardian.learn("p1")
        north, south = (Watched(guardian, clock, layout, name) for name in ("north", "south"))
        for watched in (north, south):
            watched.sit()
        assert isinstance(north.send(m.PlaceBet(1, "field", 15_00)), list)
        assert isinstance(north.send(m.PlaceBet(1, "field", 5_00)), list)
        assert isinstance(south.send(m.PlaceBet(1, "field", 10_00)), No)
        north.send(m.RemoveBet(1, "field"))
        assert isinstance(south.send(m.PlaceBet(1, "field", 10_00)), list)

    guarded(tmp_path, scenario)


def test_a_lost_limit_comes_back_when_the_loss_is_a_day_old(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.change("p1", "loss", 10_00)
        await guardian.learn("p1")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        watched.send(m.PlaceBet(1, "field", 10_00))
        watched.roll(3, 4)
        assert guardian.position("p1").net_cents == -10_00
        assert isinstance(watched.send(m.PlaceBet(1, "field", 5_00)), No)
        assert isinstance(watched.send(m.BuyIn(1, 5_00)), No)
        clock.advance(hours=24, minutes=1)
        assert isinstance(watched.send(m.PlaceBet(1, "field", 10_00)), list)

    guarded(tmp_path, scenario)


def test_a_bet_that_the_crew_places_or_that_stands_is_held_to_its_owners_limit(layout: Layout, tmp_path: Path) -> None:
    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.learn("p1")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        await guardian.change("p1", "stake", 5_00)
        watched.state.due.append((1, "field", 6_00))
        assert watched.guard("dealer", m.PlaceBetFor("dealer", 1, "field", 6_00), watched.state)
        assert not watched.guard("dealer", m.PlaceBetFor("dealer", 1, "field", 5_00), watched.state)
        assert watched.guard("", m.Rebet(1, "field"), watched.state)
        assert not watched.guard("", m.Rebet(1, "pass"), watched.state)
        assert not watched.guard("p1", m.PlaceBet(9, "field", 6_00), watched.state)

    guarded(tmp_path, scenario)


def test_an_offered_bet_counts_before_it_is_confirmed(tmp_path: Path) -> None:
    found = [load_book(book) for book in BOOKS if load_book(book).rulebook.chips.verbal == "chips"]

    async def scenario(_: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.change("p1", "stake", 25_00)
        await guardian.change("p1", "loss", 50_00)
        await guardian.learn("p1")
        watched = Watched(guardian, clock, found[0])
        watched.table = Table(found[0], settings={"crew": "people"})
        watched.tell(watched.table.send(m.OpenBetting("dealer")))
        watched.sit()
        assert isinstance(watched.send(m.SpeakBet(1, "field", 20_00)), list)
        assert isinstance(watched.send(m.SpeakBet(1, "field", 10_00)), No)
        assert isinstance(watched.send(m.PlaceBet(1, "pass", 20_00)), list)
        assert isinstance(watched.send(m.PlaceBet(1, "dont-pass", 15_00)), No)
        assert isinstance(watched.send(m.PlaceBet(1, "dont-pass", 10_00)), list)

    assert found
    guarded(tmp_path, scenario)


# ------------------------------------------------------------------ the limits and the store


@pytest.mark.claim("people-limits")
def test_limits_are_kept_and_hold_after_a_restart(tmp_path: Path) -> None:
    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        await guardian.change("p1", "loss", 50_00)
        await guardian.change("p1", "loss", 80_00)
        restarted = Guardian(store, clock)
        await restarted.learn("p1")
        assert [limit.value for limit in restarted.limits("p1")] == [50_00]
        clock.advance(days=1)
        assert [limit.value for limit in restarted.limits("p1")] == [80_00]

    guarded(tmp_path, scenario)


def test_a_process_that_knows_an_old_limit_cannot_loosen_a_new_one(tmp_path: Path) -> None:
    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        other = Guardian(store, clock)
        await other.learn("p1")
        await guardian.change("p1", "loss", 50_00)
        assert other.limits("p1") == []
        assert (await other.change("p1", "loss", 80_00)).value == 50_00
        await guardian.change("p1", "loss", 20_00)
        await other.relearn("p1")
        assert [limit.value for limit in other.limits("p1")] == [20_00]

    guarded(tmp_path, scenario)


@pytest.mark.parametrize(("kind", "value"), [("loss", -1), ("time", 1441), ("stake", True), ("luck", 5)])
def test_a_limit_that_makes_no_sense_is_refused(kind: str, value: int, tmp_path: Path) -> None:
    async def scenario(_: Store, __: TurnedClock, guardian: Guardian) -> None:
        with pytest.raises(PeopleError, match="limits are for time, loss, stake"):
            await guardian.change("p1", kind, value)  # type: ignore[arg-type]

    guarded(tmp_path, scenario)


class Kept:
    """Settled rolls of one player in the store, as a table's owner keeps them."""

    def __init__(self, store: Store, clock: TurnedClock) -> None:
        self.store, self.clock = store, clock
        self.seqs: dict[str, int] = {}

    async def table(self, name: str, player: str = "") -> None:
        await self.store.create_table(TableRow(name, name, "digest", "live", "chain", "standard", player, 0))
        self.seqs[name] = 0

    async def lost(self, table: str, *amounts: int, every_s: float = 0) -> None:
        lease = await self.store.claim(table, "owner", lease_s=3)
        assert lease
        batch, last = Batch(), 0
        for amount in amounts:
            self.clock.advance(every_s)
            seq = self.seqs[table] = self.seqs[table] + 1
            line = {"seat": 1, "at_risk": amount, "outcome": "lost", "paid": 0, "vigorish": 0, "clause": "x"}
            at, last = self.clock.now(), last or self.clock.now()
            body = write_json({"at": at, "roll": seq, "lines": [line], "played": [(last, at)]})
            last = at
            batch.recall.append(RecallRow("p1", table, seq, 1, seq, self.clock.now(), body))
            batch.records.append(Record(table, lease.epoch, seq, self.clock.now(), "x", b"", b""))
        await self.store.append(lease, batch)


def test_the_last_day_is_read_from_the_store_at_every_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 3)

    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        kept = Kept(store, clock)
        await kept.table("old")
        await kept.table("mine", "p1")
        await kept.lost("old", *[1_00] * 10)
        clock.advance(hours=24, minutes=1)
        await kept.lost("mine", *[5] * 7, every_s=60)
        await kept.lost("old", 3)
        await guardian.learn("p1")
        await guardian.learn("p1")
        assert guardian.position("p1").net_cents == -38
        assert guardian.position("p1").seconds_played == 6 * 60
        await guardian.learn("p2")
        assert guardian.position("p2").net_cents == 0

    guarded(tmp_path, scenario)


def test_a_settlement_counts_once_whether_it_is_told_or_read_first(tmp_path: Path) -> None:
    async def scenario(store: Store, clock: TurnedClock, guardian: Guardian) -> None:
        kept = Kept(store, clock)
        await kept.table("north")
        await kept.lost("north", 1_00, 2_00, 4_00)
        told_first, read_first = guardian, Guardian(store, clock)
        sit = Record("north", 1, 2, clock.now(), "", b"", b"")
        for each in (told_first, read_first):
            each.seen(sit, m.SeatTaken(1, "p1", RACK))
        told_first.seen(sit._replace(seq=3), settled(4_00))
        await asyncio.gather(told_first.learn("p1"), told_first.learn("p1"))
        await read_first.learn("p1")
        read_first.seen(sit._replace(seq=3), settled(4_00))
        for each in (told_first, read_first):
            assert each.position("p1").net_cents == -7_00
            each.seen(sit._replace(seq=4), settled(8_00))
            assert each.position("p1").net_cents == -15_00

    guarded(tmp_path, scenario)


def settled(lost: int) -> RollSettled:
    """A roll that took a bet in the field."""
    table = Table(load_book(BOOKS[0]), settings={"shooter": "companion"})
    table.sit("p1", 10_000_00)
    table.bet(1, "field", 5_00)
    found = table.roll(3, 4).settled
    assert found
    return found._replace(lines=tuple(line._replace(stake=lost, at_risk=lost) for line in found.lines))


def test_those_who_sit_nowhere_are_forgotten_when_there_are_many(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store, clock: TurnedClock, _: Guardian) -> None:
        monkeypatch.setattr(module, "MOST_FILES", 2)
        guardian = Guardian(store, clock)
        await guardian.change("p2", "loss", 5_00)
        for number in (1, 2):
            await guardian.learn(f"p{number}")
        watched = Watched(guardian, clock, layout)
        watched.sit()
        await guardian.learn("p3")
        await guardian.learn("p4")
        assert guardian.limits("p2") == []
        await guardian.learn("p2")
        assert [limit.value for limit in guardian.limits("p2")] == [5_00]
        assert isinstance(watched.send(m.PlaceBet(1, "field", 5_00)), list)

    guarded(tmp_path, scenario)
