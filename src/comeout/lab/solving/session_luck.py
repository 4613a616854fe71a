"""The luck of a session: the law of what the same bets could have brought with other dice.

Each roll is replaced by an independent one with the bets that lay. What the rolls did on average is the expected result
of the session's summary, so the mean of the law is that figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from comeout.exact.numbers import show_decimal
from comeout.exact.session import RollSpread, Summary
from comeout.lab.answers.answer_frame import Frame

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]
    Chances = NDArray[np.float64]

MOST_VALUES = 50_000
"""A law of more values than this is told on a grid."""
MOST_OVER = 10**10
"""The largest denominator of an exact law; with a larger one it is told on a grid."""
GRID = 2**15
"""How many points a grid has."""
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True, slots=True, eq=False)
class SessionLuck(Frame):
    """One session, what it could have brought, and where what it did bring stands among that. Amounts are cents."""

    player: str
    seat: int
    summary: Summary
    values: Chances
    """Every result that had a chance, rising; without rounding, and with the bets that still lie at their worth."""
    chances: Chances
    grid_cents: float
    """The distance of the grid that results were put on; 0 where the law is exact."""
    p_below: float
    """The chance of a worse result."""
    p_equal: float
    """The chance of the same result."""

    @property
    def result(self) -> Fraction:
        """What the session brought, measured as the law is."""
        return self.summary.total.expected + self.summary.luck

    @property
    def percentile(self) -> float:
        """How many of a hundred sessions with other dice end with at most this result."""
        return 100 * (self.p_below + self.p_equal)

    @property
    def mean_cents(self) -> float:
        """The mean of the law."""
        return float(self.values @ self.chances)

    @property
    def sd_cents(self) -> float:
        """The standard deviation of the law."""
        return math.sqrt(float((self.values - self.mean_cents) ** 2 @ self.chances))

    @property
    def quantiles(self) -> dict[str, float]:
        """By name, the smallest result r with P(R <= r) >= q."""
        rising = np.cumsum(self.chances)
        places = [min(int(np.searchsorted(rising, q * (1 - 1e-12))), len(rising) - 1) for q in QUANTILES]
        return {str(q): float(self.values[place]) for q, place in zip(QUANTILES, places, strict=True)}

    def columns(self) -> dict[str, list[Any]]:
        """The law: every result that had a chance, with its chance."""
        return {"result_cents": self.values.tolist(), "probability": self.chances.tolist()}

    def facts(self) -> dict[str, str]:
        """The main figures."""
        return {
            "player": f"{self.player}, seat {self.seat}",
            "rolls": str(self.summary.rolls),
            "result": f"${show_decimal(self.result / 100, 2)}",
            "expected": f"${show_decimal(self.summary.total.expected / 100, 2)}",
            "standard deviation": f"${self.sd_cents / 100:.2f}",
            "percentile": f"{self.percentile:.2f}",
        }

    def __repr__(self) -> str:
        result = show_decimal(self.result / 100, 2)
        return f"<SessionLuck {self.player}, seat {self.seat}: {result}, percentile {self.percentile:.2f}>"


def session_luck(player: str, seat: int, summary: Summary, spreads: Mapping[RollSpread, int]) -> SessionLuck:
    """The luck of a session, from its summary and what each of its rolls could have done."""
    over = math.lcm(1, *(len(spread.changes) * spread.over for spread in spreads))
    law = _exact(spreads, over) if over <= MOST_OVER else None
    grid = 0.0 if law else _step(spreads)
    whole, chances = law or _on_grid(spreads, grid)
    step = grid or 1 / over
    place = float(summary.luck) / step
    values: Chances = float(summary.total.expected) + whole.astype(np.float64) * step
    return SessionLuck(
        player=player,
        seat=seat,
        summary=summary,
        values=values,
        chances=chances,
        grid_cents=grid,
        p_below=float(chances[whole < place - 0.5].sum()),
        p_equal=float(chances[np.abs(whole - place) <= 0.5].sum()),
    )


def _lucks(spread: RollSpread) -> list[Fraction]:
    """How far each of the thirty-six rolls is from their average, in cents."""
    mean = Fraction(sum(spread.changes), len(spread.changes))
    return [(change - mean) / spread.over for change in spread.changes]


def _exact(spreads: Mapping[RollSpread, int], over: int) -> tuple[Whole, Chances] | None:
    """The law in whole parts of a cent, or None where it has too many values."""
    values, chances = np.zeros(1, np.int64), np.ones(1)
    for spread, times in spreads.items():
        ways = np.unique([int(luck * over) for luck in _lucks(spread)], return_counts=True)
        for _ in range(times):
            sums = (values[:, None] + ways[0]).ravel()
            weights = (chances[:, None] * (ways[1] / len(spread.changes))).ravel()
            values, place = np.unique(sums, return_inverse=True)
            chances = np.bincount(place, weights=weights).astype(np.float64)
            if len(values) > MOST_VALUES:
                return None
    return values, chances


def _step(spreads: Mapping[RollSpread, int]) -> float:
    """The distance of a grid that holds every result."""
    widest = sum(times * (max(lucks) - min(lucks)) for spread, times in spreads.items() for lucks in [_lucks(spread)])
    return float(widest) / GRID


def _on_grid(spreads: Mapping[RollSpread, int], step: float) -> tuple[Whole, Chances]:
    """The law on a grid. A result between two points counts for both, so that the mean stays what it is."""
    low, chances = 0, np.ones(1)
    for spread, times in spreads.items():
        roll: dict[int, float] = {}
        for luck in _lucks(spread):
            place, rest = divmod(float(luck) / step, 1.0)
            for point, share in ((int(place), 1 - rest), (int(place) + 1, rest)):
                roll[point] = roll.get(point, 0.0) + share / len(spread.changes)
        first, last = min(roll), max(roll)
        for _ in range(times):
            wider = np.zeros(len(chances) + last - first)
            for point, share in roll.items():
                wider[point - first :][: len(chances)] += share * chances
            low, chances = low + first, wider
    held = np.flatnonzero(chances)
    return held + low, chances[held]
