"""Histogram: how often each whole number came up, exactly. Histograms add up, in any order, to the same one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Ints


@dataclass(frozen=True, eq=False)
class Histogram:
    """Counts of the numbers `low`, `low + step`, `low + 2 * step` and so on; a single number needs no step."""

    low: int
    step: int
    counts: Ints

    @classmethod
    def of(cls, numbers: Ints, *, step: int = 1, zero: int = 0) -> Histogram:
        """The histogram of `zero + step * number` for each number."""
        if not len(numbers):
            return cls(zero, step, np.zeros(0, np.int64))
        least = int(numbers.min())
        return cls(zero + step * least, step, np.bincount(numbers - least))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __add__(self, other: Histogram) -> Histogram:
        if not len(self.counts) or not len(other.counts):
            return self if len(self.counts) else other
        low, high = min(self.low, other.low), max(self.high, other.high)
        step = gcd(self.step, other.step, self.low - other.low) or 1
        counts = np.zeros((high - low) // step + 1, np.int64)
        for each in (self, other):
            start, stride = (each.low - low) // step, each.step // step or 1
            counts[start : start + stride * len(each.counts) : stride] += each.counts
        return Histogram(low, step, counts)

    @property
    def high(self) -> int:
        """The largest number."""
        return self.low + self.step * (len(self.counts) - 1)

    @property
    def values(self) -> Ints:
        """The numbers that came up, rising."""
        found: Ints = self.low + self.step * np.flatnonzero(self.counts)
        return found

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Each number that came up, with its count."""
        counts: list[int] = self.counts[self.counts > 0].tolist()
        return tuple(zip(self.values.tolist(), counts, strict=True))

    @cached_property
    def total(self) -> int:
        """How many numbers were counted."""
        return int(self.counts.sum())

    @cached_property
    def sum(self) -> int:
        """Their sum, exactly."""
        return sum(value * count for value, count in self.pairs)

    @cached_property
    def squares(self) -> int:
        """The sum of their squares, exactly."""
        return sum(value * value * count for value, count in self.pairs)

    @property
    def mean(self) -> Fraction:
        """Their mean."""
        return Fraction(self.sum, self.total)

    @property
    def variance(self) -> Fraction:
        """The variance of what they are a sample of; nothing for a single number."""
        if self.total < 2:
            return Fraction(0)
        return (self.squares - self.sum * self.mean) / (self.total - 1)

    def quantile(self, level: Fraction | float) -> int:
        """The smallest number w such that at least this part of all numbers is at most w."""
        return self._ranked(int(max(1, -(-Fraction(level) * self.total // 1))))

    def quantile_interval(self, level: float, *, confidence: float) -> tuple[int | None, int | None]:
        """The two of these numbers between which the quantile of what they are a sample of lies, this surely.

        How many numbers are at most the quantile is binomial, so the bounds are order statistics, by the normal
        approximation rounded outwards. None where not even the smallest or the largest number is a bound.
        """
        middle = level * self.total
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(middle * (1 - level))
        low, high = floor(middle - reach), ceil(middle + reach) + 1
        return self._ranked(low) if low >= 1 else None, self._ranked(high) if high <= self.total else None

    def _ranked(self, rank: int) -> int:
        """The number of this rank, the smallest one being the first."""
        return self.low + self.step * int(np.searchsorted(np.cumsum(self.counts), rank))

    def above(self, number: int) -> int:
        """How many are larger than a number."""
        return sum(count for value, count in self.pairs if value > number)

    def at_most(self, number: int) -> int:
        """How many are not larger than a number."""
        return self.total - self.above(number)

    def at(self, number: int) -> int:
        """How many are this number."""
        return sum(count for value, count in self.pairs if value == number)
