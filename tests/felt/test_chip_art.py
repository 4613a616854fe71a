"""The puck and the chips on the drawn layout, and the text of the drawing."""

from __future__ import annotations

from itertools import combinations

import pytest

from comeout.felt import Rect, boxes, draw_felt
from comeout.felt.arrangement import arrange
from comeout.felt.chip_art import short_amount
from comeout.felt.lettering import TextLine, fit, height_of, measure, wrap
from comeout.felt.sizes import Shape
from comeout.rules.library import load_book
from comeout.table.table import Table
from tests.felt.test_felt import EVERY_BOOK, EVERY_SHAPE, SVG, box_of, drawn, groups, holds, overlap, printed

# ------------------------------------------------------------------ the puck and the chips


def puck_of(svg: str) -> tuple[str, int, int]:
    (puck,) = groups(svg, "puck")
    disc = puck.findall(f"{SVG}circle")[1]
    return puck.get("data-puck", ""), int(disc.get("cx", "")), int(disc.get("cy", ""))


def test_the_puck_lies_at_its_number_or_off_at_the_dont_come_box() -> None:
    layout = load_book("adelaide")
    felt = arrange(layout)
    word, x, y = puck_of(draw_felt(layout, point=9, show_puck=True))
    assert (word, x) == ("on", felt.columns[9].centre[0])
    assert abs(y - felt.columns[9].y) < felt.sizes.puck
    word, x, _ = puck_of(draw_felt(layout, show_puck=True))
    assert (word, x) == ("off", felt.boxes["dont-come"].rect.centre[0])
    assert groups(draw_felt(layout), "puck") == []


def test_the_number_of_the_point_is_lit() -> None:
    svg = draw_felt(load_book("adelaide"), point=6)
    lit, dark = (box_of(svg, spot).find(f"{SVG}rect") for spot in ("place-6", "place-8"))
    assert lit is not None
    assert dark is not None
    assert lit.get("fill") != dark.get("fill")


def chips_of(svg: str, spot: str) -> list[tuple[str, str, Rect, str]]:
    """Each stack on a spot: its seat, the amount on it, where the chip lies and its colour."""
    (group,) = [group for group in groups(svg, "chips") if group.get("data-spot") == spot]
    found = []
    for stack in group.findall(f"{SVG}g"):
        disc = stack.findall(f"{SVG}circle")[1]
        x, y, r = (int(disc.get(name, "")) for name in ("cx", "cy", "r"))
        amount, seat = printed(stack)
        found.append((seat, amount, Rect(x - r, y - r, 2 * r, 2 * r), disc.get("fill", "")))
    return found


@EVERY_SHAPE
def test_chips_lie_on_their_box_with_amount_and_seat(shape: Shape) -> None:
    layout = load_book("adelaide")
    chips = {spot: [(seat, 12_50) for seat in range(1, 9)] for spot in layout.by_id}
    svg = draw_felt(layout, chips=chips, shape=shape)
    for spot, box in boxes(layout, shape=shape).items():
        found = chips_of(svg, spot)
        assert [(seat, amount) for seat, amount, _, _ in found] == [(str(seat), "12.50") for seat in range(1, 9)]
        assert all(holds(box.rect, disc, slack=2) for _, _, disc, _ in found), spot
        assert len({disc for _, _, disc, _ in found}) == 8


def test_chips_of_a_few_seats_do_not_hide_each_other() -> None:
    layout = load_book("exhibit-a")
    svg = draw_felt(layout, chips={"pass": [(seat, 5_00) for seat in range(1, 7)], "place-6": [(1, 6_00), (2, 12_00)]})
    for spot in ("pass", "place-6"):
        for one, other in combinations(chips_of(svg, spot), 2):
            assert not overlap(one[2], other[2])


@pytest.mark.parametrize("amount", [5, 12_50, 9999_00, 123_456_00, 10**15])
def test_an_amount_does_not_leave_its_chip(amount: int) -> None:
    svg = draw_felt(load_book("exhibit-a"), chips={"field": [(12, amount)]})
    (group,) = groups(svg, "chips")
    (stack,) = group.findall(f"{SVG}g")
    disc, tab = (int(stack.findall(f"{SVG}circle")[place].get("r", "")) for place in (1, -1))
    amount_length, seat_length = (int(text.get("textLength", "")) for text in stack.iter(f"{SVG}text"))
    assert amount_length <= 2 * disc * 72 // 100
    assert seat_length <= 2 * tab


