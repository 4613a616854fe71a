"""The server's end of a socket writes what websockets would write, and nobody keeps it open by not reading."""

from __future__ import annotations

import asyncio
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from structlog.testing import capture_logs
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from comeout.house.http.connections import UNREAD_SECONDS
from comeout.house.http.quick_socket import MOST_PARTS, SLICE_BYTES, SYSTEM_BYTES, QuickSocket
from comeout.house.http.socket import AT_ONCE
from comeout.house.players.rate_limits import Pace
from comeout.house.players.work_limits import WorkLimits
from tests.kit.clocks import TurnedClock


def connected() -> QuickSocket:
    """A socket whose handshake is over, on a transport that remembers."""
    config = Config(Mock(), log_config=None, ws_per_message_deflate=False)
    socket = QuickSocket(config, ServerState(), {}, Mock())
    socket.transport = Mock()
    socket.handshake_complete, socket.conn.state = True, State.OPEN
    return socket


def sent(socket: QuickSocket, message: dict[str, Any]) -> bytes:
    """What goes out for a message of the application."""
    asyncio.run(socket.send(message))  # type: ignore[arg-type]
    return b"".join(call.args[0] for call in socket.transport.write.call_args_list)  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_of_any_size_is_framed_as_websockets_frames_it(size: int) -> None:
    text = "x" * size
    expected = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert sent(connected(), {"type": "websocket.send", "text": text}) == expected


def test_after_a_close_nothing_is_written_any_more() -> None:
    socket = connected()
    socket.close_sent = True
    with pytest.raises(RuntimeError):
        sent(socket, {"type": "websocket.send", "text": "late"})


def test_whoever_does_not_read_is_hung_up_on_without_a_goodbye() -> None:
    socket = connected()
    socket.pause_writing()
    assert sent(socket, {"type": "websocket.close", "code": 4008}) == b""
    socket.transport.abort.assert_called_once_with()  # type: ignore[attr-defined]


def test_texts_written_at_once_go_out_in_one_piece_framed_each() -> None:
    socket = connected()
    assert socket.write([b"dice", b"settled"])
    expected = b"".join(Frame(Opcode.TEXT, text).serialize(mask=False) for text in (b"dice", b"settled"))
    socket.transport.write.assert_called_once_with(expected)  # type: ignore[attr-defined]


@pytest.mark.parametrize("hindrance", ["close_sent", "disconnected", "handshake", "paused"])
def test_nothing_is_written_at_once_where_something_stands_in_the_way(hindrance: str) -> None:
    socket = connected()
    if hindrance == "paused":
        socket.pause_writing()
    elif hindrance == "handshake":
        socket.conn.state = State.CONNECTING
    else:
        setattr(socket, hindrance, True)
    assert not socket.write([b"dice"])
    socket.transport.write.assert_not_called()  # type: ignore[attr-defined]


def test_the_application_is_offered_to_write_at_once() -> None:
    found: list[Any] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        found.append(scope["extensions"][AT_ONCE]["write"])

    socket = connected()
    socket.app, socket.scope = app, {"extensions": {}}  # type: ignore[typeddict-item]
    asyncio.run(socket.run_asgi())
    assert found == [socket.write]
    asked = socket.transport.get_extra_info.return_value.setsockopt  # type: ignore[attr-defined]
    asked.assert_called_once_with(SOL_SOCKET, SO_SNDBUF, SYSTEM_BYTES)  # nor does the system wait for who never reads


def pinged(socket: QuickSocket, times: int) -> int:
    """How many bytes go out for so many pings that come at once."""
    before = len(socket.transport.write.call_args_list)  # type: ignore[attr-defined]
    for _ in range(times):
        socket.conn.recv_frame(Frame(Opcode.PING, b"x" * 100))
    socket.handle_events()
    calls = socket.transport.write.call_args_list[before:]  # type: ignore[attr-defined]
    return sum(len(call.args[0]) for call in calls)


