"""Housekeeping: closes empty tables of players, removes guests whom nobody is any more, deletes answers after a day.

Guests and tables cost nothing to make, so they must not stay for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from comeout.house.host.create import close_quietly, is_shut
from comeout.house.store.contract import StoreTrouble
from comeout.log.accounts import BONUS, wallet
from comeout.log.records import Micros, is_lesson

if TYPE_CHECKING:
    from comeout.house.host.host import Host
    from comeout.house.house import House

log = structlog.get_logger("comeout.house")

SWEEP_SECONDS = 60.0
"""How often the house is swept."""

GUESTS_AT_ONCE = 100
"""How many guests one sweep looks at."""

DAY_MICROS: Micros = 24 * 3600 * 1_000_000

ID_HOLDS: Micros = DAY_MICROS
"""How long the answer of a command is stored at least."""


class Housekeeping:
    """Puts away what nobody uses."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._empty: dict[str, float] = {}
        """Since when tables of players have been empty, by the monotonic clock."""
        self._after = ""
        """The guest that the last sweep looked at last."""

    async def watch(self) -> None:
        """Sweep every minute, as long as the house is open."""
        while True:
            await self._house.clock.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except (StoreTrouble, TimeoutError) as bad:
                log.warning("house not swept", why=str(bad))
            except Exception:
                log.exception("sweeping the house broke")

    async def sweep(self) -> None:
        """Put away what is due."""
        house = self._house
        for host in house.hosts:
            await self._look_at(host)
        self._empty = {table: since for table, since in self._empty.items() if table in house.places}
        await house.store.forget_answers(house.clock.now() - ID_HOLDS)
        await self._remove_guests()

    async def _look_at(self, host: Host) -> None:
        """Close a table of a player that has been empty for long, and stop running one that is closed."""
        if host.seats or host.hub.subscribers or not (host.row.player or is_shut(host)):
            self._empty.pop(host.row.id, None)
            return
        now = self._house.clock.monotonic()
        since = self._empty.setdefault(host.row.id, now)
        if now - since < 60 * self._house.caps.empty_minutes:
            return
        if not is_shut(host):
            await close_quietly(self._house, host)
        if is_shut(host):
            log.info("table put away", table=host.row.id, player=host.row.player)
            await self._house.put_away(host)

    # -------------------------------------------------------------- guests

    async def _remove_guests(self) -> None:
        """Remove some of the guests who have no session any more, and nothing on a table."""
        house = self._house
        before = house.clock.now() - house.caps.guest_days * DAY_MICROS
        found = await house.store.unused_guests(before=before, after=self._after, limit=GUESTS_AT_ONCE)
        self._after = found[-1] if len(found) == GUESTS_AT_ONCE else ""
        for guest in found:
            if await self._leaves_nothing(guest):
                await self._remove(guest)

    async def _leaves_nothing(self, guest: str) -> bool:
        """Return whether a guest has nothing on any table; empty tables of theirs are closed."""
        house = self._house
        if any(guest in place.seats for place in house.places.values() if not is_lesson(place.row.id)):
            return False
        for row in await house.store.tables(player=guest):
            if not await self._closed(row.id):
                return False
        return True

    async def _closed(self, table: str) -> bool:
        """Close a table of a guest, unless somebody sits there; return whether it is closed."""
        house, known = self._house, table in self._house.places
        place = await house.table(table)
        if place is None:
            return False  # its log is broken: whoever mends it finds whose it is
        if not place.seats or is_lesson(table):  # the chips of a lesson are nobody's money
            await close_quietly(house, place)
        shut = is_shut(place)
        host = next((host for host in house.hosts if host is place), None)
        if host and (shut or not known):
            await house.put_away(host)
        return shut

    async def _remove(self, guest: str) -> None:
        """Take a guest's play money back and delete the guest."""
        house = self._house
        left = await house.store.balance(wallet(guest))
        if left:
            postings = ((wallet(guest), -left), (BONUS, left))
            await house.store.post(postings, why="a guest who was unused is removed", key=f"removed:{guest}")
        await house.store.remove_guest(guest)
        house.names.pop(guest, None)
        log.info("guest removed", player=guest)
