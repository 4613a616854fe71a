"""Draws the puck, and the chips of the seats on their boxes."""

from __future__ import annotations

from collections.abc import Sequence

from comeout.felt.box import Box, Rect
from comeout.felt.lettering import TextLine
from comeout.felt.paint import INK, WHITE, letters, readable, tag
from comeout.money import Amount, show_amount

DENOMINATIONS = (
    (1_000_00, "#e3a008", INK),
    (500_00, "#6d3fb5", WHITE),
    (100_00, "#1d1d22", WHITE),
    (25_00, "#157347", WHITE),
    (5_00, "#c4202c", WHITE),
    (0, "#e9e4d6", INK),
)
"""The chip colours: the smallest amount of each, the colour of the chip, and the colour of its text."""


def puck(x: int, y: int, radius: int, *, on: bool) -> str:
    """Draw the puck: white and ON, or black and OFF."""
    plain, ink = (WHITE, INK) if on else (INK, WHITE)
    word = "ON" if on else "OFF"
    return tag(
        "g",
        tag("title", f"The puck is {word}")
        + tag("circle", cx=x + 2, cy=y + 4, r=radius, fill="#000", fill_opacity="0.35")
        + tag("circle", cx=x, cy=y, r=radius, fill=plain, stroke=ink, stroke_width=2)
        + tag("circle", cx=x, cy=y, r=radius * 78 // 100, fill="none", stroke=ink, stroke_width=2)
        + letters(x, y, TextLine(word, radius * 68 // 100, ink).fitted(radius * 130 // 100)),
        class_="puck",
        data_puck=word.lower(),
    )


def chips_on(box: Box, bets: Sequence[tuple[int, Amount]], largest: int) -> str:
    """Draw the chips of every seat on one box, side by side, as large as the box allows."""
    cells, radius = _spread(box.chips, len(bets), largest)
    stacks = (_stack(x, y, radius, seat, amount) for (x, y), (seat, amount) in zip(cells, bets, strict=True))
    return tag("g", "".join(stacks), class_="chips", data_spot=box.spot.id)


def _spread(rect: Rect, count: int, largest: int) -> tuple[list[tuple[int, int]], int]:
    """Return the centres and the radius of so many chips, in the number of rows that lets them be largest.

    Chips overlap if there is no room.
    """
    ways = [(_radius(rect, -(-count // rows), rows, largest), -rows) for rows in range(1, count + 1)]
    radius, rows = max(ways)[0], -max(ways)[1]
    across = -(-count // rows)
    step_x, step_y = _step(rect.w, across, radius), _step(rect.h, rows, radius)
    middle_x, middle_y = rect.centre
    if rect.w >= 4 * largest:  # in a long box chips begin at the right, clear of the name
        middle_x = max(middle_x, rect.right - radius * 13 // 10 - (across - 1) * step_x // 2)
    cells = []
    for place in range(count):
        row, column = divmod(place, across)
        here = min(across, count - row * across)
        cells.append((middle_x + (2 * column - here + 1) * step_x // 2, middle_y + (2 * row - rows + 1) * step_y // 2))
    return cells, radius


def _radius(rect: Rect, across: int, down: int, largest: int) -> int:
    """Return the largest radius at which so many chips fit, if each may cover a fifth of its neighbour."""
    return max(4, min(largest, *(room * 10 // (20 + 16 * (n - 1)) for room, n in ((rect.w, across), (rect.h, down)))))


def _step(room: int, count: int, radius: int) -> int:
    """Return the distance between the centres of two chips; they do not touch if there is room."""
    return min(2 * radius + 8, (room - 2 * radius) // (count - 1)) if count > 1 else 0


def _stack(x: int, y: int, radius: int, seat: int, amount: Amount) -> str:
    """Draw one seat's chips: the colour of the largest chip that fits, the amount on it, and the seat on a tab."""
    colour, ink = next((colour, ink) for least, colour, ink in DENOMINATIONS if amount >= least)
    tab = max(3, radius * 44 // 100)
    tab_x, tab_y = x + radius * 72 // 100, y - radius * 72 // 100
    return tag(
        "g",
        tag("title", readable(f"Seat {seat}: {show_amount(amount)}"))
        + tag("circle", cx=x + 1, cy=y + 3, r=radius, fill="#000", fill_opacity="0.4")
        + tag("circle", cx=x, cy=y, r=radius, fill=colour, stroke=INK, stroke_opacity="0.5")
        + tag(
            "circle",
            cx=x,
            cy=y,
            r=radius * 86 // 100,
            fill="none",
            stroke=ink,
            stroke_opacity="0.85",
            stroke_width=max(2, radius // 5),
            stroke_dasharray=f"{radius * 45 // 100} {radius * 45 // 100}",
        )
        + tag("circle", cx=x, cy=y, r=radius * 72 // 100, fill=colour, stroke=ink, stroke_opacity="0.6")
        + letters(x, y, TextLine(short_amount(amount), radius * 72 // 100, ink).fitted(radius * 126 // 100))
        + tag("circle", cx=tab_x, cy=tab_y, r=tab, fill=WHITE, stroke=INK)
        + letters(tab_x, tab_y, TextLine(str(seat), tab * 135 // 100, INK).fitted(tab * 150 // 100)),
        data_seat=seat,
        data_amount=amount,
    )


def short_amount(amount: Amount) -> str:
    """Format an amount short enough for a chip: cents only if there are any, thousands as k, M and so on."""
    whole, cents = divmod(amount, 100)
    if whole < 10_000:
        return f"{whole}.{cents:02d}" if cents and whole < 1000 else str(whole)
    power = min((len(str(whole)) - 1) // 3, 4)
    tenths = whole * 10 // 1000**power
    return f"{tenths // 10}{f'.{tenths % 10}' if tenths % 10 and tenths < 1000 else ''}{' kMBT'[power]}"
