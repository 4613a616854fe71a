"""Sessions of a graph that grows run in batches that double, and a stop keeps the batches that are done."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from comeout.lab.answers.simulation_run import FIRST_LEARNED, learned


def test_ctrl_c_while_a_graph_is_learned_ends_with_the_batches_that_are_done() -> None:
    batches: list[tuple[int, int]] = []

    class Played(NamedTuple):
        sessions: int

    def batch(first: int, count: int) -> Played:
        if len(batches) == 2:
            raise KeyboardInterrupt
        batches.append((first, count))
        return Played(count)

    found = learned(batch, lambda one, two: Played(one.sessions + two.sessions), 5, 10_000)
    size = FIRST_LEARNED
    assert (found.sessions, batches) == (3 * size, [(5, size), (5 + size, 2 * size)])
    with pytest.raises(KeyboardInterrupt):
        learned(batch, max, 0, 10)
