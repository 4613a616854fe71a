"""Fast path of the WebSocket server: plain text goes straight to the transport, with a timeout for slow readers."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterable

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

WHOLE_TEXT = 0x81

SYSTEM_BYTES = 64 * 1024
"""What the system keeps for one who does not read, before the house knows: left to itself it takes megabytes."""

AT_ONCE = "comeout.at-once"
"""An extension of this server: its "write" sends texts without a task of the event loop having to wake for them."""


class QuickSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol of uvicorn with a fast path for plain text, and a write timeout against slow readers."""

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


def _head(size: int) -> bytes:
    """Return the header of an unmasked text frame of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 65_536:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size)
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size)
