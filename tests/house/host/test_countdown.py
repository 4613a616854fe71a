"""The betting time: counted down, over for what came late, and what the table waits for."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from comeout.house.store.contract import StoreTrouble
from comeout.table.messages import CloseBetting
from tests.kit.nights import BETTING_S, TABLE, Night, play, seated, told


@play
async def test_a_bet_counts_for_this_roll_only_if_it_arrived_before_the_time_was_up() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    in_time = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    night.clock.advance(BETTING_S)
    late = night.ask("bob", "PlaceBet", spot="field", amount=1_000)
    night.clock.advance(0.25)
    await night.host.turn()
    assert json.loads(night.answers[in_time][0])["ok"]
    bets = [index for index, kind in enumerate(night.kinds) if kind == "BetPlaced"]
    assert night.kinds.index("RollSettled") > bets[1]
    assert len(bets) == 2 or bets[2] > night.kinds.index("RollSettled")
    assert night.answers[late]


@play
async def test_a_bet_that_arrives_while_the_dice_are_out_is_too_late_and_told_by_how_much() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    keep, late = night.host.writer.commit, ""

    async def slowly() -> Any:
        nonlocal late
        kept = await keep()
        if night.kinds[-1] == "RollCalled" and not late:
            night.clock.advance(0.04)
            late = night.ask("bob", "PlaceBet", spot="field", amount=1_000)
            night.clock.advance(0.01)
        return kept

    night.host.writer.commit = slowly  # type: ignore[method-assign]
    await night.wait()
    answer = json.loads(night.answers[late][0])
    assert (answer["reason"], answer["says"]) == ("TOO_LATE", "it arrived 40 ms after bets closed")


@play
async def test_bets_are_open_again_after_a_closing_that_was_not_kept() -> None:
    night = await seated("exhibit-a")
    night.store.before = [StoreTrouble("full")]
    night.clock.advance(BETTING_S)
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    night.clock.advance(1)
    await turning
    night.clock.advance(0.1)
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]


@play
async def test_the_countdown_starts_with_the_first_player_and_the_table_rests_without_one() -> None:
    night = Night("exhibit-a", (3, 3))
    await night.open(shooter="companion")
    before = len(night.kinds)
    for _ in range(5):
        await night.wait(100)
    assert (night.since(before), night.host.time.deadline) == ([], None)
    await night.do("ann", "Sit", rack=5_000)
    assert night.host.closes_in_ms == BETTING_S * 1000
    await night.wait(4)
    assert night.host.closes_in_ms == (BETTING_S - 4) * 1000
    await night.do("ann", "Leave")
    before = len(night.kinds)
    await night.wait(100)
    assert (night.since(before), night.host.time.deadline) == ([], None)


@play
async def test_an_offer_that_nobody_answers_is_declined_after_a_time_of_its_own() -> None:
    night = await seated("adelaide", (3, 3), shooter="seats", offer_time="4")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (night.host.state.offered, night.host.closes_in_ms) == (1, 4_000)
    assert (night.host.waiting, night.host.time.whose) == ("the dice are offered to ann", 1)
    await night.wait(4)
    assert night.kinds[-2:] == ["DiceDeclined", "DiceOffered"]
    assert json.loads(night.store._records[TABLE][-2].body)["clause"] == "ALL-60"
    assert (night.host.state.offered, night.host.closes_in_ms) == (2, 4_000)
    short = await seated("adelaide", (3, 3), shooter="seats", offer_time="60")
    assert short.host.closes_in_ms == BETTING_S * 1000


@play
async def test_who_takes_the_dice_a_second_time_has_the_time_of_an_offer_and_a_third_time_none() -> None:
    night = await seated("exhibit-a", (3, 3), shooter="seats", offer_time="4")
    given = []
    for player in ("ann", "bob", "ann", "bob", "ann"):
        assert (await night.do(player, "TakeDice"))["ok"]
        given.append(night.host.closes_in_ms)
        await night.wait((given[-1] or 0) / 1000)
    assert given == [BETTING_S * 1000, BETTING_S * 1000, 4_000, 4_000, 0]


@play
async def test_a_table_where_nobody_can_shoot_waits_and_says_for_what() -> None:
    night = await seated("adelaide", shooter="seats", nobody_shoots="wait")
    watching = night.watch()
    for _ in range(3):
        await night.wait()
    assert night.host.time.deadline is None
    assert night.host.waiting == "nobody has the dice: anybody may take them"
    assert [frame["waiting"] for frame in told(watching) if frame["type"] == "countdown"][-1] == night.host.waiting
    assert "RollCalled" not in night.kinds


@play
async def test_a_regulated_table_keeps_five_seconds_between_rolls() -> None:
    night = await seated("exhibit-a", (3, 3), (3, 3), mode="first-person", profile="regulated", shooter="companion")
    assert (await night.do("ann", "RollNow"))["ok"]
    night.clock.advance(4.9)
    answer = await night.do("ann", "RollNow")
    assert (answer["reason"], answer["says"]) == (
        "TOO_SOON",
        "this table keeps 5 seconds between rolls; 0.1 are left",
    )
    night.clock.advance(0.1)
    assert (await night.do("ann", "RollNow"))["ok"]
    live = await seated("exhibit-a", (3, 3), (3, 3), profile="regulated", betting_time="1")
    await live.wait(1)
    await live.wait(1)
    assert live.kinds.count("RollSettled") == 1
    await live.wait(4)
    assert live.kinds.count("RollSettled") == 2


@play
async def test_with_people_bets_are_taken_until_the_throw_where_the_book_says_so() -> None:
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="boxperson")
    night.clock.advance(1)
    assert (await night.do("eve", "CloseBetting", by="stickperson"))["ok"]
    night.clock.advance(1)
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
    assert (await night.do("ann", "RemoveBet", spot="field"))["ok"]
    assert (await night.do("eve", "ThrowDice", seat=0))["ok"]
    night.clock.advance(0.05)
    answer = await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    assert (answer["reason"], answer["says"]) == ("TOO_LATE", "it arrived 50 ms after bets closed")
    other = await seated("sentosa", dice="crew")
    await other.do("eve", "OpenBetting", by="dealer")
    other.clock.advance(1)
    await other.do("eve", "CloseBetting", by="dealer")
    other.clock.advance(0.02)
    answer = await other.do("ann", "PlaceBet", spot="field", amount=1_000)
    assert (answer["reason"], answer["says"]) == ("TOO_LATE", "it arrived 20 ms after bets closed")


@play
async def test_nothing_changes_between_the_frozen_seeds_and_the_dice_of_the_house() -> None:
    night = await seated("exhibit-a", (3, 3))
    await night.do("ann", "PlaceBet", spot="dont-pass", amount=1_000)
    night.host.crew.do(CloseBetting("house"))
    asked = night.ask("ann", "RemoveBet", spot="dont-pass")
    await night.host.turn()
    answer = json.loads(night.answers[asked][0])
    assert (answer["reason"], answer["clause"]) == ("BETTING_CLOSED", "exhibit-a Removal (1)")
    assert "RollSettled" in night.kinds
