"""A table that another process owns: its owner's answers are passed on after their events, and never get lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from comeout.house.audience.hub import Hub
from comeout.house.cluster.bus import NoBus
from comeout.house.cluster.follower import Follower, Passed
from comeout.house.host.recovery import nobody_minds
from comeout.house.store.contract import StoreTrouble
from comeout.log.records import Record
from comeout.protocol.frames import Answered, Countdown, frame
from comeout.protocol.house_commands import Ask
from tests.kit.nights import Night, Watcher, play, seated, told


class OwnerNearby(NoBus):
    """A bus on which the owner of a night's table answers at once: sooner than anybody else reads the log."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.says: bytes | None = None
        """What is answered in place of what the owner says."""

    async def ask(self, subject: str, data: bytes, *, timeout_s: float) -> bytes:
        del subject, timeout_s
        asked = msgspec.msgpack.decode(data, type=Passed)
        if self.says is not None:
            return self.says
        if asked.id not in self.night.answers:
            await self.night.do(asked.player, asked.name, asked.id, **asked.body)
        return self.night.answers[asked.id][-1]


class Following:
    """Somebody who follows a night's table, with one connection of a player to it."""

    def __init__(self, night: Night, player: str = "ann") -> None:
        self.night, self.bus = night, OwnerNearby(night)
        self.follower = Follower(
            night.row, night.layout, night.store, clock=night.clock, bus=self.bus, hub=Hub(),
            learn_name=_nobody_new, met=nobody_minds, seen=lambda _record, _event: None,
        )  # fmt: skip
        self.player = player
        self.client = Watcher(player, sees_all=False, clock=night.clock.monotonic)

    async def start(self) -> None:
        await self.follower.start()
        self.follower.hub.join(self.client)

    async def ask(self, name: str, key: str, **body: Any) -> None:
        """Send a command to the owner and have its answer arrive, before the log is read."""
        now = self.night.clock.monotonic()
        self.follower.ask(Ask(self.player, key, name, body, frozenset(), now, self.client.offer))
        await asyncio.gather(*self.follower._asking)

    @property
    def heard(self) -> list[str]:
        """The events and answers that the connection was sent, in order."""
        return [each.get("name") or each["id"] for each in told(self.client) if each["type"] in ("event", "answer")]

    @property
    def goodbye(self) -> int:
        """The code that the connection is to be closed with; 0 while it is not."""
        return self.client.end.code if self.client.end else 0


async def _nobody_new(_: str) -> None:
    """Nobody sits down who is not known."""


async def following(player: str = "ann") -> Following:
    night = await seated("exhibit-a", (4, 2))
    found = Following(night, player)
    await found.start()
    return found


@play
async def test_an_answer_waits_until_the_log_that_is_read_here_has_its_events() -> None:
    there = await following()
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    assert there.heard == []
    await there.follower.follow()
    assert there.heard == ["BetPlaced", "bet"]


@play
async def test_who_is_ready_is_known_here_until_bets_open_again() -> None:
    there = await following()
    await there.ask("SetReady", "ready")
    assert (there.heard, there.follower.ready, there.follower.countdown.ready) == (["ready"], {1}, [1])
    there.follower._hear(frame(Countdown(1, 5_000, ready=[1, 2], begins_in_ms=1_000)))
    assert (there.follower.countdown.ready, there.follower.countdown.begins_in_ms) == ([1, 2], 1_000)
    await there.ask("SetReady", "not ready", ready=False)
    assert there.follower.ready == {2}
    await there.follower.follow()
    await there.night.wait()
    await there.follower.follow()
    assert there.follower.fold.state.rolls == 1
    assert there.follower.countdown.closes_in_ms == there.night.host.countdown.closes_in_ms


@play
async def test_without_a_word_of_the_owner_the_clock_starts_when_the_dice_lie_by_the_log() -> None:
    there = await following()
    there.follower.ready.add(1)
    await there.night.wait()
    await there.follower.follow()
    ours, owners = there.follower.countdown, there.night.host.countdown
    assert (ours.closes_in_ms, ours.begins_in_ms, ours.ready) == (owners.closes_in_ms, 2_000, [])
    there.night.clock.advance(3)
    assert there.follower.countdown.begins_in_ms == 0
    assert there.follower.closes_in_ms == there.night.host.closes_in_ms


@play
async def test_a_refusal_and_a_repeated_answer_are_passed_on_at_once() -> None:
    there = await following()
    await there.ask("PlaceBet", "too much", spot="pass", amount=10_000_000)
    assert there.heard == ["too much"]
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    await there.follower.follow()
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    assert there.heard == ["too much", "BetPlaced", "bet", "bet"]


@play
async def test_the_answer_of_a_command_that_another_table_was_asked_under_the_same_id_does_not_wait_for_ever() -> None:
    there = await following()
    there.bus.says = frame(Answered("bet", True, seq=10_000))
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    assert there.heard == []
    await there.follower.follow()
    assert there.heard == ["bet"]


@play
async def test_a_reading_that_began_before_an_answer_arrived_does_not_let_it_go() -> None:
    there = await following()
    read, records = asyncio.Event(), there.night.store.records

    async def slowly(table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        found = await records(table, after=after, limit=limit)
        await read.wait()
        return found

    there.night.store.records = slowly  # type: ignore[method-assign]
    reading = asyncio.ensure_future(there.follower.follow())
    await asyncio.sleep(0)
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    read.set()
    await reading
    assert there.heard == []
    await there.follower.follow()
    assert there.heard == ["BetPlaced", "bet"]


@play
async def test_while_the_store_is_away_answers_wait_with_their_events() -> None:
    there = await following()
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    records = there.night.store.records

    async def away(table: str, *, after: int = 0, limit: int = 1000) -> Sequence[Record]:
        raise StoreTrouble(f"no records of {table} after {after}, nor {limit} of them")

    there.night.store.records = away  # type: ignore[method-assign]
    await there.follower.follow()
    assert there.heard == []
    there.night.store.records = records  # type: ignore[method-assign]
    await there.follower.follow()
    assert there.heard == ["BetPlaced", "bet"]


@play
async def test_whoever_closes_a_table_is_answered_before_everybody_is_sent_away() -> None:
    there = await following("eve")
    await there.ask("CloseTable", "close", by="boxperson")
    there.follower._asking.add(asyncio.ensure_future(asyncio.sleep(0)))  # somebody else's answer is on its way
    await there.follower.follow()
    assert there.heard[-2:] == ["TableClosed", "close"]
    assert there.goodbye == 0
    there.follower._asking.clear()
    await there.follower.follow()
    assert there.goodbye == 4010


@play
async def test_a_new_owner_in_this_process_gives_the_answers_that_waited_and_a_house_that_closes_none() -> None:
    there = await following()
    await there.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    there.follower.hand_over(lambda _: None)
    assert there.heard == ["bet"], "the new owner has told its events before"
    other = await following()
    await other.ask("PlaceBet", "bet", spot="pass", amount=1_000)
    other.follower.give_up()
    await other.follower.follow()
    assert other.heard == ["BetPlaced"]
