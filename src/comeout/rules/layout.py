"""A compiled rulebook, the layout: a stake lies on a spot, a roll sends it somewhere, the house pays a profit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from comeout.dice import ALIKE, ROLLS, Roll
from comeout.errors import ComeoutError, nearest
from comeout.money import Amount, pay, show_odds
from comeout.pictures import picture
from comeout.rules.citation import cite
from comeout.rules.library import restored
from comeout.rules.rulebook import Rulebook
from comeout.rules.wagers import Limit, Rule, Times, Wager, When

RACK = -1
HOUSE = -2

POINTS = (0, 4, 5, 6, 8, 9, 10)
"""The seven positions of the puck: 0 is off."""

POINT_PLACE = {point: place for place, point in enumerate(POINTS)}

ASLEEP, WORKING = 0, 1
"""The two planes of the matrix: a bet that is off (asleep), and a bet that is working."""

NOTHING = Fraction(0)
"""The odds of a stake that is not paid."""


class Cell(NamedTuple):
    """Where one roll sends a stake, what is paid on it, and the clauses that say so."""

    to: int
    odds: Fraction
    clause: str
    paid_by: str


Outcome = Literal["won", "lost", "returned", "moved"]
"""What a roll does to a stake: paid, taken, returned unpaid, or left on the layout, on the same spot or on another."""


def outcome_of(cell: Cell, stake: Amount, unit: Amount, up: bool) -> tuple[Outcome, Amount]:
    """Return the outcome of a roll for a stake, and how much its owner gains by it (below zero: loses).

    A payment is rounded to a unit, up or down. This is the only reading of a cell as money: the table settles by it,
    and the exact figures and the worth of a bet follow from it.
    """
    to, odds, _, paid_by = cell
    if to >= 0:
        return "moved", 0
    if to == HOUSE:
        return "lost", -stake
    return ("won", pay(stake, odds, unit, up)) if paid_by else ("returned", 0)


def is_time(when: When, point: int) -> bool:
    """Return whether a rule applies with this puck."""
    return when in ("any", "this-window") or ((when == "point") == bool(point) and when != "never")


@dataclass(frozen=True, slots=True)
class Moment:
    """When something may be done with a bet on one spot, and the clause that says so."""

    when: When
    clause: str
    cited: tuple[str, ...]
    """The clause that says so with each puck, by the point (0 is off); empty where it may not be done."""


def moment(rule: Rule, number: int | None) -> Moment:
    """Return the moment of a rule for a spot with this number."""
    clause = rule.clause.of(number)
    cited = (clause if point else rule.off_clause or clause for point in range(POINTS[-1] + 1))
    allowed = (each if is_time(rule.when, point) else "" for point, each in enumerate(cited))
    return Moment(rule.when, clause, tuple(allowed))


def odds_rows(limit: Limit | None) -> dict[int, Times]:
    """Return the row of an odds limit for each number of the dice."""
    rows = limit.times if limit else ()
    return {number: row for row in reversed(rows) for number in row.number or range(2, 13)}


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
    """False for the number of a bet that only gets there by moving."""
    base: int
    """The index of the spot that this one supports (odds), or -1."""
    supported_by: tuple[int, ...]
    """The odds spots whose limit is measured on this one."""
    make_rule: Moment
    raise_rule: Moment
    remove_rule: Moment
    odds_rows: dict[int, Times]
    """The row of its odds limit for each number; empty if the spot supports no other."""

    @property
    def name(self) -> str:
        """The book's own name for it."""
        name = self.wager.name.of(self.number).format(number=self.number)
        return name if self.made_here else f"{name} on {self.number}"

    @property
    def clause(self) -> str:
        """The clause that creates the wager."""
        return self.wager.clause.of(self.number)


def sleeps(spot: Spot, point: int) -> bool:
    """Return whether a wager is off with this puck unless it is called on."""
    rule = spot.wager.sleep
    return rule is not None and is_time(rule.when, point)


