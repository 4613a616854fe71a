"""What players recall is derived from the log again: every changed, missing or added row is found."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from comeout.house.operator.verify import Report, verify
from comeout.house.store.sqlite import SqliteStore
from tests.kit.engine_1 import copy_store
from tests.kit.house_games import Forger, at_the_house, play_evening
from tests.kit.stores import copy_house

BOOK = "evolution"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evening")
    at_the_house(path, lambda store: play_evening(store, BOOK, rolls=3))
    return path


@pytest.fixture
def forger(evening: Path, tmp_path: Path) -> Forger:
    copy_house(evening, tmp_path)
    return Forger(tmp_path, BOOK)


def said(path: Path) -> str:
    report = at_the_house(path, verify)
    assert isinstance(report, Report)
    return str(report.fault or "")


@pytest.mark.claim("verify-rows")
@pytest.mark.parametrize("change", ["body = {}", "roll = roll + 1", "round = round + 1", "at = at + 1"])
def test_a_row_that_does_not_follow_from_the_log_is_named(tmp_path: Path, forger: Forger, change: str) -> None:
    settled = forger.find("RollSettled", 2)
    values = (b'{"table":"evolution"}',) if "{}" in change else ()
    forger.execute(f"UPDATE recall SET {change.format('?')} WHERE seq = ? AND player = 'ann'", *values, settled.seq)
    expected = f"evolution, record {settled.seq} (RollSettled): what players recall of it is not what follows"
    assert said(tmp_path).startswith(expected)


def test_a_row_that_is_missing_and_one_too_many_are_named(tmp_path: Path, forger: Forger) -> None:
    first, second = forger.find("RollSettled", 1), forger.find("RollSettled", 2)
    forger.execute("UPDATE recall SET seq = seq + 1 WHERE seq = ?", second.seq)
    assert said(tmp_path).startswith(f"evolution, record {second.seq} (RollSettled)")
    forger.execute("UPDATE recall SET seq = seq - 1 WHERE seq = ?", second.seq + 1)
    assert said(tmp_path) == ""
    columns = "player, table_id, roll, round, seq, at, body, span"
    more = columns.replace("seq", "seq - 1")
    forger.execute(f"INSERT INTO recall ({columns}) SELECT {more} FROM recall WHERE seq = ?", first.seq)
    assert said(tmp_path) == f"evolution, record {first.seq - 1}: players recall a roll there, and it settles none"


def test_rows_of_earlier_versions_are_held_against_what_the_first_start_found(tmp_path: Path) -> None:
    file = copy_store(tmp_path)

    async def fault() -> str:
        store = SqliteStore(file)
        await store.open()
        report = await verify(store)
        await store.close()
        return str(report.fault or "")

    assert asyncio.run(fault()) == ""
    with closing(sqlite3.connect(file)) as link, link:
        link.execute("UPDATE recall SET round = round + 1 WHERE table_id = 'adelaide' AND roll = 5 AND player = 'cai'")
        [(last,)] = link.execute("SELECT max(seq) FROM recall WHERE table_id = 'adelaide'")
    expected = f"adelaide: the rolls that players recall up to record {last} are not what was found"
    assert asyncio.run(fault()) == expected
