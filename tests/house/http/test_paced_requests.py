"""Requests are charged to their address by what they cost: whoever has used up the budget waits, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.http.front_door import HEADERS
from comeout.house.http.paced_requests import LEAST_MS, LONGEST_WAIT, SOCKET_MS, Metered, Overdrawn, PacedRequests
from comeout.house.players.rate_limits import Pace
from comeout.house.players.work_limits import WorkLimits
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore
from tests.kit.nights import play

HERE, THERE = "192.0.2.1", "192.0.2.2"
SLOW = Pace(1, 1)
"""A millisecond a second."""


def scope(address: str, kind: str = "http") -> dict[str, Any]:
    return {"type": kind, "client": (address, 1), "headers": []}


async def waits(pacing: PacedRequests, limits: WorkLimits, clock: TurnedClock, *asked: Any) -> list[float | str]:
    """How long each request waits, when all come at once; or why it is refused."""

    async def admitted(each: Any) -> float | str:
        try:
            await pacing.admit(limits, each)
        except Overdrawn as bad:
            return str(bad)
        return clock.monotonic()

    tasks = [asyncio.create_task(admitted(each)) for each in asked]
    for _ in range(80):
        await asyncio.sleep(0)
        clock.advance(0.1)
    return await asyncio.gather(*tasks)


@pytest.mark.claim("caps-by-address")
@play
async def test_requests_beyond_the_budget_come_one_after_the_other_and_others_at_once() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=Pace(1, 1))
    pacing = PacedRequests(clock, trust_proxy=False, most_waiting=10)
    found = await waits(pacing, limits, clock, *[scope(HERE)] * 5, scope(THERE))
    assert found == pytest.approx([0, LEAST_MS, 2 * LEAST_MS, 3 * LEAST_MS, 4 * LEAST_MS, 0], abs=0.11)


@play
async def test_a_socket_costs_more_than_a_request() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=Pace(1, 1))
    pacing = PacedRequests(clock, trust_proxy=False, most_waiting=10)
    found = await waits(pacing, limits, clock, scope(HERE, "websocket"), scope(HERE))
    assert found == pytest.approx([0, SOCKET_MS], abs=0.11)


@play
async def test_whoever_would_wait_too_long_is_refused_but_not_at_once() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=Pace(1, 1))
    limits.account(HERE).spend(LONGEST_WAIT + 2)
    pacing = PacedRequests(clock, trust_proxy=False, most_waiting=10)
    asking = asyncio.create_task(pacing.admit(limits, scope(HERE)))
    await asyncio.sleep(0)
    clock.advance(LONGEST_WAIT - 0.1)
    await asyncio.sleep(0)
    assert not asking.done()
    clock.advance(0.2)
    with pytest.raises(Overdrawn, match="too many at once; ask again in 2 seconds") as refused:
        await asking
    assert refused.value.retry_after == "2"


@play
async def test_only_so_many_wait_and_the_rest_is_refused_at_once() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=SLOW)
    pacing = PacedRequests(clock, trust_proxy=False, most_waiting=2)
    found = await waits(pacing, limits, clock, *[scope(HERE)] * 4)
    assert found[:3] == pytest.approx([0, LEAST_MS, 2 * LEAST_MS], abs=0.11)
    assert str(found[3]).startswith("too many at once; ask again in")


@play
async def test_behind_a_proxy_the_address_that_it_reports_is_charged() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=Pace(1, 1))
    pacing = PacedRequests(clock, trust_proxy=True, most_waiting=10)
    forwarded = [{**scope(HERE), "headers": [(b"x-forwarded-for", each)]} for each in (b"10.0.0.1", b"10.0.0.2")]
    assert await waits(pacing, limits, clock, *forwarded) == pytest.approx([0, 0], abs=0.11)


# ---- what a request costs


@play
async def test_every_step_of_a_request_is_charged_and_its_result_comes_through() -> None:
    readings = iter(number * 0.010 for number in range(100))
    clock = TurnedClock()
    limits = WorkLimits(clock, address=SLOW, meter=lambda: next(readings))

    async def three_steps() -> str:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return "done"

    account = limits.account(HERE)
    assert await Metered(three_steps(), account, limits.meter) == "done"
    assert account.wait() == pytest.approx(30)


@play
async def test_a_cancelled_request_is_cancelled_inside() -> None:
    limits = WorkLimits(TurnedClock())
    seen = []

    async def waiting() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    async def metered() -> None:
        await Metered(waiting(), limits.account(HERE), limits.meter)

    task = asyncio.create_task(metered())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]


@play
async def test_between_the_parts_of_a_long_answer_whoever_has_budget_comes_first() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, address=Pace(1, 1))
    account, sent = limits.account(HERE), []

    async def send(message: Any) -> None:
        sent.append(message)

    paced = PacedRequests(clock, trust_proxy=False, most_waiting=1).sending(account, send)
    account.spend(3)
    part = {"type": "http.response.body", "body": b"x", "more_body": True}
    sending = asyncio.ensure_future(paced(part))
    await asyncio.sleep(0)
    clock.advance(1)
    await asyncio.sleep(0)
    assert (sent, sending.done()) == ([part], False)
    clock.advance(3)
    await sending
    await paced({**part, "more_body": False})
    assert len(sent) == 2


# ---- the whole application


@contextmanager
def app(limits: WorkLimits) -> Iterator[TestClient[Any]]:
    house = House(MemoryStore(), WallClock())
    house.work = limits
    with TestClient(make_app(house)) as client:
        yield client


def test_a_refusal_has_its_sentence_its_time_and_the_headers_of_every_answer() -> None:
    limits = WorkLimits(WallClock(), address=Pace(1, 1))
    with app(limits) as client:
        client.app.state.pacing._waiting._most = 0
        limits.account("testclient").spend(100)
        answer = client.get("/health")
    assert (answer.status_code, answer.json()["says"][:17]) == (429, "too many at once;")
    assert 90 < int(answer.headers["retry-after"]) <= 101
    assert set(HEADERS) <= set(answer.headers)


@pytest.mark.parametrize("path", ["/api/v1/drill/adelaide/words", "/api/v1/books/adelaide", "/api/v1/tables"])
def test_what_a_route_takes_is_charged_also_in_a_thread(path: str) -> None:
    limits = WorkLimits(WallClock(), address=Pace(0.001, 1_000_000))
    with app(limits) as client:
        bucket = limits._addresses.of("testclient")
        before = bucket._full_at
        assert client.get(path, headers={"host": "localhost"}).status_code == 200
        spent = (max(before, bucket._full_at) - before) * 0.001
    assert spent > LEAST_MS + 0.1
