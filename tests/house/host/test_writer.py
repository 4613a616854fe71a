"""The one writer of a log: what it holds back until it is kept, what it knows again, and what it snapshots."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from comeout.house.host import writer as writing
from comeout.house.host.writer import NotKept
from comeout.house.store.contract import StaleOwner, StoreTrouble
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.log.proof import same_state
from comeout.protocol.house_commands import Ask
from comeout.table.messages import BettingOpened
from tests.kit.nights import TABLE, names, play, seated


@play
async def test_nothing_is_told_or_answered_before_the_batch_is_kept() -> None:
    night = await seated("exhibit-a")
    writer, watching = night.host.writer, night.watch()
    got: list[bytes] = []
    writer.write(BettingOpened("house", ""))
    writer.answer(Ask("ann", "x", "Sit", {}, frozenset(), 0.0, got.append), b"yes", new=True)
    assert (names(watching), got) == ([], [])
    turn = await writer.commit()
    assert [told.record.kind for told in turn.told] == night.kinds[-1:] == ["BettingOpened"]
    assert (names(watching), got) == ([], [])
    await night.host.publish(turn)
    assert (names(watching), got) == (["BettingOpened"], [b"yes"])


@pytest.mark.parametrize("why", [StoreTrouble("full"), StaleOwner("moved")])
def test_a_batch_that_was_refused_is_handed_back_and_tells_nothing(why: Exception) -> None:
    async def scenario() -> None:
        night = await seated("exhibit-a")
        writer, watching = night.host.writer, night.watch()
        night.store.before = [why]
        writer.write(BettingOpened("house", ""))
        with pytest.raises(NotKept) as bad:
            await writer.commit()
        assert bad.value.__cause__ is why
        assert [told.record.kind for told in bad.value.turn.told] == ["BettingOpened"]
        assert names(watching) == []

    asyncio.run(scenario())


@play
async def test_a_snapshot_is_taken_when_enough_has_happened_and_only_of_what_is_kept() -> None:
    night = await seated("exhibit-a")
    writer, table = night.host.writer, night.host.table
    await writer.snapshot(due=True)
    assert await night.store.snapshot(TABLE) is None
    writer.write(BettingOpened("house", ""))
    await writer.snapshot()
    assert await night.store.snapshot(TABLE) is None  # not kept yet
    for _ in range(writing.SNAPSHOT_EVERY):
        writer.note("seed-set", {"player": "ann", "seed": "x"})
    await writer.commit()
    await writer.snapshot(due=True)
    snapshot = await night.store.snapshot(TABLE)
    assert snapshot is not None
    assert snapshot.seq == table.log.seq
    again = Fold(night.layout, Log(TABLE, night.row.book))
    again.restore(snapshot)
    assert same_state(again.state, table.state)
    assert again.memory == table.memory


@play
async def test_what_was_read_back_is_what_the_log_folds_to() -> None:
    night = await seated("exhibit-a", (3, 4))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    table = night.host.table
    before, memory = table.state, table.memory
    assert await night.host.writer.read_back() == []
    assert table.state is not before
    assert same_state(table.state, before)
    assert table.memory == memory
    assert table.seats == {"ann": 1, "bob": 2}


@play
async def test_an_answer_that_is_no_longer_at_hand_is_found_in_the_store() -> None:
    limit = 3
    night = await seated("exhibit-a")
    usual, writing.RECENT_ANSWERS = writing.RECENT_ANSWERS, limit
    try:
        first: dict[str, Any] = await night.do("ann", "PlaceBet", "first", spot="field", amount=500)
        for _ in range(limit + 1):
            await night.do("bob", "PlaceBet", spot="field", amount=500)
        assert ("ann", "first") not in night.host.writer._recent
        assert await night.do("ann", "PlaceBet", "first", spot="field", amount=500) == first
    finally:
        writing.RECENT_ANSWERS = usual
    assert night.kinds.count("BetPlaced") == limit + 2
    assert json.loads(night.answers["first"][0])["ok"]


@play
async def test_every_settled_roll_is_recalled_by_whoever_had_a_bet_on_it() -> None:
    night = await seated("exhibit-a", (3, 4))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.wait()
    rows = await night.store.recall(player=None, table=TABLE, before=0, limit=10)
    assert [row.player for row in rows] == ["ann"]
    body = json.loads(rows[0].body)
    assert (body["bets"], body["rack_before_cents"], body["rack_after_cents"]) == ({"pass": 1_000}, 49_000, 51_000)
