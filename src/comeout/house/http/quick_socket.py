"""WebSocket protocol of the server: a fast path for plain text, and nobody holds it up by not reading or by flooding.

Clients send whatever they like. What no WebSocket may send is refused with one line in the log.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import structlog
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.protocol import State

from comeout.house.http.connections import UNREAD_SECONDS, Deadline
from comeout.house.http.socket import AT_ONCE
from comeout.house.metrics import BAD_FRAMES
from comeout.house.players.work_limits import WorkAccount

log = structlog.get_logger("comeout.socket")

WHOLE_TEXT = 0x81

SYSTEM_BYTES = 64 * 1024
"""The send buffer of a socket. By default the system buffers megabytes before the house notices a slow reader."""


SLICE_BYTES = 1024
"""How many bytes are parsed at once. A full buffer of the smallest frames would stop everybody for a quarter second."""


MOST_PARTS = 256
"""How many frames a message may come in."""


class QuickSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol of uvicorn with a fast path for plain text, a write timeout, and frames parsed in slices."""

    headers: Sequence[tuple[bytes, bytes]] = ()
    """The headers of every answer that the application does not give."""
    hung_up: Callable[[], None] | None = None
    """Called when the connection has ended."""
    work: WorkAccount | None = None
    """What its frames are charged to."""

    def __init__(self, *args: Any, headers: Sequence[tuple[bytes, bytes]] = (), **given: Any) -> None:
        super().__init__(*args, **given)
        self.headers = headers
        self._answer, self.conn.send_response = self.conn.send_response, self._with_headers  # type: ignore[method-assign]
        self._unread = Deadline(self.loop, UNREAD_SECONDS, lambda: self.transport.abort())
        self._unparsed = bytearray()
        self._parsing: asyncio.Handle | None = None

    def data_received(self, data: bytes) -> None:
        """Parse what a client sends, a slice at a time; the rest waits until others had their turn."""
        if not self._unparsed and len(data) <= SLICE_BYTES:
            self._parse(data)
            return
        self._unparsed += data
        self._parse_on()

    def _parse(self, data: bytes) -> None:
        if self.work is None:
            super().data_received(data)
        else:
            self.work.measure(lambda: super(QuickSocket, self).data_received(data))

    def _parse_on(self) -> None:
        """Schedule the next slice, unless the application has not taken the last one or the connection has ended."""
        if self._parsing or self.read_paused or self.disconnected or self.close_sent:
            return
        self.transport.pause_reading()
        self._parsing = self.loop.call_later(self.work.wait() if self.work else 0, self._parse_slice)

    def _parse_slice(self) -> None:
        self._parsing = None
        if self.transport.is_closing():
            return
        data = bytes(self._unparsed[:SLICE_BYTES])
        del self._unparsed[:SLICE_BYTES]
        self._parse(data)
        if self._unparsed:
            self._parse_on()
        elif not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message, and go on parsing once all have been taken."""
        message = await super().receive()
        if self._unparsed:
            self._parse_on()
        return message

    def handle_cont(self, event: Frame) -> None:
        """Keep another part of a message; one of endless empty parts would fill the memory and never be too large."""
        if len(self.frames) >= MOST_PARTS:
            self.frames = []
            self.conn.fail(1009, "a message has too many parts")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; a text that is no UTF-8 ends the connection."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self.frames = []
            self.conn.fail(1007, "a text is UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_connect(self, event: Request) -> None:
        """Begin the handshake, and log a request that asks for no WebSocket as one must."""
        super().handle_connect(event)
        if self.response.status_code != 101:
            log.warning("bad upgrade", address=self._address, why=str(self.conn.handshake_exc or "")[:200])

    def _with_headers(self, response: Response) -> None:
        """Answer a request to open a WebSocket: no, or yes, with the headers that every answer has."""
        for name, text in self.headers:
            if name.decode() not in response.headers:
                response.headers[name.decode()] = text.decode()
        self._answer(response)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def handle_parser_exception(self) -> None:
        """End a connection that sends what no WebSocket may send, and log it."""
        BAD_FRAMES.inc()
        why = str(self.conn.parser_exc or (self.conn.close_sent and self.conn.close_sent.reason) or "")
        log.warning("bad frame", address=self._address, why=why[:200])
        if self.conn.close_sent is None:  # it came before the house had said that the socket is open
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006, "reason": ""})
            self.close_sent = True
            self.transport.close()
            return
        super().handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report that the connection has ended."""
        self._unread.stop()
        self._unparsed.clear()
        if self._parsing:
            self._parsing.cancel()
        super().connection_lost(exc)
        if self.hung_up is not None:
            self.hung_up()

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: then its pongs would only fill the memory."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def pause_writing(self) -> None:
        """Start the deadline for a client that does not read."""
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        """Stop the deadline for a client that reads again."""
        super().resume_writing()
        self._unread.stop()

    async def run_asgi(self) -> None:
        """Run the application, and let it write directly."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BYTES)
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[AT_ONCE] = {"write": self.write}
        await super().run_asgi()

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send texts at once; False if the transport is busy, and then the caller must use `send`."""
        if not self._plain:
            return False
        self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.transport.abort()  # whoever does not read will not read a goodbye either
            return
        text = message.get("text")
        if text is None or not self.write((str(text).encode(),)):
            await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # it was refused; uvicorn would log that the application forgot it

    @property
    def _plain(self) -> bool:
        """Return whether text can go straight to the transport: no extension, not closing, no full buffer."""
        conn = self.conn
        return (
            conn.state is State.OPEN
            and not conn.extensions
            and not (self.close_sent or self.disconnected)
            and self.writable.is_set()
        )


def _is_text(parts: Iterable[bytes]) -> bool:
    """Return whether parts of a message are UTF-8 together."""
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def _head(size: int) -> bytes:
    """Return the header of an unmasked text frame of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size)
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size)
