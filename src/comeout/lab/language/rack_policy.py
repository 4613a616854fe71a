"""RackPolicy: tables by rack as a maker of wishes, which finds its column with a few comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from comeout.lab.language.bet_spots import BetSpots
from comeout.lab.language.moments import Moments, MomentTest
from comeout.lab.language.recollection import Slots
from comeout.lab.language.syntax import RackRow, RackTable
from comeout.lab.language.text_errors import NotInBook
from comeout.lab.language.wish_makers import WishMaker
from comeout.lab.view import View
from comeout.lab.wishes import WantBet, Wish
from comeout.money import Amount


class _Cell(NamedTuple):
    """A bet of one column: when it is wanted, the bet that it supports, if it is odds, and the wish."""

    holds: MomentTest
    points: tuple[int, ...]
    base: str
    wish: Wish


class _Column(NamedTuple):
    low: Amount
    end: Amount | None
    cells: tuple[_Cell, ...]


def rack_maker(tables: tuple[RackTable, ...], spots: BetSpots, moments: Moments) -> WishMaker:
    """The maker of tables whose racks do not overlap: one looks as if it went on in the next."""
    columns = sorted(_columns(tables, spots, moments))
    lows = [column.low for column in columns]
    find = _finder(lows)

    def wishes(view: View, memory: Slots) -> Iterator[Wish]:
        found = find(view)
        if found < 0:
            return
        _, end, cells = columns[found]
        following = lows[found + 1] if found + 1 < len(lows) else None
        if end is not None and end != following and view.covers(end):
            return
        point = view.point
        for holds, points, base, wish in cells:
            if points and point not in points:
                continue
            if (not base or view.bet(base)) and holds(view, memory):
                yield wish

    said = frozenset(getattr(cell.wish, "spot", "") for column in columns for cell in column.cells)
    return WishMaker(tables[0].at.line, wishes, said)


def _finder(lows: list[Amount]) -> Callable[[View], int]:
    """The last column that begins at or below the rack, from the view; -1 below the first."""

    def find(view: View) -> int:
        below, above = -1, len(lows)
        while above - below > 1:
            middle = (below + above) // 2
            if view.covers(lows[middle]):
                below = middle
            else:
                above = middle
        return below

    return find


def _columns(tables: tuple[RackTable, ...], spots: BetSpots, moments: Moments) -> Iterator[_Column]:
    for table in tables:
        rows = [(row, moments.test(row.when), _places(row, spots)) for row in table.rows]
        for place, (low, end) in enumerate(table.columns):
            cells = tuple(
                _Cell(holds, row.points, base, WantBet(spot, row.cells[place]))
                for row, holds, places in rows
                for base, spot in places
                if row.cells[place]
            )
            yield _Column(low, end, cells)


def _places(row: RackRow, spots: BetSpots) -> list[tuple[str, str]]:
    """The bets that a row supports, and the spots that it puts chips on."""
    if row.kind == "bet":
        return [("", spot) for spot in spots.made(row.name)]
    layout = spots.layout
    found = [(base.id, layout.spots[base.supported_by[0]].id) for base in spots.bases(row.name)]
    against = row.name.is_against
    if against != (row.kind == "lay odds"):
        kind = "laid" if against else "taken"
        hint = f'write "{"lay odds" if against else "odds"} on {row.name.text}"'
        raise NotInBook(f"odds on {row.name.text} are {kind}", row.at, hint=hint)
    return found


def together(tables: list[RackTable]) -> list[tuple[RackTable, ...]]:
    """Tables that stand one after the other, joined as long as their racks do not overlap."""
    groups: list[list[RackTable]] = []
    for table in tables:
        if groups and not any(_overlap(table, other) for other in groups[-1]):
            groups[-1].append(table)
        else:
            groups.append([table])
    return [tuple(group) for group in groups]


def _overlap(one: RackTable, other: RackTable) -> bool:
    first, second = sorted((one, other), key=lambda table: table.columns[0].low)
    end = first.columns[-1].end
    return end is None or second.columns[0].low < end
