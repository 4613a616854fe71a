"""Ready lights: bets close early when everybody is ready, and soon when the shooter wants to throw."""

from __future__ import annotations

import asyncio
from typing import Any

from comeout.house.audience.snapshot import snapshot, you
from comeout.house.host.countdown import LEAST_SECONDS, LIE_SECONDS
from comeout.house.host.ready_lights import NOTICE_SECONDS
from comeout.house.store.contract import LEASE_SECONDS, StoreTrouble
from tests.kit.nights import BETTING_S, Night, play, seated, told

REGULATED_S = 5


def settled(night: Night) -> int:
    """How many rolls were settled."""
    return night.kinds.count("RollSettled")


def left(night: Night) -> float | None:
    """The seconds until bets close."""
    found = night.host.closes_in_ms
    return None if found is None else found / 1000


async def are_ready(night: Night, *players: str) -> None:
    """These players say that they are ready."""
    for player in players:
        answer = await night.do(player, "SetReady")
        assert answer["ok"], answer


async def with_a_shooter(*rolls: tuple[int, int], **settings: Any) -> Night:
    """Ann has the dice and a bet; Bob sits beside her, and the shortest betting time is over."""
    night = await seated("exhibit-a", *rolls, shooter="seats", **settings)
    assert (await night.do("ann", "TakeDice"))["ok"]
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    return night


@play
async def test_bets_close_early_when_everybody_is_ready_and_nothing_of_it_is_in_the_log() -> None:
    night = await seated("exhibit-a", (3, 3))
    before = len(night.kinds)
    await night.wait(LEAST_SECONDS)
    await are_ready(night, "ann")
    assert (left(night), night.since(before)) == (BETTING_S - LEAST_SECONDS, [])
    await are_ready(night, "bob")
    assert (left(night), night.since(before)) == (0, [])
    await night.wait(0)
    assert settled(night) == 1
    night.prove()


@play
async def test_everybody_at_the_table_is_told_who_is_ready_and_whoever_comes_later_too() -> None:
    night = await seated("exhibit-a", (3, 3))
    watching = night.watch("eve")

    def ready() -> list[int]:
        found: list[int] = [each for each in told(watching) if each["type"] == "countdown"][-1]["ready"]
        return found

    await are_ready(night, "bob")
    assert ready() == [2] == night.host.countdown.ready
    await are_ready(night, "ann")
    assert ready() == [1, 2]
    assert (await night.do("bob", "SetReady", ready=False))["ok"]
    assert ready() == [1]


@play
async def test_bets_are_open_for_a_moment_at_the_least_and_the_dice_of_the_last_roll_lie_first() -> None:
    night = await seated("exhibit-a", (3, 3), (3, 3))
    await are_ready(night, "ann", "bob")
    assert left(night) == LEAST_SECONDS
    await night.wait(LEAST_SECONDS)
    assert (settled(night), left(night)) == (1, LIE_SECONDS + BETTING_S)
    await are_ready(night, "ann", "bob")
    assert left(night) == LIE_SECONDS + LEAST_SECONDS


@play
async def test_being_ready_can_be_taken_back_and_a_bet_leaves_it_as_it_is() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann", "bob")
    assert (await night.do("ann", "PlaceBet", spot="field", amount=1_000))["ok"]
    assert (await night.do("ann", "RemoveBet", spot="field"))["ok"]
    assert (night.host.countdown.ready, left(night)) == ([1, 2], LEAST_SECONDS)
    assert (await night.do("ann", "SetReady", ready=False))["ok"]
    assert (night.host.countdown.ready, left(night)) == ([2], BETTING_S)
    await night.wait(LEAST_SECONDS)
    assert settled(night) == 0


@play
async def test_a_player_alone_rolls_by_being_ready() -> None:
    night = Night("exhibit-a", (3, 3))
    await night.open(shooter="companion")
    assert (await night.do("ann", "Sit", rack=50_000))["ok"]
    await night.wait(LEAST_SECONDS)
    await are_ready(night, "ann")
    await night.wait(0)
    assert settled(night) == 1


@play
async def test_whoever_has_no_connection_holds_up_nobody_and_is_not_ready_when_back() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann")
    night.disconnect("bob")
    await night.host.turn()
    assert left(night) == LEAST_SECONDS
    night.connect("bob")
    await night.host.turn()
    assert left(night) == BETTING_S
    night.disconnect("ann")
    await night.host.turn()
    night.connect("ann")
    await night.host.turn()
    assert (night.host.countdown.ready, left(night)) == ([], BETTING_S)


