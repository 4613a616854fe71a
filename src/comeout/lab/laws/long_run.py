"""LongRun: change and variance per roll of a strategy whose money never runs out (stationary distribution)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.dice_chances import dice_chances
from comeout.lab.laws.lumping import lumped, topmost
from comeout.lab.laws.row_chain import RecurrentPart, recurrent_parts, row_chain


@dataclass(frozen=True, slots=True, eq=False)
class LongRun:
    """What a roll brings in the long run, as if money never ran out, in cents."""

    parts: tuple[RecurrentPart, ...]
    """Most strategies have one part. With several, each session ends up in one of them for ever."""

    @property
    def cents_per_roll(self) -> float:
        """The mean change of wealth per roll."""
        return float(sum(part.chance * part.mean for part in self.parts))

    @property
    def cents_per_100_rolls(self) -> float:
        """The mean change of wealth per 100 rolls."""
        return 100 * self.cents_per_roll

    @property
    def variance_per_roll(self) -> float:
        """The variance of a long session per roll, in square cents; with several parts, the mean of theirs."""
        return float(sum(part.chance * part.variance for part in self.parts))

    @property
    def variance_per_100_rolls(self) -> float:
        """The variance of the change in 100 rolls of a long session, in square cents."""
        return 100 * self.variance_per_roll

    @property
    def sd_per_100_rolls_cents(self) -> float:
        """The standard deviation of the change in 100 rolls of a long session."""
        return float(np.sqrt(self.variance_per_100_rolls))


def long_run(arrays: GraphArrays, *, weights: Sequence[float] | None = None) -> LongRun:
    """The long run of a strategy, as if money never ran out."""
    dice = dice_chances(weights)
    small = lumped(topmost(arrays, play_out=False)[0], dice, shooters=False, play_out=False)
    return LongRun(recurrent_parts(row_chain(small), dice))
