"""REST routes of the tables: lists, snapshots, logs, dice, recall of every roll, and the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from msgspec import Meta

from comeout.house.audience.snapshot import fairness, position_line, snapshot, you
from comeout.house.host.create import LONGEST_NAME, open_for
from comeout.house.host.leaving import ask_table, leave_idle_tables
from comeout.house.host.posted_limits import USUAL, PostedRange, posted_limits
from comeout.house.house import House, Place
from comeout.house.http.authentication import (
    Asked,
    TableId,
    access_of,
    address_of,
    book_called,
    house_of,
    slow_down,
    table_of,
    token_of,
    who_asks,
)
from comeout.house.http.bad_requests import refusals
from comeout.house.http.socket import Connection
from comeout.house.operator.export_writer import export_player, export_table
from comeout.house.players.caps import CapReached
from comeout.house.players.people import Who
from comeout.house.views.spot_facts import book_key
from comeout.log.activity import SettledLine, won
from comeout.log.records import LATEST, Mode, RecallRow, TableRow, is_lesson
from comeout.protocol.frames import Fairness, Snapshot
from comeout.protocol.play_answers import PositionAnswer
from comeout.protocol.rest_answers import RecalledRoll, RecallPage, SeatsLeft, TableBook, TableLine
from comeout.rules.describe import GROUPS, group_of
from comeout.rules.layout import Layout
from comeout.table.state import Phase

T = TypeVar("T")
RECALL_PAGE = 100

LOOK_SECONDS = 5.0

CUT_SHORT = b'{"cut_short":"your session or your role has ended; this export is not complete"}\n'
"""The last line of an export whose reader lost the right to it; whatever reads exports refuses it."""


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table of your own: first-person and private, or live and open to everybody who has its link."""

    book: str
    mode: Annotated[Mode, Meta(description="For you alone without a clock, or shared and by it.")] = "first-person"
    name: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="Printable; the title of the book if it is empty.")
    ] = ""
    regulated: Annotated[bool, Meta(description="Keep five seconds between rolls.")] = False
    settings: Annotated[dict[str, str], Meta(description="What GET /books/{book}/settings offers, by name.")] = {}
    posted: Annotated[
        bool,
        Meta(description="Post the limits of the house, and pay whole units; if you play alone, a companion throws."),
    ] = False
    line_min_cents: Annotated[
        int | None, Meta(description="The minimum of the line bet, in place of what the house posts.")
    ] = None
    line_max_cents: Annotated[int | None, Meta(description="The maximum.")] = None

    def limits(self, layout: Layout) -> dict[str, str]:
        """Return the settings that the house posts, if it is asked to."""
        least, most = self.line_min_cents, self.line_max_cents
        if not self.posted and least is None and most is None:
            return {}
        line = PostedRange(USUAL.least if least is None else least, USUAL.most if most is None else most)
        return posted_limits(layout, self.mode, line)


@get("/tables", responses=refusals())
async def tables(request: Asked) -> list[TableLine]:
    """List the tables of the house, your own and those where you sit; not those of lessons."""
    house = house_of(request)
    who = await house.people.who(token_of(request))
    player = who.player if who else ""
    rows = [*await house.store.tables(player=""), *(await house.store.tables(player=player) if player else ())]
    ids = dict.fromkeys([*(row.id for row in rows), *(house.guardian.tables(player) if player else ())])
    places = [await house.table(each) for each in ids if not is_lesson(each)]
    return [await table_line(house, place, player) for place in places if place]


async def table_line(house: House, place: Place, player: str) -> TableLine:
    """Return a table as the list of tables shows it to a player."""
    row, layout, fold = place.row, place.layout, place.fold
    state, posted = fold.state, fold.state.settings
    shooter = state.seats.get(state.shooter) if state.shooter is not None else None
    line = next((spot.id for spot in layout.spots if group_of(layout, spot.wager_id) == GROUPS[0]), "")
    return TableLine(
        id=row.id,
        closed=state.phase is Phase.SHUT,
        name=row.name,
        book=layout.id,
        digest=row.book,
        mode=row.mode,
        profile=row.profile,
        dice=row.dice,
        seated=len(state.seats),
        shooter=house.names.get(shooter.player, shooter.player) if shooter else None,
        point=state.point,
        phase=state.phase.value,
        closes_in_ms=place.closes_in_ms,
        waiting=place.waiting,
        betting_seconds=posted.betting_time_s,
        line_min_cents=posted.minimum.get(line),
        line_max_cents=posted.maximum.get(line),
        rolls=state.rolls,
        last_rolls=list(fold.memory.last_rolls),
        mine=bool(player) and row.player == player,
        sits=player in place.seats,
        roles=sorted(await house.people.roles(player, row.id)) if player else [],
    )


