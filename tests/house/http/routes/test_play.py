"""A table that is played at, over HTTP: its spots, its rolls, why each bet won or lost, and the session summed up."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from comeout.rules.library import load_book
from tests.kit.raw_clients import Line, ask, enter
from tests.kit.rulebooks import house as house_book
from tests.kit.servers import PATIENCE_S, Running, open_live, running


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        yield server


class Guest:
    """Somebody at a table of their own."""

    def __init__(self, house: Running, table: str = "", **asked: Any) -> None:
        self.house, self.token = house, enter(house)
        if not table:
            status, opened = ask(house, "POST", "/api/v1/tables", asked, authorization=f"Bearer {self.token}")
            assert status == 201, opened
            table = opened["id"]
        self.table = table

    def get(self, path: str, *, table: str = "") -> tuple[int, dict[str, Any]]:
        url = f"/api/v1/tables/{table or self.table}/{path}"
        return ask(self.house, "GET", url, authorization=f"Bearer {self.token}")

    def line(self) -> Line:
        return Line(self.house, self.token, self.table)


def settle(line: Line, number: int) -> dict[str, Any]:
    """Roll, and wait for the settlement."""
    assert line.do("RollNow", f"roll-{number}")["ok"]
    while (event := line.until("event"))["name"] != "RollSettled":
        pass
    return event


def play(guest: Guest, rolls: int, **bets: int) -> list[dict[str, Any]]:
    """Some rolls with the same bets before each; the settlements."""
    with guest.line() as line:
        line.hello()
        line.do("Sit", rack=100_000)
        settled = []
        for number in range(rolls):
            for spot, amount in bets.items():
                line.do("PlaceBet", f"{spot}-{number}", spot=spot.replace("_", "-"), amount=amount)
            settled.append(settle(line, number))
        return settled


# ------------------------------------------------------------------ spots


def test_spots_tell_prices_edges_the_cheaper_way_and_their_order(house: Running) -> None:
    guest = Guest(house, book="adelaide", settings={"unavailable": "big"})
    status, found = guest.get("spots")
    layout = load_book("adelaide")
    assert (status, found["book"], found["chips_cents"]) == (200, "adelaide", [100, 500, 2500, 10000, 50000])
    assert set(found["spots"]) == set(found["order"]) == set(layout.by_id)
    line = found["spots"]["pass"]
    assert line["edge"]["per_bet"] == {"percent": "1.414%", "fraction": "7/495"}
    assert (line["level"], line["price"], line["clause"]) == (1, "1 to 1", "adelaide 4(a)")
    assert (found["spots"]["big-6"]["available"], found["spots"]["place-4"]["cheaper"]["spot"]) == (False, "buy-4")
    assert guest.get("spots") == (status, found)


# ------------------------------------------------------------------ rolls


def test_rolls_are_those_that_were_told_with_where_they_are_in_the_log(house: Running) -> None:
    guest = Guest(house, book="evolution")
    assert guest.get("rolls")[1] == {"rolls": [], "more": False}
    settled = play(guest, 4, field=500)
    _, found = guest.get("rolls?limit=3")
    assert (len(found["rolls"]), found["more"]) == (3, True)
    for roll, event in zip(found["rolls"], settled[1:], strict=True):
        body = event["body"]
        assert (roll["seq"], roll["at"], roll["number"]) == (event["seq"], event["at"], body["number"])
        assert (roll["a"], roll["b"]) == (body["roll"]["a"], body["roll"]["b"])
        hard = roll["a"] == roll["b"] and roll["a"] not in (1, 6)
        assert (roll["total"], roll["hard"]) == (roll["a"] + roll["b"], hard)
        assert (roll["point_before"], roll["point_after"]) == (body["point_before"], body["point_after"])
    assert len(guest.get("rolls?limit=-5")[1]["rolls"]) == 1
    assert guest.get("rolls?limit=many")[0] == 400


def test_a_private_table_is_for_nobody_else_and_nobody_unknown_is_answered(house: Running) -> None:
    guest, other = Guest(house, book="evolution"), Guest(house, "evolution")
    for path in ("spots", "rolls", "why/1", "session", "session/export"):
        assert other.get(path, table=guest.table)[0] == 404
        assert ask(house, "GET", f"/api/v1/tables/{guest.table}/{path}")[0] == 401


# ------------------------------------------------------------------ why


def test_why_gives_the_clauses_in_words_and_the_arithmetic(house: Running) -> None:
    guest = Guest(house, book="sentosa", settings={"shooter": "companion"})
    settled = play(guest, 6, field=500, place_6=700)
    for event in settled:
        status, found = guest.get(f"why/{event['seq']}")
        assert (status, found["seq"], found["book"]) == (200, event["seq"], "sentosa")
        assert found["roll"]["number"] == event["body"]["number"]
        assert found["clause_says"]
        assert [line["spot"] for line in found["lines"]] == [line["spot"] for line in event["body"]["lines"]]
        for line, told in zip(found["lines"], event["body"]["lines"], strict=True):
            check_line(line, told)


def check_line(line: dict[str, Any], told: dict[str, Any]) -> None:
    assert line["clause"] == f"sentosa {told['clause']}"
    assert line["clause_says"]
    assert (line["outcome"], line["stake_cents"], line["paid_cents"]) == (told["outcome"], told["stake"], told["paid"])
    assert f"The clause is {line['clause']}" in line["says"]
    if told["outcome"] != "won":
        assert (line["paid_by"], line["paid_by_says"], line["rounding"], line["others"]) == ("", "", "", [])
        return
    assert line["paid_by"] == f"sentosa {told['paid_by']}"
    assert line["paid_by_says"]
    exact = Fraction(told["odds"]) * told["basis"]
    assert bool(line["rounding"]) == (exact != told["paid"])
    assert bool(line["others"]) == bool(line["rounding"])
    assert not line["rounding"] or "ALL-6" in [each["id"] for each in line["readings"]]


def test_why_is_only_of_settled_rolls(house: Running) -> None:
    guest = Guest(house, book="evolution")
    play(guest, 1)
    for seq in (0, 1, 2, 10_000, 10**30, -3):
        assert guest.get(f"why/{seq}")[0] == 404


def test_players_see_why_for_their_own_bets_and_crew_for_everybodys(tmp_path: Path) -> None:
    table = open_live(tmp_path, "evolution", name="quick")
    with running(tmp_path) as house:
        ann, bob, eve = (Guest(house, table) for _ in range(3))
        with ann.line() as first, bob.line() as second:
            for line, spot in ((first, "field"), (second, "any-seven")):
                line.hello()
                line.do("Sit", rack=10_000)
                assert line.do("PlaceBet", spot=spot, amount=500)["ok"]
            while (event := first.until("event"))["name"] != "RollSettled":
                pass
        assert spots_of(ann, event) == ["field"]
        assert spots_of(bob, event) == ["any-seven"]
        assert spots_of(eve, event) == []
        appoint(house, eve, table)
        assert sorted(spots_of(eve, event)) == ["any-seven", "field"]


def spots_of(guest: Guest, event: dict[str, Any]) -> list[str]:
    status, found = guest.get(f"why/{event['seq']}")
    assert status == 200
    return [line["spot"] for line in found["lines"]]


def appoint(house: Running, guest: Guest, table: str) -> None:
    _, me = ask(house, "GET", "/api/v1/session", authorization=f"Bearer {guest.token}")

    async def grant() -> None:
        await house.house.people.grant(me["player"], table, "boxperson", by="operator")

    done = asyncio.run_coroutine_threadsafe(grant(), house._loop)  # type: ignore[arg-type]
    done.result(PATIENCE_S)


def test_a_book_of_ones_own_has_clauses_without_words(tmp_path: Path) -> None:
    own = house_book("evolution", ('id = "evolution"', 'id = "my-house"'))
    table = open_live(tmp_path, own, name="own")
    with running(tmp_path) as house:
        ann = Guest(house, table)
        with ann.line() as line:
            line.hello()
            line.do("Sit", rack=10_000)
            line.do("PlaceBet", spot="field", amount=500)
            while (event := line.until("event"))["name"] != "RollSettled":
                pass
        _, found = ann.get(f"why/{event['seq']}")
    assert found["clause_says"] == ""
    assert [(each["clause_says"], each["readings"]) for each in found["lines"]] == [("", [])]


# ------------------------------------------------------------------ a session


def test_a_session_adds_up_and_outlives_the_seat(house: Running) -> None:
    guest = Guest(house, book="evolution")
    status, refused = guest.get("session")
    assert (status, refused["says"]) == (404, "you have not sat down at this table")
    play(guest, 5, field=500, hard_8=100)
    status, found = guest.get("session")
    assert status == 200
    lines = ("expected_cents", "luck_cents", "rounding_cents", "unfinished_cents")
    assert sum(Fraction(found[name]["fraction"]) for name in lines) == found["net_cents"]
    assert found["action_cents"] == sum(each["action_cents"] for each in found["by_spot"])
    assert found["net_cents"] == sum(each["net_cents"] for each in found["by_spot"])
    field = next(each for each in found["by_spot"] if each["spot"] == "field")
    assert (field["bets"], field["action_cents"], field["decided_cents"]) == (5, 2_500, 2_500)
    assert field["expected_cents"] == {"fraction": "-1250/9", "decimal": "-138.89"}
    assert (found["rolls"], found["until"], found["play_money"]) == (5, None, True)
    assert found["luck_sd"]
    assert found["says"][0].startswith(f"You put down {found['action_cents'] // 100}.00 in 10 bets")


def test_a_session_is_exported_for_its_player(house: Running) -> None:
    guest = Guest(house, book="evolution")
    status, refused = guest.get("session/export")
    assert (status, refused["says"]) == (404, "you have not sat down at this table")
    play(guest, 2, field=500)
    path = f"{house.url}/api/v1/tables/{guest.table}/session/export"
    asked = urllib.request.Request(path, headers={"authorization": f"Bearer {guest.token}"})
    with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
        header, *events = [json.loads(line) for line in answer]
    assert (header["format"], header["book"]["name"]) == ("session-1", "evolution")
    assert [each["kind"] for each in events].count("RollSettled") == 2


def test_a_session_without_a_bet_is_even(house: Running) -> None:
    guest = Guest(house, book="evolution")
    play(guest, 1)
    _, found = guest.get("session")
    assert (found["net_cents"], found["expected_of_action"], found["luck_sd"], found["rolls"]) == (0, None, None, 0)


# ------------------------------------------------------------------ proof


def test_each_roll_has_a_proof_that_names_its_dice(house: Running) -> None:
    guest = Guest(house, book="evolution")
    for event in play(guest, 2, field=500):
        status, proof = guest.get(f"proof/{event['seq']}")
        roll = event["body"]["roll"]
        assert (status, proof["seq"], proof["dice"]) == (200, event["seq"], [roll["a"], roll["b"]])
