"""Everything that can be asked of a table, happen at it, or be refused by it.

A command names its actor first: a seat number (0 is the companion or the launcher) or a crew role. Money is in cents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from comeout.dice import Roll
from comeout.money import Amount
from comeout.rules.rulebook import Role

Seat = int
Die = int
Switch = Literal["on", "off"]
Tender = Literal["chips", "cash"]
DieReading = Literal["flat", "opposite-face", "natural-fall"]
Outcome = Literal["won", "lost", "returned", "moved"]
Order = Literal["nothing", "void-round", "return-bet", "pay", "collect"]
"""What a decision orders beside its words: a round voided, a bet given back, or money between the house and a rack."""

# ------------------------------------------------------------------ asked by players


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a free seat with a rack of chips."""

    seat: Seat
    player: str
    rack: Amount


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Turn cash into chips."""

    seat: Seat
    amount: Amount


@dataclass(frozen=True, slots=True)
class Leave:
    """Colour up and go; nothing of the seat's may lie on the layout."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Be at the table again after having walked away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlaceBet:
    """Put chips on a spot, in addition to what is there."""

    seat: Seat
    spot: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class ReduceBet:
    """Take part of a bet back."""

    seat: Seat
    spot: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class RemoveBet:
    """Take a bet down."""

    seat: Seat
    spot: str


@dataclass(frozen=True, slots=True)
class CallBet:
    """Call a bet on or off; "only" limits the call to this wager."""

    seat: Seat
    spot: str
    call: Switch
    only: bool = False


@dataclass(frozen=True, slots=True)
class KeepBet:
    """Stand by a bet: bet the same again whenever it has won."""

    seat: Seat
    spot: str
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Rebet:
    """Carry out a standing instruction that is due."""

    seat: Seat
    spot: str


@dataclass(frozen=True, slots=True)
class LateBet:
    """Offer a bet while the dice are out."""

    seat: Seat
    spot: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class SpeakBet:
    """Call a bet out instead of placing chips; it waits for confirmation."""

    seat: Seat
    spot: str
    amount: Amount
    tender: Tender = "chips"


@dataclass(frozen=True, slots=True)
class TakeDice:
    """Accept the dice and become the shooter."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclineDice:
    """Let the dice go by."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PassDice:
    """Give up the dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseDice:
    """Pick the two dice to throw from the set."""

    seat: Seat
    first: Die
    second: Die


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Let the dice leave the hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DisputeFace:
    """Object to the face that was called."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RaiseDispute:
    """Complain; "covered" says that a rule speaks of the matter."""

    seat: Seat
    about: str
    covered: bool = False


@dataclass(frozen=True, slots=True)
class RequestReview:
    """Ask for the review of a decided dispute."""

    seat: Seat
    dispute: int


# ------------------------------------------------------------------ asked by the crew


@dataclass(frozen=True, slots=True)
class OpenBetting:
    """Invite bets."""

    by: Role


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """No more bets."""

    by: Role


@dataclass(frozen=True, slots=True)
class OfferDice:
    """Offer the dice to the next player in turn."""

    by: Role


@dataclass(frozen=True, slots=True)
class LetCompanionShoot:
    """Have somebody throw who is none of the seats, since no seat may: for the point, or for the next come-out."""

    by: Role


@dataclass(frozen=True, slots=True)
class MoveDiceOn:
    """The time is over for whoever was offered the dice or holds them without a line bet: the automatic crew only."""

    by: Role


@dataclass(frozen=True, slots=True)
class RollForDecision:
    """Let the previous shooter roll only to decide the come bets that still stand."""

    by: Role


@dataclass(frozen=True, slots=True)
class OrderDicePassed:
    """Take the dice from the shooter for a listed reason."""

    by: Role
    reason: str


@dataclass(frozen=True, slots=True)
class ConfirmCall:
    """Put the button on a bet that its owner called."""

    by: Role
    seat: Seat
    spot: str


@dataclass(frozen=True, slots=True)
class ConfirmBet:
    """Confirm aloud a late or a spoken bet."""

    by: Role
    seat: Seat
    spot: str


