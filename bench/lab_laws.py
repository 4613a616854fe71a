"""Measures exact laws of sessions: lumping, laws of rich and of poor racks, and what the compiled part gains."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time
from unittest.mock import patch

from figures import Chapter, Figure, below

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.language.reader import load_strategy
from comeout.lab.laws.difference import difference_law
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import SessionRules
from comeout.rules.library import load_book

RICH_TARGET, POOR_TARGET = 0.1, 0.3
ROLLS = 200
BOOK = "sentosa"


def measure() -> Chapter:
    """Three point molly first, since the targets are about it."""
    molly, every = _arrays("three-point-molly", every_rack=False), _arrays("three-point-molly")
    rich, poor = SessionRules(bankroll=10**7, rolls=ROLLS), SessionRules(bankroll=300_00, rolls=ROLLS)
    rows = [
        below("molly, rich racks", _seconds(lambda: law(molly, rich)), RICH_TARGET),
        below("molly, bankroll 300", _seconds(lambda: law(every, poor)), POOR_TARGET),
    ]
    for name, arrays, rules in (("rich racks", molly, rich), ("bankroll 300", every, poor)):
        with patch("comeout.lab.laws.compiled_spread.compiled_walk", lambda: "measured without it"):
            plain = _seconds(lambda arrays=arrays, rules=rules: law(arrays, rules), times=1)
        compiled = _seconds(lambda arrays=arrays, rules=rules: law(arrays, rules))
        rows.append(Figure(f"... {name}, in NumPy alone", f"{plain / compiled:.0f} times as long"))
    passes, cross = _arrays("pass-line"), _arrays("iron-cross")
    rows.append(Figure("pass line, bankroll 300", _ms(lambda: law(passes, poor))))
    rows.append(Figure("iron cross, bankroll 300", _ms(lambda: law(cross, poor))))
    twice = _seconds(lambda: law(molly, SessionRules(bankroll=10**7, rolls=2 * ROLLS)))
    rows.append(
        Figure(f"molly, rich racks, {2 * ROLLS} rolls", f"{twice / _seconds(lambda: law(molly, rich)):.1f} times")
    )
    rows.append(Figure("molly, long run", _ms(lambda: long_run(molly))))
    rows.append(Figure("molly minus pass line", _ms(lambda: difference_law(molly, passes, rich))))
    how = f"Laws of wealth after {ROLLS} rolls at {BOOK}, from the arrays of a graph; CPU time, median of 7."
    return Chapter("Exact laws", how, tuple(rows))


def _arrays(name: str, *, every_rack: bool = True) -> GraphArrays:
    layout = load_book(BOOK)
    graph = Graph(layout, load_strategy(name).on(layout))
    graph.explore(every_rack=every_rack)
    return GraphArrays.of(graph)


def _ms(work: Callable[[], object]) -> str:
    return f"{_seconds(work) * 1000:.1f} ms"


def _seconds(work: Callable[[], object], *, times: int = 7) -> float:
    """The processor time of some work, after it was done once."""
    work() if times > 1 else None
    found = []
    for _ in range(times):
        start = process_time()
        work()
        found.append(process_time() - start)
    return median(found)


if __name__ == "__main__":
    chapter = measure()
    print(chapter.title)
    for row in chapter.figures:
        print(f"  {row.name:34} {row.measured:>24} {row.target:>10} {row.ratio}")
