"""WealthLaw: the exact law of wealth when a session ends, and `law`, which finds it from the graph of a strategy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.compiled_spread import spread_fast
from comeout.lab.laws.dice_chances import DiceChances, dice_chances
from comeout.lab.laws.endless import ReachedStates, visits
from comeout.lab.laws.fraction_solve import end_fractions
from comeout.lab.laws.lumping import from_least, lumped
from comeout.lab.laws.mass import ENDS, STRANDED, Mass, empty_mass
from comeout.lab.laws.spread import STRAND, TAIL, TRIM, enter
from comeout.lab.laws.transitions import Transitions, UnknownWealth, transitions_of
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.laws.spread import Span

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The quantiles that people ask for."""
BEGIN = (0, (0, np.ones(1)))
"""All mass at node 0 and cell 0."""
AT_ONCE = 1000
"""How many rolls are asked for at a time where nobody knows how many there will be."""
MOST_ROLLS = 100_000
"""A session without a limit of rolls that is not over by then is said never to end."""


@dataclass(frozen=True, slots=True, eq=False)
class WealthLaw:
    """The law of the final wealth of one session, in cents, with the chances of its ends."""

    bankroll: int
    wealth: NDArray[np.int64]
    """Every wealth that has a chance, rising."""
    chance: NDArray[np.float64]
    """The chance of each; they sum to 1 but for the mass dropped."""
    ends: NDArray[np.float64]
    """By SessionEnd: the chance that the session ends so."""
    ends_by_roll: NDArray[np.float64]
    """By roll, from 0, and by SessionEnd: the chance to end so with that roll.

    Only before the first roll, where nothing limits rolls and shooters."""
    expected_rolls: float
    mass_dropped: float
    rows: int
    """How many rows were left once those that are alike were merged."""
    p_goal_fraction: Fraction | None = None
    p_ruin_fraction: Fraction | None = None
    p_stop_fraction: Fraction | None = None

    @property
    def pairs(self) -> list[tuple[int, float]]:
        """The law as pairs of cents and probability."""
        return list(zip(self.wealth.tolist(), self.chance.tolist(), strict=True))

    @property
    def mean_cents(self) -> float:
        """The mean of the final wealth."""
        return self.bankroll + float((self.wealth - self.bankroll) @ self.chance) / float(self.chance.sum())

    @property
    def sd_cents(self) -> float:
        """The standard deviation of the final wealth."""
        return float(np.sqrt((self.wealth - self.mean_cents) ** 2 @ self.chance / self.chance.sum()))

    @property
    def p_ahead(self) -> float:
        """The chance to end with more than the bankroll."""
        return float(self.chance[self.wealth > self.bankroll].sum())

    @property
    def p_even(self) -> float:
        """The chance to end with exactly the bankroll."""
        return float(self.chance[self.wealth == self.bankroll].sum())

    @property
    def p_ruin_by_roll(self) -> tuple[float, ...]:
        """The chance to be ruined by each roll, [0] before the first; it never falls.

        It has [0] only, where nothing limits rolls and shooters.
        """
        return tuple(np.cumsum(self.ends_by_roll[:, SessionEnd.RUINED]).tolist())

    @property
    def p_ruin(self) -> float:
        """The chance that the session is ruined."""
        return self.p_end(SessionEnd.RUINED)

    @property
    def rolls_to_ruin(self) -> float | None:
        """The mean number of rolls of the sessions that are ruined; None if none is, or without a limit of rolls."""
        ruined = self.ends_by_roll[:, SessionEnd.RUINED]
        total = float(ruined.sum()) if len(ruined) > 1 else 0.0
        return float(np.arange(len(ruined)) @ ruined) / total if total else None

    @property
    def p_goal(self) -> float:
        """The chance that the session ends at its goal."""
        return self.p_end(SessionEnd.GOAL)

    @property
    def p_stop(self) -> float:
        """The chance that the session ends at its stop."""
        return self.p_end(SessionEnd.STOP)

    def p_end(self, end: SessionEnd) -> float:
        """The chance that the session ends in this way."""
        return float(self.ends[end])

    def quantile(self, q: float) -> int:
        """The smallest wealth w with P(W <= w) >= q."""
        return quantile_in(self.wealth, self.chance, q)

    @property
    def quantiles(self) -> dict[str, int]:
        """The quantiles that people ask for, by their names."""
        return quantiles_in(self.wealth, self.chance)


@dataclass(frozen=True, slots=True, eq=False)
class FigureLaw:
    """The law of one figure of a session, in cents if it is money."""

    values: NDArray[np.int64]
    """Rising."""
    chance: NDArray[np.float64]
    """The chance of each value."""

    @property
    def mean(self) -> float:
        """The mean of the figure."""
        return float(self.values[0]) + float((self.values - self.values[0]) @ self.chance)

    @property
    def quantiles(self) -> dict[str, int]:
        """The quantiles that people ask for, by their names."""
        return quantiles_in(self.values, self.chance)


