"""Exact fractions as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.exact.numbers import show_decimal, show_gain, show_one_in, show_percent, show_root
from tests.kit.by_hand import F


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (F(1, 3), 4, "0.3333"),
        (F(2, 3), 4, "0.6667"),
        (F(-7, 495), 6, "-0.014141"),
        (F(-1, 3000), 2, "0.00"),
        (F(-199, 200), 1, "-1.0"),
        (F(1, 8), 2, "0.12"),
        (F(3, 8), 2, "0.38"),
        (F(1671, 196), 4, "8.5255"),
        (F(12), 3, "12.000"),
    ],
)
def test_a_decimal_is_rounded_half_to_even_and_never_a_negative_nothing(value: F, places: int, text: str) -> None:
    assert show_decimal(value, places) == text


@given(st.fractions(max_denominator=10**6), st.integers(1, 12))
def test_a_decimal_is_within_half_a_unit_of_the_last_place(value: F, places: int) -> None:
    text = show_decimal(value, places)
    assert abs(F(text) - value) <= F(1, 2 * 10**places)
    assert len(text.partition(".")[2]) == places


def test_percentages_and_gains() -> None:
    assert show_percent(F(-7, 495)) == "-1.414%"
    assert show_percent(F(1, 2), 1) == "50.0%"
    assert show_gain(F(7, 5940)) == "+7/5940 (+0.118%)"
    assert show_gain(F(-1, 11)) == "-1/11 (-9.091%)"
    assert show_gain(F(0)) == "0 (0.000%)"


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [(F(2), 6, "1.414213"), (F(1, 4), 3, "0.500"), (F(0), 2, "0.00"), (F(10**6), 1, "1000.0")],
)
def test_a_root_is_cut_off_after_the_last_place(value: F, places: int, text: str) -> None:
    assert show_root(value, places) == text


@given(st.fractions(min_value=0, max_denominator=10**6), st.integers(1, 12))
def test_a_root_is_the_largest_decimal_whose_square_is_not_too_large(value: F, places: int) -> None:
    root = F(show_root(value, places))
    assert root**2 <= value < (root + F(1, 10**places)) ** 2


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (F(0), "never"),
        (F(1), "1 in 1.00"),
        (F(2, 3), "1 in 1.50"),
        (F(1, 36), "1 in 36.0"),
        (F(1, 999), "1 in 999"),
        (F(10, 9999), "1 in 1.00 thousand"),
        (F(1, 12345), "1 in 12.3 thousand"),
        (F(1, 999_600), "1 in 1.00 million"),
        (F(1, 5_590_264_072), "1 in 5.59 billion"),
        (F(1, 10**12), "1 in 1.00 trillion"),
        (F(1, 999 * 10**12), "1 in 999 trillion"),
        (F(1, 10**15), "1 in 10^15"),
        (F(1, 10**15 - 1), "1 in 10^15"),
        (F(3, 10**100), "1 in 10^99"),
    ],
)
def test_one_chance_in_so_many_is_told_to_three_digits(chance: F, text: str) -> None:
    assert show_one_in(chance) == text


@given(st.integers(1, 10**15 - 10**12), st.integers(1, 10**6))
def test_one_chance_in_so_many_is_near_the_truth(odds: int, more: int) -> None:
    truth = odds + F(1, more)
    figure, _, word = show_one_in(1 / truth).removeprefix("1 in ").partition(" ")
    size = {"": 1, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}[word]
    assert abs(F(figure) * size - truth) <= truth / 200
    assert len(figure.replace(".", "")) == 3
