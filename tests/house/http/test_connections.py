"""Connections are capped by address and in all, and nobody holds one by sending half a request or reading nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed

from comeout.house.http import connections
from comeout.house.http.connections import CappedHttp, Connections
from comeout.house.http.front_door import HEADERS
from comeout.house.players.caps import Caps
from tests.kit.raw_clients import Line, ask, enter
from tests.kit.servers import PATIENCE_S, Running, running

HALF = b"GET /health HTTP/1.1\r\nhost: localhost"
HALF_BODY = (
    b"POST /api/v1/session/login HTTP/1.1\r\nhost: localhost:%d\r\ncontent-type: application/json\r\n"
    b"content-length: 10\r\n\r\n{"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("caps"), players_per_address=4, connections=40) as server:
        yield server


def call(house: Running, data: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", house.port), PATIENCE_S)
    line.sendall(data)
    return line


def read_all(line: socket.socket) -> bytes:
    """What comes until the house hangs up."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def has_every_header(answer: bytes) -> bool:
    head = answer.partition(b"\r\n\r\n")[0]
    found = {line.partition(":")[0].lower() for line in head.decode().splitlines()[1:]}
    return found >= HEADERS.keys() and b"strict-transport-security" not in head.lower()


@pytest.mark.claim("people-origins")
@pytest.mark.parametrize(
    "data", [b"\x16\x03\x01\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/1.1\r\nhost: a\r\nhost\r\n\r\n"]
)
def test_what_is_no_http_is_refused_once_with_the_security_headers(house: Running, data: bytes) -> None:
    with call(house, data) as line:
        answer = read_all(line)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert has_every_header(answer)


def test_what_is_no_http_after_an_answer_is_hung_up_on_without_a_second_one(
    house: Running, caplog: pytest.LogCaptureFixture
) -> None:
    refused = b"POST /health HTTP/1.1\r\nhost: evil.example\r\ntransfer-encoding: chunked\r\n\r\n"
    with call(house, refused) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 421 ")
        line.sendall(b"ZZZ\r\n\r\n")
        assert b"HTTP/1.1" not in read_all(line)
    assert [each.message for each in caplog.records if each.exc_info] == []
    assert [each.message for each in caplog.records].count("Invalid HTTP request received.") == 1


@pytest.mark.parametrize("method", [b"HEAD", b"POST"])
def test_a_body_that_is_no_http_is_refused_with_one_line(
    house: Running, caplog: pytest.LogCaptureFixture, method: bytes
) -> None:
    begun = b"%b /health HTTP/1.1\r\nhost: localhost:%d\r\ntransfer-encoding: chunked\r\n\r\nZZZ\r\n\r\n"
    with call(house, begun % (method, house.port)) as line:
        head, _, body = read_all(line).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert bool(body) == (method == b"POST")
    assert [(each.message, each.exc_info) for each in caplog.records] == [("Invalid HTTP request received.", None)]


@pytest.mark.parametrize("data", [b"", HALF, HALF_BODY], ids=["nothing", "half-a-head", "half-a-body"])
def test_a_request_that_is_never_whole_is_hung_up_on(
    house: Running, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.05)
    with call(house, data % house.port if b"%d" in data else data) as line:
        assert read_all(line) == b""


def test_half_a_request_on_a_connection_that_was_used_before_is_hung_up_on(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.2)
    whole = b"GET /health HTTP/1.1\r\nhost: localhost:%d\r\n\r\n" % house.port
    with call(house, whole) as line:
        assert b" 200 " in line.recv(65536)
        line.sendall(HALF)
        assert b" 200 " not in read_all(line)


def test_one_address_cannot_hold_all_connections_and_whoever_comes_later_is_told(house: Running) -> None:
    most = Caps(players_per_address=4).address_connections
    with ExitStack() as stack:
        for _ in range(most):
            stack.enter_context(call(house, HALF))
        with call(house) as line:
            refusal = read_all(line)
        assert refusal.startswith(b"HTTP/1.1 503 ")
        assert refusal.endswith(connections.FULL)
        assert has_every_header(refusal)
    status = 0
    while status != 200:  # until the house has noticed that they are gone
        status = _asked(house)


def _asked(house: Running) -> int:
    with call(house, b"GET /health HTTP/1.1\r\nhost: localhost:%d\r\nconnection: close\r\n\r\n" % house.port) as line:
        return int(read_all(line).split()[1])


def test_all_addresses_together_have_a_cap_and_a_proxy_is_no_player() -> None:
    counted = Connections(Caps(connections=3, players_per_address=1))
    releases = [counted.take(f"10.0.0.{number}") for number in range(4)]
    assert [release is not None for release in releases] == [True, True, True, False]
    assert releases[0]
    releases[0]()
    assert counted.take("10.0.0.9")
    proxied = Connections(Caps(connections=30, players_per_address=1), behind_proxy=True)
    assert [bool(proxied.take("127.0.0.1")) for _ in range(31)] == [True] * 30 + [False]


def test_a_socket_counts_until_it_ends_and_one_too_many_is_told_why(house: Running) -> None:
    token, most = enter(house), Caps().player_sockets
    with ExitStack() as stack:
        for _ in range(most):
            stack.enter_context(Line(house, token))
        with Line(house, token) as line, pytest.raises(ConnectionClosed) as closed:
            line.socket.recv(timeout=PATIENCE_S)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason[:22]) == (4029, f"you have {most} sockets op")
    while house.house.sockets._players.all:
        ask(house, "GET", "/health")
    with Line(house, token) as line:
        assert line.hello().alive()


# ---- without a network


class Wire:
    """A protocol on a transport and a loop that remember."""

    def __init__(self, caps: Caps | None = None) -> None:
        self.loop: Any = Mock()
        config = Config(Mock(), log_config=None)
        self.counted = Connections(caps or Caps())
        self.http = CappedHttp(self.counted, config=config, server_state=ServerState(), app_state={}, _loop=self.loop)
        self.transport: Any = Mock()
        self.transport.get_extra_info.return_value = None
        self.transport.get_protocol.return_value = self.http
        self.http.connection_made(self.transport)


def test_a_client_that_leaves_an_answer_unread_is_hung_up_on_unless_it_reads_again() -> None:
    wire = Wire()
    wire.http.pause_writing()
    seconds, late = wire.loop.call_later.call_args.args
    assert seconds == connections.UNREAD_SECONDS
    wire.http.resume_writing()
    wire.loop.call_later.return_value.cancel.assert_called_once_with()
    late()
    wire.transport.abort.assert_called_once_with()


def test_a_connection_that_ends_stops_its_timers_and_is_counted_no_more() -> None:
    wire = Wire(Caps(connections=1))
    assert wire.counted.take("10.0.0.1") is None
    wire.http.connection_lost(None)
    wire.loop.call_later.return_value.cancel.assert_called_once_with()
    assert wire.counted.take("10.0.0.1") is not None


@pytest.mark.parametrize("size", [17 * 1024, 70_000])
def test_a_head_that_is_too_large_is_refused_also_when_it_comes_at_once(house: Running, size: int) -> None:
    head = b"GET /health HTTP/1.1\r\nhost: localhost:%d\r\nx: %b\r\n\r\n"
    with call(house, head % (house.port, b"a" * size)) as line:
        assert b" 400 " in read_all(line)
    with call(house, head % (house.port, b"a" * 12_000)) as line:
        assert b" 200 " in line.recv(65536)
