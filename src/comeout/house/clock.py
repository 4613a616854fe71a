"""The clock of the house, given from outside so that a simulated world can turn it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """The time of day for the log, and a steady time for countdowns and leases."""

    def now(self) -> int:
        """UTC in microseconds since 1970."""

    def monotonic(self) -> float:
        """Seconds that never go back."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class WallClock:
    """The machine's own clock."""

    def now(self) -> int:
        """UTC in microseconds since 1970."""
        return time.time_ns() // 1000

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
