"""Paired simulation: several strategies on the same dice, and how they differ session by session."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

import numpy as np

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation.batches import Progress, ranges, run_batches
from comeout.lab.simulation.histogram import Histogram
from comeout.lab.simulation.simulate import Finish, SimulationJob, Weights, check_sessions, play_on, with_open_ones
from comeout.lab.simulation.simulation_tally import Extreme, SimulationTally, tally_outcomes, tally_record

if TYPE_CHECKING:
    from comeout.lab.graph_arrays import Ints


@dataclass(frozen=True, slots=True)
class PairTally:
    """Two strategies, by their places in the question: the final wealth of the first minus that of the second."""

    first: int
    second: int
    difference: Histogram
    widest: Extreme | None
    """The largest difference either way, and the lowest session that has it."""

    @property
    def above(self) -> int:
        """How often the first ended with more."""
        return self.difference.above(0)

    @property
    def equal(self) -> int:
        """How often both ended with the same."""
        return self.difference.at(0)

    @property
    def below(self) -> int:
        """How often the first ended with less."""
        return self.difference.total - self.above - self.equal

    def __add__(self, other: PairTally) -> PairTally:
        found = [each for each in (self.widest, other.widest) if each]
        widest = min(found, key=lambda each: (-abs(each.value), each.session), default=None)
        return replace(self, difference=self.difference + other.difference, widest=widest)


@dataclass(frozen=True, slots=True)
class PairedTally:
    """A summary of each strategy, and every two of them compared on the same dice."""

    strategies: tuple[SimulationTally, ...]
    pairs: tuple[PairTally, ...]

    @property
    def sessions(self) -> int:
        """How many sessions each strategy played."""
        return self.strategies[0].sessions

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The sessions that one of them leaves open, which are left open for all."""
        return self.strategies[0].unfinished

    def __add__(self, other: PairedTally) -> PairedTally:
        return PairedTally(
            tuple(one + two for one, two in zip(self.strategies, other.strategies, strict=True)),
            tuple(one + two for one, two in zip(self.pairs, other.pairs, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class PairedJob:
    """The same sessions of several strategies."""

    jobs: tuple[SimulationJob, ...]

    @property
    def first(self) -> int:
        """The first session."""
        return self.jobs[0].first

    @property
    def count(self) -> int:
        """How many sessions there are."""
        return self.jobs[0].count


def run_paired_job(job: PairedJob) -> PairedTally:
    """Walk the same sessions with each strategy; a session that one of them leaves open is left open for all."""
    runners = [each.runner() for each in job.jobs]
    found = [runner.walk(job.first, job.count, full=False) for runner in runners]
    done = np.logical_and.reduce([each.end != 0 for each in found])
    for each in found:
        each.end[~done] = 0
    plans = [runner.plan for runner in runners]
    numbers = job.first + np.flatnonzero(done)
    finals = [plan.cents(each.final[done]) for plan, each in zip(plans, found, strict=True)]
    units = [plan.unit for plan in plans]
    return PairedTally(
        tuple(tally_outcomes(plan, each, (), first=job.first) for plan, each in zip(plans, found, strict=True)),
        tuple(
            _pair(one, two, finals[one] - finals[two], numbers, step=gcd(units[one], units[two]))
            for one, two in combinations(range(len(finals)), 2)
        ),
    )


def _pair(first: int, second: int, difference: Ints, numbers: Ints, *, step: int) -> PairTally:
    if not len(difference):
        return PairTally(first, second, Histogram.of(difference), None)
    zero = int(difference[0])
    histogram = Histogram.of((difference - zero) // step, step=step, zero=zero)
    at = int(np.abs(difference).argmax())
    return PairTally(first, second, histogram, Extreme(int(difference[at]), int(numbers[at])))


def simulate_paired(
    strategies: Sequence[GraphArrays],
    rules: SessionRules | Sequence[SessionRules],
    *,
    seed: int | str,
    sessions: int,
    first: int = 0,
    weights: Weights | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    finish: Sequence[Finish] | None = None,
) -> PairedTally:
    """Walk sessions of several strategies on the same dice; `finish` has one function for each strategy.

    The rules are those of all sessions, or each strategy has its own.
    """
    check_sessions(first, sessions)
    if len(strategies) < 2:
        raise LabError("a comparison needs at least two strategies")
    given = None if weights is None else tuple(weights)
    each_rules = [rules] * len(strategies) if isinstance(rules, SessionRules) else list(rules)
    jobs = (
        PairedJob(
            tuple(
                SimulationJob(each, own, seed, given, start, count)
                for each, own in zip(strategies, each_rules, strict=True)
            )
        )
        for start, count in ranges(first, sessions, each_rules[0].rolls)
    )
    found = run_batches(jobs, run_paired_job, sessions=sessions, threads=threads, executor=executor, progress=progress)
    total = replace(found, strategies=tuple(each.without_unfinished() for each in found.strategies))
    players: Sequence[Finish | None] = finish or [None] * len(strategies)
    rest = [
        _OneByOne(SimulationJob(each, own, seed, given, first, 1), player)
        for each, own, player in zip(strategies, each_rules, players, strict=True)
    ]
    return with_open_ones(
        total, found.unfinished, lambda number, like: _of_one(rest, like, number), progress, of=sessions
    )


class _OneByOne:
    """Sessions of one strategy by themselves: walked where its arrays know all of one, else played to the end."""

    def __init__(self, job: SimulationJob, finish: Finish | None) -> None:
        self._job, self._finish, self._runner = job, finish, job.runner()

    def session(self, number: int, like: SimulationTally) -> SimulationTally:
        """The tally of one session."""
        found, plan = self._runner.walk(number, 1, full=False), self._runner.plan
        if found.end[0]:
            return tally_outcomes(plan, found, (), first=number)
        record = play_on(number, self._job.seed, self._job.weights, self._finish)
        return tally_record(record, like, session=number)


def _of_one(strategies: Sequence[_OneByOne], like: PairedTally, number: int) -> PairedTally:
    tallies = [each.session(number, tally) for each, tally in zip(strategies, like.strategies, strict=True)]
    wealth = [tally.final.sum for tally in tallies]
    differences = [(pair.first, pair.second, wealth[pair.first] - wealth[pair.second]) for pair in like.pairs]
    one = np.ones(1, np.int64)
    return PairedTally(
        tuple(tallies),
        tuple(
            PairTally(first, second, Histogram(difference, 0, one), Extreme(difference, number))
            for first, second, difference in differences
        ),
    )
