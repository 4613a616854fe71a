"""Helpers of the operator's commands: open the store, find tables and players, show progress, print errors."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, get_args

import typer

from comeout.errors import ComeoutError, nearest
from comeout.house.clock import Clock, WallClock
from comeout.house.config import Config, read_config
from comeout.house.dice.collect import Collected, collect
from comeout.house.dice.provable import ChainSource
from comeout.house.dice.source import DiceSource, EntropySource
from comeout.house.host.closing import DeskError
from comeout.house.operator.export_writer import export_table
from comeout.house.operator.restored_house import end_what_may_be_outdated, told_restore
from comeout.house.players.open_access import EVERYWHERE
from comeout.house.players.people import EVERYBODY, People
from comeout.house.store import FILE, open_store
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.house.store.sqlite_file import is_house_file, make_file, make_folder
from comeout.log.accounts import wallet
from comeout.log.records import Player, TableRow

T = TypeVar("T")

BAD_INPUT = 2
PATIENCE_SECONDS = 2.0
"""After how many seconds a long task shows its progress."""

CLOCK = WallClock()


class NoHouse(ComeoutError):
    """There is no house at the given address or folder."""


class Status:
    """Progress of a long task."""

    def __init__(self, says: str) -> None:
        self.says = says


Work = Callable[[Store, Status], Awaitable[T]]


def at_the_house(
    work: Work[T],
    data: str | None,
    store: str | None,
    *,
    says: str = "working",
    new: bool = False,
    alone: bool = False,
) -> T:
    """Run a task with the store of a house; only with `new` is a store created.

    With `alone` nobody else can have it open: leases that its last owners left behind do not count.
    """
    config = read_config(data=data, store=store)
    if not new and not _is_there(config):
        raise NoHouse(f"there is no house in {config.told} yet; comeout house create-table NAME --book BOOK makes one")
    return asyncio.run(_with_store(work, config, Status(says), alone=alone))


def _is_there(config: Config) -> bool:
    if config.store.startswith("sqlite:///"):
        return Path(config.store.removeprefix("sqlite:///")).exists()
    return bool(config.store) or (Path(config.data) / FILE).exists()


async def _with_store(work: Work[T], config: Config, status: Status, *, alone: bool) -> T:
    store = open_store(config.where)
    if alone and isinstance(store, SqliteStore):
        store.alone = True
    ticking = asyncio.create_task(tick(status))
    await store.open()
    try:
        return await work(store, status)
    finally:
        ticking.cancel()
        await store.close()


async def tick(status: Status, *, clock: Clock = CLOCK) -> None:
    """Print progress now and then."""
    while True:
        await clock.sleep(PATIENCE_SECONDS)
        typer.echo(f"{status.says} ...", err=True)


async def find_table(store: Store, name: str) -> TableRow:
    """Return a table by its id, or by a name that only one open table has."""
    row = await store.table(name)
    if row:
        return row
    rows = await store.tables()
    called = [row for row in rows if row.name == name]
    if len(called) == 1:
        return called[0]
    if called:
        raise DeskError(f'{len(called)} tables are called "{name}"; say which by its id: {_listed(called)}')
    if not rows:
        raise DeskError("there are no tables yet: comeout house create-table NAME --book BOOK")
    raise DeskError(f'there is no table "{name[:40]}"; {nearest(name, [row.id for row in rows])}')


def _listed(rows: Iterable[TableRow]) -> str:
    return ", ".join(row.id for row in rows)


async def find_player(store: Store, who: str) -> Player:
    """Return a player by id or by account name."""
    player = await store.player(who) or await store.player_called(who)
    if player is None:
        raise DeskError(f'nobody has the id or the name "{who[:40]}"; {EVERYBODY}')
    return player


def read_pairs(texts: Sequence[str]) -> dict[str, str]:
    """Parse settings, NAME=VALUE each."""
    pairs = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise DeskError(f'"{text}" is not a setting; write it like odds=3')
        pairs[name.strip()] = value.strip()
    return pairs


def one_of(text: str, kind: Any, option: str) -> Any:
    """Parse one word of a closed list."""
    known = get_args(kind)
    if text not in known:
        raise DeskError(f'{option} is "{text[:40]}"; it should be {" or ".join(known)}')
    return text


@contextmanager
def with_people(store: Store) -> Iterator[People]:
    """Yield the people of a house for a moment."""
    people = People(store, CLOCK)
    try:
        yield people
    finally:
        people.close()


async def player_rows(store: Store, *, guests: bool) -> list[dict[str, Any]]:
    """Return all players with their wallets and roles."""
    roles: dict[str, list[dict[str, Any]]] = {}
    for held in await store.grants():
        roles.setdefault(held.player, []).append({"role": held.role, "table": held.table, "acting": held.acting})
    rows = []
    for account, cents in await store.balances(wallet("")):
        player = await store.player(account.removeprefix(wallet("")))
        if player and (guests or player.password):
            held_here = roles.get(player.id, [])
            rows.append({"id": player.id, "name": player.name, "wallet_cents": cents, "roles": held_here})
    return rows


def told_roles(roles: Iterable[Mapping[str, Any]]) -> str:
    """Return the roles of a row as text."""
    places = {EVERYWHERE: ""}
    return ", ".join(
        f"{'acting ' if held['acting'] else ''}{held['role']}{places.get(held['table'], ' at ' + held['table'])}"
        for held in roles
    )


def not_yet_there(output: Path) -> None:
    """Refuse to overwrite a file."""
    if output.exists():
        raise DeskError(f"{output} is there already; --force writes over it")


async def write_export(store: Store, table: str, output: Path | None, status: Status) -> int:
    """Write a table's export to a file atomically, or print it; return the number of records."""
    part = output.with_name(output.name + ".part") if output else None
    records = -1
    with part.open("wb") if part else nullcontext(sys.stdout.buffer) as file:
        async for line in export_table(store, table):
            file.write(line)
            records += 1
            status.says = f"{table}: {records:,} records exported"
        file.flush()
    if part and output:
        part.replace(output)
    return records


