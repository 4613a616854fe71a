"""Chooses the text in a box: the book's own names and payouts, from its data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from comeout.dice import ROLLS, Roll
from comeout.rules.describe import Paid, wager_page, wins, working_cells
from comeout.rules.layout import RACK, Layout, Spot

_NUMBER_WORDS = {4: "FOUR", 5: "FIVE", 6: "SIX", 8: "EIGHT", 9: "NINE", 10: "TEN"}


def number_word(layout: Layout, number: int) -> str:
    """Return a number as the layout of this book prints it: in figures, or spelled out."""
    return _NUMBER_WORDS[number] if number in layout.rulebook.book.spelled else str(number)


def name_of(spot: Spot) -> str:
    """Return a bet's name as a felt prints it: without the word "bet", since everything on a felt is one."""
    return _printed(spot, spot.name.split())


def symbols(layout: Layout) -> tuple[Spot, ...]:
    """Return the bets that have a symbol on the layout beside their own box, by that symbol."""
    return tuple(sorted((spot for spot in layout.spots if spot.wager.symbol), key=lambda spot: spot.wager.symbol))


def strip_name(spot: Spot) -> str:
    """Return the name of a bet in the column of its number, without that number."""
    name = spot.wager.name.of(spot.number).format(number=spot.number)
    words = [word for word in name.split() if word != str(spot.number)]
    return _printed(spot, words[:-1] if words[-1:] == ["on"] else words)


def _printed(spot: Spot, words: list[str]) -> str:
    """Return the text on the felt: the document's own, or the name; the id if there is nothing to print."""
    return spot.wager.printed or re.sub(r"\s*\bBet\b", "", " ".join(words)).strip().upper() or spot.wager_id.upper()


def prices(layout: Layout, spot: Spot) -> tuple[Paid, ...]:
    """Return what a spot pays on what, as the book lists it."""
    return wager_page(layout, spot.id).pays


def price_of(layout: Layout, spot: Spot) -> str:
    """Return all that a spot pays, in one line."""
    return " \u00b7 ".join(str(paid) for paid in prices(layout, spot))


def totals_won(layout: Layout, spot: Spot) -> dict[int, Fraction]:
    """Return the totals that a spot can win on, and its best payout on each."""
    best: dict[int, Fraction] = {}
    for _, total, cell in wins(layout, spot):
        best[total] = max(cell.odds, best.get(total, cell.odds))
    return dict(sorted(best.items()))


def wins_on_seven(layout: Layout, spot: Spot) -> bool:
    """Return whether a bet is against the number: with the puck on, a seven pays it."""
    seven = Roll(1, 6).place
    return any(cell.paid_by for (point, place), cell in working_cells(layout, spot) if point and place == seven)


def barred(layout: Layout, spot: Spot) -> tuple[int, ...]:
    """Return the totals of a first roll that neither win nor lose and set no point: returned, or left in place."""
    row = next(row for row in layout.cells[spot.index][1] if row)
    idle = {roll.total for roll in ROLLS if row[roll.place].to in (RACK, spot.index) and not row[roll.place].paid_by}
    return tuple(total for total in sorted(idle) if not layout.point_after(0, total))


def only_way(total: int) -> Roll | None:
    """Return the roll that makes a total in one way only, whichever die is which."""
    return _alone(roll for roll in ROLLS if roll.total == total)


def winning_roll(layout: Layout, spot: Spot) -> Roll | None:
    """Return the one roll that a bet can win on, whichever die is which."""
    return _alone(ROLLS[place] for (_, place), cell in working_cells(layout, spot) if cell.paid_by)


def _alone(rolls: Iterable[Roll]) -> Roll | None:
    ways = {Roll(*sorted(roll)) for roll in rolls}
    return ways.pop() if len(ways) == 1 else None
