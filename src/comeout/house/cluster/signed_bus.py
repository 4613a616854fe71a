"""A bus whose messages are signed: each carries a time and an HMAC under a key that only the shared store has.

A stranger on the bus can neither act as anybody nor answer for an owner.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Awaitable, Callable

import structlog

from comeout.house.clock import Clock
from comeout.house.cluster.bus import Answer, Bus, BusTrouble, Hear, NoBus
from comeout.house.store.contract import Store
from comeout.log.records import Micros

log = structlog.get_logger("comeout.bus")

KEY_NAME = "bus"
"""The name of the key among the secrets of the store."""
OLDEST: Micros = 30 * 1_000_000
"""How old a message may be; one that comes from so far in the future is refused as well."""
MAC_BYTES, TIME_BYTES = 32, 8


class SignedBus:
    """Message bus that signs what it sends, and drops what is not signed, too old or meant for another subject."""

    def __init__(self, bus: Bus, key: bytes, clock: Clock) -> None:
        self._bus, self._key, self._clock = bus, key, clock

    @property
    def is_up(self) -> bool:
        """Whether messages go out now."""
        return self._bus.is_up

    async def open(self) -> None:
        """Connect."""
        await self._bus.open()

    async def close(self) -> None:
        """Disconnect."""
        await self._bus.close()

    def tell(self, subject: str, data: bytes) -> None:
        """Publish a signed message."""
        self._bus.tell(subject, self._sign(subject, data))

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        """Subscribe to signed messages; call the result to unsubscribe."""

        def heard(signed: bytes) -> None:
            data = self._open(subject, signed)
            if data is not None:
                hear(data)

        return await self._bus.listen(subject, heard)

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        """Send a signed request and await the reply to it, or raise BusTrouble."""
        asked = self._sign(subject, data)
        reply = self._open(_reply_to(subject, asked), await self._bus.ask(subject, asked, timeout_s=timeout_s))
        if reply is None:
            raise BusTrouble(f"nobody of this house answered for {subject}")
        return reply

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        """Reply to signed requests on a subject; others get an empty answer. Call the result to stop."""

        async def answered(asked: bytes) -> bytes:
            data = self._open(subject, asked)
            return b"" if data is None else self._sign(_reply_to(subject, asked), await answer(data))

        return await self._bus.answer(subject, answered)

    def _sign(self, context: str, data: bytes) -> bytes:
        stamped = self._clock.now().to_bytes(TIME_BYTES, "big") + data
        return self._mac(context, stamped) + stamped

    def _open(self, context: str, signed: bytes) -> bytes | None:
        """Return what was signed for a subject; None, with a line in the log, if it was not, or too long ago."""
        mac, stamped = signed[:MAC_BYTES], signed[MAC_BYTES:]
        sent = int.from_bytes(stamped[:TIME_BYTES], "big")
        subject = context.partition(" ")[0]
        if len(stamped) < TIME_BYTES or not hmac.compare_digest(mac, self._mac(context, stamped)):
            log.warning("bus message not signed", subject=subject)
        elif abs(self._clock.now() - sent) > OLDEST:
            log.warning("bus message too old", subject=subject)
        else:
            return stamped[TIME_BYTES:]
        return None

    def _mac(self, context: str, stamped: bytes) -> bytes:
        return hmac.digest(self._key, context.encode() + b"\0" + stamped, hashlib.sha256)


async def signed(bus: Bus, store: Store, clock: Clock) -> Bus:
    """Return a bus with messages signed under the key of a store; a house with one process sends none."""
    return bus if isinstance(bus, NoBus | SignedBus) else SignedBus(bus, await store.secret(KEY_NAME), clock)


def _reply_to(subject: str, asked: bytes) -> str:
    """Return what a reply is signed for: one request and no other."""
    return f"{subject} {asked[:MAC_BYTES].hex()}"
