"""The house over HTTP: books, tables, wallet, recall and fairness as REST, and one socket a table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import resources
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response, Router, WebSocket, delete, get, post, put, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter
from litestar.response import Stream

from comeout import __version__
from comeout.exact.figures import all_figures, figure_row
from comeout.felt import draw_felt
from comeout.house.export import export_player, export_table
from comeout.house.metrics import metrics_page
from comeout.house.people import Entered, PeopleError, Who
from comeout.house.rates import slower
from comeout.house.service import House, Place
from comeout.house.socket import Connection
from comeout.house.store import StoreTrouble
from comeout.house.view import fairness, snapshot, you
from comeout.rules.describe import book_page
from comeout.rules.errors import RulebookError
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book

log = structlog.get_logger("comeout.app")

COOKIE = "comeout_session"
COOKIE_SECONDS = 30 * 24 * 3600
LARGEST_BODY = 64 * 1024
RECALL_PAGE = 100

Asked = Request[Any, Any, Any]
Connected = ASGIConnection[Any, Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=80, description="The id of a table.")]
BookId = Annotated[str, PathParameter(max_length=80, description="The name of a book.")]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A private table, in first person."""

    book: str
    regulated: bool = False
    settings: dict[str, str] = {}


class NameAndPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Who somebody is."""

    name: str
    password: str


class NewLimit(msgspec.Struct, forbid_unknown_fields=True):
    """A limit of one's own: cents for loss and stake, minutes for time; none lifts it."""

    value: int | None


# ------------------------------------------------------------------ who is asking


def token_of(connection: Connected) -> str:
    """The token of a request: a cookie for browsers, a bearer header for programs."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return str(header[7:].strip())
    return connection.cookies.get(COOKIE, "")


async def who_asks(connection: Connected) -> Who:
    """Who is signed in; nobody is told to enter first."""
    who = await house_of(connection).people.who(token_of(connection))
    if who is None:
        raise NotAuthorizedException("you are not signed in; POST /api/v1/session lets you in as a guest")
    return who


def house_of(connection: Connected) -> House:
    """The house that runs in this process."""
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def check_origin(connection: Connected, _handler: BaseRouteHandler) -> None:
    """A browser's page of another origin changes nothing here and opens no socket."""
    if connection.scope.get("method", "") in ("GET", "HEAD", "OPTIONS"):  # a socket has no method
        return
    origin = connection.headers.get("origin")
    host = connection.headers.get("x-forwarded-host" if connection.app.state.trust_proxy else "host", "")
    if origin is not None and urlsplit(origin).netloc != host:
        log.warning("foreign origin", origin=origin[:200], path=connection.url.path)
        raise PermissionDeniedException("a page of another origin may not do this")


async def table_of(connection: Connected, table: str, who: Who) -> tuple[Place, frozenset[str]]:
    """A table this person may see, with the roles they hold at it."""
    house = house_of(connection)
    host = await house.table(table)
    roles = await house.people.roles(who.player, table)
    if host is None or (host.row.player not in ("", who.player) and not roles):
        raise NotFoundException(f'there is no table "{table[:40]}"; GET /api/v1/tables lists them')
    return host, roles


# ------------------------------------------------------------------ books


def _book(name: str) -> Layout:
    if name not in book_names():
        raise NotFoundException(f'there is no book "{name[:40]}"; these are: {", ".join(book_names())}')
    return load_book(name)


@get("/books", sync_to_thread=False)
def books() -> list[dict[str, Any]]:
    """The books of the house."""
    layouts = [load_book(name) for name in book_names()]
    return [
        {
            "id": each.id,
            "title": each.rulebook.book.title,
            "revision": each.rulebook.book.revision,
            "digest": each.digest,
        }
        for each in layouts
    ]


@get("/books/{book:str}", sync_to_thread=True)
def book(book: BookId) -> dict[str, Any]:
    """A book as a player reads it: bets, payouts, procedures, with their clauses."""
    return msgspec.to_builtins(book_page(_book(book)))  # type: ignore[no-any-return]


@get("/books/{book:str}/figures", sync_to_thread=True)
def figures(book: BookId) -> dict[str, Any]:
    """The exact figures of every bet of a book, fractions as text."""
    return {"book": book, "bets": [figure_row(each) for each in all_figures(_book(book))]}


