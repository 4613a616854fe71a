"""PathLaws: the exact laws of the highest wealth of a session, and of how far and for how long it falls below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.expected_visits import LONG_SHOOTER
from comeout.lab.laws.fall_laws import drawdown_chances, time_below_chances, time_below_moves, while_likely
from comeout.lab.laws.lumping import from_least, lumped
from comeout.lab.laws.mass import Pile, empty_mass
from comeout.lab.laws.transitions import Transitions, transitions_of
from comeout.lab.laws.wealth_law import BEGIN, FigureLaw, play
from comeout.lab.session_rules import SessionEnd, SessionRules

MOST_ROWS = 30_000
"""Rows times rolls; beyond, the laws cost more time than they are worth beside a simulation."""
MOST_LEVELS = 400
"""As many levels of wealth above the bankroll; the same."""
MOST_MOVES = 400_000_000
"""About as many cells of wealth may be moved along edges for the peak, for all levels together; the same."""
MOST_FALL_MOVES = 20_000_000_000
"""As many for the drawdown, by a bound that is ten times what is moved; the same."""
MOST_TIME_MOVES = 300_000_000
"""As many for the time below a peak; the same."""


@dataclass(frozen=True, slots=True)
class PathLaws:
    """The laws of what the course of a session comes to; None where they would take long."""

    peak: FigureLaw | None = None
    """Of the highest wealth, in cents."""
    drawdown: FigureLaw | None = None
    """Of the deepest fall below a peak, in cents."""
    below: FigureLaw | None = None
    """Of the longest run of rolls below a peak."""


def path_laws(arrays: GraphArrays, rules: SessionRules, *, weights: Sequence[float] | None = None) -> PathLaws:
    """The laws of a course; none without a limit of rolls and shooters. Playing out changes nothing of them."""
    if rules.rolls is None and rules.shooters is None:
        return PathLaws()
    dice, played = dice_chances(weights), replace(rules, play_out=False)
    return from_least(arrays, played, lambda graph: _laws_on(graph, played, dice))


def _laws_on(arrays: GraphArrays, rules: SessionRules, dice: DiceChances) -> PathLaws:
    shooters = rules.shooters or 1
    if arrays.rows * shooters * (rules.rolls or LONG_SHOOTER * shooters) > MOST_ROWS:
        return PathLaws()
    small = lumped(arrays, dice, shooters=rules.shooters is not None, play_out=False)
    chain = transitions_of(small, rules, dice)
    mass = empty_mass(chain)
    rolls = len(play(chain, mass, [BEGIN], rolls=rules.rolls)) - 1
    final = mass.piles[0]
    levels = min(chain.goal, final.low + len(final.cells))
    edges = len(chain.source)
    if levels > MOST_LEVELS or levels * rolls * edges * len(final.cells) > MOST_MOVES:
        return PathLaws()
    peak = _peak_chances(chain, rules, final)
    laws = PathLaws(_law_of(chain.origin, chain.unit, peak))
    height = len(peak) - min(0, final.low)
    if height**3 * rolls * edges > 2 * MOST_FALL_MOVES:
        return laws
    falls = drawdown_chances(chain, rolls=rules.rolls)
    laws = replace(laws, drawdown=_law_of(0, chain.unit, falls))
    size = {"rolls": rolls, "peaks": len(peak), "depth": len(falls)}
    if time_below_moves(chain, **size) > MOST_TIME_MOVES:
        return laws
    return replace(laws, below=_law_of(0, 1, time_below_chances(chain, **size)))


def _law_of(lowest: int, unit: int, reached: list[float]) -> FigureLaw:
    """The law of what comes to each level, rising by units from the lowest, with these chances."""
    values = lowest + unit * np.arange(len(reached), dtype=np.int64)
    return FigureLaw(values, -np.diff(reached, append=0))


def _peak_chances(chain: Transitions, rules: SessionRules, final: Pile) -> list[float]:
    """By cell above the bankroll: the chance to come so far, at least."""

    def comes_to(level: int) -> float:
        # Past its goal no session goes on, so it ends with its peak.
        if level > chain.goal:
            return float(final.cells[max(0, level - final.low) :].sum())
        there = replace(chain, goal=level)
        return float(play(there, empty_mass(there), [BEGIN], rolls=rules.rolls)[:, SessionEnd.GOAL].sum())

    return while_likely(comes_to)
