"""Clients over a bad network: slow, cut and half-open. When it is good again they see what the house has, in 2 s."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from comeout.client import Client, RemoteTable
from comeout.house.host.host import Host
from comeout.log.codec import read_event
from comeout.table.messages import BetPlaced, SeatTaken
from tests.kit.bad_network import KINDS, LONGEST_DELAY_S, BadNetwork, bad_network, faults
from tests.kit.servers import Running, lift_rate_limits, open_live, running

SECONDS = float(os.getenv("COMEOUT_BAD_NETWORK", "3"))
SEEDS = 8
CATCH_UP_S = 2.0
SPOTS = ("field", "any-craps", "hard-8", "place-6")

Picture = tuple[Any, ...]


def test_what_goes_wrong_follows_from_the_seed_and_in_time_everything_does() -> None:
    assert faults(7, 30.0) == faults(7, 30.0) != faults(8, 30.0)
    seen = [fault for seed in range(SEEDS) for fault in faults(seed, 30.0)]
    assert {fault.kind for fault in seen} == set(KINDS)
    assert max(fault.delay_s for fault in seen) == LONGEST_DELAY_S
    assert all(faults(seed, 30.0)[-1].kind.startswith("half-open") for seed in range(SEEDS))


def seen_by(table: RemoteTable) -> Picture:
    """The table as a client sees it."""
    state = table.mirror.state
    return (table.mirror.seq, table.rack, table.bets, table.point, table.phase, state.rolls, table.seats, table.shooter)


def kept_of(host: Host, player: str) -> Picture:
    """The same, as the house has it."""
    state, seat = host.fold.state, host.seats.get(player)  # a seat is freed of somebody who is away for long
    spots = {spot.id: bets[seat].amount for spot in host.layout.spots if seat in (bets := state.bets[spot.index])}
    names = {number: host.hub.name(each) for each, number in sorted(host.seats.items(), key=lambda pair: pair[1])}
    rack, point = 0 if seat is None else state.seats[seat].rack, state.point or None
    return (host.fold.log.seq, rack, spots, point, state.phase.value, state.rolls, names, state.shooter)


class Player:
    """Somebody who bets over a bad network of their own, and what they were answered."""

    def __init__(self, client: Client, table: RemoteTable, seed: int) -> None:
        self.client, self.table, self.rng = client, table, Random(seed)
        self.accepted = 0
        self.told: Counter[int] = Counter()
        """How often each bet was told, by its place in the log."""

    async def play(self, over: asyncio.Event) -> None:
        """Bet again and again; an answer is waited for as long as it takes."""
        while not over.is_set():
            answer = await self.table.bet(self.rng.choice(SPOTS), 6_00)
            self.accepted += bool(answer)
            await asyncio.sleep(self.rng.uniform(0.01, 0.2))

    async def catch_up(self, pictures: dict[int, Picture], since: int) -> float:
        """Wait until this client sees what the house has; how long that took."""
        begun = time.monotonic()
        while True:
            mine = seen_by(self.table)
            if mine[0] >= since and pictures.get(mine[0]) == mine:
                return time.monotonic() - begun
            assert time.monotonic() - begun < 5 * CATCH_UP_S, (
                self.table._connection.why,
                mine,
                pictures.get(mine[0]),
            )
            await asyncio.sleep(0.01)


async def seated(network: BadNetwork, table: str, seed: int) -> Player:
    client = Client(network.url, patience_s=10 * SECONDS + 60)
    await client.enter()
    joined = await client.join(table)
    assert await joined.sit("500")
    return Player(client, joined, seed)


async def storm(house: Running, table: str, networks: list[BadNetwork]) -> tuple[list[float], list[Player]]:
    """Play while every network is bad in its own way; how long each client took to see the truth again."""
    players = [await seated(network, table, seed) for seed, network in enumerate(networks)]
    over = asyncio.Event()
    playing = [asyncio.create_task(player.play(over)) for player in players]
    await asyncio.gather(*(network.storming(SECONDS) for network in networks))
    [host] = [each for each in house.house.hosts if each.row.id == table]
    pictures: list[dict[int, Picture]] = [{} for _ in players]

    def picture() -> None:
        for player, known in zip(players, pictures, strict=True):
            known[host.fold.log.seq] = kept_of(host, player.table.mirror.player)

    async def photograph() -> None:
        while True:
            house.do(lambda: host.look(picture))  # when everything is committed
            await asyncio.sleep(0.003)

    camera = asyncio.create_task(photograph())
    since = host.fold.log.seq
    taken = await asyncio.gather(
        *(player.catch_up(known, since) for player, known in zip(players, pictures, strict=True))
    )
    over.set()
    await asyncio.wait_for(asyncio.gather(*playing), 10 * CATCH_UP_S)
    camera.cancel()
    for player in players:
        await player.client.close()
    return taken, players


async def bets_of(house: Running, table: str) -> Counter[str]:
    """How many bets of each player the log has."""
    records = await house.run(house.house.store.records(table, limit=1_000_000))
    seated, found = dict[int, str](), Counter[str]()
    for record in records:
        event = read_event(record.kind, record.body) if record.kind in ("SeatTaken", "BetPlaced") else None
        if isinstance(event, SeatTaken):
            seated[event.seat] = event.player
        elif isinstance(event, BetPlaced):
            found[seated[event.seat]] += 1
    return found


@pytest.mark.claim("kept-by-networks")
def test_after_a_bad_network_clients_see_what_the_house_has_and_nothing_acted_twice(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    table = open_live(tmp_path, "sentosa", name="quick", shooter="companion")
    with running(tmp_path) as house, ExitStack() as stack:
        lift_rate_limits(house)
        networks = [stack.enter_context(bad_network(house.port, seed)) for seed in range(SEEDS)]
        taken, players = asyncio.run(storm(house, table, networks))
        bets = asyncio.run(bets_of(house, table))
        wrong = Counter(kind for network in networks for kind in network.seen)
        accepted = {player.table.mirror.player: player.accepted for player in players}
        assert dict(bets) == {player: count for player, count in accepted.items() if count}
        assert sum(accepted.values()) > 0
        assert max(taken) <= CATCH_UP_S, sorted(taken)
    record_property(
        "figures",
        f"{SEEDS} clients over bad networks of {SECONDS:g} s ({wrong.total()} faults, {sum(accepted.values())} bets): "
        f"all had caught up after {max(taken):.1f} s",
    )
