"""How processes of one house hear of each other: a hint that a log has grown, and commands on their way to an owner.

The log is the truth; a hint that is lost costs a moment, a command that is lost is sent again under the same id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

import structlog

if TYPE_CHECKING:
    from nats.aio.msg import Msg

log = structlog.get_logger("comeout.bus")

CONNECT_SECONDS = 3.0
"""How long a bus may take to answer when the house opens; later it is waited for."""

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]


class BusTrouble(Exception):
    """Nobody answered, or the bus is not there."""


class Bus(Protocol):
    """What the house asks of it."""

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Let go."""

    def tell(self, subject: str, data: bytes) -> None:
        """Tell whoever listens; nobody need."""

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear what is told from now on; calling the answer ends it."""

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        """Ask whoever answers for a subject, or raise BusTrouble."""

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        """Answer for a subject; calling the answer ends it."""


class NoBus:
    """A house in one process: there is nobody else to hear or to ask."""

    async def open(self) -> None:
        """Nothing to connect to."""

    async def close(self) -> None:
        """Nothing to let go."""

    def tell(self, subject: str, data: bytes) -> None:
        """Nobody listens."""

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:  # noqa: ARG002 - nobody tells
        """Nothing will be heard."""
        return _nothing

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:  # noqa: ARG002 - nobody is there
        """Nobody answers."""
        raise BusTrouble(f"nobody answers for {subject}: this house has no bus")

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:  # noqa: ARG002 - nobody asks
        """Nobody will ask."""
        return _nothing


async def _nothing() -> None:
    """Nothing to end."""


class NatsBus:
    """Over a NATS server; it connects again by itself, and says in the log when it lost the server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect; a server that is not there is a clear error."""
        import nats

        async def lost(*_: object) -> None:
            log.warning("bus lost", url=self._url)

        async def back(*_: object) -> None:
            log.info("bus back", url=self._url)

        async def failed(bad: Exception) -> None:
            log.debug("bus trouble", why=str(bad))

        connecting = nats.connect(
            self._url,
            connect_timeout=2,
            reconnect_time_wait=0.2,
            max_reconnect_attempts=-1,
            disconnected_cb=lost,
            reconnected_cb=back,
            error_cb=failed,
        )
        try:
            self._nats = await asyncio.wait_for(connecting, CONNECT_SECONDS)
        except Exception as bad:
            raise BusTrouble(f"no bus at {self._url}: {str(bad) or 'nobody answers there'}") from None

    async def close(self) -> None:
        """Let go."""
        for task in self._waiting:
            task.cancel()
        await self._nats.close()

    def tell(self, subject: str, data: bytes) -> None:
        """Tell whoever listens; while the server is away nothing is told."""
        task = asyncio.ensure_future(self._publish(subject, data))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _publish(self, subject: str, data: bytes) -> None:
        try:
            await self._nats.publish(subject, data)
        except Exception as bad:
            log.warning("not told", subject=subject, why=str(bad))

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Hear what is told from now on."""

        async def heard(message: Msg) -> None:
            hear(message.data)

        found = await self._nats.subscribe(subject, cb=heard)
        return found.unsubscribe

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        """Ask whoever answers for a subject."""
        try:
            return bytes((await self._nats.request(subject, data, timeout=timeout_s)).data)
        except Exception as bad:
            raise BusTrouble(f"nobody answered for {subject}: {str(bad) or type(bad).__name__}") from None

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        """Answer for a subject; each question in its own task, so that none waits for another."""

        async def respond(message: Msg) -> None:
            await message.respond(await answer(message.data))

        async def asked(message: Msg) -> None:
            task = asyncio.ensure_future(respond(message))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

        found = await self._nats.subscribe(subject, cb=asked)
        return found.unsubscribe


def open_bus(url: str) -> Bus:
    """The bus that a setting names; none where it is empty."""
    return NatsBus(url) if url else NoBus()
