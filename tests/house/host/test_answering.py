"""What people are answered: once for every id, each for their own seat and role."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from comeout.log.records import DiceKind
from comeout.protocol.house_commands import No
from tests.kit.nights import play, seated


@play
async def test_a_player_sits_once_at_a_table() -> None:
    night = await seated("exhibit-a")
    answer = await night.do("ann", "Sit", rack=1_000)
    assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", "you sit at this table already, in seat 1")


@play
async def test_the_same_id_acts_once_and_gets_the_same_bytes_also_after_a_restart() -> None:
    night = await seated("exhibit-a")
    bet = {"spot": "field", "amount": 1_000}
    for _ in range(2):
        night.ask("ann", "PlaceBet", "x", **bet)
    await night.do("ann", "PlaceBet", "x", **bet)
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", "x", **bet)
    other = night.ask("bob", "PlaceBet", spot="field", amount=500)  # shares a batch with a command known to the store
    await night.do("ann", "PlaceBet", "x", **bet)
    assert len(night.answers["x"]) == 5
    assert len(set(night.answers["x"])) == 1
    assert json.loads(night.answers[other][0])["ok"]
    assert night.kinds.count("BetPlaced") == 2


@play
async def test_a_refusal_is_the_same_after_a_restart_even_if_it_would_be_accepted_now() -> None:
    night = await seated("exhibit-a")
    await night.do("ann", "PlaceBet", "x", spot="field", amount=60_000)
    await night.do("ann", "BuyIn", amount=50_000)
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", "x", spot="field", amount=60_000)
    assert len(set(night.answers["x"])) == 1
    assert json.loads(night.answers["x"][0])["reason"] == "RACK_TOO_SMALL"
    assert "BetPlaced" not in night.kinds


@play
async def test_a_roll_asked_for_again_after_a_restart_is_not_thrown_again() -> None:
    night = await seated("exhibit-a", (3, 3), (4, 4), mode="first-person", shooter="companion")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.do("ann", "RollNow", "roll")
    await night.crash()
    await night.do("ann", "RollNow", "roll")
    await night.host.turn()
    assert night.kinds.count("RollSettled") == 1
    assert len(set(night.answers["roll"])) == 1


@pytest.mark.parametrize(
    ("player", "name", "body", "says"),
    [
        ("cai", "PlaceBet", {"spot": "pass", "amount": 500}, "you have no seat here; sit down first"),
        ("ann", "PlaceBet", {"seat": 2, "spot": "pass", "amount": 500}, "that is not your seat"),
        ("ann", "CloseBetting", {"by": "boxperson"}, "you are not boxperson at this table; roles you hold here: none"),
        ("ann", "CloseBetting", {"by": "house"}, "you are not house at this table; roles you hold here: none"),
        ("ivy", "CloseBetting", {"by": "inspector"}, "the inspector reads everything and changes nothing"),
        ("ann", "Rebet", {"spot": "pass"}, "the house carries out standing instructions by itself"),
        ("eve", "CallRoll", {"by": "stickperson", "roll": [3, 3]}, "the house throws the dice at this table"),
        ("ann", "ThrowDice", {}, "the house throws the dice at this table"),
        ("ann", "RollNow", {}, "here the dice come when the betting time is over"),
    ],
)
def test_seats_and_roles_are_checked(player: str, name: str, body: dict[str, Any], says: str) -> None:
    async def scenario() -> None:
        night = await seated("exhibit-a")
        before = len(night.kinds)
        answer = await night.do(player, name, **body)
        assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", says)
        assert night.since(before) == []

    asyncio.run(scenario())


@play
async def test_a_standing_bet_stops_at_the_limit_a_player_set() -> None:
    night = await seated("exhibit-a", (3, 1))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.do("ann", "KeepBet", spot="field")
    night.guard = lambda *_: No("OWN_LIMIT", "you have lost enough")
    await night.wait()
    assert night.kinds[-1] == "RebetSkipped"
    assert not night.host.state.occupied


@play
async def test_a_table_that_its_crew_closes_sends_everybody_home_with_their_chips() -> None:
    night = await seated("exhibit-a")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseTable", by="boxperson"))["ok"]
    assert await night.store.balance("wallet:ann") == 100_000
    assert await night.store.tables() == []
    night.prove()


@pytest.mark.parametrize(
    ("player", "body", "says"),
    [
        ("bob", {"seat": 1}, "that is not your seat"),
        ("cai", {}, "you have no seat here; sit down first"),
        ("eve", {"seat": 1}, "you have no seat here; sit down first"),
    ],
)
def test_a_face_is_disputed_by_who_sits_there_and_nobody_else(player: str, body: dict[str, Any], says: str) -> None:
    async def scenario() -> None:
        night = await seated("exhibit-a", dice="crew")
        before = len(night.kinds)
        answer = await night.do(player, "DisputeFace", **body)
        assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", says)
        assert night.since(before) == []

    asyncio.run(scenario())


@play
async def test_nobody_disputes_a_face_that_the_house_has_thrown() -> None:
    night = await seated("exhibit-a")
    answer = await night.do("ann", "DisputeFace")
    assert (answer["reason"], answer["says"]) == ("NOT_ALLOWED", "the house throws the dice at this table")


@pytest.mark.parametrize(
    ("dice", "crew", "says"),
    [
        ("entropy", "people", "people read real dice: crew=people needs dice crew, and these are entropy"),
        ("chain", "people", "people read real dice: crew=people needs dice crew, and these are chain"),
        (
            "crew",
            "automatic",
            "dice read off a real table need people: set crew=people, or take dice chain or entropy",
        ),
    ],
)
def test_no_notice_gives_a_table_a_crew_that_its_dice_do_not_suit(dice: DiceKind, crew: str, says: str) -> None:
    async def scenario() -> None:
        night = await seated("exhibit-a", dice=dice)
        before = len(night.kinds)
        answer = await night.do("eve", "PostNotice", by="pit-supervisor", setting="crew", value=crew)
        assert (answer["reason"], answer["says"]) == ("BAD_SETTING", says)
        assert night.since(before) == []

    asyncio.run(scenario())
