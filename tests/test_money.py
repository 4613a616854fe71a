"""Money is whole cents, odds are exact, and rounding happens once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.money import (
    even_step,
    in_proportion,
    is_amount,
    near_multiples,
    nearest_multiple,
    parse_amount,
    parse_odds,
    pay,
    pays_evenly,
    share_left,
    share_of,
    show_amount,
    show_money,
    show_odds,
    show_short,
    to_cents,
    with_currency,
)

odds = st.fractions(min_value=Fraction(1, 20), max_value=40, max_denominator=20)


@pytest.mark.parametrize(
    ("text", "cents"), [("10", 1000), ("12.5", 1250), ("12.50", 1250), ("0.05", 5), (" 7 ", 700), ("0", 0)]
)
def test_typed_amounts_are_read_as_cents(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize("text", ["", "-1", "1.234", "ten", "1e3", "nan", "1,000", "10" * 9])
def test_what_is_no_amount_says_how_to_write_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"write it like 10 or 12\.50"):
        parse_amount(text)


def test_amounts_are_shown_with_two_places() -> None:
    assert [show_short(cents) for cents in (1000, 1250, 5)] == ["10", "12.50", "0.05"]
    assert [show_amount(cents) for cents in (1000, 1250, 5, 0, -1)] == ["10.00", "12.50", "0.05", "0.00", "-0.01"]


@given(st.integers(0, 10**12))
def test_shown_amounts_read_back(cents: int) -> None:
    assert parse_amount(show_amount(cents)) == cents


@pytest.mark.parametrize("value", [0, -1, 1.5, float("nan"), "10", None, True, 10**16])
def test_nonsense_is_no_amount(value: object) -> None:
    assert not is_amount(value)


def test_odds_are_read_in_both_manners() -> None:
    assert parse_odds("7 to 4") == parse_odds("7:4") == parse_odds("7-4") == Fraction(7, 4)


@pytest.mark.parametrize("text", ["7", "7 for 4", "0 to 1", "1 to 0", "7 to", "-1 to 2", "7/4"])
def test_what_is_no_odds_says_how_to_write_them(text: str) -> None:
    with pytest.raises(ValueError, match="write them like"):
        parse_odds(text)


def test_odds_are_shown_as_a_layout_prints_them() -> None:
    assert show_odds(Fraction(7, 6)) == "7 to 6"
    assert show_odds(Fraction(15), ":") == "15:1"


@given(st.integers(1, 10**9), odds, st.sampled_from([1, 5, 25, 100]))
def test_rounding_up_pays_the_next_payable_amount_and_down_the_one_before(
    stake: int, each: Fraction, unit: int
) -> None:
    down, up = (pay(stake, each, unit, way) for way in (False, True))
    assert down % unit == up % unit == 0
    assert down <= stake * each <= up
    assert up - down == (0 if stake * each == down else unit)


@given(odds, st.sampled_from([1, 5, 100]), st.integers(1, 50))
def test_multiples_of_the_even_step_pay_without_rounding_and_nothing_smaller_does(
    each: Fraction, unit: int, times: int
) -> None:
    step = even_step([each], unit)
    assert (step * times * each) % unit == 0
    assert all((smaller * each) % unit for smaller in range(1, min(step, 200)))


def test_a_share_drops_the_fraction_of_a_cent() -> None:
    assert share_of(1999, Fraction(1, 20)) == 99


@pytest.mark.parametrize(("given", "cents"), [(10, 10), ("10", 10_00), ("12.50", 12_50), (0, 0), (-5, -5)])
def test_an_amount_in_python_is_whole_cents_or_text(given: int | str, cents: int) -> None:
    assert to_cents(given) == cents


@pytest.mark.parametrize("given", [10.0, 12.5, True, None, b"10", [10], "ten", "12.505", "-5", "10.", ""])
def test_anything_else_is_no_amount_and_a_sentence_says_what_is(given: object) -> None:
    with pytest.raises(ValueError, match=r"is no(t an)? amount; write it"):
        to_cents(given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("cents", "shown"), [(10, "$0.10"), (12_50, "$12.50"), (-5_00, "-$5.00"), (0, "$0.00")])
def test_money_shows_its_currency(cents: int, shown: str) -> None:
    assert show_money(cents) == shown


def test_a_sentence_gets_the_currency_before_its_amounts_and_nothing_else() -> None:
    assert with_currency("only 5.00 of -12.50 is left") == "only $5.00 of -$12.50 is left"
    assert with_currency("by 3.13.1, at 7 to 6 on $4.00, seat 12") == "by 3.13.1, at 7 to 6 on $4.00, seat 12"


@given(st.lists(odds, min_size=1, max_size=3), st.sampled_from([1, 5, 100]), st.integers(1, 60))
def test_one_step_pays_all_its_odds_evenly_and_is_the_multiple_asked_for(
    each: list[Fraction], unit: int, multiple: int
) -> None:
    step = even_step(each, unit, multiple)
    assert step % multiple == 0
    assert all(pays_evenly(step, one, unit) for one in each)
    assert step == even_step([], unit, multiple) or not all(pays_evenly(multiple, one, unit) for one in each)


@given(st.integers(0, 10_000), st.integers(1, 200), st.integers(0, 5_000), st.integers(0, 9_000))
def test_the_multiples_near_an_amount_are_the_nearest_within_the_limits(
    amount: int, step: int, least: int, most: int
) -> None:
    found = near_multiples(amount, step, least=least, most=most)
    within = [each for each in range(0, most + 1, step) if each >= least]
    assert bool(found) == bool(within)
    assert all(each in within for each in found)
    if within:
        distance = min(abs(each - amount) for each in within)
        assert min(abs(each - amount) for each in found) == distance
        assert found == tuple(sorted(set(found)))


def test_of_two_multiples_equally_near_the_larger_is_the_nearest() -> None:
    assert [nearest_multiple(amount, 10) for amount in (4, 5, 15, 24, 26)] == [0, 10, 20, 20, 30]
    assert nearest_multiple(4, 10, least=10) == 10
    assert near_multiples(15, 10) == (10, 20)
    assert near_multiples(15, 10, least=11, most=19) == ()


@given(st.integers(0, 10**9), st.sampled_from([Fraction(1, 20), Fraction(1, 40), Fraction(5, 100)]))
def test_what_is_left_when_its_share_is_taken_fits_and_a_cent_more_does_not(total: int, rate: Fraction) -> None:
    amount = share_left(Fraction(total), rate)
    assert amount * (1 + rate) <= total < (amount + 1) * (1 + rate)


def test_parts_of_a_whole_are_cut_down_to_the_cent() -> None:
    assert [in_proportion(100, part, 300) for part in (100, 200, 300)] == [33, 66, 100]
