"""Solved policies as makers of wishes, which find amounts with a few comparisons of the rack.

A row that cannot bet now is not looked up, so that racks are told apart only where that makes a difference.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.memory_plan import MemoryPlan
from comeout.lab.language.moments import Moments, MomentTest
from comeout.lab.language.recollection import Slots
from comeout.lab.language.syntax import BetWords, CaseRow, CaseTable, PolicyCase, RackColumn, RackRow, RackTable
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.language.wish_makers import WishMaker
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, WantTotal, Wish
from comeout.money import Amount


class _RackRule(NamedTuple):
    """One bet of a table: when it is made, the bet that it supports, if it is odds, and the wishes by rising rack."""

    holds: MomentTest
    points: tuple[int, ...]
    base: str
    spot: str
    lows: tuple[Amount, ...]
    wishes: tuple[Wish | None, ...]

    def wanted(self, view: View, memory: Slots) -> Wish | None:
        """What the rack asks for, if a bet could be made now; a bet that is up stays as it is."""
        if (self.points and view.point not in self.points) or view.bet(self.spot):
            return None
        if (self.base and not view.bet(self.base)) or not self.holds(view, memory):
            return None
        return self.wishes[_place(self.lows, view.covers)]


def _place(lows: tuple[Amount, ...], holds: Callable[[Amount], bool]) -> int:
    """The last of some rising amounts that is held, found by halving; the first one always is."""
    below, above = 0, len(lows)
    while above - below > 1:
        middle = (below + above) // 2
        if holds(lows[middle]):
            below = middle
        else:
            above = middle
    return below


def rack_maker(tables: tuple[RackTable, ...], spots: BetSpots, moments: Moments) -> WishMaker:
    """The maker of tables whose racks do not overlap: one goes on in the next."""
    cells: dict[tuple[object, ...], list[tuple[RackColumn, Amount]]] = {}
    rows: dict[tuple[object, ...], RackRow] = {}
    for table in tables:
        for row in table.rows:
            key = _label(row)
            rows.setdefault(key, row)
            cells.setdefault(key, []).extend(zip(table.columns, row.cells, strict=True))
    rules = [
        rule
        for key, row in rows.items()
        for rule in _rules(row, _steps(sorted(cells[key], key=lambda cell: cell[0].low)), spots, moments)
    ]

    def wishes(view: View, memory: Slots) -> list[Wish]:
        # All rows read the rack that was there before the first of them bets.
        return [wish for rule in rules if (wish := rule.wanted(view, memory))]

    return WishMaker(tables[0].at.line, wishes, frozenset(rule.spot for rule in rules))


def _label(row: RackRow) -> tuple[object, ...]:
    """What makes two rows of different tables the same one: everything that they say but their amounts."""
    return row.kind, row.name.text, row.points, _said(row.when)


def _said(tree: object) -> object:
    """A condition without the places where its parts stand in the text."""
    if isinstance(tree, BetWords):
        return tree.text
    if isinstance(tree, tuple):
        parts = tree[1:] if hasattr(tree, "at") else tree
        return type(tree).__name__, *(_said(part) for part in parts)
    return tree


def _steps(cells: list[tuple[RackColumn, Amount]]) -> list[tuple[Amount, Amount]]:
    """From which rack on which amount is bet, with nothing in the gaps, and only where it changes."""
    steps: list[tuple[Amount, Amount]] = [(0, 0)]
    for column, amount in cells:
        steps.append((column.low, amount))
        if column.end is not None:
            steps.append((column.end, 0))
    last = [(low, amount) for (low, amount), (after, _) in pairwise([*steps, (-1, 0)]) if low != after]
    return [last[0], *((low, amount) for (_, before), (low, amount) in pairwise(last) if amount != before)]


def _rules(row: RackRow, steps: list[tuple[Amount, Amount]], spots: BetSpots, moments: Moments) -> list[_RackRule]:
    lows = tuple(low for low, _ in steps)
    holds = moments.test(row.when)
    return [
        _RackRule(
            holds,
            row.points,
            base,
            spot,
            lows,
            tuple(WantBet(spot, amount) if amount else None for _, amount in steps),
        )
        for base, spot in _places(row, spots)
    ]


def _places(row: RackRow, spots: BetSpots) -> list[tuple[str, str]]:
    """The bets that a row supports, and the spots that it puts chips on."""
    if row.kind == "bet":
        return [("", spot) for spot in spots.asked(row.name)]
    against = row.name.is_against
    if against != (row.kind == "lay odds"):
        kind = "laid" if against else "taken"
        hint = f'write "{"lay odds" if against else "odds"} on {row.name.text}"'
        raise StrategyTextError(f"odds on {row.name.text} are {kind}", row.at, hint=hint)
    layout = spots.layout
    return [(base.id, layout.spots[base.supported_by[0]].id) for base in spots.bases(row.name)]


def together(tables: list[RackTable]) -> list[tuple[RackTable, ...]]:
    """Tables that stand one after the other, joined as long as their racks do not overlap."""
    groups: list[list[RackTable]] = []
    ends: list[list[tuple[Amount, Amount | None]]] = []
    for table in tables:
        span = table.columns[0].low, table.columns[-1].end
        if groups and not _overlaps(ends[-1], span):
            groups[-1].append(table)
            ends[-1].append(span)
            ends[-1].sort()
        else:
            groups.append([table])
            ends.append([span])
    return [tuple(group) for group in groups]


def _overlaps(spans: list[tuple[Amount, Amount | None]], span: tuple[Amount, Amount | None]) -> bool:
    """Whether a span of racks overlaps one of those, which rise and do not overlap each other."""
    low, end = span
    place = bisect_right(spans, low, key=lambda each: each[0])
    before = spans[place - 1] if place else None
    if before and (before[1] is None or before[1] > low):
        return True
    return place < len(spans) and (end is None or spans[place][0] < end)


# ------------------------------------------------------------------ by count, point and wealth

Steps = tuple[tuple[Amount, ...], tuple[Wish | None, ...]]
"""Rising wealth, and what is wanted from each on."""


class _CaseRule:
    """One bet of a table by count, point and wealth."""

    def __init__(self, row: CaseRow, spot: str, holds: MomentTest, count: int) -> None:
        self._row, self._spot, self._holds, self._count = row, spot, holds, count
        self._known: dict[tuple[int, int], Steps] = {}

    def wanted(self, view: View, memory: Slots) -> Wish | None:
        """What the wealth asks for with this count and point."""
        if not self._holds(view, memory):
            return None
        key = memory[self._count], view.point
        steps = self._known.get(key)
        if steps is None:
            steps = self._known[key] = self._steps(*key)
        return steps[1][_place(steps[0], view.worth)]

    def _steps(self, count: int, point: int) -> Steps:
        cases = [
            case
            for case in self._row.cases
            if case.first <= count and (case.last is None or count <= case.last) and point in (case.points or (point,))
        ]
        lows: list[Amount] = [0]
        wishes: list[Wish | None] = [None]
        for case in sorted(cases, key=lambda case: case.low):
            if case.low == lows[-1]:
                lows.pop()
                wishes.pop()
            lows.append(case.low)
            wishes.append(self._wish(case))
            if case.end is not None:
                lows.append(case.end)
                wishes.append(None)
        return tuple(lows), tuple(wishes)

    def _wish(self, case: PolicyCase) -> Wish | None:
        if self._row.verb == "have":
            return WantTotal(self._spot, case.amount)
        return WantBet(self._spot, case.amount) if case.amount else None


def case_maker(table: CaseTable, plan: MemoryPlan, moments: Moments) -> WishMaker:
    """The maker of a table by count, point and wealth."""
    count = plan.place(table.counted, "", table.at)
    placed = [(row, spot) for row in table.rows for spot in plan.spots.asked(row.name)]
    rules = [_CaseRule(row, spot, moments.test(row.when), count) for row, spot in placed]

    def wishes(view: View, memory: Slots) -> list[Wish]:
        # All rows read the wealth that was there before the first of them bets.
        return [wish for rule in rules if (wish := rule.wanted(view, memory))]

    return WishMaker(table.at.line, wishes, frozenset(spot for _, spot in placed))
