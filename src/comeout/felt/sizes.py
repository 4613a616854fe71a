"""The measurements of the drawing, in its own units: one set for each shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Shape = Literal["wide", "tall", "wing", "low", "centre"]
"""The centre beside the end of the table ("wide"), or under it for a narrow page; or one of the two, for a phone.

The end of the table is high for an upright phone ("wing"), and low for a phone that is held sideways.
"""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measurements of one shape of the drawing."""

    width: int
    margin: int
    rail: int
    side: int
    """The width of the end of the table."""
    corners: int
    """The corner radius of the rail."""
    stacked: bool
    """Whether odds lie under the bet that has moved, because a number is too narrow for both side by side."""
    per_row: int
    """How many bets are side by side in the centre."""
    puck: int
    chip: int
    curve: int
    """The corner radius of the pass line."""
    line: int
    line_arm: int
    bar: int
    bar_arm: int
    odds: int
    """The height of the odds behind the pass line; 0 if they lie beside it."""
    dont_come: int
    rest: int
    strip: int
    face: int
    come: int
    field: int
    corner: int
    seven: int
    dice: int
    words: int
    caption: int
    text: int
    """The size of ordinary text."""


SIZES: dict[Shape, Sizes] = {
    "wide": Sizes(
        width=1600, margin=52, rail=30, side=1070, corners=96, stacked=False, per_row=2, puck=29, chip=23, curve=190,
        line=70, line_arm=70, bar=62, bar_arm=62, odds=52,
        dont_come=122, rest=54, strip=44, face=126, come=130, field=124, corner=98,
        seven=68, dice=104, words=92, caption=26, text=22,
    ),
    "tall": Sizes(
        width=1120, margin=40, rail=24, side=1040, corners=96, stacked=False, per_row=4, puck=36, chip=30, curve=220,
        line=88, line_arm=66, bar=80, bar_arm=58, odds=80,
        dont_come=124, rest=84, strip=70, face=190, come=170, field=170, corner=108,
        seven=84, dice=150, words=136, caption=38, text=30,
    ),
    "wing": Sizes(
        width=720, margin=12, rail=7, side=696, corners=30, stacked=True, per_row=4, puck=27, chip=30, curve=0,
        line=100, line_arm=0, bar=100, bar_arm=0, odds=0,
        dont_come=114, rest=162, strip=108, face=180, come=92, field=114, corner=92,
        seven=92, dice=150, words=136, caption=38, text=32,
    ),
    "low": Sizes(
        width=1100, margin=12, rail=7, side=1076, corners=30, stacked=False, per_row=4, puck=27, chip=28, curve=0,
        line=70, line_arm=0, bar=70, bar_arm=0, odds=0,
        dont_come=116, rest=62, strip=66, face=130, come=74, field=110, corner=132,
        seven=92, dice=150, words=136, caption=38, text=40,
    ),
    "centre": Sizes(
        width=720, margin=12, rail=7, side=696, corners=30, stacked=True, per_row=4, puck=0, chip=30, curve=0,
        line=0, line_arm=0, bar=0, bar_arm=0, odds=0,
        dont_come=0, rest=0, strip=0, face=0, come=0, field=0, corner=0,
        seven=100, dice=176, words=160, caption=44, text=30,
    ),
}  # fmt: skip
