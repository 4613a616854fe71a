"""ExpectedVisits: how often a session is expected to make each decision and to come to each row, exactly.

Nothing is merged here as lumping.py does, since rows that no law can tell apart may hold different bets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.compiled_spread import spread_fast
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.endless import ReachedStates, visits
from comeout.lab.laws.mass import STRANDED, Mass, empty_mass
from comeout.lab.laws.spread import STRAND, TAIL, TRIM, enter
from comeout.lab.laws.transitions import TooManyLevels, Transitions, UnknownWealth, transitions_of
from comeout.lab.laws.wealth_law import BEGIN, MOST_ROLLS
from comeout.lab.session_rules import SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Chances = NDArray[np.float64]

MOST_ROWS = 400_000
"""Rows times rolls; beyond, exact visits cost more time than they are worth beside a simulation."""
MOST_MOVES = 80_000_000
"""As many cells of wealth may be moved along edges; the same."""
MOST_STATES = 4000
"""As many states are solved for where nothing but wealth ends a session; the same."""
LONG_SHOOTER = 40
"""So many rolls by shooter are reckoned with, where rolls have no limit."""
AT_ONCE = 8
"""How many rolls are made before the moves of all rolls are estimated anew."""


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedVisits:
    """Exact means over all sessions of one kind."""

    decisions: Chances
    """By decision of the graph: how often a session makes it."""
    rows: Chances
    """By row of the graph: how often a session rolls there."""
    chances: Chances
    """The chance of each of the thirty-six rolls."""

    @property
    def edges(self) -> Chances:
        """By row and roll: how often a session rolls it there."""
        return np.outer(self.rows, self.chances)


def expected_visits(
    arrays: GraphArrays, rules: SessionRules, *, weights: Sequence[float] | None = None
) -> ExpectedVisits | None:
    """The visits of a session; None where bets are played out, and where it would take long."""
    shooters = rules.shooters or 1
    if rules.play_out or arrays.rows * shooters * (rules.rolls or LONG_SHOOTER * shooters) > MOST_ROWS:
        return None
    dice = dice_chances(weights)
    chain = transitions_of(arrays, rules, dice)
    made = _solved(chain) if rules.rolls is None and rules.shooters is None else _rolled(chain, rules)
    return None if made is None else _visits(arrays, dice, made)


def _visits(arrays: GraphArrays, dice: DiceChances, made: Chances) -> ExpectedVisits:
    """The visits, from how often the decisions of every layer are made."""
    decisions = made.reshape(-1, len(arrays.row)).sum(axis=0)
    on = arrays.row >= 0
    rows = np.bincount(arrays.row[on], weights=decisions[on], minlength=arrays.rows)
    return ExpectedVisits(decisions, rows.astype(np.float64), dice.chances)


def _begun(chain: Transitions) -> tuple[Mass, Chances]:
    """The mass of a session that begins, and the decisions made so far, which count on as the mass moves."""
    mass, made = empty_mass(chain), np.zeros(len(chain.row))
    mass.made = made
    enter(chain, mass, [BEGIN])
    return mass, made


def _rolled(chain: Transitions, rules: SessionRules) -> Chances | None:
    """How often decisions are made in sessions of some rolls or some shooters."""
    mass, made = _begun(chain)
    left = rules.rolls or MOST_ROLLS
    eps = TRIM / (2 * max(chain.rows, 1) * left)
    leading = np.bincount(chain.source, minlength=chain.rows)
    moves = 0
    while left > 0 and mass.alive > (0 if rules.rolls else TAIL):
        count = min(left, AT_ONCE)
        spread_fast(chain, mass, rolls=count, eps=eps, final=bool(rules.rolls) and count == left)
        if mass.dropped[STRANDED] > STRAND:
            raise UnknownWealth
        left -= count
        now = int(mass.size @ leading)
        moves += now * count
        if moves + (now * left if rules.rolls else 0) > MOST_MOVES:
            return None
    return made


def _solved(chain: Transitions) -> Chances | None:
    """How often decisions are made in sessions that only wealth ends."""
    mass, made = _begun(chain)
    if not mass.size.any():
        return made
    try:
        states = ReachedStates(chain, int(np.flatnonzero(mass.size)[0]), most=MOST_STATES)
    except TooManyLevels:
        return None
    on, steps = states.target >= 0, states.steps
    mass_of = visits(states)[steps.source[on]] * chain.chance[steps.edge[on]]
    made += np.bincount(steps.decision[on], weights=mass_of, minlength=len(made))
    return made
