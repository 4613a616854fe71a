"""Guessing passwords: a name makes it slow for everybody alike and locks nobody out, an address is stopped."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.players.sign_in_limits import LONGEST_WAIT_S, SignInLimits, wait_after
from tests.kit.clocks import TurnedClock
from tests.kit.memory_store import MemoryStore

HERE, THERE = "192.0.2.1", "192.0.2.2"


class WaitingClock(TurnedClock):
    """A clock that notes how long somebody is made to wait, and lets them go on at once."""

    def __init__(self) -> None:
        super().__init__()
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def two_processes() -> tuple[WaitingClock, SignInLimits, SignInLimits]:
    clock = WaitingClock()
    store = MemoryStore(clock=clock)
    return clock, SignInLimits(store, clock, by_address=3), SignInLimits(store, clock, by_address=3)


@pytest.mark.claim("people-passwords")
def test_waits_begin_after_five_failures_and_never_pass_eight_seconds() -> None:
    assert [wait_after(failures) for failures in (0, 4, 5, 6, 7, 8, 9, 1000)] == [0, 0, 0.5, 1, 2, 4, 8, 8]


@pytest.mark.claim("people-passwords")
def test_failures_under_a_name_count_over_all_processes_whatever_its_case() -> None:
    clock, one, other = two_processes()

    async def scenario() -> None:
        for each in (one, other, one):
            await each.hold("Ann")
            await each.hold("\uff21NN")
        assert clock.waits == [0.5]
        for _ in range(9):
            await other.hold("ann")
        assert clock.waits[-1] == LONGEST_WAIT_S
        await one.hold("Bob")
        assert len(clock.waits) == 10, "nobody waits for the failures of others"
        await one.succeeded("ann")
        await other.hold("Ann")
        assert len(clock.waits) == 10

    asyncio.run(scenario())


def test_failures_are_forgotten_after_a_quarter_of_an_hour() -> None:
    clock, one, _ = two_processes()

    async def scenario() -> None:
        for _ in range(6):
            await one.hold("Ann")
        clock.advance(minutes=15)
        await one.hold("Ann")
        assert len(clock.waits) == 1

    asyncio.run(scenario())


def test_an_address_is_refused_over_all_processes_for_the_rest_of_its_minute() -> None:
    clock, one, other = two_processes()

    async def scenario() -> None:
        assert [await each.arrive(HERE) for each in (one, other, one)] == [0, 0, 0]
        clock.advance(20)
        assert await other.arrive(HERE) == pytest.approx(40)
        assert await other.arrive(THERE) == 0
        clock.advance(40)
        assert await one.arrive(HERE) == 0

    asyncio.run(scenario())
