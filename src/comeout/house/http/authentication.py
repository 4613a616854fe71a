"""Authentication and authorization of requests: session tokens, origins, access to tables."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException
from litestar.params import PathParameter

from comeout.house.house import House, Place
from comeout.house.players.open_access import Access
from comeout.house.players.people import Who, token_key
from comeout.house.players.rate_limits import slower
from comeout.log.records import TableRow
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book

Asked = Request[Any, Any, Any]
Connected = ASGIConnection[Any, Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=80, description="The id of a table.")]
BookId = Annotated[
    str,
    PathParameter(max_length=160, description="The name of a book; of a book that is not one of ours, its book_key."),
]
COOKIE = "comeout_session"
"""The name of the cookie; over TLS it has a prefix with which browsers keep other hosts from setting it."""
HOST_PREFIX = "__Host-"


def token_of(connection: Connected) -> str:
    """Return the session token of a request: a cookie for browsers, a bearer header for programs."""
    header = connection.headers.get("authorization", "")
    if header.lower().startswith("bearer "):
        return str(header[7:].strip())
    return connection.cookies.get(cookie_name(connection), "")


def cookie_name(connection: Connected) -> str:
    """Return the name of the session cookie at this house's address."""
    return f"{HOST_PREFIX}{COOKIE}" if connection.app.state.door.secure else COOKIE


def session_cookie(connection: Connected, token: str, seconds: int) -> Cookie:
    """Return the cookie of a session that lasts so many seconds; with 0 the browser drops it."""
    return Cookie(
        cookie_name(connection),
        value=token,
        httponly=True,
        samesite="strict",
        secure=connection.app.state.door.secure,
        max_age=seconds,
        path="/",
    )


async def who_asks(connection: Connected) -> Who:
    """Authenticate a request: return who is signed in, or raise 401."""
    who = await house_of(connection).people.who(token_of(connection))
    if who is None:
        raise NotAuthorizedException("you are not signed in; POST /api/v1/session lets you in as a guest")
    return who


def house_of(connection: Connected) -> House:
    """Return the house that runs in this process."""
    house = connection.app.state.house
    assert isinstance(house, House)
    return house


def address_of(connection: Connected) -> str:
    """Return the address of a client."""
    return client_address(connection.scope, trust_proxy=connection.app.state.trust_proxy)


def client_address(scope: Any, *, trust_proxy: bool) -> str:
    """Return the address of a client: behind a proxy, the last one in X-Forwarded-For, which our own proxy wrote."""
    here = str(scope["client"][0]) if scope.get("client") else ""
    if not trust_proxy:
        return here
    told = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return told.decode("latin-1").rpartition(",")[2].strip() or here


def slow_down(wait: float) -> None:
    """Apply a rate limit: raise 429 with the seconds to wait."""
    if wait:
        raise HTTPException(slower(wait), status_code=429, headers={"retry-after": str(max(1, round(wait)))})


async def table_of(connection: Connected, table: str, who: Who) -> tuple[Place, frozenset[str]]:
    """Authorize access to a table: return it with the roles that this person holds there."""
    house = house_of(connection)
    host = await house.table(table)
    roles = await house.people.roles(who.player, table)
    if host is None and table in house.broken:
        raise NotFoundException(f"this table is closed: {house.broken[table]}")
    if host is None or not may_see(host.row, who.player, roles):
        raise NotFoundException(f'there is no table "{table[:40]}" here; the list of tables has them all')
    return host, roles


def may_see(row: TableRow, player: str, roles: frozenset[str]) -> bool:
    """Return whether a table is there for a person: a first-person table is for its player and the crew alone."""
    return row.mode != "first-person" or row.player == player or bool(roles)


def access_of(connection: Connected, who: Who, table: str = "") -> Access:
    """Return what a socket or a stream of this request hangs on."""
    return Access(token_key(token_of(connection)), who.player, table)


async def book_asked(connection: Connected, key: str) -> Layout:
    """Return a book by its key, or raise 404: one of ours, or the text that a table is played by."""
    name, _, digest = key.partition("@")
    house = house_of(connection)
    kept = await house.store.book(digest) if digest else None
    return await house.books.of(digest) if kept and kept.name == name else book_called(key)


def book_called(name: str) -> Layout:
    """Return one of our books, or raise 404 with the names of all."""
    if name not in book_names():
        raise NotFoundException(f'there is no book "{name[:40]}"; these are: {", ".join(book_names())}')
    return load_book(name)