def quantiles_in(values: NDArray[np.int64], chance: NDArray[np.float64]) -> dict[str, int]:
    """The quantiles that people ask for, by their names."""
    return {str(q): quantile_in(values, chance, q) for q in QUANTILES}


def quantile_in(values: NDArray[np.int64], chance: NDArray[np.float64], q: float) -> int:
    """The smallest value v with P(V <= v) >= q, of rising values with their chances."""
    place = int(np.searchsorted(np.cumsum(chance), q * (1 - 1e-12)))
    return int(values[min(place, len(values) - 1)])


def law(arrays: GraphArrays, rules: SessionRules, *, weights: Sequence[float] | None = None) -> WealthLaw:
    """The exact law of a session; without a limit of rolls and of shooters its wealth must end it, and it is solved."""
    dice = dice_chances(weights)
    return from_least(arrays, rules, lambda graph: law_on(graph, rules, dice))


def law_on(arrays: GraphArrays, rules: SessionRules, dice: DiceChances) -> WealthLaw:
    """The law of a session on one graph, or UnknownWealth where that graph leaves out too much."""
    small = lumped(arrays, dice, shooters=rules.shooters is not None, play_out=rules.play_out)
    chain = transitions_of(small, rules, dice)
    mass = empty_mass(chain)
    ended = (
        _solved(chain, mass, dice) if rules.rolls is None and rules.shooters is None else _played(chain, mass, rules)
    )
    pile, dropped = mass.piles[0], mass.lost
    if rules.play_out:
        after = transitions_of(small, SessionRules(bankroll=rules.bankroll), dice)
        later = empty_mass(after)
        open_piles = zip(chain.open_nodes.tolist(), mass.piles[1:], strict=True)
        play(after, later, [(node, (pile.low, pile.cells)) for node, pile in open_piles], rolls=None)
        pile.add(later.piles[0].low, later.piles[0].cells)
        dropped += later.lost
    held = np.flatnonzero(pile.cells)
    return WealthLaw(
        bankroll=rules.bankroll,
        wealth=chain.origin + chain.unit * (pile.low + held),
        chance=pile.cells[held],
        ends=ended.ends,
        ends_by_roll=ended.by_roll,
        expected_rolls=ended.rolls,
        mass_dropped=dropped,
        rows=small.rows,
        p_goal_fraction=ended.fractions.get(SessionEnd.GOAL),
        p_ruin_fraction=ended.fractions.get(SessionEnd.RUINED),
        p_stop_fraction=ended.fractions.get(SessionEnd.STOP),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Ended:
    """How and when sessions ended."""

    ends: NDArray[np.float64]
    by_roll: NDArray[np.float64]
    rolls: float
    fractions: dict[SessionEnd, Fraction]


def _played(chain: Transitions, mass: Mass, rules: SessionRules) -> _Ended:
    """Play a session roll by roll."""
    ends = play(chain, mass, [BEGIN], rolls=rules.rolls)
    return _Ended(ends.sum(axis=0), ends, float(np.arange(len(ends)) @ ends.sum(axis=1)), {})


def play(
    chain: Transitions, mass: Mass, start: Iterable[tuple[int, Span]], *, rolls: int | None
) -> NDArray[np.float64]:
    """Play sessions from their start to the last roll, or until all are over; the ends by roll, from 0."""
    ends = [enter(chain, mass, start)[None]]
    left = rolls or MOST_ROLLS
    eps = TRIM / (2 * max(chain.rows, 1) * left)
    while left > 0 and mass.alive > (0 if rolls else TAIL):
        ends.append(spread_fast(chain, mass, rolls=rolls or AT_ONCE, eps=eps, final=rolls is not None))
        left -= len(ends[-1])
        if mass.dropped[STRANDED] > STRAND:
            raise UnknownWealth
    if rolls is None and left <= 0:
        raise LabError("this session never ends; give it a limit of rolls")
    ends.append(np.zeros((left if rolls else 0, ENDS)))
    return np.concatenate(ends)


def _solved(chain: Transitions, mass: Mass, dice: DiceChances) -> _Ended:
    """Solve a session that only its wealth ends, for where it ends and how many rolls that takes."""
    ends = enter(chain, mass, [BEGIN])
    before = ends[None].copy()
    if mass.dropped[STRANDED]:
        raise UnknownWealth
    if not mass.size.any():
        return _Ended(ends, before, 0.0, {})
    states = ReachedStates(chain, int(np.flatnonzero(mass.size)[0]))
    mass.size[:] = 0
    often = visits(states)
    for end, pile, low, cells in states.ended(often):
        ends[end] += cells.sum()
        mass.piles[pile].add(low, cells)
    return _Ended(ends, before, float(often.sum()), end_fractions(states, dice.whole_total) or {})
