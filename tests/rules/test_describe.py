"""A book read aloud: every bet in its group, what it pays and when."""

from __future__ import annotations

from functools import cache

import pytest

from comeout.errors import RulebookError
from comeout.rules.describe import BetLine, book_page, group_of, wager_page
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book
from comeout.rules.procedures import procedures
from tests.kit.rulebooks import house


@cache
def layout_of(book: str) -> Layout:
    return load_book(book)


def line(book: str, wager: str) -> BetLine:
    bets = (bet for group in book_page(layout_of(book)).groups for bet in group.bets)
    return next(bet for bet in bets if bet.id == wager)


# ------------------------------------------------------------------ the list of bets


@pytest.mark.parametrize("book", book_names())
def test_every_bet_of_a_book_is_listed_once(book: str) -> None:
    page = book_page(layout_of(book))
    assert sorted(bet.id for group in page.groups for bet in group.bets) == sorted(layout_of(book).rulebook.wager)
    assert (page.id, page.digest) == (book, layout_of(book).digest)
    assert page.procedures == procedures(layout_of(book).rulebook)


@pytest.mark.parametrize(
    ("wager", "group"),
    [
        ("pass", "The line"),
        ("dont-come", "The line"),
        ("come-odds", "Odds"),
        ("lay", "Numbers"),
        ("hard", "Hardways"),
        ("field", "One roll"),
        ("horn", "One roll"),
    ],
)
def test_a_bet_is_put_where_its_shape_says(wager: str, group: str) -> None:
    assert group_of(layout_of("adelaide"), wager) == group


@pytest.mark.parametrize("book", book_names())
def test_the_line_of_every_book_comes_first_with_or_without_a_shooter(book: str) -> None:
    first = book_page(layout_of(book)).groups[0]
    assert first.title == "The line"
    assert [bet.id for bet in first.bets] == ["pass", "dont-pass", "come", "dont-come"]


def test_a_bet_of_no_known_shape_has_a_group_too() -> None:
    waits = '{ roll = [5, 6], then = "lose", clause = "4(o)" },\n  { roll = [7, 8], then = "stay", clause = "4(o)" }'
    layout = house("adelaide", ('{ roll = [5, 6, 7, 8], then = "lose", clause = "4(o)" }', waits))
    assert group_of(layout, "field") == "Other bets"
    assert [group.title for group in book_page(layout).groups][-1] == "Other bets"


def test_a_line_of_the_list_says_what_is_paid_and_when() -> None:
    buy = line("adelaide", "buy")
    assert [str(paid) for paid in buy.pays] == ["4, 10: 2 to 1", "5, 9: 3 to 2", "6, 8: 6 to 5"]
    assert (buy.spots, buy.made, buy.come_out, buy.taken_down) == ("buy-#", "any", "off", "any")
    assert (buy.vigorish, buy.clause) == ("5% of the stake", "7(a)")
    come = line("exhibit-a", "come")
    assert (come.spots, come.made, come.come_out, come.taken_down) == (
        "come, come-#",
        "point",
        "works",
        "point; # never",
    )
    assert line("evolution", "pass-odds").come_out == "-"
    assert str(line("evolution", "pass-odds").pays[0]) == "point 4, 10: 2:1"


def test_the_parts_of_a_composite_are_listed_with_their_share() -> None:
    assert [str(paid) for paid in line("exhibit-a", "horn-high").pays] == [
        "2, 12: 30 to 1 on 1/5",
        "3, 11: 15 to 1 on 1/5",
        "high: a second 1/5",
    ]


def test_a_bet_named_for_each_number_shows_all_its_names() -> None:
    assert line("adelaide", "hard").names[0] == "Four the Hardway"
    assert line("adelaide", "hard").clause == "4(i); 4(j); 4(k); 4(l)"
    assert line("adelaide", "place").names == ("Place Bet # to Win",)


# ------------------------------------------------------------------ one bet


def test_the_page_of_a_bet_says_what_it_wins_loses_and_stays_on() -> None:
    page = wager_page(layout_of("adelaide"), "come")
    assert [(each.then, each.on, each.clause) for each in page.outcomes] == [
        ("Wins", "7 or 11 on its first roll", "4(d) win (i)"),
        ("Wins", "its number", "4(d) win (ii)"),
        ("Loses", "2, 3 or 12 on its first roll", "4(d) lose (i)"),
        ("Loses", "7 once on its number", "4(d) lose (ii)"),
        ("Travels", "4, 5, 6, 8, 9 or 10 on its first roll", "1 Come Point"),
        ("Stays", "any other total once on its number", "4(d) win (ii)"),
    ]
    assert [statement.topic for statement in page.terms] == [
        "made",
        "raised",
        "taken down",
        "raised once on its number",
        "taken down once on its number",
        "working",
    ]


