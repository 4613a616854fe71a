"""The house as a whole, where no other test of it goes: what it knows of its players, and tables that break."""

from __future__ import annotations

import asyncio
from functools import partial

from comeout.dice import Roll
from comeout.house.audience.hub import Subscriber
from comeout.house.host.host import Host, nobody_minds
from comeout.house.house import TROUBLES_MOST, House
from comeout.house.players.limit_guard import Guardian
from comeout.protocol.frames import MOVED
from comeout.protocol.house_commands import Ask
from tests.kit.nights import Night, play, seated


async def watched() -> tuple[Night, Guardian]:
    """Ann has lost rolls at a table of her own and has paid the vigorish of a bet that lies there, and who knows it."""
    night = await seated("adelaide", (1, 1), (1, 1), mode="first-person")
    guardian = Guardian(night.store, night.clock)
    await guardian.learn("ann")
    night.met = partial(guardian.meet, night.row.id)
    night.heard = lambda told: guardian.seen(told.record, told.event) if told.event else None
    await night.crash(for_s=4)
    for spot, amount in (("field", 10_00), ("field", 10_00), ("buy-4", 40_00)):
        night.clock.advance(60)
        for each in ("pass", spot):
            assert (await night.do("ann", "PlaceBet", spot=each, amount=amount))["ok"]
        night.clock.advance(60)
        if spot == "field":
            assert (await night.do("ann", "RollNow"))["ok"]
    return night, guardian


@play
async def test_time_losses_and_chips_at_a_table_of_ones_own_count_before_it_is_asked_for_after_a_restart() -> None:
    night, guardian = await watched()
    night.clock.advance(600)
    before = guardian.position("ann")
    assert (before.net_cents, before.at_risk_cents) == (18_00, 80_00)
    assert before.seconds_played > 300
    house = House(night.store, night.clock)
    await house.learn("ann")
    assert house.guardian.position("ann") == before
    assert night.row.id in house.places
    await house.stop()


@play
async def test_what_happened_while_nobody_told_of_it_counts_once_when_the_table_is_met_again() -> None:
    night, guardian = await watched()
    night.met, night.heard = nobody_minds, lambda _told: None
    late = Guardian(night.store, night.clock)
    await late.learn("ann")  # who knows what is settled, and not the table
    await night.crash(for_s=4)
    night.loaded.rolls += [Roll(1, 1), Roll(4, 3)]
    for spot in ("field", "hard-6"):
        for each in ("pass", spot):
            assert (await night.do("ann", "PlaceBet", spot=each, amount=10_00))["ok"]
        assert (await night.do("ann", "RollNow"))["ok"]
    fresh = Guardian(night.store, night.clock)
    for who in (guardian, late, fresh):
        await who.meet(night.row.id, night.host.fold)
        await who.meet(night.row.id, night.host.fold)
        await who.learn("ann")
    assert guardian.position("ann") == late.position("ann") == fresh.position("ann")


@play
async def test_a_table_that_breaks_again_and_again_is_left_alone_and_tried_anew_for_the_next_who_comes() -> None:
    night = await seated("adelaide", (4, 2))
    await night.host.stop()
    house = House(night.store, night.clock)
    host = await house.table(night.row.id)
    assert isinstance(host, Host)
    watcher = Subscriber("ann", sees_all=False, clock=night.clock.monotonic)
    host.hub.join(watcher)

    broken_at = 0

    async def broken() -> None:
        nonlocal broken_at
        broken_at += 1
        raise RuntimeError("it cannot be")

    host.turn = broken  # type: ignore[method-assign]
    host.ask(Ask("ann", "1", "Leave", {}, frozenset(), night.clock.monotonic(), lambda _: None))
    while night.row.id in house.places:
        await asyncio.sleep(0)
    assert (broken_at, watcher.end) == (TROUBLES_MOST, MOVED)
    again = await house.table(night.row.id)
    assert isinstance(again, Host)
    assert again.state == host.state
    await house.stop()
