"""The server's end of a socket writes what websockets would write, and nobody keeps it open by not reading."""

from __future__ import annotations

import asyncio
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Any
from unittest.mock import Mock

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from comeout.house.http.connections import UNREAD_SECONDS
from comeout.house.http.socket import AT_ONCE
from comeout.house.server import SYSTEM_BYTES, QuickSocket


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
