"""The clock is injected, so that a simulated world can set the time (dependency injection)."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


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
