"""Bundles: one call, several spots, in shares that are paid in whole chips; only where the book has the spots."""

from __future__ import annotations

import pytest

from comeout.rules.library import book_names, load_book
from comeout.table.advice.bundles import bundles
from comeout.table.advice.next_roll import next_roll
from comeout.table.advice.why import rounding
from comeout.table.table import Table
from tests.kit.rulebooks import house

CALLS = {
    "adelaide": ["inside", "outside", "across", "hardways", "horn", "world"],
    "evolution": ["inside", "outside", "across", "hardways"],
}


@pytest.mark.parametrize("book", CALLS)
def test_a_book_has_the_bundles_it_has_spots_for_and_no_others(book: str) -> None:
    assert [bundle.id for bundle in bundles(load_book(book))] == CALLS[book]


def test_a_book_that_lacks_one_of_the_spots_has_no_such_bundle() -> None:
    layout = house(
        "evolution",
        ("numbers = [4, 6, 8, 10]", "numbers = [4, 6]"),
        ('{ number = [4, 10], odds = "7:1"', '{ number = [4], odds = "7:1"'),
        ('{ number = [6, 8], odds = "9:1"', '{ number = [6], odds = "9:1"'),
    )
    assert [bundle.id for bundle in bundles(layout)] == ["inside", "outside", "across"]


def test_inside_is_six_on_six_and_eight_for_every_five_on_five_and_nine() -> None:
    inside = next(bundle for bundle in bundles(load_book("sentosa")) if bundle.id == "inside")
    assert (inside.of, inside.parts) == (5, (("place-5", 5), ("place-6", 6), ("place-8", 6), ("place-9", 5)))
    assert inside.says == "Inside: 5 on place-5, 6 on place-6, 6 on place-8 and 5 on place-9"


def test_where_six_is_paid_one_to_one_inside_is_the_same_on_all_four() -> None:
    inside = next(bundle for bundle in bundles(load_book("exhibit-a")) if bundle.id == "inside")
    assert {share for _, share in inside.parts} == {inside.of}


def test_horn_high_is_there_for_each_of_its_four_numbers() -> None:
    ids = {bundle.id: bundle.parts for bundle in bundles(load_book("sentosa"))}
    assert [name for name in ids if name.startswith("horn-high")] == [f"horn-high-{n}" for n in (2, 3, 11, 12)]
    assert (ids["horn"], ids["horn-high-12"]) == ((("horn", 4),), (("horn-high-12", 5),))


@pytest.mark.parametrize("book", book_names())
def test_every_bundle_in_chips_of_five_is_taken_and_paid_without_rounding(book: str) -> None:
    layout = load_book(book)
    for bundle in bundles(layout):
        table = Table(layout)
        seat = table.sit("Ann", 1000_00)
        table.roll(4, 4)
        for spot, share in bundle.parts:
            assert table.bet(seat, spot, 5_00 * share // bundle.of), (bundle.id, spot)
        for lines in next_roll(layout, table.state, seat).values():
            assert not any(rounding(line, ("a clause",)) for line in lines)
