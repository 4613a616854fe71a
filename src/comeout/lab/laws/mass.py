"""Mass: the probability of a session, spread over rows and cells of wealth, and piled up where sessions end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.session_rules import SessionEnd

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.laws.transitions import Transitions

    Cells = NDArray[np.int64]
    Chances = NDArray[np.float64]

ENDS = len(SessionEnd) + 1
"""The length of a list that is indexed by SessionEnd."""
TRIMMED, STRANDED = 0, 1
"""In the list of what was dropped: tails of a span; mass that came to an UNKNOWN row."""


@dataclass(slots=True, eq=False)
class Mass:
    """Each row has a span: `cells[at]` up to `cells[at + size]`, which stands for cell `low` and those above."""

    low: Cells
    size: Cells
    at: Cells
    cells: Chances
    piles: list[Pile]
    dropped: Chances = field(default_factory=lambda: np.zeros(2))
    made: Chances | None = None
    """By decision: how often a session is expected to make it; None where nobody asks."""

    @property
    def alive(self) -> float:
        """The mass of the sessions that go on."""
        return float(self.cells.sum()) if self.size.any() else 0.0

    @property
    def lost(self) -> float:
        """The mass that ended nowhere: what was dropped, and what goes on still."""
        return float(self.dropped.sum()) + self.alive

    def span(self, row: int) -> Chances:
        """The cells of one row."""
        return self.cells[self.at[row] : self.at[row] + self.size[row]]


@dataclass(slots=True, eq=False)
class Pile:
    """A span of cells that grows in both directions, for mass that has ended."""

    low: int = 0
    cells: Chances = field(default_factory=lambda: np.zeros(0))

    def add(self, low: int, cells: Chances) -> None:
        """Put a span on the pile."""
        if not len(self.cells):
            self.low = low
        bottom, top = min(low, self.low), max(low + len(cells), self.low + len(self.cells))
        if top - bottom > len(self.cells):
            wider = np.zeros(top - bottom)
            wider[self.low - bottom :][: len(self.cells)] = self.cells
            self.low, self.cells = bottom, wider
        self.cells[low - self.low :][: len(cells)] += cells


def empty_mass(chain: Transitions) -> Mass:
    """No mass anywhere."""
    none = np.zeros(chain.rows, dtype=np.int64)
    return Mass(none, none.copy(), none.copy(), np.zeros(0), [Pile() for _ in range(1 + len(chain.open_nodes))])
