"""Limits that players set for themselves, and where they stand: time played and money won or lost in 24 hours.

Every limit looks back over the last 24 hours, to the minute.

- *time*, in minutes: how long the player sat at a table, at however many at once. A seat counts while something happens
  to it: five minutes after its last act, or the last roll with its chips on the layout, the clock stands still.
- *loss*, in cents: what tables took, less what they paid, vigorish included; wallets, racks and chips on a layout count
  alike, and play money given by the house counts for nothing. A bet is refused if the player could pass the limit by
  losing it together with everything else they have on a layout.
- *stake*, in cents: the most on one bet, with what lies there already.

A tighter limit holds at once, a looser one 24 hours after it was asked for. A limit never moves chips: bets that lie
stay, and can be taken down as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from comeout.house.no import No
from comeout.house.store import Micros, OwnLimit
from comeout.money import LARGEST, Amount, show_amount
from comeout.table import messages as m
from comeout.table.messages import Command, Event

Kind = Literal["loss", "time", "stake"]
MOST: dict[Kind, int] = {"time": 24 * 60, "loss": LARGEST, "stake": LARGEST}
"""The kinds, the first that is passed being the one that is told, and the largest value of each."""

LIFTED = -1

MINUTE: Micros = 60 * 1_000_000
DAY: Micros = 24 * 60 * MINUTE
IDLE: Micros = 5 * MINUTE
"""After so long without an act a seat is no longer at play."""

Bet = m.PlaceBet | m.SpeakBet | m.LateBet | m.PlaceBetFor
Joining = m.Sit | m.BuyIn

# ------------------------------------------------------------------ the limits by themselves


def no_limit(player: str, kind: Kind) -> OwnLimit:
    """What everybody begins with."""
    return OwnLimit(player, kind, LIFTED, 0, None, 0)


def effective(limit: OwnLimit, now: Micros) -> int | None:
    """The value that holds now; None if there is none."""
    value = due(limit, now).value
    return None if value == LIFTED else value


def change(limit: OwnLimit, value: int | None, now: Micros) -> OwnLimit:
    """The limit after its player asks for another value (None: for none): tighter at once, looser in 24 hours.

    What waits to become looser is forgotten when the player asks for nothing looser than what holds, and keeps its
    time when they ask for less of it.
    """
    held, asked = due(limit, now), LIFTED if value is None else value
    if _width(asked) <= _width(held.value):
        since = held.since if asked == held.value else now
        return held._replace(value=asked, since=since, next_value=None, next_at=0)
    waits = held.next_value is not None and _width(asked) <= _width(held.next_value)
    return held._replace(next_value=asked, next_at=held.next_at if waits else now + DAY)


def due(limit: OwnLimit, now: Micros) -> OwnLimit:
    """The limit as it holds now: what waited and has come is its value."""
    if limit.next_value is None or now < limit.next_at:
        return limit
    return limit._replace(value=limit.next_value, since=limit.next_at, next_value=None, next_at=0)


def _width(value: int) -> int:
    return LARGEST + 1 if value == LIFTED else value


class Position(msgspec.Struct, frozen=True):
    """Where a player stands, over the last 24 hours: what is won is above zero, what is lost below."""

    seconds_played: int
    net_cents: Amount
    at_risk_cents: Amount
    """What lies on layouts now."""
    play_money: bool = True


def problem(
    limits: Iterable[OwnLimit], position: Position, command: Command, *, now: Micros, on_bet: Amount = 0
) -> No | None:
    """Refuse what passes a player's own limit; `on_bet` is what lies on the same bet already."""
    amount = command.amount if isinstance(command, Bet) else 0
    if not amount and not isinstance(command, Joining):
        return None
    for limit in sorted(limits, key=lambda limit: list(MOST).index(limit.kind)):
        value = effective(limit, now)
        says = "" if value is None else _passed(limit.kind, value, position, amount, on_bet)
        if says:
            return No("OWN_LIMIT", f"{says}; {_loosens(limit, now)}")
    return None


