"""A house of chain-1 (tests/fixtures/chain-1): secrets are erased, tables play on with chain-2, and logs verify."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from comeout.house.clock import WallClock
from comeout.house.host.host import Host
from comeout.house.operator.export_writer import export_table
from comeout.house.operator.verify import verify
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.records import layout_of
from tests.kit.house_games import Evening, make_source
from tests.kit.project import FIXTURES

HOME = FIXTURES / "chain-1"
EXPECTED: dict[str, Any] = json.loads((HOME / "expected.json").read_text(encoding="utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
SECRETS = [table["secret"].encode() for table in TABLES.values()]
ENDED = {
    "stopped": ("stopped", 2),
    "frozen": ("interrupted", 3),
    "thrown": ("interrupted", 3),
    "used-up": ("stopped", 0),
}


def in_the_house(folder: Path, scenario: Callable[[Store], Awaitable[None]]) -> None:
    """Open a copy of the store."""
    (folder / "house.db").write_bytes(gzip.decompress((HOME / "house.db.gz").read_bytes()))

    async def run() -> None:
        store = SqliteStore(folder / "house.db")
        store.alone = True
        await store.open()
        try:
            await scenario(store)
        finally:
            await store.close()

    asyncio.run(run())


async def take_over(store: Store, table: str) -> Evening:
    row = await store.table(table)
    assert row
    book = await store.book(row.book)
    assert book
    host = Host(row, layout_of(book), store, clock=WallClock(), owner="later", make_source=make_source)
    assert await host.start()
    return Evening(store, host)


def test_the_first_start_erases_every_secret_from_the_files(tmp_path: Path) -> None:
    held = gzip.decompress((HOME / "house.db.gz").read_bytes())
    assert all(secret in held for secret in SECRETS)

    async def scenario(store: Store) -> None:
        for table, wanted in TABLES.items():
            assert await store.snapshot(table) is None
            last = await store.last_record(table)
            assert last
            assert (last.seq, last.hash.hex()) == (wanted["records"], wanted["hash"])
        assert dict(await store.balances()) == EXPECTED["accounts"]
        for file in tmp_path.iterdir():
            assert not [secret for secret in SECRETS if secret in file.read_bytes()], file.name

    in_the_house(tmp_path, scenario)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_chain_1_plays_on_with_chain_2_and_verifies(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> None:
        evening = await take_over(store, table)
        for _ in range(2):
            evening.ask("ann", "PlaceBet", spot="field", amount=1_000)
            await evening.turn()
            await evening.roll()
        await evening.host.stop()
        lines = [parse_line(line) async for line in export_table(store, table)]
        new = [line["body"] for line in lines[1:] if line.get("kind") == "chain-published"]
        first = next(body for body in new if body["format"] == "chain-2")
        assert (first["ended"], first["after"]) == ENDED[table]
        found = verify_dice(lines)
        assert found.verdict == "right", found
        assert found.rolls >= TABLES[table]["throws"] + 2
        assert found.refrozen == (table == "frozen")
        report = await verify(store, table)
        assert report.fault is None, str(report.fault)

    in_the_house(tmp_path, scenario)


def test_committed_dice_are_settled_before_the_new_chain_is_published(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await take_over(store, "thrown")
        kinds = [record.kind for record in await store.records("thrown", after=TABLES["thrown"]["records"])]
        assert kinds.index("RollSettled") < kinds.index("chain-published") < kinds.index("BettingOpened")

    in_the_house(tmp_path, scenario)
