"""A remote table: commands with their answers, news as it comes, and a replica of the table's state."""

from __future__ import annotations

import asyncio
import dataclasses
import time
import uuid
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import quote

from comeout.client.awaited_roll import AwaitedRoll
from comeout.client.connection import BEAT_SECONDS, Away, Back, LiveConnection
from comeout.client.event_reader import Note, event_of, named_events
from comeout.client.mirror import Mirror
from comeout.client.rest_client import HouseError, Rest
from comeout.money import Amount, to_cents
from comeout.protocol.frames import (
    Answered,
    Countdown,
    Do,
    Happened,
    Quote,
    Quoted,
    Snapshot,
    ToClient,
    Trouble,
    Typed,
    Understood,
    Welcome,
)
from comeout.protocol.house_commands import HouseCommand, RollNow, SetReady, SetSeed
from comeout.protocol.play_answers import PositionAnswer
from comeout.rules.layout import Layout
from comeout.table.advice.offers import Offer, offers
from comeout.table.answer import Answer, RollAnswer
from comeout.table.messages import Command, Event, Reason, Rejected, Switch
from comeout.table.notation.position_text import parse_position
from comeout.table.position import Position, state_of
from comeout.table.shooter import way_to_dice

News = Event | Note | Countdown | Trouble | Snapshot | Away | Back
"""What a table publishes. A snapshot comes after an interruption that was too long to send every event."""

UNREAD_MOST = 4096
"""How many unread news are kept; beyond that the oldest are dropped."""


