"""Waits for one roll: collects its events until it is settled, or until it is clear that none comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from comeout.client.mirror import Mirror
from comeout.table import messages as m
from comeout.table.answer import RollAnswer
from comeout.table.attendant import attend, why_no_roll
from comeout.table.messages import Event, Reason, Rejected
from comeout.table.state import Phase

INTERRUPTED = "INTERRUPTED"
"""The reason of a client itself: the house stopped between accepting a roll and throwing the dice."""


class AwaitedRoll:
    """A pending roll, from the moment it is asked for."""

    def __init__(self, mirror: Mirror, *, asked: bool) -> None:
        self._mirror, self._asked = mirror, asked
        self._after = mirror.seq or 0
        """The roll is settled after this sequence number."""
        self._rolls = mirror.state.rolls
        self._heard: list[tuple[int, Event]] = []
        self._stirred = asyncio.Event()
        self._doubted_at: float | None = None
        """When it became doubtful whether the dice will be thrown, by the monotonic clock."""
        self._doubted_after = 0
        """The sequence number up to which an acceptance is in doubt."""

    def hear(self, seq: int, event: Event) -> None:
        """Collect an event that the mirror has applied."""
        self._heard.append((seq, event))
        self._stirred.set()

    def accepted(self, seq: int) -> None:
        """Note the sequence number at which the house accepted the roll: its settlement comes after it.

        A house that accepts a roll after it was in doubt knows of it, so that the doubt ends; otherwise it starts anew.
        """
        self._after = seq
        if self._doubted_at is not None:
            self._doubted_at = None if seq > self._doubted_after else time.monotonic()

    def doubt(self) -> None:
        """Note that the house was away or has a new owner, so that an accepted roll may have been lost."""
        self._doubted_at, self._doubted_after = time.monotonic(), self._mirror.seq or 0
        self._stirred.set()

    def stir(self) -> None:
        """Wake whoever waits: the connection has ended."""
        self._stirred.set()

    async def wait(self, seconds: float | None) -> None:
        """Wait until something happens, or so many seconds."""
        self._stirred.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()

    def outcome(self, *, doubt_s: float) -> RollAnswer | None:
        """Return the settled roll, or a refusal if none will come; None while it is pending.

        An accepted roll that is in doubt counts as lost if it has not begun after `doubt_s` seconds.
        """
        events, rolled = self._events()
        state = self._mirror.state
        if rolled:
            return None if self._crew_is_busy() else self._answer(events)
        if state.phase is Phase.SHUT:
            return self._answer(events, Rejected(Reason.TABLE_CLOSED, "the table is closed"))
        if not self._asked or state.phase is not Phase.BETTING:
            return None
        problem = why_no_roll(self._mirror.layout, state)
        reopened = any(isinstance(event, m.BettingClosed) for event in events)
        if self._doubted_at is not None:
            lost = problem or reopened or time.monotonic() - self._doubted_at >= doubt_s
            return self._answer(events, self._interruption(problem), INTERRUPTED) if lost else None
        if problem:
            return self._answer(events, problem)
        if reopened:
            says = "betting was opened again before the dice were thrown; roll again"
            return self._answer(events, Rejected(Reason.NOT_AVAILABLE_NOW, says))
        return None

    def _interruption(self, problem: Rejected | None) -> Rejected:
        """Return what became of a roll that the house forgot, and what stands in the way of another."""
        says = "the house was interrupted before the dice were thrown, and nothing was rolled; roll again"
        if self._mirror.state.rolls != self._rolls:
            says = "too much happened while the connection was lost to be told; `recall` has the roll"
        elif problem:
            says = f"{says} when you can: {problem.says}"
        return Rejected(Reason.NOT_AVAILABLE_NOW, says)

    def _events(self) -> tuple[list[Event], bool]:
        """Return the events of the roll with those of the crew after it, and whether the roll has ended."""
        events: list[Event] = []
        rolled = False
        for seq, event in self._heard:
            if rolled and isinstance(event, (m.BettingClosed, m.DiceThrown)):
                break  # the next roll
            events.append(event)
            if not rolled and _ends_roll(event):
                rolled = seq > self._after
                events = events if rolled else []  # somebody else's roll, before this one was accepted
        return events, rolled

    def _crew_is_busy(self) -> bool:
        """Tell whether the automatic crew has yet to open betting, or to repeat a bet of yours that won."""
        command = attend(self._mirror.layout, self._mirror.state)
        return isinstance(command, (m.OpenBetting, m.Rebet))

    def _answer(self, events: Sequence[Event], refused: Rejected | None = None, reason: str = "") -> RollAnswer:
        mirror = self._mirror
        return RollAnswer(
            events,
            point=mirror.state.point or None,
            seats=() if mirror.seat is None else (mirror.seat,),
            refused=refused,
            reason=reason,
            book=mirror.layout.id,
            seq=mirror.seq or 0,
            rack=None if mirror.seat is None else mirror.rack_cents,
        )


def _ends_roll(event: Event) -> bool:
    """Tell whether an event ends a roll: settled, called No Roll, or undone before it was settled."""
    undone = isinstance(event, m.OutcomeUndone) and not event.reversed
    return undone or isinstance(event, (m.RollSettled, m.NoRollCalled))
