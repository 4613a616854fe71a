"""Runs the house as a server: configuration, sockets, signals, a graceful shutdown, and a fast path for WebSockets."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import structlog
import uvicorn
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from comeout import __version__
from comeout.errors import ComeoutError
from comeout.house.clock import WallClock
from comeout.house.cluster.bus import BusTrouble, open_bus
from comeout.house.config import Config, read_payouts
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.http.connections import UNREAD_SECONDS, CappedHttp, Connections, Deadline
from comeout.house.http.front_door import FrontDoor
from comeout.house.http.socket import AT_ONCE
from comeout.house.json_log import configure_log
from comeout.house.store import open_store
from comeout.house.store.contract import Store, StoreTrouble
from comeout.house.store.sqlite import SqliteStore
from comeout.house.store.sqlite_file import mark_of, missing_records

log = structlog.get_logger("comeout.server")

LARGEST_FRAME = 64 * 1024
LARGEST_HEAD = 16 * 1024
"""The most bytes of a request before its body."""
OWN_FILES = 100
"""The files that the house itself needs, beside connections."""
GRACE_SECONDS = 10
COLLECT = (200_000, 5, 20)
"""The thresholds of the garbage collector, far above the default. A settlement of ten thousand players makes a hundred
thousand objects that live until it is published; scanning them stops every table for a second and frees nothing."""


class ServerTrouble(ComeoutError):
    """The house cannot start, in one line."""


class Server(uvicorn.Server):
    """A uvicorn server that reports its address once it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Open the sockets and report the address."""
        await super().startup(sockets=sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            gc.freeze()  # what is there now stays: the collector need not look at it again
            gc.set_threshold(*COLLECT)
            gc.enable()
            self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def serve(config: Config, ready: Callable[[str], None]) -> None:
    """Run until told to stop; `ready` gets the address. Raises ServerTrouble if it cannot start."""
    configure_log(config.log_level)
    try:
        asyncio.run(_try(config))
    except (BusTrouble, StoreTrouble) as bad:
        raise ServerTrouble(str(bad)) from None
    store = open_store(config.where)
    with _alone(store):
        _tell_start(config)
        payouts, bus = read_payouts(config.payouts), open_bus(config.bus)
        house = House(store, WallClock(), bus=bus, payouts=payouts, caps=config.caps, sign_ins=config.sign_ins)
        run(house, config, ready)
        log.info("house closed", version=__version__)


@contextmanager
def _alone(store: Store) -> Iterator[None]:
    """Lock the data folder: one house for each folder; the system releases the lock of a process that was killed."""
    if not isinstance(store, SqliteStore) or sys.platform == "win32":
        yield
        return
    import fcntl

    with Path(f"{store.path}.lock").open("w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            says = f"another house runs on {store.path}: stop it first, or give both a PostgreSQL store and a bus"
            raise ServerTrouble(says) from None
        missing = missing_records(store.path)
        if missing:
            raise ServerTrouble(_put_back(store.path, missing))
        store.alone = True
        yield


def _put_back(file: Path, missing: int) -> str:
    """Say what to do with a database that an older file has replaced: old logins and roles would be good again."""
    return (
        f"{file} lacks {missing:,} records that it had: an older file was put in its place. Move it elsewhere and run "
        f"comeout house restore FILE --data FOLDER, which ends what may be outdated; or delete {mark_of(file).name} to "
        "go on with it as it is"
    )


async def _try(config: Config) -> None:
    """Open the store and the bus once, so that errors are reported before anything runs."""
    for each in (open_store(config.where), open_bus(config.bus)):
        await each.open()
        await each.close()


def run(house: House, config: Config, ready: Callable[[str], None]) -> None:
    """Run a house that is already set up."""
    with _listening(config) as listening:
        door = FrontDoor(public_url=config.public_url, metrics_open=config.metrics == "open")
        app = make_app(house, trust_proxy=config.trust_proxy, door=door)
        Server(settings_of(app, config), ready).run([listening])


def _listening(config: Config) -> socket.socket:
    """Return the socket that the house listens on."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        return socket.create_server((config.host, config.port), family=family, backlog=2048)
    except OSError as bad:
        why = os.strerror(bad.errno) if bad.errno and bad.errno > 0 else "no such address"
        says = f"it cannot listen on {config.host} port {config.port} ({why}); --port 0 takes a port that is free"
        raise ServerTrouble(says) from None


def settings_of(app: Any, config: Config) -> uvicorn.Config:
    """Return how the server runs an application."""
    return uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        loop="auto",
        http=_capped_http(config),
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws=QuickSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        proxy_headers=config.trust_proxy,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _capped_http(config: Config) -> type[asyncio.Protocol]:
    """Return the HTTP protocol, which counts connections: as many as configured, and as open files allow."""
    caps = replace(config.caps, connections=min(config.connections, open_files() - OWN_FILES))
    counted = Connections(caps, behind_proxy=config.trust_proxy)
    return cast("type[asyncio.Protocol]", partial(CappedHttp, counted))


def open_files() -> int:
    """Raise the number of files that this process may open as far as the system allows, and return it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


def _tell_start(config: Config) -> None:
    """Log what is about to run, and that it should not run as root."""
    log.info("house opens", version=__version__, store=config.told, host=config.host, port=config.port)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        log.warning("the house runs as root; give it a user of its own, who owns its data folder and nothing else")


WHOLE_TEXT = 0x81

SYSTEM_BYTES = 64 * 1024
"""The send buffer of a socket. By default the system buffers megabytes before the house notices a slow reader."""


class QuickSocket(WebSocketsSansIOProtocol):
    """WebSocket protocol of uvicorn with a fast path for plain text, and a write timeout against slow readers."""

    hung_up: Callable[[], None] | None = None
    """Called when the connection has ended."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._unread = Deadline(self.loop, UNREAD_SECONDS, lambda: self.transport.abort())

    def connection_lost(self, exc: Exception | None) -> None:
        """Report that the connection has ended."""
        self._unread.stop()
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
