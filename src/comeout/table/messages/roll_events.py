"""Events of a roll: betting times, the shooter, the dice, the settlement, and what undoes it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple

from comeout.dice import Roll
from comeout.frozen import dataclass
from comeout.money import Amount
from comeout.table.messages.bet_events import BetPlaced, Debt, Returned
from comeout.table.messages.words import Die, DieReading, Outcome, Seat


@dataclass(frozen=True, slots=True)
class BettingOpened:
    """Bets are invited."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """No more bets."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class DiceOffered:
    """The dice are offered to a seat."""

    by: str
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class DiceTaken:
    """A seat became the shooter with these two dice."""

    seat: Seat
    dice: tuple[Die, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class DiceDeclined:
    """A seat let the dice go by."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class DiceGivenUp:
    """The shooter no longer has the dice."""

    seat: Seat
    why: str
    clause: str
    ordered: bool = False
    """Whether the crew ordered it: then this player is not offered the dice before the next seven-out."""


@dataclass(frozen=True, slots=True)
class DiceChosen:
    """The shooter picked two dice."""

    seat: Seat
    dice: tuple[Die, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class CompanionShot:
    """A companion, who has no seat, takes the dice, for this point or for the next one."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class DecisionOnlyStarted:
    """From here on the shooter rolls only to decide come bets that are still up."""

    by: str
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class DecisionOnlyEnded:
    """Somebody made a line bet to shoot."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The dice left the hand."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class RollCalled:
    """The total was called, or ruled on."""

    by: str
    roll: Roll
    reading: DieReading
    clause: str
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class FaceDisputed:
    """A player objects to the face called."""

    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class NoRollCalled:
    """The throw does not count; every bet stays as it was."""

    by: str
    ground: str
    clause: str
    must: bool = True
    note: str = ""
    late: bool = False
    incident: bool = False
    again: str = ""
    time_clause: str = ""
    unbacked: bool = False
    """Whether it was called because the shooter had no line bet."""


class Line(NamedTuple):
    """What one roll did to one bet: stake, amount at risk, what was paid on which basis, and why."""

    seat: Seat
    spot: str
    stake: Amount
    at_risk: Amount
    outcome: Outcome
    paid: Amount
    basis: Amount
    odds: Fraction
    to: str
    vigorish: Amount
    clause: str
    paid_by: str
    limited_by: str


class RollSettled(NamedTuple):
    """One valid roll, settled: every bet it decided or moved, and where the puck went."""

    book: str
    number: int
    roll: Roll
    point_before: int
    point_after: int
    seven_out: bool
    decided: bool
    lines: tuple[Line, ...]
    lapsed: tuple[tuple[Seat, str], ...]
    unlocked: tuple[tuple[Seat, str], ...]
    warned: tuple[Seat, ...]
    decision_only_over: bool
    clause: str
    rounded_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OutcomeUndone:
    """A roll has no effect: it is dropped, or its settlement is reversed.

    Bets made since come off ("returned"). Bets taken down since are put back if another roll is settled in its place
    ("put_back"). The lines of the roll are reversed, and bets that may stand as before are made "again".
    """

    by: str
    why: str
    reversed: bool
    clause: str
    incident: bool = False
    lines: tuple[Line, ...] = ()
    returned: tuple[Returned, ...] = ()
    put_back: tuple[Returned, ...] = ()
    again: tuple[BetPlaced, ...] = ()
    debts: tuple[Debt, ...] = ()
    dice: Literal["", "nobody", "companion"] = ""
    """Who has the dice now: empty for the shooter of the roll."""
    anew: bool = False
    """Whether another roll is settled in its place: then bets and calls are as they were when bets closed for it."""


def undone_at(event: OutcomeUndone, seat: Seat | None) -> OutcomeUndone:
    """Return the part of an undone outcome that concerns one seat."""
    return replace(
        event,
        lines=tuple(line for line in event.lines if line.seat == seat),
        returned=tuple(line for line in event.returned if line.seat == seat),
        put_back=tuple(line for line in event.put_back if line.seat == seat),
        again=tuple(placed for placed in event.again if placed.seat == seat),
        debts=tuple(debt for debt in event.debts if debt.seat == seat),
    )


@dataclass(frozen=True, slots=True)
class BetsReturned:
    """The house gave bets back: a voided round, a malfunction, a closing; the puck is off."""

    by: str
    why: str
    lines: tuple[Returned, ...]
    clause: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class PlayContinued:
    """An interruption changed nothing; play continues, unless the crew may decide otherwise and does."""

    by: str
    clause: str
    crew_decides: bool = False


@dataclass(frozen=True, slots=True)
class DiceRegistered:
    """A set of dice was measured and entered."""

    by: str
    size: int
    face_mm_tenths: int
    clause: str


@dataclass(frozen=True, slots=True)
class DieOffTable:
    """A die left the table; the search begins."""

    die: Die
    clause: str


@dataclass(frozen=True, slots=True)
class DieRecovered:
    """A die was found; it is not in use before it is checked."""

    by: str
    die: Die
    clause: str


@dataclass(frozen=True, slots=True)
class DieChecked:
    """A die was checked and is back in the set."""

    by: str
    die: Die
    clause: str


@dataclass(frozen=True, slots=True)
class DieLost:
    """A die is lost: a new set is due by the seven-out at the latest."""

    by: str
    die: Die
    clause: str


@dataclass(frozen=True, slots=True)
class DiceReplaced:
    """A new set of dice is on the table."""

    by: str
    size: int
    clause: str


RollEvent = (
    BettingOpened
    | BettingClosed
    | DiceOffered
    | DiceTaken
    | DiceDeclined
    | DiceGivenUp
    | DiceChosen
    | CompanionShot
    | DecisionOnlyStarted
    | DecisionOnlyEnded
    | DiceThrown
    | RollCalled
    | FaceDisputed
    | NoRollCalled
    | RollSettled
    | OutcomeUndone
    | BetsReturned
    | PlayContinued
    | DiceRegistered
    | DieOffTable
    | DieRecovered
    | DieChecked
    | DieLost
    | DiceReplaced
)
"""The events of the dice."""
