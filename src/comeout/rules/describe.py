"""Describes a book, or one of its bets, for a player: what it wins on, what it pays, when you may make it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from comeout.dice import ROLLS
from comeout.errors import RulebookError, nearest
from comeout.money import even_step
from comeout.rules.citation import is_reading
from comeout.rules.layout import HOUSE, POINTS, RACK, WORKING, Cell, Layout, Spot
from comeout.rules.procedures import NO_LIMIT_NAMED, Section, Statement, listed, percent, procedures
from comeout.rules.schema import PerNumber
from comeout.rules.wagers import Row, Rule, Vigorish, Wager

GROUPS = ("The line", "Odds", "Numbers", "Hardways", "One roll", "Other bets")

_WHEN = {
    "any": "at any time",
    "come-out": "while the puck is OFF",
    "point": "while the puck is ON",
    "never": "never",
    "this-window": "only in the betting time it was placed in",
}
_SHORT = {"any": "any", "come-out": "come-out", "point": "point", "never": "never", "this-window": "undo"}


@dataclass(frozen=True, slots=True)
class Paid:
    """What is paid on what, and the clause that prices it."""

    on: str
    odds: str
    clause: str

    def __str__(self) -> str:
        return f"{self.on}: {self.odds}" if self.on else self.odds


@dataclass(frozen=True, slots=True)
class BetLine:
    """One bet in the list of a book's bets."""

    id: str
    spots: str
    names: tuple[str, ...]
    pays: tuple[Paid, ...]
    made: str
    come_out: str
    taken_down: str
    vigorish: str
    clause: str


@dataclass(frozen=True, slots=True)
class Group:
    """The bets in one part of the layout."""

    title: str
    bets: tuple[BetLine, ...]


