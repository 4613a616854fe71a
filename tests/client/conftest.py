"""A house that the tests of a file of clients connect to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.servers import Running, open_live, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with two live tables: one that rolls every second, and one that waits for a shooter."""
    folder = tmp_path_factory.mktemp("house")
    open_live(folder, "sentosa", name="quick", shooter="companion")
    open_live(folder, "sentosa", name="seats", nobody_shoots="wait")
    with running(folder) as server:
        yield server
