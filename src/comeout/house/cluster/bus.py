"""The message bus connects the processes of a house: hints that a log has grown, and forwarded commands.

The log is the truth. A lost hint costs a moment, and a lost command is sent again with the same idempotency key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

import structlog

from comeout.errors import ComeoutError

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.aio.subscription import Subscription

log = structlog.get_logger("comeout.bus")

CONNECT_SECONDS = 3.0
"""How long to wait for the bus when the house opens; later the client reconnects by itself."""

CLOSE_SECONDS = 2.0
"""How long to wait for the bus when the house closes."""

CANCEL_SECONDS = 0.1
"""How long to wait for what was cancelled before it is cancelled again."""

Hear = Callable[[bytes], None]
Answer = Callable[[bytes], Awaitable[bytes]]


class BusTrouble(ComeoutError):
    """The bus is unavailable, or nobody answered."""


class Bus(Protocol):
    """Message bus between the processes of a house: publish/subscribe and request/reply."""

    @property
    def is_up(self) -> bool:
        """Whether messages go out now."""

    async def open(self) -> None:
        """Connect."""

    async def close(self) -> None:
        """Disconnect."""

    def tell(self, subject: str, data: bytes) -> None:
        """Publish a message; nobody has to be listening."""

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Subscribe; call the result to unsubscribe."""

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        """Send a request and await its reply, or raise BusTrouble."""

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        """Reply to requests on a subject; call the result to stop."""


class NoBus:
    """Bus of a house with one process: a no-op."""

    is_up = True

    async def open(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""

    def tell(self, subject: str, data: bytes) -> None:
        """Do nothing: nobody listens."""

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:  # noqa: ARG002 - nobody tells
        """Do nothing: there are no messages."""
        return _nothing

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:  # noqa: ARG002 - nobody is there
        """Raise BusTrouble: nobody answers."""
        raise BusTrouble(f"nobody answers for {subject}: this house has no bus")

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:  # noqa: ARG002 - nobody asks
        """Do nothing: nobody asks."""
        return _nothing


async def _nothing() -> None:
    """Do nothing."""


async def _within(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    """Await work for so many seconds at most, and cancel it until it ends.

    One cancellation is not enough: Python 3.11's `wait_for`, which the client uses, loses one that comes at the moment
    when a connection is refused, and the client would then try for ever.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=seconds)
    finally:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_SECONDS)
    if task.cancelled():
        raise TimeoutError
    task.result()


class NatsBus:
    """Bus over a NATS server; it reconnects by itself and logs when it lost the server."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client: Client | None = None
        self._waiting: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def _nats(self) -> Client:
        assert self._client is not None, "the bus is not open"
        return self._client

    @property
    def is_up(self) -> bool:
        """Whether the server is connected."""
        return bool(self._nats.is_connected)

    async def open(self) -> None:
        """Connect; a missing server is one clear error."""
        from nats.aio.client import Client

        async def lost(*_: object) -> None:
            if not self._closing:
                log.warning("bus lost", url=without_password(self._url))

        async def back(*_: object) -> None:
            log.info("bus back", url=without_password(self._url))

        async def failed(bad: Exception) -> None:
            log.debug("bus trouble", why=str(bad))

        options: dict[str, Any] = {"connect_timeout": 2, "reconnect_time_wait": 0.2, "max_reconnect_attempts": -1}
        self._client = Client()
        try:
            connecting = self._client.connect(
                self._url, disconnected_cb=lost, reconnected_cb=back, error_cb=failed, **options
            )
            await _within(CONNECT_SECONDS, connecting)
        except Exception as bad:
            await self.close()
            raise BusTrouble(f"no bus at {without_password(self._url)}: {str(bad) or 'nobody answers there'}") from None

    async def close(self) -> None:
        """Disconnect; what waits for a server that is away is dropped."""
        self._closing = True
        waiting = list(self._waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        try:
            if self._client is not None:
                await _within(CLOSE_SECONDS, self._client.close())
        except Exception as bad:
            log.debug("bus not closed in order", why=str(bad))

    def tell(self, subject: str, data: bytes) -> None:
        """Publish a message; while the server is away the message is dropped."""
        task = asyncio.ensure_future(self._publish(subject, data))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _publish(self, subject: str, data: bytes) -> None:
        try:
            await self._nats.publish(subject, data)
        except Exception as bad:
            if not self._closing:
                log.warning("not told", subject=subject, why=str(bad))

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Subscribe; call the result to unsubscribe."""

        async def heard(message: Msg) -> None:
            hear(message.data)

        return self._ending(await self._nats.subscribe(subject, cb=heard))

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        """Send a request and await its reply."""
        try:
            return bytes((await self._nats.request(subject, data, timeout=timeout_s)).data)
        except Exception as bad:
            raise BusTrouble(f"nobody answered for {subject}: {str(bad) or type(bad).__name__}") from None

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        """Reply to requests on a subject, each in its own task, so that none waits for another."""

        async def respond(message: Msg) -> None:
            await message.respond(await answer(message.data))

        async def asked(message: Msg) -> None:
            task = asyncio.ensure_future(respond(message))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

        return self._ending(await self._nats.subscribe(subject, cb=asked))

    def _ending(self, found: Subscription) -> Callable[[], Awaitable[None]]:
        """Return what ends a subscription; closing the bus has ended all of them."""

        async def end() -> None:
            if not self._closing:
                await found.unsubscribe()

        return end


def without_password(url: str) -> str:
    """Return the address of a bus or a database for people to read: without the password or the token in it."""
    scheme, slashes, rest = url.partition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}"


def open_bus(url: str) -> Bus:
    """Return the bus that a setting names; none where it is empty."""
    return NatsBus(url) if url else NoBus()
