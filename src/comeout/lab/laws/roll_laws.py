"""Laws by roll: the exact law of wealth after a roll, of all sessions, those included that have ended before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.compiled_spread import spread_fast
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.lumping import from_least, lumped
from comeout.lab.laws.mass import STRANDED, Mass, Pile, empty_mass
from comeout.lab.laws.spread import STRAND, TAIL, TRIM, enter
from comeout.lab.laws.transitions import Transitions, UnknownWealth, transitions_of
from comeout.lab.laws.wealth_law import BEGIN, FigureLaw
from comeout.lab.session_rules import SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WORK = 400_000
"""Rows times rolls; beyond, the laws by roll cost more time than they are worth beside a simulation."""


def roll_laws(
    arrays: GraphArrays, rules: SessionRules, rolls: Sequence[int], *, weights: Sequence[float] | None = None
) -> tuple[FigureLaw, ...]:
    """The law after each of these rising rolls; none where bets are played out, or where it would take long."""
    if rules.play_out or not rolls:
        return ()
    dice = dice_chances(weights)
    return from_least(arrays, rules, lambda graph: _laws_on(graph, rules, rolls, dice))


def _laws_on(
    arrays: GraphArrays, rules: SessionRules, rolls: Sequence[int], dice: DiceChances
) -> tuple[FigureLaw, ...]:
    small = lumped(arrays, dice, shooters=rules.shooters is not None, play_out=False)
    chain = transitions_of(small, rules, dice)
    if chain.rows * rolls[-1] > MOST_WORK:
        return ()
    mass = empty_mass(chain)
    enter(chain, mass, [BEGIN])
    eps = TRIM / (2 * max(chain.rows, 1) * rolls[-1])
    found, done = [], 0
    for roll in rolls:
        if mass.alive > TAIL:
            spread_fast(chain, mass, rolls=roll - done, eps=eps, final=False)
        if mass.dropped[STRANDED] > STRAND:
            raise UnknownWealth
        done = roll
        found.append(_law_now(chain, mass))
    return tuple(found)


def _law_now(chain: Transitions, mass: Mass) -> FigureLaw:
    """What has ended, and what lies in the rows of the next roll."""
    total = Pile()
    for pile in mass.piles:
        if len(pile.cells):
            total.add(pile.low, pile.cells)
    busy = mass.size > 0
    if busy.any():
        shift, size = (mass.low - mass.at)[busy], mass.size[busy]
        start = np.repeat(mass.at[busy] - (np.cumsum(size) - size), size)
        at = np.arange(len(start)) + start
        cell = at + np.repeat(shift, size)
        low = int(cell.min())
        spread: NDArray[np.float64] = np.bincount(cell - low, weights=mass.cells[at]).astype(float)
        total.add(low, spread)
    held = np.flatnonzero(total.cells)
    return FigureLaw(chain.origin + chain.unit * (total.low + held), total.cells[held])
