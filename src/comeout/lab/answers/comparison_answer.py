"""CompareAnswer: several strategies on the same dice, exactly while none runs short of money, else by simulation."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from operator import add
from statistics import NormalDist
from typing import Any, Literal

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.exact_answer import ExactAnswer, exact_if_possible, question_data
from comeout.lab.answers.question import Question
from comeout.lab.answers.session_finisher import SessionFinisher
from comeout.lab.answers.sim_answer import sessions_to_play
from comeout.lab.answers.sim_figures import figures_of, share_of
from comeout.lab.answers.simulation_run import learned
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import GraphCache
from comeout.lab.graph_finder import Extent, FoundGraph
from comeout.lab.laws.difference import RunsShort, TooManyPairs, difference_law
from comeout.lab.laws.transitions import TooManyRolls, UnknownWealth
from comeout.lab.session_rules import LabError, SessionEnd
from comeout.lab.simulation.batches import Progress, part_of
from comeout.lab.simulation.paired import PairedTally, PairTally, simulate_paired

How = Literal["either", "exact", "sim"]
CONFIDENCE = 0.95
"""Of all intervals of one comparison together."""


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """Two strategies on the same dice: the final wealth of the first minus that of the second, in cents."""

    first: str
    second: str
    p_first_above: float
    p_equal: float
    mean_difference_cents: float
    sd_difference_cents: float | None
    exact: bool
    interval_cents: tuple[float, float] | None
    """Of the mean difference, all pairs together with 95 % confidence; a point where it is exact.

    None for one session."""
    widest_session: int | None = None
    p_first_above_error: float | None = None
    """The standard error of a simulated share."""
    p_equal_error: float | None = None

    def data(self) -> dict[str, Any]:
        """The pair as plain data."""
        names = [name for name in self.__slots__ if name != "interval_cents"]
        return {name: getattr(self, name) for name in names} | {
            "interval_cents": self.interval_cents and list(self.interval_cents)
        }


@dataclass(frozen=True, slots=True)
class CompareAnswer(Frame):
    """Several strategies compared."""

    questions: tuple[Question, ...]
    seed: int | str
    sessions: int
    exact: tuple[ExactAnswer | None, ...]
    tally: PairedTally | None
    pairs: tuple[PairAnswer, ...]
    asked: int = 0
    """How many sessions were to be played."""
    remark: str = ""
    """Why there are fewer than usual."""

    def data(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "strategies": [self._one(number) for number in range(len(self.questions))],
            "pairs": [pair.data() for pair in self.pairs],
            "exact": self.tally is None,
            "seed": None if self.tally is None else self.seed,
            "sessions": None if self.tally is None else self.sessions,
            "remark": self.remark or None,
            "confidence": CONFIDENCE,
        }

    def columns(self) -> dict[str, list[Any]]:
        """The pairs: one row for every two strategies."""
        rows = [pair.data() for pair in self.pairs]
        return {name: [row[name] for row in rows] for name in rows[0] if name != "interval_cents"}

    def facts(self) -> dict[str, str]:
        """How often the first of each pair ended above the second."""
        return {f"{pair.first} above {pair.second}": f"{pair.p_first_above:.3%}" for pair in self.pairs}

    def _one(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = question_data(self.questions[number])
        exact = self.exact[number]
        if exact:
            law = exact.law
            names = ("mean_cents", "sd_cents", "p_ahead", "p_even", "p_ruin", "p_goal", "quantiles")
            found |= {"exact": True, **{name: getattr(law, name) for name in names}}
        elif self.tally:
            tally = self.tally.strategies[number]
            figures = figures_of(tally.final) or {}
            bankroll = self.questions[number].rules.bankroll
            shares = {
                "p_ahead": tally.final.above(bankroll),
                "p_even": tally.final.at(bankroll),
                "p_ruin": tally.ends[SessionEnd.RUINED],
                "p_goal": tally.ends[SessionEnd.GOAL],
            }
            found |= {
                "exact": False,
                "mean_cents": figures["mean"],
                "mean_standard_error_cents": figures["standard_error"],
                "sd_cents": figures["sd"],
                "quantiles": figures["quantiles"],
                "quantile_intervals": figures["quantile_intervals"],
            }
            for name, count in shares.items():
                found[name], found[f"{name}_error"] = share_of(count, tally.sessions)
        return found


def compare_answers(
    questions: Sequence[Question],
    *,
    how: How = "either",
    seed: int | str = 1,
    sessions: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cache: GraphCache | None = None,
) -> CompareAnswer:
    """Compare strategies on the same dice. Without a number of sessions it depends on how large their graphs are."""
    if len(questions) < 2:
        raise LabError("a comparison needs at least two strategies")
    found = [question.graph(cache) for question in questions]
    exact = tuple(exact_if_possible(question, graph) for question, graph in zip(questions, found, strict=True))
    pairs = _exact_pairs(questions, found) if how != "sim" else None
    if pairs is not None:
        return CompareAnswer(tuple(questions), seed, 0, exact, None, pairs)
    if how == "exact":
        raise LabError(_why_not_exact(questions))
    count, remark = sessions_to_play(sessions, zip(questions, found, strict=True))
    finish = [
        SessionFinisher(question, graph.live, lazy=True) for question, graph in zip(questions, found, strict=True)
    ]

    def batch(first: int, size: int) -> PairedTally:
        return simulate_paired(
            [graph.arrays if graph.is_whole else GraphArrays.of(graph.live) for graph in found],
            [question.rules for question in questions],
            seed=seed,
            sessions=size,
            first=first,
            weights=questions[0].weights,
            threads=threads,
            executor=executor,
            progress=part_of(progress, first, count),
            finish=finish,
        )

    whole = all(graph.is_whole for graph in found)
    tally = batch(0, count) if whole else learned(batch, add, 0, count)
    names = names_of(questions)
    pairs = tuple(_simulated(names, pair, len(tally.pairs)) for pair in tally.pairs)
    return CompareAnswer(tuple(questions), seed, tally.sessions, exact, tally, pairs, count, remark)


def names_of(questions: Sequence[Question]) -> list[str]:
    """The names of the strategies; where the books differ, with their book."""
    books = {question.layout.id for question in questions}
    return [
        f"{question.strategy.name} at {question.layout.id}" if len(books) > 1 else question.strategy.name
        for question in questions
    ]


def _why_not_exact(questions: Sequence[Question]) -> str:
    """Say why strategies have no exact comparison, and what to do."""
    ending = [each.strategy.name for each in questions if each.rules.goal is not None or each.rules.stop is not None]
    if ending:
        return (
            f"a session with a goal or a stop has no exact comparison ({', '.join(ending)}); "
            'leave out --goal and --stop, "stop when" in a strategy, or --exact'
        )
    return (
        "these strategies have no exact comparison: one of them can run short of money, or its graph is too large; "
        "give them a larger bankroll or fewer rolls, or leave out --exact"
    )


def _exact_pairs(questions: Sequence[Question], found: Sequence[FoundGraph]) -> tuple[PairAnswer, ...] | None:
    """Every pair exactly, or None where a strategy may run short of money or sessions are of different kinds."""
    names, rules = names_of(questions), questions[0].rules
    if any(graph.extent is Extent.AS_MET for graph in found) or any(each.rules != rules for each in questions):
        return None
    if rules.goal is not None or rules.stop is not None:
        return None
    pairs = []
    for one, two in combinations(range(len(questions)), 2):
        try:
            law = difference_law(found[one].arrays, found[two].arrays, rules, weights=questions[one].weights)
        except (RunsShort, UnknownWealth, TooManyPairs, TooManyRolls):
            return None
        mean = law.mean_cents
        pairs.append(
            PairAnswer(names[one], names[two], law.p_first_above, law.p_equal, mean, law.sd_cents, True, (mean, mean))
        )
    return tuple(pairs)


def _simulated(names: Sequence[str], pair: PairTally, pairs: int) -> PairAnswer:
    """A pair with an interval that holds together with those of the others (Bonferroni)."""
    difference = pair.difference
    mean, count = float(difference.mean), difference.total
    sd = sqrt(difference.variance) if count > 1 else None
    reach = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * pairs)) * sd / sqrt(count) if sd is not None else None
    (above, above_error), (equal, equal_error) = share_of(pair.above, count), share_of(pair.equal, count)
    return PairAnswer(
        names[pair.first],
        names[pair.second],
        above,
        equal,
        mean,
        sd,
        False,
        None if reach is None else (mean - reach, mean + reach),
        pair.widest.session if pair.widest else None,
        above_error,
        equal_error,
    )
