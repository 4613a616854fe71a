"""Batches of sessions, run on threads or on any executor and added up in the order of their sessions.

The order makes the result independent of who was quicker, and an interrupted run the result of its first sessions.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Generic, Protocol, Self, TypeVar

Progress = Callable[[int, int], None]
"""Told how many sessions are done, of how many."""


def part_of(progress: Progress | None, before: int, of: int) -> Progress | None:
    """The progress of a part of some sessions, told as that of all: those before it are done."""
    return progress and (lambda done, _: progress(before + done, of))


BATCH_ROLLS, USUAL_ROLLS = 4_000_000, 1000
MOST_IN_BATCH, FEWEST_IN_BATCH = 1 << 14, 1 << 8


class Job(Protocol):
    """Some sessions to run, from `first` on; it travels to whoever runs it."""

    @property
    def first(self) -> int: ...
    @property
    def count(self) -> int: ...


class Summand(Protocol):
    """A result that adds up; some of its sessions may be left open, and are played to their end later."""

    @property
    def unfinished(self) -> Sequence[int]: ...
    def __add__(self, other: Self) -> Self: ...


JobT = TypeVar("JobT", bound=Job)
ResultT = TypeVar("ResultT", bound=Summand)


def ranges(first: int, sessions: int, rolls: int | None) -> Iterator[tuple[int, int]]:
    """The batches of a simulation: the first session of each, and how many it has."""
    size = max(FEWEST_IN_BATCH, min(MOST_IN_BATCH, BATCH_ROLLS // (rolls or USUAL_ROLLS)))
    for start in range(first, first + sessions, size):
        yield start, min(size, first + sessions - start)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_batches(
    jobs: Iterable[JobT],
    run: Callable[[JobT], ResultT],
    *,
    sessions: int,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> ResultT:
    """Run jobs, a few ahead, and add up their results. Ctrl-C ends with the batches in hand, a second one at once."""
    with ExitStack() as stack:
        workers = threads or processors()
        if executor is None:
            executor = stack.enter_context(ThreadPoolExecutor(workers))
        found = _Ordered(run, executor, sessions, progress)
        try:
            for job in jobs:
                found.submit(job)
                while len(found.waiting) > 2 * workers:
                    found.take()
            while found.waiting:
                found.take()
        except KeyboardInterrupt:
            found.stop()
        if found.total is None:
            raise KeyboardInterrupt
        return found.total


class _Ordered(Generic[JobT, ResultT]):
    """Jobs under way, in the order of their sessions, and the sum of those that are done."""

    def __init__(
        self, run: Callable[[JobT], ResultT], executor: Executor, sessions: int, progress: Progress | None
    ) -> None:
        self.waiting: deque[tuple[JobT, Future[ResultT]]] = deque()
        self.total: ResultT | None = None
        self._run, self._executor, self._sessions, self._progress = run, executor, sessions, progress
        self._done = 0
        self._next: int | None = None

    def submit(self, job: JobT) -> None:
        """Hand a job to the executor."""
        try:
            future = self._executor.submit(self._run, job)
        except BrokenExecutor as bad:
            future = Future()
            future.set_exception(bad)
        self.waiting.append((job, future))

    def take(self) -> None:
        """Add the oldest job, once it is done. If its worker was lost, it is run here."""
        job, future = self.waiting[0]
        if self._next is None or job.first >= self._next:  # an interrupt may come between the sum and the next line
            try:
                result = future.result()
            except BrokenExecutor:
                result = self._run(job)
            self.total = result if self.total is None else self.total + result
            self._next = job.first + job.count
            self._done += job.count - len(result.unfinished)
            if self._progress:
                self._progress(self._done, self._sessions)
        self.waiting.popleft()

    def stop(self) -> None:
        """Drop what nobody has begun, and add what is in hand up to the first that was dropped or lost."""
        begun = 0
        for _, future in reversed(self.waiting):
            if not future.cancel():
                break
            begun += 1
        for _ in range(begun):
            self.waiting.pop()
        while self.waiting and not isinstance(self.waiting[0][1].exception(), (BrokenExecutor, KeyboardInterrupt)):
            self.take()
