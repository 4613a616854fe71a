"""Measures text and fits it into a box: how wide words are, and how large they may be.

The widths are those of Barlow Condensed, which the page serves. The drawing also tells the browser the length of each
line, so another typeface cannot push a word over the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

_WIDTHS = {
    160: "'",
    176: "|",
    208: " ,`l",
    224: ".;Iij\u00b7",
    256: ":",
    272: "!",
    288: "()t",
    304: "f",
    320: '"r{}',
    336: "-[]",
    368: "*z",
    400: "/\\s",
    416: "?FLZ^_vy",
    432: "cegox",
    448: "$+<=>EJSabdhknpqu",
    464: "ABCGPQRTXY0123456789",
    480: "DHKOUV~",
    512: "N",
    544: "M",
    592: "&w",
    608: "#",
    672: "Wm",
    768: "@",
    784: "%",
}
"""Widths of letters in thousandths of the size, by what is at most that wide."""
_UNKNOWN = 1000
"""The width of a letter that is in no table: that of a wide one."""

LEADING = 118
"""The line height, in percent of the font size."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text: its words, the size it should have, and its style."""

    words: str
    size: int
    fill: str = "#fff"
    tracking: int = 0
    """The space added after each letter, in percent of the size."""
    edge: str = ""
    """The colour drawn round the letters."""
    squeeze: int = 100
    """How wide the letters are drawn, in percent of their width."""

    def fitted(self, width: int) -> TextLine:
        """Return the line, reduced in size if it is wider than this."""
        full = measure(self)
        return self if full <= width else replace(self, size=max(1, self.size * width // full))

    def squeezed(self, width: int, *, least: int) -> TextLine:
        """Return the line with narrower letters, and with a smaller size only if that is not enough."""
        full = measure(self)
        return self if full <= width else replace(self, squeeze=max(least, 100 * width // full)).fitted(width)


@cache
def _width_of(letter: str) -> int:
    return next((width for width, letters in _WIDTHS.items() if letter in letters), _UNKNOWN)


def measure(line: TextLine) -> int:
    """Return the width of a line at its size."""
    wide = sum(_width_of(letter) for letter in line.words) + 10 * line.tracking * (len(line.words) - 1)
    return wide * line.size * line.squeeze // 100_000


def height_of(lines: Iterable[TextLine]) -> int:
    """Return the height of lines, one below the other."""
    return sum(line.size * LEADING // 100 for line in lines)


def fit(lines: Sequence[TextLine], width: int, height: int) -> tuple[TextLine, ...]:
    """Return the lines, reduced in size until they fit into a box."""
    fitted = tuple(line.fitted(width) for line in lines)
    full = height_of(fitted)
    if full <= height:
        return fitted
    return tuple(replace(line, size=max(1, line.size * height // full)) for line in fitted)


def wrap(line: TextLine, width: int, *, most: int = 2) -> tuple[TextLine, ...]:
    """Break a line at spaces into at most `most` lines, as many as let it be largest."""
    words = line.words.split()
    ways = [_broken(words, count) for count in range(1, min(most, len(words)) + 1)]
    tried = [tuple(replace(line, words=row) for row in way) for way in ways]
    return max(tried, key=lambda rows: min(row.fitted(width).size for row in rows)) if tried else ()


def _broken(words: list[str], count: int) -> list[str]:
    """Split words into so many rows of about the same length."""
    rows, left = [], list(words)
    for rest in range(count, 0, -1):
        goal = len(" ".join(left)) // rest
        row = [left.pop(0)]
        while left and len(left) >= rest and len(" ".join([*row, left[0]])) <= goal + len(left[0]) // 2:
            row.append(left.pop(0))
        rows.append(" ".join(row if rest > 1 else row + left))
    return rows