@dataclass(frozen=True, slots=True)
class PlaceBetFor:
    """Place a bet for a player who asked for it."""

    by: Role
    seat: Seat
    spot: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class RecordBet:
    """Record chips outside the limits that reached the layout unnoticed; after bets closed with a second person."""

    by: Role
    seat: Seat
    spot: str
    amount: Amount
    witness: str = ""


@dataclass(frozen=True, slots=True)
class NoticeBet:
    """Notice a bet outside the limits before betting closes."""

    by: Role
    seat: Seat
    spot: str


@dataclass(frozen=True, slots=True)
class CallRoll:
    """Call the dice at rest, read flat or as the book reads a leaning die."""

    by: Role
    roll: Roll
    reading: DieReading = "flat"


@dataclass(frozen=True, slots=True)
class CallNoRoll:
    """Call No Roll on one of the book's grounds; "die" is the one that left the table, 0 both."""

    by: Role
    ground: str
    note: str = ""
    at_rest: bool = False
    die: Die = 0


@dataclass(frozen=True, slots=True)
class RuleOnRoll:
    """Decide a disputed face, or that of a die that does not lie flat; without a roll the throw is void."""

    by: Role
    roll: Roll | None = None
    leaning: bool = False


@dataclass(frozen=True, slots=True)
class SettleRoll:
    """Pay and take everything the called roll decided."""

    by: Role


@dataclass(frozen=True, slots=True)
class RegisterDice:
    """Enter a set of dice at the table, as measured."""

    by: Role
    size: int
    face_mm_tenths: int
    opposite: int


@dataclass(frozen=True, slots=True)
class RecoverDie:
    """A die that left the table has been found."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class CheckDie:
    """A recovered die has been checked and may be used again."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class LoseDie:
    """A die that left the table cannot be found."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class ReplaceDice:
    """Put a new set of dice on the table."""

    by: Role


@dataclass(frozen=True, slots=True)
class Interrupt:
    """A technical interruption struck the round."""

    by: Role


@dataclass(frozen=True, slots=True)
class InvalidateOutcome:
    """Undo the outcome of the roll in hand, or of the last one settled."""

    by: Role
    reason: str


@dataclass(frozen=True, slots=True)
class DeclareMalfunction:
    """Void pays and play; "last_roll" says that the last settled roll is void too."""

    by: Role
    last_roll: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRoll:
    """Put right a roll that was called wrongly; without a roll it was a No Roll, on a ground that the book lists."""

    by: Role
    roll: Roll | None = None
    ground: str = ""


@dataclass(frozen=True, slots=True)
class NoteError:
    """Write down an error; "round" is the one it happened in, and none given means an earlier one if there was any."""

    by: Role
    note: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class MarkAway:
    """A player walked away; "pending" says that a choice to raise or withdraw is open, on one spot or on several."""

    by: Role
    seat: Seat
    pending: bool = False
    spot: str = ""


@dataclass(frozen=True, slots=True)
class WarnSeat:
    """Tell a player off for touching wagers before they are settled."""

    by: Role
    seat: Seat


@dataclass(frozen=True, slots=True)
class BarSeat:
    """Refuse a player's future wagers."""

    by: Role
    seat: Seat


@dataclass(frozen=True, slots=True)
class LiftBar:
    """Take a barred player's wagers again."""

    by: Role
    seat: Seat


@dataclass(frozen=True, slots=True)
class FlagPartners:
    """Treat two seats as one against the maximum."""

    by: Role
    seat: Seat
    partner: Seat


@dataclass(frozen=True, slots=True)
class DecideDispute:
    """Give the house's decision on a dispute; "orders" says what is done by it, and to whose bet or rack."""

    by: Role
    dispute: int
    decision: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class DecideMatter:
    """Decide something the rules do not cover; "orders" says what is done by it, and to whose bet or rack."""

    by: Role
    decision: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class DecideReview:
    """Enter the outcome of a review; "orders" says what is done by it, and to whose bet or rack."""

    by: Role
    dispute: int
    decision: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class NoteNoRoll:
    """Say afterwards what was wrong with a throw that was called No Roll."""

    by: Role
    note: str


