"""ExactFigures: the exact means of what is counted beside wealth: bets, refusals, action, shooters, the course."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.answers.bet_spread import REFUSED, Figure
from comeout.lab.laws.expected_visits import ExpectedVisits, expected_visits
from comeout.lab.laws.path_laws import PathLaws, path_laws
from comeout.lab.session_rules import LabError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from comeout.lab.answers.question import Question
    from comeout.lab.graph_arrays import Indexes
    from comeout.lab.graph_details import GraphDetails
    from comeout.lab.graph_finder import FoundGraph


@dataclass(frozen=True, slots=True)
class ExactFigures:
    """Means per session, in cents where they are money; None where finding them would take long."""

    action: float | None = None
    shooters: float | None = None
    bets: Mapping[Figure, float] | None = None
    """By field of a bet's tally and bet, or by REFUSED, bet, reason and clause."""
    paths: PathLaws = field(default_factory=PathLaws)

    def of(self, *figure: str) -> float | None:
        """The mean of a figure of a bet or of a refusal."""
        return None if self.bets is None else self.bets.get(figure, 0.0)


def exact_figures(question: Question, found: FoundGraph) -> ExactFigures:
    """The exact figures of a question, as many as are quick to find."""
    arrays, rules, weights = found.arrays, question.rules, question.weights
    visits, paths = None, PathLaws()
    with suppress(LabError):  # too large, which the law of wealth need not be since it merges rows
        visits = expected_visits(arrays, rules, weights=weights)
        paths = path_laws(arrays, rules, weights=weights)
    if visits is None:
        return ExactFigures(paths=paths)
    return ExactFigures(
        float(visits.decisions @ arrays.action),
        float(visits.edges[arrays.seven_out].sum()),
        bet_figures(found.details, visits),
        paths,
    )


def bet_figures(details: GraphDetails, visits: ExpectedVisits) -> dict[Figure, float]:
    """What visits bring of each bet and each refusal.

    A bet lies before its roll is known, so on average it changes by what is expected of it.
    """
    found: defaultdict[Figure, float] = defaultdict(float)
    row, place, number = details.result_rows.T
    often = np.bincount(number, weights=visits.edges[row, place], minlength=len(details.results))
    for result, times in zip(details.results, often.tolist(), strict=True):
        found[result.outcome, result.spot] += times
        found["change", result.spot] += times * result.change
    placed = _times(details.placing_decisions, visits.decisions, len(details.placings))
    for (spot, amount, vigorish), times in zip(details.placings, placed, strict=True):
        found["made", spot] += times
        found["action", spot] += times * amount
        found["vigorish", spot] += times * vigorish
        found["change", spot] -= times * vigorish
    refused = _times(details.refusing_decisions, visits.decisions, len(details.refusings))
    for refusing, times in zip(details.refusings, refused, strict=True):
        found[REFUSED, *refusing] += times
    return found | {("expected_change", figure[1]): mean for figure, mean in found.items() if figure[0] == "change"}


def _times(pairs: Indexes, decisions: NDArray[np.float64], kinds: int) -> list[float]:
    """How often each placing or refusing happens."""
    found: list[float] = np.bincount(pairs[:, 1], weights=decisions[pairs[:, 0]], minlength=kinds).tolist()
    return found
