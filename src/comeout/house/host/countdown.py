"""Countdown of a table's betting time by the monotonic clock: when bets close, and what the table waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal, NamedTuple

from comeout.house.audience.hub import SMALL_TABLE
from comeout.house.clock import Clock
from comeout.house.host.crew import awake, house_throws, too_soon
from comeout.house.host.owned_table import OwnedTable
from comeout.house.host.ready_lights import ReadyLights
from comeout.log.fold import Memory
from comeout.log.records import Micros, TableRow
from comeout.protocol.frames import Countdown
from comeout.rules.layout import Layout
from comeout.table.asking import takes_bets
from comeout.table.attendant import why_no_roll
from comeout.table.messages import BettingClosed, BettingOpened, DiceThrown, Event, Rejected
from comeout.table.shooter import lacks_line_bet
from comeout.table.state import COMPANION, Phase, TableState

NEVER = float("inf")

LIE_SECONDS = 2.0
"""How long dice take on people's screens until they lie. The betting time begins after that: nobody loses any of it."""

LEAST_SECONDS = 1.0
"""How long bets are open after that at the least, however early everybody is ready."""


def betting_began(memory: Memory) -> Micros:
    """Return when the betting time began: when bets were opened, but not before the dice of the last roll lay."""
    return max(memory.opened_at, memory.rolled_at + round(LIE_SECONDS * 1_000_000))


def _counts_down(row: TableRow, state: TableState) -> bool:
    """Return whether the betting time of a table runs, unless it waits for something."""
    return row.mode == "live" and house_throws(row, state) and awake(state) and state.phase is Phase.BETTING


class Runs(NamedTuple):
    """A countdown: for an offer of the dice to a seat, or for bets before a seat's throw."""

    what: Literal["offer", "bets"]
    seat: int | None
    """The seat of the offer, or of the shooter: 0 for a shooter without a seat, None while nobody has the dice."""
    seconds: int


def runs_now(row: TableRow, layout: Layout, state: TableState) -> Runs | None:
    """Return the countdown of a live table; None where none runs or the table waits for somebody without a clock."""
    return run_down(row, layout, state, str)[1]


class Waiting(NamedTuple):
    """What a table waits for, as a sentence, and the seat whose turn it is; None for anybody."""

    says: str = ""
    whose: int | None = None


NOTHING = Waiting()


def waits_for(row: TableRow, layout: Layout, state: TableState, name: Callable[[str], str]) -> Waiting:
    """Return what a live table waits for before the dice can be thrown; `name` maps players to names."""
    return run_down(row, layout, state, name)[0]


def run_down(
    row: TableRow, layout: Layout, state: TableState, name: Callable[[str], str]
) -> tuple[Waiting, Runs | None]:
    """Return what a live table waits for before the dice can be thrown, and the countdown that runs meanwhile."""
    if not _counts_down(row, state):
        return NOTHING, None
    settings, shooter, offered = state.settings, state.shooter, state.offered
    no_bet = shooter is not None and lacks_line_bet(layout, state)
    problem = None if shooter is None or no_bet else why_no_roll(layout, state)
    waits = _waits_for(layout, state, name, no_bet=no_bet, problem=problem)
    if shooter is None and offered is not None:
        return waits, Runs("offer", offered, min(settings.offer_time_s, settings.betting_time_s))
    if shooter is None:
        return waits, None if settings.nobody_shoots == "wait" else Runs("bets", None, settings.betting_time_s)
    clock = state.choices or no_bet or not problem
    return waits, Runs("bets", shooter, settings.betting_time_s) if clock else None


def _waits_for(
    layout: Layout, state: TableState, name: Callable[[str], str], *, no_bet: bool, problem: Rejected | None
) -> Waiting:
    def called(seat: int) -> str:
        return name(state.seats[seat].player) if seat in state.seats else f"seat {seat}"

    if state.choices:
        seat, spot = min(state.choices)
        return Waiting(f"{called(seat)} has to raise or withdraw the bet on {layout.by_id[spot].name}", seat)
    if state.shooter is None:
        offered = state.offered
        return (
            Waiting(_nobody_has_dice(layout, state))
            if offered is None
            else Waiting(f"the dice are offered to {called(offered)}", offered)
        )
    if no_bet:
        says = f"{called(state.shooter)} has the dice and needs a Pass or Don't Pass bet"
        return Waiting(says, state.shooter)
    return Waiting(problem.says, state.shooter) if problem else NOTHING