@post("/tables", responses=refusals(400, 401, 403, 404))
async def open_table(request: Asked, data: JSONBody[NewTable]) -> TableLine:
    """Open a table of your own. Beyond 20 first-person or 5 live ones, your oldest empty one closes."""
    who = await who_asks(request)
    house = house_of(request)
    found = book_called(data.book)
    slow_down(house.rates.new_table(who.player, address_of(request)))
    row = await open_for(
        house,
        who.player,
        found,
        name=data.name or found.rulebook.book.title,
        mode=data.mode,
        profile="regulated" if data.regulated else "standard",
        settings={**data.limits(found), **data.settings},
        address=address_of(request),
    )
    return await table_line(house, await house.place(row), who.player)


@post("/tables/{table:str}/leave", status_code=200, responses=refusals(400, 401, 404))
async def leave(request: Asked, table: TableId) -> TableLine:
    """Leave your seat at a table; your rack goes back to your wallet."""
    who = await who_asks(request)
    place, _ = await table_of(request, table, who)
    answer = await ask_table(house_of(request), place, "Leave", player=who.player)
    if not answer.ok:
        raise HTTPException(answer.says, status_code=400)
    return await table_line(house_of(request), place, who.player)


@post("/tables/{table:str}/clear-others", status_code=200, responses=refusals(400, 401, 404))
async def leave_others(request: Asked, table: TableId) -> SeatsLeft:
    """Leave every other table where you have nothing on the felt, before you sit down at this one."""
    who = await who_asks(request)
    await table_of(request, table, who)
    return SeatsLeft(await leave_idle_tables(house_of(request), who.player, but=table))


@get("/tables/{table:str}", responses=refusals(400, 401, 404))
async def table(request: Asked, table: TableId) -> Snapshot:
    """Return a snapshot of the table, as you may see it."""
    who = await who_asks(request)
    place, roles = await table_of(request, table, who)
    names = house_of(request).names
    return await looked(place, lambda: snapshot(place, you(place, who.player, who.name, roles), names))


@get("/tables/{table:str}/position", responses=refusals(400, 401, 404))
async def table_position(request: Asked, table: TableId) -> PositionAnswer:
    """Return the position of a table as one line of text, with no more of other players than you may see."""
    who = await who_asks(request)
    place, roles = await table_of(request, table, who)
    line = await looked(place, lambda: position_line(place, who.player, crew=bool(roles)))
    if line is None:
        raise NotFoundException("this table has too many players for a position in one line")
    return PositionAnswer(line)


async def looked(place: Place, draw: Callable[[], T]) -> T:
    """Return a view of a table, read when everything about it is committed."""
    seen: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def look() -> None:
        if seen.done():
            return
        try:
            seen.set_result(draw())
        except Exception as bad:  # what cannot be shown must not stop the table
            seen.set_exception(bad)

    place.look(look)
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            return await seen
    except TimeoutError:
        raise HTTPException("the table does not answer just now; ask again", status_code=503) from None


@get("/tables/{table:str}/fairness", responses=refusals(400, 401, 404))
async def table_fairness(request: Asked, table: TableId) -> Fairness:
    """Return what anyone needs to check the dice of a table."""
    host, _ = await table_of(request, table, await who_asks(request))
    return fairness(host)


@get("/tables/{table:str}/book", responses=refusals(400, 401, 404))
async def table_book(request: Asked, table: TableId) -> TableBook:
    """Return the text of the book a table is played by, and the house's higher payouts: they compile to this digest."""
    host, _ = await table_of(request, table, await who_asks(request))
    kept = await house_of(request).store.book(host.row.book)
    assert kept, "the book of a table is kept before its log begins"
    payouts = msgspec.json.decode(kept.payouts or "{}", type=dict[str, dict[str, str]])
    return TableBook(kept.name, kept.digest, kept.text, payouts)


