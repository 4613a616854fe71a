"""What a table answers to a command: events, or a refusal. Local tables and tables of a house return it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

from comeout.dice import Roll
from comeout.errors import ComeoutError
from comeout.money import Amount, show_money, with_currency
from comeout.table.advice.next_roll import net_of
from comeout.table.messages import (
    BettingClosed,
    BettingOpened,
    DiceThrown,
    Event,
    Line,
    NoRollCalled,
    Reason,
    Rejected,
    RollCalled,
    RollSettled,
)

A = TypeVar("A", bound="Answer")

_ROUTINE = (BettingOpened, BettingClosed, DiceThrown, RollCalled)
"""Events of every roll, which are left out of texts."""


class CommandRefused(ComeoutError, ValueError):
    """A refusal that `or_raise` raised instead of returning it."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.answer = answer

    def __str__(self) -> str:
        """Return the refusal in one sentence, with what would be accepted instead."""
        return self.answer.in_full


class Answer(Sequence[Event]):
    """The events that a command led to. A refusal has none, and is the only answer that is false.

    `refused` is the refusal or None, `reason` its name and `says` its sentence. `why()` adds the clause, and
    `or_raise()` raises the refusal.
    """

    __slots__ = ("_events", "book", "rack", "reason", "refused", "seq", "waiting")

    def __init__(
        self,
        events: Iterable[Event] = (),
        *,
        refused: Rejected | None = None,
        reason: str = "",
        book: str = "",
        seq: int = 0,
        rack: Amount | None = None,
        waiting: str = "",
    ) -> None:
        self._events = tuple(events)
        self.refused = refused
        if refused:
            assert refused.says, "read now: a sentence about a rack is made when it is first read, and racks change"
        self.reason = reason or (refused.reason.name if refused else "")
        """The name of the reason for a refusal; empty if it was accepted. A house has reasons of its own."""
        self.book = book
        """The id of the book, which citations begin with."""
        self.seq = seq
        """How many events the log of the table has after it."""
        self.rack = rack
        """The rack of the seat that asked, in cents; None if no seat asked."""
        self.waiting = waiting
        """What must still happen before it takes effect, at a table of a house; empty if nothing."""

    # -------------------------------------------------------------- a sequence of events

    def __len__(self) -> int:
        return len(self._events)

    def __bool__(self) -> bool:
        return self.refused is None

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if self.refused and not isinstance(index, slice):
            raise CommandRefused(self)  # there is no event to be had, and the refusal says why
        return self._events[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Answer):
            return (self.refused, self.reason, self._events) == (other.refused, other.reason, other._events)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.refused, self.reason, self._events))

    # -------------------------------------------------------------- what it says

    @property
    def clause(self) -> str:
        """The clause or reading of the refusal, or of its first event."""
        told = self.refused or next(iter(self._events), None)
        return getattr(told, "clause", "")

    @property
    def instead(self) -> tuple[Amount, ...]:
        """The amounts that would have been accepted in place of a refused one, in cents."""
        return self.refused.instead if self.refused else ()

    @property
    def telling(self) -> tuple[Event, ...]:
        """The events without those of every roll: bets opened and closed, dice thrown and called."""
        return tuple(event for event in self._events if not isinstance(event, _ROUTINE)) or self._events

    @property
    def says(self) -> str:
        """The refusal in one sentence, or what happened."""
        if self.refused:
            # What is no amount at all is told how to write one, which is without the currency.
            plain = self.refused.reason is Reason.NONSENSE
            return self.refused.says if plain else with_currency(self.refused.says)
        from comeout.table.advice.why import say  # here, since most answers are never read aloud

        return with_currency("; ".join(say(event) for event in self.telling)) or self.waiting or "nothing happened"

    @property
    def in_full(self) -> str:
        """What it says and, for a refusal, what would be accepted instead."""
        instead = " or ".join(show_money(amount) for amount in self.instead)
        return f"{self.says}; {instead} would be accepted" if instead else self.says

    def why(self) -> str:
        """Explain what happened or was refused, and by which clause: two sentences for each important event."""
        from comeout.table.advice.why import why

        return why(self, self.book)

    def or_raise(self: A) -> A:
        """Return the answer itself; raise a refusal as `CommandRefused`, whose text is its sentence."""
        if self.refused:
            raise CommandRefused(self)
        return self

    def __repr__(self) -> str:
        if not self.refused:
            return f"<{type(self).__name__}: {self.says}>"
        cited = f" by {self.clause}" if self.clause else ""
        return f"<{type(self).__name__}, refused{cited} ({self.reason}): {self.in_full}>"


class RollAnswer(Answer):
    """The answer to a roll: its events, the dice, every bet that it decided or moved, and who won how much."""

    __slots__ = ("_rolled", "_seats", "point")

    def __init__(
        self,
        events: Iterable[Event] = (),
        *,
        roll: Roll | None = None,
        point: int | None = None,
        seats: Iterable[int] = (),
        refused: Rejected | None = None,
        reason: str = "",
        book: str = "",
        seq: int = 0,
        rack: Amount | None = None,
        waiting: str = "",
    ) -> None:
        super().__init__(events, refused=refused, reason=reason, book=book, seq=seq, rack=rack, waiting=waiting)
        self._rolled = roll
        self.point = point
        """The point after it, or None while the puck is off."""
        self._seats = tuple(seats)

    @property
    def settled(self) -> RollSettled | None:
        """The settlement; None if the roll was refused or called No Roll."""
        return next((event for event in self if isinstance(event, RollSettled)), None)

    @property
    def roll(self) -> Roll:
        """The dice that were rolled. A refused roll was not thrown, so asking for it raises the refusal."""
        called = (event.roll for event in self.or_raise() if isinstance(event, (RollSettled, RollCalled)))
        rolled = self._rolled or next(called, None)
        assert rolled, "a roll that was answered was rolled"
        return rolled

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the roll did to every bet that it decided or moved."""
        settled = self.settled
        return settled.lines if settled else ()

    @property
    def net(self) -> dict[int, Amount]:
        """What each seat won (below zero: lost) with the roll, in cents."""
        net = dict.fromkeys(self._seats, 0)
        for line in self.lines:
            net[line.seat] = net.get(line.seat, 0) + net_of(line)
        return net

    @property
    def no_roll(self) -> NoRollCalled | None:
        """Why the throw does not count, if it was called No Roll."""
        return next((event for event in self if isinstance(event, NoRollCalled)), None)

    def __repr__(self) -> str:
        if self.refused:
            return super().__repr__()
        won = "".join(f", seat {seat} {'+' * (net > 0)}{show_money(net)}" for seat, net in self.net.items() if net)
        puck = "No Roll" if self.no_roll else f"point {self.point}" if self.point else "puck off"
        return f"<{type(self).__name__} {self.roll}: {puck}{won}>"
