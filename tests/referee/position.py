"""What lies on a table and what is known of its players, before anybody asks for anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .cells import BOOKS, BOXES

ODDS_ON = {"pass": "pass-odds", "dont-pass": "dont-pass-odds"}
for _n in BOXES:
    ODDS_ON[f"come-{_n}"] = f"come-odds-{_n}"
    ODDS_ON[f"dont-come-{_n}"] = f"dont-come-odds-{_n}"
BASE_OF = {odds: base for base, odds in ODDS_ON.items()}

COMPANION = 0  # the shooter who is none of the seats
Notice = dict[str, Any]


@dataclass
class Part:
    """Chips of one bet that came to lie there together."""

    amount: int
    notice: int  # which of the table's notices was posted when it was made
    order: int  # a running number: first come, first served
    overlooked: bool = False  # it reached the layout past the limits
    below: bool = False  # ... and the bet was then below the minimum
    warned: bool = False  # ... although its owner had been warned of that
    betting: int = 0  # the betting time in which it was placed


@dataclass
class Chips:
    """One seat's bet on one spot and what has to be remembered about it."""

    parts: list[Part] = field(default_factory=list)
    fresh: int = 0  # placed since the last valid roll
    this_round: int = 0  # placed in this round of play
    seen: bool = False  # a valid roll was thrown with it on the layout
    button: str = ""  # exhibit-a, adelaide: "" none, "all" or "only" an On button
    pending: str = ""  # an On call nobody has confirmed, "all" or "only"
    call: bool | None = None  # sentosa: On or Off for the next valid roll

    @property
    def stake(self) -> int:
        """Everything that lies there."""
        return sum(part.amount for part in self.parts)

    @property
    def notice(self) -> int:
        """The notice the bet was last accepted under."""
        return self.parts[0].notice


@dataclass
class Record:
    """What the crew knows of a player, wherever the player sits at this table."""

    warned: bool = False  # adelaide 14(g): told that small wagers will go back
    told_off: int = 0  # adelaide 14(b): how often a wager was touched
    barred: bool = False


@dataclass
class Dice:
    """The dice at the table by their numbers: in the hand, gone off the table, found but unchecked, lost."""

    size: int
    hand: tuple[int, ...] = ()
    gone: set[int] = field(default_factory=set)
    unchecked: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)
    free: bool = False  # a die went off, or a new set came: two may be chosen again before the next throw

    @property
    def ready(self) -> list[int]:
        """The dice that may be chosen."""
        missing = self.gone | self.unchecked | self.lost
        return [die for die in range(1, self.size + 1) if die not in missing]


@dataclass
class Outcome:
    """The last settled roll, kept until it stands for good."""

    before: dict[str, Any]  # everything as it lay before the roll
    after: dict[int, dict[str, Chips]]  # the layout right after it
    paid: dict[tuple[int, str], tuple[int, int, int]]  # what each bet brought to rack, from the charge, to the house
    moved: dict[tuple[int, str], str]
    names: dict[int, str]
    round_ended: bool
    left: dict[int, str] = field(default_factory=dict)  # seats that were left since, and who sat there
    folded: set[tuple[int, str]] = field(default_factory=set)  # bets forfeited since
    warned: set[str] = field(default_factory=set)  # players it brought a warning
    charges: dict[tuple[int, str], int] = field(default_factory=dict)  # vigorish that came back since


class Position:
    """One table under one book, with the seats' racks and bets."""

    def __init__(self, book: str, table: Mapping[str, Any], racks: dict[int, int]) -> None:
        if book not in BOOKS:
            raise ValueError(book)
        self.book = book
        self.notices: list[Notice] = [dict(table)]
        self.automatic = bool(table.get("automatic"))
        self.seats_shoot = bool(table.get("seats_shoot")) and book != "evolution"
        self.phase = "settled"  # open, closed, out, called, settled
        # the puck, the round, the money
        self.point: int | None = None
        self.round = 1
        self.decided = False  # a bet was won or lost in this round
        self.commission = 0
        self.house = 0
        self.debts: dict[str, int] = {}
        self.clock = 0  # counts every bet made
        self.bettings = 0  # counts every closing of the bets
        self.going_out = False  # the automatic crew closed the bets: the dice follow at once
        self.again = False  # the last throw was a No Roll, and bets were not opened since
        self.called: tuple[int, int] | None = None
        self.last: Outcome | None = None
        # the players
        self.racks = dict(racks)
        self.names = {seat: f"p{seat}" for seat in racks}
        self.records = {f"p{seat}": Record() for seat in racks}
        self.layout: dict[int, dict[str, Chips]] = {seat: {} for seat in racks}
        self.locks: dict[int, set[str]] = {seat: set() for seat in racks}
        self.away: set[int] = set()
        self.partners: set[frozenset[str]] = set()  # by name: a partner who comes back is one still
        self.choices: set[tuple[int, str]] = set()  # sentosa 5.2: to be raised or withdrawn
        self.keeps: dict[int, set[str]] = {seat: set() for seat in racks}
        self.due: list[tuple[int, str, int]] = []
        # the dice
        self.shooter: int | None = None if self.seats_shoot else COMPANION
        self.last_shooter: int | None = None
        self.threw = False
        self.offered: int | None = None
        self.declined: set[int] = set()
        self.previous: int | None = None  # the last shooter, while that player still sits there
        self.let_by: set[int] = set()  # who did not want to throw for a decision
        self.ordered: set[str] = set()  # players ordered to pass the dice, until the next seven out
        self.unbacked = False  # sentosa: the shooter's throw was a No Roll for want of a line bet
        self.deciding_only = False  # exhibit-a Shooter (2)
        self.disputes: list[dict[str, Any]] = []
        self.disputed = False
        self.ruled = False
        size = int(table.get("dice_set", 2 if book == "evolution" else 5))
        self.dice = Dice(size, (1, 2) if self.shooter == COMPANION else ())

    @property
    def table(self) -> Notice:
        """What is posted now."""
        return self.notices[-1]

    @property
    def bets(self) -> dict[int, dict[str, int]]:
        """Every stake on the layout, by seat and spot."""
        return {seat: {spot: c.stake for spot, c in mine.items()} for seat, mine in self.layout.items()}

    def record(self, seat: int) -> Record:
        """What is known of the player in a seat."""
        return self.records[self.names[seat]]

    def group(self, seat: int) -> set[int]:
        """The seat and everybody it bets in partnership with, through others too, also those who left."""
        if not self.partners:
            return {seat}
        found = {self.names[seat]}
        grows = True
        while grows:
            grows = False
            for pair in self.partners:
                if pair & found and not pair <= found:
                    found |= pair
                    grows = True
        return {other for other, name in self.names.items() if name in found}


def amount_ok(amount: object) -> bool:
    """A whole number of cents, more than none."""
    return isinstance(amount, int) and not isinstance(amount, bool) and amount > 0
