"""What the owner of a table holds: what its log folds to, and an open batch that is dropped with it."""

from __future__ import annotations

from comeout.house.host.owned_table import OwnedTable
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.table.messages import BettingOpened
from tests.kit.nights import play, seated


@play
async def test_an_owner_goes_on_from_what_the_log_folds_to_and_drops_the_open_batch() -> None:
    night = await seated("exhibit-a")
    held = night.host.table
    night.host.writer.write(BettingOpened("house", ""))
    assert held.turn.batch.records
    fold = Fold(night.layout, Log(night.row.id, night.row.book))
    for record in night.store._records[night.row.id]:
        fold.add(record)
    held.take_up(fold)
    assert not held.turn.batch.records
    assert (held.state, held.memory, held.log) == (fold.state, fold.memory, fold.log)
    assert (held.players, held.seats) == ({1: "ann", 2: "bob"}, {"ann": 1, "bob": 2})


@play
async def test_a_table_that_nobody_has_replayed_is_empty_and_not_owned() -> None:
    night = await seated("exhibit-a")
    table = OwnedTable(night.row, night.layout, night.store, night.clock)
    assert (table.lease, table.log.seq, table.players, table.fault) == (None, 0, {}, "")
