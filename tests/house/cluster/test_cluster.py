"""Several processes share their tables: one owner each, the others follow, over a real NATS server.

On a real PostgreSQL, and on one SQLite file, where a dead owner is known only by its lease.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from comeout.client import Client
from comeout.house.audience.hub import Subscriber
from comeout.house.clock import WallClock
from comeout.house.cluster.bus import BusTrouble, NatsBus, NoBus, open_bus
from comeout.house.cluster.follower import Follower
from comeout.house.host.host import Host
from comeout.house.house import House, Place
from comeout.house.store import open_store
from comeout.house.store.contract import LEASE_SECONDS, StaleOwner
from comeout.log.records import Batch, Lease, Record
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book
from comeout.table.messages import Interrupt
from tests.kit.buses import free_port, start_nats
from tests.kit.servers import Running, running

PATIENCE = 10.0
BUSY = 2.0
"""Seconds more than a takeover may take, for a machine that does other things too."""


@asynccontextmanager
async def houses(where: str, bus: str) -> AsyncIterator[tuple[House, House]]:
    """Two processes' worth of house over one database and one bus; the first owns the tables."""
    both = [House(open_store(where), WallClock(), bus=open_bus(bus)) for _ in range(2)]
    for house in both:
        await house.start()
    try:
        yield both[0], both[1]
    finally:
        for house in reversed(both):
            await house.stop()


async def until(true: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait for something to become true; the answer is how long that took."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < seconds, "it never came true"
        await asyncio.sleep(0.01)
    return time.monotonic() - start


async def asked(
    place: Place, player: str, command: str, name: str, roles: frozenset[str] = frozenset(), **body: Any
) -> dict[str, Any]:
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    place.ask(Ask(player, command, name, body, roles, time.monotonic(), answered.set_result))
    found: dict[str, Any] = json.loads(await asyncio.wait_for(answered, PATIENCE))
    return found


def told(subscriber: Subscriber) -> list[dict[str, Any]]:
    return [json.loads(data) for _, data in subscriber._queue]


async def guest(house: House) -> str:
    player = (await house.people.enter()).who.player
    await house.guardian.learn(player)
    return player


def run(where: str, bus: str, scenario: Callable[[House, House], Awaitable[None]]) -> None:
    async def play() -> None:
        async with houses(where, bus) as (first, second):
            await scenario(first, second)

    asyncio.run(play())


def test_one_owns_a_table_and_the_other_serves_its_players_through_the_bus(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        own, follower = first.places["evolution"], second.places["evolution"]
        assert isinstance(own, Host)
        assert isinstance(follower, Follower)
        player = await guest(second)
        watcher = Subscriber(player, sees_all=False, clock=time.monotonic)
        follower.hub.join(watcher)
        seated = await asked(follower, player, "1", "Sit", rack=500_00)
        assert seated["ok"], seated
        answer = await asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00)
        assert (answer["ok"], answer["rack_cents"]) == (True, 490_00)
        assert await asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00) == answer
        await until(lambda: "BetPlaced" in [each.get("name") for each in told(watcher)])
        [taken] = [each["body"] for each in told(watcher) if each.get("name") == "SeatTaken"]
        assert taken["name"] == f"guest-{player[-4:]}"
        assert first.names[player] == second.names[player] == taken["name"]
        assert follower.fold.state == own.fold.state
        assert follower.closes_in_ms is not None
        assert own.closes_in_ms is not None
        assert abs(own.closes_in_ms - follower.closes_in_ms) < 1000

    run(where, bus, scenario)


