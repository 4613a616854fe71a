"""Past rolls as typed values: bets, dice, settlement with its clauses, and money before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from comeout.dice import Roll
from comeout.money import Amount
from comeout.protocol.rest_answers import RecalledLine, RecalledRoll, RecallPage
from comeout.table.messages import Line

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class PastRoll:
    """A settled roll as one player saw it. Moments are in UTC, amounts in cents."""

    table: str
    seq: int
    """The number of the settlement in the log of its table."""
    number: int
    """The number of the roll at its table."""
    round: int
    at: datetime
    book: str
    player: str
    seat: int
    roll: Roll
    point_before: int | None
    point_after: int | None
    bets: Mapping[str, Amount]
    """What lay on the layout before the roll, by spot."""
    lines: tuple[Line, ...]
    """What it did to every bet that it decided or moved."""
    net: Amount
    """What these lines added to your money, or took from it."""
    rack_before: Amount
    rack_after: Amount
    clause: str
    rounded_by: tuple[str, ...] = ()
    """The clauses that rounded what was paid."""
    aside: Amount = 0
    """Money won outside of rolls since your previous roll, such as refunded vigorish and reversals; below 0: lost."""
    played: tuple[tuple[datetime, datetime], ...] = ()
    """When you played since your previous roll, each from and until."""
    recorded_late: Mapping[str, str] | None = None
    """Bets first seen after bets had closed, by spot, with the second person who saw each; None if there are none."""
    beside: tuple[str, ...] = ()
    """Outcomes undone since your previous roll, and decisions with what they moved."""
    owed: Amount = 0
    """What you owe the house at this table; below 0: what it owes you."""


@dataclass(frozen=True, slots=True)
class PastRolls:
    """A page of rolls, newest first, and the moment to ask `before` for the page before it; None after the last."""

    rolls: tuple[PastRoll, ...]
    before: datetime | None = None


def page_of(told: RecallPage) -> PastRolls:
    """Convert a page of the REST interface."""
    return PastRolls(
        tuple(_roll_of(each) for each in told.rolls), None if told.before is None else moment_of(told.before)
    )


def moment_of(micros: int) -> datetime:
    """Convert microseconds since 1970 to a datetime in UTC."""
    return _EPOCH + micros * _MICROSECOND


def micros_of(moment: datetime | None) -> int:
    """Convert a datetime to microseconds since 1970; 0 for None. One without a time zone is local time."""
    return 0 if moment is None else (moment.astimezone(UTC) - _EPOCH) // _MICROSECOND


def _roll_of(told: RecalledRoll) -> PastRoll:
    return PastRoll(
        table=told.table,
        seq=told.seq,
        number=told.roll,
        round=told.round,
        at=moment_of(told.at),
        book=told.book,
        player=told.player,
        seat=told.seat,
        roll=Roll(*told.dice),
        point_before=told.point_before or None,
        point_after=told.point_after or None,
        bets=told.bets,
        lines=tuple(_line_of(each) for each in told.lines),
        net=sum(each.net_cents for each in told.lines),
        rack_before=told.rack_before_cents,
        rack_after=told.rack_after_cents,
        clause=told.clause,
        rounded_by=tuple(told.rounded_by),
        aside=told.aside_cents,
        played=tuple((moment_of(start), moment_of(end)) for start, end in told.played),
        recorded_late=told.recorded_late or None,
        beside=tuple(told.beside),
        owed=told.owed_cents,
    )


def _line_of(told: RecalledLine) -> Line:
    return Line(
        seat=told.seat,
        spot=told.spot,
        stake=told.stake,
        at_risk=told.at_risk,
        outcome=told.outcome,
        paid=told.paid,
        basis=told.basis,
        odds=Fraction(told.odds),
        to=told.to,
        vigorish=told.vigorish,
        clause=told.clause,
        paid_by=told.paid_by,
        limited_by=told.limited_by,
    )
