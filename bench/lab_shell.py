"""Measures the laboratory as people use it: graphs found at the table, and commands from the shell to the end."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from figures import Chapter, Figure, below

from comeout.lab.graph import Graph, collector_paused
from comeout.lab.language.reader import load_strategy
from comeout.rules.library import load_book

BOOK, MOLLY = "sentosa", "three-point-molly"
RICH_TARGET, EVERY_TARGET = 0.15, 0.6
EXACT_TARGET, HOURS_TARGET, COLD_TARGET, WARM_TARGET, MEMORY_TARGET = 0.6, 2.0, 30.0, 5.0, 300
EXACT = ("exact", "pass-line")
HOURS = ("sim", "iron-cross", "--bankroll", "300", "--rolls", "144", "--sessions", "1000000", "--seed", "7")
LEAGUE = ("exact", "--all", "--bankroll", "300", "--rolls", "100")


class Spent(NamedTuple):
    """What a command took: wall-clock and CPU seconds, and the most memory in MB."""

    wall: float
    cpu: float
    memory: float


def measure_discovery() -> Chapter:
    """The graph of a three point molly, for rich racks and for every rack."""
    layout = load_book(BOOK)
    strategy = load_strategy(MOLLY).on(layout)

    def graph(*, every_rack: bool) -> Graph:
        found = Graph(layout, strategy)
        with collector_paused():
            found.explore(every_rack=every_rack)
        return found

    rich, every = graph(every_rack=False), graph(every_rack=True)
    return Chapter(
        "Finding a graph",
        f"{MOLLY} at {BOOK}, found by playing at the table, nothing cached; CPU time, median of 7.",
        (
            below(f"rich racks: {_size(rich)}", _seconds(lambda: graph(every_rack=False)), RICH_TARGET),
            below(f"every rack: {_size(every)}", _seconds(lambda: graph(every_rack=True)), EVERY_TARGET),
        ),
    )


def _size(graph: Graph) -> str:
    return f"{len(graph.nodes)} nodes, {len(graph.rows)} rows"


def _seconds(work: Callable[[], object]) -> float:
    found = []
    for _ in range(7):
        start = process_time()
        work()
        found.append(process_time() - start)
    return median(found)


def measure_shell() -> Chapter:
    """Commands from the shell, with an empty cache and again."""
    with tempfile.TemporaryDirectory() as cache:
        figures = tuple(_commands(cache))
    load = os.getloadavg()[0]
    busy = (
        f" The load average was {load:.1f} on {os.cpu_count()} cores: where it is above the cores, read the CPU time."
    )
    how = (
        "Whole processes, from their start to their end. Targets are wall-clock times, for a machine that does nothing "
        f"else; the CPU time of all threads stands beside each.{busy}"
    )
    return Chapter("From the shell", how, figures)


def _commands(cache: str) -> Iterator[Figure]:
    first = _run(cache, *EXACT)
    yield _timed("comeout exact pass-line, empty cache", first, EXACT_TARGET)
    yield _timed("... again, median of 7", _middle(cache, *EXACT, times=7), EXACT_TARGET)
    hours = _middle(cache, *HOURS, times=4)  # the first of them also finds the graph
    yield _timed("a million hours of the iron cross", hours, HOURS_TARGET)
    yield Figure(
        "... memory",
        f"{hours.memory:.0f} MB",
        f"< {MEMORY_TARGET} MB",
        f"{hours.memory / MEMORY_TARGET:.2f} of the target",
        hours.memory < MEMORY_TARGET,
    )
    yield _timed("... with --summary", _middle(cache, *HOURS, "--summary", times=3), HOURS_TARGET)
    with tempfile.TemporaryDirectory() as empty:
        cold, warm = _run(empty, *LEAGUE), _run(empty, *LEAGUE)
        size = sum(file.stat().st_size for file in Path(empty).rglob("*")) / 1e6
    yield _timed("all presets in all books, empty cache", cold, COLD_TARGET)
    yield _timed("... again", warm, WARM_TARGET)
    yield Figure("... memory, and the cache on disk", f"{cold.memory:.0f} MB, {size:.0f} MB")


def _timed(name: str, spent: Spent, target: float) -> Figure:
    told = f"{spent.wall:.2f} s wall-clock, {spent.cpu:.2f} s CPU"
    return Figure(name, told, f"< {target:g} s", f"{spent.wall / target:.2f} of the target", spent.wall < target)


def _middle(cache: str, *asked: str, times: int) -> Spent:
    return sorted(_run(cache, *asked) for _ in range(times))[times // 2]


def _run(cache: str, *asked: str) -> Spent:
    """Run a command with its graphs in this folder."""
    program = Path(sys.executable).with_name("comeout")
    start = perf_counter()
    with subprocess.Popen(
        [program, *asked],
        env=os.environ | {"COMEOUT_CACHE": cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"comeout {' '.join(asked)} ended with {process.returncode}")
    return Spent(perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


if __name__ == "__main__":
    for chapter in (measure_discovery(), measure_shell()):
        print(chapter.title)
        for row in chapter.figures:
            verdict = "" if row.met is None else "met" if row.met else "MISSED"
            print(f"  {row.name:44} {row.measured:36} {row.target:>10} {verdict}")
