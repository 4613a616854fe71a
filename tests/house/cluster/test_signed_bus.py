"""Messages on the bus: signed with the key of the store, for one subject, one request and thirty seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from comeout.house.cluster.bus import Answer, BusTrouble, Hear, without_password
from comeout.house.cluster.signed_bus import OLDEST, SignedBus
from tests.kit.clocks import TurnedClock

KEY = b"k" * 32


class Wire:
    """A bus in memory that keeps everything that was sent, as a stranger on it would."""

    is_up = True

    def __init__(self) -> None:
        self.ears: dict[str, list[Hear]] = {}
        self.answers: dict[str, Answer] = {}
        self.sent: list[bytes] = []

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def tell(self, subject: str, data: bytes) -> None:
        self.sent.append(data)
        for hear in self.ears.get(subject, []):
            hear(data)

    async def listen(self, subject: str, hear: Hear) -> Callable[[], Awaitable[None]]:
        self.ears.setdefault(subject, []).append(hear)
        return self.close

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:  # noqa: ARG002 - it answers at once
        self.sent.append(data)
        reply = await self.answers[subject](data)
        self.sent.append(reply)
        return reply

    async def answer(self, subject: str, answer: Answer) -> Callable[[], Awaitable[None]]:
        self.answers[subject] = answer
        return self.close


@pytest.mark.claim("people-bus")
def test_what_one_process_tells_another_hears_and_a_stranger_is_not_heard() -> None:
    async def scenario() -> None:
        wire, clock, heard = Wire(), TurnedClock(), list[bytes]()
        one, other = SignedBus(wire, KEY, clock), SignedBus(wire, KEY, clock)
        await other.listen("seats", heard.append)
        await other.listen("limits", heard.append)
        one.tell("seats", b"ann")
        assert heard == [b"ann"]
        SignedBus(wire, b"x" * 32, clock).tell("seats", b"another key")
        for junk in (b"", b"ann", b"x" * 60, wire.sent[0][:-1] + b"x"):
            wire.tell("seats", junk)
        wire.tell("limits", wire.sent[0])
        assert heard == [b"ann"], "not under another key, not changed, not for another subject"

    asyncio.run(scenario())


@pytest.mark.claim("people-bus")
@pytest.mark.parametrize(("seconds", "is_heard"), [(30, True), (31, False), (-30, True), (-31, False)])
def test_a_message_counts_for_thirty_seconds(seconds: int, is_heard: bool) -> None:
    async def scenario() -> None:
        wire, heard = Wire(), list[bytes]()
        await SignedBus(wire, KEY, TurnedClock(60_000_000 + seconds * 1_000_000)).listen("seats", heard.append)
        SignedBus(wire, KEY, TurnedClock(60_000_000)).tell("seats", b"ann")
        assert bool(heard) == is_heard

    assert OLDEST == 30_000_000
    asyncio.run(scenario())


@pytest.mark.claim("people-bus")
def test_a_request_is_answered_once_it_is_signed_and_its_reply_is_for_it_alone() -> None:
    async def scenario() -> None:
        wire, clock, asked = Wire(), TurnedClock(), list[bytes]()
        owner, follower = SignedBus(wire, KEY, clock), SignedBus(wire, KEY, clock)

        async def answer(data: bytes) -> bytes:
            asked.append(data)
            return b"yes " + data

        await owner.answer("ask", answer)
        assert await follower.ask("ask", b"bet", timeout_s=1) == b"yes bet"
        assert await wire.answers["ask"](b"bet of a stranger") == b""
        assert asked == [b"bet"]
        old = wire.sent[1]

        async def replay(_: bytes) -> bytes:
            return old

        wire.answers["ask"] = replay
        with pytest.raises(BusTrouble, match="nobody of this house"):
            await follower.ask("ask", b"another", timeout_s=1)

    asyncio.run(scenario())


def test_the_password_of_a_bus_is_not_for_people_to_read() -> None:
    assert without_password("nats://me:p@ss@bus:4222") == "nats://bus:4222"
    assert without_password("nats://token@bus:4222") == "nats://bus:4222"
    assert without_password("nats://bus:4222") == "nats://bus:4222"
