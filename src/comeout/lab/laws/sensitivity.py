"""Sensitivity: what each roll and each payment is worth to a strategy in the long run, and the dice that break even."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.dice_chances import SEVENS, DiceChances, dice_chances
from comeout.lab.laws.lumping import lumped, topmost
from comeout.lab.laws.row_chain import recurrent_parts, row_chain
from comeout.lab.session_rules import LabError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 200
"""How many chances of a seven are tried, from the present one to each side, before the root is closed in on."""


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The dice at which a strategy neither wins nor loses in the long run."""

    p_seven: float
    """The chance of a seven; the other rolls share the rest as they do now."""

    @property
    def rolls_per_seven(self) -> float:
        """The mean number of rolls from one seven to the next."""
        return 1 / self.p_seven


def roll_worths(arrays: GraphArrays, *, weights: Sequence[float] | None = None) -> tuple[float, ...]:
    """By the place of the roll: the change of the long-run value per roll, in cents, with the chance of that roll.

    More of one roll means less of the others, in proportion. It is also what that roll, once thrown, brings more than
    any roll does on average, with all that follows from it; weighted by their chances, the thirty-six sum to 0.
    """
    dice = dice_chances(weights)
    chain = row_chain(arrays)
    worth = np.zeros(36)
    for part in recurrent_parts(chain, dice):
        potential = np.zeros(chain.size + 1)
        potential[part.rows] = part.potential
        brings = chain.delta[part.rows] + potential[chain.after[part.rows]] - part.potential[:, None]
        worth += part.chance * (part.share @ brings - part.mean) if part.rows.size else 0.0
    return tuple(worth.tolist())


def label_worths(
    arrays: GraphArrays, changes: Mapping[str, NDArray[np.int64]], *, weights: Sequence[float] | None = None
) -> dict[str, float]:
    """By label, its part of the long-run value per roll, in cents; `changes` has the change by row and roll of each."""
    dice = dice_chances(weights)
    chain = row_chain(arrays)
    share = np.zeros(arrays.rows)
    for part in recurrent_parts(chain, dice):
        share[chain.rows[part.rows]] += part.chance * part.share
    for label, change in changes.items():
        if change.shape != arrays.delta.shape:
            raise LabError(f'"{label}" needs a change for each of the {arrays.rows} rows and 36 rolls')
    return {label: float(share @ change @ dice.chances) for label, change in changes.items()}


def break_even(arrays: GraphArrays, *, weights: Sequence[float] | None = None) -> BreakEven | None:
    """The chance of a seven nearest to the present one at which the long run is even; None if there is none.

    The six sevens are scaled together, and so are the other thirty rolls.
    """
    dice = dice_chances(weights)
    now = float(dice.chances[SEVENS].sum())
    if not dice.floats[SEVENS].any() or not dice.floats[~SEVENS].any():
        raise LabError("dice that break even are found by scaling the sevens, and these have all or none")
    value = _value_of(arrays, dice, now)
    sides = (np.linspace(now, end, STEPS + 1)[:-1].tolist() for end in (0.0, 1.0))
    found = [_root(value, *bracket) for side in sides if (bracket := _bracket(value, side))]
    return BreakEven(min(found, key=lambda p_seven: abs(p_seven - now))) if found else None


def _value_of(arrays: GraphArrays, dice: DiceChances, now: float) -> Callable[[float], float]:
    """The long-run value per roll as a function of the chance of a seven."""
    apart = DiceChances(tuple(np.where(SEVENS, dice.floats * 1.0625, dice.floats).tolist()))
    chain = row_chain(lumped(topmost(arrays, play_out=False)[0], apart, shooters=False, play_out=False))

    def value(p_seven: float) -> float:
        scaled = dice.chances * np.where(SEVENS, p_seven / now, (1 - p_seven) / (1 - now))
        parts = recurrent_parts(chain, DiceChances(tuple(scaled.tolist())))
        return sum(part.chance * part.mean for part in parts)

    return value


def _bracket(value: Callable[[float], float], tried: list[float]) -> tuple[float, float] | None:
    """The first two neighbours between which the value changes its sign."""
    before, last = tried[0], value(tried[0])
    for now in tried:
        here = value(now)
        if here == 0 or (here > 0) != (last > 0):
            return before, now
        before, last = now, here
    return None


def _root(value: Callable[[float], float], low: float, high: float) -> float:
    """The zero between two chances, by bisection to the last bit."""
    rising = value(high) > 0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if (value(middle) > 0) == rising:
            high = middle
        else:
            low = middle
