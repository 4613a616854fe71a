"""CompiledWalk: the runner that walk.c is, loaded by ctypes, which lets other threads run meanwhile."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.session_rules import MOST_ROLLS
from comeout.lab.simulation.dice_format import DiceKey
from comeout.lab.simulation.fast_pairs import fast_pairs
from comeout.lab.simulation.outcomes import Outcomes, empty_outcomes
from comeout.lab.simulation.walk_plan import LARGE, WalkPlan
from comeout.lab.simulation.wealth_levels import ENDS, WealthLevels, level_table, wealth_levels

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Indexes, Ints

SOURCE = Path(__file__).with_name("walk.c")
LIBRARY = SOURCE.with_suffix(".compiled")

ENTRY = np.dtype([("delta", np.int32), ("base", np.int32), ("span", np.int32), ("place", np.int32)])
DECISION = np.dtype([("low", np.int64), ("action", np.int64), ("row", np.int32), ("node", np.int32)])
SEVEN_OUT = 1 << 30
"""In an entry, this bit of the place tells a seven-out."""
LARGEST = (1 << 31) - 1


def is_small(plan: WalkPlan) -> bool:
    """Whether the numbers of a graph fit the entries of the compiled walk, as those of casino games do."""
    low = plan.low[plan.low > -LARGE]
    sizes = (plan.delta, plan.action, low, np.array([plan.delta.size, 2 * len(plan.row)]))
    return all(int(np.abs(each).max(initial=0)) <= LARGEST for each in sizes)


class _Plan(ctypes.Structure):
    _fields_ = (
        ("entries", ctypes.c_void_p),
        ("first", ctypes.c_void_p),
        ("decisions", ctypes.c_void_p),
        ("levels", ctypes.c_void_p),
        ("decision_of", ctypes.c_void_p),
        ("rows", ctypes.c_int64),
        ("level_count", ctypes.c_int64),
        ("dense", ctypes.c_int64),
        ("closing", ctypes.c_void_p),
        ("class_of", ctypes.c_void_p),
        ("classes", ctypes.c_int64),
        ("pairs", ctypes.c_void_p),
        ("pair_of", ctypes.c_void_p),
        ("fast_of", ctypes.c_void_p),
        ("row_of", ctypes.c_void_p),
        ("fast_rows", ctypes.c_int64),
        ("width", ctypes.c_int64),
        ("goal", ctypes.c_int64),
        ("stop", ctypes.c_int64),
        ("rolls", ctypes.c_int64),
        ("shooters", ctypes.c_int64),
        ("most_rolls", ctypes.c_int64),
        ("play_out", ctypes.c_int64),
        ("key", ctypes.c_uint64 * 4),
        ("weighted", ctypes.c_int64),
        ("cuts", ctypes.c_uint64 * 36),
        ("others", ctypes.c_int32 * 36),
        ("checkpoints", ctypes.c_void_p),
        ("checkpoint_count", ctypes.c_int64),
    )


_NAMES = tuple(field.name for field in fields(Outcomes))


class _Outcomes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in _NAMES)


class PreparedWalk:
    """A plan as the C structure, with the arrays that it points into; threads may share it once it is made."""

    def __init__(self, plan: WalkPlan, dice: DiceKey, checkpoints: Sequence[int]) -> None:
        self.plan, self.checkpoints = plan, tuple(checkpoints)
        fast, by_wealth = fast_pairs(plan), wealth_levels(plan)
        self._arrays = {
            "entries": _entries(plan, by_wealth),
            "levels": level_table(plan, by_wealth),
            "decision_of": _packed(by_wealth.decision, np.int32),
            "first": _packed(plan.first, np.int32),
            "decisions": _decisions(plan),
            "closing": _packed(plan.closing, np.int32),
            "class_of": _packed(plan.class_of, np.uint8),
            "pairs": fast.table,
            "pair_of": fast.pair_of,
            "fast_of": fast.fast_of,
            "row_of": fast.row_of,
            "checkpoints": np.array([plan.most_rolls - roll for roll in checkpoints] + [-1], np.int64),
        }
        addresses = {name: array.ctypes.data for name, array in self._arrays.items()}
        addresses["entries"] += ENDS * plan.delta.shape[1] * ENTRY.itemsize
        self.struct = _Plan(
            classes=plan.delta.shape[1],
            rows=len(plan.delta),
            level_count=len(by_wealth.decision),
            dense=by_wealth.dense,
            fast_rows=len(fast.row_of),
            width=fast.width,
            goal=plan.goal,
            stop=plan.stop,
            rolls=plan.rolls or 0,
            shooters=plan.shooters,
            play_out=MOST_ROLLS if plan.play_out else 0,
            most_rolls=plan.most_rolls,
            key=(ctypes.c_uint64 * 4)(*dice.words),
            weighted=dice.alias is not None,
            checkpoint_count=len(checkpoints),
            **addresses,
        )
        if dice.alias:
            self.struct.cuts[:] = dice.alias.cuts
            self.struct.others[:] = dice.alias.others


class CompiledWalk:
    """The functions of the library."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))
        for function in (self._library.walk_summary, self._library.walk_full):
            function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int64]
            function.restype = None
        self._library.walk_pairs.argtypes = [ctypes.c_void_p]
        self._library.walk_pairs.restype = None
        self._library.walk_dice.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64]
        self._library.walk_dice.restype = ctypes.c_uint64
        self.law_rolls = self._library.law_rolls
        """Spreads the mass of a law; lab/laws/compiled_spread.py knows its structures."""
        self.law_rolls.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32]
        self.law_rolls.restype = ctypes.c_int64

    def prepare(self, plan: WalkPlan, dice: DiceKey, checkpoints: Sequence[int]) -> PreparedWalk:
        """Make a plan ready for this library."""
        found = PreparedWalk(plan, dice, checkpoints)
        self._library.walk_pairs(ctypes.byref(found.struct))
        return found

    def walk(self, prepared: PreparedWalk, first: int, count: int, *, full: bool) -> Outcomes:
        """Walk the sessions `first` up to `first + count`."""
        found = empty_outcomes(prepared.plan, count, prepared.checkpoints, full=full)
        struct = _Outcomes(*(getattr(found, name).ctypes.data for name in _NAMES))
        function = self._library.walk_full if full else self._library.walk_summary
        function(ctypes.byref(prepared.struct), ctypes.byref(struct), first, count)
        return found

    def dice(self, prepared: PreparedWalk, first: int, count: int, *, rolls: int) -> int:
        """Generate fair dice and nothing else: the sum of the first rolls of all pairs and 256 times the second."""
        return int(self._library.walk_dice(ctypes.byref(prepared.struct), first, count, rolls))


