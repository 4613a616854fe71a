"""BetSpread: how far the figures of each bet vary from one session to the next, found from the first sessions.

A simulation adds up how often each row met each roll. That tells the means and not how they vary, so the first sessions
are walked once more, one by one. They are the same ones whoever plays the others, and in whatever batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from comeout.lab.answers.bet_tally import BetTallies
    from comeout.lab.graph_arrays import Ints
    from comeout.lab.graph_details import GraphDetails

SAMPLE = 512
"""How many of the first sessions are walked one by one; their deviation is known to a few percent then."""
LEARNED_SAMPLE = 128
"""As many where the graph is too large to be found whole, since those sessions are walked slowly."""
RARE = 20
"""What comes up less often than that in the sample tells too little there of how it varies."""
REFUSED = "refused"

Figure = tuple[str, ...]
"""What varies: a field of a bet's tally with the bet, or REFUSED with bet, reason and clause."""


@dataclass(slots=True)
class BetSpread:
    """Sums and sums of squares over some sessions, of every figure that is not 0 in all of them."""

    sessions: int = 0
    sums: dict[Figure, int] = field(default_factory=dict)
    squares: dict[Figure, int] = field(default_factory=dict)

    def add(self, figures: Mapping[Figure, int]) -> None:
        """Add one session."""
        self.sessions += 1
        for figure, value in figures.items():
            self.sums[figure] = self.sums.get(figure, 0) + value
            self.squares[figure] = self.squares.get(figure, 0) + value * value

    def error(self, figure: Figure, total: int, times: int, *, sessions: int) -> float | None:
        """The standard error of a figure per session, from its total over all sessions; None for one session.

        A figure that is too rare for the first sessions to tell how it varies varies as Poisson's at least: `times` is
        how often it came up in all of them.
        """
        count = self.sessions
        if sessions < 2 or count < 2:
            return None
        summed = self.sums.get(figure, 0)
        variance = (self.squares.get(figure, 0) - summed * summed / count) / (count - 1)
        found = sqrt(max(variance, 0) / sessions)
        is_rare = sessions > count and times * count < RARE * sessions
        alike = not variance and summed * sessions == total * count
        if alike or (variance and not is_rare):
            return found
        return max(found, abs(total) / sqrt(max(times, 1)) / sessions)


def figures_of_session(bets: BetTallies) -> dict[Figure, int]:
    """The figures of one session that was tallied by itself."""
    found: dict[Figure, int] = {
        (name, each.spot): getattr(each, name)
        for each in bets.bets
        for name in ("made", "action", "vigorish", "won", "lost", "returned", "change")
    }
    found |= {("expected_change", spot): value for spot, value in bets.expected.items()}
    found |= {(REFUSED, *each[:3]): each.times for each in bets.refusals}
    return found


