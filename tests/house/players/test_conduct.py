"""Warnings and bars belong to the player: at every table of the same book in the house, before and after a restart."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import pytest

from comeout.house.audience.hub import Subscriber
from comeout.house.host.host import Host
from comeout.house.house import House
from comeout.house.players.conduct import ConductRecords, Standing
from comeout.log.fold import ENGINE_RAISED
from comeout.log.records import ConductRow, TableRow
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book
from comeout.table.engine import ENGINE
from tests.kit.clocks import TurnedClock
from tests.kit.house_games import CREW
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play

NUMBERS = itertools.count()
"""Commands have ids of their own, also after a restart."""


class TwoTables:
    """A house with two tables of one book, and one of another."""

    def __init__(self, store: MemoryStore, clock: TurnedClock) -> None:
        self.store, self.clock = store, clock
        self.house = House(store, clock)

    async def open(self, *names: str) -> None:
        for name in names:
            book = "sentosa" if name == "other" else "adelaide"
            settings = {"shooter": "companion", "min field": "10", "betting-time": "3600"}
            await self.house.create(load_book(book), name=name, mode="live", settings=settings)
        await self.store.post([("bonus", -100_000), ("wallet:ann", 100_000)], why="welcome", key="ann")

    async def row(self, name: str) -> TableRow:
        return next(row for row in await self.store.tables() if row.name == name)

    async def host(self, name: str) -> Host:
        place = await self.house.table((await self.row(name)).id)
        assert isinstance(place, Host)
        return place

    async def do(self, player: str, table: str, name: str, **body: Any) -> dict[str, Any]:
        host = await self.host(table)
        await self.house.learn("ann")
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        roles = CREW if player == "eve" else frozenset[str]()
        host.ask(Ask(player, f"ask {next(NUMBERS)}", name, body, roles, self.clock.monotonic(), answered.set_result))
        reply: dict[str, Any] = json.loads(await answered)
        return reply

    async def kinds(self, table: str) -> list[str]:
        return [record.kind for record in await self.store.records((await self.row(table)).id)]


async def two_tables() -> TwoTables:
    clock = TurnedClock()
    found = TwoTables(MemoryStore(clock=clock), clock)
    await found.open("north", "south", "other")
    for table in ("north", "south", "other"):
        assert (await found.do("ann", table, "Sit", rack=10_000))["ok"]
    return found


async def bar(tables: TwoTables, table: str) -> None:
    for name in ("WarnSeat", "WarnSeat", "BarSeat"):
        assert (await tables.do("eve", table, name, by="boxperson", seat=1))["ok"]


@play
async def test_a_bar_holds_at_once_where_the_player_sits_already_and_nowhere_under_another_book() -> None:
    tables = await two_tables()
    assert (await tables.do("ann", "south", "PlaceBet", spot="place-6", amount=1_200))["ok"]
    await bar(tables, "north")
    refused = await tables.do("ann", "south", "PlaceBet", spot="field", amount=1_000)
    assert (refused["reason"], refused["clause"]) == ("BARRED", "adelaide 14(b)")
    assert "RecordKnown" in await tables.kinds("south")
    assert (await tables.do("ann", "south", "RemoveBet", spot="place-6"))["ok"]
    assert (await tables.do("ann", "other", "PlaceBet", spot="field", amount=1_000))["ok"]
    assert "RecordKnown" not in await tables.kinds("other") + await tables.kinds("north")
    await tables.house.stop()


@play
async def test_a_bar_outlives_the_seat_and_the_house_s_restart_and_is_lifted_at_any_table() -> None:
    tables = await two_tables()
    await bar(tables, "north")
    for table in ("north", "south"):
        assert (await tables.do("ann", table, "Leave"))["ok"]
    await tables.house.stop()
    again = TwoTables(tables.store, tables.clock)
    sat = await again.do("ann", "south", "Sit", rack=10_000)
    assert sat["ok"]
    assert (await again.kinds("south"))[-2:] == ["SeatTaken", "RecordKnown"]
    assert (await again.do("ann", "south", "PlaceBet", spot="field", amount=1_000))["reason"] == "BARRED"
    assert (await again.do("eve", "south", "LiftBar", by="pit-supervisor", seat=1))["ok"]
    assert (await again.do("ann", "south", "PlaceBet", spot="field", amount=1_000))["ok"]
    # North remembers the bar in its own log, and is told that it was lifted.
    sat = await again.do("ann", "north", "Sit", rack=10_000)
    assert (await again.kinds("north"))[-3:] == ["SeatTaken", "RecordKnown", "RecordKnown"]
    answered = [name for name, _ in sat["events"]], sat["seq"]
    assert answered == (["SeatTaken", "RecordKnown"], len(await again.kinds("north")) - 1)  # as the log has them
    assert (await again.do("ann", "north", "PlaceBet", spot="field", amount=1_000))["ok"]
    await again.house.stop()


@play
async def test_two_judgements_in_one_batch_are_not_taken_back_by_what_the_house_knew_before() -> None:
    tables = await two_tables()
    await tables.do("eve", "south", "WarnSeat", by="boxperson", seat=1)
    host = await tables.host("north")
    replies: list[bytes] = []
    for number, name in enumerate(("WarnSeat", "BarSeat")):
        body = {"by": "boxperson", "seat": 1}
        host.ask(Ask("eve", f"both {number}", name, body, CREW, tables.clock.monotonic(), replies.append))
    while len(replies) < 2:
        await asyncio.sleep(0)
    assert [json.loads(reply)["ok"] for reply in replies] == [True, True]
    assert host.state.seats[1].barred
    assert tables.house.conduct.standing("adelaide", "ann") == Standing(None, 2, barred=True)
    await tables.house.stop()


@play
async def test_judgements_are_folded_in_their_order_and_read_once_more_than_needed() -> None:
    clock = TurnedClock()
    store = MemoryStore(clock=clock)
    conduct = ConductRecords(store, clock)
    kinds = ("warned", "told-off", "told-off", "barred", "unwarned", "lifted", "told-off")
    store._conduct += [ConductRow("ann", "adelaide", "t", n, clock.now() + n, kind) for n, kind in enumerate(kinds)]  # type: ignore[arg-type]
    for _ in range(2):
        await conduct.load()
        assert conduct.standing("adelaide", "ann") == Standing(warned=False, told_off=1, barred=False)
    assert conduct.standing("sentosa", "ann") == Standing()


@play
async def test_a_later_revision_of_the_engine_does_not_bring_back_a_bar_that_was_lifted_elsewhere() -> None:
    tables = await two_tables()
    await bar(tables, "north")
    assert (await tables.do("eve", "south", "LiftBar", by="pit-supervisor", seat=1))["ok"]
    host = await tables.host("north")
    assert host.state.seats[1].barred  # its log has not heard of it yet
    with pytest.MonkeyPatch.context() as later:
        later.setattr("comeout.house.host.writer.ENGINE", ENGINE + 1)
        host.writer.take_over()
    assert [record.kind for record in host.table.turn.batch.records] == [ENGINE_RAISED]
    assert host.table.turn.batch.conduct == []


@play
async def test_one_record_may_hold_two_judgements_of_a_player() -> None:
    clock = TurnedClock()
    store = MemoryStore(clock=clock)
    conduct = ConductRecords(store, clock)
    store._conduct += [
        ConductRow("ann", "adelaide", "t", 1, clock.now(), "warned"),
        ConductRow("ann", "adelaide", "t", 1, clock.now(), "barred"),
    ]
    await conduct.load()
    assert conduct.standing("adelaide", "ann") == Standing(warned=True, told_off=None, barred=True)


@play
async def test_nobody_but_the_player_and_the_crew_is_told_of_a_record() -> None:
    tables = await two_tables()
    await tables.store.post([("bonus", -100_000), ("wallet:bob", 100_000)], why="welcome", key="bob")
    await tables.house.learn("bob")
    await bar(tables, "north")
    host = await tables.host("south")
    ann, bob, eve = (
        Subscriber(who, sees_all=who == "eve", clock=tables.clock.monotonic) for who in ("ann", "bob", "eve")
    )
    for each in (ann, bob, eve):
        host.hub.join(each)
    ann.seat = 1
    before = host.table.log.seq
    await tables.do("ann", "south", "PlaceBet", spot="field", amount=1_000)
    heard = {each.player: [json.loads(data).get("name") for _, data in each._queue] for each in (ann, bob, eve)}
    assert ("RecordKnown" in heard["ann"], "RecordKnown" in heard["eve"], "RecordKnown" in heard["bob"]) == (
        True,
        True,
        False,
    )
    missed = {each.player: host.hub.missed(each, before, host.table.log.seq) or [] for each in (ann, bob, eve)}
    assert [sum(b"RecordKnown" in data for data in missed[who]) for who in ("ann", "bob", "eve")] == [1, 0, 1]
    await tables.house.stop()
