"""Sends players' racks home: from one table, or from every table where none of their chips lies on the felt."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from comeout.protocol.frames import Answered
from comeout.protocol.house_commands import Ask

if TYPE_CHECKING:
    from comeout.house.house import House, Place

PATIENCE_SECONDS = 5.0
"""How long a table has to answer."""


async def ask_table(
    house: House,
    place: Place,
    name: str,
    *,
    player: str = "",
    roles: frozenset[str] = frozenset(),
    body: Mapping[str, Any] | None = None,
) -> Answered:
    """Send a command to a table and return its answer; TimeoutError if there is none."""
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def reply(told: bytes) -> None:
        if not answered.done():
            answered.set_result(told)

    place.ask(Ask(player, secrets.token_hex(16), name, body or {}, roles, house.clock.monotonic(), reply))
    async with asyncio.timeout(PATIENCE_SECONDS):
        return msgspec.json.decode(await answered, type=Answered)


async def leave_idle_tables(house: House, player: str, *, but: str) -> int:
    """Leave every other table where the player has nothing on the felt; returns how many seats are free again."""
    idle = [place for table, place in list(house.places.items()) if table != but and _sits_idle(place, player)]
    left = 0
    for place in idle:
        with suppress(TimeoutError):  # its owner does not answer: the rack goes home another time
            left += (await ask_table(house, place, "Leave", player=player)).ok
    return left


def _sits_idle(place: Place, player: str) -> bool:
    seat = place.seats.get(player)
    return seat is not None and not any(seat in place.fold.state.bets[spot] for spot in place.fold.state.occupied)
