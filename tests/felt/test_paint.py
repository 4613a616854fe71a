"""SVG elements: text that XML allows, quoted attributes, and dice with as many pips as they show."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from comeout.dice import Roll
from comeout.felt.box import Rect
from comeout.felt.lettering import TextLine
from comeout.felt.paint import area, corner_path, dice, ell_path, letters, readable, stack, tag, upright


def test_a_text_is_what_xml_allows() -> None:
    assert readable("a & <b>\u0007") == "a &amp; &lt;b&gt; "


def test_attributes_are_quoted_and_empty_ones_left_out() -> None:
    assert tag("g", "in", stroke_width=2, fill="", id=None) == '<g stroke-width="2">in</g>'
    assert tag("path", d='say "hi"') == "<path d='say \"hi\"'/>"
    assert ElementTree.fromstring(tag("g", d='it\'s "so"\n')).get("d") == 'it\'s "so"\n'


def test_a_rectangle_is_drawn_where_it_is() -> None:
    drawn = ElementTree.fromstring(area(Rect(1, 2, 3, 4), fill="red"))
    assert [drawn.get(name) for name in ("x", "y", "width", "height", "fill")] == ["1", "2", "3", "4", "red"]


def test_paths_are_closed_and_keep_their_radius_inside() -> None:
    rect, arm = Rect(0, 100, 200, 40), Rect(0, 0, 40, 140)
    for path in (corner_path(rect, (500, 500)), ell_path(rect, arm, (60, 60))):
        assert path.startswith("M")
        assert path.endswith("Z")
    assert "A200 40" in corner_path(rect, (500, 500))


def test_words_stand_round_their_centre_and_are_turned_or_squeezed_when_asked() -> None:
    plain = ElementTree.fromstring(letters(100, 50, TextLine("PASS", 20)))
    assert (plain.text, plain.get("x"), plain.get("font-size"), plain.get("transform")) == ("PASS", "100", "20", None)
    turned = ElementTree.fromstring(letters(100, 50, TextLine("PASS", 20), turn=True))
    assert turned.get("transform") == "rotate(-90 100 50)"
    narrow = ElementTree.fromstring(letters(100, 50, TextLine("PASS", 20, squeeze=80)))
    assert "scale(0.80 1)" in str(narrow.get("transform"))
    edged = ElementTree.fromstring(letters(100, 50, TextLine("PASS", 24, edge="#000")))
    assert (edged.get("stroke"), edged.get("stroke-width")) == ("#000", "2")


def test_a_stack_has_its_lines_below_each_other_in_the_middle() -> None:
    lines = (TextLine("A", 20), TextLine("", 20), TextLine("B", 20))
    drawn = ElementTree.fromstring(f"<g>{stack(Rect(0, 0, 200, 100), lines)}</g>")
    first, second = drawn
    assert [each.text for each in drawn] == ["A", "B"]
    assert float(str(first.get("y"))) < float(str(second.get("y")))
    assert first.get("x") == second.get("x") == "100"


def test_an_upright_line_fits_the_height() -> None:
    line = ElementTree.fromstring(upright(Rect(0, 0, 20, 60), TextLine("DON'T PASS BAR", 40)))
    assert int(str(line.get("textLength"))) <= 60


@pytest.mark.parametrize("roll", [Roll(1, 6), Roll(3, 5), Roll(2, 4)])
def test_dice_have_the_pips_of_their_faces(roll: Roll) -> None:
    drawn = ElementTree.fromstring(f"<g>{dice(100, 50, 40, roll)}</g>")
    assert len(drawn.findall(".//circle")) == roll.total
    assert len(drawn.findall("rect")) == 2
