"""Caps on what one player, one address and everybody together may hold at a time, such as connections and tables.

A class or a casino shares one address, so the caps of an address follow from how many players are expected there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from comeout.errors import ComeoutError
from comeout.house.players.rate_limits import address_key


class CapReached(ComeoutError):
    """Somebody holds as much as they may, in one sentence."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How much may be held at a time."""

    connections: int = 4_000
    """Connections of everybody, of HTTP and WebSocket."""
    players_per_address: int = 50
    """How many players share one address at most."""
    player_sockets: int = 16
    empty_minutes: int = 60
    """After how many minutes an empty table of a player is closed."""
    guest_days: int = 30
    """After how many days without use a guest is removed."""

    @property
    def address_connections(self) -> int:
        """Connections of one address: a browser has up to six beside its socket, for a few seconds."""
        return 8 * self.players_per_address

    @property
    def address_sockets(self) -> int:
        """WebSockets of one address."""
        return 4 * self.players_per_address

    @property
    def address_tables(self) -> int:
        """Tables that were opened from one address and are open."""
        return 2 * self.players_per_address

    @property
    def address_work_ms(self) -> int:
        """Milliseconds of computing time that one address may use in a second, and never all of it."""
        return min(800, 4 * self.players_per_address)


class Held:
    """Counts what each key holds, up to a cap."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()
        self.all = 0
        """How many are held by everybody."""

    def take(self, key: str) -> bool:
        """Count one more; False if the key holds as many as it may."""
        if self._held[key] >= self._most:
            return False
        self._held[key] += 1
        self.all += 1
        return True

    def give_back(self, key: str) -> None:
        """Count one less."""
        self._held[key] -= 1
        self.all -= 1
        if self._held[key] <= 0:
            del self._held[key]


class OpenSockets:
    """Counts the WebSockets of this process by player and by address."""

    def __init__(self, caps: Caps) -> None:
        self._caps = caps
        self._players, self._addresses = Held(caps.player_sockets), Held(caps.address_sockets)

    @contextmanager
    def holding(self, player: str, address: str) -> Iterator[None]:
        """Count a socket as long as it is open, or raise CapReached."""
        key = address_key(address)
        if not self._players.take(player):
            raise CapReached(f"you have {self._caps.player_sockets} sockets open; close one of them first")
        try:
            if not self._addresses.take(key):
                raise CapReached(
                    f"your address has {self._caps.address_sockets} sockets open; close some of them first"
                )
            try:
                yield
            finally:
                self._addresses.give_back(key)
        finally:
            self._players.give_back(player)
