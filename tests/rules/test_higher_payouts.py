"""What adelaide's house may pay, print and charge, where the transcript of a game cannot say it: 6(b) above all."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from comeout.rules.compile import compile_layout
from comeout.rules.errors import RulebookError
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, data_of, load_book
from comeout.table.messages import Line, Rejected, RollSettled
from comeout.table.table import Table
from tests.casebook import cites


def only_line(table: Table, spot: str, amount: int, roll: tuple[int, int]) -> Line:
    """What one roll does to the only bet at a table."""
    table.bet(table.sit("Ann", 100_00), spot, amount)
    answer = table.roll(*roll)
    assert not isinstance(answer, Rejected), answer
    (line,) = next(event.lines for event in answer if isinstance(event, RollSettled))
    return line


def paid(layout: Layout, spot: str, amount: int, roll: tuple[int, int]) -> int:
    """What a bet made at a fresh table is paid on one roll."""
    return only_line(Table(layout), spot, amount, roll).paid


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
