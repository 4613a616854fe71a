"""Events of the floor: the opening and closing of a table, conduct, disputes, decisions and notices."""

from __future__ import annotations

from comeout.frozen import dataclass
from comeout.money import Amount
from comeout.table.messages.words import Order, Seat


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table was opened under a book, with its settings."""

    book: str
    revision: int
    digest: str
    settings: tuple[tuple[str, str], ...]
    engine: int = 1
    """The revision of the engine that decides from here on."""


@dataclass(frozen=True, slots=True)
class SeatWarned:
    """A player was told off for touching wagers."""

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
    """A player's wagers are accepted again, and what they were told off for is forgotten."""

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
    """A decision made the house pay a rack, or the rack pay the house (below zero)."""

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
    """An error was recorded; it changes no outcome."""

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
    """The inspector knows that the table will close."""

    by: str
    clause: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is closed."""

    by: str
    clause: str


FloorEvent = (
    TableOpened
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
"""The events of the floor."""
