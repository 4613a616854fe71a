"""Measures exact answers: all figures of a book, one bet, and how long the command line takes to start."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

from figures import Chapter, Figure, below

from comeout.exact.figures import all_figures, figures
from comeout.exact.hand import hand
from comeout.rules.library import book_names, load_book

BOOK_TARGET, BET_TARGET, START_TARGET = 2.0, 0.2, 0.3
HARDEST = "come+odds:3-4-5x"


def measure() -> Chapter:
    """Every book, its slowest bet, and `comeout --help` against a bare Python."""
    rows = []
    for name in book_names():
        layout = load_book(name)
        count = len(list(all_figures(layout)))
        seconds = median(_cpu(lambda layout=layout: list(all_figures(layout))) for _ in range(5))
        rows.append(below(f"{name}, all {count} bets", seconds, BOOK_TARGET))
        one = median(_cpu(lambda layout=layout: figures(layout, HARDEST)) for _ in range(5))
        rows.append(below(f"{name}, {HARDEST}", one, BET_TARGET))
    layout = load_book(book_names()[0])
    long_hand = median(_cpu(lambda: hand(layout, rolls=154)) for _ in range(5))
    rows.append(below("a hand of at least 154 rolls", long_hand, BET_TARGET))
    bare = median(_wall([sys.executable, "-c", "pass"]) for _ in range(9))
    start = median(_wall([sys.executable, "-m", "comeout", "--help"]) for _ in range(9))
    rows.append(below("comeout --help, start to end", start, START_TARGET))
    rows.append(Figure("... against a Python that does nothing", f"{start / bare:.1f} times ({bare * 1000:.0f} ms)"))
    how = "Exact fractions from the compiled book, nothing cached; CPU, median of 5. Starting: wall clock, median of 9."
    return Chapter("Exact odds", how, tuple(rows))


def _cpu(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _wall(command: list[str]) -> float:
    start = perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - start
