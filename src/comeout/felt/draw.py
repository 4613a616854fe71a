"""Draws a layout as SVG: the cloth, every box of a book, the puck and the chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from comeout.errors import ComeoutError, nearest
from comeout.felt.arrangement import Felt, arrange
from comeout.felt.box import Box, Rect
from comeout.felt.chip_art import chips_on, puck
from comeout.felt.lettering import TextLine
from comeout.felt.paint import DIE, FONT, GOLD, WHITE, area, corner_path, ell_path, letters, mixed, readable, tag
from comeout.felt.printing import PRINTED, print_caption, print_number
from comeout.felt.sizes import SIZES, Shape
from comeout.felt.wording import price_of
from comeout.money import Amount, show_amount
from comeout.rules.layout import POINTS, Layout
from comeout.rules.library import open_book
from comeout.rules.rulebook import Colours

_SHADED = ("face", "seven", "bar", "corner")
"""The kinds of box that are a little darker than the cloth."""

_TITLE_RAIL = 16
"""The least width of a rail that carries the name of the book."""


def draw_felt(
    book: str | Path | Layout,
    *,
    point: int | None = None,
    show_puck: bool = False,
    chips: Mapping[str, Sequence[tuple[int, Amount]]] | None = None,
    shape: Shape = "wide",
) -> str:
    """Draw a book's layout as SVG, with the puck if asked, and with chips as (seat, cents) by spot.

    >>> from comeout import book_names
    >>> svg = draw_felt(book_names()[0], point=6, show_puck=True, chips={"place-8": [(1, 12_00)]})
    >>> svg.startswith("<svg"), 'data-spot="place-8"' in svg, "The puck is ON" in svg
    (True, True, True)
    """
    layout = open_book(book)
    check_drawing(layout, point, chips or {}, shape)
    felt, lying = arrange(layout, shape=shape), chips or {}
    drawn = [
        tag("title", readable(f"Craps layout: {layout.rulebook.book.title}")),
        tag("desc", readable(_told(layout, point, show_puck, lying))),
        _gradients(layout.rulebook.look),
        _cloth(layout, felt),
        *(_box(layout, felt, box, point) for box in felt.boxes.values()),
        *(tag("g", print_number(layout, felt, at), pointer_events="none", data_number=at) for at in felt.columns),
        *(print_caption(felt, rect, words) for rect, words in felt.captions),
        *(
            chips_on(felt.boxes[spot], bets, felt.sizes.chip)
            for spot, bets in lying.items()
            if bets and spot in felt.boxes
        ),
    ]
    if show_puck and felt.pucks:
        drawn.append(puck(*felt.pucks[point or 0], felt.sizes.puck, on=bool(point)))
    return tag(
        "svg",
        "\n" + "\n".join(drawn).replace(GOLD, layout.rulebook.look.accent) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {felt.sizes.width} {felt.height}",
        role="img",
        data_chip=felt.sizes.chip,
        data_pucks=" ".join(f"{at}:{x},{y},{felt.sizes.puck}" for at, (x, y) in felt.pucks.items()),
        data_felt=layout.rulebook.look.felt,
        data_accent=layout.rulebook.look.accent,
        font_family=FONT,
        font_weight=600,
        text_anchor="middle",
    )


class DrawingError(ComeoutError, ValueError):
    """A request for something that a felt cannot show; one line says what."""


def check_drawing(layout: Layout, point: int | None, chips: Iterable[str], shape: Shape) -> None:
    """Refuse a shape, a point or a spot that the felt of a book does not have, and list those that it has."""
    if shape not in SIZES:
        raise DrawingError(f"{shape!r:.40} is no shape of a felt; {nearest(str(shape), SIZES)}")
    if point is not None and point not in POINTS:
        raise DrawingError(f"{point!r:.40} is no point; it is None or one of {', '.join(map(str, POINTS[1:]))}")
    for spot in chips:
        if spot not in layout.by_id:
            raise DrawingError(f'{layout.id} has no spot "{spot!s:.40}"; {nearest(str(spot), layout.by_id)}')


def _told(layout: Layout, point: int | None, show_puck: bool, chips: Mapping[str, Sequence[tuple[int, Amount]]]) -> str:
    """Describe the picture in words, for a screen reader."""
    told = [f"The betting layout of {layout.rulebook.book.title}."]
    if show_puck:
        told.append(f"The puck is ON {point}." if point else "The puck is OFF.")
    for spot, bets in chips.items():
        told += [f"Seat {seat} has {show_amount(amount)} on {layout.by_id[spot].name}." for seat, amount in bets]
    return " ".join(told)


def _gradients(look: Colours) -> str:
    """Define how the cloth, the rail and the dice are shaded."""
    felt = ((0, mixed(look.felt, "#ffffff", 9)), (55, look.felt), (100, mixed(look.felt, "#000000", 38)))
    rail = ((0, "#5b3a28"), (50, "#38200f"), (100, "#1e0f06"))
    die = ((0, "#ee3a44"), (100, "#a30f1c"))
    drawn = (
        tag("radialGradient", _stops(felt), id="comeout-felt", cx="50%", cy="38%", r="75%"),
        tag("linearGradient", _stops(rail), id="comeout-rail", x1=0, y1=0, x2=0, y2=1),
        tag("linearGradient", _stops(die), id=DIE, x1=0, y1=0, x2=1, y2=1),
    )
    return tag("defs", "".join(drawn))


def _stops(colours: Iterable[tuple[int, str]]) -> str:
    return "".join(tag("stop", offset=f"{at}%", stop_color=colour) for at, colour in colours)


def _cloth(layout: Layout, felt: Felt) -> str:
    """Draw the rail, the cloth and the name of the book."""
    sizes = felt.sizes
    whole = Rect(0, 0, sizes.width, felt.height)
    cloth = whole.inset(sizes.rail, sizes.rail)
    rail = area(whole, rx=sizes.corners, fill="url(#comeout-rail)")
    shine = area(
        whole.inset(sizes.rail // 6, sizes.rail // 6),
        rx=sizes.corners - sizes.rail // 8,
        fill="none",
        stroke="#c98d5a",
        stroke_opacity="0.45",
        stroke_width=2,
    )
    cloth_edge = mixed(layout.rulebook.look.felt, "#000000", 72)
    spread = area(
        cloth,
        rx=sizes.corners * 3 // 4,
        fill="url(#comeout-felt)",
        stroke=cloth_edge,
        stroke_width=sizes.rail // 4 + 1,
    )
    if sizes.rail < _TITLE_RAIL:
        return rail + shine + spread
    title = TextLine(layout.rulebook.book.title, sizes.rail * 54 // 100, "#e9c58f", tracking=6).fitted(cloth.w - 200)
    return rail + shine + spread + letters(whole.centre[0], felt.height - sizes.rail // 2, title)


def _box(layout: Layout, felt: Felt, box: Box, point: int | None) -> str:
    """Draw one box: its outline, its text and, as a tooltip, its full name and payouts."""
    price = price_of(layout, box.spot)
    return tag(
        "g",
        tag("title", readable(f"{box.spot.name}: {price}" if price else box.spot.name))
        + _outline(box, lit=box.kind == "face" and box.spot.number == point)
        + PRINTED[box.kind](layout, box, felt.sizes.text),
        class_="box" if box.spot.made_here else "box travelled",
        data_spot=box.spot.id,
        data_kind=box.kind,
        data_chips=" ".join(str(each) for each in box.chips),
    )


def _outline(box: Box, *, lit: bool) -> str:
    """Draw the outline of a box. Its inside is transparent but reacts to the pointer."""
    fill, opacity = (GOLD, "0.24") if lit else ("#000", "0.14" if box.kind in _SHADED else "0")
    inside = {"fill": fill, "fill_opacity": opacity, "class_": "area"}
    if box.kind in ("rest", "line-odds", "bar-odds"):
        return area(
            box.rect, **inside, rx=8, stroke=WHITE, stroke_opacity="0.45", stroke_width=2, stroke_dasharray="3 6"
        )
    edge = {"stroke": WHITE, "stroke_width": 2 if box.kind == "strip" else 3, "stroke_linejoin": "round"}
    if box.arm:
        return tag("path", d=ell_path(box.rect, box.arm, box.radius), **inside, **edge)
    if any(box.radius):
        return tag("path", d=corner_path(box.rect, box.radius), **inside, **edge)
    return area(box.rect, **inside, **edge)