def test_pongs_to_a_reader_that_never_reads_are_dropped_and_those_to_one_who_reads_again_are_sent() -> None:
    socket = connected()
    assert pinged(socket, 10) == 10 * 102
    socket.pause_writing()
    assert pinged(socket, 1_000) == 0
    socket.resume_writing()
    assert pinged(socket, 10) == 10 * 102  # and none of those from before


def test_a_socket_whose_buffers_stay_full_is_hung_up_on() -> None:
    socket = connected()
    timer: Any = socket.loop.call_later
    socket.pause_writing()
    seconds, late = timer.call_args.args
    assert seconds == UNREAD_SECONDS
    late()
    socket.transport.abort.assert_called_once_with()  # type: ignore[attr-defined]
    socket.resume_writing()
    timer.return_value.cancel.assert_called_once_with()


# ---- what clients send


def looping() -> tuple[QuickSocket, list[Any]]:
    """A socket whose handshake is over, and what its loop is asked to do later."""
    socket, later = connected(), list[Any]()

    def call_later(wait: float, act: Any) -> Mock:
        later.append((wait, act))
        return Mock()

    socket.loop.call_later = call_later  # type: ignore[assignment]
    socket.transport.is_closing.return_value = False  # type: ignore[attr-defined]
    socket.conn.parser = socket.conn.parse()
    next(socket.conn.parser)
    return socket, later


def masked(frame: Frame) -> bytes:
    return frame.serialize(mask=True)


@pytest.mark.claim("caps-by-address")
def test_a_flood_of_the_smallest_frames_is_parsed_in_slices_at_the_pace_of_its_address() -> None:
    clock = TurnedClock()
    socket, later = looping()
    socket.work = WorkLimits(clock, address=Pace(100, 1), meter=clock.monotonic).account("192.0.2.1")
    pings = 3 * SLICE_BYTES // 6
    socket.data_received(masked(Frame(Opcode.PING, b"")) * pings)
    assert (len(pongs(socket)), [wait for wait, _ in later]) == (0, [0])
    socket.transport.pause_reading.assert_called()  # type: ignore[attr-defined]
    later.pop()[1]()
    assert len(pongs(socket)) == SLICE_BYTES // 6
    assert [wait for wait, _ in later] == [0]
    socket.work.spend(100)  # others of the address did more than it may
    later.pop()[1]()
    assert [wait for wait, _ in later] == [pytest.approx(1.0, abs=0.02)]
    later.pop()[1]()
    assert (len(pongs(socket)), later) == (pings, [])
    socket.transport.resume_reading.assert_called_once_with()  # type: ignore[attr-defined]


def pongs(socket: QuickSocket) -> list[Any]:
    return socket.transport.write.call_args_list  # type: ignore[attr-defined, no-any-return]


