"""Bits of a store flip: either the house says what is wrong, or whatever is read from the store is as it was."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from comeout.errors import ComeoutError
from comeout.house.operator.verify import verify
from comeout.house.store import open_store
from comeout.house.store.sql_schema import metadata
from comeout.house.store.sqlite import SqliteStore
from tests.kit.lived_in_house import Known, everything, everything_in_a_copy, known_to, live_in

FLIPS = int(os.getenv("COMEOUT_FLIPS", "300"))
SEED = int(os.getenv("COMEOUT_FLIPS_SEED", "14"))


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in a file, closed."""
    file = tmp_path_factory.mktemp("lived-in") / "house.db"
    asyncio.run(_at(file, live_in))
    return file


async def _at(file: Path, work: Callable[[SqliteStore], Any]) -> Any:
    store = SqliteStore(file)
    await store.open()
    try:
        return await work(store)
    finally:
        await store.close()


async def _said(file: Path) -> str:
    """What the house says about its store, in a sentence; empty if it holds."""

    async def verified(store: SqliteStore) -> str:
        return str((await verify(store)).fault or "")

    try:
        return str(await _at(file, verified))
    except ComeoutError as bad:
        return str(bad)


async def _read(file: Path, known: Known) -> list[Any]:
    return list(await _at(file, lambda store: everything(store, known)))


@pytest.mark.claim("verify-flips")
def test_a_flipped_bit_is_named_or_changes_nothing_that_is_read(
    lived_in: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    print(f"COMEOUT_FLIPS={FLIPS} COMEOUT_FLIPS_SEED={SEED}")
    found, harmless = asyncio.run(_flip(lived_in, tmp_path / "house.db", random.Random(SEED)))
    record_property("figures", f"{FLIPS:,} flipped bits: {found:,} named, {harmless:,} without effect")


async def _flip(source: Path, target: Path, chance: random.Random) -> tuple[int, int]:
    """Flip bits one at a time; how many were named, and how many changed nothing."""
    sound = source.read_bytes()
    target.write_bytes(sound)
    known = await _at(target, known_to)
    before = await _read(target, known)
    found = harmless = 0
    written = [place for place, byte in enumerate(sound) if byte]
    for number in range(FLIPS):
        # Half of them anywhere, and half where something is written.
        place, bit = chance.choice(written) if number % 2 else chance.randrange(len(sound)), chance.randrange(8)
        for beside in target.parent.glob("house.db-*"):
            beside.unlink()
        target.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << bit]) + sound[place + 1 :])
        if await _said(target):
            found += 1
            continue
        harmless += 1
        assert await _read(target, known) == before, f"bit {bit} of byte {place} passed, and changes what is read"
    return found, harmless


# ------------------------------------------------------------------ every column


@pytest.mark.claim("verify-flips")
def test_a_bit_of_every_column_is_named_or_changes_nothing_that_is_read(where: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"

    async def play() -> None:
        store = open_store(where)
        await store.open()
        await live_in(store)
        known = await known_to(store)
        before = await everything_in_a_copy(store, known, copy)
        for table in metadata.sorted_tables:
            for column in table.columns:
                said, after = await _with_a_bit_flipped(store, known, copy, table.name, column.name)
                assert said or after == before, f"a bit of {column} passed, and changes what is read"
        await store.close()

    asyncio.run(play())


async def _with_a_bit_flipped(store: Any, known: Known, copy: Path, table: str, column: str) -> tuple[str, list[Any]]:
    """Flip a bit of a column in the first row of a table; what is said, and what is read if nothing is said."""
    names = [each.name for each in metadata.tables[table].columns]
    place = names.index(column)
    rows = await store._rows(f"SELECT {', '.join(names)} FROM {table} WHERE {column} IS NOT NULL LIMIT 1")
    assert rows, f"nothing has happened that fills {table}.{column}"
    row = tuple(rows[0])
    flipped = (*row[:place], _flipped(row[place]), *row[place + 1 :])
    await _replace(store, table, names, row, flipped)
    try:
        said = str((await verify(store)).fault or "")
    except ComeoutError as bad:
        said = str(bad)
    after = [] if said else await everything_in_a_copy(store, known, copy)
    await _replace(store, table, names, flipped, row)
    return said, after


async def _replace(store: Any, table: str, names: list[str], old: tuple[Any, ...], new: tuple[Any, ...]) -> None:
    there = [(name, value) for name, value in zip(names, old, strict=True) if value is not None]
    update = f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in names)}"
    where = " AND ".join(f"{name} = ?" for name, _ in there)
    assert await store._change((f"{update} WHERE {where}", (*new, *(value for _, value in there)))) == 1


def _flipped(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value ^ 2**20
    if isinstance(value, str):
        return chr(ord(value[0]) ^ 1) + value[1:] if value else "x"
    return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