@dataclass(frozen=True, slots=True)
class PostNotice:
    """Change one table setting within the book."""

    by: Role
    setting: str
    value: str


@dataclass(frozen=True, slots=True)
class AppointCrew:
    """Put a person into a position, acting or not."""

    by: Role
    position: Role
    person: str


@dataclass(frozen=True, slots=True)
class NotifyInspector:
    """Tell the inspector that the table is to close."""

    by: Role


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table and return what still lies on it."""

    by: Role


Command = (
    Sit
    | BuyIn
    | Leave
    | ComeBack
    | PlaceBet
    | ReduceBet
    | RemoveBet
    | CallBet
    | KeepBet
    | Rebet
    | LateBet
    | SpeakBet
    | TakeDice
    | DeclineDice
    | PassDice
    | ChooseDice
    | ThrowDice
    | DisputeFace
    | RaiseDispute
    | RequestReview
    | OpenBetting
    | CloseBetting
    | OfferDice
    | LetCompanionShoot
    | MoveDiceOn
    | RollForDecision
    | OrderDicePassed
    | ConfirmCall
    | ConfirmBet
    | PlaceBetFor
    | RecordBet
    | NoticeBet
    | CallRoll
    | CallNoRoll
    | RuleOnRoll
    | SettleRoll
    | RegisterDice
    | RecoverDie
    | CheckDie
    | LoseDie
    | ReplaceDice
    | Interrupt
    | InvalidateOutcome
    | DeclareMalfunction
    | CorrectRoll
    | NoteError
    | MarkAway
    | WarnSeat
    | BarSeat
    | LiftBar
    | FlagPartners
    | DecideDispute
    | DecideMatter
    | DecideReview
    | NoteNoRoll
    | PostNotice
    | AppointCrew
    | NotifyInspector
    | CloseTable
)
COMMANDS: tuple[type[Command], ...] = get_args(Command)

# ------------------------------------------------------------------ happened


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened under a book, with its settings."""

    book: str
    revision: int
    digest: str
    settings: tuple[tuple[str, str], ...]
    engine: int = 1
    """Which revision of the engine decides what happens from here on."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down."""

    seat: Seat
    player: str
    rack: Amount


@dataclass(frozen=True, slots=True)
class BoughtIn:
    """Cash became chips."""

    seat: Seat
    amount: Amount
    clause: str


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player coloured up and left."""

    seat: Seat
    rack: Amount


@dataclass(frozen=True, slots=True)
class CameBack:
    """A player who had walked away is back."""

    seat: Seat


class BetPlaced(NamedTuple):
    """Chips lie on a spot, and its vigorish was taken."""

    seat: Seat
    spot: str
    amount: Amount
    vigorish: Amount
    clause: str
    by: str = ""
    overlooked: bool = False
    after_warning: bool = False
    on: bool = False
    charged_by: tuple[str, ...] = ()
    witness: str = ""
    """The second person who saw it, where it was first seen after bets had closed: an incident."""
    request_clause: str = ""
    """By which the crew places what a player asks for."""


@dataclass(frozen=True, slots=True)
class BetTakenDown:
    """Chips came back from a spot, wholly or in part, with what of the vigorish comes back with them."""

    seat: Seat
    spot: str
    amount: Amount
    vigorish: Amount
    kept: Amount
    clause: str
    why: str
    locks: bool = False
    charge_clause: str = ""


@dataclass(frozen=True, slots=True)
class BetOffered:
    """A late or spoken bet waits for the crew."""

    seat: Seat
    spot: str
    amount: Amount
    tender: Tender
    late: bool
    clause: str


@dataclass(frozen=True, slots=True)
class BetConfirmed:
    """A crew member confirmed a late or spoken bet."""

    by: str
    seat: Seat
    spot: str
    clause: str


@dataclass(frozen=True, slots=True)
class CallMade:
    """A player called a bet on or off and waits for the button."""

    seat: Seat
    spot: str
    only: bool
    clause: str


@dataclass(frozen=True, slots=True)
class CallPlaced:
    """The marker lies on these bets."""

    by: str
    seat: Seat
    spots: tuple[str, ...]
    call: Switch
    only: bool
    clause: str


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """The marker is gone from this bet."""

    seat: Seat
    spot: str
    clause: str


@dataclass(frozen=True, slots=True)
class KeepSet:
    """A standing instruction was given or ended."""

    seat: Seat
    spot: str
    keep: bool


@dataclass(frozen=True, slots=True)
class RebetSkipped:
    """A standing instruction could not be carried out now."""

    seat: Seat
    spot: str
    why: str
    clause: str


@dataclass(frozen=True, slots=True)
class LimitNoticed:
    """The dealer told a player that the bet is below the minimum: raise it or take it back."""

    by: str
    seat: Seat
    spot: str
    clause: str


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
    """Whether the crew ordered it: then the dice are not offered to this player before the next seven out."""


@dataclass(frozen=True, slots=True)
class DiceChosen:
    """The shooter picked two dice."""

    seat: Seat
    dice: tuple[Die, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class CompanionShot:
    """A shooter who is none of the seats takes the dice, for this point or for the next one."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class DecisionOnlyStarted:
    """From here the shooter rolls only to decide standing come bets."""

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