@dataclass(frozen=True, slots=True)
class BookPage:
    """A whole book: its title, its bets, its procedures."""

    id: str
    revision: int
    digest: str
    title: str
    source: str
    groups: tuple[Group, ...]
    procedures: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens to the stake on some rolls."""

    then: str
    on: str
    clause: str


@dataclass(frozen=True, slots=True)
class EvenStake:
    """The smallest stake on these spots that is paid without rounding, in cents, by the smallest payable unit."""

    spots: tuple[str, ...]
    when: str
    at_1_cent: int
    at_100_cents: int


@dataclass(frozen=True, slots=True)
class WagerPage:
    """One bet in full."""

    book: str
    id: str
    group: str
    names: tuple[str, ...]
    spots: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    pays: tuple[Paid, ...]
    net: tuple[Paid, ...]
    even: tuple[EvenStake, ...]
    terms: tuple[Statement, ...]
    clauses: tuple[str, ...] = field(default=())


def book_page(layout: Layout) -> BookPage:
    """Return everything that a book says, bets first."""
    book = layout.rulebook.book
    lines: dict[str, list[BetLine]] = {title: [] for title in GROUPS}
    for wager_id in layout.rulebook.wager:
        lines[group_of(layout, wager_id)].append(_bet_line(layout, wager_id))
    groups = tuple(Group(title, tuple(bets)) for title, bets in lines.items() if bets)
    return BookPage(book.id, book.revision, layout.digest, book.title, book.source, groups, procedures(layout.rulebook))


def wager_page(layout: Layout, name: str) -> WagerPage:
    """Return one bet in full, by the id of its wager or of one of its spots."""
    wagers = layout.rulebook.wager
    if name not in wagers and name not in layout.by_id:
        hint = nearest(name, {**wagers, **layout.by_id})
        raise RulebookError(f'there is no bet "{name}"', file=layout.id, hint=hint)
    wager_id = name if name in wagers else layout.by_id[name].wager_id
    spots = spots_of(layout, wager_id) if name in wagers else (layout.by_id[name],)
    wager = wagers[wager_id]
    outcomes = tuple(_outcomes(wager, spots))
    page: dict[str, Any] = {
        "outcomes": outcomes,
        "pays": _listed_pays(layout, wager, spots),
        "net": _pays(layout, spots) if wager.parts else (),
        "even": even_stakes(layout, spots),
        "terms": terms(layout, wager_id, spots),
    }
    cited = [
        *_clauses(wager.clause, spots),
        *(line.clause for key in ("outcomes", "pays", "terms") for line in page[key]),
        wager.parts_clause,
    ]
    return WagerPage(
        book=layout.id,
        id=name,
        group=group_of(layout, wager_id),
        names=_names(wager.name, spots) if name in wagers else (spots[0].name,),
        spots=tuple(spot.id for spot in spots),
        clauses=tuple(dict.fromkeys(each for clause in cited for each in clause.split("; ") if each)),
        **page,
    )


def spots_of(layout: Layout, wager_id: str) -> tuple[Spot, ...]:
    """Return the spots of a wager, its box first."""
    return tuple(spot for spot in layout.spots if spot.wager_id == wager_id)


def group_of(layout: Layout, wager_id: str) -> str:
    """Return the group that a bet belongs to, by its shape alone."""
    wager = layout.rulebook.wager[wager_id]
    alone = not wager.numbers and not wager.supports
    if wager.travels or (alone and any(row.puck == "on" for row in wager.rows)):
        return "The line"
    if wager.supports:
        return "Odds"
    if any(row.roll == "hard" for row in wager.rows):
        return "Hardways"
    cells = (cell for spot in spots_of(layout, wager_id) for _, cell in working_cells(layout, spot))
    if all(cell.to in (RACK, HOUSE) for cell in cells):
        return "One roll"
    return "Numbers" if wager.numbers else "Other bets"


def working_cells(layout: Layout, spot: Spot) -> Iterator[tuple[tuple[int, int], Cell]]:
    """Yield every working cell of a spot, with the point (0: off) and the index of the roll."""
    for point, row in zip(POINTS, layout.cells[spot.index][WORKING], strict=True):
        for place, cell in enumerate(row or ()):
            yield (point, place), cell


def wins(layout: Layout, spot: Spot) -> Iterator[tuple[int, int, Cell]]:
    """Yield the winning cells of a spot: point, total, cell."""
    for (point, place), cell in working_cells(layout, spot):
        if cell.paid_by:
            yield point, ROLLS[place].total, cell


def even_stakes(layout: Layout, spots: Iterable[Spot]) -> tuple[EvenStake, ...]:
    """Return the stakes that pay without rounding, with similar spots together; nothing if every stake does."""
    steps: dict[tuple[str, int, int], list[str]] = {}
    for spot in spots:
        for when, odds in _odds_by_point(layout, spot):
            small, large = (even_step(odds, unit) for unit in (1, 100))
            if small > 1:
                steps.setdefault((when, small, large), []).append(spot.id)
    return tuple(EvenStake(tuple(ids), *step) for step, ids in steps.items())


def _odds_by_point(layout: Layout, spot: Spot) -> Iterator[tuple[str, frozenset[Fraction]]]:
    """Return the odds that a bet can be paid at, and with which points if that makes a difference."""
    by_point: dict[int, frozenset[Fraction]] = {}
    for point, _, cell in wins(layout, spot):
        by_point[point] = by_point.get(point, frozenset()) | ({cell.odds} if cell.odds else set())
    for odds in dict.fromkeys(by_point.values()):
        points = [point for point, each in by_point.items() if each == odds]
        yield "" if len(points) == len(by_point) else f" with a point of {listed(points, 'or')}", odds


# ------------------------------------------------------------------ one line of the list


def _bet_line(layout: Layout, wager_id: str) -> BetLine:
    wager, spots = layout.rulebook.wager[wager_id], spots_of(layout, wager_id)
    return BetLine(
        id=wager_id,
        spots=f"{wager_id}-#" if wager.numbers else f"{wager_id}, {wager_id}-#" if wager.travels else wager_id,
        names=_names(wager.name, spots),
        pays=_listed_pays(layout, wager, spots),
        made=_SHORT[wager.make.when],
        come_out=_at_the_come_out(layout, wager, spots),
        taken_down=_taken_down(wager),
        vigorish=f"{percent(wager.vigorish.rate)} of the {wager.vigorish.base}" if wager.vigorish else "",
        clause="; ".join(_clauses(wager.clause, spots)),
    )


def _names(names: PerNumber, spots: Iterable[Spot]) -> tuple[str, ...]:
    told = dict.fromkeys(names.of(spot.number) for spot in spots)
    return tuple(name.format(number="#") for name in told)


def _clauses(clauses: PerNumber, spots: Iterable[Spot]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses.of(spot.number) for spot in spots))


def _at_the_come_out(layout: Layout, wager: Wager, spots: Iterable[Spot]) -> str:
    if wager.sleep:
        return "off"
    return "works" if any(layout.cells[spot.index][WORKING][0] for spot in spots) else "-"


def _taken_down(wager: Wager) -> str:
    box = _SHORT[wager.remove.when]
    moved = _SHORT[wager.on_number.remove.when] if wager.on_number else box
    return box if moved == box else f"{box}; # {moved}"


# ------------------------------------------------------------------ what is paid


def _listed_pays(layout: Layout, wager: Wager, spots: tuple[Spot, ...]) -> tuple[Paid, ...]:
    """Return the payouts as the book lists them: for a composite bet, those of each part."""
    if not wager.parts:
        return _pays(layout, spots)
    parts: dict[tuple[Fraction, Fraction], list[int]] = {}
    clauses: dict[tuple[Fraction, Fraction], dict[str, None]] = {}
    lines = []
    for part in wager.parts:
        if part.odds:
            parts.setdefault((part.odds, part.share), []).extend(part.total)
            clauses.setdefault((part.odds, part.share), {})[part.clause] = None
        else:
            lines.append(Paid("high", f"a second {part.share}", part.clause))
    return tuple(
        Paid(
            ", ".join(str(total) for total in sorted(totals)),
            f"{layout.odds_word(odds)} on {share}",
            "; ".join(clauses[odds, share]),
        )
        for (odds, share), totals in parts.items()
    ) + tuple(lines)


_Way = Callable[[Spot, int, int], tuple[str, int]]
_WAYS: tuple[_Way, ...] = (
    lambda _spot, _point, _total: ("", 0),
    lambda spot, _point, _total: ("", spot.number or 0),
    lambda _spot, point, _total: ("point ", point),
    lambda _spot, _point, total: ("", total),
    lambda spot, _point, total: ("own number " if total == spot.number else "", total),
)
"""What may decide a payment, the simplest first: nothing, the bet's number, the point, the total, or both."""