def test_no_more_is_parsed_than_the_application_takes() -> None:
    socket, later = looping()
    text = masked(Frame(Opcode.TEXT, b"x" * 90))
    socket.data_received(text * 200)
    later.pop()[1]()
    waiting = socket.queue.qsize()
    assert (waiting, later) == (SLICE_BYTES // len(text), [])

    async def take_all() -> None:
        for _ in range(waiting):
            await socket.receive()

    asyncio.run(take_all())
    assert len(later) == 1


@pytest.mark.parametrize(
    ("head", "why"),
    [
        ("Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key"),
        ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 99\r\n", "Sec-WebSocket-Version"),
    ],
)
def test_a_request_that_asks_for_no_socket_as_one_must_is_refused_with_one_line(head: str, why: str) -> None:
    config = Config(Mock(), log_config=None, ws_per_message_deflate=False)
    socket = QuickSocket(config, ServerState(), {}, Mock())
    socket.transport = Mock()
    with capture_logs() as logs:
        socket.data_received(f"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{head}\r\n".encode())
    assert [(each["event"], each["log_level"]) for each in logs] == [("bad upgrade", "warning")]
    assert why in logs[0]["why"]
    assert b" 400 " in pongs(socket)[0].args[0]


def asked_to_open() -> QuickSocket:
    """A socket that was asked for and is not open yet."""
    config = Config(Mock(), log_config=None, ws_per_message_deflate=False)
    config.loaded_app = AsyncMock()
    loop = Mock()
    loop.create_task.side_effect = lambda work: (work.close(), Mock())[1]
    socket = QuickSocket(config, ServerState(), {}, loop)
    socket.transport = Mock()
    socket.transport.is_closing.return_value = False
    asked = b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    socket.data_received(b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n" + asked + b"\r\n")
    return socket


def test_a_frame_that_no_socket_may_send_before_it_is_open_ends_it_with_one_line() -> None:
    socket = asked_to_open()
    with capture_logs() as logs:
        socket.data_received(b"\xf1\x80abcd")
    assert [(each["event"], each["log_level"]) for each in logs] == [("bad frame", "warning")]
    socket.transport.close.assert_called_once_with()  # type: ignore[attr-defined]
    assert socket.queue.get_nowait()["type"] == "websocket.connect"
    assert socket.queue.get_nowait()["type"] == "websocket.disconnect"


def test_a_socket_that_is_refused_is_no_error_of_the_house(caplog: pytest.LogCaptureFixture) -> None:
    socket = asked_to_open()

    async def refuse(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b"no", "more_body": False})

    socket.app = refuse
    asyncio.run(socket.run_asgi())
    assert b"404" in b"".join(call.args[0] for call in pongs(socket))
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


def test_whoever_goes_while_frames_wait_to_be_parsed_leaves_nothing_to_do() -> None:
    socket, later = looping()
    socket.connections.add(socket)
    socket.data_received(masked(Frame(Opcode.PING, b"")) * SLICE_BYTES)
    parse, timer = later.pop()[1], socket._parsing
    socket.connection_lost(ConnectionResetError())
    assert timer
    timer.cancel.assert_called_once_with()  # type: ignore[attr-defined]
    socket.transport.is_closing.return_value = True  # type: ignore[attr-defined]
    parse()
    assert pongs(socket) == []


def test_whoever_has_gone_is_not_parsed_on() -> None:
    socket, later = looping()
    socket.disconnected = True
    socket.data_received(masked(Frame(Opcode.PING, b"")) * SLICE_BYTES)
    assert later == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x01\x80abcd" + b"\x00\x80abcd" * MOST_PARTS, "too many parts"),
        (b"\x81\x82\0\0\0\0\xff\xfe", "a text is UTF-8"),
        (b"\x81\x05hello", "incorrect masking"),
        (b"\xf1\x80abcd", "reserved bits must be 0"),
        (b"\x83\x80abcd", "invalid opcode"),
        (b"\x09\x80abcd", "fragmented control frame"),
    ],
)
def test_a_frame_that_no_socket_may_send_ends_the_connection_with_one_line(data: bytes, why: str) -> None:
    socket, later = looping()
    with capture_logs() as logs:
        socket.data_received(data)
        while later:
            later.pop()[1]()
    assert [(each["event"], each["log_level"]) for each in logs] == [("bad frame", "warning")]
    assert why in logs[0]["why"]
    assert socket.close_sent
    assert len(socket.frames) == 0


def test_a_message_may_come_in_as_many_parts_as_it_has() -> None:
    socket, later = looping()
    parts = [Frame(Opcode.CONT, b"x", fin=part == MOST_PARTS) for part in range(2, MOST_PARTS + 1)]
    socket.data_received(b"".join(masked(each) for each in (Frame(Opcode.TEXT, b"x", fin=False), *parts)))
    while later:
        later.pop(0)[1]()
    assert asyncio.run(socket.receive()) == {"type": "websocket.receive", "text": "x" * MOST_PARTS}
