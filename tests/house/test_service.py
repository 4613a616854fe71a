"""The house as a whole, where no other test of it goes: what it knows of somebody whose own table does not run yet."""

from __future__ import annotations

from functools import partial

from comeout.house.guardian import Guardian
from comeout.house.service import House
from tests.house.nights import Night, play, seated


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
