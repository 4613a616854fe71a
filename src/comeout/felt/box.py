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

    @property
    def upright(self) -> bool:
        """Whether it is clearly higher than wide."""
        return self.w * 10 < self.h * 9

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
    "field": (63, 54, 84, 98),
    "corner": (10, 60, 90, 99),
    "face": (52, 3, 98, 60),
    "strip": (60, 3, 99, 97),
    "rest": (46, 2, 100, 98),
    "seven": (76, 6, 99, 94),
    "bar": (76, 6, 99, 94),
    "dice": (62, 4, 98, 54),
    "circles": (78, 8, 99, 92),
    "between": (58, 8, 74, 92),
    "words": (64, 2, 99, 42),
    "named": (20, 40, 99, 98),
}
"""The area for chips, which covers no payout: left, top, right and bottom, in percent of the box."""

_NARROW: dict[BoxKind, tuple[int, int, int, int]] = {
    "face": (2, 34, 98, 70),
    "strip": (2, 46, 98, 99),
    "rest": (0, 40, 100, 99),
}
"""The same for boxes that are too narrow to have chips beside their words: they lie under them."""

_FLAT_CORNER = (58, 4, 98, 96)
"""The same for the corner of the pass line where it is wider than high: chips lie beside its words."""


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
    def narrow(self) -> bool:
        """Whether chips lie under the words, because there is no room beside them."""
        return self.kind in _NARROW and self.rect.upright

    @property
    def flat(self) -> bool:
        """Whether a box whose chips usually lie under its words has them beside, because it is wider than high."""
        return self.kind == "corner" and self.rect.w > self.rect.h

    @property
    def chips(self) -> Rect:
        """The area where chips are put."""
        left, top, right, bottom = _FLAT_CORNER if self.flat else (_NARROW if self.narrow else _CHIPS)[self.kind]
        return self.rect.part(left=left, top=top, right=right, bottom=bottom)
