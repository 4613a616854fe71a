"""Inverse questions: the smallest bankroll, or the most rolls, with a chance of ruin that is small enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import LabError, SessionRules
from comeout.money import LARGEST, Amount

STEP = 100
"""Bankrolls are tried in whole amounts of so many cents."""
FIRST_ROLLS = 128
"""How many rolls are tried first; then twice as many, and so on."""
MOST_ROLLS = 100_000
"""A session that is still safe after so many rolls is not tried further."""


@dataclass(frozen=True, slots=True)
class NeededBankroll:
    """The smallest bankroll that is ruined seldom enough."""

    bankroll: Amount
    p_ruin: float
    p_ruin_below: float | None
    """The chance of ruin with one step less, which is too high; None if the smallest amount is enough."""


@dataclass(frozen=True, slots=True)
class SafeRolls:
    """The most rolls that are survived often enough."""

    rolls: int
    p_ruin: float
    p_ruin_after: float | None
    """The chance of ruin by the roll after, which is too high; None if the search ended before it was."""


def needed_bankroll(
    graph_for: Callable[[Amount], GraphArrays],
    rules: SessionRules,
    *,
    ruin_at_most: float,
    step: Amount = STEP,
    weights: Sequence[float] | None = None,
) -> NeededBankroll:
    """The smallest bankroll, in whole steps, whose session is ruined with at most this chance.

    The graph may depend on the bankroll; the bankroll of the rules is where the search starts. Bisection takes more
    money to be safer. Where a little more is not, the answer is safe all the same, and one step less is not.
    """
    _check(ruin_at_most, rules)
    found: dict[int, float] = {0: 1.0}

    def ruin(steps: int) -> float:
        if steps not in found:
            asked = replace(rules, bankroll=steps * step)
            found[steps] = law(graph_for(asked.bankroll), asked, weights=weights).p_ruin
        return found[steps]

    low, high = 0, max(rules.bankroll // step, 1)
    while ruin(high) > ruin_at_most:
        low, high = high, 2 * high
        if high * step > LARGEST:
            raise LabError("no bankroll makes ruin so seldom; limit the rolls or the shooters")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if ruin(middle) <= ruin_at_most else (middle, high)
    return NeededBankroll(high * step, ruin(high), ruin(low) if low else None)


def safe_rolls(
    arrays: GraphArrays, rules: SessionRules, *, ruin_at_most: float, weights: Sequence[float] | None = None
) -> SafeRolls:
    """The most rolls after which a session with this bankroll is ruined with at most this chance."""
    _check(ruin_at_most, rules)
    rolls = FIRST_ROLLS
    while True:
        ruin = law(arrays, replace(rules, rolls=rolls), weights=weights).p_ruin_by_roll
        safe = int(np.searchsorted(ruin, ruin_at_most, side="right")) - 1
        if safe < 0:
            raise LabError("this bankroll is ruined before the first roll; bring more")
        if safe < rolls:
            return SafeRolls(safe, ruin[safe], ruin[safe + 1])
        if rolls >= MOST_ROLLS:
            return SafeRolls(rolls, ruin[rolls], None)
        rolls = min(2 * rolls, MOST_ROLLS)


def _check(chance: float, rules: SessionRules) -> None:
    """Refuse what is no chance of ruin, and sessions that end before they could be ruined."""
    if rules.goal is not None or rules.stop is not None:
        raise LabError(
            'a chance of ruin is met without a goal and without a stop; take "stop when" out of the strategy'
        )
    if not 0 < chance < 1:
        raise LabError("a chance of ruin lies between 0% and 100%; write it like --ruin-at-most 5%")
