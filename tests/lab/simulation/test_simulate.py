"""Simulations depend on the question alone: not on threads, batches, executors, kernels or interruptions."""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.session_record import SessionRecord
from comeout.lab.session_rules import LabError, SessionEnd, SessionRules
from comeout.lab.simulation import batches, compiled_walk, runner
from comeout.lab.simulation.dice_format import DICE_FORMAT, rolls_of
from comeout.lab.simulation.simulate import (
    Finish,
    SimulationJob,
    checkpoints_for,
    find_session,
    median_session,
    run_job,
    simulate,
)
from comeout.lab.simulation.simulation_tally import SimulationTally, wealth_after
from tests.lab.simulation.graphs import pass_line, random_graph
from tests.lab.simulation.naive_walk import NaiveWalk

RULES = SessionRules(bankroll=5000, rolls=60, goal=9000, play_out=True)
CHECKPOINTS = (1, 20, 60)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 64 sessions, so that there are several."""
    monkeypatch.setattr(batches, "MOST_IN_BATCH", 64)
    monkeypatch.setattr(batches, "FEWEST_IN_BATCH", 64)


def ask(sessions: int = 500, **how: Any) -> SimulationTally:
    """A simulation of the pass line."""
    how = {"checkpoints": CHECKPOINTS, "threads": 1, **how}
    return simulate(pass_line(), RULES, seed=7, sessions=sessions, **how)


def records(arrays: GraphArrays, rules: SessionRules, seed: int, sessions: int) -> list[SessionRecord]:
    """The same sessions, walked one by one."""
    naive = NaiveWalk(arrays, rules)
    found = [naive.session(rolls_of(seed, number)) for number in range(sessions)]
    return [record for record in found if record]


def test_a_tally_is_what_the_sessions_came_to() -> None:
    tally, walked = ask(300), records(pass_line(), RULES, 7, 300)
    assert tally.sessions == 300
    assert tally.final.sum == sum(record.wealth for record in walked)
    assert tally.peak.high == max(record.peak for record in walked)
    assert tally.drawdown.squares == sum(record.drawdown**2 for record in walked)
    assert tally.action.sum == sum(record.action for record in walked)
    assert tally.below.sum == sum(record.longest_below for record in walked)
    assert tally.shooters.sum == sum(record.shooters for record in walked)
    assert tally.all_rolls.sum == sum(record.rolls for record in walked)
    for end in SessionEnd:
        ended = [record.rolls for record in walked if record.end is end]
        assert (tally.ends[end], tally.rolls[end].sum) == (len(ended), sum(ended))
    for roll, histogram in zip(CHECKPOINTS, tally.wealth, strict=True):
        assert histogram.sum == sum(wealth_after(record, roll) for record in walked)
    assert tally.best
    assert tally.worst
    finals = [record.wealth for record in walked]
    assert (tally.best.value, tally.best.session) == (max(finals), finals.index(max(finals)))
    assert (tally.worst.value, tally.worst.session) == (min(finals), finals.index(min(finals)))
    assert tally.format == DICE_FORMAT


def test_threads_batches_and_executors_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = ask()
    assert ask(threads=3) == expected
    with ThreadPoolExecutor(2) as threads:
        assert ask(executor=threads) == expected
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert ask(executor=processes) == expected
    monkeypatch.setattr(batches, "MOST_IN_BATCH", 1 << 14)
    monkeypatch.setattr(batches, "FEWEST_IN_BATCH", 7)
    assert ask() == expected
    assert ask(sessions=499) != expected


def test_parts_of_a_simulation_add_up_to_the_whole() -> None:
    assert ask(300) + ask(200, first=300) == ask(500)


def test_the_numpy_runner_gives_the_same_tally_and_says_that_it_is_slow(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    expected = ask()
    for module in (compiled_walk, runner):
        monkeypatch.setattr(module, "compiled_walk", lambda: "it is not there")
    runner.runner_for.cache_clear()
    runner._say_if_slow.cache_clear()
    with caplog.at_level(logging.WARNING, "comeout"):
        assert ask() == expected == ask(threads=2)
    (record,) = caplog.records
    assert record.getMessage().endswith("since there is no compiled walk: it is not there")
    runner.runner_for.cache_clear()
    runner._say_if_slow.cache_clear()


def test_a_summary_has_the_same_first_figures_and_nothing_else() -> None:
    full, summary = ask(), ask(summary=True)
    for name in ("final", "peak", "drawdown", "action", "ends", "best", "worst"):
        assert getattr(full, name) == getattr(summary, name)
    assert (summary.wealth, summary.checkpoints, summary.below.total, summary.edges.size) == ((), (), 0, 0)


def test_money_by_row_and_roll_is_the_money_of_the_sessions() -> None:
    tally, arrays = ask(), pass_line()
    assert int((tally.edges * arrays.delta).sum()) == tally.final.sum - 500 * RULES.bankroll
    assert int((tally.decisions * arrays.action).sum()) == tally.action.sum


def interrupt_after(calls: int) -> Callable[[int, int], None]:
    """A progress that is interrupted as by Ctrl-C."""
    seen = []

    def progress(done: int, sessions: int) -> None:
        seen.append(done)
        assert sessions == 2000
        if len(seen) == calls:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_run_is_the_run_of_its_first_sessions(threads: int) -> None:
    tally = ask(2000, threads=threads, progress=interrupt_after(3))
    assert 192 <= tally.sessions < 2000
    assert tally == ask(tally.sessions)


class Interrupted(Executor):
    """An executor whose user is impatient: waiting for a result is interrupted."""

    def submit(self, *_args: Any, **_more: Any) -> Future[Any]:
        """Give out a job that nobody begins."""
        raise KeyboardInterrupt


def test_an_interruption_before_anything_is_done_is_an_interruption() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(executor=Interrupted())


class Losing(Executor):
    """An executor that loses the worker of every third job, and finally itself."""

    def __init__(self) -> None:
        self.jobs = 0

    def submit(self, run: Callable[..., Any], *args: Any, **_more: Any) -> Future[Any]:  # type: ignore[override]
        """Run a job at once, or lose it."""
        self.jobs += 1
        if self.jobs > 5:
            raise BrokenExecutor
        future: Future[Any] = Future()
        if self.jobs % 3:
            future.set_result(run(*args))
        else:
            future.set_exception(BrokenExecutor())
        return future


def test_a_lost_worker_costs_time_and_not_correctness() -> None:
    assert ask(executor=Losing()) == ask()


def test_a_worker_of_another_version_is_refused_by_name() -> None:
    job = SimulationJob(pass_line(), RULES, 7, None, 0, 5)
    assert run_job(pickle.loads(pickle.dumps(job))) == run_job(job)
    with pytest.raises(LabError, match=r"the job is of comeout 0\.0 with dice-0; install one version on both"):
        run_job(replace(job, version="comeout 0.0 with dice-0"))


def test_progress_tells_the_sessions_done_in_order() -> None:
    told: list[tuple[int, int]] = []
    ask(200, threads=2, progress=lambda done, sessions: told.append((done, sessions)))
    assert told == [(64, 200), (128, 200), (192, 200), (200, 200)]


def test_weighted_dice_are_weighted() -> None:
    sevens = [int(place % 5 == 0 and 0 < place < 35) for place in range(36)]
    tally = simulate(pass_line(), SessionRules(bankroll=5000, rolls=3), seed=1, sessions=20, weights=sevens)
    assert tally.final.pairs == ((8000, 20),)


# ------------------------------------------------------------------ sessions that arrays leave open


def unknown_graph() -> tuple[GraphArrays, GraphArrays]:
    """A graph of which something is not known, and the same where everything is."""
    known = random_graph(3)
    part = replace(known, row=known.row.copy())
    part.row[int(known.first[4]) : int(known.first[5])] = -3
    return part, known


def finish_with(arrays: GraphArrays, rules: SessionRules) -> Finish:
    """Play on by the whole graph."""

    def finish(rolls: Iterator[int]) -> SessionRecord:
        record = NaiveWalk(arrays, rules).session(rolls)
        assert record
        return record

    return finish


@pytest.mark.parametrize("summary", [True, False])
def test_what_the_graph_does_not_know_is_played_elsewhere_and_counted_alike(summary: bool) -> None:
    part, known = unknown_graph()
    rules = SessionRules(bankroll=10_000, rolls=30, play_out=True)
    how: dict[str, Any] = {"seed": 5, "sessions": 300, "checkpoints": (10, 30), "summary": summary}
    whole = simulate(known, rules, **how)
    pieced = simulate(part, rules, finish=finish_with(known, rules), **how)
    assert whole.edges.sum() == 0 or 0 < pieced.edges.sum() < whole.edges.sum(), "some sessions were played elsewhere"
    assert replace(pieced, edges=whole.edges, decisions=whole.decisions) == whole
    with pytest.raises(LabError, match="meets what its graph does not know"):
        simulate(part, rules, **how)


# ------------------------------------------------------------------ sessions taken out again


def test_the_median_session_is_the_lowest_that_has_the_median() -> None:
    finals = [record.wealth for record in records(pass_line(), RULES, 7, 300)]
    middle = sorted(finals)[149]
    assert median_session(ask(300), pass_line(), RULES, seed=7) == finals.index(middle)


def test_a_session_is_found_by_its_final_wealth_also_where_the_graph_ends() -> None:
    part, known = unknown_graph()
    rules = SessionRules(bankroll=10_000, rolls=30)
    finals = [record.wealth for record in records(known, rules, 5, 200)]
    for final in set(finals):
        found = find_session(part, rules, seed=5, final=final, sessions=200, finish=finish_with(known, rules))
        assert found == finals.index(final)
    assert find_session(known, rules, seed=5, final=1, sessions=200) is None


# ------------------------------------------------------------------ questions


def test_checkpoints_are_spread_evenly_up_to_the_last_roll() -> None:
    assert checkpoints_for(3) == (1, 2, 3)
    assert checkpoints_for(500)[:3] == (10, 20, 30)
    assert len(checkpoints_for(144)) == len(set(checkpoints_for(144))) == 50
    assert checkpoints_for(144)[-1] == 144
    assert checkpoints_for(10, every=4) == (4, 8, 10)
    assert checkpoints_for(None) == ()


@pytest.mark.parametrize("sessions", [0, -1, 1.5, True])
def test_a_simulation_has_sessions(sessions: Any) -> None:
    with pytest.raises(LabError, match="at least one session"):
        ask(sessions)


def test_session_numbers_end_somewhere() -> None:
    with pytest.raises(LabError, match="numbered from 0"):
        ask(2, first=2**61 - 1)
    assert ask(1, first=2**61 - 1).sessions == 1


def test_the_simulation_agrees_with_the_chance_of_the_pass_line() -> None:
    rules = SessionRules(bankroll=100_000_000, rolls=50, play_out=True)
    tally = simulate(pass_line(), rules, seed="chance", sessions=3000, summary=True)
    lost_per_bet = Fraction(7, 495)
    change = tally.final.mean - rules.bankroll
    assert abs(change + lost_per_bet * tally.action.mean) < 4 * (float(tally.final.variance) / 3000) ** 0.5
    assert list(islice(rolls_of("chance", 0), 3))
    assert np.all(tally.edges == 0)
