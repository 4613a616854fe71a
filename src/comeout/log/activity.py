"""What an event means to a player: money won or lost, chips on the layout, and time at play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

import msgspec

from comeout.log.records import Micros
from comeout.money import Amount
from comeout.table import messages as m
from comeout.table.messages import Event

MINUTE: Micros = 60 * 1_000_000
DAY: Micros = 24 * 60 * MINUTE
IDLE: Micros = 5 * MINUTE
"""After so long without an act a seat no longer counts as playing."""
BREAK: Micros = 60 * MINUTE
"""After so long without play, a player who plays again begins a new visit."""


# ------------------------------------------------------------------ what an event means to a player


class Change(NamedTuple):
    """What an event did to one seat: money won (below zero: lost), and chips that went onto the layout (came off)."""

    seat: int
    won: Amount
    laid: Amount


Act = (
    m.SeatTaken
    | m.BoughtIn
    | m.CameBack
    | m.BetPlaced
    | m.BetTakenDown
    | m.BetOffered
    | m.CallMade
    | m.DiceTaken
    | m.WalkedAway
    | m.SeatLeft
)
"""The acts of a seat, or for a seat, that show that somebody plays there."""
ACTS: tuple[type[Act], ...] = get_args(Act)

Aside = m.BetPlaced | m.BetTakenDown | m.BetsReturned | m.WalkedAway | m.OutcomeUndone | m.MoneyMoved
"""The events that move a player's money apart from settlements."""
ASIDE: tuple[type[Aside], ...] = get_args(Aside)


def changes(event: Event) -> list[Change]:
    """Return what an event did to each seat; buying in and colouring up are no gain."""
    told = _CHANGES.get(type(event))
    return told(event) if told else []


def _undone(event: m.OutcomeUndone) -> list[Change]:
    """Return the changes of a reversed roll. What a rack is short of also counts as lost."""
    return [
        *(Change(line.seat, -won(line), line.stake) for line in event.lines if line.outcome != "moved"),
        *(Change(line.seat, line.vigorish, -line.amount) for line in event.returned),
        *(Change(line.seat, -line.vigorish, line.amount) for line in event.put_back),
        *(Change(placed.seat, -placed.vigorish, placed.amount) for placed in event.again),
    ]


def _settled(event: m.RollSettled) -> list[Change]:
    return [Change(line.seat, won(line), -line.stake) for line in event.lines if line.outcome != "moved"]


_CHANGES: dict[type[Event], Callable[[Any], list[Change]]] = {
    m.BetPlaced: lambda event: [Change(event.seat, -event.vigorish, event.amount)],
    m.BetTakenDown: lambda event: [Change(event.seat, event.vigorish, -event.amount)],
    m.BetsReturned: lambda event: [Change(line.seat, line.vigorish, -line.amount) for line in event.lines],
    m.WalkedAway: lambda event: [Change(event.seat, -amount, -amount) for _, amount in event.folded],
    m.RollSettled: _settled,
    m.OutcomeUndone: _undone,
    m.MoneyMoved: lambda event: [Change(event.seat, event.amount, 0)],
}
"""The events that win, lose or lay chips for a seat."""


def owed(event: Event) -> list[tuple[str, Amount]]:
    """Return what an undone roll took back from players who have left, by name: a loss, though no wallet changes."""
    if not isinstance(event, m.OutcomeUndone):
        return []
    return [(debt.player, -debt.amount) for debt in event.debts if not debt.seat]


Span = tuple[Micros, Micros]
"""A span of time: when play began, and when something last happened."""


class SettledLine(msgspec.Struct):
    """A line of a settlement as recall stores it."""

    at_risk: Amount
    outcome: str
    paid: Amount
    vigorish: Amount


class Settled(msgspec.Struct):
    """A settled roll as recall stores it."""

    at: Micros
    lines: list[SettledLine]
    aside_cents: Amount = 0
    """Vigorish and reversals since the roll before."""
    played: list[Span] = []
    """When its player played since the roll before, where that is more than the time between the two."""

    @property
    def spans(self) -> list[Span]:
        """Return when the player was there, as far as this roll shows."""
        return self.played or [(self.at, self.at)]

    @property
    def won(self) -> Amount:
        """Return what the roll won for its player, and what was won since the roll before."""
        return sum(map(won, self.lines)) + self.aside_cents


