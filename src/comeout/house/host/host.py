"""One table of the house and its single owner: commands are decided, kept, then told; the dice come when it is time.

A live table counts the betting time down and throws by itself; a table in first person throws when its player says so.
Both go the same way: no more bets, dice, settlement, each kept before anybody hears of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from comeout.house.audience.hub import SMALL_TABLE, Hub, Told
from comeout.house.audience.presence import Presence
from comeout.house.audience.snapshot import stacks
from comeout.house.clock import Clock
from comeout.house.dice.source import DiceFailure
from comeout.house.host.absence import Absence
from comeout.house.host.answering import Answers
from comeout.house.host.batches import Batches
from comeout.house.host.countdown import NEVER, BettingTime
from comeout.house.host.crew import Crew, Guard
from comeout.house.host.keeper import Keeper
from comeout.house.host.recovery import close_distrusted, put_right
from comeout.house.host.stick import MakeSource, Stick
from comeout.house.host.two_people import SecondPerson, Wanted
from comeout.house.players.conduct import Known, nobody_known
from comeout.house.store.contract import LEASE_SECONDS, Store, StoreTrouble
from comeout.log.fold import About, Fold, LogBroken
from comeout.log.records import ConductRow, TableRow
from comeout.protocol.frames import CLOSED, MOVED, Answered, Countdown, Trouble, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.messages import BetPlaced, BetTakenDown, SeatLeft, SeatTaken
from comeout.table.state import Phase, TableState

STACKS_SECONDS = 1.0
"""How often at most a large table is told what lies on its layout."""


async def nobody_minds(_: Fold) -> None:
    """Nobody wants to know how a table was read back."""


class Host:
    """The owner of one table."""

    def __init__(
        self,
        row: TableRow,
        layout: Layout,
        store: Store,
        *,
        clock: Clock,
        owner: str,
        make_source: MakeSource,
        guard: Guard = lambda _player, _command, _state: None,
        heard: Callable[[Told], None] = lambda _told: None,
        met: Callable[[Fold], Awaitable[None]] = nobody_minds,
        counted: Callable[[Countdown], None] = lambda _countdown: None,
        hub: Hub | None = None,
        presence: Presence | None = None,
        known: Known = nobody_known,
        judge: Callable[[Sequence[ConductRow]], None] = lambda _rows: None,
    ) -> None:
        self.row, self.layout, self.store, self.clock, self.owner = row, layout, store, clock, owner
        self.hub = hub or Hub()
        self.presence = presence or Presence(self.hub, clock)
        self._wake = asyncio.Event()
        self.keeper = Keeper(row, layout, store, clock, self._tell, judge)
        self.crew = Crew(self.keeper, guard, known)
        self.time = BettingTime(self.crew, clock, self._count, self.hub.name)
        self.absence = Absence(self.crew, clock, self.presence, self._wake.set)
        self.second = SecondPerson(clock)
        self.answers = Answers(self.crew, self.time, self.second)
        self.batches = Batches(self.keeper, clock, self.hub, self, kept=self._kept, gone_out=self._hear)
        self.stick = Stick(self.crew, self.time, clock, make_source=make_source, commit=self.batches.commit)
        self.lost = False
        """Somebody else owns the table now."""
        self._heard, self._met, self._counted = heard, met, counted
        self._unheard: list[Told] = []
        """What players are told and the house has not counted yet: it can wait until they have it."""
        self._inbox: deque[Ask] = deque()
        self._asking: Ask | None = None
        self._lookers: list[Callable[[], None]] = []
        self._stacks_due: float | None = None
        """When everybody at a large table is told what lies on the layout in all."""
        self._stopping = False
        self._turning = asyncio.Lock()
        self._renewed = clock.monotonic()

    @property
    def fold(self) -> Fold:
        """State, memory and log."""
        return self.keeper.fold

    @property
    def state(self) -> TableState:
        """The table as it lies."""
        return self.keeper.state

    @property
    def seats(self) -> dict[str, int]:
        """Where each player sits."""
        return self.keeper.seats

    @property
    def closes_in_ms(self) -> int | None:
        """How long bets are still taken."""
        return self.time.closes_in_ms

    @property
    def waiting(self) -> str:
        """What the table waits for, if it waits."""
        return self.time.waiting

    @property
    def whose(self) -> int | None:
        """The seat whose move that is."""
        return self.time.whose

    @property
    def lease_age(self) -> float:
        """Seconds since the lease was renewed."""
        return self.clock.monotonic() - self._renewed

    @property
    def done(self) -> bool:
        """Whether the table is given up, or somebody else's."""
        return self._stopping or self.lost

    def ask(self, ask: Ask) -> None:
        """Take a command in; its answer comes when it is kept."""
        self._inbox.append(ask)
        self._wake.set()

    async def wanted(self) -> list[Wanted]:
        """What waits for a second person."""
        return self.second.waiting(rolls=self.fold.state.rolls)

    def look(self, seen: Callable[[], None]) -> None:
        """Look at the table at a moment when everything about it is kept."""
        self._lookers.append(seen)
        self._wake.set()

    # -------------------------------------------------------------- life

    async def start(self) -> bool:
        """Become the owner, read the log back and put right what a stop left undone; False if the table is taken."""
        self.keeper.lease = await self.store.claim(self.row.id, self.owner, lease_s=LEASE_SECONDS)
        if self.keeper.lease is None:
            return False
        try:
            await self.read_back()
        except LogBroken:
            await self.store.release(self.keeper.lease)
            raise
        small = len(self.seats) <= SMALL_TABLE
        await self.hub.catch_up(self.store, self.row.id, end=self.keeper.seq, small=small)
        await self._recover()
        return True

    async def run(self) -> None:
        """Serve the table until told to stop or until somebody else owns it."""
        while not self.done:
            await self._rest()
            await self.turn()

    async def stop(self) -> None:
        """Finish the roll in hand, say so in the log, and give the table up."""
        self._stopping = True
        self._wake.set()
        async with self._turning:
            if self.lost or self.keeper.lease is None:
                return
            with suppress(StoreTrouble):  # then it was no stop in order, and the next owner will know
                await self._stop_in_order()
                await self.store.release(self.keeper.lease)
            self.keeper.lease = None

    async def _stop_in_order(self) -> None:
        if self.batches.astray:
            await self.read_back()
        if self.crew.roll_in_hand or self.state.phase is Phase.CALLED:
            await self._roll()
        if self.batches.astray:
            return  # the store would not have the roll: no stop in order, and the next owner finishes it
        if not self.keeper.memory.clean:
            self.keeper.note("stopped", {"owner": self.owner})
        if await self.batches.commit():
            await self.keeper.snapshot()

    async def renew(self) -> None:
        """Keep the lease; a table that somebody else has taken is let go."""
        lease = self.keeper.lease
        if lease and not await self.store.renew(lease, lease_s=LEASE_SECONDS):
            self.give_way()
        self._renewed = self.clock.monotonic()

    def give_way(self) -> None:
        """Somebody else owns the table: let go of it, and let players find its new owner."""
        self.lost = True
        self._wake.set()
        self.hub.send_away(MOVED)

    # -------------------------------------------------------------- after a stop

    async def read_back(self) -> None:
        """Forget what was not kept: the table is what its log says."""
        await self.keeper.read_back()
        self._hear()
        await self._met(self.fold)
        self.second.read_back()
        self.absence.read_back()
        self.time.begin_anew()
        self.answers.roll_asked, self._asking = False, None
        self.batches.astray = False
        self.stick.take_up()
        self.hub.seat(self.keeper.seats)

    async def recover_from_bug(self) -> None:
        """Something that cannot be has happened: forget what was not kept and read the table back from its log."""
        asked = [ask for ask, _ in self.keeper.turn.replies]
        asked += [self._asking] if self._asking else []
        await self.read_back()
        for ask in asked:
            ask.reply(frame(Answered(ask.id, False, reason="BROKEN", says="the house broke on this; nothing happened")))
        self.hub.broadcast(frame(Trouble("the table broke and was read back from its log", over=True)))

    async def _recover(self) -> None:
        """Put right what a stop left undone, once; then play goes on where it was."""
        left = self._put_right()
        while not await self.batches.commit():
            if self.done:
                return
            left = self._put_right()
        try:
            if self._distrusted:
                await self._shut(self.stick.trouble)
            elif await self.stick.publish() and self.crew.roll_in_hand:
                await self._roll()
        except DiceFailure as bad:
            await self._shut(str(bad))
        self.time.count_down(left=left or NEVER)

    def _put_right(self) -> float:
        left = self.time.left()
        put_right(self.crew, self.owner, left=left)
        if not self._distrusted:
            self.crew.attend()
        return left

    # -------------------------------------------------------------- a turn

    async def turn(self) -> None:
        """Do all that is due: what was asked, what the crew does by itself, and the roll when its time has come."""
        async with self._turning:
            if self.keeper.lease is None:
                return  # it was given up meanwhile
            try:
                await self._turn()
            except StoreTrouble as bad:
                await self.batches.wait_for_store(self.keeper.turn.replies, str(bad))

    async def _turn(self) -> None:
        self.batches.unfinished = False
        if self.keeper.fault and self.state.phase is not Phase.SHUT:
            await self._shut(self.keeper.fault)
        self._show()
        due = self.time.over
        self._take_all(before=self.time.deadline if due else None)
        for name in self.second.expire():
            self.keeper.note("second-expired", About(name))
        self.absence.attend()
        self.crew.attend()
        if await self.batches.commit():
            self.time.count_down()  # whoever has got the dice just now has time to bet
            if (due and self.time.over) or self.answers.roll_asked or self.crew.roll_in_hand:
                await self._roll()
        self._take_all()
        self.crew.attend()
        await self.batches.commit()
        self.time.count_down()
        await self.keeper.snapshot(due=True)

    async def _rest(self) -> None:
        """Wait for a command, or for the time of what is due."""
        self._wake.clear()
        asked = self._inbox or self._lookers or self.answers.roll_asked
        if asked or self._stopping or self.crew.roll_in_hand or self.batches.unfinished:
            return
        waits: list[asyncio.Future[object]] = [asyncio.ensure_future(self._wake.wait())]
        times = self.time.deadline, self._stacks_due, self.second.due, self.absence.due
        if timers := [each for each in times if each is not None]:
            seconds = max(0.0, min(timers) - self.clock.monotonic())
            waits.append(asyncio.ensure_future(self.clock.sleep(seconds)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    def _show(self) -> None:
        """Let those look who wait to: between turns everything about the table is kept."""
        if self._stacks_due is not None and self.clock.monotonic() >= self._stacks_due:
            self._stacks_due = None
            self.hub.broadcast(frame(stacks(self)))
        lookers, self._lookers = self._lookers, []
        for seen in lookers:
            seen()

    def _take_all(self, *, before: float | None = None) -> None:
        """Answer what has arrived, up to a moment by the steady clock."""
        while self._inbox and (before is None or self._inbox[0].arrived < before):
            self.take(self._inbox.popleft())

    def take(self, ask: Ask) -> None:
        """Answer a command within the batch; the same command gets the same answer."""
        self._asking = ask
        known = self.keeper.known(ask)
        if known is None:
            self.absence.acted(ask.player, ask.name)
        self.keeper.answer(ask, known or frame(self.answers.answer(ask)), new=known is None)
        if self.state.phase is Phase.SETTLED:
            self.crew.attend()  # the first to sit down finds betting open
        self._asking = None

    async def _roll(self) -> None:
        """Close bets, throw, settle; dice that cannot be trusted close the table."""
        self.answers.roll_asked, self.time.deadline = False, None
        try:
            await self.stick.roll()
        except DiceFailure as bad:
            await self._shut(str(bad))

    @property
    def _distrusted(self) -> bool:
        """Whether the log or the dice, as they were read back, are not what they should be."""
        return bool(self.keeper.fault or self.stick.trouble)

    async def _shut(self, why: str) -> None:
        await self.read_back()
        if self.state.phase is not Phase.SHUT:
            close_distrusted(self.crew, why, last_roll_holds=self.stick.last_roll_holds)
            await self.batches.commit()

    def _kept(self) -> None:
        """A batch is kept, told and answered; a closed table sends everybody away."""
        self.second.keep()
        self.absence.kept()
        if self.state.phase is Phase.SHUT:
            self.hub.send_away(CLOSED)

    def _hear(self) -> None:
        """What went out is counted, before anything more can be asked of the table."""
        unheard, self._unheard = self._unheard, []
        for told in unheard:
            self._heard(told)

    def _count(self, countdown: Countdown) -> None:
        self.hub.broadcast(frame(countdown))
        self._counted(countdown)

    def _tell(self, told: Told) -> None:
        self._unheard.append(told)
        if not told.small and self._stacks_due is None and isinstance(told.event, (BetPlaced, BetTakenDown)):
            self._stacks_due = self.clock.monotonic() + STACKS_SECONDS
        self.time.hear(told.event)
        self.absence.hear(told.event)
        if isinstance(told.event, SeatTaken):
            self.hub.sit(told.event.player, told.event.seat)
        self.hub.tell(told)
        if isinstance(told.event, SeatLeft):
            self.hub.stand_up(told.event.seat)
