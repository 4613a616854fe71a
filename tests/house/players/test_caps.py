"""Caps hold by player and by address, give back what is released, and grow with the players of an address."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from comeout.house.players.caps import CapReached, Caps, Held, OpenSockets


def test_a_key_holds_up_to_the_cap_and_what_is_given_back_can_be_taken_again() -> None:
    held = Held(2)
    assert [held.take("a"), held.take("a"), held.take("a"), held.take("b")] == [True, True, False, True]
    held.give_back("a")
    assert (held.all, held.take("a"), held.take("a"), held.all) == (2, True, False, 3)


def test_a_player_has_so_many_sockets_wherever_they_come_from() -> None:
    sockets = OpenSockets(Caps(player_sockets=3))
    with ExitStack() as stack:
        for number in range(3):
            stack.enter_context(sockets.holding("ann", f"10.0.0.{number}"))
        with pytest.raises(CapReached, match="you have 3 sockets open; close one"), sockets.holding("ann", "10.0.0.9"):
            pass
        with sockets.holding("bob", "10.0.0.1"):
            pass
    with sockets.holding("ann", "10.0.0.9"):
        pass  # all of them are closed


def test_a_hundred_guests_of_one_address_share_its_cap_and_leave_other_addresses_alone() -> None:
    caps = Caps(players_per_address=10)
    sockets = OpenSockets(caps)
    refused = 0
    with ExitStack() as stack:
        for number in range(100):
            try:
                stack.enter_context(sockets.holding(f"guest-{number}", "2001:db8::1"))
            except CapReached:
                refused += 1
        assert refused == 100 - caps.address_sockets == 60
        with pytest.raises(CapReached, match="your address has 40"), sockets.holding("late", "2001:db8::2"):
            pass  # the same household
        with sockets.holding("innocent", "2001:db9::1"):
            pass
    with sockets.holding("late", "2001:db8::2"):
        pass


def test_the_defaults_let_thirty_players_of_one_address_play() -> None:
    caps = Caps()
    assert caps.address_sockets >= 30 * 4
    assert caps.address_connections >= 30 * 8
    assert Caps(players_per_address=200).address_sockets == 4 * caps.address_sockets
