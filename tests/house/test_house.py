"""The house as a whole, where no other test of it goes: what it knows of its players, and tables that break."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from comeout.dice import Roll
from comeout.house.audience.hub import Subscriber
from comeout.house.dice.source import ReadEntropy
from comeout.house.host.host import Host
from comeout.house.host.recovery import nobody_minds
from comeout.house.house import TROUBLES_MOST, House
from comeout.house.players.limit_guard import Guardian
from comeout.log.fold import Memory
from comeout.log.proof import same_state
from comeout.log.records import Batch, Lease, Record, TableRow
from comeout.protocol.frames import MOVED
from comeout.protocol.house_commands import Ask
from comeout.rules.library import book_names, load_book
from comeout.table.messages import BetPlaced
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import Night, play, seated


async def watched() -> tuple[Night, Guardian]:
    """Ann has lost rolls at a table of her own and has paid the vigorish of a bet that lies there, and who knows it."""
    night = await seated("adelaide", (1, 1), (1, 1), mode="first-person")
    guardian = Guardian(night.store, night.clock)
    await guardian.learn("ann")
    night.met = partial(guardian.meet, night.row.id)
    night.heard = lambda told: guardian.seen(told.record, told.event) if told.event else None
    await night.crash(for_s=4)
    for spot, amount in (("field", 10_00), ("field", 10_00), ("buy-4", 40_00)):
        night.clock.advance(60)
        for each in ("pass", spot):
            assert (await night.do("ann", "PlaceBet", spot=each, amount=amount))["ok"]
        night.clock.advance(60)
        if spot == "field":
            assert (await night.do("ann", "RollNow"))["ok"]
    return night, guardian


@play
async def test_time_losses_and_chips_at_a_table_of_ones_own_count_before_it_is_asked_for_after_a_restart() -> None:
    night, guardian = await watched()
    night.clock.advance(600)
    before = guardian.position("ann")
    assert (before.net_cents, before.at_risk_cents) == (18_00, 80_00)
    assert before.seconds_played > 300
    house = House(night.store, night.clock)
    await house.learn("ann")
    assert house.guardian.position("ann") == before
    assert night.row.id in house.places
    await house.stop()


@play
async def test_what_happened_while_nobody_told_of_it_counts_once_when_the_table_is_met_again() -> None:
    night, guardian = await watched()
    night.met, night.heard = nobody_minds, lambda _told: None
    late = Guardian(night.store, night.clock)
    await late.learn("ann")  # who knows what is settled, and not the table
    await night.crash(for_s=4)
    night.loaded.rolls += [Roll(1, 1), Roll(4, 3)]
    for spot in ("field", "hard-6"):
        for each in ("pass", spot):
            assert (await night.do("ann", "PlaceBet", spot=each, amount=10_00))["ok"]
        assert (await night.do("ann", "RollNow"))["ok"]
    fresh = Guardian(night.store, night.clock)
    for who in (guardian, late, fresh):
        await who.meet(night.row.id, night.host.fold)
        await who.meet(night.row.id, night.host.fold)
        await who.learn("ann")
    assert guardian.position("ann") == late.position("ann") == fresh.position("ann")


@play
async def test_a_table_that_breaks_again_and_again_is_left_alone_and_tried_anew_for_the_next_who_comes() -> None:
    night = await seated("adelaide", (4, 2))
    await night.host.stop()
    house = House(night.store, night.clock)
    host = await house.table(night.row.id)
    assert isinstance(host, Host)
    watcher = Subscriber("ann", sees_all=False, clock=night.clock.monotonic)
    host.hub.join(watcher)

    broken_at = 0

    async def broken() -> None:
        nonlocal broken_at
        broken_at += 1
        raise RuntimeError("it cannot be")

    host.turn = broken  # type: ignore[method-assign]
    host.ask(Ask("ann", "1", "Leave", {}, frozenset(), night.clock.monotonic(), lambda _: None))
    while night.row.id in house.places:
        await asyncio.sleep(0)
    assert (broken_at, watcher.end) == (TROUBLES_MOST, MOVED)
    again = await house.table(night.row.id)
    assert isinstance(again, Host)
    assert again.state == host.state
    await house.stop()


IDS = count()


class SlowStore(MemoryStore):
    """A store in memory whose commits take a while, as those of a disk do."""

    async def append(self, lease: Lease, batch: Batch) -> None:
        for _ in range(20):
            await asyncio.sleep(0)
        await super().append(lease, batch)


async def answered(hosts: list[Host], player: str, name: str, **body: object) -> list[dict[str, Any]]:
    """Send a command to several tables at the same moment."""
    got: list[bytes] = []
    for host in hosts:
        now = host.clock.monotonic()
        host.ask(Ask(player, f"{name}-{next(IDS)}", name, dict(body), frozenset(), now, got.append))
    while len(got) < len(hosts):
        await asyncio.sleep(0)
    return [json.loads(data) for data in got]


async def four_tables(book: str = "evolution") -> tuple[House, list[Host]]:
    """Ann, with 1,000.00, and four tables of hers that she sits at with 100.00 each."""
    clock = TurnedClock()
    store = SlowStore(clock=clock)
    await store.post([("bonus", -1_000_00), ("wallet:ann", 1_000_00)], why="welcome", key="ann")
    house, hosts = House(store, clock), []
    for number in range(4):
        row = await house.create(load_book(book), name=f"t{number}", mode="first-person", player="ann")
        host = await house.place(row)
        assert isinstance(host, Host)
        hosts.append(host)
    await house.learn("ann")
    assert all(each["ok"] for each in await answered(hosts, "ann", "Sit", rack=100_00))
    return house, hosts


@pytest.mark.claim("people-limits")
@play
async def test_a_loss_limit_holds_for_bets_sent_to_several_tables_at_the_same_moment() -> None:
    house, hosts = await four_tables()
    await house.change_limit("ann", "loss", 10_00)
    answers = await answered(hosts, "ann", "PlaceBet", spot="field", amount=10_00)
    assert sorted(each["ok"] for each in answers) == [False, False, False, True]
    assert {each["reason"] for each in answers if not each["ok"]} == {"OWN_LIMIT"}
    assert house.guardian.position("ann").at_risk_cents == 10_00
    await house.stop()


@pytest.mark.claim("people-limits")
@play
async def test_a_loss_limit_counts_the_vigorish_of_a_bet_before_it_is_published() -> None:
    house, hosts = await four_tables("adelaide")
    await house.change_limit("ann", "loss", 84_00)
    assert not (await answered(hosts[:1], "ann", "PlaceBet", spot="buy-4", amount=82_00))[0]["ok"], (
        "86.10 with vigorish"
    )
    answers = await answered([hosts[0], hosts[0], hosts[1]], "ann", "PlaceBet", spot="buy-4", amount=40_00)
    assert sum(each["ok"] for each in answers) == 2, "two of 40.00 cost 84.00 with their vigorish"
    assert not (await answered(hosts[2:3], "ann", "PlaceBet", spot="field", amount=1))[0]["ok"]
    await house.stop()


@play
async def test_a_batch_that_never_happened_does_not_count_against_a_limit() -> None:
    house, hosts = await four_tables()
    await house.change_limit("ann", "loss", 10_00)
    async with hosts[0]._turning:  # as within a turn
        hosts[0].writer.write(BetPlaced(1, "field", 10_00, 0, ""))
    assert (await answered(hosts[1:2], "ann", "PlaceBet", spot="field", amount=10_00))[0]["reason"] == "OWN_LIMIT"
    await hosts[0].read_back()
    assert (await answered(hosts[1:2], "ann", "PlaceBet", spot="field", amount=10_00))[0]["ok"]
    await house.stop()


@pytest.mark.claim("money-alone")
@play
async def test_a_wallet_pays_once_for_chips_bought_at_several_tables_at_the_same_moment() -> None:
    house, hosts = await four_tables()
    for host in hosts:
        host.writer.read_back = None  # type: ignore[assignment,method-assign]
    answers = await answered(hosts, "ann", "BuyIn", amount=300_00)
    assert sorted(each["ok"] for each in answers) == [False, False, True, True]
    assert {each["reason"] for each in answers if not each["ok"]} == {"WALLET_SHORT"}
    assert await house.store.balance("wallet:ann") == 0
    await house.stop()


@play
async def test_a_table_that_breaks_when_it_is_stopped_keeps_no_other_from_stopping() -> None:
    house, hosts = await four_tables()

    async def broken() -> None:
        raise RuntimeError("it cannot be")

    hosts[0]._stop_in_order = broken  # type: ignore[method-assign]
    await house.stop()
    assert [await house.store.claim(host.row.id, "next", lease_s=1) is not None for host in hosts][1:] == [True] * 3


def _spoilt(record: Record, what: str) -> Record:
    """A record as bad bytes in the store leave it."""
    if what == "a body that is no JSON":
        return record._replace(body=b"\xff{")
    return (
        record._replace(kind="NeverHeardOf") if "kind" in what else record._replace(body=b'{"seat":99,"spot":"none"}')
    )


@pytest.mark.claim("kept-apart")
@pytest.mark.parametrize("what", ["a body that is no JSON", "a kind that nobody knows", "a body of something else"])
def test_one_bad_record_closes_its_table_with_the_record_named_and_the_rest_of_the_house_opens(what: str) -> None:
    async def scenario() -> None:
        night = await seated("adelaide")
        await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
        await night.host.stop()
        records = night.store._records[night.row.id]
        night.store._snapshots.clear()
        place, bad = next((n, each) for n, each in enumerate(records) if each.kind == "BetPlaced")
        records[place] = _spoilt(bad, what)
        house = House(night.store, night.clock)
        await house.start()
        assert night.row.id not in house.places
        assert {place.row.name for place in house.places.values()} >= set(book_names())
        assert f"record {bad.seq} " in house.broken[night.row.id]
        assert await house.table(night.row.id) is None
        await house.stop()

    asyncio.run(scenario())


@play
async def test_a_snapshot_that_cannot_be_read_is_left_and_the_log_replayed() -> None:
    night = await seated("adelaide")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    before = night.host.state.copy()
    await night.host.stop()
    kept = night.store._snapshots[night.row.id]
    night.store._snapshots[night.row.id] = kept._replace(body=b"\xc1" + kept.body[1:])
    assert await night.own("next")
    assert same_state(night.host.state, before)


@play
async def test_a_table_that_breaks_as_it_starts_closes_alone_and_gives_its_lease_back() -> None:
    night = await seated("adelaide")
    await night.host.stop()
    house = House(night.store, night.clock)

    def broken(_row: TableRow, _memory: Memory, _read: ReadEntropy) -> None:
        raise RuntimeError("it cannot be")

    with patch("comeout.house.house.source_of", broken):
        assert await house.table(night.row.id) is None
    assert "could not be opened" in house.broken[night.row.id]
    assert await night.store.claim(night.row.id, "next", lease_s=1)
    await house.stop()


@play
async def test_nothing_of_a_house_is_still_under_way_when_its_store_is_closed() -> None:
    night = await seated("adelaide")
    house = House(night.store, night.clock)
    await house.start()
    left: list[set[Any]] = []

    async def close() -> None:
        left.append(asyncio.all_tasks() - {asyncio.current_task()})

    async def slowly() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(20):
                await asyncio.sleep(0)

    house._tasks["takeover"].cancel()
    house._tasks["takeover"] = asyncio.create_task(slowly())
    await asyncio.sleep(0)
    with patch.object(night.store, "close", close):
        await house.stop()
    assert left == [set()]
