"""Tables over HTTP: what they are, their logs and dice, recall of every roll, and the socket."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from comeout.house.export import export_player, export_table
from comeout.house.service import House
from comeout.house.signed import (
    Asked,
    TableId,
    book_called,
    house_of,
    table_of,
    token_of,
    who_asks,
)
from comeout.house.socket import Connection
from comeout.house.view import fairness, snapshot, you

RECALL_PAGE = 100
LATEST = 2**62
"""Later than any roll, and still a number that a store can hold."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A private table, in first person."""

    book: str
    regulated: bool = False
    settings: dict[str, str] = {}


@get("/tables")
async def tables(request: Asked) -> list[dict[str, Any]]:
    """The live tables, and your own."""
    house = house_of(request)
    who = await house.people.who(token_of(request))
    rows = [row for row in await house.store.tables() if row.player in ("", who.player if who else "")]
    return [await _table(house, row.id) for row in rows]


async def _table(house: House, table: str) -> dict[str, Any]:
    host = await house.table(table)
    if host is None:
        return {"id": table, "closed": True}
    state = host.fold.state
    return {
        "id": table,
        "closed": False,
        "name": host.row.name,
        "book": host.layout.id,
        "digest": host.row.book,
        "mode": host.row.mode,
        "profile": host.row.profile,
        "dice": host.row.dice,
        "seated": len(state.seats),
        "point": state.point,
        "phase": state.phase.value,
        "closes_in_ms": host.closes_in_ms,
        "waiting": host.waiting,
        "play_money": True,
    }


@post("/tables")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> dict[str, Any]:
    """A private table in first person, at once."""
    who = await who_asks(request)
    house = house_of(request)
    found = book_called(data.book)
    row = await house.create(
        found,
        name=found.rulebook.book.title,
        mode="first-person",
        player=who.player,
        profile="regulated" if data.regulated else "standard",
        settings=data.settings,
    )
    return await _table(house, row.id)


@get("/tables/{table:str}")
async def table(request: Asked, table: TableId) -> dict[str, Any]:
    """The whole table as it lies, as you may see it."""
    who = await who_asks(request)
    host, roles = await table_of(request, table, who)
    me = you(host, who.player, who.name, roles)
    return msgspec.to_builtins(snapshot(host, me, house_of(request).names))  # type: ignore[no-any-return]


@get("/tables/{table:str}/fairness")
async def table_fairness(request: Asked, table: TableId) -> dict[str, Any]:
    """What anyone needs to check the dice of a table."""
    host, _ = await table_of(request, table, await who_asks(request))
    return fairness(host)


@get("/tables/{table:str}/book")
async def tablebook_called(request: Asked, table: TableId) -> dict[str, Any]:
    """The text of the book a table is played by, and the house's higher payouts: it compiles to the digest told."""
    host, _ = await table_of(request, table, await who_asks(request))
    kept = await house_of(request).store.book(host.row.book)
    assert kept, "the book of a table is kept before its log begins"
    payouts = msgspec.json.decode(kept.payouts or "{}")
    return {"name": kept.name, "digest": kept.digest, "text": kept.text, "payouts": payouts}


@get("/tables/{table:str}/export", media_type="application/jsonl")
async def export(request: Asked, table: TableId) -> Stream:
    """The whole log of a table with its book, for its crew, the inspector, or the player whose table it is."""
    who = await who_asks(request)
    host, roles = await table_of(request, table, who)
    if not roles and host.row.player != who.player:
        raise PermissionDeniedException("the log of a table is for its crew and the inspector")
    return Stream(export_table(house_of(request).store, table), media_type="application/jsonl")


@get("/recall")
async def recall(
    request: Asked,
    table: FromQuery[str | None] = None,
    before: FromQuery[int] = 0,
    limit: FromQuery[int] = RECALL_PAGE,
) -> dict[str, Any]:
    """Your rolls again, newest first and complete; crew and the inspector of a table see everybody's."""
    who = await who_asks(request)
    house = house_of(request)
    roles = await house.people.roles(who.player, table) if table else frozenset[str]()
    rows = await house.store.recall(
        player=None if roles else who.player,
        table=table,
        before=min(max(0, before), LATEST),
        limit=min(max(1, limit), 1000),
    )
    return {
        "rolls": [{"seq": row.seq, "player": row.player, **msgspec.json.decode(row.body)} for row in rows],
        "before": rows[-1].at if rows else None,
        "play_money": True,
    }


@get("/recall/export", media_type="application/jsonl")
async def recall_export(request: Asked) -> Stream:
    """All of your rolls, one round a line."""
    who = await who_asks(request)
    return Stream(export_player(house_of(request).store, who.player), media_type="application/jsonl")


@websocket("/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """The table as it happens."""
    try:
        who = await who_asks(socket)
        host, roles = await table_of(socket, table, who)
    except HTTPException as bad:
        await socket.accept()
        await socket.close(code=4001, reason=bad.detail[:100])
        return
    await socket.accept()
    house_of(socket).names[who.player] = who.name
    await house_of(socket).guardian.learn(who.player)
    await Connection(house_of(socket), host, socket, who, roles).serve()


TABLES = (tables, open_table, table, table_fairness, tablebook_called, export, recall, recall_export, live)
"""Every route here."""
