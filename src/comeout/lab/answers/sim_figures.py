"""Figures of simulated sessions: means and shares with standard errors, quantiles with intervals.

Nothing is told of how far off a figure may be where one session is all there is.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any

from comeout.lab.laws.wealth_law import QUANTILES, FigureLaw
from comeout.lab.simulation.histogram import Histogram

CONFIDENCE = 0.95
"""How often an interval of a quantile holds the true one, at least."""


def quantiles_of(histogram: Histogram) -> dict[str, int]:
    """The quantiles that people ask for, by their names."""
    return {str(q): histogram.quantile(Fraction(str(q))) for q in QUANTILES} if histogram.total else {}


def intervals_of(histogram: Histogram, *, shift: int = 0) -> dict[str, list[int | None]]:
    """The interval of each of those quantiles; None on a side where there are too few sessions for a bound."""
    found = {str(q): histogram.quantile_interval(q, confidence=CONFIDENCE) for q in QUANTILES}
    return {name: [None if end is None else end + shift for end in ends] for name, ends in found.items()}


def figures_of(histogram: Histogram, *, shift: int = 0) -> dict[str, Any] | None:
    """Mean with its standard error, standard deviation and quantiles with their intervals, of a histogram."""
    if not histogram.total:
        return None
    several = histogram.total > 1
    return {
        "mean": float(histogram.mean) + shift,
        "standard_error": error_of_mean(histogram),
        "sd": sqrt(histogram.variance) if several else None,
        "quantiles": {name: value + shift for name, value in quantiles_of(histogram).items()},
        "quantile_intervals": intervals_of(histogram, shift=shift),
    }


def beside_exact(
    figures: dict[str, Any] | None, mean: float | None = None, quantiles: dict[str, int] | None = None
) -> dict[str, Any] | None:
    """Figures with their exact mean and quantiles, None where there are none."""
    return None if figures is None else figures | {"exact": mean, "exact_quantiles": quantiles}


def beside_law(figures: dict[str, Any] | None, law: FigureLaw | None) -> dict[str, Any] | None:
    """Figures with the exact mean and quantiles of a law, if there is one."""
    return beside_exact(figures, law.mean, law.quantiles) if law else beside_exact(figures)


def error_of_mean(histogram: Histogram) -> float | None:
    """The standard error of a mean; None for a single number."""
    return sqrt(histogram.variance) / sqrt(histogram.total) if histogram.total > 1 else None


def share_of(count: int, sessions: int) -> tuple[float, float | None]:
    """A count as a share of sessions, with its standard error; None for a single session."""
    chance = count / sessions
    return chance, share_error(chance, sessions)


def share_error(chance: float, sessions: int) -> float | None:
    """The standard error of a share of sessions; None for a single session."""
    return sqrt(chance * (1 - chance) / sessions) if sessions > 1 else None


def share_data(chance: float, error: float | None, exact: float | None) -> dict[str, float | None]:
    """A share of sessions with its standard error and the exact chance."""
    return {"share": chance, "standard_error": error, "exact": exact}
