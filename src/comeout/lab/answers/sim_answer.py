"""SimAnswer: what simulated sessions of a strategy came to, with standard errors and the exact values beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Any, Protocol, TypeVar

from comeout.lab.answers.answer_frame import Frame
from comeout.lab.answers.bet_tally import BetTallies
from comeout.lab.answers.exact_answer import ExactAnswer, exact_if_possible, question_data
from comeout.lab.answers.question import Question
from comeout.lab.answers.session_finisher import SessionFinisher
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import GraphCache, graph_key
from comeout.lab.graph_details import GraphDetails
from comeout.lab.graph_finder import Extent, FoundGraph
from comeout.lab.laws.wealth_law import QUANTILES
from comeout.lab.session_rules import LabError, SessionEnd
from comeout.lab.simulation.batches import Progress
from comeout.lab.simulation.histogram import Histogram
from comeout.lab.simulation.simulate import checkpoints_for, simulate
from comeout.lab.simulation.simulation_tally import SimulationTally
from comeout.money import show_money

FIRST_LEARNED = 256
"""How many sessions are walked before a graph that grows is made into arrays anew; then twice as many, and so on."""
USUAL_SESSIONS, FEW_SESSIONS = 100_000, 2_000
"""How many sessions are played if nobody says: few where a graph is too large to be found whole, since that is slow."""
FIRST_TRY = 10_000
"""How many sessions a wanted precision is first estimated from."""


@dataclass(frozen=True, slots=True)
class SimAnswer(Frame):
    """Simulated sessions of one strategy. They depend on the seed and the question alone."""

    question: Question
    seed: int | str
    tally: SimulationTally
    bets: BetTallies | None
    """None for a summary."""
    extent: Extent
    exact: ExactAnswer | None
    """None where there is no exact answer, or nobody asked for it."""
    asked: int = 0
    """How many sessions were to be played."""
    remark: str = ""
    """Why there are fewer than usual."""

    @property
    def sessions(self) -> int:
        """How many sessions were played."""
        return self.tally.sessions

    def share(self, count: int) -> tuple[float, float]:
        """A count as a share of the sessions, with its standard error."""
        chance = count / self.sessions
        return chance, sqrt(chance * (1 - chance) / self.sessions)

    def data(self) -> dict[str, Any]:
        """The answer as plain data: amounts in cents, chances as numbers."""
        tally, rules = self.tally, self.question.rules
        won, even = tally.final.above(rules.bankroll), tally.final.at(rules.bankroll)
        found: dict[str, Any] = {
            **question_data(self.question),
            "seed": self.seed,
            "sessions": self.sessions,
            "remark": self.remark or None,
            "dice_format": tally.format,
            "graph": self.extent.value,
            "final": figures_of(tally.final),
            "profit": figures_of(tally.final, shift=-rules.bankroll),
            "p_ahead": share_data(*self.share(won)),
            "p_even": share_data(*self.share(even)),
            "p_end": {end.name.lower(): share_data(*self.share(tally.ends[end])) for end in SessionEnd},
            "p_ruin": share_data(*self.share(tally.ends[SessionEnd.RUINED])),
            "p_goal": share_data(*self.share(tally.ends[SessionEnd.GOAL])),
            "p_stop": share_data(*self.share(tally.ends[SessionEnd.STOP])),
            "peak": figures_of(tally.peak),
            "drawdown": figures_of(tally.drawdown),
            "action": figures_of(tally.action),
            "best": _extreme(tally.best),
            "worst": _extreme(tally.worst),
            "exact": self._exact_data(),
        }
        return found if tally.is_summary else found | self._more_data()

    def _more_data(self) -> dict[str, Any]:
        tally = self.tally
        assert self.bets
        return {
            "longest_below_peak_rolls": figures_of(tally.below),
            "rolls_played": figures_of(tally.all_rolls),
            "rolls_to_ruin": figures_of(tally.rolls[SessionEnd.RUINED]),
            "shooters_seen": figures_of(tally.shooters),
            "wealth_by_roll": [
                {"roll": roll, "quantiles": quantiles_of(wealth)}
                for roll, wealth in zip(tally.checkpoints, tally.wealth, strict=True)
            ],
            "bets": [
                {
                    "spot": each.spot,
                    "made": each.made,
                    "action_cents": each.action,
                    "vigorish_cents": each.vigorish,
                    "won": each.won,
                    "lost": each.lost,
                    "returned": each.returned,
                    "change_cents": each.change,
                    "expected_change_cents": each.expected_change,
                }
                for each in self.bets.bets
            ],
            "refusals": [each._asdict() for each in self.bets.refusals],
        }

    def _exact_data(self) -> dict[str, Any] | None:
        if not self.exact:
            return None
        law = self.exact.law
        names = ("mean_cents", "sd_cents", "p_ahead", "p_even", "p_ruin", "p_goal", "p_stop", "quantiles")
        return {name: getattr(law, name) for name in names}

    def columns(self) -> dict[str, list[Any]]:
        """Wealth by roll: a row for each roll that was noted, with quantiles of all sessions; without any, the end."""
        tally = self.tally
        noted: list[tuple[int | None, Histogram]] = list(zip(tally.checkpoints, tally.wealth, strict=True))
        noted = noted or [(self.question.rules.rolls, tally.final)]
        quantiles = [quantiles_of(wealth) for _, wealth in noted]
        found: dict[str, list[Any]] = {"roll": [roll for roll, _ in noted]}
        return found | {f"q{name}_cents": [each[name] for each in quantiles] for name in quantiles[0]}

    def facts(self) -> dict[str, str]:
        """The main figures, with standard errors."""
        final = figures_of(self.tally.final) or {}
        ahead, error = self.share(self.tally.final.above(self.question.rules.bankroll))
        ruined, ruin_error = self.share(self.tally.ends[SessionEnd.RUINED])
        return {
            "strategy": f"{self.question.strategy.name} at {self.question.layout.id}",
            "sessions": f"{self.sessions:,}, seed {self.seed}",
            "mean final wealth": f"{show_money(round(final['mean']))} ± {show_money(round(final['standard_error']))}",
            "ahead": f"{ahead:.3%} ± {error:.3%}",
            "ruined": f"{ruined:.3%} ± {ruin_error:.3%}",
        }

    def __repr__(self) -> str:
        return f"<SimAnswer {self.question.strategy.name} at {self.question.layout.id}: {self.sessions:,} sessions>"


def quantiles_of(histogram: Histogram) -> dict[str, int]:
    """The quantiles that people ask for, by their names."""
    return {str(q): histogram.quantile(Fraction(str(q))) for q in QUANTILES} if histogram.total else {}


def figures_of(histogram: Histogram, *, shift: int = 0) -> dict[str, Any] | None:
    """Mean with its standard error, standard deviation and quantiles of a histogram."""
    if not histogram.total:
        return None
    sd = sqrt(histogram.variance)
    return {
        "mean": float(histogram.mean) + shift,
        "standard_error": sd / sqrt(histogram.total),
        "sd": sd,
        "quantiles": {name: value + shift for name, value in quantiles_of(histogram).items()},
    }


def share_data(chance: float, error: float) -> dict[str, float]:
    """A share of sessions with its standard error."""
    return {"share": chance, "standard_error": error}


def _extreme(found: Any) -> dict[str, int] | None:
    return {"wealth_cents": found.value, "session": found.session} if found else None


# ------------------------------------------------------------------ simulating


def sessions_to_play(asked: int | None, graphs: Iterable[tuple[Question, FoundGraph]]) -> tuple[int, str]:
    """How many sessions are played, and a sentence if that is fewer than usual without anybody having asked for it."""
    slow = [question.strategy.name for question, found in graphs if not found.is_whole]
    if asked is not None or not slow:
        return USUAL_SESSIONS if asked is None else asked, ""
    names = " and ".join(dict.fromkeys(slow))
    return FEW_SESSIONS, (
        f"Only {FEW_SESSIONS:,} sessions: the graph of {names} is too large to be found whole, so they are played "
        "slowly. --sessions N plays more."
    )


def answer_by_simulation(
    question: Question,
    *,
    seed: int | str = 1,
    sessions: int | None = None,
    precision: float | None = None,
    summary: bool = False,
    every: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    cache: GraphCache | None = None,
    found: FoundGraph | None = None,
) -> SimAnswer:
    """Simulate sessions; with a precision, as many as the mean needs for that standard error (of the bankroll).

    `found` is the graph of the question, where it is at hand. Without a number of sessions it depends on that graph.
    """
    found = found or question.graph(cache)
    sessions, remark = sessions_to_play(sessions, [(question, found)])
    # A session that can go on for ever is an error of the exact answer, and would be an endless simulation.
    endless = question.rules.rolls is None and question.rules.shooters is None
    exact = exact_if_possible(question, found) if endless or not summary else None
    noted = () if summary else checkpoints_for(question.rules.rolls, every=every)
    run = _Run(question, found, seed, noted, summary=summary)
    run.threads, run.executor, run.progress, run.cache = threads, executor, progress, cache
    tally = run.simulate(0, min(sessions, FIRST_TRY) if precision else sessions)
    if precision and tally.sessions == min(sessions, FIRST_TRY):
        wanted = min(sessions, sessions_for(question, tally, precision))
        if wanted > tally.sessions:
            tally += run.simulate(tally.sessions, wanted - tally.sessions)
    return SimAnswer(
        question,
        seed,
        tally,
        None if summary else run.bets,
        found.extent,
        None if summary else exact,
        sessions,
        remark,
    )


def sessions_for(question: Question, tally: SimulationTally, precision: float) -> int:
    """How many sessions the mean needs to have such a standard error, in parts of the bankroll."""
    if not 0 < precision < 1:
        raise LabError("a precision is a share of the bankroll, like 0.1%")
    return ceil(float(tally.final.variance) / (precision * question.rules.bankroll) ** 2)


def grown(tally: SimulationTally, like: SimulationTally) -> SimulationTally:
    """A tally with counts for as many rows and decisions as another has, whose graph has grown since."""
    return replace(tally, edges=like.edges * 0, decisions=like.decisions * 0)


class _Played(Protocol):
    """A tally of sessions."""

    @property
    def sessions(self) -> int: ...


TallyT = TypeVar("TallyT", bound=_Played)


def learned(
    batch: Callable[[int, int], TallyT],
    add: Callable[[TallyT, TallyT], TallyT],
    first: int,
    sessions: int,
) -> TallyT:
    """Run sessions in batches of doubling size, so that each knows what the ones before it have met.

    Ctrl-C ends with the batches that are done.
    """
    size = FIRST_LEARNED
    wanted = min(size, sessions)
    total = batch(first, wanted)
    with suppress(KeyboardInterrupt):
        while total.sessions == wanted < sessions:
            size *= 2
            count = min(size, sessions - wanted)
            total = add(total, batch(first + wanted, count))
            wanted += count
    return total


class _Run:
    """One simulation: batches over arrays that are whole, or that grow with what sessions meet."""

    def __init__(
        self, question: Question, found: FoundGraph, seed: int | str, checkpoints: tuple[int, ...], *, summary: bool
    ) -> None:
        self.question, self.found, self.seed, self.checkpoints = question, found, seed, checkpoints
        self.bets = BetTallies(question.weights)
        self.summary = summary
        self.threads: int | None = None
        self.executor: Executor | None = None
        self.progress: Progress | None = None
        self.cache: GraphCache | None = None
        self._finisher = SessionFinisher(question, found.live, lazy=summary)

    def simulate(self, first: int, sessions: int) -> SimulationTally:
        """Simulate some sessions, and note what each bet came to."""
        if self.found.is_whole:
            return self._batch(self.found.arrays, self.found.details, first, sessions)
        # What a summary of many sessions met is kept, so that the same question is answered at once the next time.
        cache = self.cache if self.summary and self.found.key else None
        asked = (self.question.rules, self.question.weights, self.seed, first, sessions)
        key = graph_key(self.found.key, "met", repr(asked))
        kept = cache.get(key) if cache else None
        if kept:
            return self._batch(*kept, first, sessions)
        total = self._learning(first, sessions)
        if cache and total.sessions == sessions and not self._finisher.past_cap:
            cache.put(key, (GraphArrays.of(self.found.live), GraphDetails.none()))
        return total

    def _learning(self, first: int, sessions: int) -> SimulationTally:
        """Simulate sessions in batches, each with all that the ones before it have met."""
        live = self.found.live

        def batch(start: int, count: int) -> SimulationTally:
            details = GraphDetails.none() if self.summary else GraphDetails.of(live)
            return self._batch(GraphArrays.of(live), details, start, count)

        return learned(batch, lambda total, part: grown(total, part) + part, first, sessions)

    def _batch(self, arrays: GraphArrays, details: GraphDetails, first: int, sessions: int) -> SimulationTally:
        tally = simulate(
            arrays,
            self.question.rules,
            seed=self.seed,
            sessions=sessions,
            first=first,
            weights=self.question.weights,
            checkpoints=self.checkpoints,
            summary=self.summary,
            threads=self.threads,
            executor=self.executor,
            progress=self.progress,
            finish=self._finisher,
        )
        if not self.summary:
            self.bets.add_counts(details, tally.edges, tally.decisions)
            self._finisher.hand_over(self.bets)
        return tally