def _pays(layout: Layout, spots: tuple[Spot, ...]) -> tuple[Paid, ...]:
    """Return what the cells pay on the whole stake."""
    found = [(spot, point, total, cell) for spot in spots for point, total, cell in wins(layout, spot)]
    way = next((way for way in _WAYS if _decides(way, found)), _WAYS[-1])
    merged: dict[tuple[str, Fraction], tuple[set[int], dict[str, None]]] = {}
    for spot, point, total, cell in found:
        word, key = way(spot, point, total)
        keys, clauses = merged.setdefault((word, cell.odds), (set(), {}))
        keys.add(key)
        clauses[cell.paid_by] = None
    return tuple(
        Paid(word + ", ".join(str(key) for key in sorted(keys - {0})), _price(layout, odds), "; ".join(clauses))
        for (word, odds), (keys, clauses) in merged.items()
    )


def _decides(way: _Way, found: list[tuple[Spot, int, int, Cell]]) -> bool:
    """Return whether this much is enough to know the payment."""
    prices = {(way(spot, point, total), cell.odds) for spot, point, total, cell in found}
    return len(prices) == len({key for key, _ in prices})


def _price(layout: Layout, odds: Fraction) -> str:
    return layout.odds_word(odds) if odds else "nothing, the stake comes back"


# ------------------------------------------------------------------ what becomes of the stake

_THEN = {"win": "Wins", "lose": "Loses", "return": "Comes back", "travel": "Travels", "stay": "Stays"}


def _outcomes(wager: Wager, spots: tuple[Spot, ...]) -> Iterator[Outcome]:
    """Return the outcomes of a wager's rows. Rows that differ only in their number are merged."""
    alone = spots[0] if len(spots) == 1 else None
    merged: dict[tuple[str, str], dict[str, None]] = {}
    for then, asleep in ((then, asleep) for asleep in (False, True) for then in _THEN):
        for row in wager.rows:
            if (row.then, row.asleep) == (then, asleep) and any(_is_for(row, spot) for spot in spots):
                merged.setdefault((_THEN[then], _on(row, wager, alone)), {})[row.clause] = None
    for (told, on), clauses in merged.items():
        yield Outcome(told, on, "; ".join(clauses))


def _is_for(row: Row, spot: Spot) -> bool:
    stage = {"any": True, "box": spot.in_box, "number": not spot.in_box}[row.stage]
    return stage and (not row.number or spot.number in row.number)


def _on(row: Row, wager: Wager, alone: Spot | None) -> str:
    own = str(alone.number) if alone and alone.number else "its number"
    hard = "".join(f" ({roll})" for roll in ROLLS if alone and roll.hard and roll.total == alone.number)
    roll = (
        listed(row.roll, "or")
        if isinstance(row.roll, tuple)
        else {
            "any": "any total",
            "seven": "7",
            "point": "the point",
            "number": own,
            "hard": f"{own} the hard way{hard}",
            "easy": f"{own} the easy way",
            "other": "any other total",
        }[row.roll]
    )
    puck = {"any": "", "off": " with the puck OFF", "on": " with the puck ON"}[row.puck]
    stage = {"any": "", "box": " on its first roll", "number": " once on its number"}[row.stage]
    plain = not wager.travels or alone or row.roll == "number"
    return f"{roll}{puck}{'' if plain else stage}{' while the bet is off' if row.asleep else ''}"


# ------------------------------------------------------------------ when it may be made, and for how much


