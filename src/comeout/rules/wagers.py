"""The wagers of a rulebook: how a bet is made, decided, paid and charged. Field names are the keys of the TOML."""

from __future__ import annotations

from typing import Literal

from comeout.frozen import dataclass
from comeout.rules.schema import Odds, PerNumber, Share

Role = Literal[
    "dealer",
    "stickperson",
    "boxperson",
    "pit-supervisor",
    "pit-manager",
    "shift-manager",
    "inspector",
    "house",
]
"""The roles that act for the house. "house" is the automatic crew, or the launcher if there is no crew."""

When = Literal["any", "come-out", "point", "never", "this-window"]
"""Any time, puck off, puck on, never, or (to take a bet back) only in the betting time in which it was placed."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A time and its clause: when a bet may be made, raised or taken down, or when it is off."""

    when: When
    clause: PerNumber
    off_clause: str = ""
    """The clause for the time while the puck is OFF, if that is another clause."""


@dataclass(frozen=True, slots=True)
class OnNumber:
    """When a bet that has moved to its number may be raised and taken down."""

    raise_: Rule
    remove: Rule


@dataclass(frozen=True, slots=True)
class Times:
    """The largest odds as multiples of the flat bet: the table's own multiple, or a fixed one for some numbers."""

    clause: str
    table: bool = False
    times: int = 0
    number: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """What the multiple limits: the stake of the odds, or what they can win."""

    measure: Literal["stake", "winnings"]
    times: tuple[Times, ...]
    support_clause: str = ""
    """The clause by which odds come down with the bet that they support."""


@dataclass(frozen=True, slots=True)
class Vigorish:
    """The charge on a bet: its rate, what it is computed on, and when it is refunded."""

    rate: Share
    base: Literal["stake", "win"]
    returned: tuple[Literal["removal", "void"], ...]
    clause: str
    taken_clause: str
    returned_clause: str = ""
    reduced_clause: str = ""
    void_clause: str = ""
    kept_clause: str = ""
    """The clause by which the house keeps it when the bet is taken down."""


@dataclass(frozen=True, slots=True)
class Units:
    """A bet placed in so many equal units."""

    count: int
    of: Literal["betting-unit", "cent"]
    clause: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a wager: conditions that must all hold, and what happens to the stake."""

    roll: tuple[int, ...] | Literal["seven", "point", "number", "hard", "easy", "other", "any"]
    then: Literal["win", "lose", "return", "stay", "travel"]
    clause: str
    puck: Literal["off", "on", "any"] = "any"
    stage: Literal["box", "number", "any"] = "any"
    number: tuple[int, ...] = ()
    asleep: bool = False


@dataclass(frozen=True, slots=True)
class Pay:
    """The odds of a win, for some totals, points or numbers, or for all."""

    odds: Odds
    clause: str
    total: tuple[int, ...] = ()
    point: tuple[int, ...] = ()
    number: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WagerPart:
    """A part of a composite bet; a high part doubles the part on the wager's own number."""

    share: Share
    clause: str
    total: tuple[int, ...] = ()
    odds: Odds | None = None
    high: bool = False


@dataclass(frozen=True, slots=True)
class Follows:
    """A bet on a number that is paid like other odds on that point, also where a house pays more."""

    wager: str
    clause: str


@dataclass(frozen=True, slots=True)
class Wager:
    """A kind of bet as a book names it."""

    name: PerNumber
    clause: PerNumber
    make: Rule
    raise_: Rule
    remove: Rule
    rows: tuple[Row, ...]
    pays: tuple[Pay, ...] = ()
    parts: tuple[WagerPart, ...] = ()
    parts_clause: str = ""
    numbers: tuple[int, ...] = ()
    travels: tuple[int, ...] = ()
    stands: Literal["any", "point"] = "any"
    supports: str = ""
    on_number: OnNumber | None = None
    sleep: Rule | None = None
    limit: Limit | None = None
    vigorish: Vigorish | None = None
    units: Units | None = None
    follows: Follows | None = None
    line: bool = False
    lock: bool = False
    optional: bool = False
    printed: str = ""
    """The text on the layout, if it is not the name."""
    symbol: str = ""
    """Another symbol on the layout that the bet may be put on."""