@get("/tables/{table:str}/export", media_type="application/jsonl", responses=refusals(400, 401, 403, 404))
async def export(request: Asked, table: TableId) -> Stream:
    """Export the log of a table with its book, for its crew, inspectors, or the player of a first-person table."""
    who = await who_asks(request)
    host, roles = await table_of(request, table, who)
    if not may_export(host.row, who.player, roles):
        raise PermissionDeniedException("the log of a table is for its crew and the inspector")
    allowed = partial(may_export, host.row, who.player)
    lines = export_table(house_of(request).store, table)
    return Stream(while_allowed(request, who, lines, table=table, allowed=allowed), media_type="application/jsonl")


def may_export(row: TableRow, player: str, roles: frozenset[str]) -> bool:
    """Return whether a person may have the log of a table: its crew, inspectors, or the player it was opened for."""
    return bool(roles) or (row.mode == "first-person" and row.player == player)


async def while_allowed(
    request: Asked,
    who: Who,
    lines: AsyncIterator[bytes],
    *,
    table: str = "",
    allowed: Callable[[frozenset[str]], bool] = lambda _roles: True,
) -> AsyncIterator[bytes]:
    """Yield an export until the session ends or the roles no longer allow it; then its last line says so."""
    people = house_of(request).people
    with people.open.holding(access_of(request, who, table)) as access:
        access.roles = await people.roles(who.player, table)
        async for line in lines:
            if access.ended or not allowed(access.roles):
                yield CUT_SHORT
                return
            yield line


@get("/recall", responses=refusals(400, 401))
async def recall(
    request: Asked,
    table: FromQuery[str | None] = None,
    before: FromQuery[int] = 0,
    limit: FromQuery[int] = RECALL_PAGE,
) -> RecallPage:
    """Return your past rolls, newest first and complete; crew and inspectors of a table see everybody's."""
    who = await who_asks(request)
    house = house_of(request)
    roles = await house.people.roles(who.player, table) if table else frozenset[str]()
    rows = await house.store.recall(
        player=None if roles else who.player,
        table=table,
        before=min(max(0, before), LATEST),
        limit=min(max(1, limit), 1000),
    )
    played = {each: await house.store.table(each) for each in {row.table for row in rows}}
    rolls = [_recalled(row, played[row.table]) for row in rows]
    return RecallPage(rolls, before=rows[-1].at if rows else None)


def _recalled(row: RecallRow, table: TableRow | None) -> RecalledRoll:
    """Return a roll as it was stored, with what each line of it won, and the book of its table."""
    kept = msgspec.json.decode(row.body)
    lines = [{**line, "net_cents": won(msgspec.convert(line, SettledLine))} for line in kept["lines"]]
    key = book_key(kept["book"], table.book) if table else kept["book"]
    more = {"seq": row.seq, "player": row.player, "lines": lines, "book_key": key}
    return msgspec.convert({**kept, **more}, RecalledRoll)


@get("/recall/export", media_type="application/jsonl", responses=refusals(401))
async def recall_export(request: Asked) -> Stream:
    """Export all of your rolls, one round a line."""
    who = await who_asks(request)
    lines = export_player(house_of(request).store, who.player)
    return Stream(while_allowed(request, who, lines), media_type="application/jsonl")


@websocket("/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Open the WebSocket of a table."""
    house = house_of(socket)
    try:
        who = await who_asks(socket)
        address = address_of(socket)
        counted = house.sockets.holding(who.player, address)
        with counted, house.people.open.holding(access_of(socket, who, table)) as access:
            host, access.roles = await table_of(socket, table, who)
            connection = Connection(house, host, socket, who, access, address=address)
            await socket.accept()
            house.names[who.player] = who.name
            await house.learn(who.player)
            await connection.serve()
    except HTTPException as bad:
        await socket.accept()
        await socket.close(code=4001, reason=bad.detail[:100])
    except CapReached as bad:
        await socket.accept()
        await socket.close(code=4029, reason=str(bad)[:100])


TABLES = (
    tables,
    open_table,
    leave,
    leave_others,
    table,
    table_position,
    table_fairness,
    table_book,
    export,
    recall,
    recall_export,
    live,
)
"""The routes of this module."""
