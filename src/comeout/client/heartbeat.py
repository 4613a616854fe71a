"""The heartbeat of a connection: when to ping, and when the house has been silent for so long that it may be gone.

A network that fails can leave a socket open that carries nothing (half-open); only silence tells.
"""

from __future__ import annotations

CALM_PING_S, ALERT_PING_S = 5.0, 0.5
"""After how many silent seconds a ping is sent: while all is well, and after trouble or while an answer is awaited."""
CALM_PONG_S, ALERT_PONG_S = 2.0, 0.5
"""How long the house may take to say anything after a ping."""
ALERT_S = 60.0
"""How long trouble is remembered."""


class Heartbeat:
    """Tracks when the house was last heard. Time is the monotonic clock of the caller."""

    def __init__(self) -> None:
        self.heard_at = 0.0
        self._pinged_at: float | None = None
        """When the ping was sent that nothing has followed yet."""
        self._alert_until = 0.0

    def begin(self, now: float) -> None:
        """Start with a new connection."""
        self.heard_at, self._pinged_at = now, None

    def hear(self, now: float) -> None:
        """Note that the house said something; a late word makes the next silence suspicious."""
        self.heard_at = now
        if self._pinged_at is not None and now - self._pinged_at > ALERT_PONG_S:
            self.trouble(now)
        self._pinged_at = None

    def trouble(self, now: float) -> None:
        """Note that a connection was lost, silent or slow."""
        self._alert_until = now + ALERT_S

    def ping(self, now: float) -> None:
        """Note that a ping was sent."""
        self._pinged_at = now

    def ping_in(self, now: float, *, awaited: bool) -> float | None:
        """Return in how many seconds to ping; None if a ping is on its way. `awaited`: somebody waits for an answer."""
        if self._pinged_at is not None:
            return None
        return self.heard_at + (ALERT_PING_S if self._alert(now, awaited) else CALM_PING_S) - now

    def silent_in(self, now: float, *, awaited: bool) -> float | None:
        """Return in how many seconds the house counts as silent, not above 0 if it does; None before a ping."""
        if self._pinged_at is None:
            return None
        return self._pinged_at + (ALERT_PONG_S if self._alert(now, awaited) else CALM_PONG_S) - now

    def _alert(self, now: float, awaited: bool) -> bool:
        return awaited or now < self._alert_until
