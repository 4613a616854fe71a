"""The heartbeat: quiet while all is well, quick after trouble or while somebody waits."""

from __future__ import annotations

from comeout.client.heartbeat import (
    ALERT_PING_S,
    ALERT_PONG_S,
    ALERT_S,
    CALM_PING_S,
    CALM_PONG_S,
    Heartbeat,
)


def begun(now: float = 100.0) -> Heartbeat:
    pulse = Heartbeat()
    pulse.begin(now)
    return pulse


def test_a_ping_is_due_after_a_silence_and_only_one_is_on_its_way() -> None:
    pulse = begun(100.0)
    assert pulse.ping_in(100.0, awaited=False) == CALM_PING_S
    assert pulse.ping_in(101.0, awaited=True) == ALERT_PING_S - 1
    assert pulse.silent_in(500.0, awaited=True) is None, "nothing was asked yet"
    pulse.ping(105.0)
    assert pulse.ping_in(500.0, awaited=True) is None
    assert pulse.silent_in(105.0, awaited=False) == CALM_PONG_S
    assert pulse.silent_in(105.0, awaited=True) == ALERT_PONG_S


def test_any_word_of_the_house_ends_the_silence() -> None:
    pulse = begun()
    pulse.ping(105.0)
    pulse.hear(105.2)
    assert pulse.silent_in(200.0, awaited=False) is None
    assert pulse.ping_in(105.2, awaited=False) == CALM_PING_S


def test_trouble_and_late_words_make_it_quick_for_a_minute() -> None:
    for late in (False, True):
        pulse = begun()
        if late:
            pulse.ping(100.0)
            pulse.hear(101.0)
        else:
            pulse.trouble(101.0)
            pulse.hear(101.0)
        assert pulse.ping_in(101.0, awaited=False) == ALERT_PING_S
        assert pulse.ping_in(101.0 + ALERT_S, awaited=False) == CALM_PING_S - ALERT_S


def test_a_dead_socket_is_noticed_within_a_second_after_trouble() -> None:
    assert ALERT_PING_S + ALERT_PONG_S <= 1.0
