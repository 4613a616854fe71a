"""Arranges the boxes of a layout: one end of the table, its centre or both, in whole units of the drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from comeout.felt.box import Box, BoxKind, Rect
from comeout.felt.centre import CentreRow, captions, centre_boxes, rows_of
from comeout.felt.plan import COLUMNS, Plan, Role, read_plan
from comeout.felt.sizes import SIZES, Shape, Sizes
from comeout.rules.layout import Layout, Spot
from comeout.rules.library import open_book

_GAP = 20
_LEAST = 780
_ENDS: tuple[Shape, ...] = ("wing", "low")
"""The shapes that show the end of the table without its centre."""


@dataclass(frozen=True, slots=True)
class Felt:
    """An arranged layout: the size of the drawing, and the position of everything on it."""

    sizes: Sizes
    height: int
    boxes: dict[str, Box]
    columns: dict[int, Rect]
    """The frame of each number."""
    faces: dict[int, Rect]
    """Where each number is written."""
    pucks: dict[int, tuple[int, int]]
    """Where the puck lies, by point; 0 is OFF."""
    captions: list[tuple[Rect, str]]
    """Text that is printed once for several boxes."""


class _Bands(NamedTuple):
    """The horizontal bands of the end of the table, from the far side to the player."""

    columns: Rect
    come: Rect
    field: Rect
    bar: Rect
    line: Rect
    odds: Rect


def boxes(book: str | Path | Layout, *, shape: Shape = "wide") -> dict[str, Box]:
    """Return the box on the felt of every spot that this shape shows."""
    return arrange(open_book(book), shape=shape).boxes


def arrange(layout: Layout, *, shape: Shape = "wide") -> Felt:
    """Arrange a book: the end of the table with its lines and numbers, the centre beside or under it, or one alone."""
    plan, sizes = read_plan(layout), SIZES[shape]
    if shape == "centre":
        return _centre_alone(rows_of(layout, plan.centre, sizes), sizes)
    rows = rows_of(layout, plan.centre, sizes) if shape not in _ENDS else []
    wanted = sum(row.height for row in rows)
    top = sizes.margin + sizes.puck
    height = max(sum(_band_heights(plan, sizes)), wanted if shape == "wide" else 0, _LEAST if shape != "low" else 0)
    bands = _bands(plan, sizes, Rect(sizes.margin, top, sizes.side, height))
    if shape == "wide":
        left = sizes.margin + sizes.side + _GAP
        centre = Rect(left, top, sizes.width - sizes.margin - left, height)
    else:
        centre = Rect(sizes.margin, top + height + (_GAP if rows else 0), sizes.side, wanted)
    columns = _columns(plan, sizes, bands.columns)
    faces = _faces(plan, sizes, columns)
    found = [*_line_boxes(plan, sizes, bands), *_column_boxes(plan, sizes, columns), *centre_boxes(rows, centre)]
    pucks = {0: (bands.columns.x + max(_dont_come_width(plan, sizes) // 2, sizes.puck), top - 6)}
    pucks |= {number: (rect.centre[0], top - 6) for number, rect in columns.items()}
    end = centre.bottom + sizes.margin
    return Felt(sizes, end, {box.spot.id: box for box in found}, columns, faces, pucks, captions(rows, centre))


def _centre_alone(rows: list[CentreRow], sizes: Sizes) -> Felt:
    area = Rect(sizes.margin, sizes.margin, sizes.side, sum(row.height for row in rows))
    found = {box.spot.id: box for box in centre_boxes(rows, area)}
    return Felt(sizes, area.bottom + 2 * sizes.margin, found, {}, {}, {}, captions(rows, area))


# ------------------------------------------------------------------ the bands of the end of the table


def _band_heights(plan: Plan, sizes: Sizes) -> tuple[int, ...]:
    """Return the height that each band needs: numbers, come, field, bar, line, odds."""
    lines = plan.lines
    strips = len(plan.above) + len(plan.below[1:])
    rests = sum(role in lines for role in ("come", "dont-come"))
    return (
        sizes.face + strips * sizes.strip + rests * sizes.rest,
        sizes.come if "come" in lines else 0,
        sizes.field if plan.field or plan.corner else 0,
        sizes.bar if "dont-pass" in lines else 0,
        sizes.line if "pass" in lines else 0,
        sizes.odds if _odds_of(plan, "pass") else 0,
    )


def _bands(plan: Plan, sizes: Sizes, area: Rect) -> _Bands:
    """Stack the bands, and share out the height that is left in proportion."""
    needed = _band_heights(plan, sizes)
    heights = [each * area.h // sum(needed) for each in needed]
    heights[0] += area.h - sum(heights)
    outer = area.x + (sizes.line_arm if "pass" in plan.lines else 0)
    inner = outer + (sizes.bar_arm if "dont-pass" in plan.lines else 0)
    lefts = (inner, inner, inner, outer, area.x, area.x)
    tops = [area.y + sum(heights[:place]) for place in range(len(heights))]
    return _Bands(*(Rect(x, y, area.right - x, h) for x, y, h in zip(lefts, tops, heights, strict=True)))


def _dont_come_width(plan: Plan, sizes: Sizes) -> int:
    return sizes.dont_come if "dont-come" in plan.lines else 0


def _odds_of(plan: Plan, role: Role) -> Spot | None:
    base = plan.lines.get(role)
    return plan.odds.get(base.index) if base else None


# ------------------------------------------------------------------ the lines, come, the field, the corner


def _line_boxes(plan: Plan, sizes: Sizes, bands: _Bands) -> Iterator[Box]:
    yield from _pass_boxes(plan, sizes, bands)
    yield from _bar_boxes(plan, sizes, bands)
    if come := plan.lines.get("come"):
        yield Box(come, "come", bands.come)
    if dont_come := plan.lines.get("dont-come"):
        yield Box(dont_come, "dont-come", bands.columns._replace(w=sizes.dont_come))
    left, curve = bands.field, _curve(sizes, bands, bands.field)
    for spot in plan.corner:
        yield Box(spot, "corner", left._replace(w=sizes.corner), radius=curve)
        left, curve = Rect(left.x + sizes.corner, left.y, left.w - sizes.corner, left.h), (0, 0)
    if plan.field:
        yield Box(plan.field, "field", left, radius=curve)


def _curve(sizes: Sizes, bands: _Bands, band: Rect) -> tuple[int, int]:
    """Return the corner radius of a band. All bands curve around the same centre."""
    return max(sizes.curve - (band.x - bands.line.x), 0), max(sizes.curve - (bands.line.bottom - band.bottom), 0)


def _pass_boxes(plan: Plan, sizes: Sizes, bands: _Bands) -> Iterator[Box]:
    odds = _odds_of(plan, "pass")
    beside = odds and not sizes.odds
    if line := plan.lines.get("pass"):
        yield _ell(line, "line", bands.line.part(right=60 if beside else 100), sizes, bands)
    if odds and beside:
        yield Box(odds, "bar-odds", bands.line.part(left=60).inset(6, 5))
    elif odds:
        x, y, w, h = bands.odds
        yield Box(odds, "line-odds", Rect(x + sizes.curve, y, w - sizes.curve, h).inset(0, 5))


def _bar_boxes(plan: Plan, sizes: Sizes, bands: _Bands) -> Iterator[Box]:
    if not (bar := plan.lines.get("dont-pass")):
        return
    odds = _odds_of(plan, "dont-pass")
    yield _ell(bar, "bar-line", bands.bar.part(right=60 if odds else 100), sizes, bands)
    if odds:
        yield Box(odds, "bar-odds", bands.bar.part(left=60).inset(6, 5))


def _ell(spot: Spot, kind: BoxKind, band: Rect, sizes: Sizes, bands: _Bands) -> Box:
    """Return the box of a band that turns the corner and runs up the side of the table."""
    width = sizes.line_arm if kind == "line" else sizes.bar_arm
    if not width:
        return Box(spot, kind, band)
    rect = Rect(band.x + width, band.y, band.w - width, band.h)
    arm = Rect(band.x, bands.columns.y, width, band.bottom - bands.columns.y)
    return Box(spot, kind, rect, arm, _curve(sizes, bands, band))


# ------------------------------------------------------------------ the numbers


def _columns(plan: Plan, sizes: Sizes, band: Rect) -> dict[int, Rect]:
    left = _dont_come_width(plan, sizes)
    numbers = Rect(band.x + left, band.y, band.w - left, band.h)
    return dict(zip(COLUMNS, numbers.columns(len(COLUMNS)), strict=True))


class _Strip(NamedTuple):
    """One strip across the number columns, with the spot it holds in each."""

    kind: BoxKind
    spots: dict[int, Spot]
    height: int


def _strips(plan: Plan, sizes: Sizes, height: int) -> list[_Strip]:
    """Yield the strips of a number from the far side: don't come, bets against it, its face, bets on it, come."""
    over = [_Strip("rest", plan.travelled["dont-come"], sizes.rest)] if "dont-come" in plan.lines else []
    over += [_Strip("strip", spots, sizes.strip) for spots in plan.above]
    under = [_Strip("strip", spots, sizes.strip) for spots in plan.below[1:]]
    under += [_Strip("rest", plan.travelled["come"], sizes.rest)] if "come" in plan.lines else []
    face = height - sum(strip.height for strip in over + under)
    return [*over, _Strip("face", plan.below[0] if plan.below else {}, face), *under]


