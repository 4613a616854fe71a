"""Connections of the server: capped by address and in all, with a deadline for every request and every answer.

An application never sees a request whose headers are not complete, so the protocol itself must end it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from comeout.house.players.caps import Caps, Held
from comeout.house.players.rate_limits import address_key
from comeout.house.players.work_limits import WorkAccount, WorkLimits

REQUEST_SECONDS = 15.0
"""How long a request may take from its first byte, or from the connection, to its last."""

UNREAD_SECONDS = 30.0
"""How long a client may leave an answer unread before its connection is closed."""

HEAD_SLICE = 1024
"""How many bytes of a head are parsed at once: so it is refused when it passes its limit, and not after all of it."""

FULL = b"the house has as many connections as it can serve, of all or of your address; try again in a moment"
Headers = Sequence[tuple[bytes, bytes]]


class Connections:
    """Counts the connections of a server by address and in all."""

    def __init__(self, caps: Caps, *, behind_proxy: bool = False, work: WorkLimits | None = None) -> None:
        self._most = caps.connections
        self._work = None if behind_proxy else work
        # Behind a proxy every connection has the proxy's address; sockets are counted by the address that it reports.
        self._held = Held(caps.connections if behind_proxy else caps.address_connections)

    def take(self, address: str) -> Callable[[], None] | None:
        """Count a new connection and return how to release it; None if there are too many."""
        key = address_key(address)
        if self._held.all >= self._most or not self._held.take(key):
            return None
        return lambda: self._held.give_back(key)

    def account(self, address: str) -> WorkAccount | None:
        """Return what the frames of a connection are charged to; behind a proxy nobody knows whose they are."""
        return self._work.account(address) if self._work else None


class Deadline:
    """A timer that closes a connection unless it is stopped in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, late: Callable[[], None]) -> None:
        self._loop, self._seconds, self._late = loop, seconds, late
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer, unless it runs already."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._late)

    def stop(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class CappedHttp(H11Protocol):
    """HTTP protocol of uvicorn whose connections are counted, and cannot be held by sending or reading nothing.

    What it answers before there is a request has the given headers, as every other answer has.
    """

    def __init__(self, counted: Connections, *, headers: Headers = (), **given: Any) -> None:
        super().__init__(**given)
        self._counted, self._always = counted, headers
        self._release: Callable[[], None] | None = None
        self._request = Deadline(self.loop, REQUEST_SECONDS, self._late)
        self._unread = Deadline(self.loop, UNREAD_SECONDS, self._late)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection, or refuse it."""
        super().connection_made(transport)
        self._release = self._counted.take(self.client[0] if self.client else "")
        if self._release is None:
            self._refuse(503, FULL, (b"retry-after", b"10"))
            return
        self._request.start()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a connection that has ended."""
        self._request.stop()
        self._unread.stop()
        if self._release is not None:
            self._release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; its deadline runs until all of it is here."""
        while len(data) > HEAD_SLICE and self._reads_head():
            super().data_received(data[:HEAD_SLICE])  # else a head of any size that comes at once would be taken
            data = data[HEAD_SLICE:]
        if self.transport.is_closing():
            return
        protocol = self.transport.get_protocol()
        if protocol is not self and isinstance(protocol, asyncio.Protocol):
            protocol.data_received(data)  # it was a request for a WebSocket
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.transport.get_protocol() is self:
            self._request.start()
        else:
            self._request.stop()

    def _reads_head(self) -> bool:
        """Return whether what comes belongs to the head of a request."""
        here = not self.transport.is_closing() and self.transport.get_protocol() is self
        return here and self.conn.their_state is h11.IDLE

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a WebSocket, which releases it when it ends."""
        super().handle_websocket_upgrade(event)
        self._request.stop()
        socket: Any = self.transport.get_protocol()
        socket.hung_up, self._release = self._release, None
        socket.work = self._counted.account(self.client[0] if self.client else "")

    def pause_writing(self) -> None:
        """Start the deadline for a client that does not read."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """Stop the deadline for a client that reads again."""
        super().resume_writing()
        self._unread.stop()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; if an answer was given already, only hang up."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(400, msg.encode("ascii"))
        else:
            self.transport.close()

    def _refuse(self, status: int, says: bytes, *headers: tuple[bytes, bytes]) -> None:
        """Answer without the application, and hang up."""
        size = b"%d" % len(says)
        told = [(b"content-type", b"text/plain"), (b"content-length", size), (b"connection", b"close"), *headers]
        head = self.conn.our_state is h11.SEND_RESPONSE and self.scope["method"] == "HEAD"
        body = [] if head else [h11.Data(data=says)]
        answer = h11.Response(status_code=status, headers=[*told, *self._always], reason=STATUS_PHRASES[status])
        for event in (answer, *body, h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _late(self) -> None:
        self.transport.abort()
