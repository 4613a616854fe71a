"""The client's replica of a table: its state with one player's chips, folded from snapshots and events."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace

from comeout.errors import ComeoutError
from comeout.protocol.frames import Countdown, Happened, Snapshot, Welcome
from comeout.rules.layout import Layout
from comeout.table import messages as m
from comeout.table.apply import apply
from comeout.table.messages import Event
from comeout.table.position import Position, position_of
from comeout.table.settings import change_setting, default_settings
from comeout.table.state import Bet, Mark, Phase, SeatState, TableState, new_state

REMEMBERED = 4096
"""How many events are kept in `log`."""

_OF_ANYBODY = (
    m.DiceOffered,
    m.DiceTaken,
    m.DiceDeclined,
    m.DiceGivenUp,
    m.DiceChosen,
    m.DiceThrown,
    m.DecisionOnlyStarted,
    m.DecisionOnlyEnded,
    m.FaceDisputed,
)
"""Events of other seats that change the table; the chips of others are not replicated."""


class Lost(ComeoutError):
    """An event does not fit the replica; a new snapshot is needed."""


class Mirror:
    """The replica of a table, valid up to the sequence number `seq`."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.state: TableState = new_state(layout)
        self.seq: int | None = None
        self.epoch = 0
        self.player = ""
        self.seat: int | None = None
        self.mode = ""
        self.dice = ""
        """Where the dice come from: a chain, entropy, or the crew."""
        self.seed = ""
        """Your client seed, which goes into the dice."""
        self.roles: tuple[str, ...] = ()
        self.waiting = ""
        """What the table waits for; empty if nothing."""
        self.whose: int | None = None
        """The seat whose turn it is; None for anybody."""
        self.ready: frozenset[int] = frozenset()
        """The seats that are ready for the throw; at a table of more than 32 seats nobody is told of others."""
        self.names: dict[int, str] = {}
        """The names of the players, by seat."""
        self.log: deque[Event] = deque(maxlen=REMEMBERED)
        self._closes_at: float | None = None

    @property
    def rack_cents(self) -> int:
        """What lies in your rack."""
        return self.state.seats[self.seat].rack if self.seat is not None else 0

    @property
    def bets(self) -> dict[str, int]:
        """What you have on the layout, in cents by spot."""
        spots, bets = self.layout.spots, self.state.bets
        return {spots[n].id: bets[n][self.seat].amount for n in sorted(self.state.occupied) if self.seat in bets[n]}

    @property
    def position(self) -> Position:
        """The position of the table as far as it is mirrored; `str()` makes it one line of text."""
        return position_of(self.state)

    @property
    def closes_in_s(self) -> float | None:
        """Seconds until bets close, if a countdown runs."""
        return None if self._closes_at is None else max(0.0, self._closes_at - time.monotonic())

    # -------------------------------------------------------------- what the house tells

    def greet(self, welcome: Welcome) -> None:
        """Take over who you are from the welcome frame."""
        self.player, self.epoch, self.roles = welcome.you.player, welcome.epoch, tuple(welcome.you.roles)
        self.seed = welcome.you.seed

    def lay(self, told: Snapshot) -> None:
        """Replace the whole state by a snapshot."""
        settings = default_settings(self.layout)
        for name, value in told.settings.items():
            settings = change_setting(self.layout, settings, name, value)
        state = self.state = new_state(self.layout, settings)
        state.point, state.phase, state.rolls, state.round_number = (
            told.point,
            Phase(told.phase),
            told.rolls,
            told.round,
        )
        state.shooter, state.offered, state.crew = told.shooter, told.offered, dict(told.crew)
        state.decision_only, state.declined, state.last_shooter = (
            told.decision_only,
            set(told.declined),
            told.last_shooter,
        )
        state.seats = {each.seat: SeatState(each.name, 0, away=each.away) for each in told.seats}
        self.names = {each.seat: each.name for each in told.seats}
        self.seat, self.seq, self.epoch, self.mode = told.you.seat, told.seq, told.epoch, told.mode
        self.dice = told.dice.kind
        if self.seat is not None:
            self._lay_mine(told)
        self.log.clear()
        count = Countdown(told.seq, told.closes_in_ms, told.waiting, told.whose, told.begins_in_ms, told.ready)
        self.count(count)

    def _lay_mine(self, told: Snapshot) -> None:
        assert self.seat is not None
        state, you = self.state, told.you
        mine = state.seats.setdefault(self.seat, SeatState(you.name, 0))
        mine.player, mine.rack, mine.keeps = you.player, you.rack_cents, set(you.keeps)
        for name, each in you.bets.items():
            index = self.layout.by_id[name].index
            mark = Mark(each.button) if each.button else None
            bet = Bet(each.amount, each.vigorish, each.since_roll, each.since_round, mark)
            bet.after_roll, bet.in_round = state.rolls, state.round_number
            state.bets[index][self.seat] = bet
            state.occupied[index] = None
            state.on_spot[index] = each.amount
            if mark:
                state.marked[index, self.seat] = None
        money = state.totals
        money.racks, money.layout = mine.rack, sum(state.on_spot)
        money.commission = sum(each.vigorish for each in you.bets.values())
        money.cage = -(money.racks + money.layout + money.commission)

    def fold(self, told: Happened, event: object) -> None:
        """Apply one event; raises Lost if it does not fit the state."""
        self.seq, self.epoch = told.seq, told.epoch
        if not isinstance(event, Event):
            return
        self.log.append(event)
        if isinstance(event, m.SeatTaken):
            self.names[event.seat] = told.body.get("name") or event.player
            self.seat = event.seat if event.player == self.player else self.seat
        shown = self._shown(event)
        if shown is not None:
            try:
                apply(self.layout, self.state, shown)
            except (AssertionError, KeyError) as bad:
                raise Lost(told.name) from bad
        if isinstance(event, m.SeatLeft):
            self.names.pop(event.seat, None)
            self.seat = None if event.seat == self.seat else self.seat
        if isinstance(event, (m.BettingClosed, m.BetsReturned, m.TableClosed)):
            self._closes_at = None

    def count(self, told: Countdown) -> None:
        """Take over when bets close, or what the table waits for."""
        self._closes_at = None if told.closes_in_ms is None else time.monotonic() + told.closes_in_ms / 1000
        self.waiting, self.whose, self.ready = told.waiting, told.whose, frozenset(told.ready)

    def _shown(self, event: Event) -> Event | None:
        """Return the part of an event that is replicated: what concerns the table, and your own chips."""
        if isinstance(event, m.RollSettled):
            return event._replace(
                lines=tuple(line for line in event.lines if line.seat == self.seat),
                lapsed=tuple(pair for pair in event.lapsed if pair[0] == self.seat),
                unlocked=tuple(pair for pair in event.unlocked if pair[0] == self.seat),
                warned=tuple(seat for seat in event.warned if seat == self.seat),
            )
        if isinstance(event, m.BetsReturned):
            return replace(event, lines=tuple(line for line in event.lines if line.seat == self.seat))
        if isinstance(event, m.OutcomeUndone):
            return m.undone_at(event, self.seat)
        if isinstance(event, m.PartnersFlagged):
            return None
        if isinstance(event, m.RecordKnown):
            event = replace(event, partners=())
        seat = getattr(event, "seat", self.seat)
        return event if seat == self.seat or isinstance(event, _OF_ANYBODY) else self._shown_of_other(event)

    def _shown_of_other(self, event: Event) -> Event | None:
        if isinstance(event, m.SeatTaken):
            return replace(event, rack=0)
        if isinstance(event, m.SeatLeft) and event.seat in self.state.seats:
            return replace(event, rack=0)
        if isinstance(event, m.WalkedAway) and event.seat in self.state.seats:
            return replace(event, folded=())
        if isinstance(event, m.CameBack) and event.seat in self.state.seats:
            return event
        return None
