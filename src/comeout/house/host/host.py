"""The host is the single writer (leader) of one table: decide, commit, publish; it throws when it is time.

A live table counts the betting time down and throws by itself; a first-person table throws when its player says so.
Both go the same way: no more bets, dice, settlement, each committed before anybody sees it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from itertools import islice

from comeout.house.audience.hub import SMALL_TABLE, Hub, Published, let_out
from comeout.house.audience.presence import Presence
from comeout.house.audience.snapshot import STACKS_SECONDS, stacks
from comeout.house.clock import Clock
from comeout.house.dice.source import DiceFailure
from comeout.house.host.absence import Absence
from comeout.house.host.answering import Answers
from comeout.house.host.countdown import NEVER, Alarm, BettingTime
from comeout.house.host.crew import AutomaticCrew, Guard, MakeSource, Stick
from comeout.house.host.owned_table import OwnedTable, Turn
from comeout.house.host.ready_lights import ReadyLights
from comeout.house.host.recovery import after_refusal, close_distrusted, nobody_minds, put_right, wait_for_store
from comeout.house.host.two_people import SecondPerson, Wanted
from comeout.house.host.writer import NotKept, Writer, Wrote
from comeout.house.metrics import ROLL_TO_LAST
from comeout.house.players.conduct import Known, nobody_known
from comeout.house.players.wallets import BUYS_CHIPS, Wallets
from comeout.house.store.contract import LEASE_SECONDS, Store, StoreTrouble
from comeout.log.fold import About, Fold
from comeout.log.records import ConductRow, TableRow
from comeout.protocol.frames import CLOSED, MOVED, Countdown, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.messages import (
    BetPlaced,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    CameBack,
    DiceThrown,
    Event,
    RollCalled,
    RollSettled,
    SeatLeft,
    SeatTaken,
    WalkedAway,
)
from comeout.table.state import Phase, TableState

SHOW_SECONDS = 0.001
"""How long a turn answers looks before it does anything else."""


class Host:
    """Owner (single writer) of one table: decides, commits, publishes."""

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
        heard: Callable[[Sequence[Published]], None] = lambda _told: None,
        met: Callable[[Fold], Awaitable[None]] = nobody_minds,
        counted: Callable[[Countdown], None] = lambda _countdown: None,
        hub: Hub | None = None,
        presence: Presence | None = None,
        known: Known = nobody_known,
        judge: Callable[[Sequence[ConductRow]], None] = lambda _rows: None,
        wallets: Wallets | None = None,
        wrote: Wrote = lambda _moved, _players: None,
    ) -> None:
        self.row, self.layout, self.clock, self.owner = row, layout, clock, owner
        self.table = table = OwnedTable(row, layout, store, clock, wallets)
        self.hub = hub or Hub()
        self.presence = presence or Presence(self.hub, clock)
        self._wake = asyncio.Event()
        self.writer = Writer(table, judge, wrote)
        self.crew = AutomaticCrew(table, self.writer, guard, known)
        self.time = BettingTime(table, self._count, ReadyLights(table, self.presence), self.hub.name)
        self.absence = Absence(table, self.crew, self.presence, self._wake.set)
        self._live = row.mode == "live"
        """Whether the table is live. A first-person table waits for its player, and nobody is away there."""
        self.second = SecondPerson(clock)
        self.answers = Answers(self.crew, self.time, self.second)
        self.stick = Stick(self.crew, self.time, make_source=make_source, commit=self.commit)
        self.refused_at: float | None = None
        """When the store last refused a batch, by the monotonic clock, unless it has committed one since."""
        self.lost = False
        """Whether another process owns the table now."""
        self.astray = False
        """Whether the state holds events that were not committed; nothing may be written before the log is replayed."""
        self._unfinished = False
        """Whether a batch was refused, so that another turn is due without a command."""
        self._heard, self._met, self._counted = heard, met, counted
        self._unheard: list[Published] = []
        """Published events that the house has not processed yet; players get them first."""
        self._inbox: deque[Ask] = deque()
        self._asking: Ask | None = None
        self._lookers: deque[Callable[[], None]] = deque()
        self._stacks_due: float | None = None
        """When the stacks of a large table are broadcast next; None if nothing has changed."""
        self._opened = False
        """Whether the batch that is published opened betting: its countdown is sent with it."""
        self._alarm = Alarm(clock, self._wake.set)
        self._called_at: float | None = None
        """When the dice of the present roll were committed, by the monotonic clock, if the house throws them."""
        self._stopping = False
        self._turning = asyncio.Lock()
        self._renewed = clock.monotonic()

    # -------------------------------------------------------------- as others see it

    @property
    def fold(self) -> Fold:
        """State, memory and log."""
        return self.table.fold

    @property
    def state(self) -> TableState:
        """The state of the table."""
        return self.table.state

    @property
    def seats(self) -> dict[str, int]:
        """Where each player sits."""
        return self.table.seats

    @property
    def closes_in_ms(self) -> int | None:
        """How long bets are still accepted."""
        return self.time.closes_in_ms

    @property
    def waiting(self) -> str:
        """What the table is waiting for, if anything."""
        return self.time.waiting

    @property
    def countdown(self) -> Countdown:
        """The countdown as it is announced."""
        return self.time.countdown

    @property
    def ready(self) -> Collection[int]:
        """The seats that are ready for the throw."""
        return self.time.lights.seats

    @property
    def lease_age(self) -> float:
        """Seconds since the lease was renewed."""
        return self.clock.monotonic() - self._renewed

    @property
    def done(self) -> bool:
        """Whether this process has given up the table."""
        return self._stopping or self.lost

    def ask(self, ask: Ask) -> None:
        """Queue a command; its answer comes after the commit."""
        self._inbox.append(ask)
        self._wake.set()

    async def wanted(self) -> list[Wanted]:
        """Return what waits for a second person."""
        return self.second.waiting(rolls=self.table.state.rolls)

    def look(self, seen: Callable[[], None]) -> None:
        """Read the table when everything about it is committed."""
        self._lookers.append(seen)
        self._wake.set()

    # -------------------------------------------------------------- life

    async def start(self) -> bool:
        """Claim the lease, replay the log and finish what the last owner left open; False if the table is taken."""
        table, store = self.table, self.table.store
        table.lease = await store.claim(self.row.id, self.owner, lease_s=LEASE_SECONDS)
        if table.lease is None:
            return False
        self.stick.let_go()
        try:
            await self.read_back()
            if not table.fault:  # else the table closes, whatever its records hold
                small = len(table.seats) <= SMALL_TABLE
                await self.hub.catch_up(store, self.row.id, end=table.log.seq, small=small)
            await self._recover()
        except BaseException:
            with suppress(StoreTrouble):
                await store.release(table.lease)
            raise
        return True

    async def run(self) -> None:
        """Run the table until told to stop or until another process owns it."""
        try:
            while not self.done:
                await self._rest()
                await self.turn()
        finally:
            self._alarm.stop()

    async def stop(self) -> None:
        """Shut down gracefully: finish the current roll, say so in the log, and release the lease."""
        self._stopping = True
        self._wake.set()
        async with self._turning:
            if self.lost or self.table.lease is None:
                return
            with suppress(StoreTrouble):  # then it was no stop in order, and the next owner will know
                await self._stop_in_order()
                await self.table.store.release(self.table.lease)
            self.table.lease = None

    async def _stop_in_order(self) -> None:
        if self.astray:
            await self.read_back()
        if self.crew.roll_in_hand or self.table.state.phase is Phase.CALLED:
            await self._roll()
        if self.astray:
            return  # the store would not have the roll: no stop in order, and the next owner finishes it
        if not self.table.memory.clean:
            self.writer.stop(self.owner)
        if await self.commit():
            await self.writer.snapshot()

    async def renew(self) -> None:
        """Renew the lease; give up a table that another process has taken."""
        lease = self.table.lease
        if lease and not await self.table.store.renew(lease, lease_s=LEASE_SECONDS):
            self.give_way()
        self._renewed = self.clock.monotonic()

    def give_way(self) -> None:
        """Step down: another process owns the table, and players must reconnect to it."""
        self.lost = True
        self.table.wallets.settle(self.row.id, kept=False)
        self._wake.set()
        self.hub.send_away(MOVED)

    def hand_over(self, ask: Callable[[Ask], None], look: Callable[[Callable[[], None]], None]) -> None:
        """Pass on commands and reads that arrived after this process had lost the table: nobody serves them here."""
        while self._inbox:
            ask(self._inbox.popleft())
        while self._lookers:
            look(self._lookers.popleft())

    # -------------------------------------------------------------- after a stop

    async def read_back(self) -> None:
        """Discard what was not committed: replay the table from its log."""
        self._called_at = None
        for told in await self.writer.read_back():
            self._tell(told)
        self._hear()
        await self._met(self.table.fold)
        self.second.read_back()
        self.absence.read_back()
        self.time.begin_anew()
        self.answers.roll_asked, self._asking = False, None
        self.astray = False
        await self.stick.take_up()
        self.hub.seat(self.table.seats)

    @property
    def unanswered(self) -> list[Ask]:
        """The commands of the open batch, and the one that is being decided."""
        return [ask for ask, _ in self.table.turn.replies] + ([self._asking] if self._asking else [])

    async def _recover(self) -> None:
        """Finish what the last owner left open, once; then play continues."""
        left = self._put_right()
        while not await self.commit():
            if self.done:
                return
            left = self._put_right()
        try:
            if self._distrusted:
                await self._shut(self.stick.trouble)
            elif self.crew.roll_in_hand:
                await self._roll()
        except DiceFailure as bad:
            await self._shut(str(bad))
        self.time.count_down(left=left or NEVER)

    def _put_right(self) -> float:
        left = self.time.left()
        put_right(self.crew, self.owner, left=left)
        if not self._distrusted and self.stick.begin():
            self.crew.attend()
        return left

    # -------------------------------------------------------------- a turn

    async def turn(self) -> None:
        """Do all that is due: commands, the automatic crew, and the roll when its time has come."""
        async with self._turning:
            if self.table.lease is None or self.lost:
                return  # it was given up meanwhile: what is asked now is for the next owner
            try:
                await self._turn()
            except StoreTrouble as bad:
                await wait_for_store(self, self.table.turn.replies, str(bad))

    async def _turn(self) -> None:
        self._unfinished = False
        if self.table.fault and self.table.state.phase is not Phase.SHUT:
            await self._shut(self.table.fault)
        self._show()
        deadline = self.time.deadline
        due = deadline is not None and self.clock.monotonic() >= deadline
        await self._take_all(before=deadline if due else None)
        if self.second.asked:
            for name in self.second.expire():
                self.writer.note("second-expired", About(name))
        if self._live:
            self.absence.attend()
        self.crew.attend()
        rolled, committed = False, await self.commit()
        if committed:
            self.time.count_down()  # whoever has got the dice just now has time to bet
            rolled = (due and self.time.over) or self.answers.roll_asked or self.crew.roll_in_hand
            if rolled:
                await self._roll()
        if rolled or self._inbox or not committed:
            await self._take_all()
            self.crew.attend()
            await self.commit()
            self.time.count_down()
        await self.writer.snapshot(due=True)

    async def _rest(self) -> None:
        """Wait for a command, or for the next deadline."""
        self._wake.clear()
        if self._lookers:
            await asyncio.sleep(0)  # others come first
        asked = self._inbox or self._lookers or self.answers.roll_asked
        if asked or self._stopping or self.crew.roll_in_hand or self._unfinished:
            return
        self._alarm.set(self.time.deadline, self._stacks_due, self.second.due, self.absence.due)
        await self._wake.wait()

    def _show(self) -> None:
        """Serve pending reads: between turns everything about the table is committed."""
        if self._stacks_due is not None and self.clock.monotonic() >= self._stacks_due:
            self._stacks_due = None
            self.hub.broadcast(frame(stacks(self)))
        until = self.clock.monotonic() + SHOW_SECONDS
        while self._lookers:
            self._lookers.popleft()()
            if self.clock.monotonic() >= until:
                break  # commands come first; the next turn shows the rest

    async def _take_all(self, *, before: float | None = None) -> None:
        """Answer the commands that arrived up to a moment of the monotonic clock."""
        asks = self._inbox
        due = len(asks) if before is None else next((n for n, a in enumerate(asks) if a.arrived >= before), len(asks))
        payers = [ask.player for ask in islice(asks, due) if ask.name in BUYS_CHIPS]
        if payers:
            await self.table.wallets.look(self.row.id, payers)
        for _ in range(min(due, len(asks))):
            self.take(asks.popleft())

    def take(self, ask: Ask) -> None:
        """Answer a command within the batch. Idempotent: the same command gets the same answer."""
        self._asking = ask
        known = self.writer.known(ask)
        if known is None:
            if self._live:
                self.absence.acted(ask.player, ask.name)
            self.writer.answer(ask, self.answers.answer(ask))
        else:
            self.writer.repeat(ask, known)
        if self.table.state.phase is Phase.SETTLED:
            self.crew.attend()  # the first to sit down finds betting open
        self._asking = None

    async def _roll(self) -> None:
        """Close bets, throw, settle; dice that cannot be trusted close the table."""
        self.answers.roll_asked = False
        self.time.run_out()
        try:
            await self.stick.roll()
        except DiceFailure as bad:
            await self._shut(str(bad))

    @property
    def _distrusted(self) -> bool:
        """Return whether the replayed log or the dice cannot be trusted."""
        return bool(self.table.fault or self.stick.trouble)

    async def _shut(self, why: str) -> None:
        await self.read_back()
        if self.table.state.phase is not Phase.SHUT:
            close_distrusted(self.crew, why, last_roll_holds=self.stick.last_roll_holds)
            await self.commit()

    # -------------------------------------------------------------- committed, then told

    async def commit(self) -> bool:
        """Commit the batch, then publish and answer it; False if the store refused it, and it never happened."""
        if self.astray:
            return False
        try:
            turn = await self.writer.commit()
        except NotKept as bad:
            self._unfinished = self.astray = True
            if isinstance(bad.__cause__, StoreTrouble):
                self.refused_at = self.clock.monotonic()
            await after_refusal(self, bad.turn, bad.__cause__)
            return False
        if turn.told or turn.replies:
            self.refused_at = None
        await self.publish(turn)
        return True

    async def publish(self, turn: Turn) -> None:
        """Publish and answer a committed batch; a closed table disconnects everybody."""
        if not (turn.told or turn.replies):
            return
        for told in turn.told:
            self._tell(told)
        for ask, data in turn.replies:
            ask.reply(data)
        if self._opened:
            self._opened = False
            self.time.count_down()
        if self.second.asked or self.second.kept:
            self.second.keep()
        if self._live:
            self.absence.kept()
        if self.table.state.phase is Phase.SHUT:
            self.hub.send_away(CLOSED)
        if turn.told:
            await let_out()
            self._hear()

    def _tell(self, told: Published) -> None:
        self._unheard.append(told)
        event = told.event
        before = _BEFORE.get(type(event))
        if before:
            before(self, told)
        self.hub.tell(told)
        if isinstance(event, SeatLeft):
            self.hub.stand_up(event.seat)
        elif isinstance(event, RollSettled) and self._called_at is not None:
            ROLL_TO_LAST.observe(self.clock.monotonic() - self._called_at)
            self._called_at = None

    def _stack_up(self, told: Published) -> None:
        if not told.small and self._stacks_due is None:
            self._stacks_due = self.clock.monotonic() + STACKS_SECONDS

    def _betting(self, told: Published) -> None:
        self.time.hear(told.event)
        self._opened = self._opened or isinstance(told.event, BettingOpened)

    def _moving(self, told: Published) -> None:
        self.absence.hear(told.event)
        if isinstance(told.event, SeatTaken):
            self.hub.sit(told.event.player, told.event.seat)

    def _called(self, _told: Published) -> None:
        if self.row.dice != "crew":  # where people settle, the time is theirs
            self._called_at = self.clock.monotonic()

    def _hear(self) -> None:
        """Notify the house of what was published, before the table accepts more commands."""
        unheard, self._unheard = self._unheard, []
        if unheard:
            self._heard(unheard)

    def _count(self, countdown: Countdown) -> None:
        self.hub.broadcast(frame(countdown))
        self._counted(countdown)


_BEFORE: dict[type[Event] | type[None], Callable[[Host, Published], None]] = {
    BetPlaced: Host._stack_up,
    BetTakenDown: Host._stack_up,
    BettingOpened: Host._betting,
    BettingClosed: Host._betting,
    DiceThrown: Host._betting,
    SeatTaken: Host._moving,
    CameBack: Host._moving,
    WalkedAway: Host._moving,
    RollCalled: Host._called,
}
"""The handlers that run before a committed event of each type is published."""
