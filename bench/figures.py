"""What a measurement hands over: a figure with its unit, what it is held against, and how it was taken."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the report. `ratio` says how it stands to its target or peer, `met` whether that is good enough."""

    name: str
    measured: str
    target: str = ""
    ratio: str = ""
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """The figures of one measurement and the sentences a reader needs to judge them."""

    title: str
    how: str
    figures: tuple[Figure, ...]


def below(name: str, seconds: float, target: float, *, note: str = "") -> Figure:
    """A time that must stay under its target."""
    return Figure(
        name,
        f"{seconds * 1000:.1f} ms{note}",
        f"< {target * 1000:.0f} ms",
        f"{seconds / target:.2f} of the target",
        seconds < target,
    )


class Stopwatch:
    """Adds up the CPU time of this process, so that neighbours on the machine do not count."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Count what happens inside."""
        start = time.process_time()
        yield
        self.seconds += time.process_time() - start


@contextmanager
def no_collector() -> Iterator[None]:
    """Clear the heap, then keep the garbage collector out of what is timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
