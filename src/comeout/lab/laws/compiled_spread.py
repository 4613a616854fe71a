"""The compiled spread: the forward equation in C, loaded with the compiled walk; spread.py stands behind it."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from comeout.lab.laws.mass import ENDS, STRANDED, TRIMMED, Mass
from comeout.lab.laws.spread import MOST_CELLS, STRAND, TAIL, spread, too_many_cells
from comeout.lab.simulation.compiled_walk import compiled_walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from comeout.lab.laws.transitions import Transitions

    Chances = NDArray[np.float64]

_POINTER, _INT, _FLOAT = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
_CHAIN_ARRAYS = ("into", "source", "shift", "chance", "first", "low", "row", "pile")


class _Chain(ctypes.Structure):
    _fields_ = (
        *((name, _INT) for name in ("rows", "nodes", "goal", "stop")),
        *((name, _POINTER) for name in _CHAIN_ARRAYS),
    )


class _Mass(ctypes.Structure):
    _fields_ = (
        *((name, _POINTER) for name in ("low", "size", "at", "next_low", "next_size", "next_at")),
        *((name, _POINTER) for name in ("node_low", "node_high", "cells", "next_cells", "sums")),
        ("capacity", _INT),
        ("sums_capacity", _INT),
        ("piles", _POINTER),
        ("pile_low", _INT),
        ("pile_width", _INT),
        ("ends", _POINTER),
        ("made", _POINTER),
        *((name, _FLOAT) for name in ("trimmed", "stranded", "alive", "eps", "most_stranded", "tail")),
        *((name, _INT) for name in ("needed", "sums_needed", "lowest_needed", "highest_needed")),
    )


def spread_fast(chain: Transitions, mass: Mass, *, rolls: int, eps: float, final: bool) -> Chances:
    """Roll as `spread` does, compiled where the library is there."""
    walk = compiled_walk()
    if isinstance(walk, str):
        return spread(chain, mass, rolls=rolls, eps=eps, final=final)
    return _Spread(chain, mass).roll(walk.law_rolls, rolls, eps=eps, final=final)


class _Spread:
    """One chain and its mass in memory that the library works in; it grows when a roll needs more."""

    def __init__(self, chain: Transitions, mass: Mass) -> None:
        self.mass = mass
        self._fixed = {name: np.ascontiguousarray(getattr(chain, name)) for name in _CHAIN_ARRAYS}
        pointers = {name: array.ctypes.data for name, array in self._fixed.items()}
        self._chain = _Chain(rows=chain.rows, nodes=chain.nodes, goal=chain.goal, stop=chain.stop, **pointers)
        self._struct = _Mass(most_stranded=STRAND, tail=TAIL)
        self._arrays: dict[str, NDArray[Any]] = {}
        for name in ("next_low", "next_size", "next_at"):
            self._set(name, np.zeros(chain.rows, np.int64))
        for name in ("node_low", "node_high"):
            self._set(name, np.zeros(chain.nodes, np.int64))
        for name in ("low", "size", "at"):
            self._set(name, getattr(mass, name).copy())
        self._set("cells", mass.cells)
        self._resize(len(mass.cells) + 256 * chain.rows)
        self._set("piles", np.zeros((len(mass.piles), 0)))
        if mass.made is not None:
            self._struct.made = mass.made.ctypes.data

    def _set(self, name: str, array: NDArray[Any]) -> None:
        self._arrays[name] = array
        setattr(self._struct, name, array.ctypes.data)

    def roll(self, function: Callable[..., int], rolls: int, *, eps: float, final: bool) -> Chances:
        """Call the library until all rolls are done or it has stopped early, and write the mass back."""
        struct = self._struct
        ends = np.zeros((rolls, ENDS))
        struct.eps, struct.alive = eps, self.mass.alive
        struct.trimmed, struct.stranded = self.mass.dropped.tolist()
        done = 0
        while done < rolls and struct.stranded <= STRAND and struct.alive > (0 if final else TAIL):
            struct.ends = ends[done:].ctypes.data
            step = function(ctypes.byref(self._chain), ctypes.byref(struct), rolls - done, int(final))
            if step % 2:
                self._swap()
            done += step
            self._grow()
        self._write_back()
        return ends[:done]

    def _swap(self) -> None:
        """Follow the library, which swaps what was before a roll with what is after it."""
        for name in ("low", "size", "at", "cells"):
            now, after = self._arrays[name], self._arrays[f"next_{name}"]
            self._arrays[name], self._arrays[f"next_{name}"] = after, now

    def _grow(self) -> None:
        """Make room for what the next roll needs, and as much again."""
        struct = self._struct
        if struct.needed > struct.capacity:
            self._resize(2 * struct.needed)
        if struct.sums_needed > struct.sums_capacity:
            struct.sums_capacity = 2 * struct.sums_needed + 256
            self._set("sums", np.zeros(struct.sums_capacity))
        if struct.lowest_needed < struct.pile_low or struct.highest_needed > struct.pile_low + struct.pile_width:
            self._widen(struct.lowest_needed, struct.highest_needed)
        if max(struct.capacity, struct.sums_capacity, self._arrays["piles"].size) > MOST_CELLS:
            raise too_many_cells()

    def _resize(self, capacity: int) -> None:
        """Give the spans of all rows more room, before and after a roll."""
        cells, old = np.zeros(capacity), self._arrays["cells"]
        cells[: len(old)] = old
        self._set("cells", cells)
        self._set("next_cells", np.zeros(capacity))
        self._struct.capacity = capacity

    def _widen(self, low: int, high: int) -> None:
        """Give all piles a window that holds these cells, with a margin."""
        struct, old = self._struct, self._arrays["piles"]
        margin = high - low + 256
        bottom = min(low, struct.pile_low) - margin
        top = max(high, struct.pile_low + struct.pile_width) + margin
        piles = np.zeros((len(old), top - bottom))
        piles[:, struct.pile_low - bottom :][:, : old.shape[1]] = old
        struct.pile_low, struct.pile_width = bottom, top - bottom
        self._set("piles", piles)

    def _write_back(self) -> None:
        """Put the mass back, the spans of all rows one behind the other."""
        mass, arrays, struct = self.mass, self._arrays, self._struct
        mass.low, mass.size = arrays["low"], arrays["size"]
        mass.at = np.cumsum(mass.size) - mass.size
        spans = zip(arrays["at"].tolist(), mass.size.tolist(), strict=True)
        mass.cells = np.concatenate([arrays["cells"][at : at + size] for at, size in spans])
        mass.dropped[TRIMMED], mass.dropped[STRANDED] = struct.trimmed, struct.stranded
        for pile, cells in zip(mass.piles, arrays["piles"], strict=True):
            held = np.flatnonzero(cells)
            if held.size:
                pile.add(struct.pile_low + int(held[0]), cells[held[0] : held[-1] + 1])