def test_a_chip_has_the_colour_of_its_denomination() -> None:
    amounts = (1_00, 5_00, 25_00, 100_00, 500_00, 1000_00)
    chips = {"pass": [(seat, amount) for seat, amount in enumerate(amounts, 1)], "field": [(1, 24_99)], "come": []}
    svg = draw_felt(load_book("exhibit-a"), chips=chips)
    colours = [colour for _, _, _, colour in chips_of(svg, "pass")]
    assert len(set(colours)) == 6
    assert chips_of(svg, "field")[0][3] == colours[1]
    assert not [group for group in groups(svg, "chips") if group.get("data-spot") == "come"]


@pytest.mark.parametrize(
    ("cents", "written"),
    [
        (5, "0.05"),
        (5_00, "5"),
        (12_50, "12.50"),
        (1234_56, "1234"),
        (10_000_00, "10k"),
        (12_345_00, "12.3k"),
        (123_456_00, "123k"),
        (2_500_000_00, "2.5M"),
        (10**15, "10T"),
        (10**18, "10000T"),
    ],
)
def test_an_amount_is_short_enough_for_a_chip(cents: int, written: str) -> None:
    assert short_amount(cents) == written


def test_a_table_shows_itself_with_the_puck_and_the_chips_of_all_seats() -> None:
    table = Table(load_book("exhibit-a"))
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    table.bet(2, "pass", 5_00)
    table.bet(1, "pass", 10_00)
    assert puck_of(table._repr_svg_())[0] == "off"
    table.roll(4, 2)
    table.bet(1, "pass-odds", 10_00)
    svg = table._repr_svg_()
    assert [chip[:2] for chip in chips_of(svg, "pass")] == [("1", "10"), ("2", "5")]
    assert [chip[:2] for chip in chips_of(svg, "pass-odds")] == [("1", "10")]
    assert puck_of(svg)[:2] == ("on", arrange(table.layout).columns[6].centre[0])


# ------------------------------------------------------------------ the text of the drawing


@EVERY_BOOK
@EVERY_SHAPE
def test_the_drawing_stands_alone_and_is_the_same_every_time(book: str, shape: Shape) -> None:
    layout = load_book(book)
    svg = draw_felt(layout, point=4, show_puck=True, chips={"field": [(1, 5_00)]}, shape=shape)
    root = drawn(svg)
    assert root.get("viewBox", "").startswith("0 0 ")
    assert not [
        element for element in root.iter() if element.tag.removeprefix(SVG) in ("script", "image", "style", "use")
    ]
    assert svg.count("http") == 1
    assert svg == draw_felt(load_book(book), point=4, show_puck=True, chips={"field": [(1, 5_00)]}, shape=shape)


def test_the_picture_is_told_in_words() -> None:
    layout = load_book("evolution")
    root = drawn(draw_felt(layout, point=8, show_puck=True, chips={"place-6": [(2, 12_00)]}))
    assert root.findtext(f"{SVG}title") == f"Craps layout: {layout.rulebook.book.title}"
    told = root.findtext(f"{SVG}desc") or ""
    assert "The puck is ON 8." in told
    assert "Seat 2 has 12.00 on Place to Win 6." in told
    assert "The puck is OFF." in draw_felt(layout, show_puck=True)
    assert box_of(draw_felt(layout), "place-6").findtext(f"{SVG}title") == "Place to Win 6: 7:6"


# ------------------------------------------------------------------ lettering


def test_lettering_shrinks_until_it_fits_and_never_grows() -> None:
    line = TextLine("PASS LINE", 40)
    assert line.fitted(1000) is line
    assert measure(line.fitted(100)) <= 100
    assert height_of(fit((line, line), 1000, 40)) <= 40
    assert fit((line,), 1000, 100) == (line,)


def test_letters_are_squeezed_before_they_shrink() -> None:
    line = TextLine("NINE", 60)
    assert line.squeezed(1000, least=70) is line
    assert line.squeezed(measure(line) * 8 // 10, least=70).size == 60
    assert line.squeezed(measure(line) // 2, least=70).size < 60


def test_words_are_broken_where_that_lets_them_be_larger() -> None:
    assert [line.words for line in wrap(TextLine("WHIRL OR WORLD", 20), 100)] == ["WHIRL OR", "WORLD"]
    assert [line.words for line in wrap(TextLine("WORLD", 20), 100)] == ["WORLD"]
    assert [line.words for line in wrap(TextLine("A B", 20), 100)] == ["A B"]


def test_an_unknown_letter_counts_as_a_wide_one() -> None:
    assert measure(TextLine("\u9ab0", 20)) == 20
