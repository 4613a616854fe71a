"""The drawing of a layout: every bet of a book has its box, every price comes from the data, nothing leaves its box."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from comeout.felt import Box, Rect, boxes, draw_felt
from comeout.felt.arrangement import arrange
from comeout.felt.sizes import Shape
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text
from tests.kit.rulebooks import FILE, house, text_of

SVG = "{http://www.w3.org/2000/svg}"
SHAPES: tuple[Shape, ...] = ("wide", "tall")

EVERY_BOOK = pytest.mark.parametrize("book", book_names())
EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)
EVERY_PICTURE = pytest.mark.parametrize("shape", [*SHAPES, "wing", "low", "centre"])

HOP = """
[wager.hop]
name = "{number} on the Hop"
clause = "House 1"
numbers = [4, 9]
make = { when = "any", clause = "House 1" }
raise = { when = "any", clause = "House 1" }
remove = { when = "any", clause = "House 1" }
rows = [
  { roll = "number", then = "win", clause = "House 1" },
  { roll = "seven", then = "lose", clause = "House 1" },
  { roll = "other", then = "lose", clause = "House 1" },
]
pays = [{ number = [4], odds = "8 to 1", clause = "House 1" }, { number = [9], odds = "7 to 1", clause = "House 1" }]
"""
FIRE = """
[wager.fire]
name = "Fire & <Ice>\\u0007, a bet whose name goes on for rather longer than any box of a felt is wide"
clause = "House 2"
make = { when = "any", clause = "House 2" }
raise = { when = "any", clause = "House 2" }
remove = { when = "any", clause = "House 2" }
rows = [
  { roll = [2, 12], then = "win", clause = "House 2" },
  { roll = [7], then = "lose", clause = "House 2" },
  { roll = [3, 4, 5, 6, 8, 9, 10, 11], then = "stay", clause = "House 2" },
]
pays = [{ odds = "2 to 1", clause = "House 2" }]
"""
LUCKY = """
[wager.lucky]
name = "Lucky {number}"
clause = "House 4"
numbers = [3, 11]
make = { when = "any", clause = "House 4" }
raise = { when = "any", clause = "House 4" }
remove = { when = "any", clause = "House 4" }
rows = [
  { roll = "number", then = "win", clause = "House 4" },
  { roll = "seven", then = "lose", clause = "House 4" },
  { roll = "other", then = "stay", clause = "House 4" },
]
pays = [{ odds = "3 to 1", clause = "House 4" }]
"""
PUT = """
[wager.put]
name = "Bet"
clause = "House 3"
make = { when = "point", clause = "House 3" }
raise = { when = "point", clause = "House 3" }
remove = { when = "point", clause = "House 3" }
stands = "point"
rows = [
  { puck = "on", roll = "point", then = "win", clause = "House 3" },
  { puck = "on", roll = "seven", then = "lose", clause = "House 3" },
  { puck = "on", roll = "other", then = "stay", clause = "House 3" },
]
pays = [{ odds = "1 to 1", clause = "House 3" }]
"""


def without(text: str, *wagers: str) -> str:
    """The text of a book with some wagers cut out."""
    tables = re.split(r"(?m)^(?=\[)", text)
    return "".join(table for table in tables if not any(re.match(rf"\[wager\.{name}[.\]]", table) for name in wagers))


def only(book: str, *wagers: str) -> Layout:
    """A book that has lost all but a few of its wagers."""
    text = text_of(book)
    every = re.findall(r"(?m)^\[wager\.([\w-]+)\]", text)
    left = without(text, *(name for name in every if name not in wagers))
    return load_text(re.sub(r"(?m)^follows = .*\n", "", left), file=FILE)


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def groups(svg: str, kind: str) -> list[ElementTree.Element]:
    return [group for group in drawn(svg).iter(f"{SVG}g") if kind in group.get("class", "").split()]


def box_of(svg: str, spot: str) -> ElementTree.Element:
    (box,) = [box for box in groups(svg, "box") if box.get("data-spot") == spot]
    return box


def printed(element: ElementTree.Element) -> list[str]:
    """The lettering of an element, line by line."""
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def pips(element: ElementTree.Element) -> int:
    """The pips of the dice in an element: circles of a group of their own."""
    return sum(len(group.findall(f"{SVG}circle")) for group in element.iter(f"{SVG}g") if not group.get("class"))


def covered(box: Box) -> list[Rect]:
    return [box.rect, box.arm] if box.arm else [box.rect]


def overlap(a: Rect, b: Rect) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


def holds(outer: Rect, inner: Rect, slack: int = 0) -> bool:
    return (
        outer.x - slack <= inner.x
        and outer.y - slack <= inner.y
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


# ------------------------------------------------------------------ boxes


@EVERY_BOOK
@EVERY_SHAPE
def test_every_spot_of_a_book_has_exactly_one_box(book: str, shape: Shape) -> None:
    layout = load_book(book)
    found = groups(draw_felt(layout, shape=shape), "box")
    assert sorted(box.get("data-spot", "") for box in found) == sorted(layout.by_id)
    travelled = {box.get("data-spot") for box in found if "travelled" in box.get("class", "").split()}
    assert travelled == {spot.id for spot in layout.spots if not spot.made_here}
    assert set(boxes(layout, shape=shape)) == set(layout.by_id)


@EVERY_BOOK
@EVERY_PICTURE
def test_no_two_boxes_overlap_and_all_lie_on_the_cloth(book: str, shape: Shape) -> None:
    felt = arrange(load_book(book), shape=shape)
    rail = felt.sizes.rail
    cloth = Rect(0, 0, felt.sizes.width, felt.height).inset(rail, rail)
    for box in felt.boxes.values():
        assert all(holds(cloth, rect) for rect in covered(box)), box.spot.id
        assert holds(box.rect, box.chips), box.spot.id
    for a, b in combinations(felt.boxes.values(), 2):
        assert not any(overlap(one, other) for one in covered(a) for other in covered(b)), (a.spot.id, b.spot.id)


@EVERY_BOOK
@EVERY_PICTURE
def test_no_lettering_leaves_its_box(book: str, shape: Shape) -> None:
    layout = load_book(book)
    places = boxes(layout, shape=shape)
    for group in groups(draw_felt(layout, shape=shape), "box"):
        box = places[group.get("data-spot", "")]
        for text in group.iter(f"{SVG}text"):
            x, y, size, length = (int(text.get(name, "0")) for name in ("x", "y", "font-size", "textLength"))
            turned = (text.get("transform") or "").startswith("rotate")
            room = covered(box)[1] if turned else box.rect
            wide, high = (size, length) if turned else (length, size)
            middle = y - size * 36 // 100
            written = Rect(x - wide // 2, middle - high // 2, wide, high)
            assert holds(room, written, slack=size // 4), (group.get("data-spot"), text.text)


def test_a_number_has_its_bets_in_its_own_column() -> None:
    felt = arrange(load_book("adelaide"))
    for number, column in felt.columns.items():
        for wager in ("place", "place-lose", "buy", "lay", "come", "come-odds", "dont-come", "dont-come-odds"):
            assert holds(column, felt.boxes[f"{wager}-{number}"].rect), (wager, number)
    against, face, on = (felt.boxes[f"{wager}-6"].rect.y for wager in ("lay", "place", "buy"))
    assert against < face < on


def test_odds_lie_behind_the_pass_line_and_beside_a_come_bet() -> None:
    places = boxes(load_book("sentosa"))
    assert places["pass-odds"].rect.y >= places["pass"].rect.bottom
    assert places["come-odds-4"].rect.x >= places["come-4"].rect.right
    assert places["come-odds-4"].rect.y == places["come-4"].rect.y


def test_the_tall_shape_has_the_centre_under_the_end_of_the_table() -> None:
    wide, tall = (boxes(load_book("evolution"), shape=shape) for shape in SHAPES)
    assert wide["any-seven"].rect.x > wide["pass"].rect.right
    assert tall["any-seven"].rect.y > tall["pass"].rect.bottom


# ------------------------------------------------------------------ a phone: one end of the table, and the centre

PHONE = 352
"""The width a phone of 360 has for the picture."""


@EVERY_BOOK
def test_a_phone_shows_every_spot_on_the_wing_or_in_the_centre_and_none_twice(book: str) -> None:
    layout = load_book(book)
    wing, low, centre = (set(boxes(layout, shape=shape)) for shape in ("wing", "low", "centre"))
    assert wing == low
    assert wing | centre == set(layout.by_id)
    assert not wing & centre
    assert {"pass", "come", "field", "place-6"} <= wing
    assert {"any-seven", "hard-4"} <= centre


@EVERY_BOOK
@pytest.mark.parametrize("shape", ["wing", "centre"])
def test_on_a_phone_what_can_be_bet_on_is_large_enough_for_a_thumb(book: str, shape: Shape) -> None:
    layout = load_book(book)
    felt = arrange(layout, shape=shape)
    for spot, box in felt.boxes.items():
        low = 44 if layout.by_id[spot].made_here else 24
        assert min(box.rect.w, box.rect.h) * PHONE >= low * felt.sizes.width - felt.sizes.width // 2, spot


LOW = (523, 302)
"""The room for the end of the table on a phone of 844 x 390 that is held sideways."""


@EVERY_BOOK
def test_on_a_phone_held_sideways_the_whole_end_of_the_table_is_in_view_at_once_and_can_be_tapped(book: str) -> None:
    felt = arrange(load_book(book), shape="low")
    width = min(LOW[0], LOW[1] * felt.sizes.width // felt.height)
    for spot, box in felt.boxes.items():
        low = (
            20 if box.kind in ("rest", "bar-odds") else 24
        )  # what is behind another bet is offered beside the line too
        assert min(box.rect.w, box.rect.h) * width >= low * felt.sizes.width - felt.sizes.width // 2, spot


def test_a_flat_corner_has_its_chips_beside_its_words() -> None:
    low, wide = (boxes(load_book("adelaide"), shape=shape)["big-6"] for shape in ("low", "wide"))
    assert low.flat
    assert not wide.flat
    assert low.chips.x > low.rect.centre[0]
    assert wide.chips.y > wide.rect.centre[1]


UPRIGHT_ROOM = (390, 530)
"""The room for the felt of an upright phone of 390 x 844 under the tabs."""


@pytest.mark.parametrize("book", ["evolution", "exhibit-a", "sentosa"])  # adelaide has one strip more
def test_on_an_upright_phone_all_numbers_and_strips_are_in_view_over_the_lines(book: str) -> None:
    felt = arrange(load_book(book), shape="wing")
    first = min(box.rect.y for box in felt.boxes.values() if box.kind in ("strip", "face"))
    assert (felt.height - first) * UPRIGHT_ROOM[0] <= UPRIGHT_ROOM[1] * felt.sizes.width
    assert all(box.narrow for box in felt.boxes.values() if box.kind in ("strip", "face"))


def test_on_a_phone_odds_lie_under_a_come_bet_and_beside_the_pass_line() -> None:
    places = boxes(load_book("sentosa"), shape="wing")
    assert places["come-odds-4"].rect.y >= places["come-4"].rect.bottom
    assert places["pass-odds"].rect.x >= places["pass"].rect.right


def test_a_phone_has_the_puck_on_the_wing_alone_and_chips_where_their_spot_is() -> None:
    layout = load_book("evolution")
    chips = {"place-6": [(1, 12_00)], "hard-6": [(1, 5_00)]}
    wing, centre = (draw_felt(layout, point=6, show_puck=True, chips=chips, shape=s) for s in ("wing", "centre"))
    assert (len(groups(wing, "puck")), len(groups(centre, "puck"))) == (1, 0)
    assert [group.get("data-spot") for group in groups(wing, "chips")] == ["place-6"]
    assert [group.get("data-spot") for group in groups(centre, "chips")] == ["hard-6"]


@EVERY_SHAPE
def test_the_drawing_tells_where_puck_and_chips_go(shape: Shape) -> None:
    layout = load_book("adelaide")
    felt, svg = arrange(layout, shape=shape), draw_felt(layout, shape=shape)
    root = drawn(svg)
    assert root.get("data-chip") == str(felt.sizes.chip)
    assert f"6:{felt.pucks[6][0]},{felt.pucks[6][1]},{felt.sizes.puck}" in root.get("data-pucks", "").split()
    field = box_of(svg, "field")
    assert field.get("data-chips") == " ".join(map(str, felt.boxes["field"].chips))
    assert field.get("data-kind") == "field"
    assert {group.get("data-number") for group in root.findall(f"{SVG}g") if group.get("data-number")} == {
        "4", "5", "6", "8", "9", "10",
    }  # fmt: skip


# ------------------------------------------------------------------ drawn from the book's data


def test_a_book_without_big_six_shows_no_box_for_it_and_the_field_takes_the_room() -> None:
    full = load_book("adelaide")
    less = load_text(without(text_of("adelaide"), "big"), file=FILE)
    assert "big-6" in boxes(full)
    assert "big-6" not in draw_felt(less)
    assert "BIG" not in printed(drawn(draw_felt(less)))
    assert boxes(less)["field"].rect.x == boxes(full)["big-6"].rect.x


def test_only_books_with_buy_and_lay_have_their_strips() -> None:
    having = {book for book in book_names() if "buy-4" in boxes(load_book(book))}
    assert having == {"adelaide", "sentosa"}
    assert not [words for words in printed(drawn(draw_felt(load_book("exhibit-a")))) if "LAY" in words.split()]


@pytest.mark.parametrize(
    ("book", "spot", "old", "new", "price"),
    [
        ("exhibit-a", "place-4", '[4], odds = "7 to 4"', '[4], odds = "9 to 5"', "9 to 5"),
        (
            "exhibit-a",
            "eleven",
            '"15 to 1", clause = "Payout (1) 11 in one roll" }]',
            '"16 to 1", clause = "P" }]',
            "16 to 1",
        ),
        ("evolution", "craps-2", '"30:1", clause = "Payouts Crap 2"', '"31:1", clause = "P"', "31:1"),
        ("adelaide", "field", '[2, 12], odds = "2 to 1"', '[2, 12], odds = "3 to 1"', "3 to 1"),
        (
            "adelaide",
            "big-6",
            '[6], odds = "1 to 1", clause = "6(c) Big 6"',
            '[6], odds = "7 to 6", clause = "P"',
            "7 to 6",
        ),
    ],
)
def test_a_payout_is_printed_as_the_book_has_it(book: str, spot: str, old: str, new: str, price: str) -> None:
    assert price not in printed(box_of(draw_felt(load_book(book)), spot))
    assert price in printed(box_of(draw_felt(house(book, (old, new))), spot))


def test_a_composite_shows_what_each_part_is_paid_at() -> None:
    assert "7: 4 to 1 on 1/5" in printed(box_of(draw_felt(load_book("adelaide")), "world"))
    assert {"C", "E", "7:1"} <= set(printed(box_of(draw_felt(load_book("evolution")), "c-and-e")))


def test_boxes_of_one_price_have_it_over_their_row() -> None:
    svg = draw_felt(load_book("sentosa"))
    assert printed(box_of(svg, "horn-high-2")) == ["HORN HIGH", "HIGH 2"]
    assert [words for words in printed(drawn(svg)) if "high: a second 1/5" in words]


def test_names_are_the_books_own() -> None:
    assert "PASS LINE" in printed(box_of(draw_felt(load_book("sentosa")), "pass"))
    assert "PASS" in printed(box_of(draw_felt(load_book("adelaide")), "pass"))
    assert "BUY TO LOSE" in printed(box_of(draw_felt(load_book("adelaide")), "lay-4"))
    assert "SIX" in printed(drawn(draw_felt(load_book("adelaide"))))


def test_the_layout_is_marked_as_the_document_says_where_it_says_it() -> None:
    """Appendix C of sentosa marks "HORN BET", "6" and "9"; evolution has WIN, LOSE, Take Odds and Lay Odds."""
    sentosa, evolution = (draw_felt(load_book(book)) for book in ("sentosa", "evolution"))
    assert "HORN BET" in " ".join(printed(box_of(sentosa, "horn")))
    assert {"6", "9"} <= set(printed(drawn(sentosa)))
    assert not {"SIX", "NINE"} & set(printed(drawn(sentosa)))
    assert "WIN" in printed(box_of(evolution, "place-6"))
    assert "LOSE" in printed(box_of(evolution, "place-lose-6"))
    for odds, words in (("pass-odds", "TAKE ODDS"), ("come-odds-6", "TAKE ODDS"), ("dont-pass-odds", "LAY ODDS")):
        assert words in printed(box_of(evolution, odds))


def test_the_symbols_c_and_e_are_two_bets_and_the_third_lies_between_them() -> None:
    """Appendix C of sentosa: on "C" is Any Craps, on "E" is Eleven, and C & E only between the two."""
    box = box_of(draw_felt(load_book("sentosa")), "c-and-e")
    also = {each.get("data-spot"): printed(each) for each in box.iter() if each.get("class") == "also"}
    assert also == {"any-craps": ["C", "7 to 1"], "eleven": ["E", "15 to 1"]}
    assert {"2, 3, 12: 3 to 1", "11: 7 to 1"} <= set(printed(box))
    assert not [
        each for each in box_of(draw_felt(load_book("evolution")), "c-and-e").iter() if each.get("class") == "also"
    ]


def test_hardways_and_craps_are_drawn_as_the_dice_that_win() -> None:
    svg = draw_felt(load_book("sentosa"))
    wanted = {"hard-4": 4, "hard-10": 10, "craps-2": 2, "craps-3": 3, "craps-12": 12, "eleven": 11, "any-craps": 0}
    assert {spot: pips(box_of(svg, spot)) for spot in wanted} == wanted


@EVERY_BOOK
def test_the_barred_total_is_shown_on_dice_whether_the_bet_comes_back_or_stays(book: str) -> None:
    svg = draw_felt(load_book(book))
    for spot in ("dont-pass", "dont-come"):
        assert pips(box_of(svg, spot)) == 12
        assert "BAR" in " ".join(printed(box_of(svg, spot))).split()


_BAR_2 = (
    ('roll = [2, 3], then = "win", clause = "4(b) win (i)"', 'roll = [3, 12], then = "win", clause = "4(b) win (i)"'),
    ('roll = [12], then = "return", clause = "4(c)"', 'roll = [2], then = "return", clause = "4(c)"'),
)
_BAR_3_12 = (
    ('roll = [2, 3], then = "win", clause = "4(b) win (i)"', 'roll = [2], then = "win", clause = "4(b) win (i)"'),
    ('roll = [12], then = "return", clause = "4(c)"', 'roll = [3, 12], then = "return", clause = "4(c)"'),
)
_BAR_NONE = (
    (
        'roll = [2, 3], then = "win", clause = "4(b) win (i)"',
        'roll = [2, 3, 12], then = "win", clause = "4(b) win (i)"',
    ),
    ('  { puck = "off", roll = [12], then = "return", clause = "4(c)" },\n', ""),
)


def test_another_barred_total_is_read_from_the_cells() -> None:
    aces = box_of(draw_felt(house("adelaide", *_BAR_2)), "dont-pass")
    assert pips(aces) == 2
    several = box_of(draw_felt(house("adelaide", *_BAR_3_12)), "dont-pass")
    assert (pips(several), printed(several)[-1]) == (0, "3, 12")
    none = box_of(draw_felt(house("adelaide", *_BAR_NONE)), "dont-pass")
    assert printed(none) == ["DON'T PASS", "DON'T PASS"]


def test_the_field_rings_the_totals_that_pay_more() -> None:
    field = box_of(draw_felt(load_book("exhibit-a")), "field")
    assert len(field.findall(f"{SVG}circle")) == 2
    assert [words for words in printed(field) if words.isdigit()] == ["2", "3", "4", "9", "10", "11", "12"]


# ------------------------------------------------------------------ anybody's book


@EVERY_SHAPE
def test_a_bet_nobody_has_heard_of_gets_a_box_in_the_centre(shape: Shape) -> None:
    layout = load_text(text_of("exhibit-a") + HOP + FIRE + LUCKY + PUT, file=FILE)
    places, svg = boxes(layout, shape=shape), draw_felt(layout, shape=shape)
    assert {"hop-4", "hop-9", "fire", "lucky-3", "lucky-11", "put"} <= set(places)
    assert printed(box_of(svg, "hop-9")) == ["9 ON THE HOP", "7 to 1"]
    assert "2 to 1" in printed(box_of(svg, "fire"))
    assert printed(box_of(svg, "put"))[0] == "PUT"
    for a, b in combinations(places.values(), 2):
        assert not overlap(a.rect, b.rect)


@pytest.mark.parametrize(
    "wagers",
    [("field",), ("pass",), ("dont-pass",), ("come",), ("dont-come",), ("place",), ("lay",), ("hard",), ("big",)],
    ids=" ".join,
)
@EVERY_SHAPE
def test_a_book_with_a_single_bet_draws_that_and_the_numbers(wagers: tuple[str, ...], shape: Shape) -> None:
    layout = only("adelaide", *wagers)
    svg = draw_felt(layout, show_puck=True, shape=shape)
    assert {box.get("data-spot") for box in groups(svg, "box")} == set(layout.by_id)
    assert {"4", "5", "SIX", "8", "NINE", "10"} <= set(printed(drawn(svg)))


def test_come_bets_and_odds_without_a_usual_place_go_to_the_centre() -> None:
    twice = text_of("evolution") + "".join(
        re.sub(r"(?m)^\[wager\.come", "[wager.second-come", table).replace(
            'supports = "come"', 'supports = "second-come"'
        )
        for table in re.split(r"(?m)^(?=\[)", text_of("evolution"))
        if re.match(r"\[wager\.come(-odds)?[.\]]", table)
    )
    places = boxes(load_text(twice, file=FILE))
    centre = places["any-seven"].rect.x
    assert all(places[f"second-come-{number}"].rect.x >= centre for number in (4, 5, 6, 8, 9, 10))
    assert all(places[f"second-come-odds-{number}"].rect.x >= centre for number in (4, 5, 6, 8, 9, 10))


def test_a_hardway_bet_on_more_than_one_roll_has_words_instead_of_dice() -> None:
    either = house("exhibit-a", ('[4], roll = "easy", then = "lose"', '[4], roll = "easy", then = "win"'))
    assert pips(box_of(draw_felt(either), "hard-4")) == 0
