"""A house that the tests of a file of clients connect to."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from comeout.rules.library import load_book, load_text
from tests.kit.servers import Running, open_live, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with live tables: two that roll every second, a slow one, an idle one, and one of a book of its own."""
    folder = tmp_path_factory.mktemp("house")
    open_live(folder, "sentosa", name="quick", shooter="companion")
    open_live(folder, "sentosa", name="slow", betting_time="60")
    open_live(folder, "sentosa", name="seats")
    open_live(folder, "sentosa", name="idle", nobody_shoots="wait")
    own = re.sub(r"revision = \d+", "revision = 77", load_book("sentosa").text, count=1)
    own = own.replace('id = "sentosa"', 'id = "own"', 1)
    open_live(folder, load_text(own, file="house.toml"), name="own")
    with running(folder) as server:
        yield server