def _cells(plan: Plan, sizes: Sizes, columns: dict[int, Rect]) -> Iterator[tuple[_Strip, int, Rect]]:
    for number, column in columns.items():
        y = column.y
        for strip in _strips(plan, sizes, column.h):
            yield strip, number, Rect(column.x, y, column.w, strip.height)
            y += strip.height


def _faces(plan: Plan, sizes: Sizes, columns: dict[int, Rect]) -> dict[int, Rect]:
    return {number: rect for strip, number, rect in _cells(plan, sizes, columns) if strip.kind == "face"}


def _column_boxes(plan: Plan, sizes: Sizes, columns: dict[int, Rect]) -> Iterator[Box]:
    for strip, number, rect in _cells(plan, sizes, columns):
        spot = strip.spots.get(number)
        if spot and strip.kind == "rest":
            yield from _rests(plan, sizes, spot, rect)
        elif spot:
            yield Box(spot, strip.kind, rect)


def _rests(plan: Plan, sizes: Sizes, spot: Spot, rect: Rect) -> Iterator[Box]:
    """Return the boxes of a bet that has moved to its number, and of its odds beside or under it."""
    if sizes.stacked:
        bet, odds = rect.part(bottom=42).inset(3, 2), rect.part(top=42).inset(3, 2)
    else:
        bet, odds = (half.inset(4, 4) for half in rect.columns(2))
    yield Box(spot, "rest", bet)
    if spot.index in plan.odds:
        yield Box(plan.odds[spot.index], "rest", odds)
