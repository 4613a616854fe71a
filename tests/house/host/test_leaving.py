"""Racks go home: from a table that is left over HTTP, and from every other table where nothing lies on the felt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.raw_clients import Line, ask, enter
from tests.kit.servers import Running, lift_rate_limits, running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        lift_rate_limits(server)
        yield server


class Visitor:
    """A guest with tables of their own."""

    def __init__(self, house: Running) -> None:
        self.house, self.token = house, enter(house)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        return ask(self.house, method, f"/api/v1{path}", body, authorization=f"Bearer {self.token}")

    def sit(self, *, bet: int = 0) -> str:
        """Open a table and sit there with 300.00, and a bet on the field if one is asked for."""
        table = str(self.ask("POST", "/tables", {"book": "adelaide", "posted": True})[1]["id"])
        with Line(self.house, self.token, table) as line:
            line.hello()
            assert line.do("Sit", rack=300_00)["ok"]
            if bet:
                assert line.do("PlaceBet", spot="field", amount=bet)["ok"]
        return table

    def wallet(self) -> int:
        return int(self.ask("GET", "/wallet")[1]["wallet_cents"])


def test_a_seat_is_left_with_its_rack(house: Running) -> None:
    ann = Visitor(house)
    table = ann.sit()
    assert ann.wallet() == 700_00
    status, line = ann.ask("POST", f"/tables/{table}/leave")
    assert (status, line["sits"], ann.wallet()) == (200, False, 1000_00)


def test_who_does_not_sit_there_is_told_so(house: Running) -> None:
    ann = Visitor(house)
    table = ann.sit()
    ann.ask("POST", f"/tables/{table}/leave")
    status, answer = ann.ask("POST", f"/tables/{table}/leave")
    assert (status, answer["says"]) == (400, "you have no seat here; sit down first")


def test_other_racks_go_home_but_not_those_with_chips_on_the_felt_nor_anybody_else_s(house: Running) -> None:
    ann, bob = Visitor(house), Visitor(house)
    bob.sit()
    ann.sit()
    ann.sit(bet=5_00)
    here = ann.sit()
    status, answer = ann.ask("POST", f"/tables/{here}/clear-others")
    assert (status, answer) == (200, {"left": 1})
    assert (ann.wallet(), bob.wallet()) == (400_00, 700_00)
