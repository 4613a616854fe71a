"""Invitations: the addresses of a live table at the house's own address, and a QR code of the first."""

from __future__ import annotations

import re
from typing import Any

import segno
from litestar.testing import TestClient

from comeout.house.http.front_door import FrontDoor
from tests.house.http.test_front_door import door

PUBLIC = "https://craps.example"


def invited(asking: TestClient[Any], table: str = "adelaide") -> Any:
    """The answer to somebody who wants to invite others to a table."""
    asking.post("/api/v1/session")
    return asking.get(f"/api/v1/tables/{table}/invite")


def modules(picture: str) -> set[tuple[int, int]]:
    """The black modules of a QR code that is drawn as runs of a path."""
    (path,) = re.findall(r'<path stroke="#000" d="([^"]*)"', picture)
    found, x, y = set[tuple[int, int]](), 0.0, 0.0
    for verb, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        given = [float(each) for each in re.findall(r"-?[\d.]+", numbers)]
        if verb == "h":
            found |= {(int(x) + step, int(y)) for step in range(int(given[0]))}
            x += given[0]
        else:
            x, y = (x + given[0], y + given[1]) if verb == "m" else (given[0], given[1])
    return found


def drawn(text: str) -> set[tuple[int, int]]:
    """The black modules that a text has, with the quiet zone around them."""
    rows = segno.make(text, error="m", micro=False).matrix_iter(border=4)
    return {(x, y) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark}


def test_others_come_by_the_public_address_of_the_house() -> None:
    with door(PUBLIC, public_url=PUBLIC) as asking:
        found = invited(asking).json()
    assert found == {
        "join": f"{PUBLIC}/table/adelaide",
        "watch": f"{PUBLIC}/table/adelaide?watch",
        "room": f"{PUBLIC}/room/adelaide",
        "picture": "/api/v1/tables/adelaide/invite.svg",
        "only_here": False,
    }


def test_without_one_by_where_it_listens_and_a_house_for_this_machine_alone_says_so() -> None:
    with door() as asking:
        found = invited(asking).json()
        assert (found["join"], found["only_here"]) == ("http://127.0.0.1:8000/table/adelaide", True)
    with door("http://192.168.1.5:8000", server=("192.168.1.5", 8000)) as asking:
        found = invited(asking).json()
        assert (found["join"], found["only_here"]) == ("http://192.168.1.5:8000/table/adelaide", False)


def test_a_client_cannot_have_another_address_drawn() -> None:
    with door() as asking:
        invited(asking)
        for host in ("evil.example", "evil.example:8000"):
            for path in ("invite", "invite.svg"):
                answer = asking.get(f"/api/v1/tables/adelaide/{path}", headers={"host": host})
                assert answer.status_code == 421
        picture = asking.get("/api/v1/tables/adelaide/invite.svg", headers={"x-forwarded-host": "evil.example"}).text
        assert modules(picture) == drawn("http://127.0.0.1:8000/table/adelaide")
    scope = {"headers": [], "server": ("127.0.0.1", 8000), "path": "/"}
    assert FrontDoor(public_url=PUBLIC).address_for(scope).host == "craps.example"


def test_the_code_is_that_of_the_link_drawn_once_and_only_a_picture() -> None:
    with door(PUBLIC, public_url=PUBLIC) as asking:
        invited(asking)
        answer = asking.get("/api/v1/tables/adelaide/invite.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert modules(answer.text) == drawn(f"{PUBLIC}/table/adelaide")
        assert not re.search(r"<script|style=|\bon\w+=|href", answer.text)
        again = asking.get("/api/v1/tables/adelaide/invite.svg", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304


def test_nobody_is_invited_to_a_table_that_is_for_one_alone_or_that_is_not_there() -> None:
    with door() as asking:
        assert asking.get("/api/v1/tables/adelaide/invite").status_code == 401
        assert invited(asking, "nowhere").status_code == 404
        mine = asking.post("/api/v1/tables", json={"book": "adelaide"}).json()["id"]
        answer = asking.get(f"/api/v1/tables/{mine}/invite")
        assert answer.status_code == 404
        assert "for one player alone" in answer.json()["says"]
