"""A live table with an automatic crew goes on, whoever does nothing and whoever is not there."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from comeout.house.audience.hub import Hub
from comeout.house.audience.presence import SILENT_SECONDS, Presence
from comeout.house.host.countdown import LIE_SECONDS
from comeout.table.state import COMPANION, Phase
from tests.kit.clocks import TurnedClock
from tests.kit.nights import BETTING_S, TABLE, Night, Quiet, names, play, seated

SHOOTERS = ["exhibit-a", "adelaide", "sentosa"]
OFFER_S = 5


async def with_dice(book: str, *rolls: tuple[int, int], **settings: Any) -> Night:
    """Ann has the dice, with a bet on the line."""
    night = await seated(book, *rolls, **{"shooter": "seats", **settings})
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    assert (await night.do("ann", "TakeDice"))["ok"]
    return night


def last(night: Night, kind: str) -> dict[str, Any]:
    """The last event of a kind in the log."""
    found: dict[str, Any] = json.loads(next(r.body for r in reversed(night.store._records[TABLE]) if r.kind == kind))
    return found


def away(night: Night) -> set[int]:
    """The seats that are marked away."""
    return {number for number, seat in night.host.state.seats.items() if seat.away}


@pytest.mark.parametrize("book", SHOOTERS)
def test_a_shooter_who_does_nothing_lets_the_dice_go_on_and_somebody_throws(book: str) -> None:
    async def scenario() -> None:
        night = await with_dice(book, (3, 4), (3, 3))
        watching = night.watch("bob")
        await night.wait()
        assert (night.host.state.shooter, night.host.closes_in_ms) == (1, (LIE_SECONDS + BETTING_S) * 1000)
        assert (night.host.waiting, night.host.time.whose) == ("ann has the dice and needs a Pass or Don't Pass bet", 1)
        await night.do("bob", "PlaceBet", spot="field", amount=1_000)
        await night.wait()
        given = last(night, "DiceGivenUp")
        cited = {"exhibit-a": "Dice (3)", "adelaide": "ALL-60", "sentosa": "SE-51"}[book]
        assert (given["seat"], given["clause"]) == (1, cited)
        assert "DiceGivenUp" in names(watching)
        left = 2 * OFFER_S + BETTING_S
        while "CompanionShot" not in night.kinds:
            assert left > 0, night.host.waiting
            await night.wait(OFFER_S)
            left -= OFFER_S
        assert last(night, "CompanionShot")["clause"] == "ALL-61"
        assert night.kinds.count("RollSettled") == 2
        assert night.host.state.shooter == COMPANION  # a point stands
        night.prove()

    asyncio.run(scenario())


@pytest.mark.parametrize("book", SHOOTERS)
def test_the_first_to_take_dice_that_everybody_let_go_by_has_them(book: str) -> None:
    async def scenario() -> None:
        night = await with_dice(book, (3, 4), (6, 5), (3, 3))
        await night.wait()
        while night.kinds.count("RollSettled") < 2:  # until a companion has thrown, and no point stands
            await night.wait(OFFER_S)
        assert (await night.do("bob", "PlaceBet", spot="pass", amount=1_000))["ok"]
        if night.host.state.offered != 2 and night.host.state.shooter is None:
            who = "anybody with a line bet" if book == "sentosa" else "anybody"
            assert night.host.waiting == f"nobody has the dice: {who} may take them, or a companion throws"
        assert (await night.do("bob", "TakeDice"))["ok"]
        assert (night.host.state.shooter, night.host.closes_in_ms) == (2, (LIE_SECONDS + BETTING_S) * 1000)
        night.prove()

    asyncio.run(scenario())


@play
async def test_who_takes_and_passes_the_dice_again_and_again_cannot_stop_a_table() -> None:
    night = await seated("exhibit-a", (3, 3), shooter="seats")
    assert (await night.do("bob", "PlaceBet", spot="field", amount=1_000))["ok"]
    spent = 0
    while "RollSettled" not in night.kinds:
        spent += 1
        state = night.host.state
        if state.shooter == 1:
            await night.do("ann", "PassDice")
        elif state.shooter is None and state.offered in (None, 1):
            await night.do("ann", "TakeDice")
        await night.wait(1)
        assert spent <= 3 * BETTING_S + 2 * OFFER_S


@play
async def test_a_player_without_a_connection_is_away_after_a_whole_betting_time_and_back_with_the_next() -> None:
    night = await with_dice("exhibit-a", (3, 3), (4, 4), (4, 4))
    night.host.hub.leave(night.connect("ann"))
    night.disconnect("bob")
    await night.wait()
    assert away(night) == {2}
    assert last(night, "WalkedAway")["by"] == "house"
    night.disconnect("ann")
    await night.wait(BETTING_S - 1)
    assert away(night) == {2}
    await night.wait(1)
    assert away(night) == {1, 2}
    assert night.host.state.shooter in (None, COMPANION)
    assert last(night, "DiceGivenUp")["why"] == "walked away"
    night.connect("ann")
    await night.host.turn()
    assert away(night) == {2}
    assert (await night.do("bob", "PlaceBet", spot="field", amount=1_000))["ok"]
    assert away(night) == set()
    await night.wait()
    assert away(night) == {2}  # one command without a connection is no more than that
    night.prove()


@play
async def test_bets_of_absent_players_run_on_and_their_seats_are_free_in_the_end() -> None:
    night = await with_dice("sentosa", (3, 3), (2, 2), (3, 3), (6, 5))
    await night.do("ann", "KeepBet", spot="pass")
    await night.wait()
    night.disconnect("ann")
    await night.wait()
    assert night.host.state.seats[1].away
    await night.do("bob", "DeclineDice")
    assert night.host.state.shooter == COMPANION
    for _ in range(2):
        await night.wait()
    assert night.host.state.point == 0  # made without her
    assert last(night, "RebetSkipped")["clause"] == "ALL-62"
    await night.do("bob", "PlaceBet", spot="field", amount=1_000)
    await night.do("bob", "RemoveBet", spot="field")
    night.disconnect("bob")
    await night.wait(BETTING_S - 0.1)
    await night.wait(0.1)
    assert (night.host.state.seats[2].away, night.host.closes_in_ms, night.host.waiting) == (True, None, "")
    await night.wait(10 * 60)
    assert night.host.state.seats == {}
    assert last(night, "seat-freed")["clause"] == "ALL-62"
    assert [await night.store.balance(f"wallet:{player}") for player in ("ann", "bob")] == [101_000, 100_000]
    assert night.host.fold.memory.freed == {"ann": 51_000, "bob": 50_000}  # told when they look in again
    await night.do("ann", "Sit", rack=5_000)
    assert night.host.fold.memory.freed == {"bob": 50_000}
    night.prove()


@play
async def test_a_seat_is_free_after_some_rounds_but_not_while_a_bet_is_up() -> None:
    night = await seated("exhibit-a", *[(6, 5)] * 5, away_rounds="2")
    await night.do("cai", "Sit", rack=5_000)
    await night.do("bob", "PlaceBet", spot="place-6", amount=1_200)
    for player in ("ann", "bob"):
        night.disconnect(player)
    await night.wait()
    assert set(night.host.state.seats) == {1, 2, 3}
    for _ in range(3):
        await night.wait()
    assert set(night.host.state.seats) == {2, 3}


@play
async def test_a_seat_is_free_as_soon_as_its_last_bet_is_settled_though_nobody_else_is_there() -> None:
    night = await seated("exhibit-a", (2, 2), *[(5, 4)] * 7, (2, 2), away_minutes="1")
    await night.do("bob", "Leave")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    night.disconnect("ann")
    for _ in range(8):
        await night.wait()
    assert set(night.host.state.seats) == {1}  # the minute is over, and the bet is up
    await night.wait()
    assert (night.host.closes_in_ms, night.host.absence.due) == (None, night.clock.monotonic())
    await night.wait(0)
    assert night.host.state.seats == {}
    assert await night.store.balance("wallet:ann") == 101_000
    night.prove()


@play
async def test_nobody_loses_a_seat_while_the_house_is_stopped() -> None:
    night = await seated("exhibit-a", *[(6, 5)] * 3)
    night.disconnect("ann")
    await night.wait()
    assert away(night) == {1}
    await night.crash(for_s=20 * 60)
    await night.wait(BETTING_S - 1)
    assert set(night.host.state.seats) == {1, 2}
    await night.wait(1)
    assert set(night.host.state.seats) == {2}
    night.prove()


@play
async def test_nobody_is_away_for_a_whole_betting_time_after_a_takeover_in_the_middle_of_an_offer() -> None:
    night = await seated("adelaide", (3, 3), shooter="seats")
    night.there.clear()
    await night.wait(2)
    await night.crash(for_s=4)
    assert (night.host.state.offered, night.host.closes_in_ms) == (1, 4_000)
    await night.wait(4)
    await night.wait(5)
    assert not any(seat.away for seat in night.host.state.seats.values())
    await night.wait(1)
    assert all(seat.away for seat in night.host.state.seats.values())


@play
async def test_a_player_whom_the_crew_marked_away_is_back_with_a_command_not_with_an_old_connection() -> None:
    night = await seated("exhibit-a", (3, 3))
    assert (await night.do("eve", "MarkAway", by="dealer", seat=2))["ok"]
    await night.wait(3)
    assert away(night) == {2}
    assert (await night.do("bob", "ComeBack"))["ok"]
    assert (await night.do("eve", "MarkAway", by="dealer", seat=2))["ok"]
    night.connect("bob")
    await night.host.turn()
    assert away(night) == set()


@play
async def test_a_table_in_first_person_waits_for_ever_and_people_decide_for_themselves() -> None:
    alone = await seated("adelaide", (3, 3), mode="first-person", shooter="seats")
    crew = await seated("adelaide", dice="crew", shooter="seats")
    for night in (alone, crew):
        night.disconnect("ann")
        before = len(night.kinds)
        for _ in range(3):
            await night.wait(600)
        assert (night.since(before), night.host.waiting) == ([], "")


@play
async def test_a_player_who_neither_raises_nor_withdraws_does_not_stop_the_table() -> None:
    night = await seated("sentosa", (3, 3))
    await night.do("eve", "PostNotice", by="shift-manager", setting="min place-6", value="12")
    assert (await night.do("eve", "RecordBet", by="dealer", seat=1, spot="place-6", amount=600))["ok"]
    assert (await night.do("eve", "NoticeBet", by="dealer", seat=1, spot="place-6"))["ok"]
    assert (night.host.waiting, night.host.time.whose) == ("ann has to raise or withdraw the bet on Place 6", 1)
    await night.wait()
    assert "RollSettled" in night.kinds
    assert night.host.state.phase is Phase.BETTING


@play
async def test_chips_that_slipped_onto_a_contract_bet_do_not_stop_the_table_either() -> None:
    night = await seated("sentosa", (3, 3), (2, 2))
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    await night.wait()
    await night.do("eve", "PostNotice", by="shift-manager", setting="min pass", value="20")
    assert (await night.do("eve", "RecordBet", by="dealer", seat=1, spot="pass", amount=500))["ok"]
    assert (await night.do("eve", "NoticeBet", by="dealer", seat=1, spot="pass"))["ok"]
    await night.wait()
    assert night.kinds.count("RollSettled") == 2
    assert last(night, "BetTakenDown")["amount"] == 500


def test_processes_tell_each_other_who_is_connected() -> None:
    clock = TurnedClock()
    seen: list[tuple[str, bool]] = []
    hubs = [Hub(), Hub()]
    processes: list[Presence] = []

    def tell(data: bytes) -> None:
        for each in processes:
            each.hear(data)

    for name, hub in zip("ab", hubs, strict=True):
        processes.append(Presence(hub, clock, process=name, tell=tell))
    here, there = processes
    here.changed = lambda player, is_here: seen.append((player, is_here))
    bot = Quiet("bot", sees_all=False, clock=clock.monotonic)
    hubs[1].join(bot)
    assert (here.here("bot"), there.here("bot"), seen) == (True, True, [("bot", True)])
    for _ in range(4):
        clock.advance(SILENT_SECONDS - 1)
        there.tell_all(["bot", "ann"])
        here.sweep()
    assert seen == [("bot", True)]
    hubs[1].leave(bot)
    assert (here.here("bot"), seen[1:]) == (False, [("bot", False)])
    there.tell_all(["bot"])
    hubs[1].join(bot)
    clock.advance(SILENT_SECONDS + 1)
    here.sweep()  # killed, and never said that anybody has gone
    assert (here.here("bot"), seen[2:]) == (False, [("bot", True), ("bot", False)])
