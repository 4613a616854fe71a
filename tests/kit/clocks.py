"""A clock for the tests that stands still until somebody turns it."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

NOON = 1_704_110_400_000_000
"""A moment to begin with: noon of 1 January 2024, UTC, in microseconds."""


class TurnedClock:
    """The contract `Clock`: time passes only when it is turned, and whoever sleeps wakes in order."""

    def __init__(self, now: int = NOON) -> None:
        self._start = self._now = now
        self._sleepers: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> int:
        """UTC in microseconds since 1970."""
        return self._now

    def monotonic(self) -> float:
        """Seconds since the clock was made."""
        return (self._now - self._start) / 1_000_000

    async def sleep(self, seconds: float) -> None:
        """Wait until the clock has been turned so far."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due = self._now + round(seconds * 1_000_000)
        heapq.heappush(self._sleepers, (due, next(self._order), waiting))
        await waiting

    def advance(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        """Turn the clock, and wake who is due by then."""
        self._now += round((seconds + 60 * (minutes + 60 * (hours + 24 * days))) * 1_000_000)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            _, _, waiting = heapq.heappop(self._sleepers)
            if not waiting.done():
                waiting.set_result(None)
