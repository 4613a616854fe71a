"""Measures the laboratory against its targets, crapssim and its own dice, and writes LAB.md.

The contenders take short turns in one run. The dice alone, in the same format by the same compiler, are the limit.
"""

from __future__ import annotations

import os
import platform
import resource
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time

import lab_laws
import lab_shell
import molly
from crapssim import Table as PeerTable
from crapssim.strategy import Strategy as PeerStrategy
from crapssim.strategy.examples import ThreePointMolly
from crapssim.strategy.single_bet import BetPassLine
from figures import Chapter, Figure

from comeout.dice import ROLLS
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_finder import find_graph
from comeout.lab.language.reader import load_strategy
from comeout.lab.session_rules import SessionRules
from comeout.lab.simulation.compiled_walk import LIBRARY, SOURCE, CompiledWalk, compiled_walk, load_walk
from comeout.lab.simulation.dice_format import dice_key, rolls_of
from comeout.lab.simulation.runner import Runner
from comeout.lab.simulation.simulate import checkpoints_for, simulate
from comeout.rules.library import load_book

PATH = Path(__file__).parent / "LAB.md"
BOOK, SEED, ROUNDS = "sentosa", 7, 31
RICH, MODEST, LONG, HOUR = 10_000_000_00, 300_00, 500, 144
PEER_ROLLS = 1500
TURN_ROLLS = 1_500_000
RICH_SHARE, MODEST_SHARE = 0.17, 0.08
PEER_TARGETS = {"pass-line": 9_000, "three-point-molly": 30_000}
THREADS_TARGET, SESSIONS = 1.6, 1_000_000
PEERS: dict[str, Callable[[], PeerStrategy]] = {
    "pass-line": lambda: BetPassLine(10),
    "three-point-molly": lambda: ThreePointMolly(10),
}


@dataclass
class Contest:
    """One strategy with one bankroll: our walk, the dice alone, and crapssim where it has the strategy."""

    name: str
    bankroll: int
    rolls: int
    target: float
    shares: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    peers: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        rules = SessionRules(bankroll=self.bankroll, rolls=self.rolls)
        self.walk = Runner(graph_of(self.name), rules, dice_key(SEED), ())
        self.sessions = TURN_ROLLS // self.rolls
        self.live = int(self.walk.walk(0, self.sessions, full=True).rolls.sum())

    def turn(self, library: CompiledWalk) -> None:
        """Walk the sessions once, between two turns of the dice alone."""
        before = self._dice(library)
        start = thread_time()
        self.walk.walk(0, self.sessions, full=False)
        seconds = (thread_time() - start) / self.live
        self.rates.append(1 / seconds)
        self.shares.append((before + self._dice(library)) / 2 / seconds)
        if self.bankroll == RICH and self.name in PEERS:
            self.peers.append(peer_rate(PEERS[self.name]()))

    def _dice(self, library: CompiledWalk) -> float:
        start = thread_time()
        library.dice(self.walk.prepared, 0, self.sessions, rolls=self.rolls)
        return (thread_time() - start) / (self.sessions * self.rolls)

    def figures(self) -> Iterator[Figure]:
        """The rate, its share of the dice, and how many times crapssim's it is."""
        called = f"{self.name}, {'rich' if self.bankroll == RICH else self.bankroll // 100}, {self.rolls} rolls"
        rate, share = median(self.rates), median(self.shares)
        told = f"{share:.1%} of the dice ({min(self.shares):.1%} to {max(self.shares):.1%})"
        yield Figure(called, f"{rate / 1e6:.0f} M rolls/s")
        yield Figure(
            "", told, f">= {self.target:.0%}", f"{share / self.target:.2f} of the target", share >= self.target
        )
        if self.peers:
            ratio, wanted = median(self.rates) / median(self.peers), PEER_TARGETS[self.name]
            told = f"{ratio:,.0f} times crapssim ({median(self.peers):,.0f} rolls/s)"
            yield Figure("", told, f">= {wanted:,} times", f"{ratio / wanted:.2f} of the target", ratio >= wanted)


def graph_of(name: str) -> GraphArrays:
    """The graph of a preset for every rack."""
    layout = load_book(BOOK)
    return find_graph(layout, load_strategy(name).on(layout), SessionRules(bankroll=MODEST, rolls=LONG)).arrays