Row36 = tuple[Cell, ...]
Plane = tuple["Row36 | None", ...]


class PuckMove(NamedTuple):
    """Where the puck goes on a roll, whether it was a seven-out, and the clause."""

    after: int
    seven_out: bool
    clause: str


Effect = tuple[Outcome, str, Fraction, int, int, str, str]
"""What a cell does to a stake: the outcome, the id of the spot that the stake moves to (empty if it stays where it is),
the odds, their two numbers, the clause, and the clause that pays.

Settlement reads it for every bet. It is a plain tuple because Python unpacks a named one four times as slowly.
"""

Touched = tuple[str, "Effect | None", "Effect | None", "Effect | None"]
"""A spot that a roll touches: its id, and the effect on a bet that is working, on one that is off, and on one without a
button, which is one of the two by the rule of its wager. There is no effect where no bet can lie."""

OnRoll = tuple[dict[int, Touched], int, bool, str]
"""What a roll does with one puck: the spots it touches by index, and the fields of the move of the puck."""


class RollTable(dict[Roll, OnRoll]):
    """What each roll does with one puck. The cells are read when a roll first comes, for all rolls that are alike."""

    __slots__ = ("_cells", "_known", "_moves", "_place", "_spots")

    def __init__(
        self, place: int, spots: tuple[Spot, ...], cells: tuple[tuple[Plane, Plane], ...], moves: dict[int, PuckMove]
    ) -> None:
        super().__init__()
        self._place, self._spots, self._cells, self._moves = place, spots, cells, moves
        self._known: dict[Touched, Touched] = {}

    def __missing__(self, roll: Roll) -> OnRoll:
        """Read the cells of a roll that is not here yet; Python calls this when it is looked up."""
        found: dict[int, Touched] = {}
        place, face = self._place, ROLLS.index(roll)
        for index, (off, on) in enumerate(self._cells):
            asleep, working = off[place], on[place]
            sleeper, worker = asleep[face] if asleep else None, working[face] if working else None
            if (sleeper and sleeper.to != index) or (worker and worker.to != index):
                touched = self._touched(self._spots[index], worker, sleeper)
                found[index] = self._known.setdefault(touched, touched)  # one object for all that are equal
        told = (found, *self._moves[roll.a + roll.b])
        self.update(dict.fromkeys(ALIKE[roll], told))
        return told

    def _touched(self, spot: Spot, worker: Cell | None, sleeper: Cell | None) -> Touched:
        working, asleep = worker and self._effect(worker, spot.index), sleeper and self._effect(sleeper, spot.index)
        return spot.id, working, asleep, asleep if sleeps(spot, POINTS[self._place]) else working

    def _effect(self, cell: Cell, here: int) -> Effect:
        to, odds, clause, paid_by = cell
        outcome, _ = outcome_of(cell, 0, 1, up=False)
        there = self._spots[to].id if outcome == "moved" and to != here else ""
        return outcome, there, odds, *odds.as_integer_ratio(), clause, paid_by


