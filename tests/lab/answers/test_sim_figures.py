"""Figures of simulated sessions stand with their errors, and a single session has none."""

from __future__ import annotations

import numpy as np

from comeout.lab.answers.sim_figures import error_of_mean, figures_of, intervals_of, share_of
from comeout.lab.simulation.histogram import Histogram


def test_a_mean_and_a_share_have_the_standard_errors_of_samples() -> None:
    histogram = Histogram.of(np.array([1, 3]))
    assert error_of_mean(histogram) == 1
    assert share_of(1, 4) == (0.25, (0.25 * 0.75 / 4) ** 0.5)


def test_one_session_has_no_error_and_no_interval() -> None:
    one = Histogram.of(np.array([500]))
    figures = figures_of(one)
    assert figures
    assert (figures["mean"], figures["standard_error"], figures["sd"]) == (500, None, None)
    assert set(map(tuple, figures["quantile_intervals"].values())) == {(None, None)}
    assert share_of(1, 1) == (1, None)
    assert figures_of(Histogram.of(np.zeros(0, np.int64))) is None


def test_profit_is_wealth_moved_with_its_intervals() -> None:
    histogram = Histogram.of(np.arange(10_000))
    moved = figures_of(histogram, shift=-5000)
    assert moved
    assert moved["mean"] == histogram.mean - 5000
    assert moved["quantiles"]["0.5"] == histogram.quantile(0.5) - 5000
    low, high = intervals_of(histogram)["0.5"]
    assert low is not None
    assert high is not None
    assert moved["quantile_intervals"]["0.5"] == [low - 5000, high - 5000]
