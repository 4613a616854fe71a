"""Own limits after a restart: time and money are read back from the store as they were counted before."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from comeout.house.players.limit_guard import Guardian
from tests.kit.nights import Night, play, seated

# ------------------------------------------------------------------ after a restart


async def restarted(night: Night) -> Guardian:
    """The table after a stop, and a guardian that knows only what was kept."""
    guardian = Guardian(night.store, night.clock)
    night.guard = guardian.at(night.row.id, night.layout)
    night.met = partial(guardian.meet, night.row.id)
    night.heard = lambda told: guardian.seen(told.record, told.event) if told.event else None
    await night.crash(for_s=4)
    await guardian.learn("ann")
    return guardian


def brought_home(night: Night) -> int:
    """What Ann has beyond the chips that she brought."""
    laid = sum(bets[1].amount for bets in night.host.state.bets if 1 in bets)
    return night.host.state.seats[1].rack + laid - 50_000


@pytest.mark.parametrize("snapshots", [False, True])
def test_vigorish_and_reversals_count_after_a_restart_as_they_did_before(snapshots: bool) -> None:
    async def scenario() -> None:
        night = await seated("adelaide", *[(1, 2)] * 4)
        guardian = await restarted(night)
        for spot, amount in (("pass", 1_000), ("buy-4", 4_000), ("field", 1_000)):
            assert (await night.do("ann", "PlaceBet", spot=spot, amount=amount))["ok"]
        await night.wait()
        for player in ("eve", "fay"):
            assert (await night.do(player, "InvalidateOutcome", by="pit-supervisor", reason="fraud"))["ok"]
        assert night.host.fold.memory.last_rolls == ()
        assert (guardian.position("ann").net_cents, brought_home(night)) == (-200, -200)
        for _ in range(3):  # while recall has still to tell of it, and when it has
            if snapshots:
                await night.host.writer.snapshot()
            guardian = await restarted(night)
            assert guardian.position("ann").net_cents == brought_home(night)
            await night.wait()
            assert guardian.position("ann").net_cents == brought_home(night)

    asyncio.run(scenario())


@play
async def test_what_was_charged_beside_the_settlements_is_counted_once_when_the_store_fails() -> None:
    night = await seated("adelaide", (1, 2))
    await restarted(night)
    assert (await night.do("ann", "PlaceBet", spot="buy-4", amount=4_000))["ok"]
    guardian = await restarted(night)
    for _ in range(2):
        await night.host.read_back()
    assert guardian.position("ann").net_cents == -200


@pytest.mark.parametrize("snapshots", [False, True])
def test_time_played_counts_after_a_restart_as_it_did_before(snapshots: bool) -> None:
    async def scenario() -> None:
        night = await seated("adelaide", *[(1, 2)] * 9, mode="first-person")
        guardian = await restarted(night)
        for thinking, rolls in ((180, True), (30, False), (400, True), (20, True), (700, False), (290, True)):
            night.clock.advance(thinking)  # five minutes of it count
            for spot in ("pass", "field"):
                assert (await night.do("ann", "PlaceBet", spot=spot, amount=1_000))["ok"]
            night.clock.advance(40)
            if rolls:
                assert (await night.do("ann", "RollNow"))["ok"]
            if snapshots:
                await night.host.writer.snapshot()
            before = guardian.position("ann").seconds_played
            guardian = await restarted(night)
            assert guardian.position("ann").seconds_played == before + 4
        assert (await night.do("ann", "Leave"))["ok"]
        before = guardian.position("ann").seconds_played
        guardian = await restarted(night)
        assert guardian.position("ann").seconds_played == before == 258 + 300 + 104 + 300 + 300 + 44

    asyncio.run(scenario())
