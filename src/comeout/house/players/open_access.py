"""What is open in this process and hangs on a login session: sockets and streams.

When a session ends or a role changes, `OpenAccess` says so to each of them; `People.recheck` decides which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from comeout.log.records import Grant

EVERYWHERE = "*"
"""The table of a grant that is for all tables."""


def _nothing() -> None:
    """Do nothing."""


@dataclass(eq=False, slots=True)
class Access:
    """One socket or stream: the session it hangs on, its table, and the roles it was authorized with."""

    token: bytes
    player: str
    table: str = ""
    roles: frozenset[str] = frozenset()
    ended: bool = False
    """Whether the session is over."""
    changed: Callable[[], None] = _nothing
    """Called when the session has ended or the roles have changed."""

    def end(self) -> None:
        """Record that the session is over."""
        self.ended = True
        self.changed()

    def authorize(self, roles: frozenset[str]) -> None:
        """Apply the roles that the player holds now."""
        if roles != self.roles:
            self.roles = roles
            self.changed()


class OpenAccess:
    """All sockets and streams of this process, by player."""

    def __init__(self) -> None:
        self._of: dict[str, set[Access]] = {}

    @contextmanager
    def holding(self, access: Access) -> Iterator[Access]:
        """Register a socket or a stream as long as it is open."""
        self._of.setdefault(access.player, set()).add(access)
        try:
            yield access
        finally:
            mine = self._of[access.player]
            mine.discard(access)
            if not mine:
                del self._of[access.player]

    def of(self, player: str = "") -> list[Access]:
        """Return what a player has open; without a name, what everybody has."""
        if player:
            return list(self._of.get(player, ()))
        return [access for each in self._of.values() for access in each]


def authorize(open_now: Sequence[Access], held: Mapping[str, Sequence[Grant]]) -> None:
    """Apply the grants of each player to what they have open."""
    for access in open_now:
        access.authorize(roles_among(held.get(access.player, ()), access.table))


def roles_among(grants: Sequence[Grant], table: str) -> frozenset[str]:
    """Return the roles that grants give at a table."""
    return frozenset(grant.role for grant in grants if grant.table in (table, EVERYWHERE))