class RemoteTable:
    """A table of a house, over a connection. `mirror` is its state as you see it; the properties are read from it.

    Every act has the same name here as at a `Table`, and gets the same `Answer`. A refusal is an answer that is false;
    a HouseError means that the house could not be asked.
    """

    def __init__(self, rest: Rest, table: str, layout: Layout, *, patience_s: float) -> None:
        self.id, self.layout = table, layout
        self.mirror = Mirror(layout)
        self._connection = LiveConnection(
            rest, table, self.mirror, hear=self._hear, ended=self._ended, patience_s=patience_s
        )
        self._rest, self._patience_s = rest, patience_s
        self._unread: deque[News] = deque(maxlen=UNREAD_MOST)
        self._fresh = asyncio.Event()
        self._awaited: set[AwaitedRoll] = set()
        self._rejoining = False
        """Whether a new connection has been greeted but has not yet received everything that was missed."""
        self._joined = False
        self.closed = False
        """Whether the connection was closed by `close`."""

    def __repr__(self) -> str:
        seat = "you stand" if self.seat is None else f"you are in seat {self.seat}"
        return f"<RemoteTable {self.id} of {self.layout.id}: {self.phase}, {seat}>"

    # -------------------------------------------------------------- the table as you see it

    @property
    def seat(self) -> int | None:
        """Your seat, or None while you stand."""
        return self.mirror.seat

    @property
    def seats(self) -> dict[int, str]:
        """Who sits where: names by the number of the seat. At a large table not everybody is known."""
        return dict(sorted(self.mirror.names.items()))

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.mirror.state.point or None

    @property
    def phase(self) -> str:
        """Where the roll stands: "betting open", "no more bets", and so on."""
        return self.mirror.state.phase.value

    @property
    def shooter(self) -> int | None:
        """The seat that has the dice, 0 for a companion or the launcher; None while nobody has them."""
        return self.mirror.state.shooter

    @property
    def rack(self) -> Amount:
        """What lies in your rack, in cents."""
        return self.mirror.rack_cents

    @property
    def bets(self) -> dict[str, Amount]:
        """What you have on the layout, in cents by spot."""
        return self.mirror.bets

    @property
    def closes_in_s(self) -> float | None:
        """Seconds until bets close, if a countdown runs."""
        return self.mirror.closes_in_s

    @property
    def waiting(self) -> str:
        """What the table waits for, if it waits."""
        return self.mirror.waiting

    @property
    def whose(self) -> int | None:
        """The seat whose turn it is; None for anybody."""
        return self.mirror.whose

    @property
    def dice(self) -> Literal["take", "bet", ""]:
        """How you get dice that nobody holds: `take_dice`, or a bet on the line first; empty if you cannot."""
        return "" if self.seat is None else way_to_dice(self.layout, self.mirror.state, self.seat)

    async def position(self) -> Position:
        """Fetch the position of the table, with everybody's bets as far as you may see them."""
        told = await self._rest.ask("GET", f"/tables/{quote(self.id, safe='')}/position", PositionAnswer)
        return parse_position(told.position, self.layout)

    async def offers(self) -> list[Offer]:
        """Return what you can do now, each with the amounts that would be accepted; nothing while you stand."""
        position = await self.position()
        if self.seat is None:
            return []
        racks = dict.fromkeys((each.seat for each in position.seats), 0) | {self.seat: self.rack}
        state = state_of(self.layout, position, racks, self.mirror.state.settings)
        return offers(self.layout, state, self.seat)

    @property
    def latency_ms(self) -> float | None:
        """The round-trip time to the house; None until it has been measured."""
        return self._connection.latency_ms

    # -------------------------------------------------------------- what you can ask

    async def sit(self, rack: Amount | str) -> Answer:
        """Take a seat with chips from your wallet; whoever sits here already keeps seat and rack."""
        answer = self._seated() or await self._pay("Sit", rack=rack)
        return answer if answer else self._seated() or answer  # another client of yours may have been quicker

    def _seated(self) -> Answer | None:
        if self.seat is None:
            return None
        return Answer(book=self.layout.id, seq=self.mirror.seq or 0, rack=self.rack)

    async def buy_in(self, amount: Amount | str) -> Answer:
        """Buy more chips from your wallet."""
        return await self._pay("BuyIn", amount=amount)

    async def leave(self) -> Answer:
        """Colour up and go; nothing of yours may lie on the layout."""
        return await self._do("Leave")

    async def come_back(self) -> Answer:
        """Come back to the table after having walked away."""
        return await self._do("ComeBack")

    async def bet(self, spot: str, amount: Amount | str) -> Answer:
        """Put chips on a spot, in addition to what is there."""
        return await self._pay("PlaceBet", spot, amount=amount)

    async def reduce(self, spot: str, amount: Amount | str) -> Answer:
        """Take part of a bet back."""
        return await self._pay("ReduceBet", spot, amount=amount)

    async def remove(self, spot: str) -> Answer:
        """Take a bet down."""
        return await self._do("RemoveBet", {"spot": spot})

    async def call(self, spot: str, call: Switch, *, only: bool = False) -> Answer:
        """Call a bet on or off."""
        return await self._do("CallBet", {"spot": spot, "call": call, "only": only})

    async def keep(self, spot: str, *, keep: bool = True) -> Answer:
        """Bet the same again whenever it has won, or no longer."""
        return await self._do("KeepBet", {"spot": spot, "keep": keep})

    async def take_dice(self) -> Answer:
        """Accept the dice and become the shooter: they are offered to you, or everybody has let them go by."""
        return await self._do("TakeDice")

    async def decline_dice(self) -> Answer:
        """Decline the dice."""
        return await self._do("DeclineDice")

    async def pass_dice(self) -> Answer:
        """Give up the dice."""
        return await self._do("PassDice")

    async def ready(self, *, ready: bool = True) -> Answer:
        """Say that you are ready for the throw, or no longer: when everybody is, a live table throws at once.

        It is the wish to throw if you have the dice: the house grants it when the others are ready, or after half of
        the betting time.
        """
        return await self.send(SetReady(ready, self.mirror.state.rolls))

    async def set_seed(self, seed: str) -> Answer:
        """Set your client seed, which goes into every roll of provably fair dice."""
        answer = await self.send(SetSeed(seed))
        if answer:
            self.mirror.seed = seed
        return answer

    async def send(self, command: Command | HouseCommand) -> Answer:
        """Send any command, also one of the crew."""
        return await self._do(type(command).__name__, _fields(command))

    async def can(self, command: Command | HouseCommand) -> Answer:
        """Return what the house would answer to a command now; nothing happens (a dry run)."""
        quoted = await self._connection.quote(Quote(uuid.uuid4().hex, type(command).__name__, _fields(command)))
        told = [(each.name, each.body) for each in quoted.events]
        return Answer(named_events(told), **self._refusal(quoted), book=self.layout.id, seq=self.mirror.seq or 0)

    async def understand(self, text: str) -> Understood:
        """Return the commands that a line of words about bets means, with answers; nothing happens (a dry run)."""
        return await self._connection.understand(Typed(uuid.uuid4().hex, text))

    async def _do(self, name: str, body: Mapping[str, Any] | None = None) -> Answer:
        told = await self._connection.do(Do(uuid.uuid4().hex, name, dict(body or {})))
        return Answer(
            named_events((each[0], each[1]) for each in told.events),
            **self._refusal(told),
            book=self.layout.id,
            seq=told.seq,
            rack=told.rack_cents,
            waiting=told.waiting,
        )

    async def _pay(self, name: str, spot: str | None = None, **amounts: Amount | str) -> Answer:
        """Send a command with an amount as Python gives it; what is no amount is refused in a sentence."""
        try:
            body = {field: to_cents(amount) for field, amount in amounts.items()}
        except ValueError as bad:
            refused = Rejected(Reason.NONSENSE, str(bad), self.layout.rulebook.book.chips_clause)
            return Answer(refused=refused, book=self.layout.id, seq=self.mirror.seq or 0)
        return await self._do(name, body if spot is None else {"spot": spot, **body})

    def _refusal(self, told: Answered | Quoted) -> dict[str, Any]:
        """Convert a refusal to the table's type; a reason of the house itself stands in `reason` only."""
        if told.ok:
            return {}
        own = told.reason in Reason.__members__
        reason = Reason[told.reason] if own else Reason.NOT_AVAILABLE_NOW
        clause = told.clause.removeprefix(self.layout.cite(" ").rstrip()).strip()
        return {"refused": Rejected(reason, told.says, clause, tuple(told.instead_cents)), "reason": told.reason}

    # -------------------------------------------------------------- rolls

    async def roll(self) -> RollAnswer:
        """Have the dice thrown at a table in first person, and wait until the roll is settled.

        At a live table the house throws when the betting time is over or everybody is `ready`, so this is refused:
        wait for `next_roll`. The answer is refused too if the dice could not be thrown after all; if the house stopped
        before it threw them, the reason is INTERRUPTED.
        """
        with self._awaiting(asked=True) as awaited:
            answer = await self.send(RollNow())
            if answer.refused:
                return RollAnswer(
                    refused=answer.refused, reason=answer.reason, book=answer.book, seq=answer.seq, point=self.point
                )
            awaited.accepted(answer.seq)
            return await self._settled(awaited, within_s=self._patience_s)

    async def next_roll(self) -> RollAnswer:
        """Wait for the next roll that is settled at the table, whoever throws it; refused if the table closes first."""
        with self._awaiting(asked=False) as awaited:
            return await self._settled(awaited, within_s=None)

    @contextmanager
    def _awaiting(self, *, asked: bool) -> Iterator[AwaitedRoll]:
        awaited = AwaitedRoll(self.mirror, asked=asked)
        self._awaited.add(awaited)
        try:
            yield awaited
        finally:
            self._awaited.discard(awaited)

    async def _settled(self, awaited: AwaitedRoll, *, within_s: float | None) -> RollAnswer:
        began = time.monotonic()
        # In the middle of what was missed, the mirror shows a table that nobody has seen.
        while self._rejoining or (answer := awaited.outcome(doubt_s=BEAT_SECONDS)) is None:
            if self._connection.why:
                raise self._connection.why
            waited = time.monotonic() - began
            if within_s is not None and waited > within_s:
                raise HouseError(f"the house accepted the roll and has not settled it for {waited:.0f} s")
            await awaited.wait(BEAT_SECONDS)
        return answer

    # -------------------------------------------------------------- what you are told

    async def events(self) -> AsyncIterator[News]:
        """Iterate over the news of the table, until the connection is closed here."""
        while True:
            while self._unread:
                yield self._unread.popleft()
            if self.closed:
                return
            await self._wait_for_news()

    def unread(self) -> list[News]:
        """Return the news that was not read yet, without waiting."""
        news = list(self._unread)
        self._unread.clear()
        return news

    async def next_news(self) -> None:
        """Wait for news that was not read yet; raises HouseError if none will come."""
        while not self._unread:
            await self._wait_for_news()

    async def _wait_for_news(self) -> None:
        if self._connection.why:
            raise self._connection.why
        self._fresh.clear()
        await self._fresh.wait()

    def _tell(self, news: News) -> None:
        self._unread.append(news)
        self._fresh.set()

    # -------------------------------------------------------------- the connection

    async def open(self) -> None:
        """Connect for the first time and load the table."""
        await self._connection.open()

    async def close(self) -> None:
        """Close the connection; your seat and your bets stay."""
        self.closed = True
        await self._connection.close()

    def _ended(self) -> None:
        """Wake everybody who waits: the connection is over for good."""
        self._fresh.set()
        for each in self._awaited:
            each.stir()

    def _hear(self, message: ToClient | Away | Back) -> None:
        match message:
            case Happened():
                self._happened(message)
            case Snapshot():
                self.mirror.lay(message)
                if self._joined:
                    self._tell(message)
                self._joined = True
                self._caught_up()
            case Countdown():
                self.mirror.count(message)
                self._tell(message)
                self._caught_up()
            case Trouble():
                self._tell(message)
                if message.over:
                    self._doubt()
            case Away() | Back():
                self._tell(message)
            case Welcome():
                self._rejoining = self._joined
                self.mirror.greet(message)
            case _:
                pass  # a bye is told again by the close code, stacks are for pages that show everybody's chips

    def _caught_up(self) -> None:
        """Doubt pending rolls after a reconnect, once all missed events have arrived."""
        if self._rejoining:
            self._rejoining = False
            self._doubt()

    def _doubt(self) -> None:
        for each in self._awaited:
            each.doubt()

    def _happened(self, told: Happened) -> None:
        if self.mirror.seq is not None and told.seq <= self.mirror.seq:
            return
        if told.epoch != self.mirror.epoch:
            self._doubt()  # the table has a new owner, which does not know what was only promised
        event = event_of(told)
        try:
            self.mirror.fold(told, event)
        finally:
            self._tell(event)  # it happened, whether or not the mirror can follow
            if not isinstance(event, Note):
                for each in self._awaited:
                    each.hear(told.seq, event)


def _fields(command: Command | HouseCommand) -> dict[str, Any]:
    return {each.name: getattr(command, each.name) for each in dataclasses.fields(command)}
