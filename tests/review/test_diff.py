"""Two books side by side: exactly the cells, terms and procedures that differ, and nothing that does not."""

from __future__ import annotations

from functools import cache

import pytest

from comeout.review.diff import BookDiff, Difference, diff_books
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from tests.kit.rulebooks import house


@cache
def layout_of(book: str) -> Layout:
    return load_book(book)


@cache
def between(a: str, b: str) -> BookDiff:
    return diff_books(layout_of(a), layout_of(b))


def of_wager(diff: BookDiff, wager: str) -> tuple[Difference, ...]:
    return next((each.differences for each in diff.wagers if each.about == wager), ())


def only(book: str, *changes: tuple[str, str]) -> Difference:
    """The one difference between a book and a house that changed it."""
    diff = diff_books(layout_of(book), house(book, *changes))
    assert diff.count == 1
    return (*diff.wagers, *diff.procedures)[0].differences[0]


@pytest.mark.parametrize("book", book_names())
def test_a_book_is_the_same_as_itself(book: str) -> None:
    diff = diff_books(layout_of(book), load_book(book))
    assert diff.same
    assert diff.count == 0


def test_names_and_clause_numbers_are_no_difference() -> None:
    again = house(
        "adelaide",
        ('title = "SkyCity Adelaide, Rules for Craps"', 'title = "My house"'),
        ('name = "Big {number}"', 'name = "Large {number}"'),
        ('clause = "6(c) Any Seven"', 'clause = "99"'),
        ('order_clause = "13(a)(ii)"', 'order_clause = "99"'),
    )
    assert diff_books(layout_of("adelaide"), again).same


def test_one_changed_payout_is_one_difference_with_both_clauses() -> None:
    found = only("adelaide", ('{ number = [6], odds = "7 to 6", clause = "6(c) Place 6 to Win" }', SIX_AT_EVENS))
    assert found == Difference("on 6 (place-6)", "wins 7 to 6", "wins 1 to 1", "6(c) Place 6 to Win", "House 1")


def test_odds_are_told_as_the_house_writes_them() -> None:
    written = SIX_AT_EVENS.replace("1 to 1", "8 to 6")
    found = only("adelaide", ('{ number = [6], odds = "7 to 6", clause = "6(c) Place 6 to Win" }', written))
    assert (found.a, found.b) == ("wins 7 to 6", "wins 8 to 6")


def test_odds_that_no_book_writes_are_told_in_lowest_terms() -> None:
    world = of_wager(between("adelaide", "exhibit-a"), "world")
    assert ("wins 28 to 5", "wins 26 to 5") in [(each.a, each.b) for each in world]


SIX_AT_EVENS = '{ number = [6], odds = "1 to 1", clause = "House 1" }'


def test_a_twelve_that_stays_is_told_by_puck_and_roll() -> None:
    assert of_wager(between("exhibit-a", "sentosa"), "dont-pass")[0] == Difference(
        "on 12 with the puck OFF", "returned", "stays", "Wagers (ii)(C)", "D.3(c)(i)"
    )
    come = of_wager(between("exhibit-a", "sentosa"), "dont-come")
    assert [(each.topic, each.a, each.b) for each in come][:2] == [
        ("with the puck OFF (dont-come)", "cannot stand", "stands"),
        ("on 12 with the puck ON (dont-come)", "returned", "stays"),
    ]


def test_payouts_of_a_pair_are_told_together() -> None:
    place = of_wager(between("adelaide", "exhibit-a"), "place")
    assert [(each.topic, each.a, each.b) for each in place] == [
        ("on its number (place-4, place-10)", "wins 9 to 5", "wins 7 to 4"),
        ("on its number (place-5, place-9)", "wins 7 to 5", "wins 5 to 4"),
        ("on its number (place-6, place-8)", "wins 7 to 6", "wins 1 to 1"),
    ]
    odds = of_wager(between("adelaide", "exhibit-a"), "pass-odds")
    assert odds[0].topic == "on the point with a point of 6 or 8"
    lay = of_wager(between("adelaide", "exhibit-a"), "dont-pass-odds")
    assert [each.topic for each in lay] == ["on 7 with a point of 5 or 9", "on 7 with a point of 6 or 8"]


def test_odds_written_in_another_manner_are_the_same_odds() -> None:
    assert not [each for each in of_wager(between("sentosa", "evolution"), "place") if "wins" in each.a]


def test_terms_are_told_by_their_moment() -> None:
    taken_down = of_wager(between("exhibit-a", "sentosa"), "pass")[-1]
    assert taken_down == Difference("taken down", "while the puck is OFF", "never", "Removal (3)", "1.5")
    lock = of_wager(between("exhibit-a", "sentosa"), "dont-pass")[-1]
    assert (lock.topic, lock.b, lock.clause_b) == ("lock", "-", "")


