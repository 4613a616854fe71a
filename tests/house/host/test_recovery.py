"""Batches that the store will not have: never happened, told, and got over."""

from __future__ import annotations

import asyncio
import json

from comeout.house.store.contract import StoreTrouble, WalletShort
from tests.kit.nights import BETTING_S, names, play, seated, told


@play
async def test_a_batch_refused_for_one_wallet_answers_the_others() -> None:
    night = await seated("exhibit-a")
    rich = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    poor = night.ask("cai", "Sit", rack=100_001)
    other = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    await night.host.turn()
    found = {key: json.loads(night.answers[key][0]) for key in (rich, poor, other)}
    assert (found[rich]["ok"], found[other]["ok"]) == (True, True)
    assert (found[poor]["reason"], found[poor]["says"]) == ("WALLET_SHORT", "your wallet does not hold that much")
    assert await night.store.balance("wallet:cai") == 100_000
    night.prove()


@play
async def test_a_batch_refused_for_a_wallet_that_another_process_emptied_is_tried_one_by_one() -> None:
    night = await seated("exhibit-a")
    look = night.host.table.wallets.look

    async def spent_meanwhile(table: str, players: list[str]) -> None:
        await look(table, players)
        await night.store.post([("wallet:cai", -100_000), ("elsewhere", 100_000)], why="chips", key="elsewhere")

    night.host.table.wallets.look = spent_meanwhile  # type: ignore[assignment,method-assign]
    rich = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    poor = night.ask("cai", "Sit", rack=100_000)
    other = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    await night.host.turn()
    found = {key: json.loads(night.answers[key][0]) for key in (rich, poor, other)}
    assert (found[rich]["ok"], found[other]["ok"], found[poor]["reason"]) == (True, True, "WALLET_SHORT")
    night.prove()


@play
async def test_a_store_in_trouble_is_told_and_play_resumes_by_itself() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    running = asyncio.ensure_future(night.host.run())
    night.store.down = True
    key = night.ask("ann", "PlaceBet", spot="pass", amount=1_000)
    for _ in range(10):
        await asyncio.sleep(0)
        night.clock.advance(0.1)
    assert [json.loads(data)["reason"] for data in night.answers[key]] == ["NOT_KEPT"]
    assert [frame["over"] for frame in told(watching) if frame["type"] == "trouble"][:1] == [False]
    night.store.down = False
    for _ in range(200):
        await asyncio.sleep(0)
        night.clock.advance(0.1)
    assert [frame["over"] for frame in told(watching) if frame["type"] == "trouble"][-1] is True
    assert "RollSettled" in night.kinds
    await night.host.stop()
    await running


@play
async def test_what_was_kept_although_the_store_said_no_is_told_and_answered_the_same() -> None:
    night = await seated("exhibit-a")
    watching = night.watch()
    night.store.after = [StoreTrouble("the line broke after COMMIT")]
    night.ask("ann", "PlaceBet", "x", spot="field", amount=1_000)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    night.clock.advance(1)
    await turning
    assert names(watching) == ["BetPlaced"]
    assert (await night.do("ann", "PlaceBet", "x", spot="field", amount=1_000))["ok"]
    assert night.kinds.count("BetPlaced") == 1


@play
async def test_an_owner_that_stops_in_the_middle_of_trouble_writes_nothing_before_it_has_read_the_log_back() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch()
    night.store.after = [None, None, StoreTrouble("the line broke after COMMIT")]
    night.host._stopping = True
    night.clock.advance(BETTING_S)
    late = night.ask("bob", "BuyIn", amount=1_000)
    await night.host.turn()
    assert night.answers[late] == []
    await night.host.stop()
    seqs = [frame["seq"] for frame in told(watching) if frame["type"] == "event"]
    assert seqs == list(range(seqs[0], len(night.kinds) + 1))
    assert night.kinds[-2:] == ["BettingOpened", "stopped"]


@play
async def test_what_is_left_of_a_refused_batch_is_not_written_by_an_owner_that_stops_in_trouble() -> None:
    night = await seated("exhibit-a")
    watching = night.watch()
    night.store.before = [WalletShort("bought in at another process, too")]
    night.store.after = [StoreTrouble("the line broke after COMMIT")]
    night.host._stopping = True
    asked = [
        night.ask("ann", "PlaceBet", spot="field", amount=1_000),
        night.ask("cai", "Sit", rack=100_001),
        night.ask("bob", "PlaceBet", spot="pass", amount=1_000),
    ]
    await night.host.turn()
    assert [json.loads(night.answers[key][0])["reason"] for key in asked] == ["NOT_KEPT"] * 3
    await night.host.stop()
    seqs = [frame["seq"] for frame in told(watching) if frame["type"] == "event"]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    assert night.kinds.count("BetPlaced") == 1
