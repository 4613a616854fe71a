"""Sensitivity: what each roll and each payment is worth to a strategy in the long run, and the dice that break even."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.dice_chances import SEVENS, DiceChances, dice_chances
from comeout.lab.laws.lumping import lumped, topmost
from comeout.lab.laws.row_chain import RowChain, recurrent_parts, row_chain
from comeout.lab.session_rules import LabError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

POINT = 0.01
"""One percentage point."""
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


def roll_worths(arrays: GraphArrays, *, weights: Sequence[float] | None = None) -> tuple[float | None, ...]:
    """By the place of the roll: the change of the long-run value per roll, in cents, with one percentage point more.

    The roll has a chance that is larger by 0.01, and the other rolls have less in proportion. The long run is worked
    out anew with those dice, so it is the change itself and no derivative. None for a roll with less than a point to
    gain.
    """
    dice = dice_chances(weights)
    chain = _any_chain(arrays)
    now = _mean(chain, dice)
    found: dict[Hashable, float | None] = {}
    for place, chance in enumerate(dice.chances.tolist()):
        kind = _kind(chain, place), chance
        if kind not in found:
            more = _one_point_more(dice, place)
            found[kind] = None if more is None else _mean(chain, more) - now
    return tuple(found[_kind(chain, place), chance] for place, chance in enumerate(dice.chances.tolist()))


def _any_chain(arrays: GraphArrays) -> RowChain:
    """The chain of rows, those merged that are alike with any dice."""
    apart = DiceChances(tuple((np.sqrt(np.arange(2, 38)) + 1 / np.arange(3, 39)).tolist()))
    return row_chain(lumped(topmost(arrays, play_out=False)[0], apart, shooters=False, play_out=False))


def _kind(chain: RowChain, place: int) -> Hashable:
    """What a roll does; rolls that do the same are worth the same if they are equally likely."""
    return chain.delta[:, place].tobytes(), chain.after[:, place].tobytes()


def _one_point_more(dice: DiceChances, place: int) -> DiceChances | None:
    """The dice with one percentage point more of a roll; None where the others do not have as much to give."""
    chance = float(dice.chances[place])
    if chance + POINT > 1:
        return None
    scaled = dice.chances * ((1 - chance - POINT) / (1 - chance))
    scaled[place] = chance + POINT
    return DiceChances(tuple(scaled.tolist()))


def _mean(chain: RowChain, dice: DiceChances) -> float:
    """The long-run value per roll."""
    return sum(part.chance * part.mean for part in recurrent_parts(chain, dice))


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
        return _mean(chain, DiceChances(tuple(scaled.tolist())))

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