def _passed(kind: Kind, value: int, position: Position, amount: Amount, on_bet: Amount) -> str:
    """How a limit is passed, or nothing."""
    if kind == "time":
        return _time_passed(value, position.seconds_played // 60)
    if kind == "stake":
        there = f": {show_amount(on_bet)} lies there" if on_bet else ""
        return f"your own limit is {show_amount(value)} on one bet{there}" if on_bet + amount > value else ""
    return _loss_passed(value, position.net_cents, position.at_risk_cents, amount)


def _time_passed(value: int, played: int) -> str:
    return f"your own limit is {value} minutes of play in 24 hours: you have played {played}" if played >= value else ""


def _loss_passed(value: int, net: Amount, at_risk: Amount, amount: Amount) -> str:
    """A bet may lose what is left of the limit; whoever has nothing left of it cannot join."""
    if value + net - at_risk >= amount if amount else value + net > 0:
        return ""
    stand = f"you have {'won' if net > 0 else 'lost'} {show_amount(abs(net))}"
    lies = f", {show_amount(at_risk)} of yours is at risk" if at_risk else ""
    return f"your own limit is a loss of {show_amount(value)} in 24 hours: {stand}{lies}"


def _loosens(limit: OwnLimit, now: Micros) -> str:
    held = due(limit, now)
    if held.next_value is None:
        return "it can be made looser, 24 hours after you ask for that"
    when = datetime.fromtimestamp(held.next_at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    if held.next_value == LIFTED:
        return f"it is lifted at {when}"
    value = f"{held.next_value} minutes" if held.kind == "time" else show_amount(held.next_value)
    return f"it becomes {value} at {when}"


# ------------------------------------------------------------------ what an event means to a player


class Change(NamedTuple):
    """What an event did to one seat: money won (lost, below zero), and chips that went onto the layout (came off)."""

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
"""What a seat does, or has done for it, while somebody plays there."""
ACTS: tuple[type[Act], ...] = get_args(Act)

Aside = m.BetPlaced | m.BetTakenDown | m.BetsReturned | m.WalkedAway | m.OutcomeUndone | m.MoneyMoved
"""What moves a player's money beside the settlements."""
ASIDE: tuple[type[Aside], ...] = get_args(Aside)


def changes(event: Event) -> list[Change]:
    """What an event did to whom; buying in and colouring up are nobody's gain."""
    told = _CHANGES.get(type(event))
    return told(event) if told else []


def _undone(event: m.OutcomeUndone) -> list[Change]:
    """A roll reversed; what a rack is short of counts as lost as well."""
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
    """What an undone roll took back from players who have left, by name: lost, though the wallet is untouched."""
    if not isinstance(event, m.OutcomeUndone):
        return []
    return [(debt.player, -debt.amount) for debt in event.debts if not debt.seat]


Span = tuple[Micros, Micros]
"""When play began, and when something last happened."""


class SettledLine(msgspec.Struct):
    """A line of a settlement as recall keeps it."""

    at_risk: Amount
    outcome: str
    paid: Amount
    vigorish: Amount


class Settled(msgspec.Struct):
    """A settled roll as recall keeps it."""

    at: Micros
    lines: list[SettledLine]
    aside_cents: Amount = 0
    """Vigorish and reversals since the roll before."""
    played: list[Span] = []
    """When its player played since the roll before, where that is more than the time between the two."""

    @property
    def spans(self) -> list[Span]:
        """When its player was there, as far as this roll tells."""
        return self.played or [(self.at, self.at)]

    @property
    def won(self) -> Amount:
        """What it won for its player, and what was won since the roll before."""
        return sum(map(won, self.lines)) + self.aside_cents


def won(line: m.Line | SettledLine) -> Amount:
    """What a line of a settlement won for its seat; lost, below zero."""
    lost = line.at_risk if line.outcome == "lost" else 0
    return 0 if line.outcome == "moved" else line.paid + line.vigorish - lost


def go_on(spans: Sequence[Span], at: Micros, *, seated: bool) -> list[Span]:
    """Spans of play, oldest first, with one more thing that happened; whoever sits there may think for a while."""
    if not spans:
        return [(at, at)]
    start, until = spans[-1]
    if at - until <= (IDLE if seated else MINUTE):
        return [*spans[:-1], (start, max(until, at))]
    return [*spans[:-1], (start, until + IDLE if seated else until), (at, at)]


@dataclass(slots=True)
class Day:
    """Time and money of one player, looked at over the last 24 hours."""

    seated: bool = False
    spans: list[Span] = field(default_factory=list)
    """Oldest first."""
    money: dict[int, Amount] = field(default_factory=dict)
    """By minute."""

    def play(self, at: Micros) -> None:
        """Something happened: the player is there."""
        self.spans = go_on(self.spans, at, seated=self.seated)
        while self.spans[0][1] < at - DAY:
            self.spans.pop(0)

    def win(self, at: Micros, cents: Amount) -> None:
        """Money was won, or lost."""
        minute = at // MINUTE
        self.money[minute] = self.money.get(minute, 0) + cents
        if len(self.money) > 2 * DAY // MINUTE:
            self.money = {each: sum_ for each, sum_ in self.money.items() if each > minute - DAY // MINUTE}

    def seconds(self, now: Micros) -> int:
        """Time played in the 24 hours before now."""
        spans = [*self.spans]
        if self.seated and spans:
            start, until = spans[-1]
            spans[-1] = (start, max(until, min(now, until + IDLE)))
        return sum(max(0, until - max(start, now - DAY)) for start, until in spans) // 1_000_000

    def net(self, now: Micros) -> Amount:
        """Money won in the 24 hours before now."""
        return sum(cents for minute, cents in self.money.items() if minute > (now - DAY) // MINUTE)

    def add(self, spans: Iterable[Span]) -> None:
        """Time from before this player was watched; what is told twice counts once."""
        merged: list[Span] = []
        for start, until in sorted([*self.spans, *spans]):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(until, merged[-1][1]))
            else:
                merged.append((start, until))
        self.spans = merged
