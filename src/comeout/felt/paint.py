"""Builds SVG elements for the felt: shapes, text and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from comeout.dice import Roll
from comeout.felt.box import Rect
from comeout.felt.lettering import LEADING, TextLine, fit, height_of, measure

WHITE = "#fbf7ea"
GOLD = "currentColor"
"""Stands for the accent of the book, which the finished drawing has in its place."""
RED = "#d3202c"
INK = "#12100d"

FONT = "'Barlow Condensed', 'Arial Narrow', 'Liberation Sans Narrow', Arial, sans-serif"

_PIPS = {
    1: ((50, 50),),
    2: ((26, 26), (74, 74)),
    3: ((26, 26), (50, 50), (74, 74)),
    4: ((26, 26), (26, 74), (74, 26), (74, 74)),
    5: ((26, 26), (26, 74), (50, 50), (74, 26), (74, 74)),
    6: ((26, 24), (26, 50), (26, 76), (74, 24), (74, 50), (74, 76)),
}
"""The pips of each face, in percent of the die."""


def readable(text: str) -> str:
    """Return text that XML allows: the name of a book can contain anything."""
    return _escaped("".join(letter if letter.isprintable() else " " for letter in text))


def _escaped(text: str) -> str:
    """Escape the three special characters of XML. The library's own function would load an HTTP client."""
    return text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;")


def _quoted(value: str) -> str:
    """Quote the value of an attribute with whichever quotes it does not contain."""
    safe = _escaped(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' in safe and "'" not in safe:
        return f"'{safe}'"
    safe = safe.replace('"', "&quot;")
    return f'"{safe}"'


def tag(name: str, inside: str = "", /, **attributes: object) -> str:
    """Return one element. Underscores in attribute names become hyphens, and empty attributes are left out."""
    told = "".join(
        f" {key.strip('_').replace('_', '-')}={_quoted(str(value))}"
        for key, value in attributes.items()
        if value not in ("", None)
    )
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def area(rect: Rect, **attributes: object) -> str:
    """Return a rectangle."""
    return tag("rect", x=rect.x, y=rect.y, width=rect.w, height=rect.h, **attributes)


def corner_path(rect: Rect, radius: tuple[int, int]) -> str:
    """Return the path of a rectangle whose lower left corner is rounded."""
    rx, ry = min(radius[0], rect.w), min(radius[1], rect.h)
    turn = f"A{rx} {ry} 0 0 0 {rect.x + rx} {rect.bottom}"
    return f"M{rect.x} {rect.y}V{rect.bottom - ry}{turn}H{rect.right}V{rect.y}Z"


def ell_path(rect: Rect, arm: Rect, radius: tuple[int, int]) -> str:
    """Return the path of a band along the bottom that turns the corner and runs up the left side."""
    rx, ry = radius
    inner_x, inner_y = max(rx - arm.w, 0), max(ry - rect.h, 0)
    return (
        f"M{arm.x} {arm.y}V{rect.bottom - ry}A{rx} {ry} 0 0 0 {arm.x + rx} {rect.bottom}"
        f"H{rect.right}V{rect.y}H{arm.right + inner_x}"
        f"A{inner_x} {inner_y} 0 0 1 {arm.right} {rect.y - inner_y}V{arm.y}Z"
    )


def letters(x: int, y: int, line: TextLine, *, turn: bool = False) -> str:
    """Return one line of text around its centre, turned to read upwards if asked."""
    space = line.size * line.tracking // 100
    turned = f"rotate(-90 {x} {y})" if turn else ""
    narrow = line.squeeze < 100
    return tag(
        "text",
        readable(line.words),
        # Browsers set the extra space after the last letter too: half of it brings the words back to the middle.
        x=0 if narrow else x + space // 2,
        y=y + line.size * 36 // 100,
        font_size=line.size,
        fill=line.fill,
        letter_spacing=space or "",
        textLength=measure(replace(line, squeeze=100)) + space,
        lengthAdjust="spacingAndGlyphs",
        # Not every renderer finds the middle of squeezed letters, so these are set from their left edge.
        text_anchor="start" if narrow else "",
        transform=f"translate({x - measure(line) // 2} 0) scale(0.{line.squeeze:02d} 1)" if narrow else turned,
        **_edged(line),
    )


def _edged(line: TextLine) -> dict[str, object]:
    """Return the outline of letters, drawn under them so that it does not make them thinner."""
    if not line.edge:
        return {}
    width = max(2, line.size // 12)
    return {"stroke": line.edge, "stroke_width": width, "paint_order": "stroke", "stroke_linejoin": "round"}


def stack(rect: Rect, lines: Sequence[TextLine]) -> str:
    """Return lines of text, one below the other, in the middle of a rectangle, reduced until they fit."""
    fitted = fit([line for line in lines if line.words], rect.w, rect.h)
    y = rect.centre[1] - height_of(fitted) // 2
    drawn = []
    for line in fitted:
        high = line.size * LEADING // 100
        drawn.append(letters(rect.centre[0], y + high // 2, line))
        y += high
    return "".join(drawn)


def upright(rect: Rect, line: TextLine) -> str:
    """Return a line turned to read upwards, in the middle of a tall rectangle."""
    (fitted,) = fit((line,), rect.h, rect.w)
    return letters(*rect.centre, fitted, turn=True)


def dice(x: int, y: int, size: int, roll: Roll) -> str:
    """Return two dice side by side around a point."""
    gap = size // 6
    return _die(x - gap // 2 - size, y - size // 2, size, roll.a) + _die(x + gap // 2, y - size // 2, size, roll.b)


def _die(x: int, y: int, size: int, face: int) -> str:
    pips = "".join(
        tag("circle", cx=x + size * across // 100, cy=y + size * down // 100, r=max(2, size * 10 // 100))
        for across, down in _PIPS[face]
    )
    body = area(Rect(x, y, size, size), rx=size // 5, fill=f"url(#{DIE})", stroke=INK, stroke_opacity="0.45")
    return body + tag("g", pips, fill=WHITE)


DIE = "comeout-die"


def mixed(one: str, other: str, percent: int) -> str:
    """Return a colour with so much of another in it."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{(a * (100 - percent) + b * percent) // 100:02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))
