"""Who asks: the address that counts, behind a proxy and without one, and the tables that are there for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from litestar.testing import TestClient

from comeout.house.clock import WallClock
from comeout.house.house import House
from comeout.house.http.app import make_app
from comeout.house.players.rate_limits import NEW_GUEST
from tests.kit.memory_store import MemoryStore

GUEST = "/api/v1/session"


@contextmanager
def door(*, trust_proxy: bool) -> Iterator[TestClient[Any]]:
    """A house that has a proxy in front of it, or thinks it has none."""
    with TestClient(make_app(House(MemoryStore(), WallClock()), trust_proxy=trust_proxy)) as client:
        yield client


def guests(client: TestClient[Any], forwarded: Iterator[list[str]]) -> list[int]:
    """What each of one more guest than may come from one address is answered."""
    statuses = []
    for _ in range(int(NEW_GUEST.burst) + 1):
        client.cookies.clear()
        told = [("x-forwarded-for", each) for each in next(forwarded)]
        statuses.append(client.post(GUEST, headers=told).status_code)
    return statuses


@pytest.mark.parametrize("form", ["appended", "a header of its own", "untrusted"])
def test_an_address_that_a_client_makes_up_does_not_let_it_in_more_often(form: str) -> None:
    def forwarded() -> Iterator[list[str]]:
        number = 0
        while True:
            number += 1
            forged, real = f"10.0.0.{number}", "192.0.2.1"
            yield [f"{forged}, {real}"] if form == "appended" else [forged, real] if form.startswith("a") else [forged]

    with door(trust_proxy=form != "untrusted") as client:
        statuses = guests(client, forwarded())
    assert (set(statuses[:-1]), statuses[-1]) == ({201}, 429)


def test_people_whom_the_proxy_tells_apart_do_not_stand_in_each_other_s_way() -> None:
    with door(trust_proxy=True) as client:
        statuses = guests(client, iter([f"192.0.2.{number}"] for number in range(1, 200)))
    assert set(statuses) == {201}


def test_a_table_is_there_for_whoever_may_see_it_and_for_nobody_else() -> None:
    with door(trust_proxy=False) as client:

        def asks(token: str, table: str) -> tuple[int, str]:
            answer = client.get(f"/api/v1/tables/{table}/rolls", headers={"authorization": f"Bearer {token}"})
            return answer.status_code, answer.json().get("says", "")

        tokens = []
        for _ in range(2):
            client.cookies.clear()
            tokens.append(client.post(GUEST).json()["token"])
        client.cookies.clear()
        mine = {"authorization": f"Bearer {tokens[0]}"}
        table = client.post("/api/v1/tables", json={"book": "evolution"}, headers=mine).json()["id"]
        assert [asks(token, table)[0] for token in tokens] == [200, 404]
        assert [asks(token, "evolution")[0] for token in tokens] == [200, 200]
        assert asks(tokens[1], table)[1] == f'there is no table "{table[:40]}" here; the list of tables has them all'
