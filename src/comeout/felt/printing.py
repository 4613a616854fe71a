"""Prints what each kind of box shows: names, payouts, numbers and dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from comeout.felt.arrangement import Felt
from comeout.felt.box import Box, BoxKind, Rect
from comeout.felt.lettering import TextLine, fit, height_of, wrap
from comeout.felt.paint import GOLD, RED, WHITE, area, dice, letters, readable, stack, tag, upright
from comeout.felt.wording import (
    barred,
    name_of,
    number_word,
    only_way,
    price_of,
    prices,
    strip_name,
    symbols,
    totals_won,
    winning_roll,
)
from comeout.rules.layout import Layout, Spot

Printer = Callable[[Layout, Box, int], str]


def print_number(layout: Layout, felt: Felt, number: int) -> str:
    """Draw a number's frame, and the number itself, large, in the upper part of its face."""
    frame = area(felt.columns[number], fill="none", stroke=WHITE, stroke_width=4)
    face = felt.faces[number]
    upper = face.part(top=2, bottom=34).inset(14, 0) if face.upright else face.part(top=4, bottom=60, left=6, right=52)
    line = TextLine(number_word(layout, number), felt.sizes.face * 52 // 100, GOLD)
    return frame + stack(upper, (line.squeezed(upper.w, least=60),))


def print_caption(felt: Felt, rect: Rect, words: str) -> str:
    """Print the payouts of a row of boxes, once, over the row."""
    frame = area(rect, fill="none", stroke=WHITE, stroke_width=3)
    return frame + stack(rect.inset(10, 2), (TextLine(words, felt.sizes.text * 2 // 3, GOLD),))


def _line(_layout: Layout, box: Box, size: int) -> str:
    """Print the pass line, along the bottom and up the side."""
    line = TextLine(name_of(box.spot), size * 2, WHITE, tracking=22)
    along = box.rect.part(left=34 if box.arm else 4, right=72)
    return stack(along, (line,)) + (upright(box.arm.part(bottom=78), line) if box.arm else "")


def _bar_line(layout: Layout, box: Box, size: int) -> str:
    """Print don't pass, with the total that is barred."""
    totals = barred(layout, box.spot)
    words = name_of(box.spot) + (" BAR" if totals else "")
    line = TextLine(words, size * 3 // 2, WHITE, tracking=10)
    drawn = stack(box.rect.part(left=7 if box.arm else 2, right=56), (line,))
    drawn += upright(box.arm.part(bottom=78), line) if box.arm else ""
    beside = box.rect.part(left=57, right=77)
    return drawn + _bar_dice(totals, beside, min(box.rect.h * 56 // 100, size * 8 // 5, beside.w * 44 // 100))


def _bar_dice(totals: tuple[int, ...], rect: Rect, size: int) -> str:
    """Print the barred total as dice, or in figures if there are several or if more than one roll makes it."""
    roll = only_way(totals[0]) if len(totals) == 1 else None
    if roll:
        return dice(*rect.centre, size, roll)
    return stack(rect, (TextLine(", ".join(str(total) for total in totals), size, GOLD),))


def _come(_layout: Layout, box: Box, _size: int) -> str:
    line = TextLine(name_of(box.spot), box.rect.h * 74 // 100, RED, tracking=22, edge=WHITE)
    return stack(box.rect.part(left=26, right=74, top=2, bottom=98), (line,))


def _dont_come(layout: Layout, box: Box, size: int) -> str:
    """Print don't come, one word below the other, with the total that is barred."""
    totals = barred(layout, box.spot)
    words = name_of(box.spot).split() + (["BAR"] if totals else [])
    upper = box.rect.part(top=9, bottom=66).inset(8, 0)
    die = box.rect.w * 32 // 100 if totals else 0
    lines = fit([TextLine(word, size * 3 // 2, WHITE) for word in words], upper.w, upper.h - die * 3 // 2)
    lines = tuple(replace(line, size=min(each.size for each in lines)) for line in lines)
    high = height_of(lines)
    y = upper.centre[1] - (high + die * 3 // 2) // 2
    drawn = stack(Rect(upper.x, y, upper.w, high), lines)
    return drawn + _bar_dice(totals, Rect(upper.x, y + high + die // 3, upper.w, die), die)


def _field(layout: Layout, box: Box, size: int) -> str:
    """Print the winning totals over the name. A total that pays more has a ring, and its odds under it."""
    totals = totals_won(layout, box.spot)
    least = min(totals.values())
    name = TextLine(name_of(box.spot), size * 2, WHITE, tracking=40)
    drawn = [stack(box.rect.part(left=24, right=76, top=58, bottom=97), (name,))]
    columns = box.rect.part(left=3, right=97).columns(len(totals))
    for (total, odds), column in zip(totals.items(), columns, strict=True):
        upper = column.part(top=7, bottom=59)
        ring = min(upper.h // 2, size * 3 // 2, upper.w // 2)
        high = min(size * 2, upper.h * 13 // 10)
        room = ring * 3 // 2 if odds > least else upper.w * 3 // 4
        drawn.append(letters(*upper.centre, TextLine(str(total), high, GOLD).fitted(room)))
        if odds > least:
            x, y = upper.centre
            drawn.append(
                tag(
                    "circle",
                    cx=x,
                    cy=y,
                    r=ring,
                    fill="none",
                    stroke=GOLD,
                    stroke_width=3,
                )
            )
            lines = (TextLine("PAYS", size * 3 // 5, WHITE), TextLine(layout.odds_word(odds), size * 4 // 5, WHITE))
            drawn.append(stack(column.part(top=62, bottom=95), lines))
    return "".join(drawn)


def _corner(layout: Layout, box: Box, size: int) -> str:
    """Print Big 6 and Big 8."""
    number = str(box.spot.number)
    words = [word for word in name_of(box.spot).split() if word != number]
    lines = (
        TextLine(" ".join(words), size, WHITE),
        TextLine(number, size * 5 // 2, RED, edge=WHITE),
        TextLine(price_of(layout, box.spot), size * 3 // 4, WHITE),
    )
    words_at = box.rect.part(right=58).inset(4, 2) if box.flat else box.rect.part(top=2, bottom=60).inset(8, 0)
    return stack(words_at, lines)


def _face(layout: Layout, box: Box, size: int) -> str:
    lines = (
        TextLine(strip_name(box.spot), size * 3 // 4, WHITE),
        TextLine(price_of(layout, box.spot), size, WHITE),
    )
    return stack(box.rect.part(top=71 if box.narrow else 61, bottom=98).inset(6, 0), lines)


def _strip(layout: Layout, box: Box, size: int) -> str:
    lines = (
        TextLine(strip_name(box.spot), size * 3 // 5, WHITE),
        TextLine(price_of(layout, box.spot), size * 4 // 5, GOLD),
    )
    return stack(_beside(box, share=46).inset(4, 2), lines)


def _beside(box: Box, *, share: int) -> Rect:
    """Return the part of a box that its chips leave to its words: the upper part of a narrow one, or the left."""
    return box.rect.part(bottom=share) if box.narrow else box.rect.part(right=60)


def _rest(layout: Layout, box: Box, size: int) -> str:
    """Print the box of a come or don't come bet on its number, or of its odds, small."""
    odds = bool(box.spot.wager.supports)
    words = [box.spot.wager.printed or "ODDS", price_of(layout, box.spot)] if odds else strip_name(box.spot).split()
    room = box.rect.part(bottom=40) if box.narrow else box.rect.part(right=46)
    return tag("g", stack(room.inset(2, 3), [TextLine(word, size * 3 // 5, WHITE) for word in words]), opacity="0.7")


def _line_odds(layout: Layout, box: Box, size: int) -> str:
    """Print the odds behind the pass line, in the middle of the table."""
    return stack(
        box.rect.part(left=24 if box.rect.w > 8 * box.rect.h else 2, right=70).inset(0, 4),
        _odds_lines(layout, box, size),
    )


def _bar_odds(layout: Layout, box: Box, size: int) -> str:
    """Print the odds beside don't pass."""
    return stack(box.rect.part(right=74).inset(10, 4), _odds_lines(layout, box, size))


def _odds_lines(layout: Layout, box: Box, size: int) -> tuple[TextLine, ...]:
    """Return the odds on a line bet by point. The point itself is not printed: there is no other number."""
    paid = [str(paid).removeprefix("point ") for paid in prices(layout, box.spot)]
    rows = [" \u00b7 ".join(paid)] if box.rect.w > 4 * box.rect.h else paid
    return TextLine(name_of(box.spot), size * 3 // 4, WHITE), *(TextLine(row, size * 3 // 4, GOLD) for row in rows)


def _bar(layout: Layout, box: Box, size: int) -> str:
    """Print a payout, and the name beside it; the other end is for chips."""
    price = TextLine(price_of(layout, box.spot), size, GOLD)
    name = TextLine(name_of(box.spot), size * 3 // 2, RED, tracking=4, edge=WHITE)
    return stack(box.rect.part(left=2, right=22), (price,)) + stack(box.rect.part(left=24, right=76), (name,))


def _dice(layout: Layout, box: Box, size: int) -> str:
    """Print the winning dice, with name and payout."""
    roll = winning_roll(layout, box.spot)
    assert roll
    top = box.rect.part(left=2, right=62, top=8, bottom=54)
    lines = (TextLine(price_of(layout, box.spot), size, GOLD), TextLine(name_of(box.spot), size * 3 // 5, WHITE))
    return dice(*top.centre, min(top.h, top.w * 44 // 100), roll) + stack(
        box.rect.part(top=56, bottom=97).inset(6, 0), lines
    )


def _circles(layout: Layout, box: Box, size: int) -> str:
    """Print craps and eleven as the two circles C and E."""
    drawn = [stack(box.rect.part(top=72, bottom=97).inset(8, 0), (TextLine(name_of(box.spot), size * 3 // 5, WHITE),))]
    upper = box.rect.part(top=6, bottom=72)
    halves = (upper.part(left=2, right=38), upper.part(left=41, right=77))
    for letter, paid, half in zip("CE", prices(layout, box.spot), halves, strict=True):
        beside = half.part(left=46)
        radius = min(half.h // 2, half.w * 20 // 100)
        x, y = half.x + half.w * 22 // 100, half.centre[1]
        drawn.append(tag("circle", cx=x, cy=y, r=radius, fill="none", stroke=GOLD, stroke_width=3))
        drawn.append(letters(x, y, TextLine(letter, radius * 5 // 4, GOLD)))
        words = paid.odds.replace(" on ", "\non ").splitlines()
        drawn.append(stack(beside, [TextLine(row, size * 9 // 10, WHITE) for row in words]))
    return "".join(drawn)


def _between(layout: Layout, box: Box, size: int) -> str:
    """Print the symbols of two bets, each a target for its own bet, and between them the bet on both."""
    middle = box.rect.part(left=27, right=57).inset(2, 6)
    paid = [TextLine(str(paid), size * 2 // 3, GOLD) for paid in prices(layout, box.spot)]
    drawn = [stack(middle, [*wrap(TextLine(name_of(box.spot), size * 3 // 5, WHITE), middle.w), *paid])]
    sides = (box.rect.part(left=1, right=26), box.rect.part(left=75, right=99))
    drawn += [_symbol(layout, spot, side, size) for spot, side in zip(symbols(layout), sides, strict=True)]
    return "".join(drawn)


def _symbol(layout: Layout, spot: Spot, side: Rect, size: int) -> str:
    """Print a bet's symbol with its payout. It is a target for the pointer, like the bet's own box."""
    upper = side.part(top=8, bottom=66)
    radius = min(upper.h // 2, upper.w * 40 // 100)
    x, y = upper.centre
    price = price_of(layout, spot)
    return tag(
        "g",
        tag("title", readable(f"{spot.name}: {price}"))
        + area(side.inset(2, 4), rx=8, fill="#000", fill_opacity="0", class_="target")
        + tag("circle", cx=x, cy=y, r=radius, fill="none", stroke=GOLD, stroke_width=3)
        + letters(x, y, TextLine(spot.wager.symbol, radius * 5 // 4, GOLD))
        + stack(side.part(top=68, bottom=96).inset(4, 0), [TextLine(price, size * 9 // 10, WHITE)]),
        class_="also",
        data_spot=spot.id,
    )


def _words(layout: Layout, box: Box, size: int) -> str:
    """Print a name and, under it, every payout that the book lists."""
    name, under = box.rect.part(top=2, bottom=42, right=64).inset(4, 2), box.rect.part(top=43, bottom=98).inset(6, 0)
    paid = [TextLine(str(paid), size * 2 // 3, GOLD) for paid in prices(layout, box.spot)]
    return stack(name, _name_lines(box, size, name.w)) + stack(under, paid)


def _named(_layout: Layout, box: Box, size: int) -> str:
    """Print a name alone; its payout is printed over the row."""
    inner = box.rect.inset(8, 6)
    return stack(inner, _name_lines(box, size, inner.w))


def _name_lines(box: Box, size: int, width: int) -> list[TextLine]:
    """Break a long name into lines, at its commas or else at any space."""
    parts = name_of(box.spot).split(", ")
    if len(parts) > 1:
        return [TextLine(part, size, WHITE) for part in parts]
    return list(wrap(TextLine(parts[0], size, WHITE), width))


PRINTED: dict[BoxKind, Printer] = {
    "line": _line,
    "bar-line": _bar_line,
    "come": _come,
    "dont-come": _dont_come,
    "field": _field,
    "corner": _corner,
    "face": _face,
    "strip": _strip,
    "rest": _rest,
    "line-odds": _line_odds,
    "bar-odds": _bar_odds,
    "seven": _bar,
    "bar": _bar,
    "dice": _dice,
    "circles": _circles,
    "between": _between,
    "words": _words,
    "named": _named,
}
