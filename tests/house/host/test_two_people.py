"""Voids and dice off a real table: nothing happens before two different people ask for the same."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from comeout.house.host.two_people import SECOND_SECONDS
from comeout.table import messages as m
from tests.kit.nights import Night, names, play, seated, told


@play
async def test_a_void_asked_for_again_by_one_person_never_becomes_a_second_person() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "Interrupt", "v", by="boxperson"))["waiting"]
    assert (await night.do("fay", "Interrupt", by="shift-manager"))["ok"]
    assert night.kinds.count("BetsReturned") == 1
    await night.crash(for_s=4)
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "Interrupt", "v", by="boxperson"))["waiting"]  # the answer of then
    assert (await night.do("fay", "Interrupt", by="boxperson"))["waiting"]
    assert night.kinds.count("BetsReturned") == 1


@play
async def test_a_void_needs_two_different_people() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    for _ in range(2):
        assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
    assert "BetsReturned" not in night.kinds
    assert (await night.do("fay", "Interrupt", by="pit-supervisor"))["ok"]
    assert "BetsReturned" in night.kinds


@play
async def test_one_person_in_two_roles_is_one_person_and_two_persons_in_one_role_are_two() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    for role in ("boxperson", "pit-supervisor", "shift-manager"):
        assert (await night.do("eve", "Interrupt", by=role))["waiting"]
    assert "BetsReturned" not in night.kinds
    assert (await night.do("fay", "Interrupt", by="boxperson"))["ok"]
    assert "BetsReturned" in night.kinds


@play
async def test_what_the_book_refuses_waits_for_nobody() -> None:
    night = await seated("sentosa")
    answer = await night.do("eve", "Interrupt", by="dealer")
    assert (answer["ok"], answer["reason"]) == (False, "WRONG_ROLE")


@play
async def test_dice_off_a_real_table_need_two_people_who_read_the_same() -> None:
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="boxperson")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    assert (await night.do("eve", "CloseBetting", by="stickperson"))["ok"]
    assert (await night.do("eve", "ThrowDice", seat=0))["ok"]
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3]))["waiting"]
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 4]))["waiting"]
    assert "RollCalled" not in night.kinds
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 3]))["ok"]
    assert "RollCalled" in night.kinds


@play
async def test_nobody_waits_for_a_second_person_for_ever_and_everybody_is_told_when_it_is_over() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    watching = night.watch("ann")
    await night.do("eve", "Interrupt", by="boxperson")
    assert told(watching)[0]["body"] == {
        "player": "eve", "name": "Interrupt", "body": {"by": "boxperson"}, "seconds": 120,
    }  # fmt: skip
    night.host.time.run_out()
    await night.wait(SECOND_SECONDS - 1)
    assert "second-expired" not in names(watching)
    await night.wait(1)
    assert [frame["body"] for frame in told(watching) if frame.get("name") == "second-expired"] == [
        {"name": "Interrupt"}
    ]
    await night.wait(SECOND_SECONDS)
    assert names(watching).count("second-expired") == 1


@play
async def test_who_confirms_what_has_expired_is_told_so_and_both_may_ask_again() -> None:
    night = await seated("sentosa", *[(3, 3)] * 40)
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    for waiting in (SECOND_SECONDS, SECOND_SECONDS + 100):  # on its way at that moment, and long after
        assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
        night.clock.advance(waiting)
        answer = await night.do("fay", "Interrupt", by="pit-supervisor")
        assert (answer["ok"], answer["reason"]) == (False, "EXPIRED")
        assert "more than 120 seconds ago" in answer["says"]
    assert (await night.do("fay", "Interrupt", by="pit-supervisor"))["waiting"]
    assert (await night.do("eve", "Interrupt", by="boxperson"))["ok"]


@play
async def test_a_table_that_nobody_asks_anything_wakes_to_tell_that_nobody_came() -> None:
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="boxperson")
    await night.do("eve", "Interrupt", by="boxperson")
    running = asyncio.ensure_future(night.host.run())
    for _ in range(10):
        await asyncio.sleep(0)
        night.clock.advance(SECOND_SECONDS / 5)
    assert night.kinds[-1] == "second-expired"
    await night.host.stop()
    await running


@play
async def test_a_malfunction_of_one_roll_is_not_confirmed_as_one_of_the_next() -> None:
    night = await seated("evolution", (3, 1), (3, 1))
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    await night.wait()
    assert (await night.do("eve", "DeclareMalfunction", by="dealer"))["waiting"]
    await night.wait()
    answer = await night.do("fay", "DeclareMalfunction", by="pit-supervisor")
    assert (answer["reason"], "about another roll" in answer["says"]) == ("EXPIRED", True)
    assert "OutcomeUndone" not in night.kinds


@play
async def test_dice_read_off_a_throw_are_not_confirmed_for_the_next() -> None:
    night = await seated("exhibit-a", dice="crew")
    for name, body in (
        ("OpenBetting", {"by": "boxperson"}), ("CloseBetting", {"by": "stickperson"}), ("ThrowDice", {"seat": 0}),
        ("CallRoll", {"by": "stickperson", "roll": [3, 3]}), ("CallNoRoll", {"by": "boxperson", "ground": "stacked"}),
        ("OpenBetting", {"by": "boxperson"}), ("CloseBetting", {"by": "stickperson"}), ("ThrowDice", {"seat": 0}),
    ):  # fmt: skip
        answer = await night.do("eve", name, **body)
        assert answer["ok"], answer
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 3]))["waiting"]
    assert "RollCalled" not in night.kinds


async def thrown() -> Night:
    """Real dice are out."""
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="boxperson")
    await night.do("eve", "CloseBetting", by="stickperson")
    assert (await night.do("eve", "ThrowDice", seat=0))["ok"]
    return night


@play
async def test_once_two_people_agree_on_the_dice_nothing_else_that_was_read_off_them_waits() -> None:
    night = await thrown()
    await night.do("eve", "CallRoll", by="stickperson", roll=[3, 4])
    await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3])
    assert len(await night.host.wanted()) == 2
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[3, 3]))["events"]
    assert await night.host.wanted() == []


@play
async def test_a_reading_of_dice_that_are_no_roll_after_all_waits_for_nobody() -> None:
    night = await thrown()
    await night.do("eve", "CallRoll", by="stickperson", roll=[3, 4])
    assert (await night.do("fay", "CallNoRoll", by="boxperson", ground="stacked"))["ok"]
    assert await night.host.wanted() == []


@play
async def test_whoever_reads_other_faces_is_told_that_somebody_reads_them_otherwise() -> None:
    night = await thrown()
    first = await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3])
    assert first["waiting"] == "a second person must ask for the same"
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[3, 5]))["waiting"] == first["waiting"]
    other = await night.do("fay", "CallRoll", by="stickperson", roll=[3, 4])
    assert other["waiting"] == "somebody else reads the dice otherwise; two people must read the same"
    night.clock.advance(SECOND_SECONDS)
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[2, 2]))["waiting"] == first["waiting"]


@play
async def test_anybody_of_the_crew_confirms_dice_that_a_role_of_the_book_has_read() -> None:
    night = await thrown()
    refused = await night.do("fay", "CallRoll", by="shift-manager", roll=[3, 3])
    assert (refused["ok"], refused["reason"]) == (False, "WRONG_ROLE")
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3]))["waiting"]
    assert (await night.do("eve", "CallRoll", by="shift-manager", roll=[3, 3]))["reason"] == "WRONG_ROLE"
    for who, role in (("ivy", "inspector"), ("ann", "dealer")):
        assert (await night.do(who, "CallRoll", by=role, roll=[3, 3]))["reason"] == "NOT_ALLOWED"
    assert (await night.do("fay", "CallRoll", by="shift-manager", roll=[3, 4]))["reason"] == "WRONG_ROLE"
    agreed = await night.do("fay", "CallRoll", by="shift-manager", roll=[3, 3])
    assert agreed["events"][0][1]["by"] == "stickperson"


@play
async def test_who_confirms_dice_too_late_is_told_so_in_any_role() -> None:
    night = await thrown()
    await night.do("eve", "CallRoll", by="stickperson", roll=[3, 3])
    night.clock.advance(SECOND_SECONDS)
    assert (await night.do("fay", "CallRoll", by="shift-manager", roll=[3, 3]))["reason"] == "EXPIRED"


@play
async def test_a_void_is_confirmed_in_a_role_that_the_book_names_for_it() -> None:
    night = await seated("sentosa")
    assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
    assert (await night.do("fay", "Interrupt", by="dealer"))["reason"] == "WRONG_ROLE"


@play
async def test_a_ruling_on_dice_that_nobody_disputes_is_one_more_reading_and_takes_two_people() -> None:
    night = await thrown()
    refused = await night.do("eve", "RuleOnRoll", by="boxperson", roll=[4, 3])
    assert (refused["reason"], "disputed" in refused["says"]) == ("NOTHING_TO_CONFIRM", True)
    assert (await night.do("eve", "RuleOnRoll", by="boxperson", roll=[4, 3], leaning=True))["waiting"]
    assert "RollCalled" not in night.kinds
    assert (await night.do("fay", "RuleOnRoll", by="stickperson", roll=[4, 3], leaning=True))["ok"]
    assert (await night.do("ann", "DisputeFace"))["reason"] == "TOO_LATE"


@play
async def test_a_disputed_face_is_ruled_on_alone_and_no_second_time() -> None:
    night = await thrown()
    await night.do("eve", "CallRoll", by="stickperson", roll=[4, 3])
    assert (await night.do("fay", "CallRoll", by="stickperson", roll=[4, 3]))["ok"]
    assert (await night.do("ann", "DisputeFace"))["ok"]
    assert not (await night.do("eve", "RuleOnRoll", by="boxperson", roll=[4, 4]))["waiting"]
    assert night.kinds.count("RollCalled") == 2
    assert (await night.do("ann", "DisputeFace"))["reason"] == "TOO_LATE"


@play
async def test_a_decision_that_moves_chips_takes_two_people_and_one_in_words_does_not() -> None:
    night = await seated("sentosa")
    words: dict[str, Any] = {"by": "shift-manager", "decision": "the lights went out"}
    pay: dict[str, Any] = {"orders": "pay", "whose": 1, "amount": 5_00}
    assert not (await night.do("fay", "DecideMatter", **words))["waiting"]
    assert (await night.do("fay", "DecideMatter", **words, **pay))["waiting"]
    assert "MoneyMoved" not in night.kinds
    assert (
        await night.do(
            "eve",
            "DecideMatter",
            **words,
            **pay,
        )
    )["ok"]
    assert "MoneyMoved" in night.kinds


@play
async def test_whoever_reads_the_dice_otherwise_in_another_role_is_told_so() -> None:
    night = await thrown()
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[2, 2]))["waiting"]
    other = await night.do("fay", "CallRoll", by="shift-manager", roll=[3, 3])
    assert (other["reason"], "reads the dice otherwise" in other["says"]) == ("WRONG_ROLE", True)
    assert "RollCalled" not in night.kinds


@play
async def test_what_waited_for_a_second_person_when_the_owner_died_is_over_and_everybody_is_told() -> None:
    night = await thrown()
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[3, 2]))["waiting"]
    assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
    assert (await night.do("fay", "Interrupt", by="boxperson"))["ok"]
    assert night.kinds.count("second-expired") == 0
    await night.crash()
    assert night.kinds.count("second-expired") == 1
    await night.crash()
    assert night.kinds.count("second-expired") == 1


@play
async def test_the_log_names_the_person_behind_everything_that_the_crew_did_and_what_each_has_read() -> None:
    night = await thrown()
    await night.do("eve", "CallRoll", by="stickperson", roll=[2, 2])
    await night.do("fay", "CallRoll", by="stickperson", roll=[3, 2])
    await night.do("fay", "CallRoll", by="boxperson", roll=[2, 2])
    bodies = [(record.kind, msgspec.json.decode(record.body)) for record in await night.store.records(night.row.id)]
    read = [(body["player"], body["body"]["roll"]) for kind, body in bodies if kind == "second-wanted"]
    assert read == [("eve", {"a": 2, "b": 2}), ("fay", {"a": 3, "b": 2})]
    acted = [tuple(body.values()) for kind, body in bodies if kind == "crew-acted"]
    assert acted == [
        ("eve", "OpenBetting", "boxperson"), ("eve", "CloseBetting", "stickperson"), ("fay", "CallRoll", "stickperson"),
    ]  # fmt: skip


@play
async def test_a_bet_first_seen_after_bets_closed_takes_two_people_and_is_marked_in_recall() -> None:
    night = await seated("adelaide", dice="crew", **{"min field": "10"})
    await night.do("eve", "OpenBetting", by="boxperson")
    await night.do("eve", "CloseBetting", by="stickperson")
    await night.do("eve", "ThrowDice", seat=0)
    bet: dict[str, Any] = {"seat": 1, "spot": "field", "amount": 500}
    for claimed in ("", "boxperson", "pit-supervisor"):  # nobody is their own witness, whatever they write
        asked = await night.do("eve", "RecordBet", by="dealer", witness=claimed, **bet)
        assert (asked["ok"], bool(asked["waiting"])) == (True, True)
    assert "BetPlaced" not in night.kinds
    [wanted] = await night.host.wanted()
    assert (wanted.player, wanted.command) == ("eve", m.RecordBet("house", 1, "field", 500))
    refused = await night.do("ann", "RecordBet", by="dealer", witness="dealer", **bet)
    assert (refused["ok"], refused["reason"]) == (False, "NOT_ALLOWED")
    agreed = await night.do("fay", "RecordBet", by="pit-supervisor", **bet)
    assert agreed["ok"]
    [(name, placed)] = agreed["events"]
    assert (name, placed["by"], placed["witness"]) == ("BetPlaced", "dealer", "pit-supervisor")
    for person in ("eve", "fay"):
        await night.do(person, "CallRoll", by="stickperson", roll=[4, 5])
    await night.do("eve", "SettleRoll", by="dealer")
    [row] = [msgspec.json.decode(each.body) for each in night.store.batches[-1].recall]
    assert row["recorded_late"] == {"field": "pit-supervisor"}
    night.prove()


@play
async def test_while_bets_are_open_one_person_records_what_went_unnoticed() -> None:
    night = await seated("adelaide", dice="crew", **{"min field": "10"})
    await night.do("eve", "OpenBetting", by="boxperson")
    answer = await night.do("eve", "RecordBet", by="dealer", seat=1, spot="field", amount=500, witness="boxperson")
    assert (answer["ok"], answer["waiting"]) == (True, "")
    assert answer["events"][0][1]["witness"] == ""
    night.prove()
