"""The amounts of a bet that lose nothing to rounding, and that all others do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.exact.even_amounts import LISTED, best_amounts
from comeout.exact.figures import figures
from comeout.rules.library import load_book
from tests.kit.by_hand import F

UNITS = ("0.01", "0.05", "0.25", "1", "5")


def cost(book: str, bet: str, stake: int, unit: str) -> F:
    found = figures(load_book(book), bet, stake=stake, settings={"payable-unit": unit}).rounding_cost
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("book", "bet", "unit", "step"),
    [
        ("evolution", "place-6", "0.01", 6),
        ("evolution", "place-6", "1", 6_00),
        ("evolution", "place-lose-4", "1", 2_20),  # 5 to 11: 2.20 is paid 1.00
        ("evolution", "pass", "0.01", 1),
        ("evolution", "pass", "1", 1_00),
        ("evolution", "c-and-e", "1", 1_00),  # it loses a part of its pay at 3 to 1 otherwise
        ("adelaide", "pass+odds:1x", "1", 10_00),  # 3 to 2 asks for 2.00, 6 to 5 for 5.00
        ("adelaide", "pass+odds:2x", "1", 5_00),
        ("adelaide", "dont-pass+lay-to-win:1x", "0.01", 10),  # 3 for 2 and 6 for 5: halves and fifths of a cent
        ("exhibit-a", "horn", "0.01", 4_00),  # four betting units
        ("exhibit-a", "world", "0.01", 5_00),
        ("exhibit-a", "place-4", "1", 4_00),
    ],
)
def test_the_step_is_the_smallest_bet_that_all_payments_divide(book: str, bet: str, unit: str, step: int) -> None:
    found = best_amounts(load_book(book), bet, settings={"payable-unit": unit})
    assert found.step_cents == step
    assert len(found.amounts_cents) == LISTED
    assert all(amount % step == 0 for amount in found.amounts_cents)


def test_amounts_are_listed_within_the_limits_of_the_table() -> None:
    limits = {"min place-6": "20", "max place-6": "40", "payable-unit": "1"}
    found = best_amounts(load_book("evolution"), "place-6", settings=limits)
    assert found.amounts_cents == (24_00, 30_00, 36_00)
    narrow = best_amounts(load_book("evolution"), "place-6", settings={**limits, "min place-6": "37"})
    assert narrow.amounts_cents == ()


def test_amounts_are_listed_from_near_the_one_asked_about() -> None:
    found = best_amounts(load_book("evolution"), "place-6", near=50_00, settings={"payable-unit": "1"})
    assert found.amounts_cents[:3] == (48_00, 54_00, 60_00)


def test_a_notice_of_multiples_is_kept() -> None:
    notice = {"min place-6": "10", "multiples-notice": "on"}
    assert best_amounts(load_book("adelaide"), "place-6", settings=notice).step_cents == 30_00


def test_other_amounts_gain_where_the_table_rounds_up() -> None:
    assert best_amounts(load_book("adelaide"), "place-6").others_gain
    assert not best_amounts(load_book("evolution"), "place-6").others_gain
    assert cost("adelaide", "place-6", 5_00, "1") < 0 < cost("evolution", "place-6", 5_00, "1")


@given(st.data(), st.sampled_from(["exhibit-a", "adelaide", "sentosa", "evolution"]), st.sampled_from(UNITS))
def test_a_best_amount_loses_nothing_and_any_other_something(data: st.DataObject, book: str, unit: str) -> None:
    layout = load_book(book)
    flat = [spot.id for spot in layout.spots if spot.made_here]
    bet = data.draw(st.sampled_from([*flat, "pass+odds:2x", "come+odds:1x", "dont-pass+lay:3-4-5x"]))
    best = best_amounts(layout, bet, settings={"payable-unit": unit})
    times = data.draw(st.integers(1, 1000))
    spot = layout.by_id[bet.partition("+")[0]]
    dropped = F(1, best.step_cents * times) if spot.wager.vigorish else F(0)  # a part of a cent of the charge
    assert -dropped <= cost(book, bet, best.step_cents * times, unit) <= 0
    other = data.draw(st.integers(1, 1000_00).filter(lambda stake: stake % best.step_cents))
    if not spot.wager.units and not spot.wager.vigorish:
        lost = cost(book, bet, other, unit)
        assert lost < 0 if best.others_gain else lost > 0


@given(
    st.sampled_from(["exhibit-a", "sentosa"]),
    st.sampled_from(["dont-pass", "dont-come"]),
    st.integers(1, 1000),
    st.sampled_from(UNITS),
)
def test_a_best_amount_divides_into_odds_laid_to_win(book: str, bet: str, times: int, unit: str) -> None:
    name = f"{bet}+lay-to-win:1x"
    step = best_amounts(load_book(book), name, settings={"payable-unit": unit}).step_cents
    assert cost(book, name, step * times, unit) == 0
