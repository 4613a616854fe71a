"""SimulationRun: sessions of one question in batches, over a graph that is whole or grows with what they meet."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, TypeVar

from comeout.lab.answers.bet_spread import LEARNED_SAMPLE, SAMPLE, BetCounts, BetSpread, figures_of_session
from comeout.lab.answers.bet_tally import BetTallies
from comeout.lab.answers.question import Question
from comeout.lab.answers.session_finisher import SessionFinisher
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import GraphCache, graph_key
from comeout.lab.graph_details import GraphDetails
from comeout.lab.graph_finder import FoundGraph
from comeout.lab.simulation.batches import Progress, part_of
from comeout.lab.simulation.dice_format import rolls_of
from comeout.lab.simulation.outcomes import UNFINISHED
from comeout.lab.simulation.simulate import SimulationJob, simulate
from comeout.lab.simulation.simulation_tally import SimulationTally

FIRST_LEARNED = 256
"""How many sessions are walked before a graph that grows is made into arrays anew; then twice as many, and so on."""


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


class SimulationRun:
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
        of = first + sessions
        if self.found.is_whole:
            return self._batch(self.found.arrays, self.found.details, first, sessions, of)
        # What a summary of many sessions met is kept, so that the same question is answered at once the next time.
        cache = self.cache if self.summary and self.found.key else None
        asked = (self.question.rules, self.question.weights, self.seed, first, sessions)
        key = graph_key(self.found.key, "met", repr(asked))
        kept = cache.get(key) if cache else None
        if kept:
            return self._batch(*kept, first, sessions, of)
        total = self._learning(first, sessions)
        if cache and total.sessions == sessions and not self._finisher.past_cap:
            cache.put(key, (GraphArrays.of(self.found.live), GraphDetails.none()))
        return total

    def bet_spread(self, sessions: int) -> BetSpread:
        """How far the figures of bets vary, from the first sessions walked once more."""
        question, weights = self.question, self.question.weights
        if self.found.is_whole:
            job = SimulationJob(self.found.arrays, question.rules, self.seed, weights, 0, 1, self.checkpoints)
            runner, counts = job.runner(), BetCounts()
            for number in range(min(sessions, SAMPLE)):
                found = runner.walk(number, 1, full=True)
                if found.end[0] != UNFINISHED:
                    counts.add(found.edges, found.decisions)
            return counts.spread(self.found.details, weights or [1] * 36)
        spread, finisher = BetSpread(), SessionFinisher(question, self.found.live)
        for number in range(min(sessions, LEARNED_SAMPLE)):
            finisher(rolls_of(self.seed, number, weights=weights))
            one = BetTallies(weights)
            finisher.hand_over(one)
            if not finisher.past_cap:
                spread.add(figures_of_session(one))
        return spread

    def _learning(self, first: int, sessions: int) -> SimulationTally:
        """Simulate sessions in batches, each with all that the ones before it have met."""
        live = self.found.live

        def batch(start: int, count: int) -> SimulationTally:
            details = GraphDetails.none() if self.summary else GraphDetails.of(live)
            return self._batch(GraphArrays.of(live), details, start, count, first + sessions)

        return learned(batch, lambda total, part: grown(total, part) + part, first, sessions)

    def _batch(self, arrays: GraphArrays, details: GraphDetails, first: int, sessions: int, of: int) -> SimulationTally:
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
            progress=part_of(self.progress, first, of),
            finish=self._finisher,
        )
        if not self.summary:
            self.bets.add_counts(details, tally.edges, tally.decisions)
            self._finisher.hand_over(self.bets)
        return tally
