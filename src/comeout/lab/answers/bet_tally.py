"""What each bet of a simulated strategy came to: hits, money, action, expected loss, refusals with clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from comeout.lab.graph import Decision, Graph
from comeout.lab.graph_details import BetResult, GraphDetails, bet_result
from comeout.money import Amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from comeout.lab.graph_arrays import Indexes, Ints


@dataclass(slots=True)
class BetTally:
    """One bet over all sessions. Amounts are cents."""

    spot: str
    made: int = 0
    """How often a stake or a raise was accepted."""
    action: Amount = 0
    """All stakes and raises."""
    vigorish: Amount = 0
    won: int = 0
    lost: int = 0
    returned: int = 0
    change: Amount = 0
    """What it brought, vigorish paid for it included."""
    expected_change: float = 0.0
    """What it brings on average with other dice, given when it lay."""


class RefusalTally(NamedTuple):
    """How often the table refused a bet, and by which clause."""

    spot: str
    reason: str
    clause: str
    times: int


class BetTallies:
    """Tallies of all bets, added up over batches of sessions and over sessions that Python walked."""

    def __init__(self, weights: Sequence[int] | None) -> None:
        self._weights = [1] * 36 if weights is None else list(weights)
        self._bets: dict[str, BetTally] = {}
        self._expected: Counter[str] = Counter()
        self._refused: Counter[tuple[str, str, str]] = Counter()

    @property
    def bets(self) -> tuple[BetTally, ...]:
        """Every bet, the one with the most action first."""
        total = sum(self._weights)
        told = (replace(each, expected_change=self._expected[each.spot] / total) for each in self._bets.values())
        return tuple(sorted(told, key=lambda each: (-each.action, each.spot)))

    @property
    def expected(self) -> dict[str, int]:
        """By spot: the expected change times the sum of the weights, a whole number."""
        return dict(self._expected)

    @property
    def refusals(self) -> tuple[RefusalTally, ...]:
        """What was refused, the most frequent first."""
        found = (RefusalTally(*key, times) for key, times in self._refused.items() if times)
        return tuple(sorted(found, key=lambda each: (-each.times, *each[:3])))

    @property
    def weights_sum(self) -> int:
        """The sum of the weights of the thirty-six rolls."""
        return sum(self._weights)

    def add_counts(self, details: GraphDetails, edges: Ints, decisions: Ints) -> None:
        """Add sessions by how often each row met each roll, and how often each decision was made."""
        row, place, number = details.result_rows.T
        times = np.zeros(len(details.results), np.int64)
        np.add.at(times, number, edges[row, place])
        visits = np.zeros((len(details.results), 36), np.int64)
        np.add.at(visits, (number, place), edges.sum(axis=1)[row])
        for result, count, rolled in zip(details.results, times.tolist(), visits.tolist(), strict=True):
            self._settled(result, count, sum(map(mul, rolled, self._weights)))
        for number, count in _counted(details.placing_decisions, decisions, len(details.placings)):
            self._placed(*details.placings[number], count)
        for number, count in _counted(details.refusing_decisions, decisions, len(details.refusings)):
            self._refused[details.refusings[number]] += count

    def add_walked(self, graph: Graph, rolls: Counter[tuple[int, int]], decisions: Counter[Decision]) -> None:
        """Add sessions that Python walked: how often each row met each roll, and each decision was made."""
        visits: Counter[int] = Counter()
        for (row, _), count in rolls.items():
            visits[row] += count
        for row, count in visits.items():
            for outcome in graph.rows[row].outcomes:
                times = sum(rolls[row, place] for place in outcome.places)
                expected = count * sum(self._weights[place] for place in outcome.places)
                for line in outcome.lines:
                    self._settled(bet_result(line), times, expected)
        for decision, count in decisions.items():
            for spot, amount, vigorish in decision.placed:
                self._placed(spot, amount, vigorish, count)
            for spot, reason, clause in decision.refused:
                self._refused[spot, reason.name, clause] += count

    def _bet(self, spot: str) -> BetTally:
        return self._bets.setdefault(spot, BetTally(spot))

    def _settled(self, result: BetResult, times: int, expected: int) -> None:
        """Add a result by how often it happened, and how often it was to be expected, times the sum of the weights."""
        tally = self._bet(result.spot)
        tally.won += times * (result.outcome == "won")
        tally.lost += times * (result.outcome == "lost")
        tally.returned += times * (result.outcome == "returned")
        tally.change += times * result.change
        self._expected[result.spot] += expected * result.change

    def _placed(self, spot: str, amount: Amount, vigorish: Amount, times: int) -> None:
        tally = self._bet(spot)
        tally.made += times
        tally.action += times * amount
        tally.vigorish += times * vigorish
        tally.change -= times * vigorish
        self._expected[spot] -= times * vigorish * sum(self._weights)


def _counted(pairs: Indexes, decisions: Ints, kinds: int) -> Iterator[tuple[int, int]]:
    found = np.zeros(kinds, np.int64)
    np.add.at(found, pairs[:, 1], decisions[pairs[:, 0]])
    return enumerate(found.tolist())
