"""Time stamps of a log, while somebody sets the wall clock."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from structlog.testing import capture_logs

from comeout.house.clock import SECOND, TimeStamps, WallClock
from tests.kit.clocks import NOON, TurnedClock
from tests.kit.nights import Night, play

HOUR = 3600 * SECOND


class SetClock(TurnedClock):
    """A clock whose wall time somebody can set; its steady time goes on."""

    skew = 0

    def now(self) -> int:
        return super().now() + self.skew


def test_stamps_follow_the_wall_clock_and_each_is_logged_once_when_it_is_set() -> None:
    clock = SetClock()
    stamps = TimeStamps(clock, "a table")
    clock.advance(2)
    assert stamps.now() == NOON + 2 * SECOND
    with capture_logs() as told:
        clock.skew = -HOUR
        found = []
        for _ in range(3):
            clock.advance(1)
            found.append(stamps.now())
        assert found == [NOON + seconds * SECOND for seconds in (3, 4, 5)], "they run on by the steady clock"
        clock.skew = HOUR
        assert stamps.now() == NOON + 5 * SECOND + HOUR
        clock.skew = 0
        clock.advance(1)
        assert stamps.now() == NOON + 6 * SECOND + HOUR
    assert [each["seconds"] for each in told] == [-3600, 3600, -3600]


def test_a_small_difference_is_nobody_s_business() -> None:
    clock = SetClock()
    stamps = TimeStamps(clock, "a table")
    with capture_logs() as told:
        for clock.skew in (-400_000, 400_000, 0, -400_000):
            before = stamps.now()
            assert stamps.now() >= before
    assert not told


def test_stamps_go_on_from_the_last_of_a_log_that_is_ahead() -> None:
    clock = SetClock()
    stamps = TimeStamps(clock, "a table")
    with capture_logs() as told:
        stamps.not_before(NOON + HOUR)
        clock.advance(1)
        assert stamps.now() == NOON + HOUR + SECOND
        stamps.not_before(NOON)
        assert stamps.now() == NOON + HOUR + SECOND
    assert [each["seconds"] for each in told] == [-3600]


@pytest.mark.parametrize("skew", [HOUR, -HOUR])
def test_a_wait_counts_the_time_that_passed_and_no_jump(skew: int) -> None:
    clock = SetClock()
    stamps = TimeStamps(clock, "a table")
    begun = stamps.now()
    clock.advance(2)
    clock.skew = skew
    stamps.now()
    clock.advance(1)
    assert stamps.passed(begun) == 3 * SECOND
    clock.skew = 0
    clock.advance(1)
    assert stamps.passed(begun) == 4 * SECOND


@pytest.mark.claim("kept-by-clocks")
@pytest.mark.parametrize("skew", [HOUR, -HOUR])
def test_a_regulated_table_rolls_on_after_the_clock_was_set_and_its_log_never_goes_back(skew: int) -> None:
    @play
    async def scenario() -> None:
        night = Night("exhibit-a", *[(1, 2)] * 4)
        night.clock = clock = SetClock()
        await night.open(profile="regulated", shooter="companion", mode="first-person")
        assert (await night.do("ann", "Sit", rack=50_000))["ok"]
        for roll in range(4):
            await night.do("ann", "PlaceBet", spot="field", amount=1_000)
            assert (await night.do("ann", "RollNow"))["ok"], f"roll {roll}"
            clock.skew = skew if roll == 1 else clock.skew
            assert (await night.do("ann", "RollNow"))["reason"] == "TOO_SOON"
            clock.advance(5)
        stamps = [record.at for record in night.store._records[night.row.id]]
        assert night.kinds.count("RollSettled") == 4
        assert stamps == sorted(stamps)

    scenario()


@pytest.mark.claim("kept-by-clocks")
@pytest.mark.parametrize("skew", [HOUR, -HOUR])
def test_a_live_table_whose_clock_is_set_while_it_is_down_goes_on_and_its_log_never_goes_back(skew: int) -> None:
    @play
    async def scenario() -> None:
        night = Night("exhibit-a", *[(1, 2)] * 4)
        night.clock = clock = SetClock()
        night.store.now = lambda: TurnedClock.now(clock)  # type: ignore[attr-defined]
        night.store._clock = night.store  # type: ignore[assignment]  # its leases are of another machine
        await night.open(profile="regulated", shooter="companion")
        assert (await night.do("ann", "Sit", rack=50_000))["ok"]
        for _ in range(2):
            await night.do("ann", "PlaceBet", spot="field", amount=1_000)
            await night.wait(10)
            clock.skew += skew
            await night.crash(for_s=4)
            await night.wait(10)
        stamps = [record.at for record in night.store._records[night.row.id]]
        assert stamps == sorted(stamps)
        settled: list[dict[str, Any]] = [
            json.loads(record.body) for record in night.store._records[night.row.id] if record.kind == "RollSettled"
        ]
        assert len(settled) >= 2

    scenario()


def test_the_wall_clock_tells_the_time_of_the_machine_and_waits() -> None:
    clock, before, steady = WallClock(), time.time_ns() // 1000, time.monotonic()
    assert before <= clock.now() <= time.time_ns() // 1000
    asyncio.run(clock.sleep(0.005))
    assert clock.monotonic() - steady >= 0.005
