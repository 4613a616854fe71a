"""Presence tracks who is connected to a table in any process, by heartbeats over the bus."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from comeout.house.audience.hub import Hub
from comeout.house.clock import Clock

HERE_SECONDS = 2.0
"""How often a process publishes which players are connected to it (heartbeat)."""

SILENT_SECONDS = 5.0
"""How long a process may be silent before it counts as gone, with all its connections (heartbeat timeout)."""


class Here(msgspec.Struct):
    """Message of one process about its connections to a table: who came and went, or the whole list."""

    process: str
    came: list[str]
    gone: list[str] = []
    whole: bool = False


def here_subject(table: str) -> str:
    """Return the bus subject for presence at a table."""
    return f"comeout.here.{table}"


@dataclass(slots=True)
class _Other:
    """Another process, and the connections it has reported."""

    heard: float
    players: set[str] = field(default_factory=set)


class Presence:
    """Tracks who has a connection to one table in any process; sets `changed` when somebody comes or goes."""

    def __init__(
        self, hub: Hub, clock: Clock, *, process: str = "", tell: Callable[[bytes], None] = lambda _data: None
    ) -> None:
        self._hub, self._clock, self._process, self._tell = hub, clock, process, tell
        self._others: dict[str, _Other] = {}
        self._told_any = False
        self.changed: Callable[[str, bool], None] = lambda _player, _here: None
        """Called with a player and True for each new connection, with False when the last one has gone."""
        hub.came, hub.gone = self._came, self._gone

    def here(self, player: str) -> bool:
        """Return whether a player is connected anywhere."""
        return self._hub.connected(player) or any(player in each.players for each in self._others.values())

    def tell_all(self, seated: Iterable[str]) -> None:
        """Publish which of the table's players are connected to this process."""
        players = [player for player in seated if self._hub.connected(player)]
        if players or self._told_any:
            self._tell(msgspec.msgpack.encode(Here(self._process, players, whole=True)))
        self._told_any = bool(players)

    def hear(self, data: bytes) -> None:
        """Apply a presence message of another process."""
        told = msgspec.msgpack.decode(data, type=Here)
        if told.process == self._process:
            return
        other = self._others.setdefault(told.process, _Other(0.0))
        before, came = set(other.players), set(told.came)
        other.heard = self._clock.monotonic()
        other.players = came if told.whole else (before | came) - set(told.gone)
        for player in other.players - before:
            self.changed(player, True)
        self._lose(before - other.players)

    def sweep(self) -> None:
        """Drop the connections of processes that have been silent for too long (heartbeat timeout)."""
        now = self._clock.monotonic()
        for process, other in list(self._others.items()):
            if now - other.heard > SILENT_SECONDS:
                del self._others[process]
                self._lose(other.players)

    def _lose(self, players: Iterable[str]) -> None:
        for player in players:
            if not self.here(player):
                self.changed(player, False)

    def _came(self, player: str) -> None:
        self._tell(msgspec.msgpack.encode(Here(self._process, [player])))
        self.changed(player, True)

    def _gone(self, player: str) -> None:
        self._tell(msgspec.msgpack.encode(Here(self._process, [], [player])))
        self._lose([player])
