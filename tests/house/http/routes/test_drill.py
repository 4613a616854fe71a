"""Dealer drills over HTTP: given without their solution, and marked; an answer without sense is refused."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from comeout.drill.deal import deal
from tests.kit.drills import solved
from tests.kit.servers import running


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who asks a running house."""
    with (
        running(tmp_path_factory.mktemp("drill")) as house,
        httpx.Client(base_url=f"{house.url}/api/v1", timeout=60) as client,
    ):
        yield client


def test_a_drill_is_given_and_marked_over_http(client: httpx.Client) -> None:
    drill = client.get("/drill/sentosa/abc", params={"level": 3}).json()
    assert (drill["dice"], drill["total"], drill["level"]) == ([4, 4], 8, 3)
    assert drill["says"] == "The puck is ON 9; the dice are 4 and 4: 8 the hard way."
    told = {
        spot: {"outcome": each.outcome, "pay_cents": each.pay_cents}
        for spot, each in solved(deal("sentosa", "abc", 3)).items()
    }
    answer = client.post("/drill/sentosa/abc?level=3", json={"answers": told, "milliseconds": 81234})
    assert answer.status_code == 200
    marked = answer.json()
    assert (marked["right"], marked["bets"], marked["milliseconds"]) == (9, 9, 81234)


def test_a_drill_without_its_solution_is_what_is_given(client: httpx.Client) -> None:
    assert set(client.get("/drill/adelaide/x").json()) == {
        *("book", "title", "seed", "level", "point", "says", "dice", "total", "bets", "payable_unit_cents"),
        "position",
    }


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("/drill/sentosa/abc?level=3", {"answers": {"nowhere": {"outcome": "won"}}}, 'no bet lies on "nowhere"'),
        ("/drill/sentosa/abc?level=9", {"answers": {}}, '"level" is 9; it should be 1, 2 or 3'),
        ("/drill/sentosa/abc", {"answers": {"pass": {"outcome": "guessed"}}}, '"answers[...].outcome" is '),
        (
            "/drill/sentosa/abc",
            {"answers": {"pass": {"outcome": "won", "pay_cents": -1}}},
            '"answers[...].pay_cents" should be at least 0',
        ),
        (
            "/drill/sentosa/abc",
            {"answers": {}, "milliseconds": "long"},
            '"milliseconds" should be a whole number, not a text',
        ),
        ("/drill/sentosa/abc", {"answers": {}, "cheat": True}, 'there is no field "cheat"; there is answers'),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(
    client: httpx.Client, path: str, body: dict[str, object], says: str
) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 400
    assert answer.json()["says"].startswith(says)


def test_a_drill_of_no_book_is_answered_with_the_books(client: httpx.Client) -> None:
    assert client.get("/drill/none/abc").status_code == 404
    assert client.post("/drill/none/abc", json={"answers": {}}).status_code == 404
    assert client.get(f"/drill/sentosa/{'x' * 65}").status_code == 400
