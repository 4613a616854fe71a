"""The clock is injected (dependency injection), so that a simulated world can set it. Time stamps never go back."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

import structlog

log = structlog.get_logger("comeout.house")

SECOND = 1_000_000
JUMP = 1 * SECOND
"""A wall clock that differs by more than this from what the steady clock says was set, and is logged."""


class Clock(Protocol):
    """Source of time: UTC for the log, and a monotonic clock for countdowns and leases."""

    def now(self) -> int:
        """Return UTC in microseconds since 1970."""

    def monotonic(self) -> float:
        """Return seconds that never go back."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class WallClock:
    """The machine's own clock."""

    def now(self) -> int:
        """Return UTC in microseconds since 1970."""
        return time.time_ns() // 1000

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class TimeStamps:
    """Time stamps of one log: they follow the wall clock forward, and when it is set back they run on steadily.

    `what` is named in the log of the process when the wall clock was set; stamps without a name are silent.
    """

    def __init__(self, clock: Clock, what: str = "") -> None:
        self._clock, self._what = clock, what
        self._last, self._steady = clock.now(), clock.monotonic()
        self._differs = 0
        """By how much the wall clock was last logged to differ."""
        self._jumps: list[tuple[int, int]] = []
        """Where stamps jumped forward, and by how much; waits do not count it."""

    def now(self) -> int:
        """Return the next time stamp, never earlier than one before it."""
        steady, wall = self._by_steady_clock(), self._clock.now()
        difference = wall - steady
        if difference > JUMP:
            self._jumps = [*self._jumps[-99:], (steady, difference)]
        self._tell(difference)
        self._last, self._steady = max(steady, wall), self._clock.monotonic()
        return self._last

    def not_before(self, at: int) -> None:
        """Go on from a time stamp of the log: another machine's clock, or an earlier setting of this one, was ahead."""
        if at > self.now():
            self._tell(self._clock.now() - at)
            self._last = at

    def passed(self, since: int) -> int:
        """Return the time that has passed since a time stamp, by the steady clock as far as this process knows it."""
        now = self.now()
        return max(0, now - since - sum(size for at, size in self._jumps if at >= since))

    def _by_steady_clock(self) -> int:
        return self._last + int((self._clock.monotonic() - self._steady) * SECOND)

    def _tell(self, difference: int) -> None:
        """Log a wall clock that was set; one that goes on with the same difference is logged once."""
        if abs(difference - self._differs) > JUMP:
            self._differs = min(0, difference)  # stamps follow a clock that is ahead
            if self._what:
                log.warning("wall clock differs from time stamps", of=self._what, seconds=round(difference / SECOND, 3))
