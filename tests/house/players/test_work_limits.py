"""Computing time is budgeted by player and by address, whatever it is spent on."""

from __future__ import annotations

import pytest

from comeout.house.players.caps import Caps
from comeout.house.players.rate_limits import Pace
from comeout.house.players.work_limits import AT_ONCE_MS, PLAYER, WorkLimits
from tests.kit.clocks import TurnedClock

HERE, THERE = "192.0.2.1", "192.0.2.2"


def test_whoever_has_used_up_their_budget_waits_until_it_has_grown_again() -> None:
    clock = TurnedClock()
    ann = WorkLimits(clock).account(HERE, "ann")
    assert ann.wait() == 0
    ann.spend(AT_ONCE_MS + 60)
    assert ann.wait() == pytest.approx(61 / PLAYER.per_second)
    clock.advance(61 / PLAYER.per_second)
    assert ann.wait() == 0


@pytest.mark.claim("caps-by-address")
def test_a_hundred_guests_of_one_address_share_its_budget_and_nobody_else_waits() -> None:
    clock = TurnedClock()
    limits = WorkLimits(clock, Caps())
    guests = [limits.account(HERE, f"guest-{number}") for number in range(100)]
    done = 0.0
    for _ in range(101):
        for guest in guests:
            while not guest.wait():
                guest.spend(1)
                done += 1
        clock.advance(0.1)
    assert done == pytest.approx(AT_ONCE_MS + 10 * Caps().address_work_ms, abs=10)
    assert limits.account(THERE, "ann").wait() == 0


def test_one_player_does_not_use_up_what_the_others_of_the_address_may_use() -> None:
    limits = WorkLimits(TurnedClock(), address=Pace(300, 300), player=Pace(60, 60))
    eve, ann = limits.account(HERE, "eve"), limits.account(HERE, "ann")
    while not eve.wait():
        eve.spend(1)
    assert ann.wait() == 0


def test_what_is_reserved_comes_one_after_the_other() -> None:
    limits = WorkLimits(TurnedClock(), address=Pace(100, 1))
    waits = [limits.account(HERE).reserve(10) for _ in range(4)]
    assert waits == pytest.approx([0, 0.1, 0.2, 0.3])


def test_work_is_measured_and_what_was_reserved_for_it_is_given_back() -> None:
    readings = iter((1.0, 1.030))
    clock = TurnedClock()
    account = WorkLimits(clock, address=Pace(100, 1), meter=lambda: next(readings)).account(HERE)
    account.reserve(20)
    account.measure(lambda: None, reserved=20)
    assert account.wait() == pytest.approx(0.3)


def test_work_that_fails_is_charged_too() -> None:
    readings = iter((1.0, 1.030))
    account = WorkLimits(TurnedClock(), address=Pace(100, 1), meter=lambda: next(readings)).account(HERE)
    with pytest.raises(ZeroDivisionError):
        account.measure(lambda: 1 / 0)  # type: ignore[arg-type]
    assert account.wait() == pytest.approx(0.3)


def test_an_address_never_has_the_whole_processor() -> None:
    assert Caps().address_work_ms == 200
    assert Caps(players_per_address=10).address_work_ms == 40
    assert Caps(players_per_address=100_000).address_work_ms == 800
