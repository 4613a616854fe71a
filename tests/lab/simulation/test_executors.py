"""Clusters by their address: real ones of dask and ray give the same bytes as threads, and what is none is told."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation import executors
from comeout.lab.simulation.batches import run_batches
from comeout.lab.simulation.executors import RayExecutor, executor_at
from comeout.lab.simulation.simulate import SimulationJob, run_job, simulate
from comeout.lab.simulation.simulation_tally import SimulationTally
from tests.kit.project import ROOT, SOURCE
from tests.lab.simulation.graphs import pass_line

RULES = SessionRules(bankroll=300_00, rolls=50)


def test_no_address_means_threads_here() -> None:
    with executor_at(None) as executor:
        assert executor is None


@pytest.mark.parametrize("address", ["somewhere", "dask://", "http://127.0.0.1:80"])
def test_what_is_no_cluster_is_told(address: str) -> None:
    with pytest.raises(LabError, match="is no cluster; write it like dask://"), executor_at(address):
        pass


def test_a_cluster_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "SECONDS", 0.2)
    with pytest.raises(LabError, match="no dask cluster answers"), executor_at("dask://127.0.0.1:9"):
        pass


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_bytes_as_threads() -> None:
    import distributed

    library: Any = distributed  # it has no types
    arrays = pass_line()
    expected = simulate(arrays, RULES, seed=7, sessions=1000)
    with library.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, host="127.0.0.1", protocol="tcp"
    ) as cluster:
        where = cluster.scheduler_address.removeprefix("tcp://")
        with executor_at(f"dask://{where}") as executor:
            assert simulate(arrays, RULES, seed=7, sessions=1000, executor=executor) == expected


# ------------------------------------------------------------------ ray


class Task:
    """What ray's `remote` returns, with its end in hand."""

    def __init__(self, end: Callable[[], Any]) -> None:
        self._end = end

    def future(self) -> Future[Any]:
        found: Future[Any] = Future()
        try:
            found.set_result(self._end())
        except Exception as bad:
            found.set_exception(bad)
        return found


def ray_executor(*, lost: bool = False) -> RayExecutor:
    """An executor on a stand-in for ray that calls at once, or loses every worker."""

    def lose() -> Any:
        raise RuntimeError("the worker died unexpectedly")

    def remote(called: Callable[..., Any]) -> Any:
        return SimpleNamespace(remote=lambda *given: Task(lose if lost else lambda: called(*given)))

    return RayExecutor(SimpleNamespace(remote=lambda **_options: remote))


def test_what_a_task_of_ray_raises_arrives_as_it_is() -> None:
    assert ray_executor().submit(divmod, 7, 3).result() == (2, 1)
    with pytest.raises(ZeroDivisionError):
        ray_executor().submit(divmod, 7, 0).result()


def test_a_task_that_ray_loses_is_run_here() -> None:
    with pytest.raises(BrokenExecutor, match="ray lost a worker: the worker died"):
        ray_executor(lost=True).submit(divmod, 7, 3).result()
    arrays = pass_line()
    expected = simulate(arrays, RULES, seed=7, sessions=100)
    assert simulate(arrays, RULES, seed=7, sessions=100, executor=ray_executor(lost=True)) == expected


@pytest.fixture
def ray_cluster() -> Iterator[str]:
    """The address of a ray cluster of one machine with two workers."""
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # its sockets have no room for a longer path
    ports = [free_port(), free_port()]
    command = [
        str(Path(sys.executable).parent / "ray"), "start", "--head", "--block", "--num-cpus=2",
        "--node-ip-address=127.0.0.1", f"--port={ports[0]}", f"--ray-client-server-port={ports[1]}",
        "--include-dashboard=false", "--object-store-memory=100000000", "--disable-usage-stats", f"--temp-dir={folder}",
    ]  # fmt: skip
    path = os.pathsep.join([str(SOURCE.parent), str(ROOT)])
    head = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path})
    try:
        assert head.stdout
        told = ""
        while "Ray runtime started" not in told:
            line = head.stdout.readline()
            assert line, f"ray did not start: {told}"
            told += line
        yield f"ray://127.0.0.1:{ports[1]}"
    finally:
        head.terminate()
        head.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


@contextmanager
def patiently(address: str, *, times: int = 5) -> Iterator[Executor]:
    """The executor of a cluster on a busy machine, where ray gives up after half a minute."""
    with ExitStack() as stack:
        for left in reversed(range(times)):
            try:
                executor = stack.enter_context(executor_at(address))
                break
            except LabError:
                if not left:
                    raise
        assert executor
        yield executor


@pytest.mark.soak
@pytest.mark.skipif(not os.getenv("COMEOUT_RAY"), reason="a real ray cluster is for make soak")
@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_gives_the_same_bytes_and_survives_a_lost_worker_and_refuses_another_version(
    ray_cluster: str, tmp_path: Path
) -> None:
    arrays, died = pass_line(), str(tmp_path / "died")
    expected = simulate(arrays, RULES, seed=7, sessions=1000)
    jobs = [SimulationJob(arrays, RULES, 7, None, first, 100, summary=False) for first in range(0, 1000, 100)]

    def die_once(job: SimulationJob) -> SimulationTally:
        if job.first == 500 and not Path(died).exists():
            Path(died).touch()
            os._exit(1)
        return run_job(job)

    with patiently(ray_cluster) as executor:
        assert simulate(arrays, RULES, seed=7, sessions=1000, executor=executor) == expected
        assert run_batches(jobs, die_once, sessions=1000, executor=executor) == expected
        assert Path(died).exists()
        with pytest.raises(LabError, match=r"the job is of comeout 0\.0 with dice-0; install one version on both"):
            executor.submit(run_job, replace(jobs[0], version="comeout 0.0 with dice-0")).result()