def test_bets_that_only_one_book_has_are_named() -> None:
    diff = between("exhibit-a", "sentosa")
    assert [bet.id for bet in diff.only_a] == ["world"]
    assert [bet.name for bet in diff.only_b] == ["Buy #", "Lay #", "2 Crap", "3 Crap", "12 Crap"]
    without = house("adelaide", ("[wager.hard]\n", "[wager.hardway]\n"))
    assert diff_books(layout_of("adelaide"), without).only_a[0].name.startswith("Four the Hardway, Six")


def test_procedures_are_told_by_section_and_topic() -> None:
    sections = {each.about: each.differences for each in between("exhibit-a", "evolution").procedures}
    assert sections["Shooter"][0].b == "A launcher throws the dice; there is no shooter."
    no_roll = {each.topic: each for each in sections["No Roll"]}
    assert no_roll["unreadable"].a == "-"
    must = {each.about: each.differences for each in between("exhibit-a", "sentosa").procedures}["No Roll"]
    struck = next(each for each in must if each.topic == "end-not-struck")
    assert (struck.a, struck.b) == ("may be called", "must be called")


def test_a_section_that_only_one_book_has_is_told() -> None:
    assert any(each.about == "Odds" for each in between("exhibit-a", "sentosa").procedures)
    assert any(each.about == "Order at the table" for each in between("exhibit-a", "adelaide").procedures)


# ------------------------------------------------------------------ how cells are told


def test_a_hardway_that_loses_on_one_way_only_is_told_as_such() -> None:
    found = only(
        "sentosa",
        ('{ roll = "easy", then = "lose", clause = "D.12(b)" }', '{ roll = "easy", then = "stay", clause = "H" }'),
    )
    assert (found.topic, found.a, found.b) == ("on easy its number", "loses", "stays")


def test_cells_that_differ_while_a_bet_is_off_are_told_apart() -> None:
    old = '{ asleep = true, roll = "seven", then = "return", clause = "ALL-3" }'
    found = only("adelaide", (old, '{ asleep = true, roll = "seven", then = "lose", clause = "H" }'))
    assert (found.topic, found.a, found.b) == ("on 7 with the puck OFF while the bet is off", "returned", "loses")


def test_a_roll_that_differs_whatever_the_puck_is_told_without_it() -> None:
    old = '  { total = [2, 12], odds = "2 to 1", clause = "6(c) Field 2,12" },'
    new = '  { total = [2], odds = "2 to 1", clause = "a" },\n  { total = [12], odds = "3 to 1", clause = "b" },'
    assert only("adelaide", (old, new)).topic == "on 12"


def test_a_bet_that_travels_no_more_is_told() -> None:
    old = '{ stage = "box", roll = [4, 5, 6, 8, 9, 10], then = "travel", clause = "1.4" },\n  { stage = "number", roll = "number", then'  # noqa: E501
    new = '{ stage = "box", roll = [5, 6, 8, 9, 10], then = "travel", clause = "1.4" },\n  { stage = "box", roll = [4], then = "lose", clause = "H" },\n  { stage = "number", roll = "number", then'  # noqa: E501
    found = only("sentosa", (old, new))
    assert (found.topic, found.a, found.b) == ("on 4 with the puck ON (come)", "travels", "loses")


def test_some_points_are_listed() -> None:
    old = '{ point = [4, 10], odds = "2 to 1", clause = "4.1 Pass Line Odds 4/10" }'
    new = '{ point = [4], odds = "2 to 1", clause = "x" },\n  { point = [10], odds = "3 to 1", clause = "y" }'
    assert only("sentosa", (old, new)).topic == "on 10 with a point of 10"


def test_numbers_that_only_one_house_takes_are_named() -> None:
    big = 'clause = { 6 = "4(m)", 8 = "4(n)" }\nnumbers = [6, 8]\noptional = true\n'
    eight = '  { number = [8], roll = "number", then = "win", clause = "4(n)" },\n'
    seven = '  { number = [8], roll = "seven", then = "lose", clause = "4(n)" },\n'
    others = '  { number = [8], roll = "other", then = "stay", clause = "4(n)" },\n'
    pays = '  { number = [8], odds = "1 to 1", clause = "6(c) Big 8" },\n'
    found = only("adelaide", (big, big.replace("[6, 8]", "[6]")), (eight, ""), (seven, ""), (others, ""), (pays, ""))
    assert (found.topic, found.a, found.b) == ("spots only here", "big-8", "-")