@get("/books/{book:str}/felt.svg", media_type="image/svg+xml", sync_to_thread=True)
def felt(book: BookId, tall: FromQuery[bool] = False) -> str:
    """The layout of a book as a picture."""
    return draw_felt(_book(book), shape="tall" if tall else "wide")


@get("/books/{book:str}/layout", sync_to_thread=True)
def layout(book: BookId, tall: FromQuery[bool] = False) -> dict[str, Any]:
    """Every spot of a book: its name, where it lies on the picture, and when it may be bet on."""
    from comeout.felt import boxes

    found = _book(book)
    places = boxes(found, shape="tall" if tall else "wide")
    return {
        "book": book,
        "spots": {
            spot.id: {
                "name": spot.name,
                "made_here": spot.made_here,
                "made": spot.make_rule.when,
                "removed": spot.remove_rule.when,
                "clause": spot.clause,
                "chips": list(places[spot.id].chips),
            }
            for spot in found.spots
        },
    }


# ------------------------------------------------------------------ people


def _entered(request: Asked, entered: Entered) -> Response[dict[str, Any]]:
    house = house_of(request)
    house.names[entered.who.player] = entered.who.name
    cookie = Cookie(
        COOKIE,
        value=entered.token,
        httponly=True,
        samesite="strict",
        secure=bool(request.app.state.trust_proxy),
        max_age=COOKIE_SECONDS,
        path="/",
    )
    body = {**_who(entered.who), "token": entered.token}
    return Response(body, status_code=201, cookies=[cookie])


def _who(who: Who) -> dict[str, Any]:
    return {"player": who.player, "name": who.name, "guest": who.guest, "play_money": True}


def _address(request: Asked) -> str:
    if request.app.state.trust_proxy:
        return request.headers.get("x-forwarded-for", "").split(",")[0].strip()
    return request.client.host if request.client else ""


def _slow_down(wait: float) -> None:
    if wait:
        raise HTTPException(slower(wait), status_code=429, headers={"retry-after": str(max(1, round(wait)))})


@post("/session")
async def enter(request: Asked) -> Response[dict[str, Any]]:
    """Come in as a guest with play money; whoever is signed in stays who they are."""
    house = house_of(request)
    who = await house.people.who(token_of(request))
    if who is not None:
        return Response(_who(who), status_code=200)
    _slow_down(house.rates.new_guest(_address(request)))
    return _entered(request, await house.people.enter())


@get("/session")
async def session(request: Asked) -> dict[str, Any]:
    """Who you are."""
    return _who(await who_asks(request))


@delete("/session", status_code=200)
async def leave(request: Asked) -> Response[dict[str, Any]]:
    """Sign out."""
    await house_of(request).people.log_out(token_of(request))
    answer = Response({"signed_out": True})
    answer.delete_cookie(COOKIE, path="/")
    return answer


@post("/session/register")
async def register(request: Asked, data: JSONBody[NameAndPassword]) -> Response[dict[str, Any]]:
    """Keep your wallet under a name and a password."""
    house = house_of(request)
    _slow_down(house.rates.log_in(data.name, _address(request)))
    return _entered(request, await house.people.register(token_of(request), data.name, data.password))


@post("/session/login")
async def log_in(request: Asked, data: JSONBody[NameAndPassword]) -> Response[dict[str, Any]]:
    """Come back to your account."""
    house = house_of(request)
    _slow_down(house.rates.log_in(data.name, _address(request)))
    return _entered(request, await house.people.log_in(data.name, data.password, leaving=token_of(request)))


@get("/wallet")
async def wallet(request: Asked) -> dict[str, Any]:
    """What you have outside the tables, how long you have played and where that left you."""
    who = await who_asks(request)
    house = house_of(request)
    await house.guardian.learn(who.player)
    found = await house.people.wallet(who.player)
    return {**msgspec.to_builtins(found), **msgspec.to_builtins(house.guardian.position(who.player))}


@get("/limits")
async def limits(request: Asked) -> list[dict[str, Any]]:
    """The limits you set for yourself."""
    who = await who_asks(request)
    guardian = house_of(request).guardian
    await guardian.learn(who.player)
    return [each._asdict() for each in guardian.limits(who.player)]