def terms(layout: Layout, wager_id: str, spots: tuple[Spot, ...]) -> tuple[Statement, ...]:
    """Return when a bet may be made, raised and taken down, whether it can be off, its limits and its charges."""
    wager = layout.rulebook.wager[wager_id]
    return (*_moments(wager, spots), *_conditions(layout, wager, spots))


def _moments(wager: Wager, spots: tuple[Spot, ...]) -> Iterator[Statement]:
    """Return when a bet may be changed. A spot that a bet moves to has other rules than the box it came from."""
    rules = [("made", wager.make), ("raised", wager.raise_), ("taken down", wager.remove)]
    if any(spot.made_here for spot in spots):
        for act, rule in rules:
            yield _moment(act, "", rule, spots)
    if wager.on_number and any(not spot.made_here for spot in spots):
        for act, rule in (("raised", wager.on_number.raise_), ("taken down", wager.on_number.remove)):
            yield _moment(act, " once on its number", rule, spots)


def _moment(act: str, where: str, rule: Rule, spots: tuple[Spot, ...]) -> Statement:
    when = _WHEN[rule.when]
    text = f"May not be {act}{where}." if rule.when == "never" else f"May be {act}{where} {when}."
    clauses = [*_clauses(rule.clause, spots), *filter(None, [rule.off_clause])]
    return Statement(f"{act}{where}", text, "; ".join(clauses), when)


def _limit(wager: Wager, spots: tuple[Spot, ...]) -> Statement:
    """Return how large odds may be, for the given spots."""
    assert wager.limit
    numbers = {spot.number for spot in spots}
    rows = [row for row in wager.limit.times if not row.number or None in numbers or numbers & set(row.number)]
    most = [
        ("the table's multiple of it" if row.table else f"{row.times}x")
        + (f" on {listed(row.number, 'or')}" if row.number else "")
        for row in rows
    ]
    measure = {"stake": "May be", "winnings": "May win"}[wager.limit.measure]
    clauses = "; ".join(dict.fromkeys(row.clause for row in rows))
    text = f"{measure} at most so many times the bet it supports: {', '.join(most)}."
    text += NO_LIMIT_NAMED if all(is_reading(row.clause) for row in rows) else ""
    return Statement("odds limit", text, clauses, f"{measure.lower()} at most {', '.join(most)}")


def _charge_back(rule: Vigorish) -> Iterator[Statement]:
    """Return when a charge is refunded, and by which clause: bet taken down, bet reduced, or void."""
    if "removal" in rule.returned:
        yield Statement("vigorish returned", "It comes back when the bet is taken down.", rule.returned_clause)
        text = "A part of it comes back when the bet is made smaller."
        yield Statement("vigorish returned in part", text, rule.reduced_clause or rule.returned_clause)
    else:
        yield Statement("vigorish kept", "It stays with the house when the bet is taken down.", rule.kept_clause)
    voided = "comes back" if "void" in rule.returned else "stays with the house"
    yield Statement("vigorish voided", f"It {voided} when the bet is voided.", rule.void_clause or rule.returned_clause)


def _conditions(layout: Layout, wager: Wager, spots: tuple[Spot, ...]) -> Iterator[Statement]:
    book = layout.rulebook
    if wager.sleep:
        clause = "; ".join(_clauses(wager.sleep.clause, spots))
        called = ", and whenever called OFF" if book.calls and book.calls.off == "free" else ""
        yield Statement("working", f"Is off while the puck is OFF, unless called ON{called}.", clause)
    else:
        yield Statement("working", "Always works.")
    if wager.limit:
        yield _limit(wager, spots)
    if wager.vigorish:
        rule = wager.vigorish
        base = {"stake": "the stake", "win": "what it can win"}[rule.base]
        text = f"A vigorish of {percent(rule.rate)} of {base} is charged."
        yield Statement("vigorish", text, rule.clause)
        yield Statement("vigorish taken", "It is taken when the bet is made.", rule.taken_clause)
        yield from _charge_back(rule)
    if wager.units:
        unit = {"betting-unit": "the table's betting unit", "cent": "a cent"}[wager.units.of]
        yield Statement("units", f"Placed in multiples of {wager.units.count} times {unit}.", wager.units.clause)
    if wager.lock and book.dont_lock:
        text = "Reduced or taken down after a roll, it may not be put back for a while."
        yield Statement("lock", text, "; ".join(filter(None, [book.dont_lock.clause, book.dont_lock.scope_clause])))
    if wager.line:
        yield Statement("line bet", "It is a line bet: it lets a shooter throw.", book.shooter.line_bet_clause)
    if wager.optional:
        clause = "; ".join(_clauses(wager.clause, spots))
        yield Statement("optional", "A table may leave it out.", clause)
