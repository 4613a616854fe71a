"""Decides commands at a table: first the house's own checks (roles, dual control, time), then the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import structlog
from msgspec import Raw

from comeout.house.host.closing import shut
from comeout.house.host.countdown import BettingTime
from comeout.house.host.crew import AutomaticCrew, no_ready, no_roll, refusal, rolls_when_asked
from comeout.house.host.fair_settings import notice_problem
from comeout.house.host.two_people import READINGS, SECOND_SECONDS, SecondPerson
from comeout.house.players.rate_limits import Buckets, Pace
from comeout.house.players.wallets import MOST_IN_A_WALLET
from comeout.log.codec import Unreadable, named
from comeout.log.fold import Acted, Seed
from comeout.money import show_amount
from comeout.protocol.frames import Answered
from comeout.protocol.house_commands import Ask, No, NotAllowed, RollNow, SetReady, SetSeed, needs_two, read_ask
from comeout.table.betting import ROLLING
from comeout.table.decide import decide
from comeout.table.messages import (
    BoughtIn,
    CallNoRoll,
    CloseTable,
    Command,
    Event,
    PlaceBet,
    PostNotice,
    Reason,
    RecordBet,
    Rejected,
    SeatTaken,
    Sit,
    SpeakBet,
    TakeDice,
    ThrowDice,
)

log = structlog.get_logger("comeout.table")

SENSELESS = Pace(1, 20)
"""How many commands of a player that make no sense are logged at a table."""

SECOND_WANTED = "a second person must ask for the same"
READ_OTHERWISE = "somebody else reads the dice otherwise; two people must read the same"


ENDS_WITH_A_LESSON = (PlaceBet, RecordBet, SpeakBet, RollNow)
"""The commands that a lesson refuses once all its dice have fallen."""

OVER_THE_DICE = (ThrowDice, CallNoRoll, *READINGS)
"""The commands after which earlier readings of the dice no longer count."""


class Answers:
    """Decides commands at one table, and adds the events to the batch."""

    def __init__(self, crew: AutomaticCrew, time: BettingTime, second: SecondPerson) -> None:
        self._crew, self._time, self._second = crew, time, second
        self._table, self._writer, self._layout = crew.table, crew.writer, crew.table.layout
        self._senseless = Buckets(SENSELESS)
        self.roll_asked = False
        """Whether the player of a first-person table has asked for the dice to be thrown."""

    def answer(self, ask: Ask) -> Answered:
        """Decide a command and return its answer; log one that makes no sense."""
        answer = self._answer(ask)
        if answer.reason == "NONSENSE" and not self._senseless.of(ask.player).take(ask.arrived):
            why = {"name": ask.name[:40], "why": answer.says[:200]}
            log.warning("bad command", player=ask.player, table=self._table.row.id, **why)
        return answer

    def _answer(self, ask: Ask) -> Answered:
        try:
            command = read_ask(ask, self._table.state, self._table.seats.get(ask.player))
        except Unreadable as bad:
            return _no(ask, "NONSENSE", str(bad))
        except NotAllowed as bad:
            return _no(ask, "NOT_ALLOWED", str(bad))
        if isinstance(command, ENDS_WITH_A_LESSON) and (no := self._crew.lesson_over):
            return _no(ask, *no)
        if type(command) is PlaceBet:  # most of what is asked: beyond the book it must only have come in time
            late = self._time.closed < ask.arrived < self._time.opened
            return self._of_book(ask, command) if not late else self._too_late(ask)
        if isinstance(command, SetSeed):
            self._writer.note("seed-set", Seed(ask.player, command.seed))
            return self._yes(ask)
        if isinstance(command, RollNow):
            return self._roll(ask)
        if isinstance(command, SetReady):
            return self._ready(ask, command)
        if self._table.row.dice == "crew" and isinstance(command, READINGS):
            command = self._second.in_the_first_role(command, ask.player)
        if isinstance(command, RecordBet):
            command = self._second.witnessed(command, ask.player, late=self._table.state.phase in ROLLING)
        return self._of_house(ask, command) or self._of_book(ask, command)

    def _of_house(self, ask: Ask, command: Command) -> Answered | None:
        """Check what the house requires beyond the book: it throws its own dice, and a void needs dual control."""
        row = self._table.row
        no = refusal(row, command)
        if no:
            return _no(ask, *no)
        if isinstance(command, PostNotice):
            unfair = notice_problem(self._layout, self._table.state.settings, command.setting, command.value)
            if unfair:
                return _no(ask, Reason.BAD_SETTING.name, unfair)
        if not needs_two(command, self._table.state, crew_dice=row.dice == "crew"):
            return None
        if isinstance(decide(self._layout, self._table.state, command), Rejected):
            return None
        return self._of_second(ask, command)

    def _of_second(self, ask: Ask, command: Command) -> Answered | None:
        agreement = self._second.ask(command, ask.player, rolls=self._table.state.rolls)
        if agreement == "agreed":
            return None
        if agreement == "expired":
            old = f"it was asked for more than {SECOND_SECONDS:.0f} seconds ago, or about another roll"
            return _no(ask, "EXPIRED", f"{old}; both of you must ask for it again")
        wanted = {"player": ask.player, "name": ask.name, "body": named(command), "seconds": round(SECOND_SECONDS)}
        self._writer.note("second-wanted", wanted)
        otherwise = self._second.read_otherwise(command, ask.player)
        return self._yes(ask, waiting=READ_OTHERWISE if otherwise else SECOND_WANTED)

    def _of_book(self, ask: Ask, command: Command) -> Answered:
        state = self._table.state
        no = self._crew.guard(ask.player, command, state)
        if no:
            return _no(ask, *no)
        seat = getattr(command, "seat", None)
        if seat is not None:
            self._crew.acquaint(seat)
        answer = decide(self._layout, state, command)
        if isinstance(answer, Rejected):
            late = self._time.lateness(ask.arrived) if answer.reason is Reason.BETTING_CLOSED else ""
            otherwise = READ_OTHERWISE if self._second.read_otherwise(command, ask.player) else ""
            return self._refused(ask, answer, late or otherwise)
        short = self._too_poor(command, answer)
        if short:
            return _no(ask, *short)
        if isinstance(command, OVER_THE_DICE):
            self._second.forget_dice()
        by = getattr(command, "by", "")
        if by:
            self._writer.note("crew-acted", Acted(ask.player, ask.name, by))
        if isinstance(command, CloseTable):
            shut(self._writer, command.by)
            events = [[type(event).__name__, named(event)] for event in answer]
        else:
            told = [self._writer.write(event) for event in answer]
            events = [[each.record.kind, Raw(each.named)] for each in told]
        seat = self._table.seats.get(ask.player)
        rack = None if seat is None else self._table.state.seats[seat].rack
        answered = self._yes(ask, rack=rack, events=events)
        if isinstance(command, Sit):
            self._crew.acquaint(command.seat)  # after the answer, which names the record of its own last event
        return answered

    def _too_poor(self, command: Command, events: Sequence[Event]) -> No | None:
        """Return why a wallet does not pay for chips: it holds too little, or so much that it must not grow."""
        paid = {event.player: event.rack for event in events if isinstance(event, SeatTaken)}
        paid |= {self._table.players[each.seat]: each.amount for each in events if isinstance(each, BoughtIn)}
        if isinstance(command, SpeakBet) and command.tender == "cash":
            paid = {self._table.players[command.seat]: command.amount}
        for player, amount in paid.items():
            left = self._table.wallets.left(player)
            if left is not None and left < amount:
                return No("WALLET_SHORT", "your wallet does not hold that much")
            if left is not None and left > MOST_IN_A_WALLET:
                return No("TOO_MUCH", f"your wallet holds {show_amount(left)}, more than the house changes into chips")
        return None

    def _roll(self, ask: Ask) -> Answered:
        """Handle a player's request to throw at a first-person table."""
        table, state, seat = self._table, self._table.state, self._table.seats[ask.player]
        if rolls_when_asked(table.row, state) and state.shooter is None and state.offered == seat:
            self._crew.do(TakeDice(seat))  # who wants to roll takes the dice
        no = no_roll(table.row, self._layout, state, table.stamps.passed(table.memory.rolled_at))
        if no:
            return _no(ask, *no)
        self.roll_asked = True
        return self._yes(ask)

    def _ready(self, ask: Ask, command: SetReady) -> Answered:
        """Switch a player's ready light; what was said before another roll does not count for the next."""
        table, time = self._table, self._time
        no = no_ready(table.row, table.state)
        if no:
            return _no(ask, *no)
        late = time.closed < ask.arrived < time.opened
        if late or command.rolls not in (None, table.state.rolls):
            return _no(ask, "TOO_LATE", "the dice have been thrown since")
        time.lights.switch(table.seats[ask.player], on=command.ready)
        return self._yes(ask)

    def _yes(
        self, ask: Ask, *, rack: int | None = None, events: Sequence[list[Any]] = (), waiting: str = ""
    ) -> Answered:
        return Answered(ask.id, True, seq=self._table.log.seq, rack_cents=rack, events=list(events), waiting=waiting)

    def _too_late(self, ask: Ask) -> Answered:
        return _no(ask, "TOO_LATE", self._time.lateness(ask.arrived))

    def _refused(self, ask: Ask, refusal: Rejected, more: str = "") -> Answered:
        return Answered(
            ask.id,
            False,
            reason=refusal.reason.name,
            says=f"{refusal.says}; {more}" if more else refusal.says,
            clause=self._layout.cite(refusal.clause),
            instead_cents=list(refusal.instead),
        )


def _no(ask: Ask, reason: str, says: str, clause: str = "") -> Answered:
    return Answered(ask.id, False, reason=reason, says=says, clause=clause)
