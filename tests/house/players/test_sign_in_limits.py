"""Guessing passwords: a name makes it slow for everybody alike and locks nobody out, an address is stopped."""

from __future__ import annotations

import asyncio

import pytest

from comeout.house.players.sign_in_limits import LONGEST_WAIT_S, NAME_WINDOW, SignInLimits, wait_after
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
        self.advance(seconds)


def two_processes() -> tuple[WaitingClock, SignInLimits, SignInLimits]:
    clock = WaitingClock()
    store = MemoryStore(clock=clock)
    return clock, SignInLimits(store, clock, by_address=3), SignInLimits(store, clock, by_address=3)


async def fail(limits: SignInLimits, name: str, address: str = HERE) -> float:
    """An attempt that is checked and fails, or is refused for the seconds that it returns."""
    async with limits.turn(name, address) as refused:
        return refused


@pytest.mark.claim("people-passwords")
def test_waits_begin_after_five_failures_and_never_pass_eight_seconds() -> None:
    assert [wait_after(failures) for failures in (0, 4, 5, 6, 7, 8, 9, 1000)] == [0, 0, 0.5, 1, 2, 4, 8, 8]


@pytest.mark.claim("people-passwords")
def test_failures_under_a_name_count_over_all_processes_whatever_its_case() -> None:
    clock, one, other = two_processes()

    async def scenario() -> None:
        for each in (one, other, one):
            await fail(each, "Ann")
            await fail(each, "\uff21NN")
        assert clock.waits == [0.5]
        for _ in range(9):
            await fail(other, "ann")
        assert clock.waits[-1] == LONGEST_WAIT_S
        await fail(one, "Bob")
        assert len(clock.waits) == 10, "nobody waits for the failures of others"
        await one.succeeded("ann")
        await fail(other, "Ann")
        assert len(clock.waits) == 10

    asyncio.run(scenario())


@pytest.mark.claim("people-passwords")
@pytest.mark.parametrize("spaces", [" ", "\u00a0", "\t", "\u2003\n", 80 * " "])
def test_spaces_around_a_name_begin_no_new_count(spaces: str) -> None:
    """Signing in takes a name without the spaces around it: each of them would give five guesses more."""
    clock, one, _ = two_processes()

    async def scenario() -> None:
        for _ in range(3):
            await fail(one, f"Ann{spaces}")
            await fail(one, f"{spaces}ann")
        assert clock.waits == [0.5]

    asyncio.run(scenario())


def test_failures_are_forgotten_after_a_quarter_of_an_hour() -> None:
    clock, one, _ = two_processes()

    async def scenario() -> None:
        for _ in range(6):
            await fail(one, "Ann")
        clock.advance(minutes=15)
        await fail(one, "Ann")
        assert len(clock.waits) == 1

    asyncio.run(scenario())


def guessed(attempts: list[str]) -> tuple[list[str], list[str]]:
    """Who was checked after a wait, in turn, and who was refused, of attempts made at the same moment."""
    _, limits, _ = two_processes()
    checking, checked, refused = 0, list[str](), list[str]()

    async def guess(address: str) -> None:
        nonlocal checking
        async with limits.turn("Ann", address) as full:
            if full:
                refused.append(address)
                return
            checking += 1
            assert checking == 1, "two were checked at the same time"
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            checked.append(address)
            checking -= 1

    async def scenario() -> None:
        for _ in range(5):
            await fail(limits, "Ann")
        await asyncio.gather(*map(guess, attempts))
        assert limits._turns == {}, "nothing is kept of a name once nobody waits"

    asyncio.run(scenario())
    return checked, refused


@pytest.mark.claim("people-passwords")
def test_attempts_at_the_same_moment_wait_in_turn_and_an_address_has_two_that_wait() -> None:
    assert guessed([HERE] * 40) == ([HERE] * 2, [HERE] * 38)


@pytest.mark.claim("people-passwords")
def test_attempts_at_several_processes_are_checked_one_after_the_other() -> None:
    """Whoever finds as many processes as there are gets no more guesses for it."""
    clock = TurnedClock()
    store = MemoryStore(clock=clock)
    processes = [SignInLimits(store, clock, by_address=99) for _ in range(4)]
    checked: list[float] = []

    async def guess(limits: SignInLimits, address: str) -> None:
        async with limits.turn("Ann", address) as full:
            assert not full
            checked.append(clock.monotonic())

    async def scenario() -> None:
        for _ in range(10):
            await store.count_attempt("name ann", window=NAME_WINDOW)
        guesses = [guess(each, address) for each in processes for address in (HERE, THERE)]
        waiting = asyncio.gather(*guesses)
        while not waiting.done():
            for _ in range(20):
                await asyncio.sleep(0)
            clock.advance(0.5)

    asyncio.run(scenario())
    assert checked == [LONGEST_WAIT_S * each for each in range(1, 9)]


def test_the_owner_of_a_name_comes_next_after_one_attempt_of_a_guesser_elsewhere() -> None:
    assert guessed([HERE, HERE, THERE])[0] == [HERE, THERE, HERE]


def test_whoever_hangs_up_while_they_wait_leaves_their_turn_to_the_next() -> None:
    clock = TurnedClock()
    limits = SignInLimits(MemoryStore(clock=clock), clock)

    async def scenario() -> None:
        for _ in range(5):
            await fail(limits, "Ann")
        first, second = (asyncio.create_task(fail(limits, "Ann", each)) for each in (HERE, THERE))
        for _ in range(9):
            await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        clock.advance(8)
        assert await second == 0

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