def _nobody_has_dice(layout: Layout, state: TableState) -> str:
    rule = layout.rulebook.shooter
    by_bet = rule.line_bet_to_accept or (rule.next_offer == "line-bet" and state.last_shooter is not None)
    bet = by_bet and not state.declined and not state.point
    how = "anybody may take them"
    if bet:
        how = "bet on Pass or Don't Pass to get them"
    elif rule.line_bet_to_accept:
        how = "anybody with a line bet may take them"
    otherwise = ", or a companion throws" if state.settings.nobody_shoots == "companion" else ""
    return f"nobody has the dice: {how}{otherwise}"


class BettingTime:
    """Countdown of a live table's betting time; a first-person table has none."""

    def __init__(
        self,
        table: OwnedTable,
        tell: Callable[[Countdown], None],
        lights: ReadyLights,
        name: Callable[[str], str] = str,
    ) -> None:
        self._table, self._clock, self._tell, self._name = table, table.clock, tell, name
        self.lights = lights
        self.deadline: float | None = None
        """When bets close, by the monotonic clock; None while nothing is counted down."""
        self._closes: float | None = None
        """When bets close by the clock alone; None while nothing is counted down."""
        self._shown: list[int] = []
        """The lights that were last announced."""
        self._begins = self._clock.monotonic()
        """When the dice of the last roll lie, by the monotonic clock."""
        self._earliest = self._begins + LEAST_SECONDS
        """When bets may close at the earliest because everybody is ready."""
        self.waiting = ""
        """What the table waits for; empty if nothing."""
        self.whose: int | None = None
        """The seat whose turn it is; None for anybody."""
        self._runs: Runs | None = None
        """The countdown that runs; None while none does."""
        self._until: float | None = None
        """When the betting time ends, without the time of offers."""
        self._granted: set[int | None] = set()
        """Seats that have had their betting time since bets were opened."""
        self._second: set[int | None] = set()
        """Seats that have also had a second, shorter time."""
        self.closed, self.opened = NEVER, -NEVER
        """When betting last closed and opened; a bet that arrived between the two is late."""

    @property
    def closes_in_ms(self) -> int | None:
        """Return how long bets are still accepted."""
        return None if self.deadline is None else self._in_ms(self.deadline)

    def _in_ms(self, moment: float) -> int:
        return max(0, round((moment - self._clock.monotonic()) * 1000))

    @property
    def countdown(self) -> Countdown:
        """Return the countdown as it is announced; who is ready is told at small tables."""
        small = len(self._table.players) <= SMALL_TABLE
        ready = sorted(self.lights.seats) if small else []
        begins = self._in_ms(self._begins)
        return Countdown(self._table.log.seq, self.closes_in_ms, self.waiting, self.whose, begins, ready)

    @property
    def over(self) -> bool:
        """Return whether the countdown has ended."""
        return self.deadline is not None and self._clock.monotonic() >= self.deadline

    def count_down(self, *, left: float = NEVER) -> None:
        """Start, keep or stop the countdown of a live table, and say what the table waits for."""
        table = self._table
        before = self.deadline, self.waiting, self.whose
        (self.waiting, self.whose), runs = run_down(table.row, table.layout, table.state, self._name)
        if runs is None:
            self._stop()
        elif self._closes is None or runs != self._runs:
            self._start(runs, left)
        self._runs = runs
        early = self._close_early() if self.lights.seats else None
        self.deadline = self._closes if self._closes is None or early is None else min(self._closes, early)
        countdown = self.countdown
        if (self.deadline, self.waiting, self.whose) != before or countdown.ready != self._shown:
            self._shown = countdown.ready
            self._tell(countdown)

    def _close_early(self) -> float | None:
        """Return when bets close because of who is ready; not while the table waits for something else than the throw.

        While nobody has the dice, a companion throws at the end, whom everybody who is ready agrees to.
        """
        runs, state = self._runs, self._table.state
        if runs is None or runs.what == "offer" or (self.waiting and runs.seat is not None) or state.choices:
            self.lights.withdraw_notice()
            return None
        assert self._closes is not None
        halfway = self._closes - runs.seconds / 2
        return self.lights.close_at(runs.seat, earliest=self._earliest, halfway=halfway)

    def _start(self, runs: Runs, left: float) -> None:
        """Start the countdown of an offer, or of the betting time, which each shooter gets once while bets are open.

        A player who gets the dice a second time has the time of an offer to make a line bet. Nobody can stop a table by
        taking the dice and passing them again and again.
        """
        now = self._clock.monotonic()
        begins = max(now, self._begins)
        if runs.what == "offer":
            self._closes = begins + min(left, runs.seconds)
            return
        if self._until is None or (runs.seat != COMPANION and runs.seat not in self._granted):
            self._granted.add(runs.seat)
            self._until = begins + min(left, runs.seconds)
        elif runs.seat in self._granted and runs.seat not in self._second:
            self._second.add(runs.seat)
            self._until = max(self._until, now + min(self._table.state.settings.offer_time_s, runs.seconds))
        self._closes = max(now, self._until)

    def begin_anew(self) -> None:
        """Reset the countdown and the lights: nobody can throw now, or the log was replayed."""
        self.lights.clear()
        self._stop()

    def _stop(self) -> None:
        self.deadline, self._closes, self._until, self._runs = None, None, None, None
        self._granted.clear()
        self._second.clear()

    def run_out(self) -> None:
        """End the countdown: the dice are thrown."""
        self.deadline = self._closes = None

    def wait(self, seconds: float) -> None:
        """Close bets after so many seconds from now, whoever is ready."""
        self.deadline = self._closes = self._earliest = self._clock.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds that a new owner still has of it; a first-person table has no clock."""
        state, table = self._table.state, self._table
        if state.phase is not Phase.BETTING:
            return 0.0
        spent = table.stamps.passed(betting_began(table.memory)) / 1_000_000
        return NEVER if table.row.mode == "first-person" else max(0.0, state.settings.betting_time_s - spent)

    def too_soon(self) -> float:
        """Return the seconds until a regulated table may roll again."""
        table = self._table
        return too_soon(table.row, table.stamps.passed(table.memory.rolled_at))

    @property
    def _since_roll(self) -> float:
        """Return the seconds since the dice were last thrown."""
        return self._table.stamps.passed(self._table.memory.rolled_at) / 1_000_000

    # -------------------------------------------------------------- when a bet arrived

    def hear(self, event: Event | None) -> None:
        """Handle a committed opening or closing of betting."""
        if isinstance(event, BettingOpened):
            now = self._clock.monotonic()
            self.opened, self._until = now, None
            self._begins = now + max(0.0, LIE_SECONDS - self._since_roll)
            self._earliest = max(self._begins + LEAST_SECONDS, now + self.too_soon())
            if self.lights.seats:
                self.lights.clear()
            self._granted.clear()
            self._second.clear()
        elif isinstance(event, (BettingClosed, DiceThrown)) and self.opened != NEVER and not self._takes_bets:
            self.closed, self.opened = self._clock.monotonic(), NEVER

    @property
    def _takes_bets(self) -> bool:
        """Return whether bets are accepted: in some books until the throw, whatever was announced."""
        return takes_bets(self._table.layout, self._table.state)

    def closed_at(self, moment: float) -> None:
        """Close bets at this moment: what arrives later is late, whenever the closing was committed."""
        self.closed = moment

    def lateness(self, arrived: float) -> str:
        """Return how late something came, or nothing."""
        late = arrived - self.closed
        if late <= 0:
            return ""
        return f"it arrived {f'{late:.1f} s' if late >= 1 else f'{late * 1000:.0f} ms'} after bets closed"


class Alarm:
    """Timer that wakes the owner of a table at the earliest of its deadlines."""

    def __init__(self, clock: Clock, wake: Callable[[], None]) -> None:
        self._clock, self._wake = clock, wake
        self._due: float | None = None
        self._task: asyncio.Task[None] | None = None

    def set(self, *times: float | None) -> None:
        """Set the timer for the next of these times; a timer that is set for it already stays."""
        due = min([each for each in times if each is not None], default=None)
        if due == self._due and not (self._task and self._task.done()):
            return
        self.stop()
        if due is not None:
            self._due, self._task = due, asyncio.ensure_future(self._ring(due))

    def stop(self) -> None:
        """Stop the timer."""
        if self._task:
            self._task.cancel()
        self._due, self._task = None, None

    async def _ring(self, due: float) -> None:
        await self._clock.sleep(max(0.0, due - self._clock.monotonic()))
        self._wake()