def restore_backup(file: Path, data: str | None, store: str | None) -> tuple[Path, list[str]]:
    """Copy a backup into an empty data folder, migrate it and end what may be outdated; return what to tell."""
    config = read_config(data=data, store=store)
    if config.store:
        raise DeskError("a backup comes back into a data folder: say which with --data, and no --store")
    folder = Path(config.data)
    if folder.exists() and any(folder.iterdir()):
        raise DeskError(f"{folder} is not empty; a backup comes back into an empty folder only")
    _check_backup(file)
    make_folder(folder)
    part = folder / f"{FILE}.part"
    make_file(part)
    shutil.copyfile(file, part)
    part.replace(folder / FILE)
    return folder, at_the_house(_restored, str(folder), None, says="restoring", alone=True)


async def _restored(store: Store, _status: Status) -> list[str]:
    done = await end_what_may_be_outdated(store, CLOCK)
    people = [await store.player(held.player) for held in done.suspended]
    names = {person.id: person.name for person in people if person}
    since = datetime.fromtimestamp(done.last // 1_000_000, UTC)
    before = [f"Its last record is of {since:%Y-%m-%d %H:%M:%S} UTC; what came after it is gone."] if done.last else []
    return [*before, *told_restore(done, names)]


def _check_backup(file: Path) -> None:
    if not file.is_file():
        raise DeskError(f"there is no backup {file}; `comeout house backup FILE` writes one")
    if not is_house_file(file):
        raise DeskError(f"{file} is no backup of a house, or a damaged one")


def collect_rolls(count: int, raw: Path, scaled: Path, dice: str) -> Collected:
    """Collect rolls into two new files."""
    if count < 1:
        raise DeskError(f"--count is {count}; it should be 1 or more")
    if dice not in ("chain", "entropy"):
        raise DeskError(f'--dice is "{dice[:40]}"; it should be chain or entropy')
    source = ChainSource("collected", os.urandom) if dice == "chain" else EntropySource(os.urandom)
    return asyncio.run(_collect(source, count, raw, scaled))


async def _collect(source: DiceSource, count: int, raw: Path, scaled: Path) -> Collected:
    status = Status("throwing")

    def told(done: int) -> None:
        status.says = f"{done:,} of {count:,} rolls"

    ticking = asyncio.create_task(tick(status))
    with raw.open("xb") as raw_file, scaled.open("xb") as scaled_file:
        try:
            return await asyncio.to_thread(collect, source, count, raw_file, scaled_file, progress=told)
        finally:
            ticking.cancel()


def print_page(rows: Sequence[Mapping[str, Any]], *, titles: Mapping[str, str] | None = None) -> None:
    """Print rows as aligned columns; empty columns are left out."""
    columns = [name for name in rows[0] if any(row[name] not in ("", False) for row in rows)]
    head = [(titles or {}).get(name, name) for name in columns]
    cells = [head, *([_cell(row[name]) for name in columns] for row in rows)]
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    for line in cells:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: Any) -> str:
    return {True: "yes", False: ""}[value] if isinstance(value, bool) else str(value)
