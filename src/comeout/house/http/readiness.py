"""Readiness of a house: whether its store, its bus and its leases let it accept what people do, and if not, why.

The reasons are fixed sentences. What exactly failed is in the log, with its paths and addresses.
"""

from __future__ import annotations

import asyncio

import structlog

from comeout.house.house import House
from comeout.house.store.contract import LEASE_SECONDS, StoreTrouble

log = structlog.get_logger("comeout.house")

ANSWER_SECONDS = 2.0
"""How long the store may take to answer."""
KEPT_SECONDS = 1.0
"""How long an answer is given again: whoever asks often costs the store nothing."""

REFUSED_SECONDS = 10.0
"""How long a refused batch counts if nothing was committed at its table since."""

CLOSED = "the house is not open"
SILENT = "the store does not answer"
UNWRITTEN = "the store cannot be written"
NO_BUS = "the bus is away"
STALE = "a lease was not renewed in time"


class Readiness:
    """Readiness check of a house, with its last answer."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._answer: list[str] = []
        self._until = 0.0
        self._asking = asyncio.Lock()

    async def problems(self) -> list[str]:
        """Return why the house cannot accept anything now; nothing if it can."""
        async with self._asking:
            if self._house.clock.monotonic() >= self._until:
                self._answer = await self._look()
                self._until = self._house.clock.monotonic() + KEPT_SECONDS
            return self._answer

    async def _look(self) -> list[str]:
        house = self._house
        if not house.is_open:
            return [CLOSED]
        late = any(host.lease_age > LEASE_SECONDS for host in house.hosts)
        since = house.clock.monotonic() - REFUSED_SECONDS
        refused = any(host.refused_at is not None and host.refused_at > since for host in house.hosts)
        found = {
            SILENT: not await self._store_answers(),
            UNWRITTEN: house.unwritten or refused,
            STALE: late,
            NO_BUS: not house.bus.is_up,
        }
        return [reason for reason, holds in found.items() if holds]

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._house.store.table("")
        except (StoreTrouble, TimeoutError) as bad:
            log.warning("store does not answer", why=str(bad))
            return False
        return True
