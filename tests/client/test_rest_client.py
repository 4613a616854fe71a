"""Requests over HTTP: what goes wrong with them is one line that says what to do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from comeout.client import Client, HouseError


@contextmanager
def answering(status: int, body: bytes) -> Iterator[str]:
    """A server that answers everything with the same; its address."""

    class Same(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Same) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        serving.join()


def entering(url: str) -> HouseError:
    with pytest.raises(HouseError) as bad:
        asyncio.run(Client(url).enter())
    assert "\n" not in str(bad.value)
    return bad.value


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (
            "http://127.0.0.1:9",
            "no house answers at http://127.0.0.1:9 (Connection refused); is `comeout serve` running",
        ),
        ("127.0.0.1:9", "no house answers at http://127.0.0.1:9 (Connection refused); is `comeout serve` running"),
        ("ftp://somewhere", '"ftp://somewhere" is no address of a house; write it like http://127.0.0.1:8000'),
        ("http://", "is no address of a house"),
    ],
)
def test_a_house_that_is_not_there_is_one_line(url: str, says: str) -> None:
    assert says in str(entering(url))


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (200, b"<html>a shop</html>", "is no house of Comeout, or of another version"),
        (200, b'{"player": 7}', "is no house of Comeout, or of another version"),
        (429, b'{"says": "too many guests; come back in 4 s"}', "too many guests; come back in 4 s"),
        (502, b"bad gateway", "the house answered 502 Bad Gateway"),
        (500, b'{"error": 1}', "the house answered 500 Internal Server Error"),
    ],
)
def test_an_answer_that_is_none_is_one_line_with_its_status(status: int, body: bytes, says: str) -> None:
    with answering(status, body) as url:
        bad = entering(url)
    assert says in str(bad)
    assert bad.status == (status if status != 200 else 0)
