"""What goes out of the house in one moment: a connection is written to once, whatever it was told in that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Outbox:
    """Whoever has something to send; asked to when all that happens in this turn of the event loop has happened."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def add(self, deliver: Callable[[], None]) -> None:
        """Have this called in a moment."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._due.append(deliver)

    def _deliver(self) -> None:
        due, self._due = self._due, []
        for deliver in due:
            deliver()
