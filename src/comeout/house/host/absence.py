"""Timeouts for players without a connection: marked away, brought back, and their seats freed.

Only where the house is the crew. A first-person table waits for its player, and people decide by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from comeout.house.audience.presence import Presence
from comeout.house.host.crew import AutomaticCrew, house_throws
from comeout.house.host.owned_table import OwnedTable
from comeout.log.fold import SEAT_FREED, Freed
from comeout.table.betting import AWAY
from comeout.table.messages import CameBack, ComeBack, Event, Leave, MarkAway, SeatTaken, WalkedAway
from comeout.table.shooter import BETWEEN_THROWS

SECOND = 1_000_000
"""One second in the time of the log, which counts microseconds."""


COME_BACK = ComeBack.__name__


class Absence:
    """Timeouts of players without a connection. It acts through the commands that people send."""

    def __init__(self, table: OwnedTable, crew: AutomaticCrew, presence: Presence, wake: Callable[[], None]) -> None:
        self._table, self._crew, self._clock = table, crew, table.clock
        self._presence, self._wake = presence, wake
        self._since: dict[str, float] = {}
        """When each seated player lost the connection, by the monotonic clock, longest first, until marked away."""
        self._back: set[str] = set()
        """Players who are marked away and have a connection again."""
        self._begun = table.clock.monotonic()
        """When this process became the owner. No seat is freed before everybody has had a betting time to reconnect."""
        presence.changed = self._changed

    @property
    def _minds(self) -> bool:
        """Return whether anything must be done about absent players at this table, now."""
        state = self._table.state
        live = self._table.row.mode == "live" and house_throws(self._table.row, state)
        return live and state.phase in BETWEEN_THROWS

    @property
    def due(self) -> float | None:
        """Return when there is something to do, by the monotonic clock."""
        anybody = self._back or self._since or self._table.memory.away
        if not anybody or not self._minds:
            return None
        if self._back:
            return self._clock.monotonic()
        times = [max(self._grace, each) for each in self._leave_times()]
        if self._since:
            times.append(next(iter(self._since.values())) + self._table.state.settings.betting_time_s)
        return min(times, default=None)

    def _leave_times(self) -> Iterator[float]:
        """Return when the seats of absent players become free; not those with bets, which a settlement decides."""
        now = self._clock.monotonic()
        for seat in self._table.memory.away:
            left = self._kept_for(seat)
            if left > 0 or not self._has_bets(seat):
                yield now + left

    def _kept_for(self, seat: int) -> float:
        """Return the seconds for which the seat of an absent player is still reserved; 0 when the time is over."""
        state, (at, round_number) = self._table.state, self._table.memory.away[seat]
        if state.round_number - round_number >= state.settings.away_rounds:
            return 0.0
        return max(0.0, state.settings.away_minutes * 60 - self._table.stamps.passed(at) / SECOND)

    def _has_bets(self, seat: int) -> bool:
        state = self._table.state
        return any(seat in state.bets[spot] for spot in state.occupied)

    @property
    def _grace(self) -> float:
        """Return until when no seat is freed after a start, by the monotonic clock."""
        return self._begun + self._table.state.settings.betting_time_s

    # -------------------------------------------------------------- what is heard

    def read_back(self) -> None:
        """Restart the timeouts after a replay: nobody is marked away before a whole betting time is over."""
        now, state = self._clock.monotonic(), self._table.state
        missing = {
            seat.player: self._since.get(seat.player, now)
            for seat in state.seats.values()
            if not seat.away and not self._presence.here(seat.player)
        }
        self._since = dict(sorted(missing.items(), key=lambda each: each[1]))
        away = (seat.player for seat in state.seats.values() if seat.away)
        self._back = {player for player in away if self._presence.here(player)}

    def acted(self, player: str, command: str) -> None:
        """Record that a player did something: they are there, and no longer away."""
        seat = self._table.seats.get(player)
        if seat is None:
            return
        away = self._table.state.seats[seat].away
        if not (away or player in self._since) or not self._minds:
            return
        if self._since.pop(player, None) is not None:
            self._since[player] = self._clock.monotonic()
        if away and command != COME_BACK:
            self._crew.do(ComeBack(seat))

    def hear(self, event: Event | None) -> None:
        """Handle a committed event."""
        if isinstance(event, (SeatTaken, CameBack)):
            self._miss(self._table.players.get(event.seat, ""))
        elif isinstance(event, WalkedAway):
            self._since.pop(self._table.players.get(event.seat, ""), None)

    def kept(self) -> None:
        """Handle a commit: whoever came back in it need not come back again."""
        if self._back:
            self._back = {player for player in self._back if self._is_away(player)}

    def _miss(self, player: str) -> None:
        self._since.pop(player, None)
        if player in self._table.seats and not self._presence.here(player):
            self._since[player] = self._clock.monotonic()

    def _is_away(self, player: str) -> bool:
        seat = self._table.seats.get(player)
        return seat is not None and self._table.state.seats[seat].away

    def _changed(self, player: str, here: bool) -> None:
        if player not in self._table.seats:
            return
        if self._is_away(player):
            (self._back.add if here else self._back.discard)(player)
        else:
            self._miss(player)
        self._wake()

    # -------------------------------------------------------------- what is done

    def attend(self) -> None:
        """Bring back who came, mark who is away, free the seats of players who are away for too long."""
        anybody = self._back or self._since or self._table.memory.away
        if not anybody or not self._minds:
            return
        for player in sorted(self._back):
            if self._is_away(player):
                self._crew.do(ComeBack(self._table.seats[player]))
        self._mark()
        self._free()

    def _mark(self) -> None:
        state, over = self._table.state, self._clock.monotonic() - self._table.state.settings.betting_time_s
        for player, since in list(self._since.items()):
            if since > over:
                return
            del self._since[player]
            seat = self._table.seats.get(player)
            if seat is not None:
                waits = any(each == seat for each, _ in state.choices)
                self._crew.do(MarkAway("house", seat, pending=waits))

    def _free(self) -> None:
        if self._clock.monotonic() < self._grace:
            return
        state = self._table.state
        for seat in sorted(self._table.memory.away):
            if self._kept_for(seat) or self._has_bets(seat):
                continue  # what lies on the layout is settled first
            player, rack = state.seats[seat].player, state.seats[seat].rack
            if self._crew.do(Leave(seat)):
                self._crew.writer.note(SEAT_FREED, Freed(seat, player, rack, AWAY))
