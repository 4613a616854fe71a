"""The front door sees every request first: it accepts one Host and one Origin, and gives every answer its headers.

A page under another name that was made to lead here (DNS rebinding) gets nothing, whatever it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec
import structlog

from comeout.house.origins import PORTS, Origin, host_of, is_loopback, read_origin
from comeout.protocol.rest_answers import Refusal

log = structlog.get_logger("comeout.door")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

LARGEST_BODY = 64 * 1024
TOO_LARGE = "the body of the request is too large"
DENIAL = "websocket.http.response"
"""The ASGI extension by which a request for a WebSocket is refused with an answer that has headers and a body."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
"""The headers of every answer that has none of its own by that name."""

FOR_THE_MACHINE = ("/health", "/ready", "/metrics")
"""What probes ask for at the address where the house listens, whatever the public one is; no page in a browser does."""


class FrontDoor:
    """ASGI middleware: refuses foreign hosts and origins, keeps metrics local, adds security headers."""

    def __init__(self, *, public_url: str = "", metrics_open: bool = False) -> None:
        self._public = read_origin(public_url) if public_url else None
        self._metrics_open = metrics_open
        self.headers = [(name.encode(), text.encode()) for name, text in HEADERS.items()]
        if self.secure:
            self.headers.append((b"strict-transport-security", b"max-age=31536000"))

    @property
    def secure(self) -> bool:
        """Whether people reach the house by TLS."""
        return self._public is not None and self._public.scheme == "https"

    async def enter(self, app: App, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        problem = self._problem(scope)
        if problem is None:
            whole = await _whole_body(scope, receive)
            if whole is not None:
                await app(scope, whole, self._adding_headers(send, scope))
                return
            problem = 413, TOO_LARGE
        status, says = problem
        log.warning("refused at the door", path=scope["path"][:200], why=says)
        await self.refuse(status, says, scope, receive, send)

    async def refuse(
        self, status: int, says: str, scope: Scope, receive: Receive, send: Send, *, retry_after: str = ""
    ) -> None:
        """Answer a request with an error and one sentence, without the application."""
        if scope["type"] == "websocket":
            await receive()  # the request to connect
            if DENIAL not in (scope.get("extensions") or {}):
                await send({"type": "websocket.close", "code": 4003, "reason": says[:100]})
                return
        kind = DENIAL if scope["type"] == "websocket" else "http.response"
        send = self._adding_headers(send, scope)
        headers = [(b"content-type", b"application/json")]
        headers += [(b"retry-after", retry_after.encode())] if retry_after else []
        await send({"type": f"{kind}.start", "status": status, "headers": headers})
        await send({"type": f"{kind}.body", "body": msgspec.json.encode(Refusal(says))})

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return why a request is not for this house."""
        host, port = host_of(_header(scope, b"host") or "")
        allowed = self._allowed(scope)
        if not any((host, port or PORTS[each.scheme]) == (each.host, each.port) for each in allowed):
            return 421, "this house is not at that address; its operator names its address with --public-url"
        told = _header(scope, b"origin")
        origin = None if told is None else read_origin(told)
        if told is not None and (origin is None or origin not in allowed):
            return 403, "a page of another origin may not do this"
        if scope["path"] == "/metrics" and not (self._metrics_open or _is_local(scope, host)):
            return 403, "metrics are for programs of this machine; --metrics open shows them to everybody"
        return None

    def _allowed(self, scope: Scope) -> list[Origin]:
        """Return where this house is found: at its public address, or where it listens."""
        here = scope.get("server") or ("localhost", 80)
        address, port = str(here[0]).partition("%")[0], int(here[1] or PORTS["http"])
        mapped = re.fullmatch(r"::ffff:([0-9.]+)", address, re.IGNORECASE)
        name = mapped[1] if mapped else f"[{address}]" if ":" in address else address
        listening = [Origin("http", name.lower(), port), Origin("http", "localhost", port)]
        if self._public is None:
            return listening
        probed = scope["path"] in FOR_THE_MACHINE and _header(scope, b"origin") is None
        return [self._public, *listening] if probed else [self._public]

    def address_for(self, scope: Scope) -> Origin:
        """Return the address of this house by which a request came that was let in: one of its own."""
        host, port = host_of(_header(scope, b"host") or "")
        allowed = self._allowed(scope)
        return next((each for each in allowed if (host, port or PORTS[each.scheme]) == each[1:]), allowed[0])

    def _adding_headers(self, send: Send, scope: Scope) -> Send:
        """Return a `send` that adds the headers; a WebSocket closed before it was opened is an HTTP answer, too."""
        opened = scope["type"] != "websocket" or DENIAL not in (scope.get("extensions") or {})

        async def sending(message: Any) -> None:
            nonlocal opened
            if not opened and message["type"] == "websocket.close":
                nowhere = scope.get("route_handler") is None
                says = f"there is nothing at {scope['path'][:200]}" if nowhere else "this socket cannot be opened"
                await self.refuse(404 if nowhere else 403, says, scope, _connecting, send)
                return
            if message["type"] in ("http.response.start", "websocket.http.response.start", "websocket.accept"):
                opened = True
                headers = list(message.get("headers", ()))
                given = {bytes(name).lower() for name, _ in headers}
                message = {**message, "headers": headers + [each for each in self.headers if each[0] not in given]}
            await send(message)

        return sending


async def _connecting() -> Any:
    """Return what was received already."""
    return {"type": "websocket.connect"}


async def _whole_body(scope: Scope, receive: Receive) -> Receive | None:
    """Return how to receive a body that is not too large, also where no route reads it; None if it is too large."""
    told = _header(scope, b"content-length")
    if scope["type"] != "http" or (told is None and _header(scope, b"transfer-encoding") is None):
        return receive
    if told is not None:
        return receive if told.isascii() and told.isdecimal() and len(told) < 10 and int(told) <= LARGEST_BODY else None
    kept: list[Any] = []
    size, more = 0, True
    while more:
        message = await receive()
        kept.append(message)
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
        if size > LARGEST_BODY:
            return None

    async def again() -> Any:
        return kept.pop(0) if kept else await receive()

    return again


def _header(scope: Scope, wanted: bytes) -> str | None:
    """Return a header that is there once; one that is there twice is worth nothing."""
    found = [value for name, value in scope["headers"] if name == wanted]
    return found[0].decode("latin-1") if len(found) == 1 else "" if found else None


def _is_local(scope: Scope, host: str) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    client = scope.get("client") or ("",)
    forwarded = any(name in (b"forwarded", b"x-forwarded-for") for name, _ in scope["headers"])
    return is_loopback(str(client[0])) and is_loopback(host) and not forwarded
