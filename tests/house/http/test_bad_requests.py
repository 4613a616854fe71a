"""What is wrong with a request is said in one sentence, and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import make_app
from tests.kit.memory_store import MemoryStore

NO_FIELD = (
    'there is no field "foo"; there is book, mode, name, regulated, settings, posted, line_min_cents and line_max_cents'
)


@pytest.fixture(scope="module")
def guest() -> Iterator[TestClient[Any]]:
    with TestClient(make_app(House(MemoryStore(), WallClock()))) as client:
        client.post("/api/v1/session")
        yield client


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "says"),
    [
        ("POST", "/tables", {"book": "adelaide", "foo": 1}, 400, NO_FIELD),
        ("POST", "/tables", {"mode": "live"}, 400, 'the field "book" is missing'),
        ("POST", "/tables", {"book": 3}, 400, '"book" should be a text, not a whole number'),
        ("POST", "/tables", {"book": "b", "mode": "x"}, 400, "\"mode\" is 'x'; it should be first-person or live"),
        (
            "POST",
            "/tables",
            {"book": "b", "settings": {"odds": 3}},
            400,
            '"settings[...]" should be a text, not a whole',
        ),
        ("POST", "/tables", [], 400, "the body should be an object, not a list"),
        ("POST", "/tables", None, 400, "the body is missing; it should be a JSON object"),
        ("PUT", "/limits/foo", {"value": 3}, 400, "\"kind\" is 'foo'; it should be loss, stake or time"),
        ("PUT", "/limits/loss", {"value": "x"}, 400, '"value" should be a whole number or null, not a text'),
        ("PUT", "/limits/loss", {"cents": 3}, 400, 'there is no field "cents"; there is value'),
        ("GET", "/recall?limit=some", None, 400, '"limit" should be a whole number, not a text'),
        ("GET", f"/tables/{'x' * 81}", None, 400, '"table" should have at most 80 characters'),
        ("DELETE", "/tables", None, 405, "/api/v1/tables does not allow DELETE"),
        ("GET", "/nowhere", None, 404, "there is nothing at /api/v1/nowhere"),
        ("POST", "/tables", {"book": "x" * 70_000}, 413, "the body of the request is too large"),
    ],
)
def test_a_request_that_makes_no_sense_is_answered_with_what_it_should_be(
    guest: TestClient[Any], method: str, path: str, body: Any, status: int, says: str
) -> None:
    answer = guest.request(method, f"/api/v1{path}", json=body)
    assert answer.status_code == status
    told = answer.json()
    assert list(told) == ["says"], "one sentence and nothing beside it"
    assert told["says"].startswith(says)
