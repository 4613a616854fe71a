"""RackPolicy: tables by rack as a maker of wishes, which finds amounts with a few comparisons of the rack.

A row that cannot bet now is not looked up, so that racks are told apart only where that makes a difference.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.moments import Moments, MomentTest
from comeout.lab.language.recollection import Slots
from comeout.lab.language.syntax import BetWords, RackColumn, RackRow, RackTable
from comeout.lab.language.text_errors import StrategyTextError
from comeout.lab.language.wish_makers import WishMaker
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, Wish
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
        below, above = 0, len(self.lows)
        while above - below > 1:
            middle = (below + above) // 2
            if view.covers(self.lows[middle]):
                below = middle
            else:
                above = middle
        return self.wishes[below]


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