class NoSuchCell(ComeoutError, LookupError):
    """A request for a spot, a puck or a roll that a layout does not have; one line says which."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Layout:
    """All the cells of a book, and its spots by index and by id.

    Two layouts are equal when their digests are: the same rules at the same payouts, whatever file they came from.
    """

    name: str
    """The name it was loaded by: a book's name or the path of a file."""
    id: str
    rulebook: Rulebook
    digest: str
    text: str
    payouts: dict[str, dict[int, Fraction]]
    spots: tuple[Spot, ...]
    by_id: dict[str, Spot]
    cells: tuple[tuple[Plane, Plane], ...]
    win_odds: tuple[tuple[tuple[Fraction, ...], ...], ...]
    """The odds that a working bet can be paid at, smallest first, by spot and puck."""
    puck: tuple[dict[int, PuckMove], ...]
    """Where the puck goes, by puck and total."""
    on_roll: dict[int, RollTable]
    """What a roll does to all spots and to the puck, by puck and roll, for the settlement."""
    rounded_by: tuple[tuple[str, ...], tuple[str, ...]]
    """The clauses that round a payment that the chips cannot make: without a notice of multiples, and with one."""
    _effects: dict[tuple[int, int, bool | None], tuple[int, ...]] = field(default_factory=dict, init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        return self.digest == other.digest if isinstance(other, Layout) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[Any, ...]]:
        """Pickle the text and the payouts, which compile to this layout; if there is no text, pickle every field."""
        if not self.text:
            return Layout, tuple(getattr(self, each.name) for each in fields(self) if each.init)
        raised = tuple(
            (spot, tuple((total, show_odds(odds)) for total, odds in by_total.items()))
            for spot, by_total in self.payouts.items()
        )
        return restored, (self.name, self.text, raised)

    def cite(self, *cited: str) -> str:
        """Return clauses with their book, and readings: what every answer cites."""
        return cite(self.id, *cited)

    def __repr__(self) -> str:
        book = self.rulebook.book
        raised = " with higher payouts" if self.payouts else ""
        return f"<Layout {self.id}{raised}: {book.title}, revision {book.revision}, {len(self.spots)} spots>"

    def _repr_svg_(self) -> str:
        """Return the layout as a picture for a notebook: the felt of the book."""
        return picture(self)

    def cell(self, spot: str, *, point: int, roll: int, working: bool = True) -> Cell:
        """Return the cell of one spot: for a puck (0 is off), a roll index, and a bet that is working or off."""
        found = self.by_id.get(spot)
        if found is None:
            raise NoSuchCell(f'{self.id} has no spot "{spot!s:.40}"; {nearest(str(spot), self.by_id)}')
        if point not in POINT_PLACE or roll not in range(36):
            raise NoSuchCell(f"{self.id}: the puck is 0 (off) or a point, and a roll has a place from 0 to 35")
        row = self.cells[found.index][WORKING if working else ASLEEP][POINT_PLACE[point]]
        if row is None:
            raise NoSuchCell(f"{self.id}: nothing can lie on {spot} with the puck at {point}")
        return row[roll]

    def effects(self, spot: int, point: int, *, working: bool | None = None) -> tuple[int, ...]:
        """Group the thirty-six rolls: rolls with the same number do the same to a stake on this spot.

        The numbers are small. 0 is for rolls that leave the stake where it is; 1, 2, ... are for the others in order of
        first occurrence in `ROLLS`. Two effects are equal if they have the same destination and the same odds, whatever
        the clause. With `working` given, it is the effect on a bet that is working, or that is off, with this puck (0
        is off). Without it, rolls share a number only if they do the same to both.
        """
        key = (spot, point, working)
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = self._grouped(*key)
        return found

    def _grouped(self, spot: int, point: int, working: bool | None) -> tuple[int, ...]:
        planes = (ASLEEP, WORKING) if working is None else (int(working),)
        rows = [row for plane in planes if (row := self.cells[spot][plane][POINT_PLACE[point]])]
        assert rows, f"{self.id}: nothing can lie on {self.spots[spot].id} with the puck at {point}"
        stays = tuple((spot, NOTHING, False) for _ in rows)
        groups = {stays: 0}
        return tuple(
            groups.setdefault(tuple((cell.to, cell.odds, bool(cell.paid_by)) for cell in cells), len(groups))
            for cells in zip(*rows, strict=True)
        )

    def point_after(self, point: int, total: int) -> int:
        """Return where the puck goes from a point (0 is off) on a total."""
        return self.puck[POINT_PLACE[point]][total].after

    def odds_word(self, odds: Fraction) -> str:
        """Return odds as the book writes them."""
        return f"{odds.numerator}{self.rulebook.book.odds_word}{odds.denominator}"
