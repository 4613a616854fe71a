"""Another process takes a table over in the middle of a client's roll.

The client gets the settled roll, or is told that none was thrown: exactly once, wherever it is connected and whatever
becomes of the old owner.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import product
from typing import Literal, NamedTuple

import pytest

from comeout.client import Client, RemoteTable, RollAnswer
from comeout.house.cluster.follower import Follower
from comeout.house.host.host import Host
from comeout.house.host.owned_table import Turn
from comeout.log.records import Record
from comeout.rules.library import book_names
from comeout.table.messages import RollSettled
from tests.kit.servers import PATIENCE_S, Running, lift_rate_limits, running


class Point(NamedTuple):
    """Where an owner stops: before or after the commit of a record of the roll, or of the answer to its command."""

    kind: str
    when: Literal["before", "after"]


ACCEPTED = "the answer"
KINDS = (ACCEPTED, "BettingClosed", "RollCalled", "RollSettled")
WHENS: tuple[Literal["before", "after"], ...] = ("before", "after")
POINTS = [Point(kind, when) for kind in KINDS for when in WHENS]
LOST = {Point(ACCEPTED, "after"), Point("BettingClosed", "before")}
"""The house accepted the roll and logged nothing of it, so that the next owner cannot know of it."""
BY_THE_BOOK = {Point("BettingClosed", "after"), Point("RollCalled", "before")}
"""Bets were closed and no dice committed: the book says whether play goes on after an interruption."""


class Stopped:
    """An owner that hangs at one point of the next roll, until it is let go."""

    def __init__(self, server: Running, table: str, point: Point) -> None:
        host = server.house.places[table]
        assert isinstance(host, Host)
        self.server, self.host, self.point = server, host, point
        self._hangs = False
        self._reached, self._here = asyncio.Event(), asyncio.get_running_loop()
        self._go_on = asyncio.Event()
        self._commit = host.writer.commit
        host.writer.commit = self._hanging  # type: ignore[method-assign]  # one owner, not all of them

    async def _hanging(self) -> Turn:
        batch = self.host.table.turn.batch
        kinds = {record.kind for record in batch.records} | ({ACCEPTED} if batch.answers else set())
        here = self.point.kind in kinds and not self._hangs
        if here and self.point.when == "before":
            await self._hang()
        turn = await self._commit()
        if here and self.point.when == "after":
            await self._hang()
        return turn

    async def _hang(self) -> None:
        self._hangs = True
        self._here.call_soon_threadsafe(self._reached.set)
        await self._go_on.wait()

    async def reached(self) -> None:
        """Wait until it hangs, and take its lease away, as time would."""
        await asyncio.wait_for(self._reached.wait(), PATIENCE_S)
        lease = self.host.table.lease
        assert lease
        await self.server.run(self.server.house.store.release(lease))

    def go_on(self) -> None:
        """Let the old owner go on, as if nothing had happened."""
        self.server.do(self._go_on.set)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, bus: str) -> Iterator[tuple[Running, Running]]:
    """Two processes' worth of house over one store and one bus."""
    folder = tmp_path_factory.mktemp("takeover")
    with pytest.MonkeyPatch.context() as patient, running(folder, bus=bus) as first, running(folder, bus=bus) as second:
        patient.setattr("comeout.house.host.host.LEASE_SECONDS", 60.0)  # a table is lost when a test says so, only then
        for server in (first, second):
            lift_rate_limits(server)
        yield first, second


@asynccontextmanager
async def seated_at(server: Running, owner: Running, book: str) -> AsyncIterator[RemoteTable]:
    """A player with a bet at a table of their own that one process owns, connected to that or to the other."""
    async with Client(owner.url) as here:
        await here.enter()
        own = await here.open_table(book)
        async with Client(server.url, token=here.token) as there:
            table = own if server is owner else await there.join(own.id)
            assert await table.sit("200")
            assert await table.bet("pass", "10")
            yield table


async def taken_over(server: Running, table: str) -> Host:
    async with asyncio.timeout(PATIENCE_S):
        while not isinstance(place := server.house.places.get(table), Host):
            await asyncio.sleep(0.02)
    return place


async def log_of(server: Running, table: str) -> list[Record]:
    return list(await server.run(server.house.store.records(table)))


def check(point: Point, rolled: RollAnswer, table: RemoteTable, log: list[Record]) -> None:
    settled = [record for record in log if record.kind == RollSettled.__name__]
    news = [each for each in table.unread() if isinstance(each, RollSettled)]
    if point in LOST or (point in BY_THE_BOOK and not rolled):
        assert (bool(rolled), rolled.reason, settled, news) == (False, "INTERRUPTED", [], []), point
        assert "the house was interrupted before the dice were thrown" in rolled.says
        return
    assert rolled.settled, (point, rolled)
    assert len(settled) == 1, "thrown once"
    assert news == [rolled.settled], "told once"
    assert rolled.rack == table.rack


async def roll_through_a_takeover(
    book: str, point: Point, owner: Running, other: Running, *, at: Running, wakes: bool
) -> None:
    async with seated_at(at, owner, book) as table:
        assert isinstance(await other.run(other.house.table(table.id)), Follower)
        stopped = Stopped(owner, table.id, point)
        rolling = asyncio.create_task(table.roll())
        try:
            await stopped.reached()
            await taken_over(other, table.id)
            if wakes:
                stopped.go_on()
            rolled = await asyncio.wait_for(rolling, 2 * PATIENCE_S)
        finally:
            stopped.go_on()
        check(point, rolled, table, await log_of(other, table.id))
        if not table.bets:
            assert await table.bet("pass", "10")
        again = await asyncio.wait_for(table.roll(), PATIENCE_S)
        assert again.or_raise().settled


def roll_at_every_point(servers: tuple[Running, Running], *, at: int, wakes: bool) -> None:
    """Roll at a table of each book for each point, all at once; `at` is the process the clients are connected to."""
    first, second = servers

    async def scenario() -> None:
        tables = product(book_names(), POINTS)
        rolls = [roll_through_a_takeover(*each, first, second, at=servers[at], wakes=wakes) for each in tables]
        await asyncio.gather(*rolls)

    asyncio.run(scenario())


@pytest.mark.parametrize("wakes", [False, True], ids=["gone", "waking up"])
@pytest.mark.claim("kept-by-takeovers")
def test_a_client_of_the_next_owner_gets_its_roll_once_or_is_told_that_none_was_thrown(
    servers: tuple[Running, Running], wakes: bool
) -> None:
    roll_at_every_point(servers, at=1, wakes=wakes)


@pytest.mark.claim("kept-by-takeovers")
def test_a_client_of_the_old_owner_gets_its_roll_once_or_is_told_that_none_was_thrown(
    servers: tuple[Running, Running],
) -> None:
    roll_at_every_point(servers, at=0, wakes=True)
