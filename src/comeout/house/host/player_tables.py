"""Quota of the tables that players open for themselves: an empty one closes for a new one."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from comeout.house.host.create import OpeningError
from comeout.house.house import House, Place
from comeout.log.records import Mode, Profile, TableRow
from comeout.protocol.frames import Answered
from comeout.protocol.house_commands import Ask
from comeout.rules.layout import Layout
from comeout.table.messages import Reason

log = structlog.get_logger("comeout.house")

MOST: dict[Mode, int] = {"live": 5, "first-person": 20}
"""How many tables of each mode a player may have open."""

CLOSING_SECONDS = 5.0
_HOUSE = frozenset({"house"})


async def open_for(
    house: House,
    player: str,
    layout: Layout,
    *,
    name: str,
    mode: Mode,
    profile: Profile,
    settings: dict[str, str],
) -> TableRow:
    """Open a table for a player; beyond their quota, their oldest empty table closes."""
    async with house.opening:
        crowded = await _crowded(house, player, mode)
        row = await house.create(layout, name=name, mode=mode, player=player, profile=profile, settings=settings)
        if crowded:
            with suppress(TimeoutError):  # its owner does not answer: the next new table finds it again
                await _close(house, crowded)
    return row


async def _crowded(house: House, player: str, mode: Mode) -> Place | None:
    """Return the table that must close, if any."""
    rows = [row for row in await house.store.tables(player=player) if row.mode == mode]
    if len(rows) < MOST[mode]:
        return None
    for row in rows:
        place = await house.table(row.id)
        if place and not place.fold.state.seats:
            return place
    raise OpeningError(f"you have {len(rows)} {mode} tables open and somebody sits at each; leave one of them first")


async def _close(house: House, place: Place) -> None:
    """Close an empty table by its book, in the name of the automatic crew; if somebody sits down first it stays."""
    answer = await _ask(house, place, "CloseTable")
    if answer.reason == Reason.NOTICE_NEEDED.name:
        await _ask(house, place, "NotifyInspector")
        if place.fold.state.seats:
            return
        answer = await _ask(house, place, "CloseTable")
    if not answer.ok:
        log.warning("table not closed", table=place.row.id, why=answer.says)


async def _ask(house: House, place: Place, name: str) -> Answered:
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def reply(told: bytes) -> None:
        if not answered.done():
            answered.set_result(told)

    body: dict[str, Any] = {"by": "house"}
    place.ask(Ask("", secrets.token_hex(16), name, body, _HOUSE, house.clock.monotonic(), reply))
    return msgspec.json.decode(await asyncio.wait_for(answered, CLOSING_SECONDS), type=Answered)