def test_a_spot_has_a_page_of_its_own_in_its_own_numbers() -> None:
    page = wager_page(layout_of("exhibit-a"), "hard-8")
    assert page.names == ("Eight the Hard Way",)
    assert (page.outcomes[0].on, page.outcomes[0].clause) == ("8 the hard way (4-4)", "Wagers (viii)")
    assert page.outcomes[-1].on == "any total while the bet is off"
    assert [paid.odds for paid in page.pays] == ["9 to 1"]
    assert page.clauses == ("Wagers (viii)", "Removal (5)", "Payout (1) Eight the Hard Way", "Removal (3)")


def test_a_spot_that_is_reached_by_travelling_cannot_be_made() -> None:
    page = wager_page(layout_of("sentosa"), "come-6")
    assert [statement.text for statement in page.terms] == [
        "May be raised once on its number while the puck is ON.",
        "May not be taken down once on its number.",
        "Always works.",
    ]


def test_a_line_bet_is_told_with_its_puck_and_its_lock() -> None:
    page = wager_page(layout_of("exhibit-a"), "dont-pass")
    assert [(each.then, each.on) for each in page.outcomes][:2] == [
        ("Wins", "2 or 3 with the puck OFF"),
        ("Wins", "7 with the puck ON"),
    ]
    assert {"lock", "line bet"} <= {statement.topic for statement in page.terms}


def test_a_composite_shows_what_the_whole_bet_nets() -> None:
    world = wager_page(layout_of("adelaide"), "world")
    assert [str(paid) for paid in world.net] == ["2, 12: 28 to 5", "3, 11: 11 to 5", "7: nothing, the stake comes back"]
    high = wager_page(layout_of("exhibit-a"), "horn-high")
    assert "own number 2, 12: 57 to 5" in [str(paid) for paid in high.net]
    assert "Payout (2)" in high.clauses


def test_stakes_that_pay_evenly_go_by_number_or_by_point() -> None:
    place = wager_page(layout_of("adelaide"), "place").even
    assert [(each.spots[0], each.at_1_cent, each.at_100_cents) for each in place] == [
        ("place-4", 5, 500),
        ("place-6", 6, 600),
    ]
    odds = wager_page(layout_of("adelaide"), "pass-odds").even
    assert [(each.when, each.at_1_cent, each.at_100_cents) for each in odds] == [
        (" with a point of 5 or 9", 2, 200),
        (" with a point of 6 or 8", 5, 250),
    ]
    assert wager_page(layout_of("adelaide"), "field").even == ()


def test_limits_charges_and_units_are_told() -> None:
    def terms(book: str, bet: str) -> dict[str, str]:
        return {each.topic: each.text for each in wager_page(layout_of(book), bet).terms}

    fixed = "May be at most so many times the bet it supports: 3x on 4 or 10, 4x on 5 or 9, 5x on 6 or 8."
    assert terms("sentosa", "pass-odds")["odds limit"] == fixed
    assert (
        terms("sentosa", "come-odds-9")["odds limit"]
        == "May be at most so many times the bet it supports: 4x on 5 or 9."
    )
    ours = "May win at most so many times the bet it supports: the table's multiple of it."
    assert terms("adelaide", "dont-pass-odds")["odds limit"] == ours
    lay = terms("adelaide", "lay")
    assert lay["vigorish"] == "A vigorish of 5% of what it can win is charged."
    assert lay["vigorish returned"] == "It comes back when the bet is taken down."
    assert lay["vigorish voided"] == "It comes back when the bet is voided."
    assert terms("sentosa", "lay")["vigorish kept"] == "It stays with the house when the bet is taken down."
    assert terms("evolution", "pass-odds")["odds limit"].endswith(" The document itself names no limit.")
    assert terms("exhibit-a", "c-and-e")["units"] == "Placed in multiples of 2 times a cent."
    assert terms("adelaide", "big")["optional"] == "A table may leave it out."
    assert terms("sentosa", "place")["working"].endswith("unless called ON, and whenever called OFF.")


def test_a_charge_that_never_comes_back_is_told() -> None:
    layout = house("sentosa", ('base = "stake", returned = ["void"]', 'base = "stake", returned = []'))
    voided = {each.topic: each.text for each in wager_page(layout, "buy").terms}["vigorish voided"]
    assert voided == "It stays with the house when the bet is voided."


def test_an_unknown_bet_is_answered_with_the_nearest_spelling() -> None:
    with pytest.raises(RulebookError, match=r'adelaide: there is no bet "plcae-6" \(did you mean "place-6"\?\)'):
        wager_page(layout_of("adelaide"), "plcae-6")


@pytest.mark.parametrize("book", book_names())
def test_every_bet_and_every_spot_has_a_page(book: str) -> None:
    layout = layout_of(book)
    for name in (*layout.rulebook.wager, *layout.by_id):
        page = wager_page(layout, name)
        assert page.outcomes, name
        assert page.pays, name
        assert page.clauses, name
