"""A felt is drawn as SVG, with puck and chips where asked, and told in words; what it cannot show is refused."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from comeout.felt.draw import DrawingError, check_drawing, draw_felt
from comeout.felt.paint import WHITE, mixed
from comeout.felt.sizes import SIZES, Shape
from comeout.rules.library import book_names, load_book

SVG = "{http://www.w3.org/2000/svg}"


def drawn(**options: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw_felt("sentosa", **options))  # type: ignore[arg-type]


def described(felt: ElementTree.Element) -> str:
    return str(felt.findtext(f"{SVG}desc"))


@pytest.mark.parametrize("shape", SIZES)
def test_every_shape_is_a_picture_of_its_own_size(shape: Shape) -> None:
    felt = drawn(shape=shape)
    assert (felt.tag, felt.get("role")) == (f"{SVG}svg", "img")
    assert str(felt.get("viewBox")).startswith(f"0 0 {SIZES[shape].width} ")
    assert felt.findtext(f"{SVG}title") == f"Craps layout: {load_book('sentosa').rulebook.book.title}"


def test_the_picture_is_told_in_words() -> None:
    plain = drawn()
    assert "puck" not in described(plain)
    told = described(drawn(point=6, show_puck=True, chips={"place-8": [(2, 12_00)]}))
    assert "The puck is ON 6." in told
    assert f"Seat 2 has 12.00 on {load_book('sentosa').by_id['place-8'].name}." in told
    assert "The puck is OFF." in described(drawn(show_puck=True))


def test_the_drawing_says_where_chips_and_pucks_go() -> None:
    felt = drawn()
    assert felt.get("data-chip") == str(SIZES["wide"].chip)
    assert [each.split(":")[0] for each in str(felt.get("data-pucks")).split()] == ["0", "4", "5", "6", "8", "9", "10"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"shape": "round"}, "'round' is no shape of a felt; "),
        ({"point": 7}, "7 is no point; it is None or one of 4, 5, 6, 8, 9, 10"),
        ({"chips": {"plaec-8": []}}, 'sentosa has no spot "plaec-8"; did you mean "place-8"?'),
    ],
)
def test_what_a_felt_cannot_show_is_one_line(options: dict[str, object], says: str) -> None:
    with pytest.raises(DrawingError) as bad:
        drawn(**options)
    assert bad.value.says.startswith(says)


def test_a_drawing_that_can_be_shown_is_checked_without_a_word() -> None:
    check_drawing(load_book("sentosa"), 6, {"place-8": ()}, "wide")


LOOKS = {
    "adelaide": ("#0b4a36", "#ffd968"),
    "evolution": ("#14335f", "#a6e1ff"),
    "exhibit-a": ("#6b1f33", "#ffcf8a"),
    "sentosa": ("#3a2a63", "#ffc58a"),
}


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("book", book_names())
def test_every_book_has_a_felt_of_its_own_on_which_words_and_payouts_can_be_read(book: str) -> None:
    felt = ElementTree.fromstring(draw_felt(book))
    look = load_book(book).rulebook.look
    assert (felt.get("data-felt"), felt.get("data-accent")) == (look.felt, look.accent) == LOOKS[book]
    brightest = luminance(mixed(look.felt, "#ffffff", 16))
    for ink in (WHITE, look.accent):
        assert (luminance(ink) + 0.05) / (brightest + 0.05) >= 4.5
