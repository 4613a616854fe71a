"""Where a book can be beaten: exact player edges, worked out by hand for each way to leave a book open."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from comeout.exact.bets import find_bet
from comeout.exact.edges import Edge, best_value, edges
from comeout.exact.ride import RideRules
from comeout.exact.weights import FAIR
from comeout.rules.library import load_book
from comeout.table.settings import default_settings
from tests.kit.by_hand import POINTS, WAYS, F
from tests.kit.rulebooks import house

Told = tuple[str, str, F]

PASS_DOWN = 'raise = { when = "any", clause = "1.5", off_clause = "SE-4" }\nremove = { when = "never", clause = "1.5" }'
DONT_MADE = 'make = { when = "come-out", clause = "B" }\nraise = { when = "come-out", clause = "Rules 6" }'
DOWN = ", taken down when that is worth more than leaving it up"


def told(found: list[Edge]) -> list[Told]:
    return [(edge.bet, edge.how, edge.value) for edge in found]


BUY_BY_ITSELF = ('follows = { wager = "pass-odds", clause = "7(b)" }\n', "")
"""A house that does not pay its buy bets as it pays odds."""


def opened(*changes: tuple[str, str], book: str = "evolution") -> list[Told]:
    """The edges of a house that changed a book."""
    return told(list(edges(house(book, *changes))))


@pytest.mark.parametrize("book", ["adelaide", "sentosa", "evolution"])
def test_three_of_our_books_cannot_be_beaten(book: str) -> None:
    assert list(edges(load_book(book))) == []


def test_exhibit_a_is_beaten_by_laying_odds_on_5_and_9_only() -> None:
    """Laid at 3 to 4 where 2 to 3 is true: 4/3 of the bet wins 1 three times in five, a gain of 1/20 of it."""
    dont, on_each, laid = F(-3, 220), F(4, 36), F(4, 3)
    gain = F(3, 5) * F(3, 4) - F(2, 5)
    assert gain == F(1, 20)
    once = dont + 2 * on_each * laid * gain
    most = dont + 2 * on_each * 100 * laid * gain
    assert (once, most) == (F(7, 5940), F(8719, 5940))
    found = list(edges(load_book("exhibit-a")))
    own = "laying all the odds that the book's own multiple of 1 allows on 5 and 9 only"
    largest = "laying all the odds that the largest multiple of 100 allows on 5 and 9 only"
    for bet in ("dont-pass", "dont-come"):
        assert (bet, own, once) in told(found)
        assert (bet, largest, most) in told(found)
    assert len(found) == 4
    assert found[0].on_outlay == once / (1 + 2 * on_each * laid) == F(1, 1100)
    assert found[1].on_outlay == most / (1 + 2 * on_each * laid * 100)
    assert [edge.clause for edge in found] == ["Odds (2)", "Odds (2)", "Odds (4)", "Odds (4)"]


def test_a_bet_that_pays_too_well_is_told_once() -> None:
    pays = '"4:1", clause = "Payouts Seven"'
    assert opened((pays, pays.replace("4", "6", 1))) == [("any-seven", "made at any time", F(6 * 6 - 30, 36))]
    fair = opened((pays, pays.replace("4", "5", 1)))
    assert fair == []


def test_a_sleeping_bet_that_pays_too_well_is_never_taken_down() -> None:
    pays = '{ number = [4], odds = "7 to 1", clause = "4.1 Hardways 4" }'
    assert opened((pays, pays.replace("7", "9")), book="sentosa") == [("hard-4", "made at any time", F(1, 9))]


def test_a_charge_counts_against_a_bet_and_in_the_outlay() -> None:
    pays = (
        '{ number = [4, 10], odds = "2 to 1", clause = "6(c) Taking Odds Pass 4&10" },\n'
        '  { number = [5, 9], odds = "3 to 2", clause = "6(c) Taking Odds Pass 5&9" },'
    )
    house_book = house("adelaide", BUY_BY_ITSELF, (pays, pays.replace("2 to 1", "3 to 1")))
    found = [edge for edge in edges(house_book) if edge.bet == "buy-4"]
    value = F(3, 3) - F(2, 3) - F(1, 20)
    assert told(found) == [("buy-4", "made at any time", value)]
    assert found[0].on_outlay == value / F(21, 20)


def test_a_pass_bet_that_may_be_taken_down_with_the_point_on_is_a_free_come_out_roll() -> None:
    """Won by 8 rolls and lost by 4 of 36; on every point the seven is the likelier, so there it comes down."""
    found = opened((PASS_DOWN, PASS_DOWN.replace("never", "any")), book="sentosa")
    assert found == [("pass", f"made with the puck OFF{DOWN}", F(8 - 4, 36))]


@pytest.mark.parametrize(
    ("change", "act"),
    [
        (DONT_MADE.replace('make = { when = "come-out"', 'make = { when = "any"'), "made"),
        (DONT_MADE.replace('raise = { when = "come-out"', 'raise = { when = "any"'), "raised"),
    ],
)
def test_a_dont_pass_bet_made_or_raised_with_the_point_on_has_the_seven_on_its_side(change: str, act: str) -> None:
    """Six ways to win against those of the point."""
    expected = [
        ("dont-pass", f"{act} with a point of {pair[0]} or {pair[1]}", F(6 - WAYS[pair[0]], 6 + WAYS[pair[0]]))
        for pair in ((4, 10), (5, 9), (6, 8))
    ]
    assert opened((DONT_MADE, change)) == expected
    assert [value for _, _, value in expected] == [F(1, 3), F(1, 5), F(1, 11)]


def test_a_dont_come_bet_raised_on_its_number_is_told_by_spot() -> None:
    number = 'on_number = { raise = { when = "never", clause = "ALL-52" }'
    old = f'clause = "D" }}\nremove = {{ when = "this-window", clause = "EV-3" }}\n{number}'
    found = opened((old, old.replace("never", "point")))
    assert {(bet, value) for bet, _, value in found} == {
        (f"dont-come-{number}", F(6 - WAYS[number], 6 + WAYS[number])) for number in POINTS
    }
    hows = {how for bet, how, _ in found if bet == "dont-come-4"}
    assert hows == {"raised with the puck ON"}


def test_odds_are_worth_taking_where_they_pay_more_than_the_true_price() -> None:
    old = '{ point = [4, 10], odds = "2 to 1", clause = "6(c) Taking Odds Pass 4&10" }'
    found = list(edges(house("adelaide", BUY_BY_ITSELF, (old, old.replace("2 to 1", "5 to 2")))))
    value = F(-7, 495) + 2 * F(3, 36) * 10 * (F(1, 3) * F(5, 2) - F(2, 3))
    own = "taking all the odds that the book's own multiple of 10 allows on 4 and 10 only"
    assert told(found) == [("pass", own, value)]
    assert found[0].on_outlay == value / (1 + 2 * F(3, 36) * 10)


def test_odds_a_little_better_than_true_do_not_make_up_for_the_flat_bet() -> None:
    old = '{ point = [4, 10], odds = "2 to 1", clause = "6(c) Taking Odds Pass 4&10" }'
    assert F(-7, 495) + 2 * F(3, 36) * 10 * (F(1, 3) * F(201, 100) - F(2, 3)) < 0
    assert opened(BUY_BY_ITSELF, (old, old.replace("2 to 1", "201 to 100")), book="adelaide") == []


def test_a_book_that_fixes_its_multiples_is_told_so() -> None:
    old = '{ point = [4, 10], odds = "2 to 1", clause = "4.1 Pass Line Odds 4/10" }'
    value = F(-7, 495) + 2 * F(3, 36) * 3 * (F(1, 3) * F(5, 2) - F(2, 3))
    assert opened((old, old.replace("2 to 1", "5 to 2")), book="sentosa") == [
        ("pass", "taking all the odds the book allows on 4 and 10 only", value)
    ]


# ------------------------------------------------------------------ taking a bet down at the right moments


def worth(place_pays: dict[int, F], down: frozenset[int]) -> dict[int, F]:
    """A place bet on 4 that sleeps while the puck is off and is down at these pucks, by puck when left up there.

    Off: the next point. On a point: 4 wins at the price of that point, 7 loses, the point turns the puck off.
    """

    def on(point: int, off: F) -> F:
        ways = 0 if point == 4 else WAYS[point]
        kept = off if 0 not in down else F(0)
        return (3 * place_pays[point] - 6 + ways * kept) / (9 + ways)

    def after_off(off: F) -> F:
        return sum((F(WAYS[point], 24) * on(point, off) for point in POINTS if point not in down), F(0))

    slope = after_off(F(1)) - after_off(F(0))
    off = after_off(F(0)) / (1 - slope)
    return {0: off, **{point: on(point, off) for point in POINTS}}


def test_the_best_moments_to_take_a_bet_down_are_the_best_of_all() -> None:
    """Paid 9 to 5 on most points, far better on a 6: bad points are left, a sleeping bet waits for the good one."""
    old = '{ number = [4], odds = "9 to 5", clause = "6(c) Place 4 to Win" }'
    split = (
        old.replace("[4],", "[4], point = [0, 4, 5, 8, 9, 10],") + ",\n  " + old.replace("[4],", "[4], point = [6],")
    )
    layout = house("adelaide", (old, split.replace('point = [6], odds = "9 to 5"', 'point = [6], odds = "5 to 2"')))
    pays = {**dict.fromkeys(POINTS, F(9, 5)), 6: F(5, 2)}
    pucks = (0, *POINTS)
    every_way = chain.from_iterable(combinations(pucks, size) for size in range(len(pucks) + 1))
    ways = [worth(pays, frozenset(down)) for down in every_way]
    left_up = worth(pays, frozenset())
    assert left_up[0] < 0 < max(each[0] for each in ways)  # only who takes it down does well to leave it asleep
    bet = find_bet(layout, default_settings(layout), "place-4", None)
    for point in pucks:
        value, taken_down = best_value(RideRules(layout, FAIR), bet, point)
        best = max(each[point] for each in ways)
        assert value == best if best > 0 else value <= 0
        assert taken_down == (point != 4)  # with the puck on 4 the next 4 or 7 decides
    gains = {point: best_value(RideRules(layout, FAIR), bet, point)[0] for point in (0, 6)}
    assert gains == {0: F(15, 622), 6: F(36, 311)}


def test_a_bet_that_cannot_be_taken_down_later_is_worth_what_it_is_worth() -> None:
    layout = load_book("evolution")  # in this book only in the window in which it was made
    bet = find_bet(layout, default_settings(layout), "place-4", None)
    assert best_value(RideRules(layout, FAIR), bet, 4) == (F(-1, 15), False)


def test_a_charge_that_comes_back_makes_a_bet_worth_nothing_rather_than_less() -> None:
    for book, value in (("adelaide", F(0)), ("sentosa", F(-1, 20))):
        layout = load_book(book)
        bet = find_bet(layout, default_settings(layout), "buy-4", None)
        assert best_value(RideRules(layout, FAIR), bet, 0)[0] == value
