"""What is told in one moment goes out in one write, in order, and never past a connection that cannot take it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from comeout.house.audience.hub import ONE_WRITE, QUEUE_BYTES, Hub, Subscriber
from comeout.protocol.frames import Bye
from tests.kit.clocks import TurnedClock


class Line:
    """A connection that remembers each write, and takes none while it is blocked."""

    def __init__(self, hub: Hub) -> None:
        self.writes: list[list[bytes]] = []
        self.blocked = False
        self.subscriber = Subscriber("ann", sees_all=False, clock=TurnedClock().monotonic)
        self.subscriber.write = self._write
        hub.join(self.subscriber)
        self.writer = asyncio.ensure_future(self._run())

    def _write(self, frames: Iterable[bytes]) -> bool:
        if not self.blocked:
            self.writes.append(list(frames))
        return not self.blocked

    async def _run(self) -> None:
        """Who sends what could not go out at once."""
        while (data := await self.subscriber.next()) is not None:
            while self.blocked:
                await asyncio.sleep(0)
            self.writes.append([data])
            self.subscriber.sent()


def scene(act: Callable[[Hub, Line], None], then: Callable[[Line], None] = lambda _line: None) -> Line:
    """Somebody connected, something told to them, and what became of it some turns of the loop later."""

    async def play() -> Line:
        hub = Hub()
        line = Line(hub)
        await asyncio.sleep(0)
        act(hub, line)
        for _ in range(5):
            await asyncio.sleep(0)
        then(line)
        for _ in range(5):
            await asyncio.sleep(0)
        line.writer.cancel()
        return line

    return asyncio.run(play())


def test_what_is_told_in_one_moment_is_written_once_and_in_order() -> None:
    def act(hub: Hub, line: Line) -> None:
        hub.broadcast(b"dice")
        line.subscriber.offer(b"answer")
        hub.broadcast(b"settled")
        assert not line.writes, "the moment is not over"

    line = scene(act)
    assert line.writes == [[b"dice", b"answer", b"settled"]]
    assert line.subscriber.waiting_bytes == 0


def test_a_connection_that_cannot_take_it_is_left_to_whoever_sends_and_nothing_overtakes() -> None:
    def act(hub: Hub, line: Line) -> None:
        line.blocked = True
        hub.broadcast(b"first")

    second = b"x" * ONE_WRITE

    def then(line: Line) -> None:
        line.blocked = False
        line.subscriber.offer(second)

    line = scene(act, then)
    assert line.writes == [[b"first"], [second]]


def test_a_long_moment_goes_out_in_pieces_and_cuts_nobody_who_reads() -> None:
    def act(hub: Hub, _line: Line) -> None:
        for _ in range(3 * QUEUE_BYTES // 10_000):
            hub.broadcast(b"x" * 10_000)

    line = scene(act)
    assert line.subscriber.end is None
    assert sum(len(data) for frames in line.writes for data in frames) == 3 * QUEUE_BYTES // 10_000 * 10_000
    assert all(sum(map(len, frames)) <= ONE_WRITE + 10_000 for frames in line.writes)


def test_a_long_moment_cuts_who_does_not_read() -> None:
    def act(hub: Hub, line: Line) -> None:
        line.blocked = True
        for _ in range(3 * QUEUE_BYTES // 10_000):
            hub.broadcast(b"x" * 10_000)

    line = scene(act)
    assert line.subscriber.end is not None
    assert line.subscriber.end.code == 4008
    assert line.writes == []


def test_who_is_dismissed_still_gets_what_waited() -> None:
    def act(hub: Hub, line: Line) -> None:
        hub.broadcast(b"last")
        line.subscriber.dismiss(Bye(4009, "the table has moved; connect again"))

    assert scene(act).writes == [[b"last"]]
