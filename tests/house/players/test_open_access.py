"""What is open and hangs on a session: it is told when the session ends or the roles change, and only then."""

from __future__ import annotations

from unittest.mock import Mock

from comeout.house.players.open_access import Access, OpenAccess, authorize, roles_among
from comeout.log.records import Grant

DEALER = Grant("ann", "north", "dealer", False, "operator", 0)
INSPECTOR = Grant("ann", "*", "inspector", False, "operator", 0)


def test_what_is_open_is_known_by_its_player_until_it_is_closed() -> None:
    everything = OpenAccess()
    with everything.holding(Access(b"1", "ann")) as ann, everything.holding(Access(b"2", "bob")) as bob:
        assert everything.of("ann") == [ann]
        assert set(everything.of()) == {ann, bob}
    assert (everything.of(), everything.of("ann")) == ([], [])


def test_one_of_two_sockets_of_a_player_can_close_first() -> None:
    everything = OpenAccess()
    with everything.holding(Access(b"1", "ann")) as first:
        with everything.holding(Access(b"1", "ann")):
            assert len(everything.of("ann")) == 2
        assert everything.of("ann") == [first]


def test_a_change_is_told_once_and_the_same_roles_are_no_change() -> None:
    access = Access(b"1", "ann", "north", changed=Mock())
    authorize([access], {"ann": [DEALER, INSPECTOR]})
    authorize([access], {"ann": [DEALER, INSPECTOR]})
    assert (sorted(access.roles), access.changed.call_count) == (["dealer", "inspector"], 1)  # type: ignore[attr-defined]
    authorize([access], {})
    assert (access.roles, access.changed.call_count) == (frozenset(), 2)  # type: ignore[attr-defined]


def test_a_role_for_all_tables_counts_at_each() -> None:
    assert roles_among([DEALER, INSPECTOR], "south") == {"inspector"}
