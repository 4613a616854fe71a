"""The HTTP client of the REST interface, and its answers as typed values."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from comeout.errors import ComeoutError

T = TypeVar("T")

API = "/api/v1"
ANSWER_SECONDS = 15.0


NOT_FOUND = 404


class HouseError(ComeoutError):
    """The house could not be asked, or refused the request; one line that says what to do."""

    def __init__(self, says: str, *, status: int = 0) -> None:
        super().__init__(says)
        self.status = status
        """The HTTP status of the answer, if there was one."""


class HouseTimeout(HouseError, TimeoutError):
    """What was awaited did not come in time. The connection stays open."""


class Me(msgspec.Struct, frozen=True):
    """Who you are at the house."""

    player: str
    name: str
    guest: bool


class Wallet(msgspec.Struct, frozen=True):
    """Your wallet: what you have outside the tables, how long you have played, and the result. It is play money."""

    wallet_cents: int
    seconds_played: int
    net_cents: int
    at_risk_cents: int
    racks_cents: int


class TableInfo(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    id: str
    closed: bool = False
    name: str = ""
    book: str = ""
    digest: str = ""
    mode: str = ""
    profile: str = ""
    seated: int = 0
    point: int = 0
    phase: str = ""
    closes_in_ms: int | None = None
    waiting: str = ""


class Cited(msgspec.Struct, frozen=True):
    """The text of a citation: a clause in plain words, or a reading with its problem and its reason."""

    book: str
    id: str
    kind: str
    says: str
    problem: str = ""
    reason: str = ""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Rest:
    """Sends HTTP requests in a thread, authenticated by a bearer token."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url, self.token = _address(url), token

    @property
    def socket_url(self) -> str:
        """The base address of the WebSockets."""
        return "ws" + self.url.removeprefix("http") + API

    @property
    def headers(self) -> dict[str, str]:
        """The authorization header."""
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    async def ask(self, method: str, path: str, kind: type[T], body: object = None, **query: object) -> T:
        """Send a request and decode its answer as the given type; raises HouseError."""
        return await self._threaded(
            lambda data: msgspec.json.decode(data, type=kind), self._request(method, path, body, query)
        )

    async def text(self, path: str) -> str:
        """Fetch a document as text."""
        return await self._threaded(lambda data: data.decode(), self._request("GET", path, None, {}))

    def _request(self, method: str, path: str, body: object, query: dict[str, object]) -> urllib.request.Request:
        asked = {name: value for name, value in query.items() if value is not None}
        url = f"{self.url}{API}{path}{'?' + urlencode(asked) if asked else ''}"
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, **({"content-type": "application/json"} if data else {})}
        return urllib.request.Request(url, data, headers, method=method)

    async def _threaded(self, read: Callable[[bytes], T], request: urllib.request.Request) -> T:
        try:
            return read(await asyncio.to_thread(_fetch, request))
        except urllib.error.HTTPError as bad:
            with bad:
                raise HouseError(_says(bad), status=bad.code) from None
        except (OSError, HTTPException) as bad:
            raise HouseError(not_there(self.url, bad)) from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise HouseError(f"what answers at {self.url} is no house of Comeout, or of another version") from None


def not_there(url: str, bad: Exception) -> str:
    """Return the error message for a house that cannot be reached."""
    cause = getattr(bad, "reason", bad)
    why = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
    return f"no house answers at {url} ({why}); is `comeout serve` running there?"


def _fetch(request: urllib.request.Request) -> bytes:
    with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
        data: bytes = answer.read()
        return data


def _says(bad: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(bad.read())["says"])
    except (ValueError, KeyError, TypeError, OSError):
        return f"the house answered {bad.code} {bad.reason}"


def _address(url: str) -> str:
    full = url if "://" in url else f"http://{url}"
    parts = urlsplit(full)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise HouseError(f'"{url[:80]}" is no address of a house; write it like http://127.0.0.1:8000')
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
