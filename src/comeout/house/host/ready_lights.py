"""The ready lights of a live table: which players are ready for the throw, and how early bets close because of them.

They are no events of the game and are in no log: a new owner of the table starts with all lights off.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from comeout.house.audience.presence import Presence
from comeout.house.host.owned_table import OwnedTable

NOTICE_SECONDS = 3.0
"""How long everybody else may still bet once the shooter wants to throw."""


class _Light(NamedTuple):
    player: str
    since: float
    """When the player said so, by the monotonic clock."""


class _Notice(NamedTuple):
    shooter: int
    since: float


class ReadyLights:
    """Who is ready for the throw: a bet that is made or taken down afterwards leaves a light on."""

    def __init__(self, table: OwnedTable, presence: Presence) -> None:
        self._table, self._presence = table, presence
        self._lights: dict[int, _Light] = {}
        self.seats: Collection[int] = self._lights.keys()
        """The seats that are ready."""
        self._notice: _Notice | None = None
        """The notice that the shooter has given, while the dice could be thrown."""

    def switch(self, seat: int, *, on: bool) -> None:
        """Switch the light of a seat on or off."""
        if not on:
            self._lights.pop(seat, None)
            self.withdraw_notice()
        elif seat not in self._lights:
            self._lights[seat] = _Light(self._table.players[seat], self._table.clock.monotonic())

    def clear(self) -> None:
        """Switch all lights off: bets were opened, or what was asked of this owner never happened."""
        self._lights.clear()
        self.withdraw_notice()

    def withdraw_notice(self) -> None:
        """Forget that the shooter wants to throw: the table waits for something else, or the light is off."""
        self._notice = None

    def close_at(self, shooter: int | None, *, earliest: float, halfway: float) -> float | None:
        """Return when bets close because of who is ready, if anybody but the clock closes them.

        If everybody is ready, that is at once, but not before `earliest`. A shooter who wants to throw waits until the
        others are ready or half of the betting time is over, and gives them notice. Players who are away or have no
        connection do not count.
        """
        self._drop_absent()
        if not self._lights:
            return None
        seats = self._table.state.seats.items()
        if all(seat in self._lights for seat, each in seats if self._counts(each.player, away=each.away)):
            return max(earliest, *(light.since for light in self._lights.values()))
        if shooter is None or shooter not in self._lights:
            return None
        if self._notice is None or self._notice.shooter != shooter:
            self._notice = _Notice(shooter, self._table.clock.monotonic())
        return max(earliest, halfway, self._notice.since + NOTICE_SECONDS)

    def _counts(self, player: str, *, away: bool) -> bool:
        return not away and self._presence.here(player)

    def _drop_absent(self) -> None:
        """Switch off the lights of players who left, walked away or lost the connection."""
        state, players = self._table.state, self._table.players
        for seat, light in list(self._lights.items()):
            here = players.get(seat) == light.player and self._counts(light.player, away=state.seats[seat].away)
            if not here:
                del self._lights[seat]
