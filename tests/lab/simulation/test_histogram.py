"""Histograms: exact sums, quantiles by their definition, and the same histogram whatever the order of the parts."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.lab.simulation.histogram import Histogram

NUMBERS = st.lists(st.integers(-50, 50), min_size=1, max_size=30)


def of(*numbers: int, step: int = 1, zero: int = 0) -> Histogram:
    return Histogram.of(np.array(numbers, np.int64), step=step, zero=zero)


@given(NUMBERS, NUMBERS)
def test_sums_and_moments_are_those_of_the_numbers(some: list[int], others: list[int]) -> None:
    found = of(*some, step=5, zero=3) + of(*others, step=5, zero=3)
    numbers = sorted(3 + 5 * number for number in some + others)
    assert found.total == len(numbers)
    assert [value for value, count in found.pairs for _ in range(count)] == numbers
    assert (found.sum, found.squares) == (sum(numbers), sum(number * number for number in numbers))
    mean = Fraction(sum(numbers), len(numbers))
    assert found.variance * (len(numbers) - 1) == sum((number - mean) ** 2 for number in numbers)


@given(NUMBERS, st.fractions(0, 1))
def test_a_quantile_is_the_smallest_number_that_enough_are_at_most(numbers: list[int], level: Fraction) -> None:
    enough = [w for w in sorted(numbers) if sum(number <= w for number in numbers) >= level * len(numbers)]
    assert of(*numbers).quantile(level) == enough[0]


def test_parts_of_other_steps_add_up_and_equality_is_of_what_was_counted() -> None:
    coarse, fine, single = of(0, 2, step=100), of(3, step=25), Histogram(110, 0, np.ones(1, np.int64))
    whole = coarse + fine + single
    assert whole.pairs == ((0, 1), (75, 1), (110, 1), (200, 1))
    assert whole == single + coarse + fine == Histogram.of(np.array([0, 75, 110, 200]))
    assert whole != coarse
    assert single + single == Histogram(110, 0, np.array([2]))
    assert hash(whole) == hash(fine + single + coarse)


def test_nothing_adds_nothing() -> None:
    empty = Histogram.of(np.zeros(0, np.int64), step=5)
    assert (empty.total, empty.pairs) == (0, ())
    assert empty + of(1) == of(1) + empty == of(1)
    assert of(4).variance == 0


def test_counts_above_and_at_a_number() -> None:
    found = of(-1, 0, 0, 5)
    assert (found.above(0), found.at(0), found.at(3), found.above(5)) == (1, 2, 0, 0)
    assert (found.low, found.high, found.sum) == (-1, 5, 4)


def test_sums_past_64_bits_are_exact() -> None:
    found = Histogram(10**12, 0, np.array([10**9]))
    assert (found.sum, found.squares) == (10**21, 10**33)


@pytest.mark.parametrize("level", [0, 0.5, 1])
def test_a_level_may_be_a_float(level: float) -> None:
    assert of(1, 2, 3).quantile(level) == {0: 1, 0.5: 2, 1: 3}[level]


def test_an_interval_of_a_quantile_holds_the_true_one_nineteen_times_in_twenty() -> None:
    chance = np.random.default_rng(1)
    held = dict.fromkeys((0.05, 0.5, 0.99), 0)
    for _ in range(400):
        histogram = Histogram.of(chance.geometric(0.05, 1000), zero=7, step=3)
        for level in held:
            true = 7 + 3 * int(np.ceil(np.log1p(-level) / np.log(0.95)))
            low, high = histogram.quantile_interval(level, confidence=0.95)
            held[level] += (low is None or low <= true) and (high is None or true <= high)
    assert all(count >= 380 - 10 for count in held.values()), held


def test_too_few_numbers_bound_no_far_quantile() -> None:
    histogram = Histogram.of(np.arange(100))
    assert histogram.quantile_interval(0.01, confidence=0.95)[0] is None
    assert histogram.quantile_interval(0.99, confidence=0.95)[1] is None
    low, high = histogram.quantile_interval(0.5, confidence=0.95)
    assert (low, high) == (39, 60)
    assert (histogram.at_most(9), histogram.at_most(-1)) == (10, 0)
