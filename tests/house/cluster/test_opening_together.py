"""Houses that are started together on an empty store, as processes: all of them open, or one says why it does not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from comeout.rules.library import book_names
from tests.kit.servers import PATIENCE_S
from tests.kit.stores import new_database

HOUSES = 3
OURS = ("the house runs as root", "table taken over")
"""What a house itself warns of when others close before it does."""


class HouseProcess:
    """`comeout serve` as people run it, with every warning of every library shown."""

    def __init__(self, *words: str) -> None:
        command = (sys.executable, "-W", "always", "-m", "comeout", "serve", "--port", "0", *words)
        home = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home)

    def url(self) -> str:
        """Where it listens, once it does; empty if it did not open."""
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(r"open at (http://\S+)", line):
                return found[1]
        return ""

    def close(self) -> tuple[int, str]:
        """Close it in order: its exit code, and all that it wrote to standard error."""
        self._process.terminate()
        _, told = self._process.communicate(timeout=3 * PATIENCE_S)
        return self._process.returncode, told


def tables_at(url: str) -> list[str]:
    with urllib.request.urlopen(f"{url}/api/v1/tables", timeout=PATIENCE_S) as answer:
        return sorted(each["name"] for each in json.loads(answer.read()))


@pytest.mark.claim("opened-together")
def test_houses_started_together_on_an_empty_database_all_open_without_a_warning(postgres: str, bus: str) -> None:
    empty = new_database(postgres, "template0")
    houses = [HouseProcess("--store", empty, "--bus", bus) for _ in range(HOUSES)]
    urls = [house.url() for house in houses]
    found = [tables_at(url) for url in urls if url]
    closed = [house.close() for house in houses]
    for code, told in closed:
        assert [line for line in told.splitlines() if not line.startswith("{")] == []
        lines = [json.loads(line) for line in told.splitlines()]
        warned = [line["event"] for line in lines if line["level"] not in ("info", "debug")]
        assert [each for each in warned if not each.startswith(OURS)] == [], told
        assert code == 0
    assert found == [sorted(book_names())] * HOUSES


@pytest.mark.claim("opened-together")
def test_of_two_houses_started_together_in_an_empty_folder_one_opens_and_the_other_says_why_not(
    tmp_path: Path,
) -> None:
    houses = [HouseProcess("--data", str(tmp_path / "house")) for _ in range(2)]
    urls = [house.url() for house in houses]
    closed = [house.close() for house in houses]
    assert sorted(map(bool, urls)) == [False, True]
    refused, told = closed[urls.index("")]
    assert refused == 2
    assert told.splitlines()[-1].startswith("comeout: the house cannot open: another house runs on")
    assert [line for line in told.splitlines()[:-1] if not line.startswith("{")] == []
    assert closed[1 - urls.index("")][0] == 0
