"""The front door: one Host, one Origin, headers on every answer, and metrics for this machine alone."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import TOO_DEEP, make_app
from comeout.house.http.front_door import HEADERS, TOO_LARGE, FrontDoor
from tests.kit.memory_store import MemoryStore
from tests.kit.servers import running

GUEST, SOCKET = "/api/v1/session", "/api/v1/tables/evolution/live"
PATHS = ("/", "/js/app/router.js", "/api/v1/tables", "/api/openapi.json", "/health", "/metrics", "/nowhere")
LOCAL = "http://127.0.0.1:8000"


class Listening:
    """An application as a server would run it that listens on 127.0.0.1, port 8000, or elsewhere."""

    def __init__(self, app: Any, server: tuple[str, int], client: str) -> None:
        self.app, self.server, self.client = app, server, client

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            scope = {**scope, "server": self.server, "client": (self.client, 50_000)}
        await self.app(scope, receive, send)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.app, name)


@contextmanager
def door(
    base: str = LOCAL,
    *,
    server: tuple[str, int] = ("127.0.0.1", 8000),
    client: str = "127.0.0.1",
    **settings: Any,
) -> Iterator[TestClient[Any]]:
    app: Any = make_app(House(MemoryStore(), WallClock()), door=FrontDoor(**settings))
    with TestClient(Listening(app, server, client), base_url=base) as asking:
        yield asking


@pytest.fixture(scope="module")
def here() -> Iterator[TestClient[Any]]:
    """A house that listens on this machine and has no public address."""
    with door() as client:
        yield client


@pytest.fixture(scope="module")
def public() -> Iterator[TestClient[Any]]:
    """A house with a public address, behind a proxy on its machine."""
    with door("https://craps.example", public_url="https://craps.example") as client:
        yield client


def refused_socket(client: TestClient[Any], **headers: str) -> bool:
    try:
        with client.websocket_connect(SOCKET, headers=headers) as socket:
            socket.send_text("hello")
            socket.receive()
            return False
    except WebSocketDisconnect as end:
        return end.code == 4003 and "first frame" not in str(end.detail)


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"])
def test_a_house_without_a_public_address_is_found_where_it_listens(here: TestClient[Any], host: str) -> None:
    assert here.post(GUEST, headers={"host": host, "origin": f"http://{host}"}).status_code in (200, 201)


@pytest.mark.claim("people-origins")
@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:8001", "localhost", "192.0.2.1:8000", "", "a b"],
)
@pytest.mark.parametrize("path", PATHS)
def test_any_other_host_is_refused_on_every_route(here: TestClient[Any], path: str, host: str) -> None:
    answer = here.get(path, headers={"host": host})
    assert answer.status_code == 421
    assert "--public-url" in answer.json()["says"]


def test_a_host_that_is_told_twice_is_refused(here: TestClient[Any]) -> None:
    headers = [("host", "127.0.0.1:8000"), ("host", "127.0.0.1:8000")]
    assert here.get("/health", headers=headers).status_code == 421


@pytest.mark.claim("people-origins")
@pytest.mark.parametrize(
    "origin", ["https://127.0.0.1:8000", "http://127.0.0.1", "http://evil.example", "null", "http://127.0.0.1:8001", ""]
)
def test_another_origin_is_refused_whatever_is_asked(here: TestClient[Any], origin: str) -> None:
    assert here.post(GUEST, headers={"origin": origin}).status_code == 403
    assert here.get("/api/v1/tables", headers={"origin": origin}).status_code == 403
    assert refused_socket(here, origin=origin)


@pytest.mark.claim("people-origins")
def test_a_rebound_name_opens_no_socket(here: TestClient[Any]) -> None:
    assert refused_socket(here, host="evil.example", origin="http://evil.example")
    assert not refused_socket(here, origin=LOCAL)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("craps.example", "https://craps.example", 201),
        ("craps.example:443", "https://craps.example:443", 201),
        ("craps.example", "http://craps.example", 403),
        ("craps.example", "https://craps.example:8443", 403),
        ("craps.example:80", "https://craps.example", 421),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", 421),
    ],
)
def test_a_public_address_is_the_only_one_scheme_and_port_included(
    public: TestClient[Any], host: str, origin: str, status: int
) -> None:
    public.cookies.clear()
    assert public.post(GUEST, headers={"host": host, "origin": origin}).status_code == status


def test_a_house_that_listens_everywhere_is_found_at_the_address_that_was_reached() -> None:
    with door("http://192.0.2.7:8000", server=("192.0.2.7", 8000), client="192.0.2.9") as client:
        assert client.get("/health").status_code == 200
        assert client.get("/health", headers={"host": "craps.example:8000"}).status_code == 421
    with door(server=("::1", 8000)) as client:
        assert client.get("/health", headers={"host": "[::1]:8000"}).status_code == 200
    with door(server=("::ffff:127.0.0.1", 8000)) as client:
        assert client.get("/health").status_code == 200


@pytest.mark.claim("people-origins")
@pytest.mark.parametrize("path", [*PATHS, "/api/v1/nothing", "/api/v1/wallet", "/api/v1/tables/%ff"])
def test_every_answer_has_the_security_headers(here: TestClient[Any], path: str) -> None:
    for answer in (here.get(path), here.delete(path), here.get(path, headers={"host": "evil.example"})):
        assert HEADERS.keys() <= set(answer.headers), answer.status_code
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(answer.headers.get_list("content-security-policy")) == 1
        directives = {"default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"}
        assert directives <= set(answer.headers["content-security-policy"].split("; "))
        assert "strict-transport-security" not in answer.headers


def test_an_address_with_tls_has_a_secure_cookie_and_asks_browsers_to_stay_with_it(public: TestClient[Any]) -> None:
    public.cookies.clear()
    answer = public.post(GUEST)
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-comeout_session=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=strict"} <= set(cookie.split("; "))
    assert "domain" not in cookie.lower()
    gone = public.delete("/api/v1/session").headers["set-cookie"]
    assert gone.startswith("__Host-comeout_session=")
    assert "Secure" in gone


def test_over_tls_a_cookie_that_another_host_could_have_set_counts_for_nothing(public: TestClient[Any]) -> None:
    public.cookies.clear()
    token = public.post(GUEST).json()["token"]
    public.cookies.clear()
    assert public.get(GUEST, headers={"cookie": f"comeout_session={token}"}).status_code == 401
    assert public.get(GUEST, headers={"cookie": f"__Host-comeout_session={token}"}).status_code == 200


def test_a_cookie_without_tls_is_kept_from_scripts_and_not_marked_secure(here: TestClient[Any]) -> None:
    here.cookies.clear()
    cookie = here.post(GUEST).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie


def test_metrics_are_for_this_machine_and_not_for_whoever_comes_through_a_proxy(public: TestClient[Any]) -> None:
    local = {"host": "127.0.0.1:8000"}
    assert public.get("/metrics", headers=local).status_code == 200
    assert public.get("/health", headers=local).status_code == 200
    assert public.get("/metrics").status_code == 403, "the proxy's own address is local, its Host is not"
    assert public.get("/metrics", headers={**local, "x-forwarded-for": "192.0.2.1"}).status_code == 403
    with door("http://192.0.2.7:8000", server=("192.0.2.7", 8000), client="192.0.2.9") as client:
        assert client.get("/metrics").status_code == 403


@pytest.mark.claim("people-origins")
@pytest.mark.parametrize("path", ["/health", "/ready", "/metrics"])
def test_a_probe_of_this_machine_needs_no_public_name_and_a_page_in_a_browser_does(
    public: TestClient[Any], path: str
) -> None:
    probe = {"host": "127.0.0.1:8000"}
    assert public.get(path, headers=probe).status_code in (200, 503)
    for origin in (LOCAL, "http://localhost:8000", "https://craps.example", "http://evil.example"):
        assert public.get(path, headers={**probe, "origin": origin}).status_code == 421
    named = {"host": "craps.example"}
    for origin in (LOCAL, "http://localhost:8000", "http://evil.example", "null"):
        assert public.get(path, headers={**named, "origin": origin}).status_code == 403


@pytest.mark.parametrize("path", [GUEST, "/health", "/api/v1/nothing", "/api/v1/session/login"])
def test_a_body_that_is_too_large_is_refused_whether_or_not_it_would_be_read(here: TestClient[Any], path: str) -> None:
    for body in (b"x" * 100_000, iter([b"x" * 10_000] * 10)):
        answer = here.post(path, content=body)
        assert (answer.status_code, answer.json()["says"]) == (413, TOO_LARGE)
        assert HEADERS.keys() <= set(answer.headers)
    assert here.post(GUEST, content=iter([b"{}"])).status_code in (200, 201), "a small one in parts is taken"


def test_a_body_that_is_nested_too_deeply_is_refused_with_a_plain_sentence(here: TestClient[Any]) -> None:
    answer = here.post("/api/v1/session/login", content=b"[" * 60_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["says"]) == (400, TOO_DEEP)


GOOD_UPGRADE = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"}


def upgraded(port: int, path: str = SOCKET, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What a server answers to a request for a WebSocket."""
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        asking.request(
            "GET", path, headers={"Upgrade": "websocket", "Connection": "Upgrade", **GOOD_UPGRADE, **headers}
        )
        answer = asking.getresponse()
        body = b"" if answer.status == 101 else answer.read()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, body
    finally:
        asking.close()


@pytest.mark.claim("people-origins")
def test_every_answer_to_a_request_for_a_socket_has_the_security_headers_too(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        answers = {
            421: upgraded(house.port, Host="evil.example"),
            403: upgraded(house.port, Origin="http://evil.example"),
            404: upgraded(house.port, "/api/v1/nope/live"),
            400: upgraded(house.port, **{"Sec-WebSocket-Key": "short"}),
            101: upgraded(house.port),
        }
        for status, (found, headers, body) in answers.items():
            assert found == status, (status, found, body)
            assert HEADERS.keys() <= set(headers), status
            assert "strict-transport-security" not in headers
        assert json.loads(answers[404][2])["says"] == "there is nothing at /api/v1/nope/live"
        assert "another origin" in json.loads(answers[403][2])["says"]


def test_metrics_can_be_opened() -> None:
    with door("http://192.0.2.7:8000", server=("192.0.2.7", 8000), client="192.0.2.9", metrics_open=True) as client:
        assert client.get("/metrics").status_code == 200
