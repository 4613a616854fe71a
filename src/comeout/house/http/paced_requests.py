"""Paced requests: what a request costs the processor is measured and charged to its address.

An address that has used up its budget waits for its turn, so that nobody else waits for it. A request that would wait
too long is refused, but not at once: a client that is refused at once asks again at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from math import ceil
from typing import Any, TypeVar

from comeout.errors import ComeoutError
from comeout.house.clock import Clock
from comeout.house.http.authentication import Asked, address_of, client_address, house_of
from comeout.house.players.caps import Held
from comeout.house.players.rate_limits import address_key, slower
from comeout.house.players.work_limits import WorkAccount, WorkLimits

T = TypeVar("T")

LEAST_MS, SOCKET_MS = 0.5, 2.0
"""What is reserved for a request and for a new socket before anything is measured."""

LONGEST_WAIT = 5.0
"""How many seconds a request waits for its turn at most."""

THREADS = 2
"""How many threads compute answers at a time. More would only take Python's lock from one another."""

Send = Callable[[Any], Awaitable[None]]


class Overdrawn(ComeoutError):
    """An address has used up its budget for so many seconds; the sentence says how long to wait."""

    def __init__(self, wait: float) -> None:
        super().__init__(slower(wait))
        self.retry_after = str(max(1, ceil(wait)))


class PacedRequests:
    """Admits requests at the pace that their address may have, and charges it with what they cost."""

    def __init__(self, clock: Clock, *, trust_proxy: bool, most_waiting: int) -> None:
        self._clock, self._trust_proxy = clock, trust_proxy
        self._waiting = Held(most_waiting)
        self.threads = asyncio.Semaphore(THREADS)

    async def admit(self, work: WorkLimits, scope: Any) -> WorkAccount:
        """Wait for the turn of a request and return what it is charged to; raise Overdrawn if that takes too long."""
        address = client_address(scope, trust_proxy=self._trust_proxy)
        account = work.account(address)
        wait = account.wait()
        if wait <= LONGEST_WAIT:
            account.spend(SOCKET_MS if scope["type"] == "websocket" else LEAST_MS)
        if wait:
            await self._sit_out(address_key(address), wait)
        return account

    async def _sit_out(self, key: str, wait: float) -> None:
        if not self._waiting.take(key):
            raise Overdrawn(wait)
        try:
            await self._clock.sleep(min(wait, LONGEST_WAIT))
        finally:
            self._waiting.give_back(key)
        if wait > LONGEST_WAIT:
            raise Overdrawn(wait - LONGEST_WAIT)

    def sending(self, account: WorkAccount, send: Send) -> Send:
        """Return a `send` that lets others come first between the parts of a long answer."""

        async def paced(message: Any) -> None:
            await send(message)
            if message.get("more_body"):
                await self._clock.sleep(account.wait())

        return paced


class Metered(Awaitable[T]):
    """A coroutine whose every step is measured and charged."""

    def __init__(self, running: Coroutine[Any, Any, T], account: WorkAccount, meter: Callable[[], float]) -> None:
        self._running, self._account, self._meter = running, account, meter

    def __await__(self) -> Generator[Any, Any, T]:
        steps: Generator[Any, Any, T] = self._running.__await__()
        step: Callable[[Any], Any] = steps.send
        told: Any = None
        while True:
            start = self._meter()
            try:
                waits_for = step(told)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            finally:
                self._account.spend((self._meter() - start) * 1000)
            try:
                told, step = (yield waits_for), steps.send
            except GeneratorExit:
                steps.close()
                raise
            except BaseException as bad:
                told, step = bad, steps.throw


async def in_thread(request: Asked, work: Callable[[], T]) -> T:
    """Compute an answer in a thread, one of few, and charge the address that asks for it."""
    limits = house_of(request).work
    spent = 0.0

    def measured() -> T:
        nonlocal spent
        start = limits.meter()
        try:
            return work()
        finally:
            spent = limits.meter() - start

    async with request.app.state.pacing.threads:
        try:
            return await asyncio.to_thread(measured)
        finally:
            limits.account(address_of(request)).spend(spent * 1000)
