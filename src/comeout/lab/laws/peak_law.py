"""PeakLaw: the exact law of the highest wealth of a session, from the chances to come to each level of wealth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.expected_visits import LONG_SHOOTER
from comeout.lab.laws.lumping import from_least, lumped
from comeout.lab.laws.mass import empty_mass
from comeout.lab.laws.transitions import Transitions, transitions_of
from comeout.lab.laws.wealth_law import BEGIN, QUANTILES, play, quantile_in
from comeout.lab.session_rules import SessionEnd, SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_ROWS = 30_000
"""Rows times rolls; beyond, the law costs more time than it is worth beside a simulation."""
MOST_LEVELS = 400
"""As many levels of wealth above the bankroll; the same."""
MOST_MOVES = 400_000_000
"""About as many cells of wealth may be moved along edges, for all levels together; the same."""
LEAST = 1e-12
"""A level that is less likely than that is not looked at, nor are those above it."""


@dataclass(frozen=True, slots=True, eq=False)
class PeakLaw:
    """The law of the highest wealth of a session, in cents."""

    wealth: NDArray[np.int64]
    """The bankroll and the levels above it, rising."""
    chance: NDArray[np.float64]

    @property
    def mean_cents(self) -> float:
        """The mean of the peak."""
        return float(self.wealth[0]) + float((self.wealth - self.wealth[0]) @ self.chance)

    @property
    def quantiles(self) -> dict[str, int]:
        """The quantiles that people ask for, by their names."""
        return {str(q): quantile_in(self.wealth, self.chance, q) for q in QUANTILES}


def peak_law(arrays: GraphArrays, rules: SessionRules, *, weights: Sequence[float] | None = None) -> PeakLaw | None:
    """The law of the peak; None without a limit of rolls and shooters, and where it would take long.

    Playing out changes nothing of it.
    """
    if rules.rolls is None and rules.shooters is None:
        return None
    dice, played = dice_chances(weights), replace(rules, play_out=False)
    return from_least(arrays, played, lambda graph: _peak_on(graph, played, dice))


def _peak_on(arrays: GraphArrays, rules: SessionRules, dice: DiceChances) -> PeakLaw | None:
    shooters = rules.shooters or 1
    if arrays.rows * shooters * (rules.rolls or LONG_SHOOTER * shooters) > MOST_ROWS:
        return None
    small = lumped(arrays, dice, shooters=rules.shooters is not None, play_out=False)
    chain = transitions_of(small, rules, dice)
    mass = empty_mass(chain)
    rolls = len(play(chain, mass, [BEGIN], rolls=rules.rolls))
    final = mass.piles[0]
    levels = min(chain.goal, final.low + len(final.cells))
    if levels > MOST_LEVELS or levels * rolls * len(chain.source) * len(final.cells) > MOST_MOVES:
        return None
    reached = [1.0]
    while reached[-1] > LEAST:
        level = len(reached)
        # Past its goal no session goes on, so it ends with its peak.
        beyond = level > chain.goal
        chance = final.cells[level - final.low :].sum() if beyond else _chance_of(chain, rules, level)
        reached.append(float(chance))
    wealth = chain.origin + chain.unit * np.arange(len(reached) - 1, dtype=np.int64)
    return PeakLaw(wealth, np.array(reached[:-1]) - np.array([*reached[1:-1], 0]))


def _chance_of(chain: Transitions, rules: SessionRules, level: int) -> float:
    """The chance that a session comes to a level of wealth before it ends."""
    there = replace(chain, goal=level)
    return float(play(there, empty_mass(there), [BEGIN], rolls=rules.rolls)[:, SessionEnd.GOAL].sum())
