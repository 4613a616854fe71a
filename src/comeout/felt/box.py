"""A box of the layout: the rectangle of one spot, how it is drawn, and where its chips go."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from comeout.rules.layout import Spot


class Rect(NamedTuple):
    """A rectangle, given by its upper left corner and its size."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The centre point."""
        return self.x + self.w // 2, self.y + self.h // 2

    def inset(self, across: int, down: int) -> Rect:
        """Return the rectangle with this much removed on each side."""
        return Rect(self.x + across, self.y + down, self.w - 2 * across, self.h - 2 * down)

    def middle(self, height: int) -> Rect:
        """Return the band across the middle, no higher than this."""
        return self.inset(0, max(0, (self.h - height) // 2))

    def part(self, *, left: int = 0, top: int = 0, right: int = 100, bottom: int = 100) -> Rect:
        """Return a part of the rectangle, with its edges in percent."""
        x, y = self.x + self.w * left // 100, self.y + self.h * top // 100
        return Rect(x, y, self.x + self.w * right // 100 - x, self.y + self.h * bottom // 100 - y)

    def columns(self, count: int) -> list[Rect]:
        """Split the rectangle into so many columns."""
        edges = [self.x + self.w * place // count for place in range(count + 1)]
        return [Rect(left, self.y, right - left, self.h) for left, right in pairwise(edges)]


BoxKind = Literal[
    "line", "line-odds", "bar-line", "bar-odds", "come", "dont-come", "field", "corner", "face", "strip", "rest",
    "seven", "bar", "dice", "circles", "between", "words", "named",
]  # fmt: skip
"""How a box is drawn. A "rest" is the box of a bet that has moved, or of its odds.

The payouts of a "named" box are printed in the caption over its row.
"""


_CHIPS: dict[BoxKind, tuple[int, int, int, int]] = {
    "line": (69, 6, 98, 94),
    "bar-line": (77, 6, 99, 94),
    "line-odds": (72, 4, 98, 96),
    "bar-odds": (74, 4, 98, 96),
    "come": (74, 10, 98, 90),
    "dont-come": (20, 66, 80, 97),
    "field": (63, 54, 85, 98),
    "corner": (40, 54, 98, 98),
    "face": (2, 52, 98, 98),
    "strip": (30, 4, 99, 96),
    "rest": (0, 0, 100, 100),
    "seven": (60, 6, 99, 94),
    "bar": (60, 6, 99, 94),
    "dice": (40, 52, 99, 98),
    "circles": (50, 56, 99, 98),
    "between": (34, 56, 66, 98),
    "words": (40, 48, 99, 98),
    "named": (20, 40, 99, 98),
}
"""The area for chips, chosen so that they cover little text: left, top, right and bottom, in percent of the box."""


@dataclass(frozen=True, slots=True)
class Box:
    """The box of one spot on the felt."""

    spot: Spot
    kind: BoxKind
    rect: Rect
    arm: Rect | None = None
    """The part that runs up the left side of the table."""
    radius: tuple[int, int] = (0, 0)
    """The radius of the lower left corner, across and down."""

    @property
    def chips(self) -> Rect:
        """The area where chips are put."""
        left, top, right, bottom = _CHIPS[self.kind]
        return self.rect.part(left=left, top=top, right=right, bottom=bottom)
