"""What one connection is shown when it looks or asks for a quote: at its own pace, and without stopping the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from traceback import format_exc

import structlog

from comeout.house.asks import Ask
from comeout.house.hub import Subscriber
from comeout.house.people import Who
from comeout.house.rates import slower
from comeout.house.service import House, Place
from comeout.house.sight import quote, see, session_of
from comeout.house.store import StoreTrouble
from comeout.house.view import you
from comeout.house.wire import Answered, Look, Quote, Quoted, Sight, frame

log = structlog.get_logger("comeout.window")

Roles = frozenset[str]
LONGEST_ID = 64


class Window:
    """Somebody's view of a table."""

    def __init__(self, house: House, who: Who, subscriber: Subscriber) -> None:
        self._house, self._who, self._subscriber = house, who, subscriber
        self._pace = house.rates.connection()
        self._looking = False
        """Whether a look waits already: one sight answers them all."""

    async def ask(self, place: Place, message: Look | Quote, roles: Roles) -> None:
        """Take a look or a quote; it is answered at a moment when everything about the table is kept."""
        if isinstance(message, Look) and self._looking:
            return
        if isinstance(message, Quote) and not 0 < len(message.id) <= LONGEST_ID:
            self._refuse(Quote("", ""), "NONSENSE", f"a quote needs an id of 1 to {LONGEST_ID} characters")
            return
        wait = self._house.rates.look(self._pace, self._who.player)
        if wait and isinstance(message, Quote):
            self._refuse(message, "TOO_MANY", slower(wait))
            return
        with suppress(StoreTrouble):  # then their limits are not known, and whatever they bet is refused
            await self._house.learn(self._who.player)
        self._looking = self._looking or isinstance(message, Look)
        seen = partial(place.look, lambda: self._show(place, message, roles))
        # Whoever looks too often sees the table a little later.
        asyncio.get_running_loop().call_later(wait, seen) if wait else seen()

    def _show(self, place: Place, message: Look | Quote, roles: Roles) -> None:
        self._looking = self._looking and not isinstance(message, Look)
        try:
            self._subscriber.offer(frame(self._seen(place, message, roles)))
        except Exception:  # a picture that cannot be drawn must not stop the table
            log.error("sight broke", player=self._who.player, table=place.row.id, trouble=format_exc())
            self._refuse(message, "BROKEN", "the house broke on showing you the table; nothing happened to it")

    def _seen(self, place: Place, message: Look | Quote, roles: Roles) -> Sight | Quoted:
        house, player = self._house, self._who.player
        now = house.clock.now()
        if isinstance(message, Look):
            me = you(place, player, self._who.name, roles)
            return see(place, me, names=house.names, session=session_of(house.guardian, player), now=now)
        guard, arrived = house.guardian.at(place.row.id, place.layout), house.clock.monotonic()
        ask = Ask(player, message.id, message.name, message.body, roles, arrived, self._subscriber.offer)
        return quote(place, ask, guard=guard, now=now)

    def _refuse(self, message: Look | Quote, reason: str, says: str) -> None:
        if isinstance(message, Look):
            self._subscriber.offer(frame(Answered("", False, reason=reason, says=says)))
        else:
            self._subscriber.offer(frame(Quoted(message.id, False, says, reason)))
