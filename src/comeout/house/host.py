"""One table of the house and its single owner: commands are decided, kept, then told; the dice come when it is time.

A live table counts the betting time down and throws by itself; a table in first person throws when its player says so.
Both go the same way: no more bets, dice, settlement, each kept before anybody hears of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from comeout.house.asks import Ask, NotAllowed, RollNow, SetSeed, needs_two, read_ask
from comeout.house.clock import Clock
from comeout.house.codec import Unreadable, named
from comeout.house.desk import close_table, shut
from comeout.house.dice.seeds import Seeds, freeze
from comeout.house.dice.source import DiceFailure, DiceSource
from comeout.house.hub import Hub, Told
from comeout.house.keeper import Keeper, NotKept, Turn
from comeout.house.memory import Fold, Frozen, Memory, Seed
from comeout.house.opening import crew_problem
from comeout.house.store import AlreadyAnswered, StaleOwner, Store, StoreTrouble, TableRow, WalletShort
from comeout.house.view import stacks
from comeout.house.wire import Answered, Bye, Countdown, Trouble, frame
from comeout.rules.layout import Layout
from comeout.rules.rulebook import Role
from comeout.table.attendant import attend
from comeout.table.decide import decide
from comeout.table.messages import (
    BetPlaced,
    BetTakenDown,
    BettingClosed,
    BettingOpened,
    CallRoll,
    CloseBetting,
    CloseTable,
    Command,
    CorrectRoll,
    DeclineDice,
    DisputeFace,
    Event,
    Interrupt,
    OpenBetting,
    PlaceBet,
    PostNotice,
    Reason,
    Rebet,
    RebetSkipped,
    Rejected,
    SeatLeft,
    SeatTaken,
    SettleRoll,
    TakeDice,
    ThrowDice,
)
from comeout.table.shooter import why_no_throw
from comeout.table.state import Phase, TableState

REGULATED_SECONDS = 5.0
"""The least time between two rolls at a table with the regulated profile."""

LEASE_SECONDS = 3.0
RETRY_SECONDS = 0.25
STACKS_SECONDS = 0.25
"""How often at most a large table is told what lies on its layout."""
NEVER = float("inf")

MakeSource = Callable[[TableRow, Memory], DiceSource | None]
"""The dice of a table: made anew, or restored from what its owner remembers; None where crew enter them."""

Guard = Callable[[str, Command, TableState], Rejected | None]
"""What stops a player beyond the book: limits they set for themselves."""


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
        met: Callable[[TableState], None] = lambda _state: None,
        hub: Hub | None = None,
    ) -> None:
        self.row, self.layout, self.store, self.clock, self.owner = row, layout, store, clock, owner
        self.hub = hub or Hub()
        self.keeper = Keeper(row, layout, store, clock, self._tell)
        self.deadline: float | None = None
        """When bets close, by the steady clock."""
        self.waiting = ""
        """What the table waits for, if it waits."""
        self.lost = False
        """Somebody else owns the table now."""
        self._make_source, self._guard, self._heard, self._met = make_source, guard, heard, met
        self._source: DiceSource | None = None
        self._inbox: deque[Ask] = deque()
        self._asking: Ask | None = None
        self._lookers: list[Callable[[], None]] = []
        self._wake = asyncio.Event()
        self._second: dict[Command, str] = {}
        """Voids and dice that wait for a second person: what was asked, and who asked first."""
        self._second_kept: dict[Command, str] = {}
        """The same as of the last batch that was kept."""
        self._dice_trouble = ""
        """Why the dice could not be taken up from the log."""
        self._roll_asked = False
        self._unfinished = False
        """A batch was not kept: there is something to do without anybody asking."""
        self._astray = False
        """What was not kept is still in memory: nothing may be written before the log is read back."""
        self._stacks_due: float | None = None
        """When everybody at a large table is told what lies on the layout in all."""
        self._stopping = False
        self._turning = asyncio.Lock()
        self._renewed = clock.monotonic()
        self._closed, self._opened = NEVER, -NEVER
        """When betting last closed and opened, by the steady clock."""

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
        return None if self.deadline is None else max(0, round((self.deadline - self.clock.monotonic()) * 1000))

    @property
    def awake(self) -> bool:
        """Whether there is anybody to play for."""
        return bool(self.state.occupied) or any(not seat.away for seat in self.state.seats.values())

    @property
    def _automatic(self) -> bool:
        return self.state.settings.crew == "automatic"

    @property
    def _house_throws(self) -> bool:
        return self._automatic and self.row.dice != "crew"

    @property
    def _in_hand(self) -> bool:
        """Whether bets are closed for a roll that the house has still to throw."""
        return self._house_throws and self.state.phase in (Phase.CLOSED, Phase.DICE_OUT)

    # -------------------------------------------------------------- life

    async def start(self) -> bool:
        """Become the owner, read the log back and put right what a stop left undone; False if the table is taken."""
        self.keeper.lease = await self.store.claim(self.row.id, self.owner, lease_s=LEASE_SECONDS)
        if self.keeper.lease is None:
            return False
        await self._read_back()
        await self._recover()
        return True

    async def run(self) -> None:
        """Serve the table until told to stop or until somebody else owns it."""
        while not (self._stopping or self.lost):
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
        if self._astray:
            await self._read_back()
        if self._in_hand or self.state.phase is Phase.CALLED:
            await self._roll()
        if self._astray:
            return  # the store would not have the roll: no stop in order, and the next owner finishes it
        if not self.keeper.memory.clean:
            self.keeper.note("stopped", {"owner": self.owner})
        if await self._commit():
            await self.keeper.snapshot()

    async def renew(self) -> None:
        """Keep the lease; a table that somebody else has taken is let go."""
        lease = self.keeper.lease
        if lease and not await self.store.renew(lease, lease_s=LEASE_SECONDS):
            self._give_way()
        self._renewed = self.clock.monotonic()

    @property
    def lease_age(self) -> float:
        """Seconds since the lease was renewed."""
        return self.clock.monotonic() - self._renewed

    def queue_sizes(self) -> list[int]:
        """The bytes that wait for each connection."""
        return [each.waiting_bytes for each in self.hub.subscribers]

    def ask(self, ask: Ask) -> None:
        """Take a command in; its answer comes when it is kept."""
        self._inbox.append(ask)
        self._wake.set()

    async def recover_from_bug(self) -> None:
        """Something that cannot be has happened: forget what was not kept and read the table back from its log."""
        asked = [ask for ask, _ in self.keeper.turn.replies]
        asked += [self._asking] if self._asking else []
        await self._read_back()
        for ask in asked:
            ask.reply(frame(Answered(ask.id, False, reason="BROKEN", says="the house broke on this; nothing happened")))
        self.hub.broadcast(frame(Trouble("the table broke and was read back from its log", over=True)))

    def look(self, seen: Callable[[], None]) -> None:
        """Look at the table at a moment when everything about it is kept."""
        self._lookers.append(seen)
        self._wake.set()

    async def _rest(self) -> None:
        """Wait for a command, or for the time of what is due."""
        self._wake.clear()
        if self._inbox or self._lookers or self._stopping or self._roll_asked or self._in_hand or self._unfinished:
            return
        waits: list[asyncio.Future[object]] = [asyncio.ensure_future(self._wake.wait())]
        timers = [each for each in (self.deadline, self._stacks_due) if each is not None]
        if timers:
            seconds = max(0.0, min(timers) - self.clock.monotonic())
            waits.append(asyncio.ensure_future(self.clock.sleep(seconds)))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    async def _read_back(self) -> None:
        await self.keeper.read_back()
        self._met(self.state)
        self._second, self._roll_asked, self._asking = dict(self._second_kept), False, None
        self._astray = False
        try:
            self._source, self._dice_trouble = self._make_source(self.row, self.keeper.memory), ""
        except DiceFailure as bad:
            self._source, self._dice_trouble = None, str(bad)
        self.hub.seat(self.keeper.seats)

    async def _recover(self) -> None:
        """Committed dice stand and are settled first; then, once a stop, the book's rule of interruption applies."""
        left = self._betting_time_left()
        self._put_right(left)
        while not await self._commit():
            if self.lost or self._stopping:
                return
            left = self._betting_time_left()
            self._put_right(left)
        if self._dice_trouble:
            await self._shut(self._dice_trouble)
        elif await self._publish() and self._in_hand:
            await self._roll()
        self._count_down(left=left or NEVER)

    def _put_right(self, left: float) -> None:
        """What a stop left undone, unless this owner has done it already and was only told that it was not kept."""
        keeper = self.keeper
        assert keeper.lease
        clean = keeper.memory.clean or keeper.seq <= 1 or keeper.last_epoch == keeper.lease.epoch
        if not clean:
            keeper.note("started", {"owner": self.owner})
        if self.state.phase is Phase.CALLED:
            self._by_house(SettleRoll(self._speaker(self.layout.rulebook.call.settle_by)))
        if not clean and not left and self.state.seats and self.state.phase is not Phase.SHUT:
            self._by_house(Interrupt(self._speaker(self.layout.rulebook.interruption.by)))
        self._crew()

    def _speaker(self, roles: Sequence[Role]) -> Role:
        """In whose name the house does what cannot wait for anybody."""
        return "house" if self._automatic else roles[0]

    def _betting_time_left(self) -> float:
        """Seconds of the betting time that a takeover still has; in first person there is no clock."""
        if self.state.phase is not Phase.BETTING:
            return 0.0
        spent = (self.clock.now() - self.keeper.memory.opened_at) / 1_000_000
        return NEVER if self.row.mode == "first-person" else max(0.0, self.state.settings.betting_time_s - spent)

    # -------------------------------------------------------------- a turn

    async def turn(self) -> None:
        """Do all that is due: what was asked, what the crew does by itself, and the roll when its time has come."""
        async with self._turning:
            if self.keeper.lease is None:
                return  # it was given up meanwhile
            try:
                await self._turn()
            except StoreTrouble as bad:
                await self._wait_for_store(self.keeper.turn.replies, str(bad))

    async def _turn(self) -> None:
        self._unfinished = False
        self._show()
        due = self.deadline is not None and self.clock.monotonic() >= self.deadline
        self._take_all(before=self.deadline if due else None)
        self._crew()
        if await self._commit() and (due or self._roll_asked or self._in_hand):
            await self._roll()
        self._take_all()
        self._crew()
        await self._commit()
        self._count_down()
        await self.keeper.snapshot(due=True)

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
            self._take(self._inbox.popleft())

    def _take(self, ask: Ask) -> None:
        self._asking = ask
        known = self.keeper.known(ask)
        self.keeper.answer(ask, known or frame(self._answer(ask)), new=known is None)
        if self.state.phase is Phase.SETTLED:
            self._crew()  # the first to sit down finds betting open
        self._asking = None

    def _answer(self, ask: Ask) -> Answered:
        try:
            command = read_ask(ask, self.state, self.keeper.seats.get(ask.player))
        except Unreadable as bad:
            return Answered(ask.id, False, reason="NONSENSE", says=str(bad))
        except NotAllowed as bad:
            return Answered(ask.id, False, reason="NOT_ALLOWED", says=str(bad))
        if isinstance(command, SetSeed):
            self.keeper.note("seed-set", Seed(ask.player, command.seed))
            return Answered(ask.id, True, seq=self.keeper.seq)
        if isinstance(command, RollNow):
            return self._answer_roll(ask)
        return self._answer_of_house(ask, command) or self._answer_of_book(ask, command)

    def _answer_of_house(self, ask: Ask, command: Command) -> Answered | None:
        """What the house asks beyond the book: dice it throws are nobody's to call, and a void takes two people."""
        crew_dice = self.row.dice == "crew"
        changes_dice = isinstance(command, (CallRoll, ThrowDice, CorrectRoll)) or getattr(command, "roll", None)
        if not crew_dice and (changes_dice or isinstance(command, DisputeFace)):
            return Answered(ask.id, False, reason="NOT_ALLOWED", says="the house throws the dice at this table")
        if isinstance(command, PostNotice) and command.setting == "crew":
            problem = crew_problem(command.value, self.row.dice)
            if problem:
                return Answered(ask.id, False, reason="BAD_SETTING", says=problem)
        if self._closed < ask.arrived < self._opened and isinstance(command, PlaceBet):
            return Answered(ask.id, False, reason="TOO_LATE", says=self._lateness(ask).removeprefix("; "))
        if not needs_two(command, crew_dice=crew_dice):
            return None
        if isinstance(decide(self.layout, self.state, command), Rejected):
            return None
        same: Command = replace(command, by="house")  # type: ignore[arg-type]  # the second may hold another role
        if self._second.setdefault(same, ask.player) != ask.player:
            del self._second[same]
            return None
        self.keeper.note("second-wanted", {"player": ask.player, "name": ask.name})
        return Answered(ask.id, True, seq=self.keeper.seq, waiting="a second person must ask for the same")

    def _answer_of_book(self, ask: Ask, command: Command) -> Answered:
        answer = self._guard(ask.player, command, self.state) or decide(self.layout, self.state, command)
        if isinstance(answer, Rejected):
            late = self._lateness(ask) if answer.reason is Reason.BETTING_CLOSED else ""
            return self._refused(ask, answer, late)
        if isinstance(command, CloseTable):
            shut(self.keeper, command.by)
        else:
            for event in answer:
                self.keeper.write(event)
        seat = self.keeper.seats.get(ask.player)
        rack = None if seat is None else self.state.seats[seat].rack
        told = [[type(event).__name__, named(event)] for event in answer]
        return Answered(ask.id, True, seq=self.keeper.seq, rack_cents=rack, events=told)

    def _answer_roll(self, ask: Ask) -> Answered:
        """The player of a table in first person wants the dice thrown."""
        if self.row.mode != "first-person" or not self._house_throws:
            return Answered(
                ask.id, False, reason="NOT_ALLOWED", says="here the dice come when the betting time is over"
            )
        seat = self.keeper.seats[ask.player]
        if self.state.shooter is None and self.state.offered == seat:
            self._by_house(TakeDice(seat))  # who wants to roll takes the dice
        problem = why_no_throw(self.layout, self.state)
        if problem:
            return self._refused(ask, problem)
        wait = self._too_soon()
        if wait > 0:
            says = f"this table keeps {REGULATED_SECONDS:.0f} seconds between rolls; {wait:.1f} are left"
            return Answered(ask.id, False, reason="TOO_SOON", says=says)
        self._roll_asked = True
        return Answered(ask.id, True, seq=self.keeper.seq)

    def _refused(self, ask: Ask, refusal: Rejected, late: str = "") -> Answered:
        return Answered(
            ask.id,
            False,
            reason=refusal.reason.name,
            says=refusal.says + late,
            clause=self.layout.cite(refusal.clause),
            instead_cents=list(refusal.instead),
        )

    def _lateness(self, ask: Ask) -> str:
        late = ask.arrived - self._closed
        return f"; it arrived {late * 1000:.0f} ms after bets closed" if late > 0 else ""

    def _too_soon(self) -> float:
        """Seconds until a regulated table may roll again."""
        if self.row.profile != "regulated":
            return 0.0
        return REGULATED_SECONDS - (self.clock.now() - self.keeper.memory.rolled_at) / 1_000_000

    # -------------------------------------------------------------- the crew and the dice

    def _by_house(self, command: Command) -> list[Event]:
        """Have the automatic crew do something; a refusal changes nothing and is told in the log."""
        answer = decide(self.layout, self.state, command)
        if isinstance(answer, Rejected):
            self.keeper.note("crew-refused", {"command": type(command).__name__, "says": answer.says})
            return []
        for event in answer:
            self.keeper.write(event)
        return answer

    def _crew(self) -> None:
        """Let the automatic crew do what it does by itself, while anybody is there to do it for."""
        while self.awake and (command := attend(self.layout, self.state)):
            if isinstance(command, Rebet) and (no := self._guard("", command, self.state)):
                self.keeper.write(RebetSkipped(command.seat, command.spot, no.says, no.clause))
            elif not self._by_house(command):
                return

    def _count_down(self, *, left: float = NEVER) -> None:
        """Start, keep or stop the countdown of a live table, and say what it waits for."""
        before = (self.deadline, self.waiting)
        counting = self.row.mode == "live" and self._house_throws and self.awake and self.state.phase is Phase.BETTING
        problem = why_no_throw(self.layout, self.state) if counting else None
        offered = self.state.offered is not None and self.state.shooter is None
        self.waiting = problem.says if problem and not offered else ""
        if not counting or self.waiting:
            self.deadline = None
        elif self.deadline is None:
            self.deadline = self.clock.monotonic() + min(left, self.state.settings.betting_time_s)
        if (self.deadline, self.waiting) != before:
            self.hub.broadcast(frame(Countdown(self.keeper.seq, self.closes_in_ms, self.waiting)))

    async def _roll(self) -> None:
        """Close bets, throw, settle: each kept before anybody hears of it."""
        self._roll_asked, self.deadline = False, None
        try:
            if self._house_throws and self._source is None:
                raise DiceFailure(self._dice_trouble)
            if self.state.phase is Phase.BETTING and not (await self._publish() and await self._close_bets()):
                return
            if self.state.phase in (Phase.CLOSED, Phase.DICE_OUT) and not await self._throw():
                return
            if self.state.phase is Phase.CALLED:
                self._by_house(SettleRoll("house"))
                self._crew()
                if not await self._commit():
                    return
            await self._publish()
        except DiceFailure as bad:
            await self._shut(str(bad))

    async def _close_bets(self) -> bool:
        """No more bets, and players' seeds are frozen with it. False if nobody can throw now."""
        state = self.state
        if state.shooter is None and state.offered is not None:
            self._by_house(DeclineDice(state.offered))
            self._crew()
            await self._commit()
            return False
        wait = self._too_soon()
        if wait > 0:
            self.deadline = self.clock.monotonic() + wait
        if wait > 0 or why_no_throw(self.layout, state):
            return False
        closed = self.clock.monotonic()
        if not self._by_house(CloseBetting("house")):
            await self._commit()
            return False
        self._freeze()
        if not await self._commit():
            return False
        self._closed = closed
        return True

    def _freeze(self) -> None:
        """The seeds of the next throw; those of one that was not thrown still stand."""
        if self.keeper.memory.frozen is None:
            self.keeper.note("seeds-frozen", Frozen(self.keeper.memory.throws + 1, self._seeds()))

    async def _throw(self) -> bool:
        """Throw; the dice are in the log before anybody sees them."""
        if self.keeper.memory.frozen is None:  # somebody of the crew closed bets
            if not await self._publish():
                return False
            self._freeze()
        shooter = self.state.shooter
        if self.state.phase is Phase.CLOSED and (shooter is None or not self._by_house(ThrowDice(shooter))):
            self._by_house(OpenBetting("house"))  # whoever was to throw cannot any more
        memory = self.keeper.memory
        if self.state.phase is Phase.DICE_OUT:
            assert self._source
            thrown = self._source.throw(memory.throws + 1, memory.frozen or ())
            self.keeper.note("dice-thrown", thrown.proof)
            self._by_house(CallRoll("house", thrown.roll))
        else:
            self._crew()  # nobody threw, or the throw itself was a No Roll
        return await self._commit()

    def _seeds(self) -> Seeds:
        """Players' seeds by seat."""
        seeds = self.keeper.memory.seeds
        return freeze({seat: seeds[who] for seat, who in self.keeper.players.items() if who in seeds})

    async def _publish(self) -> bool:
        """A new chain is kept in secret, then published, before the seeds of its first roll are frozen."""
        body = self._source.publish() if self._source else None
        if self._source is None or body is None or body == self.keeper.memory.published:
            return True
        self.keeper.memory.secret = self._source.secret() or b""
        if not await self._commit():
            return False
        await self.keeper.snapshot()
        self.keeper.note("chain-published", body)
        return await self._commit()

    async def _shut(self, why: str) -> None:
        """There is no fallback for dice that cannot be trusted: the table closes with a notice."""
        await self._read_back()
        if self.state.phase is Phase.SHUT:
            return
        self.keeper.note("dice-failed", {"why": why})
        close_table(self.keeper, inspector_told=True)
        await self._commit()

    # -------------------------------------------------------------- keeping and telling

    async def _commit(self) -> bool:
        """Keep what happened, tell it and answer it; False if the store would not have it and it never happened."""
        if self._astray:
            return False
        try:
            await self._keep()
        except NotKept as bad:
            self._unfinished = self._astray = True
            await self._not_kept(bad.turn, bad.__cause__)
            return False
        return True

    async def _keep(self) -> None:
        turn = await self.keeper.commit()
        self._second_kept = dict(self._second)
        if turn.told:
            await _go_out()

    async def _not_kept(self, turn: Turn, why: BaseException | None) -> None:
        if isinstance(why, (WalletShort, AlreadyAnswered)):
            await self._one_by_one(turn.replies)
        elif isinstance(why, StaleOwner):
            self._give_way()
        elif isinstance(why, StoreTrouble):
            await self._wait_for_store(turn.replies, str(why))
        else:
            raise AssertionError("the store broke its contract") from why

    async def _one_by_one(self, waiting: list[tuple[Ask, bytes]]) -> None:
        """The commands of a batch that was refused for one of them."""
        try:
            await self._read_back()
            while waiting:
                await self._one(waiting[0][0])
                waiting = waiting[1:]
        except StoreTrouble as bad:
            await self._wait_for_store(waiting, str(bad))

    async def _one(self, ask: Ask) -> None:
        """A command of a batch that was refused, by itself."""
        known = await self.store.answer(ask.player, ask.id)
        if known is not None:
            ask.reply(known)
            return
        self._take(ask)
        try:
            await self._keep()
        except NotKept as bad:
            self._astray = True
            if not isinstance(bad.__cause__, WalletShort):
                await self._not_kept(bad.turn, bad.__cause__)
                return
            await self._read_back()
            says = "your wallet does not hold that much"
            data = frame(Answered(ask.id, False, reason="WALLET_SHORT", says=says))
            self.keeper.answer(ask, data, new=True)
            await self._commit()

    async def _wait_for_store(self, unanswered: list[tuple[Ask, bytes]], why: str) -> None:
        """Nothing can be kept: everybody is told, and nothing happens until the store is back."""
        says = f"the house cannot keep what happens just now, so nothing does ({why})"
        self.hub.broadcast(frame(Trouble(says)))
        again = "the house could not keep this just now; send it again under the same id"
        for ask, _ in unanswered:
            ask.reply(frame(Answered(ask.id, False, reason="NOT_KEPT", says=again)))
        while not (self._stopping or self.lost):
            await self.clock.sleep(RETRY_SECONDS)
            try:
                await self._read_back()
            except StoreTrouble:
                continue
            self.hub.broadcast(frame(Trouble("the house is back: play goes on", over=True)))
            return

    def _give_way(self) -> None:
        """Somebody else owns the table: let go of it, and let players find its new owner."""
        self.lost = True
        self._wake.set()
        for each in self.hub.subscribers:
            each.dismiss(Bye(4009, "the table has moved; connect again"))

    def _tell(self, told: Told) -> None:
        self._heard(told)
        if not told.small and self._stacks_due is None and isinstance(told.event, (BetPlaced, BetTakenDown)):
            self._stacks_due = self.clock.monotonic() + STACKS_SECONDS
        if isinstance(told.event, BettingOpened):
            self._opened = self.clock.monotonic()
        elif isinstance(told.event, BettingClosed):
            self._closed, self._opened = self.clock.monotonic(), NEVER
        if isinstance(told.event, SeatTaken):
            self.hub.sit(told.event.player, told.event.seat)
        self.hub.tell(told)
        if isinstance(told.event, SeatLeft):
            self.hub.stand_up(told.event.seat)


async def _go_out() -> None:
    """Let what was told go out before anything long begins: connections write first, then the loop sends."""
    for _ in range(2):
        await asyncio.sleep(0)
