"""Games that an earlier revision of the engine played: the present code reads the same out of their logs for ever."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from comeout.house.operator.desk import layout_at, look
from comeout.house.store.contract import Store
from comeout.house.store.sqlite import SqliteStore
from comeout.log.accounts import accounts_of
from comeout.log.codec import EVENT_TYPES, read_event, write_event, write_lines
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log, first_bad
from comeout.log.recall import bets_by_seat, recall_rows
from comeout.log.records import RecallRow, Record, TableRow
from comeout.replay import replay_file
from comeout.rules.layout import Layout
from comeout.rules.library import load_book, load_text
from comeout.table.ledger import audit
from comeout.table.messages import RollSettled
from comeout.table.state import TableState
from tests.kit.engine_1 import BOOKS, EXPECTED, TABLES, TRANSCRIPTS, copy_store


def in_old_house(folder: Path, scenario: Callable[[Store], Awaitable[Any]]) -> Any:
    """Run something over a copy of the old store."""

    async def run() -> Any:
        store = SqliteStore(copy_store(folder))
        await store.open()
        try:
            return await scenario(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def table_of(store: Store, table: str) -> tuple[TableRow, Layout, list[Record]]:
    """A table of the old store, its book and its log."""
    row = await store.table(table)
    assert row
    return row, await layout_at(store, row), list(await store.records(table, limit=10_000))


def told(layout: Layout, state: TableState) -> dict[str, Any]:
    """What the expectations say about a state."""
    totals = {name: getattr(state.totals, name) for name in ("racks", "layout", "house", "commission", "cage")}
    return {
        "rolls": state.rolls,
        "point": state.point,
        "phase": state.phase.value,
        "racks": {str(number): [seat.player, seat.rack] for number, seat in sorted(state.seats.items())},
        "bets": {
            layout.spots[spot].id: {
                str(seat): [bet.amount, bet.vigorish] for seat, bet in sorted(state.bets[spot].items())
            }
            for spot in sorted(state.occupied)
        },
        "totals": totals,
    }


def recall_hash(rows: Iterable[RecallRow]) -> str:
    """A hash of everything that recall tells."""
    ordered = sorted(rows, key=lambda row: (row.seq, row.player))
    lines = (b"%b %d %b" % (row.player.encode(), row.seq, row.body) for row in ordered)
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def recalled_again(row: TableRow, layout: Layout, records: Iterable[Record]) -> tuple[Fold, list[RecallRow]]:
    """Fold a log, and make recall of it as the owner of the table did."""
    fold, rows = Fold(layout, Log(row.id, row.book)), []
    for record in records:
        event = read_event(record.kind, record.body) if record.kind in EVENT_TYPES else None
        if not isinstance(event, RollSettled):
            fold.add(record)
            continue
        bets, round_number = bets_by_seat(layout, fold.state), fold.state.round_number
        racks = {seat: fold.state.seats[seat].rack for seat in bets}
        before = Fold(layout, fold.log)
        before.memory.aside, before.memory.playing = dict(fold.memory.aside), dict(fold.memory.playing)
        fold.add(record)
        rows += recall_rows(
            row.id,
            record.seq,
            record.at,
            event,
            lines=write_lines(event.lines),
            round_number=round_number,
            bets=bets,
            racks=racks,
            memory=before.memory,
            state=fold.state,
        )
    return fold, rows


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.claim("logs-for-ever")
def test_an_old_log_folds_to_the_same_balances_hash_and_recall(tmp_path: Path, table: str) -> None:
    wanted = TABLES[table]

    async def scenario(store: Store) -> None:
        row, layout, records = await table_of(store, table)
        assert (len(records), records[-1].hash.hex()) == (wanted["records"], wanted["hash"])
        assert first_bad(records, row.book) is None
        fold, rows = recalled_again(row, layout, records)
        assert told(layout, fold.state).items() <= wanted.items()
        assert fold.log.hash.hex() == wanted["hash"]
        assert audit(fold.state) == fold.state.totals
        for account, amount in accounts_of(table, fold.state).items():
            assert amount == EXPECTED["balances"].get(account, 0), account
        assert (len(rows), recall_hash(rows)) == (wanted["recall"], wanted["recall_hash"])
        kept = await store.recall(player=None, table=table, before=0, limit=10_000)
        assert recall_hash(kept) == wanted["recall_hash"]

    in_old_house(tmp_path, scenario)


@pytest.mark.parametrize("table", TABLES)
def test_an_old_event_is_written_again_to_the_byte(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> None:
        for record in (await table_of(store, table))[2]:
            if record.kind in EVENT_TYPES:
                assert write_event(read_event(record.kind, record.body)) == record.body

    in_old_house(tmp_path, scenario)


@pytest.mark.parametrize("table", TABLES)
def test_an_old_table_is_looked_at_as_it_was_left(tmp_path: Path, table: str) -> None:
    async def scenario(store: Store) -> Mapping[str, Any]:
        row, layout, _ = await table_of(store, table)
        return told(layout, await look(store, row, layout))

    assert in_old_house(tmp_path, scenario).items() <= TABLES[table].items()


def test_the_old_accounts_hold_what_they_held(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        assert dict(await store.balances()) == EXPECTED["balances"]
        assert dict(await store.account_sums()) == EXPECTED["balances"]

    in_old_house(tmp_path, scenario)


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_the_text_of_an_old_book_compiles_to_the_same_digest(book: Path) -> None:
    layout = load_text(book.read_text(encoding="utf-8"), file=book.name)
    digests = {wanted["digest"] for wanted in TABLES.values() if wanted["book"] == book.stem}
    assert digests == {layout.digest}


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_the_revision_of_a_book_rises_where_its_text_changed(book: Path) -> None:
    old, now = load_text(book.read_text(encoding="utf-8"), file=book.name), load_book(book.stem)
    changed = old.text != now.text
    assert (now.rulebook.book.revision > old.rulebook.book.revision) == changed


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_an_old_transcript_is_read_and_replays(transcript: Path) -> None:
    [result] = replay_file(str(transcript))
    assert not result.differences