class Returned(NamedTuple):
    """Stake and vigorish of one bet, given back by the house."""

    seat: Seat
    spot: str
    amount: Amount
    vigorish: Amount
    kept: Amount


class Debt(NamedTuple):
    """What a player owes the house, above what the rack in this seat holds; seat 0 is a player who has left."""

    player: str
    amount: Amount
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class OutcomeUndone:
    """A roll has no effect: it is dropped, or its settlement is reversed.

    What was put down since comes off ("returned"), what was taken down since is put back where another roll is settled
    in its place ("put_back"), the lines of the roll are reversed, and what may stand as before it is made "again".
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
    """Whether another roll is settled in its place: bets and calls then lie as when bets were closed for it."""


def undone_at(event: OutcomeUndone, seat: Seat | None) -> OutcomeUndone:
    """As much of an undone outcome as concerns one seat."""
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
    """An interruption changed nothing; play goes on, unless the crew decides otherwise where it may."""

    by: str
    clause: str
    crew_decides: bool = False


@dataclass(frozen=True, slots=True)
class WalkedAway:
    """A player left; these bets were folded, the others run on."""

    by: str
    seat: Seat
    folded: tuple[tuple[str, Amount], ...]
    clause: str


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


@dataclass(frozen=True, slots=True)
class SeatWarned:
    """A player was told off."""

    by: str
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class SeatBarred:
    """A player's future wagers are refused."""

    by: str
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class BarLifted:
    """A player's wagers are taken again, and what they were told off for is forgotten."""

    by: str
    seat: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class RecordKnown:
    """What is known of the player in a seat from before, here or at another table of the house."""

    seat: Seat
    warned: bool
    told_off: int
    barred: bool
    clause: str
    partners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class PartnersFlagged:
    """Two seats count as one against the maximum."""

    by: str
    seat: Seat
    partner: Seat
    clause: str


@dataclass(frozen=True, slots=True)
class DisputeRaised:
    """A complaint was entered, and its owner told of whoever may be consulted."""

    dispute: int
    seat: Seat
    about: str
    covered: bool
    clause: str
    advice_clause: str = ""


@dataclass(frozen=True, slots=True)
class DisputeDecided:
    """The house decided a dispute."""

    by: str
    dispute: int
    decision: str
    clause: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class ReviewRequested:
    """A decided dispute goes to review, and the player was told of the inspector."""

    seat: Seat
    dispute: int
    clause: str
    advice_clause: str


@dataclass(frozen=True, slots=True)
class MatterDecided:
    """Something the rules do not cover was decided."""

    by: str
    decision: str
    clause: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class ReviewDecided:
    """The review of a decision has an outcome."""

    by: str
    dispute: int
    decision: str
    clause: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class MoneyMoved:
    """By a decision the house paid a rack, or was paid by it (below zero)."""

    by: str
    seat: Seat
    amount: Amount
    clause: str