@play
async def test_nobody_who_counts_means_that_nobody_is_ready() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann", "bob")
    for player in ("ann", "bob"):
        night.disconnect(player)
    await night.host.turn()
    assert (night.host.countdown.ready, left(night)) == ([], BETTING_S)


@play
async def test_whoever_sits_down_meanwhile_has_the_whole_time_and_whoever_leaves_takes_the_light_along() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann", "bob")
    assert (await night.do("cai", "Sit", rack=5_000))["ok"]
    await night.host.turn()
    assert left(night) == BETTING_S
    await are_ready(night, "cai")
    assert left(night) == LEAST_SECONDS
    assert (await night.do("bob", "Leave"))["ok"]
    assert (await night.do("bob", "Sit", rack=5_000, seat=2))["ok"]
    await night.host.turn()
    assert night.host.countdown.ready == [1, 3]


@play
async def test_a_second_window_of_a_player_shows_the_same_and_one_of_them_may_close() -> None:
    night = await seated("exhibit-a", (3, 3))
    second = night.connect("ann")
    await are_ready(night, "ann", "ann", "bob")
    assert night.host.countdown.ready == [1, 2]
    night.host.hub.leave(second)
    await night.host.turn()
    assert (night.host.countdown.ready, left(night)) == ([1, 2], LEAST_SECONDS)


@play
async def test_a_new_owner_finds_all_lights_off() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann", "bob")
    await night.crash(for_s=LEASE_SECONDS)
    assert (night.host.countdown.ready, settled(night)) == ([], 0)
    assert left(night) == BETTING_S - LEASE_SECONDS


@play
async def test_what_was_not_kept_lights_nothing() -> None:
    night = await seated("exhibit-a", (3, 3))
    night.store.before = [StoreTrouble("full")]
    key = night.ask("ann", "SetReady")
    turning = asyncio.ensure_future(night.host.turn())
    await asyncio.sleep(0)
    night.clock.advance(1)
    await turning
    assert b"NOT_KEPT" in night.answers[key][0]
    assert night.host.countdown.ready == []


@play
async def test_the_lights_go_out_when_bets_open_again() -> None:
    night = await seated("exhibit-a", (3, 3))
    await are_ready(night, "ann")
    await night.wait()
    assert (settled(night), night.host.countdown.ready) == (1, [])


@play
async def test_a_regulated_table_keeps_its_five_seconds_however_early_all_are_ready() -> None:
    night = await seated("exhibit-a", (3, 3), (3, 3), profile="regulated")
    await night.wait()
    await are_ready(night, "ann", "bob")
    assert left(night) == REGULATED_S
    await night.wait(REGULATED_S - 0.5)
    assert settled(night) == 1
    await night.wait(0.5)
    assert settled(night) == 2


@play
async def test_the_shooter_throws_when_half_of_the_time_is_over() -> None:
    night = await with_a_shooter((3, 3))
    await are_ready(night, "ann")
    assert left(night) == BETTING_S / 2
    await night.wait(BETTING_S / 2 - 0.1)
    assert settled(night) == 0
    await night.wait(0.1)
    assert settled(night) == 1


@play
async def test_after_that_the_others_have_notice_and_never_more_than_the_clock_gives() -> None:
    night = await with_a_shooter((3, 3))
    await night.wait(BETTING_S / 2 + 1)
    await are_ready(night, "ann")
    assert left(night) == NOTICE_SECONDS
    late = await with_a_shooter((3, 3))
    await late.wait(BETTING_S - 1)
    await are_ready(late, "ann")
    assert left(late) == 1


@play
async def test_notice_is_given_when_the_dice_can_be_thrown_and_not_before() -> None:
    night = await seated("exhibit-a", (3, 3), shooter="seats", betting_time="30")
    assert (await night.do("ann", "TakeDice"))["ok"]
    await are_ready(night, "ann")
    await night.wait(20)
    assert left(night) == 10
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    assert left(night) == NOTICE_SECONDS
    await night.wait(1)
    assert (await night.do("ann", "RemoveBet", spot="pass"))["ok"]
    assert left(night) == 9
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    assert left(night) == NOTICE_SECONDS
    for ready in (False, True):
        await night.wait(1)
        assert (await night.do("ann", "SetReady", ready=ready))["ok"]
    assert left(night) == NOTICE_SECONDS


