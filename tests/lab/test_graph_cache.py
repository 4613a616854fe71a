"""Graphs in files: what was kept is read back, and what is damaged is told and made anew."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from comeout.lab.graph import Graph
from comeout.lab.graph_arrays import GraphArrays
from comeout.lab.graph_cache import FORMAT, GraphCache, Graphs, cache_folder, graph_key
from comeout.lab.graph_details import GraphDetails
from comeout.rules.library import load_book
from tests.kit.lab_strategies import PassLine


@pytest.fixture(scope="module")
def graphs() -> Graphs:
    graph = Graph(load_book("sentosa"), PassLine())
    graph.explore()
    return GraphArrays.of(graph), GraphDetails.of(graph)


def test_a_graph_that_was_kept_is_read_back(tmp_path: Path, graphs: Graphs) -> None:
    cache = GraphCache(tmp_path / "graphs")
    assert cache.get("a") is None
    cache.put("a", graphs)
    found = cache.get("a")
    assert found is not None
    for name in ("delta", "node", "seven_out", "first", "low", "row", "action", "closing"):
        assert np.array_equal(getattr(graphs[0], name), getattr(found[0], name))
    assert (found[1].results, found[1].placings) == (graphs[1].results, graphs[1].placings)
    assert np.array_equal(found[1].result_rows, graphs[1].result_rows)
    assert [path.name for path in (tmp_path / "graphs").iterdir()] == ["a.graph"]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda _: b"something else", "another format"),
        (lambda data: data[:-1], "checksum"),
        (lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], "checksum"),
        (lambda _: FORMAT, "checksum"),
    ],
)
def test_a_damaged_file_is_told_and_not_used(tmp_path: Path, graphs: Graphs, damage: object, says: str) -> None:
    told: list[str] = []
    cache = GraphCache(tmp_path, told.append)
    cache.put("a", graphs)
    path = tmp_path / "a.graph"
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get("a") is None
    assert says in told[0]
    assert "made anew" in told[0]


def test_a_folder_that_cannot_be_written_is_told_once_and_stops_nobody(tmp_path: Path, graphs: Graphs) -> None:
    told: list[str] = []
    (tmp_path / "file").write_text("")
    cache = GraphCache(tmp_path / "file" / "graphs", told.append)
    cache.put("a", graphs)
    cache.put("b", graphs)
    assert len(told) == 1
    assert "cannot be written" in told[0]


def test_a_key_differs_with_every_part() -> None:
    assert len({graph_key("a", "b"), graph_key("ab", ""), graph_key("b", "a"), graph_key("a", "b", "")}) == 4


def test_the_folder_is_the_users_cache_unless_a_variable_names_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("COMEOUT_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "comeout" / "graphs"
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine"
