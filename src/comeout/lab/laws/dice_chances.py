"""DiceChances: how likely each of the thirty-six rolls is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from comeout.dice import ROLLS
from comeout.lab.session_rules import LabError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEVENS = np.array([roll.total == 7 for roll in ROLLS])
"""By the place of the roll: whether the dice show a seven."""


@dataclass(frozen=True)
class DiceChances:
    """Weights of the thirty-six rolls in the order of their place; only their ratios matter."""

    weights: tuple[float, ...]

    @cached_property
    def floats(self) -> NDArray[np.float64]:
        """The weights as floats."""
        return np.array([float(weight) for weight in self.weights])

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """The chance of each roll; the chances sum to 1."""
        chances: NDArray[np.float64] = self.floats / self.floats.sum()
        return chances

    @cached_property
    def kinds(self) -> NDArray[np.uint64]:
        """The number of each roll's weight among the distinct weights, from 1."""
        return np.unique(self.floats, return_inverse=True)[1].astype(np.uint64) + np.uint64(1)

    @property
    def whole_total(self) -> int | None:
        """The sum of the weights if they are whole numbers, small enough to be exact as floats."""
        whole = [weight for weight in self.weights if isinstance(weight, int)]
        return sum(whole) if len(whole) == len(self.weights) and sum(whole) < 1 << 40 else None


def dice_chances(weights: Sequence[float] | None) -> DiceChances:
    """The chances of the thirty-six rolls; None means fair dice."""
    given = (1,) * len(ROLLS) if weights is None else tuple(weights)
    if len(given) != len(ROLLS):
        raise LabError(f"dice have {len(ROLLS)} weights, one for each roll from 1-1 to 6-6; there are {len(given)}")
    if not all(math.isfinite(weight) and weight >= 0 for weight in given) or not any(given):
        raise LabError("a weight of dice is a number from 0 up, and at least one roll has more than 0")
    return DiceChances(given)
