"""What a bet that lies is worth: nothing is gained or lost on average by a roll that is played by the book."""

from __future__ import annotations

import pytest

from comeout.dice import ROLLS, Roll
from comeout.exact import worth as module
from comeout.exact.worth import Lying, Worth
from comeout.rules.layout import POINT_PLACE, POINTS, WORKING, Layout, sleeps
from comeout.rules.library import book_names, load_book
from tests.kit.by_hand import F


def places(layout: Layout) -> list[tuple[int, int]]:
    """Every spot and puck at which a bet can lie."""
    return [
        (spot.index, point)
        for spot in layout.spots
        for point in POINTS
        if layout.cells[spot.index][WORKING][POINT_PLACE[point]] is not None
    ]


def by_name(book: str, spot: str, point: int) -> F:
    layout = load_book(book)
    return Worth(layout).of(layout.by_id[spot].index, point)


def test_a_line_bet_is_worth_its_edge_less_and_on_a_point_what_the_point_is_worth() -> None:
    assert by_name("sentosa", "pass", 0) == 1 - F(7, 495)
    assert by_name("sentosa", "pass", 6) == F(10, 11)
    assert by_name("sentosa", "pass", 4) == F(2, 3)
    assert by_name("sentosa", "dont-pass", 4) == F(4, 3)


def test_odds_are_worth_just_their_stake() -> None:
    assert by_name("evolution", "pass-odds", 9) == 1
    assert by_name("evolution", "come-odds-4", 9) == 1


def test_a_place_bet_is_worth_the_same_awake_and_asleep() -> None:
    assert {by_name("sentosa", "place-6", point) for point in POINTS} == {1 - F(1, 66)}


@pytest.mark.parametrize("book", book_names())
def test_a_roll_by_the_books_own_on_and_off_changes_nothing_on_average(book: str) -> None:
    layout = load_book(book)
    worth = Worth(layout)
    for spot, point in places(layout):
        bet = Lying(spot, not sleeps(layout.spots[spot], point))
        outlook = worth.outlook((bet,), point)
        assert sum(outlook.rows[0]) == 0, (layout.spots[spot].id, point)
        assert any(outlook.rows[0]) or not bet.working


def test_the_outlook_of_several_bets_is_the_sum_of_what_each_roll_does_to_each() -> None:
    layout = load_book("sentosa")
    worth = Worth(layout)
    bets = [Lying(layout.by_id[name].index, True) for name in ("pass", "field", "hard-8", "come-5")]
    amounts = [10_00, 7, 3_33, 1]
    together = worth.outlook(tuple(bets), 6)
    alone = [worth.outlook((bet,), 6) for bet in bets]
    for place in range(len(ROLLS)):
        parts = [F(amount * each.rows[0][place], each.over) for amount, each in zip(amounts, alone, strict=True)]
        assert F(together.changes(amounts)[place], together.over) == sum(parts)


def test_a_line_bet_gains_nothing_from_a_number_while_the_puck_stays_off() -> None:
    layout = load_book("exhibit-a")
    worth, bet = Worth(layout), Lying(layout.by_id["pass"].index, True)
    six = Roll(4, 2).place
    assert worth.outlook((bet,), 0, puck_stays=True).rows[0][six] == 0
    assert worth.outlook((bet,), 0).rows[0][six] < 0


def test_combinations_beyond_what_is_remembered_are_reckoned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OUTLOOKS_MOST", 2)
    layout = load_book("evolution")
    worth = Worth(layout)
    bets = [(Lying(index, True),) for index in (layout.by_id[name].index for name in ("field", "eleven", "craps-2"))]
    first = [worth.outlook(each, 0) for each in bets]
    assert [worth.outlook(each, 0) for each in bets] == first