def _entries(plan: WalkPlan, levels: WealthLevels) -> np.ndarray[tuple[int, ...], np.dtype[np.void]]:
    """By row and class of roll: the change, and the levels of the next node's wealth; before them, the ends."""
    rows, classes = plan.delta.shape
    found = np.zeros((ENDS + rows, classes), ENTRY)
    found["delta"][ENDS:], found["base"][ENDS:] = plan.delta, np.maximum(levels.base, -LARGEST - 1)[plan.node]
    found["span"][ENDS:] = levels.span[plan.node]
    found["place"][ENDS:] = levels.place[plan.node] | SEVEN_OUT * plan.seven_out
    found["place"][:ENDS] = len(levels.decision) + np.arange(ENDS)[:, None]
    return found


def _decisions(plan: WalkPlan) -> np.ndarray[tuple[int, ...], np.dtype[np.void]]:
    found = np.zeros(len(plan.row), DECISION)
    found["low"], found["action"], found["row"] = plan.low, plan.action, plan.row
    found["node"] = np.repeat(np.arange(len(plan.closing)), np.diff(plan.first))
    return found


def _packed(values: Ints | Indexes, kind: type) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.ascontiguousarray(values, kind)


@cache
def compiled_walk() -> CompiledWalk | str:
    """The compiled walk, or why there is none."""
    return load_walk(LIBRARY, SOURCE)


def load_walk(library: Path, source: Path) -> CompiledWalk | str:
    """Load a library if it was compiled from this source; otherwise why not."""
    if not library.exists():
        return "it was not compiled when Comeout was installed"
    if hashlib.sha256(source.read_bytes()).hexdigest().encode() not in library.read_bytes():
        return f"{library.name} was compiled from another {source.name}"
    try:
        return CompiledWalk(library)
    except (OSError, AttributeError) as bad:
        return f"{library.name} cannot be loaded: {bad}"
