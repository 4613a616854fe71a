"""Limits on guessing passwords, counted in the store for all processes: a name slows guesses, an address stops them.

Attempts under a name that must wait do so in turn, over all processes. A name is never locked, so nobody can lock
somebody else out.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from comeout.house.clock import Clock
from comeout.house.players.rate_limits import address_key, name_key
from comeout.house.store.contract import Store
from comeout.log.records import Micros

SECOND: Micros = 1_000_000
ADDRESS_WINDOW: Micros = 60 * SECOND
NAME_WINDOW: Micros = 900 * SECOND
"""How long failures under a name count, from the first one."""

FREE_FAILURES = 5
"""How many attempts under a name are checked without a wait."""
LONGEST_WAIT_S = 8.0
FIRST_WAIT_S = 0.5

MOST_AHEAD: Micros = 60 * SECOND
"""How far ahead turns are reserved. A turn that is further off was reserved by a clock that was set back since."""

MOST_IN_TURN = 2
"""How many attempts of one address wait under a name at a time; further ones are refused."""

BY_ADDRESS = 30
"""How many attempts a minute an address has: a class or a casino shares one."""


class SignInLimits:
    """Counts attempts to sign in by name and by address."""

    def __init__(self, store: Store, clock: Clock, *, by_address: int = BY_ADDRESS) -> None:
        self._store, self._clock, self._by_address = store, clock, by_address
        self._turns: dict[str, _Turns] = {}

    async def arrive(self, address: str) -> float:
        """Count an attempt from an address; return the seconds to wait if there were too many, else zero."""
        counted = await self._store.count_attempt(f"address {address_key(address)}", window=ADDRESS_WINDOW)
        if counted.number <= self._by_address:
            return 0.0
        return max(1.0, (counted.since + ADDRESS_WINDOW - self._clock.now()) / SECOND)

    @asynccontextmanager
    async def turn(self, name: str, address: str) -> AsyncIterator[float]:
        """Count an attempt under a name; check it inside. If several have failed it first waits, after those before it.

        It yields zero, or the seconds after which to try again if its address has too many waiting already.
        """
        counted = await self._store.count_attempt(_of_name(name), window=NAME_WINDOW)
        wait = wait_after(counted.number - 1)
        if not wait:
            yield 0.0
            return
        key, here = name_key(name), address_key(address)
        turns = self._turns.setdefault(key, _Turns())
        try:
            if turns.waiting(here) >= MOST_IN_TURN:
                yield wait * MOST_IN_TURN
                return
            async with turns.taken(here):
                # Each process has reserved one turn at most, so nobody can fill the time ahead and lock the owner out.
                at = await self._store.reserve_attempt(_of_turns(name), wait=int(wait * SECOND), most=MOST_AHEAD)
                await self._clock.sleep(max(0.0, (at - self._clock.now()) / SECOND))
                yield 0.0
        finally:
            if turns.empty:
                self._turns.pop(key, None)

    async def succeeded(self, name: str) -> None:
        """Forget the failures under a name."""
        await self._store.forget_attempts(_of_name(name))
        await self._store.forget_attempts(_of_turns(name))


class _Turns:
    """Who waits under one name: one attempt at a time, and the addresses take turns."""

    def __init__(self) -> None:
        self._queue: list[tuple[str, asyncio.Event]] = []
        """The attempt whose turn it is, then those that wait."""

    @property
    def empty(self) -> bool:
        """Return whether nobody waits."""
        return not self._queue

    def waiting(self, address: str) -> int:
        """Return how many attempts of an address wait or are being checked."""
        return sum(each == address for each, _ in self._queue)

    @asynccontextmanager
    async def taken(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of an attempt, and give it to the next one at the end."""
        mine = address, asyncio.Event()
        self._queue.append(mine)
        self._begin()
        try:
            await mine[1].wait()
            yield
        finally:
            first = self._queue[0] is mine
            self._queue.remove(mine)
            if first:
                # An address that had its turn comes after the others: a guesser does not keep the owner waiting.
                self._queue.sort(key=lambda each: each[0] == address)
                self._begin()

    def _begin(self) -> None:
        if self._queue:
            self._queue[0][1].set()


def wait_after(failures: int) -> float:
    """Return how long an attempt waits after so many failures: half a second, then twice as long each time, up to 8."""
    if failures < FREE_FAILURES:
        return 0.0
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * float(2 ** min(failures - FREE_FAILURES, 10)))


def _of_name(name: str) -> str:
    return f"name {name_key(name)}"


def _of_turns(name: str) -> str:
    return f"turn {name_key(name)}"