@put("/limits/{kind:str}")
async def set_limit(
    request: Asked, kind: FromPath[Literal["loss", "time", "stake"]], data: JSONBody[NewLimit]
) -> dict[str, Any]:
    """Set a limit for yourself: tighter at once, looser after 24 hours."""
    who = await who_asks(request)
    changed = await house_of(request).change_limit(who.player, kind, data.value)
    return changed._asdict()


# ------------------------------------------------------------------ tables


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
    found = _book(data.book)
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
async def table_book(request: Asked, table: TableId) -> dict[str, Any]:
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


# ------------------------------------------------------------------ recall


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
        player=None if roles else who.player, table=table, before=max(0, before), limit=min(max(1, limit), 1000)
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


# ------------------------------------------------------------------ the socket, health and metrics


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


@get("/health", sync_to_thread=False)
def health(request: Asked) -> dict[str, Any]:
    """Whether the house runs, and what."""
    house = house_of(request)
    return {
        "ok": True,
        "version": __version__,
        "tables": len(house.places),
        "owned": len(house.hosts),
        "play_money": True,
    }


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: Asked) -> str:
    """Figures for Prometheus."""
    return metrics_page(house_of(request).hosts)


@get("/", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def door() -> Response[str]:
    """What somebody sees who comes with a browser."""
    books_of_house = "".join(f"<li>{load_book(name).rulebook.book.title}</li>" for name in book_names())
    page = _DOOR.format(books=books_of_house, version=__version__)
    return Response(page, headers={"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"})


@get("/verify-dice", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def dice_verifier() -> Response[str]:
    """The page that checks the dice of an exported table; it works offline as well."""
    page = resources.files("comeout.house.dice").joinpath("verifier.html").read_text(encoding="utf-8")
    allowed = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    return Response(page, headers={"content-security-policy": allowed})


_DOOR = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Comeout</title><style>
body {{ font: 1.05rem/1.6 Georgia, serif; max-width: 38rem; margin: 4rem auto; padding: 0 1rem; color: #10241b; }}
h1 {{ color: #0f4d33; }} code {{ background: #eef3f0; padding: .1em .3em; }} a {{ color: #0f4d33; }}
</style></head><body><h1>Comeout</h1>
<p>The house is open. It plays craps for play money, live, under these books:</p><ul>{books}</ul>
<p>Play from a terminal with <code>comeout join</code> and this address, or from Python with
<code>comeout.client</code>.</p>
<p><a href="/api/v1/tables">The tables</a> · <a href="/api/openapi.json">the interface</a> ·
<a href="/verify-dice">check the dice</a> · <a href="/health">health</a></p>
<p><small>Comeout {version}. Play money only.</small></p></body></html>
"""


# ------------------------------------------------------------------ put together


def _refuse(_request: Asked, bad: Exception) -> Response[dict[str, str]]:
    """What cannot be, in one sentence."""
    status = 503 if isinstance(bad, StoreTrouble) else 400
    says = f"the house cannot keep anything just now ({bad})" if status == 503 else str(bad)
    return Response({"says": says}, status_code=status)


def _refuse_http(_request: Asked, bad: HTTPException) -> Response[Mapping[str, Any]]:
    extra = {"extra": bad.extra} if bad.extra else {}
    return Response({"says": bad.detail, **extra}, status_code=bad.status_code, headers=bad.headers)


_HEADERS = {
    "content-security-policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def make_app(house: House, *, trust_proxy: bool = False) -> Litestar:
    """The application of a house; it starts and stops the house with itself."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        app.state.house, app.state.trust_proxy = house, trust_proxy
        await house.start()
        try:
            yield
        finally:
            await house.stop()

    api = Router(
        "/api/v1",
        route_handlers=[
            books, book, figures, felt, layout, enter, session, leave, register, log_in, wallet, limits, set_limit,
            tables, open_table, table, table_fairness, table_book, export, recall, recall_export, live,
        ],
        guards=[check_origin],
    )  # fmt: skip
    from comeout.house.opening import OpeningError
    from comeout.table.settings import SettingError

    plain = (PeopleError, OpeningError, SettingError, RulebookError, StoreTrouble, RecursionError)
    return Litestar(
        [api, door, dice_verifier, health, metrics],
        lifespan=[running],
        exception_handlers={HTTPException: _refuse_http, **dict.fromkeys(plain, _refuse)},
        openapi_config=OpenAPIConfig(
            title="Comeout", version=__version__, path="/api", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        response_headers=_HEADERS,
    )
