"""Runner: a walk that is ready to go, compiled if the library is there and in NumPy if not, with the same results."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache, lru_cache

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.session_rules import SessionRules
from comeout.lab.simulation.array_runner import run_arrays
from comeout.lab.simulation.compiled_walk import CompiledWalk, compiled_walk, is_small
from comeout.lab.simulation.dice_format import DiceKey
from comeout.lab.simulation.outcomes import Outcomes
from comeout.lab.simulation.walk_plan import walk_plan


class Runner:
    """One strategy under some rules, on the dice of one seed; threads may share it."""

    def __init__(
        self,
        arrays: GraphArrays,
        rules: SessionRules,
        dice: DiceKey,
        checkpoints: Sequence[int],
        *,
        compiled: bool = True,
    ) -> None:
        self.plan = walk_plan(arrays, rules)
        self._dice, self._checkpoints = dice, tuple(checkpoints)
        library = compiled_walk() if compiled else ""
        self._library = library if isinstance(library, CompiledWalk) and is_small(self.plan) else None
        self.prepared = self._library.prepare(self.plan, dice, checkpoints) if self._library else None

    def walk(self, first: int, count: int, *, full: bool) -> Outcomes:
        """Walk the sessions `first` up to `first + count`."""
        if self._library and self.prepared:
            return self._library.walk(self.prepared, first, count, full=full)
        return run_arrays(self.plan, self._dice, first, count, checkpoints=self._checkpoints, full=full)


@lru_cache(maxsize=8)
def runner_for(arrays: GraphArrays, rules: SessionRules, dice: DiceKey, checkpoints: tuple[int, ...]) -> Runner:
    """The runner of a question, made once for all batches of it; if it is the slow one, that is logged once."""
    _say_if_slow()
    return Runner(arrays, rules, dice, checkpoints)


def slow_reason() -> str:
    """Why simulations run in NumPy, in one line; nothing if the walk is compiled."""
    found = compiled_walk()
    if isinstance(found, CompiledWalk):
        return ""
    return f"simulations run in NumPy, about a hundred times slower, since there is no compiled walk: {found}"


@cache
def _say_if_slow() -> None:
    reason = slow_reason()
    if reason:
        logging.getLogger("comeout").warning("%s", reason)
