"""Requests over HTTP: what goes wrong with them is one line that says what to do."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from comeout.client.remote_house import Client
from comeout.client.rest_client import HouseError, Rest, Wallet, not_there


@contextmanager
def answering(status: int, body: bytes, asked: list[str]) -> Iterator[str]:
    """A server that answers everything with the same, and keeps what it was asked; its address."""

    class Same(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(f"{self.command} {self.path} {self.headers.get('authorization', '')}".strip())
            self.send_response(status)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            self.do_POST()

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
    with answering(status, body, []) as url:
        bad = entering(url)
    assert says in str(bad)
    assert bad.status == (status if status != 200 else 0)


def test_an_answer_is_read_as_the_type_that_was_asked_for() -> None:
    asked: list[str] = []
    body = b'{"wallet_cents": 5, "seconds_played": 4, "net_cents": -3, "at_risk_cents": 2, "racks_cents": 1}'
    with answering(200, body, asked) as url:
        wallet = asyncio.run(Rest(url, "a-token").ask("GET", "/wallet", Wallet, table="two words", before=None))
    assert wallet == Wallet(5, 4, -3, 2, 1)
    assert asked == ["GET /api/v1/wallet?table=two+words Bearer a-token"]


def test_a_document_is_fetched_as_text() -> None:
    with answering(200, "Würfel\n".encode(), []) as url:
        assert asyncio.run(Rest(url).text("/tables/t/export")) == "Würfel\n"


def test_an_address_is_written_out_and_has_its_sockets_beside_it() -> None:
    assert Rest("127.0.0.1:8000/").url == "http://127.0.0.1:8000"
    assert Rest("https://craps.example/house/").socket_url == "wss://craps.example/house/api/v1"
    assert (Rest("a.example").headers, Rest("a.example", "x").headers) == ({}, {"authorization": "Bearer x"})


@pytest.mark.parametrize(
    ("bad", "why"),
    [(ConnectionRefusedError(111, "Connection refused"), "Connection refused"), (TimeoutError(), "TimeoutError")],
)
def test_why_no_house_answers_is_said_in_words(bad: Exception, why: str) -> None:
    assert not_there("http://h", bad) == f"no house answers at http://h ({why}); is `comeout serve` running there?"
