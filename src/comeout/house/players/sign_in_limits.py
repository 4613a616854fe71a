"""Limits on guessing passwords, counted in the store for all processes: a name slows guesses, an address stops them.

A name is never locked, so nobody can lock somebody else out.
"""

from __future__ import annotations

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

BY_ADDRESS = 30
"""How many attempts a minute an address has: a class or a casino shares one."""


class SignInLimits:
    """Counts attempts to sign in by name and by address."""

    def __init__(self, store: Store, clock: Clock, *, by_address: int = BY_ADDRESS) -> None:
        self._store, self._clock, self._by_address = store, clock, by_address

    async def arrive(self, address: str) -> float:
        """Count an attempt from an address; return the seconds to wait if there were too many, else zero."""
        counted = await self._store.count_attempt(f"address {address_key(address)}", window=ADDRESS_WINDOW)
        if counted.number <= self._by_address:
            return 0.0
        return max(1.0, (counted.since + ADDRESS_WINDOW - self._clock.now()) / SECOND)

    async def hold(self, name: str) -> None:
        """Count an attempt under a name, and wait before it is checked if there were several that failed."""
        counted = await self._store.count_attempt(_of_name(name), window=NAME_WINDOW)
        wait = wait_after(counted.number - 1)
        if wait:
            await self._clock.sleep(wait)

    async def succeeded(self, name: str) -> None:
        """Forget the failures under a name."""
        await self._store.forget_attempts(_of_name(name))


def wait_after(failures: int) -> float:
    """Return how long an attempt waits after so many failures: half a second, then twice as long each time, up to 8."""
    if failures < FREE_FAILURES:
        return 0.0
    return min(LONGEST_WAIT_S, FIRST_WAIT_S * float(2 ** min(failures - FREE_FAILURES, 10)))


def _of_name(name: str) -> str:
    return f"name {name_key(name)}"
