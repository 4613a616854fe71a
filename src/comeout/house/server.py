"""Runs the house as a server: configuration, sockets, signals, and a graceful shutdown."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, cast

import structlog
import uvicorn

from comeout import __version__
from comeout.errors import ComeoutError
from comeout.house.clock import WallClock
from comeout.house.cluster.bus import BusTrouble, open_bus
from comeout.house.config import Config, read_payouts
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.http.connections import CappedHttp, Connections, Headers
from comeout.house.http.front_door import FrontDoor
from comeout.house.http.quick_socket import QuickSocket
from comeout.house.json_log import configure_log
from comeout.house.players.work_limits import WorkLimits
from comeout.house.store import open_store
from comeout.house.store.contract import Store, StoreTrouble
from comeout.house.store.sqlite import SqliteStore
from comeout.house.store.sqlite_file import mark_of, missing_records

log = structlog.get_logger("comeout.server")

LARGEST_FRAME = 64 * 1024
LARGEST_HEAD = 16 * 1024
"""The most bytes of a request before its body."""
PING_SECONDS, PONG_SECONDS = 10.0, 5.0
"""How often a socket is pinged, and how long its pong may take: a dead one counts against its player until then."""
OWN_FILES = 100
"""The files that the house itself needs, beside connections."""
GRACE_SECONDS = 10
ENDING = (signal.SIGINT, signal.SIGTERM)
COLLECT = (200_000, 5, 20)
"""The thresholds of the garbage collector, far above the default. A settlement of ten thousand players makes a hundred
thousand objects that live until it is published; scanning them stops every table for a second and frees nothing."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps Python's lock while another one waits for it, a tenth of the default. A bet passes between
the event loop and the store several times, and at each one it may wait this long for a thread that computes an answer,
such as a drill."""


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
            sys.setswitchinterval(SWITCH_SECONDS)
            self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def serve(config: Config, ready: Callable[[str], None]) -> None:
    """Run until told to stop; `ready` gets the address. Raises ServerTrouble if it cannot start."""
    configure_log(config.log_level)
    try:
        asyncio.run(_try(config))
    except (BusTrouble, StoreTrouble) as bad:
        raise ServerTrouble(str(bad)) from None
    store = open_store(config.where)
    with _alone(store), _terminated_like_ctrl_c():
        _tell_start(config)
        payouts, bus = read_payouts(config.payouts), open_bus(config.bus)
        house = House(store, WallClock(), bus=bus, payouts=payouts, caps=config.caps, sign_ins=config.sign_ins)
        try:
            run(house, config, ready)
        finally:  # a signal ends it
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


@contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    """Let the signal that service managers send close the house like Ctrl-C: in order, said so, and only once."""

    def close(_number: int, _frame: FrameType | None) -> None:
        for each in ENDING:  # a second one would break the closing off, with threads at work
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {each: signal.signal(each, close) for each in ENDING}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _put_back(file: Path, missing: int) -> str:
    """Say what to do with a database that an older file has replaced: old logins and roles would be good again."""
    return (
        f"{file} lacks {missing:,} of the records and changes that it had: an older file was put in its place. Move it "
        f"elsewhere and run comeout house restore FILE --data FOLDER, which ends what may be outdated; or delete "
        f"{mark_of(file).name} to go on with it as it is"
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
        Server(settings_of(app, config, work=house.work), ready).run([listening])


def _listening(config: Config) -> socket.socket:
    """Return the socket that the house listens on."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        return socket.create_server((config.host, config.port), family=family, backlog=2048)
    except OSError as bad:
        why = os.strerror(bad.errno) if bad.errno and bad.errno > 0 else "no such address"
        says = f"it cannot listen on {config.host} port {config.port} ({why}); --port 0 takes a port that is free"
        raise ServerTrouble(says) from None


def settings_of(app: Any, config: Config, *, work: WorkLimits | None = None) -> uvicorn.Config:
    """Return how the server runs an application; what frames cost is charged to `work`."""
    headers = FrontDoor(public_url=config.public_url).headers
    return uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        loop="auto",
        http=_capped_http(config, work, headers),
        h11_max_incomplete_event_size=LARGEST_HEAD,
        ws=cast("type[asyncio.Protocol]", partial(QuickSocket, headers=headers)),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        proxy_headers=config.trust_proxy,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _capped_http(config: Config, work: WorkLimits | None, headers: Headers) -> type[asyncio.Protocol]:
    """Return the HTTP protocol, which counts connections: as many as configured, and as open files allow."""
    caps = replace(config.caps, connections=min(config.connections, open_files() - OWN_FILES))
    counted = Connections(caps, behind_proxy=config.trust_proxy, work=work)
    return cast("type[asyncio.Protocol]", partial(CappedHttp, counted, headers=headers))


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