class BetCounts:
    """How often sessions met each roll of a row, and made each decision; sums up what their bets came to."""

    def __init__(self) -> None:
        self._cells: list[Ints] = []
        self._decisions: list[Ints] = []
        self._sizes: list[tuple[int, int]] = []
        self._counts: list[Ints] = []

    def add(self, edges: Ints, decisions: Ints) -> None:
        """Add one session."""
        flat = edges.ravel()
        cells, made = np.flatnonzero(flat), np.flatnonzero(decisions)
        self._cells.append(cells)
        self._decisions.append(made)
        self._sizes.append((len(cells), len(made)))
        self._counts += [flat[cells], decisions[made]]

    def spread(self, details: GraphDetails, weights: Sequence[int]) -> BetSpread:
        """The sums and squares of all of them."""
        found = BetSpread(len(self._sizes))
        if not self._sizes:
            return found
        kind = _kind(details, weights, sum(map(int, map(np.sum, self._counts))))
        columns, links = _links(details, weights, np.unique(np.concatenate(self._cells) // 36), kind)
        totals: Ints = np.zeros((len(self._sizes), len(columns)), kind)
        numbers = np.arange(len(self._sizes))
        sizes = np.array(self._sizes)
        cells, made = np.concatenate(self._cells), np.concatenate(self._decisions)
        rolled, decided = np.concatenate(self._counts[::2]), np.concatenate(self._counts[1::2])
        of_cells, of_made = np.repeat(numbers, sizes[:, 0]), np.repeat(numbers, sizes[:, 1])
        met = ((cells, rolled, of_cells), (cells // 36, rolled, of_cells), (made, decided, of_made))
        for (things, counts, sessions), link in zip(met, links, strict=True):
            _add_up(totals, things, counts, sessions, *link)
        for column, figure in zip(totals.T.tolist(), columns, strict=True):
            found.sums[figure] = sum(column)
            found.squares[figure] = sum(value * value for value in column)
        return found


Link = tuple["Ints", "Ints", "Ints"]
"""Things in rising order, and of each a column and what the thing adds to it."""


def _kind(details: GraphDetails, weights: Sequence[int], counts: int) -> type:
    """The kind of whole number that no sum leaves: weights of dice may have thirty digits."""
    amounts = [each.change for each in details.results] + [each.amount for each in details.placings]
    largest = max(map(abs, amounts), default=0) * sum(weights) * counts
    return np.int64 if largest < 1 << 62 else object


def _links(
    details: GraphDetails, weights: Sequence[int], visited: Ints, kind: type
) -> tuple[tuple[Figure, ...], tuple[Link, Link, Link]]:
    """All figures, and what a roll of a row, a visit to a row and a decision add to them."""
    columns: dict[Figure, int] = {}

    def column(*figure: str) -> int:
        return columns.setdefault(figure, len(columns))

    ended = [column(each.outcome, each.spot) if each.outcome != "moved" else -1 for each in details.results]
    changed = [column("change", each.spot) for each in details.results]
    expected = [column("expected_change", each.spot) for each in details.results]
    change = np.array([each.change for each in details.results], np.int64)
    row, place, number = details.result_rows[np.isin(details.result_rows[:, 0], visited)].astype(np.int64).T
    cell = row * 36 + place
    counted = _taken((each.outcome != "moved" for each in details.results), number) > 0
    rolls = _sorted(
        np.concatenate([cell[counted], cell]),
        np.concatenate([_taken(ended, number[counted]), _taken(changed, number)]),
        np.concatenate([np.ones_like(number[counted]), change[number]]),
    )
    weighed = np.array(weights, kind)[place] * change[number]
    visits = _sorted(row, _taken(expected, number), weighed)
    made: list[tuple[int, int, int]] = []
    for decision, number_of in details.placing_decisions.tolist():
        spot, amount, vigorish = details.placings[number_of]
        made += [(decision, column("made", spot), 1), (decision, column("action", spot), amount)]
        if vigorish:
            made += [(decision, column("vigorish", spot), vigorish), (decision, column("change", spot), -vigorish)]
            made.append((decision, column("expected_change", spot), -vigorish * sum(weights)))
    for decision, number_of in details.refusing_decisions.tolist():
        made.append((decision, column(REFUSED, *details.refusings[number_of]), 1))
    columns_of: list[Ints] = [np.array([each[at] for each in made], kind if at == 2 else np.int64) for at in range(3)]
    decisions = _sorted(columns_of[0], columns_of[1], columns_of[2])
    return tuple(columns), (rolls, visits, decisions)


def _taken(values: Iterable[int], number: Ints) -> Ints:
    found: Ints = np.array(list(values), np.int64)[number]
    return found


def _sorted(things: Ints, columns: Ints, values: Ints) -> Link:
    """Links in the order of their things; those of one thing and one column are added up."""
    order = np.lexsort((columns, things))
    things, columns, values = things[order], columns[order], values[order]
    starts = np.flatnonzero(np.diff(things, prepend=-1) | np.diff(columns, prepend=-1)) if len(things) else things
    return things[starts], columns[starts], np.add.reduceat(values, starts) if len(starts) else values


def _add_up(
    totals: Ints, things: Ints, counts: Ints, sessions: Ints, linked: Ints, columns: Ints, values: Ints
) -> None:
    """Add what each thing of each session adds, as often as the session met it."""
    starts = np.searchsorted(linked, things)
    lengths = np.searchsorted(linked, things, side="right") - starts
    which = np.repeat(np.arange(len(things)), lengths)
    at = np.arange(len(which)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + starts[which]
    np.add.at(totals, (sessions[which], columns[at]), counts[which] * values[at])
