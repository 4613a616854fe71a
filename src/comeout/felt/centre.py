"""Arranges the centre of the table, the stickperson's bets, in rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from comeout.felt.box import Box, Rect
from comeout.felt.plan import CentreBet
from comeout.felt.sizes import Sizes
from comeout.felt.wording import price_of
from comeout.rules.layout import Layout


class CentreRow(NamedTuple):
    """A row of the centre, with the text that is printed once over all of it."""

    bets: Sequence[CentreBet]
    caption: str
    caption_height: int
    height: int


def rows_of(layout: Layout, centre: Sequence[Sequence[CentreBet]], sizes: Sizes) -> list[CentreRow]:
    """Return the bets of the centre in rows. A row that is not full comes first."""
    rows = []
    for bets in centre:
        numbered = all(bet.kind == "words" and bet.spot.number is not None for bet in bets)
        across = 6 if numbered else sizes.per_row
        for start in range(-(-len(bets) % across), len(bets), across):
            row = bets[max(start, 0) : start + across]
            told = {price_of(layout, bet.spot) for bet in row}
            caption = told.pop() if numbered and len(row) > 1 and len(told) == 1 else ""
            over = sizes.caption if caption else 0
            rows.append(CentreRow(row, caption, over, over + max(_height(sizes, bet) for bet in row)))
    return rows


def _height(sizes: Sizes, bet: CentreBet) -> int:
    return {"seven": sizes.seven, "bar": sizes.seven, "dice": sizes.dice}.get(bet.kind, sizes.words)


def _laid(rows: Sequence[CentreRow], area: Rect) -> Iterator[tuple[CentreRow, Rect]]:
    """Stack the rows and stretch them to fill the centre."""
    full, done = sum(row.height for row in rows), 0
    for row in rows:
        y = area.y + area.h * done // full
        done += row.height
        yield row, Rect(area.x, y, area.w, area.y + area.h * done // full - y)


def centre_boxes(rows: Sequence[CentreRow], area: Rect) -> Iterator[Box]:
    """Return the boxes of the centre. Each row is split into equal parts."""
    for row, band in _laid(rows, area):
        under = Rect(band.x, band.y + row.caption_height, band.w, band.h - row.caption_height)
        for bet, rect in zip(row.bets, under.columns(len(row.bets)), strict=True):
            yield Box(bet.spot, "named" if row.caption else bet.kind, rect)


def captions(rows: Sequence[CentreRow], area: Rect) -> list[tuple[Rect, str]]:
    """Return the text over each row, and where it is printed."""
    return [(band._replace(h=row.caption_height), row.caption) for row, band in _laid(rows, area) if row.caption]