def test_a_player_of_another_process_is_ready_too_and_the_dice_are_thrown(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        own, follower = first.places["evolution"], second.places["evolution"]
        player = await guest(second)
        watcher = Subscriber(player, sees_all=False, clock=time.monotonic)
        follower.hub.join(watcher)
        assert (await asked(follower, player, "1", "Sit", rack=500_00))["ok"]
        await until(lambda: own.presence.here(player))
        assert (await asked(follower, player, "2", "SetReady"))["ok"]
        await until(lambda: [1] in [each.get("ready") for each in told(watcher)])
        await until(lambda: own.fold.state.rolls == 1)

    run(where, bus, scenario)


def test_an_answer_comes_after_its_events_also_in_a_process_that_does_not_own_the_table(where: str, bus: str) -> None:
    async def scenario(_: House, second: House) -> None:
        follower = second.places["sentosa"]
        player = await guest(second)
        client = Subscriber(player, sees_all=False, clock=time.monotonic)
        follower.hub.join(client)

        def ask(command: str, name: str, **body: Any) -> None:
            follower.ask(Ask(player, command, name, body, frozenset(), time.monotonic(), client.offer))

        def answers() -> list[dict[str, Any]]:
            return [each for each in told(client) if each["type"] == "answer"]

        ask("sit", "Sit", rack=500_00)
        await until(lambda: len(answers()) == 1)
        for number in range(20):
            ask(f"bet {number}", "PlaceBet", spot="field", amount=1_00)
            await until(lambda: len(answers()) == number + 2)  # noqa: B023 - it is waited for at once
        ask("bet 19", "PlaceBet", spot="field", amount=1_00)
        await until(lambda: len(answers()) == 22)
        heard, early = 0, []
        for each in told(client):
            heard = each["seq"] if each["type"] == "event" else heard
            if each["type"] == "answer" and each["seq"] > heard:
                early.append(each["id"])
        assert not early
        assert answers()[-1] == answers()[-2], "a repeated command is answered as it was the first time"

    run(where, bus, scenario)


def test_a_client_of_another_process_finds_its_chips_moved_when_it_is_answered(tmp_path: Path, bus: str) -> None:
    async def scenario(first: Running, second: Running) -> None:
        async with Client(first.url) as here:
            await here.enter()
            own = await here.open_table("sentosa", settings={"shooter": "companion"})
            async with Client(second.url, token=here.token) as there:
                table = await there.join(own.id)
                assert isinstance(second.house.places[own.id], Follower)
                assert (await table.sit("200")).rack == table.rack == 200_00
                for _ in range(5):
                    placed = await table.bet("field", "5")
                    assert (placed.rack, placed.seq) == (table.rack, table.mirror.seq)
                    rolled = await table.roll()
                    assert rolled.settled
                    assert rolled.rack == table.rack == (placed.rack or 0) + 5_00 + rolled.net[1]
                    assert (table.phase, table.bets) == ("betting open", {})

    with running(tmp_path, bus=bus) as first, running(tmp_path, bus=bus) as second:
        asyncio.run(asyncio.wait_for(scenario(first, second), 3 * PATIENCE))


def test_what_waits_for_a_second_person_is_seen_and_agreed_to_in_every_process(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        own, follower = first.places["sentosa"], second.places["sentosa"]
        crew = frozenset({"boxperson"})
        ann, eve, fay = [await guest(second) for _ in range(3)]
        assert (await asked(follower, ann, "1", "Sit", rack=500_00))["ok"]
        assert (await asked(follower, ann, "2", "PlaceBet", spot="pass", amount=10_00))["ok"]
        assert not await follower.wanted()
        forged = await asked(follower, eve, "0", "Interrupt", crew, by="boxperson")
        assert forged["reason"] == "NOT_ALLOWED", "the owner looks up the roles itself, whatever it is told"
        for each in (eve, fay):
            await first.people.grant(each, "sentosa", "boxperson", by="operator")
        assert (await asked(follower, eve, "3", "Interrupt", crew, by="boxperson"))["waiting"]
        [wanted] = await follower.wanted()
        assert (wanted.command, wanted.player) == (Interrupt("house"), eve)
        assert [each._replace(seconds=0) for each in await own.wanted()] == [wanted._replace(seconds=0)]
        assert not (await asked(follower, fay, "4", "Interrupt", crew, by="boxperson")).get("waiting")
        assert not await follower.wanted()
        await kill(first)
        assert await follower.wanted() == []

    run(where, bus, scenario)


@pytest.mark.claim("kept-by-takeovers")
def test_a_killed_owner_is_replaced_in_time_and_nothing_acknowledged_is_lost(where: str, bus: str) -> None:
    lease = 0.0 if where.startswith("postgresql") else LEASE_SECONDS

    async def scenario(first: House, second: House) -> None:
        own, follower = first.places["evolution"], second.places["evolution"]
        assert isinstance(own, Host)
        player = await guest(second)
        await asked(follower, player, "1", "Sit", rack=500_00)
        await asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00)
        await kill(first)
        took = await until(lambda: isinstance(second.places["evolution"], Host))
        assert took <= lease + 1.0 + BUSY, took
        place = second.places["evolution"]
        assert place.fold.state.on_spot[place.layout.by_id["pass"].index] == 10_00
        assert place.fold.log.epoch > own.fold.log.epoch
        assert (await asked(place, player, "3", "PlaceBet", spot="field", amount=5_00))["ok"]

    run(where, bus, scenario)


def test_what_had_not_been_heard_of_a_killed_owner_is_told_once_by_the_next(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        follower = second.places["evolution"]
        player = await guest(second)
        watcher = Subscriber(player, sees_all=False, clock=time.monotonic)
        await asked(follower, player, "1", "Sit", rack=500_00)
        await until(lambda: player in follower.seats)
        follower.hub.join(watcher)
        second._tasks["evolution"].cancel()  # it follows no more
        answer = asyncio.ensure_future(asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00))
        assert isinstance(follower, Follower)
        await until(lambda: bool(follower._early))  # the owner has answered, and its events are not read here
        assert not told(watcher)
        await kill(first)
        await until(lambda: isinstance(second.places["evolution"], Host))
        assert (await answer)["ok"]
        await asked(second.places["evolution"], player, "3", "PlaceBet", spot="pass", amount=10_00)
        events = [each for each in told(watcher) if each["type"] == "event"]
        assert [each["name"] for each in events].count("BetPlaced") == 2
        assert [each["seq"] for each in events] == list(range(events[0]["seq"], events[-1]["seq"] + 1))

    run(where, bus, scenario)


@pytest.mark.claim("people-limits")
def test_a_players_own_limit_counts_what_lies_at_the_tables_of_every_process(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        corner = await second.create(load_book("adelaide"), name="corner", mode="live")
        own, follower = await second.table(corner.id), second.places["evolution"]
        assert isinstance(own, Host)
        assert isinstance(follower, Follower)
        player = await guest(second)
        await second.change_limit(player, "loss", 25_00)
        assert (await asked(own, player, "sit here", "Sit", rack=200_00))["ok"]
        assert (await asked(follower, player, "sit there", "Sit", rack=200_00))["ok"]
        assert (await asked(follower, player, "1", "PlaceBet", spot="pass", amount=15_00))["ok"]
        await until(lambda: second.guardian.position(player).at_risk_cents == 15_00)
        refused = await asked(own, player, "2", "PlaceBet", spot="field", amount=15_00)
        assert "your own limit" in refused["says"]
        assert (await asked(own, player, "3", "PlaceBet", spot="field", amount=10_00))["ok"]
        await until(lambda: first.guardian.position(player).at_risk_cents == 25_00)
        refused = await asked(follower, player, "4", "PlaceBet", spot="pass", amount=1_00)
        assert "your own limit" in refused["says"]

    run(where, bus, scenario)


def test_the_betting_time_and_what_a_table_waits_for_are_the_same_in_every_process(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        own, follower = first.places["exhibit-a"], second.places["exhibit-a"]
        player = await guest(second)
        watcher = Subscriber(player, sees_all=False, clock=time.monotonic)
        follower.hub.join(watcher)
        assert (await asked(follower, player, "1", "Sit", rack=500_00))["ok"]
        assert (await asked(follower, player, "2", "TakeDice"))["ok"]
        await until(
            lambda: own.waiting == follower.waiting != "" and own.countdown.whose == follower.countdown.whose == 1
        )
        assert (await asked(follower, player, "3", "PlaceBet", spot="pass", amount=10_00))["ok"]

        def count() -> dict[str, Any]:
            return [each for each in told(watcher) if each["type"] == "countdown"][-1]

        await until(lambda: not count()["waiting"])
        assert own.closes_in_ms is not None
        assert follower.closes_in_ms is not None
        assert abs(own.closes_in_ms - follower.closes_in_ms) < 1000
        assert first.places["exhibit-a"].presence.here(player)  # the owner knows who is connected to the other process

    run(where, bus, scenario)


def test_an_owner_that_has_lost_its_table_follows_it(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        lost = first.places["evolution"]
        assert isinstance(lost, Host)
        for name in ("leases", "takeover"):
            first._tasks.pop(name).cancel()
        await until(lambda: isinstance(second.places["evolution"], Host), LEASE_SECONDS + PATIENCE)
        player, seen = await guest(first), list[Place]()
        await lost.renew()
        lost.look(lambda: seen.append(first.places["evolution"]))
        assert (await asked(lost, player, "1", "Sit", rack=500_00))["ok"], "what is asked meanwhile is passed on"
        assert [isinstance(each, Follower) for each in seen] == [True]
        assert (await asked(first.places["evolution"], player, "2", "BuyIn", amount=100_00))["ok"]

    run(where, bus, scenario)


async def kill(house: House) -> None:
    """What kill -9 does: tasks stop where they are and connections break, with nothing said to anybody."""
    for task in house._tasks.values():
        task.cancel()
    await asyncio.gather(*house._tasks.values(), return_exceptions=True)
    house._tasks.clear()
    house.places.clear()
    await house.store.close()
    await house.bus.close()
    house.store.close = house.bus.close = _already  # type: ignore[method-assign]


async def _already() -> None:
    """It is gone already."""


def test_a_hung_owner_is_replaced_when_its_lease_has_run_out_and_writes_nothing_more(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        hung = first.places["evolution"]
        assert isinstance(hung, Host)
        assert hung.table.lease
        for name in ("leases", "takeover", "evolution"):
            first._tasks.pop(name).cancel()
        took = await until(lambda: isinstance(second.places["evolution"], Host))
        assert took <= LEASE_SECONDS + 1.0 + BUSY, took
        lease: Lease = hung.table.lease
        log = hung.fold.log
        record = log.next("stopped", b"{}", 0)
        with pytest.raises(StaleOwner):
            await first.store.append(lease, Batch(records=[Record(*record)]))
        del first.places["evolution"]

    run(where, bus, scenario)


def test_an_owner_that_stops_in_order_hands_over_without_an_interruption(where: str, bus: str) -> None:
    async def scenario(first: House, second: House) -> None:
        player = await guest(second)
        await asked(second.places["sentosa"], player, "1", "Sit", rack=500_00)
        host = first.places["sentosa"]
        assert isinstance(host, Host)
        first._tasks.pop("takeover").cancel()
        await host.stop()
        await until(lambda: isinstance(second.places["sentosa"], Host))
        kinds = [record.kind for record in await second.store.records("sentosa")]
        assert "stopped" in kinds
        assert not {"PlayContinued", "BetsReturned", "started"} & set(kinds)

    run(where, bus, scenario)


def test_a_bus_that_goes_away_and_comes_back_only_delays_the_others(where: str) -> None:
    port = free_port()
    server = start_nats(port)

    async def scenario(first: House, second: House) -> None:
        nonlocal server
        follower = second.places["evolution"]
        player = await guest(second)
        await asked(follower, player, "1", "Sit", rack=500_00)
        server.kill()
        server.wait()
        waiting = asyncio.ensure_future(asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00))
        server = start_nats(port)
        answer = await waiting
        assert answer["ok"] or answer["reason"] == "NOT_KEPT", answer
        again = await asked(follower, player, "2", "PlaceBet", spot="pass", amount=10_00)
        assert again["ok"], again
        own = first.places["evolution"]
        assert own.fold.state.on_spot[own.layout.by_id["pass"].index] == 10_00

    try:
        run(where, f"nats://127.0.0.1:{port}", scenario)
    finally:
        server.kill()
        server.wait()


def test_without_a_bus_nobody_else_is_asked_or_heard() -> None:
    async def play() -> None:
        alone = open_bus("")
        assert isinstance(alone, NoBus)
        await alone.open()
        alone.tell("anything", b"")
        await (await alone.listen("anything", lambda _: None))()
        with pytest.raises(BusTrouble, match="this house has no bus"):
            await alone.ask("anything", b"", timeout_s=1)
        await alone.close()

    asyncio.run(play())


def test_a_bus_that_is_not_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.house.cluster.bus.CONNECT_SECONDS", 0.3)
    with pytest.raises(BusTrouble, match=r"no bus at nats://127\.0\.0\.1:1"):
        asyncio.run(NatsBus("nats://127.0.0.1:1").open())


def test_subscriptions_that_end_after_their_bus_has_closed_have_ended_already(bus: str) -> None:
    async def play() -> None:
        closing = NatsBus(bus)
        await closing.open()

        async def echo(data: bytes) -> bytes:
            return data

        ends = [await closing.listen("news", lambda _: None), await closing.answer("questions", echo)]
        await closing.close()
        for end in ends:
            await end()
        with capture_logs() as told:
            closing.tell("news", b"")
            await asyncio.sleep(0)
        assert told == []

    asyncio.run(play())
