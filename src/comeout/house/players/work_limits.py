"""Budgets of computing time, by player and by address: whoever has used theirs up waits, and the others do not.

Counting requests would not do: one request may cost a hundred times as much as another. The unit is a millisecond of
the event loop, by the clock: that is how long everybody else waits, also where the machine does other things.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from comeout.house.clock import Clock
from comeout.house.players.caps import Caps
from comeout.house.players.rate_limits import Bucket, Buckets, Pace, address_key

AT_ONCE_MS = 60
"""How much computing time may be used at once."""

PLAYER = Pace(60, AT_ONCE_MS)
"""The budget of a player: 6 % of the time."""


class WorkLimits:
    """Computing time that each address and each player may use."""

    def __init__(
        self,
        clock: Clock,
        caps: Caps | None = None,
        *,
        address: Pace | None = None,
        player: Pace = PLAYER,
        meter: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._clock, self.meter = clock, meter
        self._addresses = Buckets(address or Pace((caps or Caps()).address_work_ms, AT_ONCE_MS))
        self._players = Buckets(player)

    def account(self, address: str, player: str = "") -> WorkAccount:
        """Return what a request or a connection is charged to."""
        buckets = [self._addresses.of(address_key(address))] if address else []
        return WorkAccount(self._clock, self.meter, [*buckets, *([self._players.of(player)] if player else [])])


class WorkAccount:
    """The budgets that one request or one connection is charged to."""

    __slots__ = ("_buckets", "_clock", "_meter")

    def __init__(self, clock: Clock, meter: Callable[[], float], buckets: list[Bucket]) -> None:
        self._clock, self._meter, self._buckets = clock, meter, buckets

    def wait(self) -> float:
        """Return the seconds until there is some of every budget; zero if there is."""
        now = self._clock.monotonic()
        return max((bucket.wait(now) for bucket in self._buckets), default=0.0)

    def spend(self, milliseconds: float) -> None:
        """Charge work; what was reserved and not used is given back as a negative amount."""
        now = self._clock.monotonic()
        for bucket in self._buckets:
            bucket.spend(now, milliseconds)

    def reserve(self, milliseconds: float) -> float:
        """Charge work that is to be done, and return the seconds until its turn comes: later ones wait longer."""
        wait = self.wait()
        self.spend(milliseconds)
        return wait

    def measure(self, work: Callable[[], None], *, reserved: float = 0.0) -> None:
        """Do some work and charge what it took, less what was reserved for it."""
        start = self._meter()
        try:
            work()
        finally:
            self.spend((self._meter() - start) * 1000 - reserved)