def won(line: m.Line | SettledLine) -> Amount:
    """Return what a line of a settlement won for its seat; lost, below zero."""
    lost = line.at_risk if line.outcome == "lost" else 0
    return 0 if line.outcome == "moved" else line.paid + line.vigorish - lost


def go_on(spans: Sequence[Span], at: Micros, *, seated: bool) -> list[Span]:
    """Extend spans of play, oldest first, by one more act; a player may think for a while between two."""
    if not spans:
        return [(at, at)]
    start, until = spans[-1]
    if at - until <= (IDLE if seated else MINUTE):
        return [*spans[:-1], (start, max(until, at))]
    return [*spans[:-1], (start, until + IDLE if seated else until), (at, at)]


class PlayedVisit(NamedTuple):
    """Play without a long break, at however many tables."""

    since: Micros = 0
    seconds: int = 0
    """How long was played. Within a visit it never goes down."""
    net: Amount = 0
    runs_on_ms: int = 0
    """How long the clock still runs if nothing happens."""


@dataclass(slots=True)
class Day:
    """Time and money of one player over the last 24 hours."""

    seated: bool = False
    spans: list[Span] = field(default_factory=list)
    """Spans of play, oldest first."""
    money: dict[int, Amount] = field(default_factory=dict)
    """Money won or lost, by minute."""

    def play(self, at: Micros) -> None:
        """Record that the player is playing."""
        self.spans = go_on(self.spans, at, seated=self.seated)
        while len(self.spans) > 1 and self.spans[0][1] < at - DAY:
            (start, until), (then, end) = self.spans[:2]
            if then - until > BREAK:
                self.spans.pop(0)
            elif end < at - DAY:  # of a visit of more than a day, only how long it is matters
                self.spans[:2] = [(then - (until - start), end)]
            else:
                break

    def win(self, at: Micros, cents: Amount) -> None:
        """Record money won or lost."""
        minute = at // MINUTE
        self.money[minute] = self.money.get(minute, 0) + cents
        if len(self.money) > 2 * DAY // MINUTE:
            self.money = {each: sum_ for each, sum_ in self.money.items() if each > minute - DAY // MINUTE}

    def seconds(self, now: Micros) -> int:
        """Return the time played in the last 24 hours."""
        return sum(max(0, until - max(start, now - DAY)) for start, until in self._running(now)) // 1_000_000

    def visit(self, now: Micros) -> PlayedVisit:
        """Return the last visit: from the first act after a long break until now."""
        spans = self._running(now)
        if not spans:
            return PlayedVisit()
        first = len(spans) - 1
        while first and spans[first][0] - spans[first - 1][1] <= BREAK:
            first -= 1
        since = spans[first][0]
        net = sum(cents for minute, cents in self.money.items() if minute >= since // MINUTE)
        played = sum(until - start for start, until in spans[first:])
        runs_on = self.spans[-1][1] + IDLE - now if self.seated else 0
        return PlayedVisit(since, played // 1_000_000, net, min(max(runs_on, 0), IDLE) // 1_000)

    def _running(self, now: Micros) -> list[Span]:
        """Return the spans of play, the last one up to now while its clock runs."""
        if not self.seated or not self.spans:
            return self.spans
        start, until = self.spans[-1]
        return [*self.spans[:-1], (start, max(until, min(now, until + IDLE)))]

    def net(self, now: Micros) -> Amount:
        """Return the money won in the last 24 hours."""
        return sum(cents for minute, cents in self.money.items() if minute > (now - DAY) // MINUTE)

    def add(self, spans: Iterable[Span]) -> None:
        """Add time from before this player was watched; overlapping spans count once."""
        merged: list[Span] = []
        for start, until in sorted([*self.spans, *spans]):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(until, merged[-1][1]))
            else:
                merged.append((start, until))
        self.spans = merged
