"""Simulation of one strategy: sessions by the million, whose result depends on the seed and the question alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, Self, TypeVar

import numpy as np

from comeout import __version__
from comeout.lab.graph import collector_paused
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation.batches import Progress, ranges, run_batches
from comeout.lab.simulation.dice_format import DICE_FORMAT, MOST_SESSIONS, dice_key, rolls_of
from comeout.lab.simulation.runner import Runner, runner_for
from comeout.lab.simulation.simulation_tally import SimulationTally, tally_outcomes, tally_record

Weights = Sequence[int | Fraction]
Finish = Callable[[Iterator[int]], SessionRecord]
"""Plays a session to its end with these rolls, where the arrays of the graph do not know how it goes on."""

VERSION = f"comeout {__version__} with {DICE_FORMAT}"
MOST_CHECKPOINTS = 50
MOST_NOTED = 10_000
"""How many checkpoints anybody may ask for; each takes memory for its histogram."""
PLAYED_ON = 64
"""How many sessions are played to their end in Python before the garbage collector is let in."""


def checkpoints_for(rolls: int | None, *, every: int | None = None) -> tuple[int, ...]:
    """The rolls after which wealth is noted: every so many, or fifty spread evenly; the last roll is one of them."""
    if rolls is None:
        return ()
    if every is not None:
        if rolls // every > MOST_NOTED:
            raise LabError(f"wealth is told after at most {MOST_NOTED:,} rolls; give --every a larger number")
        return tuple(sorted({*range(every, rolls + 1, every), rolls}))
    count = min(rolls, MOST_CHECKPOINTS)
    return tuple(rolls * at // count for at in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class SimulationJob:
    """Sessions `first` up to `first + count` of one strategy, as they travel to whoever walks them."""

    arrays: GraphArrays
    rules: SessionRules
    seed: int | str
    weights: tuple[int | Fraction, ...] | None
    first: int
    count: int
    checkpoints: tuple[int, ...] = ()
    summary: bool = True
    version: str = VERSION

    def runner(self) -> Runner:
        """The runner that walks it, if this is the version that the job was made for."""
        if self.version != VERSION:
            raise LabError(f"a worker has {VERSION}, and the job is of {self.version}; install one version on both")
        return runner_for(self.arrays, self.rules, dice_key(self.seed, self.weights), self.checkpoints)


def run_job(job: SimulationJob) -> SimulationTally:
    """Walk the sessions of a job and tally them; this is what an executor is given."""
    runner = job.runner()
    found = runner.walk(job.first, job.count, full=not job.summary)
    return tally_outcomes(runner.plan, found, job.checkpoints, first=job.first)


def simulate(
    arrays: GraphArrays,
    rules: SessionRules,
    *,
    seed: int | str,
    sessions: int,
    first: int = 0,
    weights: Weights | None = None,
    checkpoints: Sequence[int] = (),
    summary: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    finish: Finish | None = None,
) -> SimulationTally:
    """Walk sessions and tally them. Ctrl-C returns the tally of the first k sessions, as if k had been asked for.

    Threads, the executor and the size of batches change nothing but the time. `finish` plays the sessions that the
    arrays of the graph leave open.
    """
    check_sessions(first, sessions)
    given = None if weights is None else tuple(weights)
    noted = () if summary else tuple(sorted(set(checkpoints)))
    jobs = (
        SimulationJob(arrays, rules, seed, given, start, count, noted, summary)
        for start, count in ranges(first, sessions, rules.rolls)
    )
    found = run_batches(jobs, run_job, sessions=sessions, threads=threads, executor=executor, progress=progress)

    def played(number: int, like: SimulationTally) -> SimulationTally:
        return tally_record(play_on(number, seed, given, finish), like, session=number)

    return with_open_ones(found.without_unfinished(), found.unfinished, played, progress, of=sessions)


def check_sessions(first: int, sessions: int) -> None:
    """Refuse a number of sessions that cannot be walked."""
    if type(sessions) is not int or sessions < 1:
        raise LabError("a simulation has at least one session; write it like --sessions 100000")
    if not 0 <= first <= MOST_SESSIONS - sessions:
        raise LabError(f"sessions are numbered from 0 up to {MOST_SESSIONS - 1:,}")


class _Sessions(Protocol):
    """A tally of sessions."""

    @property
    def sessions(self) -> int: ...
    def __add__(self, other: Self) -> Self: ...


TallyT = TypeVar("TallyT", bound=_Sessions)


def with_open_ones(
    total: TallyT,
    open_ones: Sequence[int],
    played: Callable[[int, TallyT], TallyT],
    progress: Progress | None,
    *,
    of: int,
) -> TallyT:
    """A tally with the sessions that the arrays left open, each played by itself; it is made like the tally.

    The garbage collector looks through a large graph after some of them, and not after each.
    """
    done = total.sessions
    for start in range(0, len(open_ones), PLAYED_ON):
        with collector_paused():
            for number in open_ones[start : start + PLAYED_ON]:
                total = total + played(number, total)
                done += 1
                if progress:
                    progress(done, of)
    return total


def play_on(number: int, seed: int | str, weights: Weights | None, finish: Finish | None) -> SessionRecord:
    """Play one session that the arrays left open."""
    if finish is None:
        raise LabError(f"session {number} does not end, or meets what its graph does not know; give --rolls a number")
    return finish(rolls_of(seed, number, weights=weights))


def find_session(
    arrays: GraphArrays,
    rules: SessionRules,
    *,
    seed: int | str,
    final: int,
    sessions: int,
    weights: Weights | None = None,
    finish: Finish | None = None,
) -> int | None:
    """The lowest session with this final wealth, found on the same dice again; None if no session has it."""
    given = None if weights is None else tuple(weights)
    for start, count in ranges(0, sessions, rules.rolls):
        runner = SimulationJob(arrays, rules, seed, given, start, count).runner()
        found = runner.walk(start, count, full=False)
        wealth = runner.plan.cents(found.final)
        for at in np.flatnonzero(found.end == 0).tolist():
            wealth[at] = play_on(start + at, seed, given, finish).wealth
        hits = np.flatnonzero(wealth == final)
        if len(hits):
            return start + int(hits[0])
    return None


def median_session(
    tally: SimulationTally,
    arrays: GraphArrays,
    rules: SessionRules,
    *,
    seed: int | str,
    weights: Weights | None = None,
    finish: Finish | None = None,
) -> int | None:
    """The lowest session whose final wealth is the median of a tally that starts with session 0."""
    middle = tally.final.quantile(Fraction(1, 2))
    sessions = tally.sessions
    return find_session(arrays, rules, seed=seed, final=middle, sessions=sessions, weights=weights, finish=finish)
