"""What adelaide's house may pay, print and charge, where the transcript of a game cannot say it: 6(b) above all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from comeout.dice import Roll
from comeout.errors import RulebookError
from comeout.money import show_odds
from comeout.rules.compile import compile_layout
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, data_of, load_book, load_text
from comeout.table.messages import Line, RollSettled
from comeout.table.table import Table
from tests.kit.casebook import cites


def only_line(table: Table, spot: str, amount: int, roll: tuple[int, int]) -> Line:
    """What one roll does to the only bet at a table."""
    table.bet(table.sit("Ann", 100_00), spot, amount)
    answer = table.roll(*roll)
    assert answer, answer
    (line,) = next(event.lines for event in answer if isinstance(event, RollSettled))
    return line


def paid(layout: Layout, spot: str, amount: int, roll: tuple[int, int]) -> int:
    """What a bet made at a fresh table is paid on one roll."""
    return only_line(Table(layout), spot, amount, roll).paid


def price(layout: Layout, spot: str, *, point: int, roll: tuple[int, int]) -> Fraction:
    """The odds of one cell."""
    return layout.cell(spot, point=point, roll=Roll(*roll).place).odds


def as_given(layout: Layout) -> dict[str, dict[int, str]]:
    """The payouts of a house as it keeps them."""
    return {spot: {total: show_odds(odds) for total, odds in each.items()} for spot, each in layout.payouts.items()}


@cites("adelaide 6(b)")
def test_raised_odds_apply_to_every_table_compiled_with_them() -> None:
    house = load_book("adelaide", payouts={"any-seven": "5 to 1"})
    for settings in ({}, {"odds": "5"}, {"payable-unit": "1", "max any-seven": "5"}):
        line = only_line(Table(house, settings=settings), "any-seven", 5_00, (3, 4))
        assert (line.paid, line.paid_by) == (25_00, "6(c) Any Seven")
    assert paid(load_book("adelaide"), "any-seven", 5_00, (3, 4)) == 20_00


@cites("adelaide 6(b)")
def test_raised_odds_leave_every_other_payout_as_listed() -> None:
    house = load_book("adelaide", payouts={"craps-2": "35 to 1"})
    assert paid(house, "craps-2", 1_00, (1, 1)) == 35_00
    assert paid(house, "craps-12", 1_00, (6, 6)) == 32_00
    assert paid(house, "horn", 4_00, (1, 1)) == 29_00


@cites("adelaide 6(b)")
def test_the_listed_odds_themselves_may_be_stated_again() -> None:
    assert paid(load_book("adelaide", payouts={"any-seven": "4 to 1"}), "any-seven", 5_00, (3, 4)) == 20_00


@cites("adelaide 6(b)")
@pytest.mark.parametrize(
    ("spot", "odds"),
    [
        ("any-seven", "3 to 1"),
        ("place-6", "115 to 100"),
        ("field", "1 to 1"),  # as listed for most totals, less than listed for 2 and 12
        ("field", {12: "1 to 1"}),
        ("horn", {2: "31 to 1"}),
        ("world", {7: "3 to 1"}),
    ],
)
def test_odds_below_the_listed_ones_are_refused(spot: str, odds: str | dict[int, str]) -> None:
    with pytest.raises(RulebookError, match="payouts may only be raised") as refused:
        load_book("adelaide", payouts={spot: odds})
    assert refused.value.clause == "6(b)"
    assert spot in refused.value.where


@cites("adelaide 6(b)")
def test_a_total_of_the_field_is_raised_alone() -> None:
    house = load_book("adelaide", payouts={"field": {2: "3 to 1", 9: "2 to 1"}})
    assert paid(house, "field", 5_00, (1, 1)) == 15_00
    assert paid(house, "field", 5_00, (4, 5)) == 10_00
    assert paid(house, "field", 5_00, (6, 6)) == 10_00
    assert paid(house, "field", 5_00, (1, 2)) == 5_00


@cites("adelaide 6(b)")
def test_a_total_of_the_horn_is_raised_on_its_quarter() -> None:
    house = load_book("adelaide", payouts={"horn": {12: "40 to 1"}})
    assert paid(house, "horn", 4_00, (6, 6)) == 37_00
    assert paid(house, "horn", 4_00, (1, 1)) == 29_00
    assert paid(house, "horn", 4_00, (5, 6)) == 12_00


@cites("adelaide 6(b)")
def test_one_figure_raises_every_total_of_a_wager() -> None:
    house = load_book("adelaide", payouts={"field": "3 to 1"})
    assert [paid(house, "field", 5_00, roll) for roll in ((1, 1), (1, 2), (4, 5), (6, 6))] == [15_00] * 4


@pytest.mark.parametrize("name", sorted(set(book_names()) - {"adelaide"}))
def test_a_book_without_such_a_clause_refuses_any_list(name: str) -> None:
    with pytest.raises(RulebookError, match="no clause allows other payouts"):
        load_book(name, payouts={"field": "9 to 1"})


def test_an_unknown_spot_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(RulebookError, match=r'no spot "any-sevens" to pay more on.*"any-seven"'):
        load_book("adelaide", payouts={"any-sevens": "5 to 1"})


@pytest.mark.parametrize(("spot", "total"), [("field", 7), ("horn", 4), ("field", 40)])
def test_a_total_that_never_wins_cannot_be_raised(spot: str, total: int) -> None:
    with pytest.raises(RulebookError, match=f"{total} never wins here"):
        load_book("adelaide", payouts={spot: {total: "9 to 1"}})


@cites("adelaide 6(b)")
def test_houses_that_pay_differently_play_by_different_books() -> None:
    lists: list[dict[str, str | dict[int, str]]] = [{}, {"any-seven": "5 to 1"}, {"any-seven": "6 to 1"}]
    lists += [{"field": {2: "3 to 1"}}, {"field": {12: "3 to 1"}}, {"field": {12: "4 to 1"}}]
    assert len({load_book("adelaide", payouts=payouts).digest for payouts in lists}) == len(lists)


@pytest.mark.parametrize("text", ["", "five to one", "5 for 1", "0 to 1", "5 to 0", "5"])
def test_a_text_that_is_not_odds_is_refused(text: str) -> None:
    with pytest.raises(RulebookError, match="is not odds") as refused:
        load_book("adelaide", payouts={"any-seven": text})
    assert refused.value.where == "higher payouts, any-seven"


@cites("adelaide 6(a)")
def test_odds_are_stated_with_the_word_to() -> None:
    layout = load_book("adelaide")
    assert layout.odds_word(Fraction(7, 6)) == "7 to 6"
    assert layout.odds_word(Fraction(32)) == "32 to 1"


@cites("adelaide 14(d)")
@pytest.mark.parametrize("wager", ["buy", "lay"])
def test_no_wager_is_charged_more_than_five_percent(wager: str) -> None:
    data = cast(dict[str, Any], data_of("adelaide"))
    assert data["wager"][wager]["vigorish"]["rate"] == "1/20"
    data["wager"][wager]["vigorish"]["rate"] = "1/19"
    with pytest.raises(RulebookError, match=r"14\(d\)"):
        compile_layout(data)


def test_a_higher_payout_on_a_total_that_never_wins_is_a_slip() -> None:
    with pytest.raises(RulebookError, match="7 never wins here"):
        load_book("adelaide", payouts={"field": {7: "9 to 1"}})


def test_games_under_different_payouts_have_different_digests() -> None:
    five, six = (load_book("adelaide", payouts={"any-seven": odds}).digest for odds in ("5 to 1", "6 to 1"))
    assert five != six


@cites("adelaide 7(b)", "adelaide 6(b)")
def test_raising_the_odds_on_a_pass_bet_raises_the_buy_bet_with_them() -> None:
    house = load_book("adelaide", payouts={"pass-odds": {4: "3 to 1"}})
    assert price(house, "buy-4", point=6, roll=(2, 2)) == price(house, "pass-odds", point=4, roll=(2, 2)) == 3
    assert price(house, "buy-10", point=6, roll=(5, 5)) == 2
    every = load_book("adelaide", payouts={"dont-pass-odds": "1 to 1"})
    assert {price(every, f"lay-{number}", point=0, roll=(3, 4)) for number in (4, 5, 6, 8, 9, 10)} == {1}


@cites("adelaide 7(b)", "adelaide 6(b)")
def test_raising_a_buy_bet_raises_the_odds_on_that_point_and_no_others() -> None:
    house = load_book("adelaide", payouts={"buy-4": "3 to 1", "lay-5": {7: "1 to 1"}})
    assert price(house, "pass-odds", point=4, roll=(2, 2)) == 3
    assert price(house, "pass-odds", point=10, roll=(5, 5)) == 2
    assert price(house, "dont-pass-odds", point=5, roll=(3, 4)) == 1
    assert price(house, "dont-pass-odds", point=4, roll=(3, 4)) == Fraction(1, 2)
    again = load_text(house.text, payouts=as_given(house))
    assert (again.digest, again.cells) == (house.digest, house.cells), (
        "a house keeps the payouts and compiles them again"
    )


@cites("adelaide 7(b)")
@pytest.mark.parametrize(
    "payouts",
    [
        {"pass-odds": {4: "3 to 1"}, "buy-4": "4 to 1"},
        {"pass-odds": "3 to 1", "buy-6": {6: "2 to 1"}},
        {"dont-pass-odds": "1 to 1", "lay-4": "2 to 1"},
    ],
)
def test_odds_and_buy_bets_that_are_not_paid_alike_are_refused(payouts: dict[str, str | dict[int, str]]) -> None:
    with pytest.raises(RulebookError, match="they are paid alike") as refused:
        load_book("adelaide", payouts=payouts)
    assert refused.value.clause == "7(b)"


@cites("adelaide 7(b)")
def test_a_book_that_lists_buy_bets_otherwise_than_odds_is_refused() -> None:
    data = cast(dict[str, Any], data_of("adelaide"))
    data["wager"]["buy"]["pays"][0]["odds"] = "3 to 1"
    with pytest.raises(RulebookError, match="buy-4 pays 3 to 1, but pass-odds pays 2 to 1 on that point"):
        compile_layout(data)


@pytest.mark.parametrize(("wager", "leader"), [("buy", "odds"), ("any-seven", "pass-odds")])
def test_a_bet_follows_odds_of_the_book_on_a_number_of_its_own(wager: str, leader: str) -> None:
    data = cast(dict[str, Any], data_of("adelaide"))
    data["wager"][wager]["follows"] = {"wager": leader, "clause": "7(b)"}
    with pytest.raises(RulebookError, match="which is no spot of the book, or has no number of its own"):
        compile_layout(data)
