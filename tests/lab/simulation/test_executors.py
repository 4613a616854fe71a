"""Clusters by their address: a real one of dask gives the same bytes as threads, and one that is not there is told."""

from __future__ import annotations

from typing import Any

import pytest

from comeout.lab.session_rules import LabError, SessionRules
from comeout.lab.simulation import executors
from comeout.lab.simulation.executors import executor_at
from comeout.lab.simulation.simulate import simulate
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
