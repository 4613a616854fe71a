"""Linear equations of a Markov chain: (I - Q) x = b, dense where Q is small and sparse where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.int64]
    Floats = NDArray[np.float64]

DENSE_MOST = 1500
"""Up to so many unknowns a dense solve is quicker than loading scipy."""


def chain_solver(count: int, row: Places, column: Places, chance: Floats) -> Callable[[Floats], Floats]:
    """A function of the right side, for Q with these entries; the equations are factored once.

    Iterative refinement takes away what rounding left. A chain without an end raises LinAlgError or RuntimeError.
    """
    solve = (_dense if count <= DENSE_MOST else _sparse)(count, row, column, chance)

    def solved(right: Floats) -> Floats:
        found = solve(right)
        for _ in range(2):
            found += solve(right - found + np.bincount(row, weights=found[column] * chance, minlength=count))
        return found

    return solved


def _dense(count: int, row: Places, column: Places, chance: Floats) -> Callable[[Floats], Floats]:
    """A solver by the inverse of a dense matrix."""
    matrix = np.eye(count)
    np.subtract.at(matrix, (row, column), chance)
    inverse = np.linalg.inv(matrix)
    return lambda right: inverse @ right


def _sparse(count: int, row: Places, column: Places, chance: Floats) -> Callable[[Floats], Floats]:
    """A solver by sparse factors; the diagonal dominates, so no pivots are needed and the ordering may be symmetric."""
    from scipy.sparse import coo_array, eye_array  # type: ignore[import-untyped]
    from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

    matrix = eye_array(count, format="csc") - coo_array((chance, (row, column)), shape=(count, count)).tocsc()
    factors = splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    return lambda right: np.asarray(factors.solve(right))
