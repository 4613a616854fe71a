"""Finds every cell, term, procedure and exact figure that differs between two compiled books.

Names and clause numbers are no difference.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from comeout.dice import ROLLS
from comeout.exact.figures import Figures, Undecided, all_figures
from comeout.money import parse_odds
from comeout.rules.describe import spots_of, terms
from comeout.rules.layout import ASLEEP, POINTS, WORKING, Cell, Layout, Spot, outcome_of
from comeout.rules.library import open_book
from comeout.rules.procedures import Statement, listed, procedures

SILENT = "-"
"""The text for a topic that a book does not mention."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule that two books state differently, with the clauses of both."""

    topic: str
    a: str
    b: str
    clause_a: str = ""
    clause_b: str = ""


@dataclass(frozen=True, slots=True)
class BetName:
    """A bet that only one of two books has."""

    id: str
    name: str
    clause: str


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences about one bet, or about one part of the procedures."""

    about: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class BookChange:
    """One exact figure of a bet that differs; empty for a book in which the bet has none."""

    bet: str
    figure: str
    a: Fraction | None
    b: Fraction | None

    @property
    def change(self) -> Fraction | None:
        """The value in the second book minus the value in the first."""
        return None if self.a is None or self.b is None else self.b - self.a


@dataclass(frozen=True, slots=True)
class BookDiff:
    """Everything that differs between two books, in the order in which a person reads a book."""

    a: str
    b: str
    only_a: tuple[BetName, ...]
    only_b: tuple[BetName, ...]
    wagers: tuple[Differences, ...]
    procedures: tuple[Differences, ...]
    figures: tuple[BookChange, ...]

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not (self.only_a or self.only_b or self.wagers or self.procedures or self.figures)

    @property
    def count(self) -> int:
        """The number of differences. A bet that one book lacks counts as one."""
        inside = sum(len(each.differences) for each in (*self.wagers, *self.procedures))
        return inside + len(self.only_a) + len(self.only_b)


def diff_books(one: str | Path | Layout, other: str | Path | Layout) -> BookDiff:
    """Compare two books cell by cell, then statement by statement."""
    a, b = open_book(one), open_book(other)
    mine, theirs = a.rulebook.wager, b.rulebook.wager
    wagers = ((wager, tuple(_wager(a, b, wager))) for wager in mine if wager in theirs)
    return BookDiff(
        a=a.id,
        b=b.id,
        only_a=tuple(_name(a, wager) for wager in mine if wager not in theirs),
        only_b=tuple(_name(b, wager) for wager in theirs if wager not in mine),
        wagers=tuple(Differences(wager, found) for wager, found in wagers if found),
        procedures=tuple(_procedures(a, b)),
        figures=tuple(_figures(a, b)) if a.digest != b.digest else (),
    )


def _figures(a: Layout, b: Layout) -> Iterator[BookChange]:
    """Yield every figure that differs, for the bets that both books have."""
    mine, theirs = ({each.bet: _values(each) for each in all_figures(layout)} for layout in (a, b))
    for bet in mine:
        for figure in {**mine[bet], **theirs[bet]} if bet in theirs else ():
            one, other = mine[bet].get(figure), theirs[bet].get(figure)
            if one != other:
                yield BookChange(bet, figure, one, other)


def _values(found: Figures | Undecided) -> dict[str, Fraction | None]:
    return found.values() if isinstance(found, Figures) else {}


def _name(layout: Layout, wager_id: str) -> BetName:
    wager = layout.rulebook.wager[wager_id]
    name = next(iter(wager.name.values())).format(number="#") if 0 in wager.name else listed(wager.name.values())
    return BetName(wager_id, name, "; ".join(dict.fromkeys(wager.clause.values())))


def _procedures(a: Layout, b: Layout) -> Iterator[Differences]:
    mine = {section.title: section.statements for section in procedures(a.rulebook)}
    theirs = {section.title: section.statements for section in procedures(b.rulebook)}
    for title in dict.fromkeys([*mine, *theirs]):
        found = tuple(_statements(mine.get(title, ()), theirs.get(title, ())))
        if found:
            yield Differences(title, found)


def _statements(mine: Iterable[Statement], theirs: Iterable[Statement]) -> Iterator[Difference]:
    ours, others = {each.topic: each for each in mine}, {each.topic: each for each in theirs}
    silent = Statement("", SILENT)
    for topic in dict.fromkeys([*ours, *others]):
        one, other = ours.get(topic, silent), others.get(topic, silent)
        if one.brief != other.brief:
            told = (one.text, other.text) if silent in (one, other) else (one.brief, other.brief)
            yield Difference(topic, *told, one.clause, other.clause)


# ------------------------------------------------------------------ one bet


def _wager(a: Layout, b: Layout, wager_id: str) -> Iterator[Difference]:
    mine, theirs = ({spot.id: spot for spot in spots_of(layout, wager_id)} for layout in (a, b))
    if mine.keys() != theirs.keys():
        missing = [SILENT if not spots else ", ".join(spots) for spots in _each_other(mine, theirs)]
        yield Difference("spots only here", *missing)
    common = [(mine[name], theirs[name]) for name in mine if name in theirs]
    yield from _cells(a, b, common)
    yield from _statements(*(terms(layout, wager_id, spots_of(layout, wager_id)) for layout in (a, b)))


def _each_other(mine: Mapping[str, Spot], theirs: Mapping[str, Spot]) -> tuple[list[str], list[str]]:
    return [name for name in mine if name not in theirs], [name for name in theirs if name not in mine]


_Told = tuple[str, str, str]
"""Whether the bet is off, and what happens to the stake in each of the two books."""

_Name = tuple[str, int | None]
"""The id of a spot and its number."""

_Face = tuple[int, bool]
"""A total, and whether it was rolled as a pair."""


class _Found:
    """Cells with the same difference: where they are, and their clauses in both books."""

    def __init__(self) -> None:
        self.by_spot: dict[_Name, dict[int, set[_Face]]] = {}
        self.clauses: tuple[dict[str, None], dict[str, None]] = ({}, {})

    def add(self, spot: Spot, point: int, face: _Face, clauses: tuple[str, str]) -> None:
        """Add a cell."""
        self.by_spot.setdefault((spot.id, spot.number), {}).setdefault(point, set()).add(face)
        for known, clause in zip(self.clauses, clauses, strict=True):
            known[clause] = None


def _cells(a: Layout, b: Layout, spots: list[tuple[Spot, Spot]]) -> Iterator[Difference]:
    """Yield the differing cells, grouped by what they say, then described by spot, puck and roll."""
    found: dict[_Told, _Found] = {}
    for one, other in spots:
        for told, point, face, clauses in _cell_pairs(a, b, one, other):
            found.setdefault(told, _Found()).add(one, point, face, clauses)
    for (asleep, mine, theirs), cells in found.items():
        cited = ["; ".join(filter(None, each)) for each in cells.clauses]
        for names, regions in _by_pattern(cells.by_spot):
            who = "" if len(names) == len(spots) else f" ({', '.join(names)})"
            for pucks, rolls in regions:
                yield Difference(f"{rolls}{pucks}{asleep}{who}", mine, theirs, *cited)


def _cell_pairs(a: Layout, b: Layout, one: Spot, other: Spot) -> Iterator[tuple[_Told, int, _Face, tuple[str, str]]]:
    """Yield every roll that the two books decide differently. Whether a bet can be off at all is one of its terms."""
    for plane, word in ((WORKING, ""), (ASLEEP, " while the bet is off")):
        rows = zip(POINTS, a.cells[one.index][plane], b.cells[other.index][plane], strict=True)
        for point, mine, theirs in rows:
            if mine and theirs:
                for roll, cell, counterpart in zip(ROLLS, mine, theirs, strict=True):
                    told = _fate(a, one, cell), _fate(b, other, counterpart)
                    if (cell.odds, told[0].split()[0]) != (counterpart.odds, told[1].split()[0]):
                        clauses = _clause(cell, counterpart), _clause(counterpart, cell)
                        yield (word, *told), point, (roll.total, roll.hard), clauses
            elif plane == WORKING and mine is not theirs:
                stands = [f"{'stands' if row else 'cannot stand'}" for row in (mine, theirs)]
                yield (word, stands[0], stands[1]), point, (0, False), ("", "")


def _fate(layout: Layout, spot: Spot, cell: Cell) -> str:
    """Return what happens to a stake. The comparison reads the first word, and the odds."""
    if cell.to == spot.index:
        return "stays"
    outcome, _ = outcome_of(cell, 1, 1, up=False)
    if outcome == "won":
        return f"wins {_price(layout, spot, cell)}"
    return {"lost": "loses", "returned": "returned", "moved": "travels"}[outcome]


def _price(layout: Layout, spot: Spot, cell: Cell) -> str:
    """Return odds as the book writes them, or in lowest terms where it does not (the net of a composite bet)."""
    written = _written_odds(layout.text).get((spot.wager_id, cell.paid_by, cell.odds))
    return written or layout.odds_word(cell.odds)


@cache
def _written_odds(text: str) -> dict[tuple[str, str, Fraction], str]:
    """Return the odds as the text of a book writes them, by wager, clause and value."""
    wagers = tomllib.loads(text).get("wager", {})
    return {
        (wager_id, pay["clause"], parse_odds(pay["odds"])): pay["odds"]
        for wager_id, wager in wagers.items()
        for pay in wager.get("pays", ())
    }


def _clause(cell: Cell, counterpart: Cell) -> str:
    """Return the clause that prices a win if both books pay, otherwise the clause that decides."""
    return cell.paid_by if cell.paid_by and counterpart.paid_by else cell.clause


# ------------------------------------------------------------------ telling cells by regions

_Regions = tuple[tuple[str, str], ...]


def _by_pattern(by_spot: Mapping[_Name, Mapping[int, set[_Face]]]) -> Iterator[tuple[list[str], _Regions]]:
    """Group spots with the same regions, described by totals or by "its number", whichever is shorter."""
    plain = _gather((spot, _regions(by_point, None)) for (spot, _), by_point in by_spot.items())
    relative = _gather((spot, _regions(by_point, number)) for (spot, number), by_point in by_spot.items())
    chosen = relative if len(relative) < len(plain) else plain
    for regions, names in chosen.items():
        yield names, regions


def _gather(pairs: Iterable[tuple[str, _Regions]]) -> dict[_Regions, list[str]]:
    groups: dict[_Regions, list[str]] = {}
    for name, regions in pairs:
        groups.setdefault(regions, []).append(name)
    return groups


def _regions(by_point: Mapping[int, set[_Face]], number: int | None) -> _Regions:
    """Return which rolls with which puck; points with the same rolls are grouped."""
    plain, relative = (
        _points_by_rolls(
            {point: _rolls(faces, number, point if by_the_point else 0) for point, faces in by_point.items()}
        )
        for by_the_point in (False, True)
    )
    return relative if len(relative) < len(plain) else plain


def _points_by_rolls(rolls: Mapping[int, str]) -> _Regions:
    groups: dict[str, list[int]] = {}
    for point, text in rolls.items():
        groups.setdefault(text, []).append(point)
    return tuple((_pucks(points, bool(text)), text) for text, points in groups.items())


def _pucks(points: list[int], with_rolls: bool) -> str:
    start = " " if with_rolls else ""
    if points == [0]:
        return f"{start}with the puck OFF"
    if points == list(POINTS):
        return "" if with_rolls else "always"
    on = [point for point in points if point]
    text = "with the puck ON" if on == list(POINTS[1:]) else f"with a point of {listed(on, 'or')}"
    return f"{start}{text}" if 0 not in points else f"{start}with the puck OFF or {text.removeprefix('with ')}"


def _rolls(faces: set[_Face], number: int | None, point: int) -> str:
    """Return totals as text. It says hard or easy only if just one of the two is meant."""
    words: dict[int, str] = {}
    for total, hard in sorted(faces):
        both = total % 2 or total in (2, 12) or (total, not hard) in faces
        name = "its number" if total == number else "the point" if total == point else str(total)
        words[total] = name if both else f"{'hard' if hard else 'easy'} {name}"
    return "" if 0 in words else f"on {listed(words.values(), 'or')}"
