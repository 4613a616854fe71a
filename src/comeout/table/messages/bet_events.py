"""Events of seats and bets: who sat down, what lies on the layout and what came back from it."""

from __future__ import annotations

from typing import NamedTuple

from comeout.frozen import dataclass
from comeout.money import Amount
from comeout.table.messages.words import Seat, Switch, Tender


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
    """The second person who saw it, if it was first seen after bets had closed."""
    request_clause: str = ""
    """The clause by which the crew places what a player asks for."""


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
class WalkedAway:
    """A player left; these bets were folded, the others run on."""

    by: str
    seat: Seat
    folded: tuple[tuple[str, Amount], ...]
    clause: str


BetEvent = (
    SeatTaken
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
    | WalkedAway
)
"""The events of seats and bets."""
