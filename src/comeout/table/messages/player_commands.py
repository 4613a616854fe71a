"""Commands of players. A command names its actor first: a seat number, where 0 is the companion or the launcher."""

from __future__ import annotations

from comeout.frozen import dataclass
from comeout.money import Amount
from comeout.table.messages.words import Die, Seat, Switch, Tender


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
    """Come back to the table after having walked away."""

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
    """Repeat a bet whenever it has won (a standing instruction), or no longer."""

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
    """Let the dice pass to the next player."""

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
    """Throw the dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DisputeFace:
    """Object to the face that was called."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RaiseDispute:
    """Raise a dispute; "covered" says that a rule covers the matter."""

    seat: Seat
    about: str
    covered: bool = False


@dataclass(frozen=True, slots=True)
class RequestReview:
    """Ask for the review of a decided dispute."""

    seat: Seat
    dispute: int


PlayerCommand = (
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
)
"""The commands of players."""
