"""Commands of the crew. A command names the role of its actor first."""

from __future__ import annotations

from comeout.dice import Roll
from comeout.frozen import dataclass
from comeout.money import Amount
from comeout.rules.wagers import Role
from comeout.table.messages.words import Die, DieReading, Order, Seat


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
    """Let somebody who has no seat throw, since no seat may: for the point, or for the next come-out."""

    by: Role


@dataclass(frozen=True, slots=True)
class MoveDiceOn:
    """Take the dice, or their offer, from a seat that let its time pass. Only the automatic crew does this."""

    by: Role


@dataclass(frozen=True, slots=True)
class RollForDecision:
    """Let the previous shooter roll only to decide the come bets that are still up."""

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
    """Record chips outside the limits that nobody noticed in time; after bets closed with a second person."""

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
    """Rule on a disputed face, or on a die that does not lie flat; without a roll the throw is void."""

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
    """Report that a die that left the table was found."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class CheckDie:
    """Report that a recovered die was checked and may be used again."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class LoseDie:
    """Report that a die that left the table cannot be found."""

    by: Role
    die: Die


@dataclass(frozen=True, slots=True)
class ReplaceDice:
    """Put a new set of dice on the table."""

    by: Role


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Report a technical interruption of the round."""

    by: Role


@dataclass(frozen=True, slots=True)
class InvalidateOutcome:
    """Undo the outcome of the current roll, or of the last settled one."""

    by: Role
    reason: str


@dataclass(frozen=True, slots=True)
class DeclareMalfunction:
    """Void pays and play; "last_roll" says that the last settled roll is void too."""

    by: Role
    last_roll: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRoll:
    """Correct a roll that was called wrongly; without a roll it was a No Roll, on a ground that the book lists."""

    by: Role
    roll: Roll | None = None
    ground: str = ""


@dataclass(frozen=True, slots=True)
class NoteError:
    """Record an error; "round" is the round in which it happened, by default an earlier one."""

    by: Role
    note: str
    round: int = 0


@dataclass(frozen=True, slots=True)
class MarkAway:
    """Mark a player as away; "pending" says that a choice to raise or withdraw is open, on one spot or on several."""

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
    """Accept a barred player's wagers again."""

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
    """Decide a dispute; "orders" says what the decision does, and to whose bet or rack."""

    by: Role
    dispute: int
    decision: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class DecideMatter:
    """Decide a matter that the rules do not cover; "orders" says what the decision does, and to whose bet or rack."""

    by: Role
    decision: str
    orders: Order = "nothing"
    whose: Seat = 0
    spot: str = ""
    amount: Amount = 0


@dataclass(frozen=True, slots=True)
class DecideReview:
    """Enter the outcome of a review; "orders" says what it does, and to whose bet or rack."""

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
    """Appoint a person to a position, permanently or acting."""

    by: Role
    position: Role
    person: str


@dataclass(frozen=True, slots=True)
class NotifyInspector:
    """Tell the inspector that the table will close."""

    by: Role


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table and return what is still on it."""

    by: Role


CrewCommand = (
    OpenBetting
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
"""The commands of the crew."""