def peer_rate(strategy: PeerStrategy) -> float:
    """Rolls a second of crapssim, on dice of ours."""
    table = PeerTable()
    table.add_player(bankroll=RICH // 100, strategy=strategy)
    dice = [tuple(ROLLS[place]) for place in islice(rolls_of(SEED, 0), PEER_ROLLS)]
    start = thread_time()
    table.fixed_run(dice)
    return PEER_ROLLS / (thread_time() - start)


def measure_walk(library: CompiledWalk) -> Chapter:
    """Every contest in turns."""
    contests = [
        Contest("pass-line", RICH, LONG, RICH_SHARE),
        Contest("three-point-molly", RICH, LONG, RICH_SHARE),
        Contest("iron-cross", RICH, HOUR, RICH_SHARE),
        Contest("three-point-molly", MODEST, LONG, MODEST_SHARE),
    ]
    for _ in range(ROUNDS):
        for contest in contests:
            contest.turn(library)
    how = (
        f"Live rolls with final wealth, peak, drawdown, end and action, {BOOK}'s rules, one thread, CPU time. The dice "
        f"alone are generated in the same format by the same compiler, before and after each turn; shares are medians "
        f"of {ROUNDS} turns. crapssim 0.4.1 plays {PEER_ROLLS:,} rolls a turn through Table.fixed_run."
    )
    return Chapter("The walk", how, tuple(figure for contest in contests for figure in contest.figures()))


def measure_simulation() -> Chapter:
    """A million hours with all figures, on one thread and on two."""
    arrays, rules = graph_of("iron-cross"), SessionRules(bankroll=MODEST, rolls=HOUR)
    noted = checkpoints_for(HOUR)

    def seconds(threads: int, sessions: int, clock: Callable[[], float] = perf_counter) -> float:
        start = clock()
        simulate(arrays, rules, seed=SEED, sessions=sessions, checkpoints=noted, threads=threads)
        return clock() - start

    pairs = [(seconds(1, SESSIONS // 10), seconds(2, SESSIONS // 10)) for _ in range(7)]
    ratio = median(one / two for one, two in pairs)
    linear = seconds(1, SESSIONS // 4, process_time) / seconds(1, SESSIONS // 20, process_time)
    longer = _walk_seconds(arrays, 5 * HOUR) / _walk_seconds(arrays, HOUR)
    whole, spent = perf_counter(), seconds(2, SESSIONS, process_time)
    whole = perf_counter() - whole
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Chapter(
        "A simulation",
        f"Iron cross, bankroll {MODEST // 100}, {HOUR} rolls, wealth at {len(noted)} rolls and every other figure, by "
        f"`simulate` from Python. Two threads against one: wall-clock time, median of {len(pairs)} turns.",
        (
            Figure(f"{SESSIONS:,} sessions on two threads", f"{spent:.2f} s CPU, {whole:.2f} s wall-clock"),
            Figure("memory of the process", f"{memory:.0f} MB", "< 300 MB", f"{memory / 300:.2f}", memory < 300),
            Figure(
                "two threads to one",
                f"{ratio:.2f} times",
                f">= {THREADS_TARGET} times",
                f"{ratio / THREADS_TARGET:.2f} of the target",
                ratio >= THREADS_TARGET,
            ),
            Figure("five times the sessions", f"{linear:.1f} times the CPU time"),
            Figure("five times the rolls, rich racks", f"{longer:.1f} times the CPU time of the walk"),
        ),
    )


def _walk_seconds(arrays: GraphArrays, rolls: int) -> float:
    """The CPU time of sessions of so many rolls that money never ends, best of 9."""
    runner = Runner(arrays, SessionRules(bankroll=RICH, rolls=rolls), dice_key(SEED), ())
    found = []
    for _ in range(9):
        start = thread_time()
        runner.walk(0, SESSIONS // 20, full=False)
        found.append(thread_time() - start)
    return min(found)


def measure_rest() -> Chapter:
    """What loading costs, and what stands behind the compiled walk."""
    spent = []
    for _ in range(9):
        start = thread_time()
        load_walk(LIBRARY, SOURCE)
        spent.append(thread_time() - start)
    slow = Runner(graph_of("iron-cross"), SessionRules(bankroll=RICH, rolls=HOUR), dice_key(SEED), (), compiled=False)
    start = thread_time()
    slow.walk(0, 5000, full=False)
    rate = 5000 * HOUR / (thread_time() - start)
    return Chapter(
        "Start-up, and the runner behind it",
        "CPU time of checking and loading the library, median of 9. The runner in NumPy gives the same bytes.",
        (
            Figure("loading the compiled walk", f"{median(spent) * 1000:.2f} ms"),
            Figure("iron-cross, rich, in NumPy", f"{rate / 1e6:.1f} M rolls/s"),
        ),
    )


def told(chapter: Chapter) -> Iterator[str]:
    """A chapter as lines of text."""
    yield f"\n{chapter.title}"
    yield f"  {chapter.how}"
    for figure in chapter.figures:
        verdict = "" if figure.met is None else "met" if figure.met else "MISSED"
        beside = f"{verdict} ({figure.target}, {figure.ratio})" if verdict else ""
        yield f"  {figure.name:<42}{figure.measured:<46}{beside}".rstrip()


def main() -> None:
    """Run every measurement and report it."""
    library = compiled_walk()
    if not isinstance(library, CompiledWalk):
        sys.exit(f"there is no compiled walk to measure: {library}")
    lines = []
    for measure in (
        lambda: measure_walk(library),
        measure_simulation,
        measure_rest,
        lab_laws.measure,
        lab_shell.measure_discovery,
        lab_shell.measure_shell,
        molly.measure,
    ):
        chapter = measure()
        lines += told(chapter)
        print("\n".join(told(chapter)), flush=True)
    lines.append(f"\nload average of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    head = (
        "# Figures of the laboratory\n\nWritten by `make bench-lab` (`bench/lab.py`), with "
        f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}. Other work on the "
        "machine disturbs the caches that the walk lives in more than it disturbs the dice.\n\n"
    )
    PATH.write_text(f"{head}```{chr(10).join(lines)}\n```\n", encoding="utf-8")


if __name__ == "__main__":
    main()
