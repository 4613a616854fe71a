"""Clients of a house without the client library: plain HTTP requests, and sockets that send what a test writes."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.kit.servers import PATIENCE_S, Running


def ask(house: Running, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
    """One request: its status, and its answer."""
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    sent = {"content-type": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
    request = urllib.request.Request(house.url + path, data, sent, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as bad:
        with bad:
            return bad.code, json.loads(bad.read() or b"{}")


def enter(house: Running) -> str:
    """The token of a new guest."""
    status, body = ask(house, "POST", "/api/v1/session")
    assert status == 201
    return str(body["token"])


class Line:
    """A socket to the table of a book."""

    def __init__(self, house: Running, token: str = "", table: str = "evolution", **headers: str) -> None:
        address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
        sent = {"Authorization": f"Bearer {token or enter(house)}", **headers}
        self._opening = connect(address, additional_headers=sent)
        self.socket: ClientConnection

    def __enter__(self) -> Line:
        self.socket = self._opening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hello(self) -> Line:
        """Say hello, and wait for the table."""
        self.socket.send('{"type":"hello","version":1}')
        self.until("snapshot")
        return self

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE_S))
            if frame["type"] in kinds:
                return frame

    def do(self, name: Any, key: Any = "", **body: Any) -> dict[str, Any]:
        """A command and its answer."""
        do = {"type": "do", "id": key or f"{name}-{id(body)}-{len(json.dumps(body))}", "name": name, "body": body}
        self.socket.send(json.dumps(do))
        return self.until("answer", "bye")

    def alive(self) -> bool:
        """Whether the table still answers here."""
        self.socket.send('{"type":"ping","sent":1.0}')
        return bool(self.until("pong")["sent"] == 1.0)


def unhurt(house: Running) -> None:
    """Every table of the house still runs, and none has broken."""
    assert all(not host.lost and not house.house._tasks[host.row.id].done() for host in house.house.hosts)
