"""The one writer of a log: what it holds back until it is kept, what it knows again, and what it snapshots."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from comeout.house.host import writer as writing
from comeout.house.host.writer import ALL_STORED_REFUSALS, STORED_REFUSALS, NotKept
from comeout.house.players.rate_limits import Pace
from comeout.house.store.contract import StaleOwner, StoreTrouble
from comeout.log.fold import Fold
from comeout.log.hash_chain import Log
from comeout.log.proof import same_state
from comeout.protocol.frames import Answered, frame
from comeout.protocol.house_commands import Ask
from comeout.table.messages import BettingOpened
from tests.kit.nights import TABLE, names, play, seated


@play
async def test_nothing_is_told_or_answered_before_the_batch_is_kept() -> None:
    night = await seated("exhibit-a")
    writer, watching = night.host.writer, night.watch()
    got: list[bytes] = []
    writer.write(BettingOpened("house", ""))
    writer.answer(Ask("ann", "x", "Sit", {}, frozenset(), 0.0, got.append), Answered("x", True))
    assert (names(watching), got) == ([], [])
    turn = await writer.commit()
    assert [told.record.kind for told in turn.told] == night.kinds[-1:] == ["BettingOpened"]
    assert (names(watching), got) == ([], [])
    await night.host.publish(turn)
    assert (names(watching), got) == (["BettingOpened"], [frame(Answered("x", True))])


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


# ---- refused commands


@pytest.mark.claim("caps-by-address")
@play
async def test_of_refused_commands_only_so_many_are_stored_and_all_are_refused_alike_when_they_are_sent_again() -> None:
    night = await seated("exhibit-a")
    keys = [f"no-{number}" for number in range(STORED_REFUSALS.burst + 50)]
    first = [await night.do("ann", "Sit", key=key, rack=1) for key in keys]
    batches = len(night.store.batches)
    again = [await night.do("ann", "SetSeed", key=key, seed="x") for key in keys]
    assert (first, {each["ok"] for each in first}) == (again, {False})
    assert len(night.store.batches) == batches
    stored = await night.store.answers([("ann", key) for key in keys])
    assert len(stored) == STORED_REFUSALS.burst
    night.clock.advance(100)
    await night.do("ann", "Sit", key="later", rack=1)
    assert await night.store.answer("ann", "later")


@pytest.mark.claim("caps-by-address")
@play
async def test_a_hundred_guests_together_do_not_have_more_refusals_stored_than_a_table_stores() -> None:
    night = await seated("exhibit-a")
    keys = [(f"guest-{number % 100}", f"no-{number}") for number in range(ALL_STORED_REFUSALS.burst + 200)]
    for guest, key in keys:
        night.ask(guest, "Leave", key)
    await night.host.turn()
    assert len(await night.store.answers(keys)) == ALL_STORED_REFUSALS.burst


@pytest.mark.claim("kept-by-kills")
@play
async def test_a_command_that_an_earlier_owner_accepted_is_never_refused_by_the_next() -> None:
    night = await seated("exhibit-a")
    left = await night.do("ann", "Leave", key="leave")
    assert left["ok"]
    await night.crash()
    night.host.writer._refusals.spend(night.clock.monotonic(), 10_000)  # no refusal is stored that would clash
    assert await night.do("ann", "Leave", key="leave") == left  # decided now it is refused: nobody sits there any more
    assert (await night.do("ann", "Leave", key="other"))["reason"]


def test_only_so_many_answers_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "RECENT_ANSWERS", 3)
    monkeypatch.setattr(writing, "RECENT_REFUSALS", 2)
    monkeypatch.setattr(writing, "STORED_REFUSALS", Pace(0.001, 0))

    async def scenario() -> None:
        night = await seated("exhibit-a")
        for number in range(5):
            await night.do("ann", "SetSeed", key=f"yes-{number}", seed="words")
            await night.do("ann", "PlaceBet", key=f"no-{number}", spot="nowhere", amount=1)
        writer = night.host.writer
        assert [[key for _, key in cache] for cache in (writer._recent, writer._refused)] == [
            ["yes-2", "yes-3", "yes-4"],
            ["no-3", "no-4"],
        ]

    asyncio.run(scenario())


@play
async def test_while_the_store_is_away_nothing_is_refused_for_good() -> None:
    night = await seated("exhibit-a")
    found = night.store.answers

    async def away(_: object) -> dict[tuple[str, str], bytes]:
        night.store.answers = found  # type: ignore[method-assign]
        raise StoreTrouble("away")

    night.store.answers = away  # type: ignore[assignment]
    night.host.writer._refusals.spend(night.clock.monotonic(), 10_000)  # so that it is not stored
    doing = asyncio.create_task(night.do("ann", "Sit", key="no", rack=1))
    while not night.answers.get("no"):
        await asyncio.sleep(0)
    night.clock.advance(1)
    await doing
    assert json.loads(night.answers["no"][0])["reason"] == "NOT_KEPT"
    assert (await night.do("ann", "Sit", key="no", rack=1))["reason"] != "NOT_KEPT"
