"""How fast anybody may ask: buckets that fill by the clock, and what is remembered of whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comeout.house.players.rate_limits import (
    ACCOUNT,
    CONNECTION,
    NEW_GUEST,
    Bucket,
    Buckets,
    Pace,
    Rates,
    slower,
)
from tests.kit.clocks import TurnedClock

HERE, THERE = "192.0.2.1", "192.0.2.2"


def taken(bucket: Bucket, now: float, times: int) -> int:
    return sum(not bucket.take(now) for _ in range(times))


@pytest.mark.parametrize("pace", [CONNECTION, ACCOUNT, NEW_GUEST])
def test_a_bucket_gives_its_burst_and_then_its_rate(pace: Pace) -> None:
    bucket = Bucket(pace)
    assert taken(bucket, 100.0, pace.burst + 5) == pace.burst
    assert taken(bucket, 100.0 + 3 / pace.per_second, 10) == 3


def test_whoever_waits_as_long_as_told_is_let_in_and_not_before() -> None:
    bucket = Bucket(Pace(5 / 60, 5))
    taken(bucket, 50.0, 5)
    wait = bucket.take(51.0)
    assert wait == pytest.approx(11.0)
    assert bucket.take(51.0 + wait - 0.1) > 0
    assert bucket.take(51.0 + wait) == 0


def test_a_refusal_takes_no_token() -> None:
    bucket = Bucket(Pace(1, 1))
    assert [bucket.take(0.0) for _ in range(4)] == pytest.approx([0, 1, 1, 1])


@given(
    st.integers(1, 50),
    st.integers(1, 20),
    st.lists(st.tuples(st.floats(0, 5, allow_nan=False), st.integers(1, 30)), max_size=30),
)
def test_no_stretch_of_time_gives_more_than_the_burst_and_the_rate(
    rate: int, burst: int, visits: list[tuple[float, int]]
) -> None:
    bucket, now = Bucket(Pace(rate, burst)), 0.0
    granted: list[float] = []
    for pause, times in visits:
        now += pause
        granted += [now] * taken(bucket, now, times)
    for first, start in enumerate(granted):
        for last in range(first, len(granted)):
            assert last - first + 1 <= burst + (granted[last] - start) * rate + 1e-3


@given(st.lists(st.floats(0.2, 5, allow_nan=False), max_size=40))
def test_whoever_keeps_to_the_rate_never_waits(pauses: list[float]) -> None:
    bucket, now = Bucket(Pace(5, 1)), 0.0
    for pause in pauses:
        now += pause
        assert bucket.take(now) == 0


def test_only_so_many_keys_are_remembered_and_the_oldest_goes_first() -> None:
    buckets = Buckets(Pace(1, 1), most=3)
    held = {key: buckets.of(key) for key in "abc"}
    assert buckets.of("a") is held["a"]
    buckets.of("d")
    assert len(buckets) == 3
    assert buckets.of("a") is held["a"]
    assert buckets.of("b") is not held["b"]


def command(rates: Rates, connection: Bucket, player: str) -> float:
    return rates.command(connection, player, HERE)


@pytest.mark.parametrize("asks", [command, Rates.look])
def test_an_account_with_many_connections_shares_one_rate(asks: Callable[[Rates, Bucket, str], float]) -> None:
    rates = Rates(TurnedClock())
    connections = [rates.connection() for _ in range(4)]
    let_in = sum(not asks(rates, each, "ann") for each in connections for _ in range(60))
    assert let_in == ACCOUNT.burst
    assert asks(rates, rates.connection(), "bob") == 0


def test_a_connection_that_is_refused_costs_its_account_nothing() -> None:
    rates = Rates(TurnedClock())
    hasty, calm = rates.connection(), rates.connection()
    assert sum(not rates.command(hasty, "ann", HERE) for _ in range(500)) == CONNECTION.burst
    assert sum(not rates.command(calm, "ann", HERE) for _ in range(60)) == ACCOUNT.burst - CONNECTION.burst


@pytest.mark.claim("caps-by-address")
def test_a_hundred_guests_of_one_address_send_no_more_commands_than_its_players_may() -> None:
    clock = TurnedClock()
    rates = Rates(clock, players=50)
    guests = [(rates.connection(), f"guest-{number}") for number in range(100)]

    def let_in() -> int:
        return sum(not rates.command(connection, guest, HERE) for connection, guest in guests for _ in range(60))

    assert let_in() == 20 * 50
    assert rates.command(rates.connection(), "somebody else", THERE) == 0
    clock.advance(1)
    assert let_in() == 4 * 50


def test_new_guests_are_counted_by_address() -> None:
    rates = Rates(TurnedClock())
    assert sum(not rates.new_guest(HERE) for _ in range(80)) == NEW_GUEST.burst
    assert rates.new_guest(THERE) == 0


def test_a_class_comes_in_at_once() -> None:
    rates = Rates(TurnedClock(), players=200)
    assert sum(not rates.new_guest(HERE) for _ in range(300)) == 200


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("nowhere", "nowhere", True),
        ("x" * 64, "x" * 5000, True),
    ],
)
def test_an_address_of_version_6_counts_with_its_whole_network(one: str, other: str, same: bool) -> None:
    rates = Rates(TurnedClock(), new_guest=Pace(1, 1))
    assert rates.new_guest(one) == 0
    assert (rates.new_guest(other) > 0) is same


def test_a_refusal_says_how_long_to_wait_in_whole_seconds() -> None:
    assert slower(0.02) == "too many at once; ask again in 1 second"
    assert slower(11.2) == "too many at once; ask again in 12 seconds"
