"""How a house opens, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from unittest.mock import Mock

import pytest
import uvicorn

from comeout import __version__
from comeout.house.config import Config, read_config
from comeout.house.server import LARGEST_HEAD, Server, ServerTrouble, _alone, _listening, _terminated_like_ctrl_c, serve
from comeout.house.store import open_store
from comeout.house.store.contract import StaleOwner
from comeout.house.store.sqlite import SqliteStore
from comeout.log.hash_chain import START, Log
from comeout.log.records import Batch, Lease, LoginSession
from tests.kit.servers import PATIENCE_S, running


def config(data: Path, **options: object) -> Config:
    return read_config({}, data=str(data), **options)


def test_a_folder_has_one_house(tmp_path: Path) -> None:
    first, second = _alone(open_store(tmp_path)), _alone(open_store(tmp_path))
    with first, pytest.raises(ServerTrouble, match="another house runs on"), second:
        pass
    with _alone(open_store(tmp_path)):
        pass  # the first has gone


@pytest.mark.parametrize("first", [signal.SIGTERM, signal.SIGINT])
def test_a_second_signal_does_not_break_off_what_the_first_one_began(first: signal.Signals) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    with _terminated_like_ctrl_c():
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(first)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before


def test_an_older_file_in_the_place_of_the_database_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "house.db"

    async def write(records: int) -> None:
        store = SqliteStore(file)
        with _alone(store):
            await store.open()
            lease = await store.claim("table", "owner", lease_s=3600)
            assert lease
            last = await store.last_record("table")
            seq, hash_ = (last.seq, last.hash) if last else (0, START)
            log = Log("table", "book", epoch=lease.epoch, seq=seq, hash_=hash_)
            await store.append(lease, Batch([log.next("BetPlaced", b"{}", 1) for _ in range(records)]))
            await store.close()

    asyncio.run(write(3))
    backup = file.read_bytes()
    asyncio.run(write(1_500))
    asyncio.run(write(2))
    file.write_bytes(backup)
    with pytest.raises(
        ServerTrouble, match=r"lacks 1,502 of the records and changes that it had.*comeout house restore"
    ):
        serve(config(tmp_path, port=0), lambda _: None)
    (tmp_path / "house.db.mark").unlink()
    asyncio.run(write(1))

    async def sign_in() -> None:
        store = SqliteStore(file)
        with _alone(store):
            await store.open()
            await store.add_session(LoginSession(b"token", "ann", 1, 2**62))
            await store.close()

    backup = file.read_bytes()
    asyncio.run(sign_in())
    file.write_bytes(backup)
    with pytest.raises(ServerTrouble, match="lacks 1 of the records and changes"):
        asyncio.run(write(1))
    (tmp_path / "house.db.mark").write_text("4", encoding="ascii")  # as earlier versions wrote it
    asyncio.run(write(1))
    (tmp_path / "house.db.mark").write_text("nonsense", encoding="ascii")
    asyncio.run(write(1))


def test_a_house_alone_in_its_folder_owns_at_once_what_a_killed_one_held_and_the_dead_write_nothing(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        killed, after = SqliteStore(tmp_path / "house.db"), SqliteStore(tmp_path / "house.db")
        await killed.open()
        held = await killed.claim("table", "killed", lease_s=3600)
        assert held
        with _alone(after):
            await after.open()
            lease = await after.claim("table", "after", lease_s=3)
            assert lease == Lease("table", "after", held.epoch + 1)
            assert not await killed.renew(held, lease_s=3)
            with pytest.raises(StaleOwner):
                await killed.append(
                    held, Batch(records=[Log("table", "book", epoch=held.epoch).next("stopped", b"{}", 1)])
                )
        for store in (killed, after):
            await store.close()

    asyncio.run(scenario())


def test_a_port_that_is_taken_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerTrouble, match=f"cannot listen on 127.0.0.1 port {port} .*--port 0"):
            _listening(config(tmp_path, port=str(port)))


def test_an_address_that_is_none_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ServerTrouble, match=r"cannot listen on 300\.1\.1\.1"):
        _listening(config(tmp_path, host="300.1.1.1"))


def test_a_bus_that_is_not_there_is_said_before_anything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.house.cluster.bus.CONNECT_SECONDS", 0.3)
    with pytest.raises(ServerTrouble, match="no bus at"):
        serve(config(tmp_path, bus="nats://127.0.0.1:1"), lambda _: None)


def test_the_server_does_not_say_what_it_is_and_takes_no_endless_head(tmp_path: Path) -> None:
    def answered(port: int, head: str) -> bytes:
        asked = ["GET /api/v1/books HTTP/1.1", f"host: 127.0.0.1:{port}", "connection: close", head]
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
            line.sendall("\r\n".join(asked).encode())
            return b"".join(iter(lambda: line.recv(65_536), b""))

    with running(tmp_path) as house:
        fine = answered(house.port, "\r\n")
        assert fine.startswith(b"HTTP/1.1 200 ")
        assert b"\r\nserver:" not in fine.lower()
        assert answered(house.port, f"x: {'y' * LARGEST_HEAD}").startswith(b"HTTP/1.1 400 ")


def test_a_thread_that_computes_an_answer_holds_up_the_house_for_less_than_a_millisecond(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", chosen.append)
    monkeypatch.setattr("comeout.house.server.gc", Mock())  # the collector belongs to the tests

    async def nothing(_scope: object, _receive: object, _send: object) -> None: ...

    async def start_and_stop() -> None:
        with _listening(config(tmp_path, port="0")) as listening:
            server = Server(uvicorn.Config(nothing, lifespan="off", log_config=None), lambda _: None)
            server.config.load()
            server.lifespan = server.config.lifespan_class(server.config)
            await server.startup([listening])
            await server.shutdown([listening])

    asyncio.run(start_and_stop())
    assert len(chosen) == 1
    assert 0 < chosen[0] < 0.001


MASK = b"\0\0\0\0"
MALFORMED: dict[str, bytes] = {
    "no HTTP": b"\x16\x03\x01\x02\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: %b\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "no upgrade": b"GET / HTTP/1.1\r\nHost: %b\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "no key": b"GET / HTTP/1.1\r\nHost: %b\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
}
FRAMES = {"unmasked": b"\x81\x05hello", "no text": b"\x81\x82" + MASK + b"\xff\xfe", "reserved": b"\xf1\x80" + MASK}


@pytest.mark.claim("people-hostile")
def test_what_is_malformed_is_one_line_of_json_each_and_the_log_tells_how_the_house_opens_and_closes(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "comeout", "serve", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    address = next(line for line in process.stdout if "http://" in line)
    port = int(re.findall(r":(\d+)", address)[0])
    here = f"127.0.0.1:{port}".encode()
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/session", b"")) as answer:
        token = json.load(answer)["token"].encode()
    upgrade = (
        b"GET /api/v1/tables/adelaide/live HTTP/1.1\r\nHost: %b\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer %b\r\n\r\n"
    )
    for data in MALFORMED.values():
        _send(port, data % here if b"%b" in data else data)
    for data in FRAMES.values():
        _send(port, upgrade % (here, token), data)
    process.terminate()
    lines = [json.loads(line) for line in process.communicate(timeout=30)[1].splitlines()]
    assert [line for line in lines if "exception" in line] == []
    about = [line["event"] for line in lines if line["level"] == "warning" and "root" not in line["event"]]
    invalid, unsupported = "Invalid HTTP request received.", "Unsupported upgrade request."
    assert about == [invalid, invalid, unsupported, "bad upgrade", *["bad frame"] * len(FRAMES)]
    told = [line for line in lines if line["level"] == "info"]
    assert [line["event"] for line in told] == ["house opens", "tables open", "guest came in", "house closed"]
    assert (told[0]["store"], told[0]["version"], "adelaide" in told[1]["tables"]) == (str(tmp_path), __version__, True)
    assert any("root" in line["event"] for line in lines) == (os.geteuid() == 0)


def _send(port: int, *parts: bytes) -> None:
    """Send parts of a connection, each after an answer, and wait until the house has answered the last."""
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        for part in parts:
            line.sendall(part)
            line.recv(65536)
