"""A compiled rulebook: a stake lies on a spot, a roll sends it somewhere, the house pays a profit. Nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from comeout.rules.citation import cite
from comeout.rules.rulebook import Rulebook, Wager, When

RACK = -1
HOUSE = -2

POINTS = (0, 4, 5, 6, 8, 9, 10)
"""The seven faces of the puck: 0 is off."""

POINT_PLACE = {point: place for place, point in enumerate(POINTS)}

ASLEEP, WORKING = 0, 1

NOTHING = Fraction(0)
"""The odds of a stake that is not paid on."""


class Cell(NamedTuple):
    """Where one roll sends a stake, what is paid on it, and the clauses that say so."""

    to: int
    odds: Fraction
    clause: str
    paid_by: str


class Moment(NamedTuple):
    """When something may be done with a bet on one spot, and the clause that says so."""

    when: When
    clause: str
    off_clause: str = ""

    def cited(self, point: int) -> str:
        """What names it with this puck (0 is off)."""
        return self.clause if point else self.off_clause or self.clause


@dataclass(frozen=True, slots=True)
class Spot:
    """A wager and its number or stage: an index into the matrix."""

    index: int
    id: str
    wager_id: str
    wager: Wager
    number: int | None
    in_box: bool
    made_here: bool
    """False for the number of a bet that only gets there by travelling."""
    base: int
    """The spot this one supports (odds), or -1."""
    supported_by: tuple[int, ...]
    """The odds spots whose limit is measured on this one."""
    make_rule: Moment
    raise_rule: Moment
    remove_rule: Moment

    @property
    def name(self) -> str:
        """The book's own name for it."""
        name = self.wager.name.of(self.number).format(number=self.number)
        return name if self.made_here else f"{name} on {self.number}"

    @property
    def clause(self) -> str:
        """The clause that creates the wager."""
        return self.wager.clause.of(self.number)


Row36 = tuple[Cell, ...]
Plane = tuple["Row36 | None", ...]


class Deciding(NamedTuple):
    """A spot that a roll touches, and what it does to a bet there when working and when asleep."""

    spot: int
    working: Cell | None
    asleep: Cell | None


class PuckMove(NamedTuple):
    """Where the puck goes on a roll, whether that was a seven-out, and the clause."""

    after: int
    seven_out: bool
    clause: str


@dataclass(frozen=True, slots=True)
class Layout:
    """All the cells of a book, and its spots by index and by id."""

    name: str
    """What it was loaded by: a book's name or the path of a file."""
    id: str
    rulebook: Rulebook
    digest: str
    text: str
    payouts: dict[str, dict[int, Fraction]]
    spots: tuple[Spot, ...]
    by_id: dict[str, Spot]
    cells: tuple[tuple[Plane, Plane], ...]
    win_odds: tuple[tuple[tuple[Fraction, ...], ...], ...]
    """By spot and puck: the odds a working bet can be paid at, smallest first."""
    deciding: tuple[tuple[dict[int, Deciding], ...], ...]
    """By puck and roll: the spots that roll touches."""
    puck: tuple[dict[int, PuckMove], ...]
    """By puck and total: where the puck goes."""
    rounded_by: tuple[tuple[str, ...], tuple[str, ...]]
    """The clauses on a payment the float cannot make: without a notice of multiples, and with one."""

    def cite(self, *cited: str) -> str:
        """Clauses with their book, and readings: what every answer names."""
        return cite(self.id, *cited)

    def cell(self, spot: str, *, point: int, roll: int, working: bool = True) -> Cell:
        """The cell of one spot; asking for a plane the wager cannot stand in is a broken invariant."""
        row = self.cells[self.by_id[spot].index][WORKING if working else ASLEEP][POINT_PLACE[point]]
        assert row is not None, f"{self.id}: nothing can lie on {spot} with the puck at {point}"
        return row[roll]

    def point_after(self, point: int, total: int) -> int:
        """Where the puck goes from a point (0 is off) on a total."""
        return self.puck[POINT_PLACE[point]][total].after

    def odds_word(self, odds: Fraction) -> str:
        """Odds in the book's own manner."""
        return f"{odds.numerator}{self.rulebook.book.odds_word}{odds.denominator}"