@play
async def test_the_shooter_throws_at_once_when_the_others_are_ready() -> None:
    night = await with_a_shooter((3, 3))
    await night.wait(LEAST_SECONDS)
    await are_ready(night, "bob")
    assert left(night) == BETTING_S - LEAST_SECONDS
    await are_ready(night, "ann")
    assert left(night) == 0


@play
async def test_a_player_who_has_not_the_dice_hurries_nobody() -> None:
    night = await with_a_shooter((3, 3))
    await are_ready(night, "bob")
    assert left(night) == BETTING_S


@play
async def test_nothing_is_thrown_while_the_shooter_has_no_line_bet_or_the_dice_are_offered() -> None:
    night = await seated("exhibit-a", (3, 3), shooter="seats")
    await are_ready(night, "ann", "bob")
    offered = left(night)
    assert offered is not None
    assert offered > LEAST_SECONDS
    assert (await night.do("ann", "TakeDice"))["ok"]
    assert left(night) == BETTING_S
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    assert left(night) == LEAST_SECONDS


@play
async def test_a_companion_throws_early_if_all_are_ready_and_nobody_wants_the_dice() -> None:
    night = await seated("exhibit-a", (3, 3), shooter="seats")
    for player in ("ann", "bob"):
        assert (await night.do(player, "DeclineDice"))["ok"]
    await are_ready(night, "ann", "bob")
    await night.wait(LEAST_SECONDS)
    assert settled(night) == 1


@play
async def test_whoever_says_it_too_late_or_for_another_roll_is_not_ready_for_this_one() -> None:
    night = await seated("exhibit-a", (3, 3), (3, 3))
    assert (await night.do("ann", "SetReady", rolls=0))["ok"]
    await night.wait()
    answer = await night.do("ann", "SetReady", rolls=0)
    assert (answer["reason"], answer["says"]) == ("TOO_LATE", "the dice have been thrown since")
    assert (await night.do("ann", "SetReady", rolls=1))["ok"]


@play
async def test_what_arrives_while_the_dice_are_out_does_not_count_for_the_next_roll() -> None:
    night = await seated("exhibit-a", (3, 3))
    keep, late = night.host.writer.commit, ""

    async def slowly() -> Any:
        nonlocal late
        kept = await keep()
        if night.kinds[-1] == "RollCalled" and not late:
            night.clock.advance(0.04)
            late = night.ask("bob", "SetReady")
            night.clock.advance(0.01)
        return kept

    night.host.writer.commit = slowly  # type: ignore[method-assign]
    await night.wait()
    assert b"TOO_LATE" in night.answers[late][0]
    assert night.host.countdown.ready == []


@play
async def test_nobody_is_ready_where_nobody_waits_for_it_and_nonsense_is_refused() -> None:
    own = await seated("exhibit-a", mode="first-person", shooter="companion")
    people = await seated("exhibit-a", dice="crew")
    live = await seated("exhibit-a")
    for night in (own, people):
        assert (await night.do("ann", "SetReady"))["reason"] == "NOT_ALLOWED"
    assert (await live.do("cai", "SetReady"))["says"] == "you have no seat here; sit down first"
    assert (await live.do("ann", "SetReady", ready="yes"))["says"] == "ready is true or false"
    assert (await live.do("ann", "SetReady", rolls="1"))["says"] == "rolls is a whole number"


@play
async def test_of_a_large_table_nobody_is_told_who_else_is_ready() -> None:
    night = Night("exhibit-a", (3, 3))
    await night.open(shooter="companion")
    for number in range(33):
        await night.store.post([("bonus", -500), (f"wallet:p{number}", 500)], why="welcome", key=f"p{number}")
        assert (await night.do(f"p{number}", "Sit", rack=500))["ok"]
    await are_ready(night, "p7")
    assert (night.host.countdown.ready, list(night.host.ready)) == ([], [8])
    seen = [snapshot(night.host, you(night.host, player, "", frozenset()), {}).ready for player in ("p7", "p8", "zoe")]
    assert seen == [[8], [], []]
    await are_ready(night, *(f"p{number}" for number in range(33)))
    assert left(night) == LEAST_SECONDS
