"""Where chips lie on a drawn layout: they cover nothing that a box pays."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from comeout.felt import Rect, draw_felt
from comeout.felt.sizes import Shape
from comeout.rules.library import load_book
from tests.felt.test_felt import EVERY_BOOK, EVERY_PICTURE, SVG, drawn, overlap

PRICE = re.compile(r"\d+ ?(?:to|:) ?\d+")


def chip_of(svg: ElementTree.Element, box: ElementTree.Element) -> Rect:
    """Where the page lays a player's chips: as large as the area for them allows."""
    x, y, w, h = (int(each) for each in box.get("data-chips", "").split())
    r = min(int(svg.get("data-chip", "")) * 13 // 10, h // 2, w // 2)
    across = x + w - r * 16 // 10 if 10 * w >= 42 * r else x + w // 2
    return Rect(across - r, y + h // 2 - r, 2 * r, 2 * r)


def room_of(text: ElementTree.Element) -> Rect:
    """The rectangle of a printed line that is not turned."""
    size, wide = int(text.get("font-size", "")), int(text.get("textLength", ""))
    return Rect(int(text.get("x", "")) - wide // 2, int(text.get("y", "")) - size * 70 // 100, wide, size * 70 // 100)


@EVERY_BOOK
@EVERY_PICTURE
def test_chips_cover_nothing_that_a_box_pays(book: str, shape: Shape) -> None:
    svg = drawn(draw_felt(load_book(book), shape=shape))
    checked = 0
    for box in svg.iter(f"{SVG}g"):
        if box.get("class", "").startswith("box"):
            chip = chip_of(svg, box)
            for text in box.iter(f"{SVG}text"):
                if PRICE.search(text.text or "") and not text.get("transform"):
                    checked += 1
                    assert not overlap(chip, room_of(text)), (box.get("data-spot"), text.text)
    assert checked > 5