@dataclass(frozen=True, slots=True)
class NoRollNoted:
    """What was wrong with a throw that was called No Roll."""

    by: str
    ground: str
    note: str
    clause: str


@dataclass(frozen=True, slots=True)
class ErrorNoted:
    """An error was written down; it changes no outcome."""

    by: str
    note: str
    clause: str


@dataclass(frozen=True, slots=True)
class NoticePosted:
    """A table setting changed."""

    by: str
    setting: str
    value: str
    clause: str


@dataclass(frozen=True, slots=True)
class CrewAppointed:
    """A person holds a position."""

    by: str
    position: str
    person: str
    clause: str


@dataclass(frozen=True, slots=True)
class InspectorNotified:
    """The inspector knows that the table is to close."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""

    by: str
    clause: str


Event = (
    TableOpened
    | SeatTaken
    | BoughtIn
    | SeatLeft
    | CameBack
    | BetPlaced
    | BetTakenDown
    | BetOffered
    | BetConfirmed
    | CallMade
    | CallPlaced
    | CallWithdrawn
    | KeepSet
    | RebetSkipped
    | LimitNoticed
    | BettingOpened
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
    | WalkedAway
    | DiceRegistered
    | DieOffTable
    | DieRecovered
    | DieChecked
    | DieLost
    | DiceReplaced
    | SeatWarned
    | SeatBarred
    | BarLifted
    | RecordKnown
    | PartnersFlagged
    | DisputeRaised
    | DisputeDecided
    | ReviewRequested
    | MatterDecided
    | ReviewDecided
    | MoneyMoved
    | NoRollNoted
    | ErrorNoted
    | NoticePosted
    | CrewAppointed
    | InspectorNotified
    | TableClosed
)
EVENTS: tuple[type[Event], ...] = get_args(Event)

# Said with every roll, in the same words: one object each serves them all.
betting_opened = lru_cache(BettingOpened)
betting_closed = lru_cache(BettingClosed)
dice_thrown = lru_cache(DiceThrown)
roll_called = lru_cache(512)(RollCalled)

# ------------------------------------------------------------------ refused


class Reason(IntEnum):
    """Why something was refused, the most basic first."""

    NONSENSE = 1
    UNKNOWN_SEAT = 2
    SEAT_TAKEN = 3
    WRONG_ROLE = 4
    TABLE_CLOSED = 5
    WRONG_PHASE = 6
    BETTING_CLOSED = 7
    NO_SUCH_PROCEDURE = 8
    NOT_OFFERED = 9
    NOT_AVAILABLE_NOW = 10
    NO_SUCH_BET = 11
    NO_BASE_BET = 12
    LOCKED = 13
    CONTRACT_BET = 14
    STAYS_UNTIL_RESOLVED = 15
    OVER_ODDS_LIMIT = 16
    NOT_IN_UNITS = 17
    UNDER_MINIMUM = 18
    NOT_A_MULTIPLE = 19
    OVER_MAXIMUM = 20
    RACK_TOO_SMALL = 21
    TOO_MUCH_TAKEN = 22
    WITHIN_LIMITS = 23
    NO_CALL_HERE = 24
    NOTHING_TO_CONFIRM = 25
    CASH_REFUSED = 26
    BARRED = 27
    NOT_YOUR_DICE = 28
    NO_LINE_BET = 29
    NOBODY_ELIGIBLE = 30
    DICE_NOT_READY = 31
    BAD_DICE = 32
    UNKNOWN_GROUND = 33
    NOTE_NEEDED = 34
    CHOICE_PENDING = 35
    TOO_LATE = 36
    BETS_STILL_UP = 37
    NOTICE_NEEDED = 38
    BAD_SETTING = 39
    UNKNOWN_DISPUTE = 40


@dataclass(frozen=True, slots=True)
class Rejected:
    """A refusal: nothing changed. It says why, by which clause, and what would be accepted instead."""

    reason: Reason
    says: str
    clause: str = ""
    instead: tuple[Amount, ...] = ()
