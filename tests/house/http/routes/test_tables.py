"""Tables over HTTP: what the list tells, tables that players open, what a form may ask, and how far away they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout.client import Client
from comeout.house.audience import snapshot
from comeout.house.host.create import MOST_TABLES
from comeout.house.metrics import LATENCY
from comeout.house.players.own_limits import LimitStatus
from comeout.house.players.rate_limits import Pace, Rates
from comeout.rules.library import book_names, load_book
from comeout.table.messages import RollSettled
from comeout.table.settings import SETTING_NAMES
from tests.kit.raw_clients import Line, ask, enter
from tests.kit.servers import PATIENCE_S, Running, lift_rate_limits, open_live, running

STRANGERS_LINE = {"mine": False, "roles": [], "seated": 0, "rolls": 0, "shooter": None, "closed": False}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        lift_rate_limits(server)
        yield server


def tables(house: Running, token: str = "") -> dict[str, dict[str, Any]]:
    """The list of tables, by id."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    status, answer = ask(house, "GET", "/api/v1/tables", **headers)
    assert status == 200
    rows: Any = answer
    return {row["id"]: row for row in rows}


def opened(house: Running, token: str, **asked: Any) -> tuple[int, dict[str, Any]]:
    body = {"book": "evolution", **asked}
    return ask(house, "POST", "/api/v1/tables", body, authorization=f"Bearer {token}")


# ---- what a table posts


@pytest.mark.parametrize("book", book_names())
def test_a_table_can_be_opened_with_the_limits_of_the_house(house: Running, book: str) -> None:
    token = enter(house)
    status, table = opened(house, token, book=book, posted=True)
    assert (status, table["line_min_cents"], table["line_max_cents"]) == (201, 5_00, 1000_00)
    status, table = opened(house, token, book=book, posted=True, settings={"min pass": "10"})
    assert (status, table["line_min_cents"]) == (201, 10_00)


def test_the_limits_of_the_line_bet_can_be_chosen_and_the_others_follow(house: Running) -> None:
    token = enter(house)
    limits = {"line_min_cents": 10_00, "line_max_cents": 250_00}
    status, table = opened(house, token, book="sentosa", mode="live", **limits)
    assert (status, table["line_min_cents"], table["line_max_cents"]) == (201, 10_00, 250_00)
    status, found = ask(house, "GET", f"/api/v1/tables/{table['id']}", authorization=f"Bearer {token}")
    posted = {name: found["settings"][f"{name} place-6"] for name in ("min", "max")}
    assert posted == {"min": "12.00", "max": "300.00"}


@pytest.mark.parametrize(
    ("least", "most", "says"),
    [
        (20_00, 10_00, "the largest line bet must be at least the smallest, 20.00"),
        (0, 10_00, "the smallest and the largest line bet must be multiples of 1.00, and at least that"),
        (2_50, 10_00, "the smallest and the largest line bet must be multiples of 1.00, and at least that"),
        (5_00, 10**12, "the largest line bet may be 1000000.00 at most"),
    ],
)
def test_limits_of_the_line_bet_that_make_no_sense_are_refused_in_words(
    house: Running, least: int, most: int, says: str
) -> None:
    status, answer = opened(house, enter(house), line_min_cents=least, line_max_cents=most)
    assert (status, answer["says"]) == (400, says)


def test_a_form_is_offered_what_a_table_with_posted_limits_starts_from(house: Running) -> None:
    status, plain = ask(house, "GET", "/api/v1/books/adelaide/settings")
    posted = [ask(house, "GET", f"/api/v1/books/adelaide/settings?mode={mode}")[1] for mode in ("live", "first-person")]
    assert (status, plain["line_min_cents"], plain["line_max_cents"]) == (200, 5_00, 1000_00)
    default = [{each["name"]: each["default"] for each in found["settings"]} for found in (plain, *posted)]
    assert [each["payable-unit"] for each in default] == ["0.01", "1.00", "1.00"]
    assert [each["shooter"] for each in default] == ["seats", "seats", "companion"]


# ---- what a table may not choose


@pytest.mark.parametrize(
    ("book", "settings", "named"),
    [
        ("adelaide", {"payable-unit": "5000000"}, "pass of 1.00 "),
        ("adelaide", {"payable-unit": "1"}, "pass of 1.01 "),
        ("adelaide", {"min place": "0.01"}, "place-5 of 0.01 "),
        ("evolution", {"payable-unit": "1", "breakage": "up"}, "pass of 1.01 "),
    ],
)
def test_a_table_that_would_pay_more_than_the_printed_odds_is_refused_with_the_amount(
    house: Running, book: str, settings: dict[str, str], named: str
) -> None:
    status, answer = opened(house, enter(house), book=book, settings=settings)
    assert status == 400
    assert named in answer["says"]
    assert "a player edge" in answer["says"]


# ---- the position


def test_the_position_of_a_table_is_one_line_and_a_large_table_has_none(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = enter(house)
    path = f"/api/v1/tables/{opened(house, token)[1]['id']}/position"
    status, answer = ask(house, "GET", path, authorization=f"Bearer {token}")
    assert (status, answer) == (200, {"position": "evolution come-out settled"})
    assert ask(house, "GET", path)[0] == 401
    monkeypatch.setattr(snapshot, "SMALL_TABLE", -1)
    status, answer = ask(house, "GET", path, authorization=f"Bearer {token}")
    assert (status, answer["says"]) == (404, "this table has too many players for a position in one line")


# ---- the list


def test_the_list_shows_whoever_comes_the_tables_of_the_house(house: Running) -> None:
    rows = tables(house)
    assert set(rows) == set(book_names())
    for row in rows.values():
        assert {name: row[name] for name in STRANGERS_LINE} == STRANGERS_LINE
        least = 100 if load_book(row["book"]).rulebook.breakage.direction == "up" else None
        assert (row["betting_seconds"], row["line_min_cents"], row["line_max_cents"]) == (30, least, None)


def test_the_list_tells_the_limits_of_the_line_the_betting_time_and_the_last_rolls(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"min pass": "5", "max pass": "500"}
    name = open_live(tmp_path, "evolution", name="quick", **limits)
    with running(tmp_path) as house:
        rolls: list[list[int]] = []

        async def play() -> None:
            async with Client(house.url) as client:
                await client.enter()
                table = await client.join(name)
                await table.sit(200_00)
                async for news in table.events():
                    if isinstance(news, RollSettled):
                        rolls.append([news.roll.a, news.roll.b])
                        if len(rolls) == 2:
                            break

        asyncio.run(asyncio.wait_for(play(), PATIENCE_S))
        row = tables(house)[name]
    assert (row["betting_seconds"], row["line_min_cents"], row["line_max_cents"]) == (1, 5_00, 500_00)
    assert (row["seated"], row["rolls"] >= 2) == (1, True)
    assert row["last_rolls"][:2] == rolls
    with running(tmp_path) as again:
        assert tables(again)[name]["last_rolls"][:2] == rolls


def test_the_shooter_is_told_by_name_and_roles_by_whom_asks(house: Running) -> None:
    token = enter(house)
    _, me = ask(house, "GET", "/api/v1/session", authorization=f"Bearer {token}")
    _, table = opened(house, token, book="sentosa")
    with Line(house, token, table["id"]) as line:
        line.hello()
        assert line.do("Sit", rack=100_00)["ok"]
        assert line.do("PlaceBet", spot="pass", amount=10_00)["ok"]
        assert line.do("RollNow")["ok"]
        line.until("countdown", "event")
        row = tables(house, token)[table["id"]]
    assert (row["shooter"], row["mine"]) == (me["name"], True)

    async def grant() -> None:
        await house.house.people.grant(me["player"], "sentosa", "boxperson", by="operator")

    done = asyncio.run_coroutine_threadsafe(grant(), house._loop)  # type: ignore[arg-type]
    done.result(PATIENCE_S)
    rows = tables(house, token)
    assert (rows["sentosa"]["roles"], rows["adelaide"]["roles"]) == (["boxperson"], [])


# ---- tables that players open


def test_a_live_table_of_a_player_is_listed_for_them_and_who_sits_there_and_open_by_its_link(house: Running) -> None:
    mine, other = enter(house), enter(house)
    status, table = opened(house, mine, mode="live", name="Ann's corner", settings={"betting-time": "5"})
    assert (status, table["name"], table["mode"], table["betting_seconds"]) == (201, "Ann's corner", "live", 5)
    assert tables(house, mine)[table["id"]]["mine"]
    assert table["id"] not in tables(house, other)
    assert "ann" not in table["id"]
    with Line(house, other, table["id"]) as line:
        line.hello()
        assert line.do("Sit", rack=100_00)["ok"]
        assert (tables(house, other)[table["id"]]["sits"], tables(house, other)[table["id"]]["mine"]) == (True, False)
        assert line.do("Leave")["ok"]
    assert table["id"] not in tables(house, other)
    assert tables(house, mine)[table["id"]]["seated"] == 0


@pytest.mark.parametrize("mode", ["live", "first-person"])
def test_the_log_of_a_table_is_its_player_s_only_in_first_person(house: Running, mode: str) -> None:
    token = enter(house)
    _, table = opened(house, token, mode=mode)
    request = f"/api/v1/tables/{table['id']}/export"
    if mode == "live":
        assert ask(house, "GET", request, authorization=f"Bearer {token}")[0] == 403
    else:
        with pytest.raises(json.JSONDecodeError, match="Extra data"):  # a line for each record
            ask(house, "GET", request, authorization=f"Bearer {token}")


def test_a_live_table_of_a_player_takes_no_name_from_the_house(tmp_path: Path) -> None:
    table = open_live(tmp_path, "adelaide", name="sentosa", player="ann")
    assert table != "sentosa"
    with running(tmp_path) as house:
        assert tables(house)["sentosa"]["book"] == "sentosa"
        assert house.house.places[table].layout.id == "adelaide"


@pytest.mark.parametrize("book", book_names())
def test_beyond_five_live_tables_the_oldest_empty_one_closes_for_the_new_one(house: Running, book: str) -> None:
    token = enter(house)
    ids = [opened(house, token, book=book, mode="live")[1]["id"] for _ in range(MOST_TABLES["live"])]
    with Line(house, token, ids[0]) as line:
        line.hello()
        assert line.do("Sit", rack=10_00)["ok"]
    status, sixth = opened(house, token, book=book, mode="live")
    assert status == 201
    left = [each for each in tables(house, token).values() if each["mine"]]
    assert {each["id"] for each in left} == {*ids, sixth["id"]} - {ids[1]}
    status, private = opened(house, token, book=book)
    assert (status, private["mode"]) == (201, "first-person")


def test_a_sixth_live_table_is_refused_while_somebody_sits_at_each(house: Running) -> None:
    token = enter(house)
    for _ in range(MOST_TABLES["live"]):
        _, table = opened(house, token, mode="live")
        with Line(house, token, table["id"]) as line:
            line.hello()
            assert line.do("Sit", rack=10_00)["ok"]
    status, body = opened(house, token, mode="live")
    assert (status, "leave one of them" in body["says"]) == (400, True)
    assert opened(house, enter(house), mode="live")[0] == 201


def test_tables_are_opened_at_a_pace(house: Running) -> None:
    house.house.rates = Rates(house.house.clock, new_table=Pace(0.001, 2))
    token = enter(house)
    assert [opened(house, token)[0] for _ in range(3)] == [201, 201, 429]


# ---- what a table may choose


@pytest.mark.parametrize("book", book_names())
def test_a_form_made_of_a_book_s_settings_opens_a_table(house: Running, book: str) -> None:
    status, answer = ask(house, "GET", f"/api/v1/books/{book}/settings")
    assert status == 200
    offered = {each["name"]: each for each in answer["settings"]}
    assert set(offered) <= set(SETTING_NAMES)
    asked = {f"{name} {each['spots'][0]}" if each["spots"] else name: each["default"] for name, each in offered.items()}
    assert opened(house, enter(house), book=book, settings=asked)[0] == 201
    throws = load_book(book).rulebook.shooter.throws
    assert offered.get("shooter", {"default": ""})["default"] == ("" if throws == "launcher" else "seats")


# ---- how far away somebody is


def test_the_house_measures_the_way_by_a_mark_that_comes_back(house: Running) -> None:
    def measured() -> float:
        samples = (each for metric in LATENCY.collect() for each in metric.samples)
        return next(float(each.value) for each in samples if each.name.endswith("_count"))

    before = measured()
    with Line(house) as line:
        line.hello()
        line.socket.send('{"type":"ping","sent":1.0,"mark":""}')
        first = line.until("pong")
        assert (first["latency_ms"], measured()) == (None, before)
        line.socket.send('{"type":"ping","sent":2.0,"mark":"guessed0","latency_ms":0.001}')
        second = line.until("pong")
        assert (second["latency_ms"], measured()) == (None, before)
        line.socket.send(json.dumps({"type": "ping", "sent": 3.0, "mark": first["mark"]}))
        third = line.until("pong")
        assert third["latency_ms"] is None, "the mark of an older pong was taken"
        line.socket.send(json.dumps({"type": "ping", "sent": 4.0, "mark": third["mark"]}))
        fourth = line.until("pong")
        assert 0 < fourth["latency_ms"] < PATIENCE_S * 1000
        assert measured() == before + 1
        line.socket.send('{"type":"ping","sent":5.0}')
        assert line.until("pong")["latency_ms"] == fourth["latency_ms"]
    assert len({each["mark"] for each in (first, second, third, fourth)}) == 4


def test_the_client_tells_what_the_house_measured(house: Running) -> None:
    async def scenario() -> float | None:
        async with Client(house.url) as client:
            await client.enter()
            table = await client.open_table("evolution")
            while table._connection._measuring or table.latency_ms is None:
                await asyncio.sleep(0)
            await table.sit(10_00)  # what was asked after the mark is answered after it
            return table.latency_ms

    told = asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S))
    assert told is not None
    assert round(told, 3) == told, "the house tells whole microseconds; a measurement made here has more figures"


# ---- the wallet


def test_a_wallet_tells_what_is_in_racks_and_on_layouts_and_begins_again_when_all_is_gone(house: Running) -> None:
    token = enter(house)
    signed = {"authorization": f"Bearer {token}"}
    _, table = opened(house, token, book="adelaide")
    with Line(house, token, table["id"]) as line:
        line.hello()
        assert line.do("Sit", rack=400_00)["ok"]
        assert line.do("PlaceBet", spot="pass", amount=10_00)["ok"]
    _, wallet = ask(house, "GET", "/api/v1/wallet", **signed)
    assert [wallet[f"{place}_cents"] for place in ("wallet", "racks", "at_risk")] == [600_00, 390_00, 10_00]
    status, refused = ask(house, "POST", "/api/v1/wallet/again", **signed)
    assert (status, refused["says"]) == (400, "you still have play money; whoever has none left can begin again")


@pytest.mark.parametrize("chips", ["on the layout, and not heard of", "in a batch that is not kept", "moved meanwhile"])
def test_nobody_begins_again_while_their_chips_are_on_their_way(
    house: Running, monkeypatch: pytest.MonkeyPatch, chips: str
) -> None:
    token = enter(house)
    signed = {"authorization": f"Bearer {token}"}
    _, table = opened(house, token)
    with Line(house, token, table["id"]) as line:
        line.hello()
        assert line.do("Sit", rack=1_000_00)["ok"]
        spot = "pass" if "layout" in chips else "field"
        assert line.do("PlaceBet", spot=spot, amount=1_000_00)["ok"]
    player, nothing = ask(house, "GET", "/api/v1/session", **signed)[1]["player"], LimitStatus(0, 0, 0)
    monkeypatch.setattr(house.house.guardian, "position", lambda _player: nothing)
    if "layout" not in chips:
        monkeypatch.setattr(house.house, "places", {})
    if "batch" in chips:
        house.house.wallets.hold("another", player, 0)
    if "meanwhile" in chips:
        numbers = iter(range(10))
        monkeypatch.setattr(house.house.wallets, "moves", lambda _player: next(numbers))
    status, refused = ask(house, "POST", "/api/v1/wallet/again", **signed)
    assert (status, refused["says"]) == (400, "you still have play money; whoever has none left can begin again")


# ---- recall


def test_everybody_recalls_their_own_rolls_newest_first_and_page_by_page(house: Running) -> None:
    token, other = enter(house), enter(house)
    table = opened(house, token)[1]["id"]
    with Line(house, token, table) as line:
        line.hello()
        line.do("Sit", rack=100_00)
        for number in range(3):
            line.do("PlaceBet", f"bet-{number}", spot="field", amount=5_00)
            assert line.do("RollNow", f"roll-{number}")["ok"]
            while line.until("event")["name"] != "RollSettled":
                pass

    def recalled(who: str, asked: str = "") -> dict[str, Any]:
        status, page = ask(house, "GET", f"/api/v1/recall?{asked}", authorization=f"Bearer {who}")
        assert status == 200
        return page

    rolls = recalled(token)["rolls"]
    assert [(roll["table"], roll["bets"]) for roll in rolls] == [(table, {"field": 5_00})] * 3
    assert [roll["seq"] for roll in rolls] == sorted((roll["seq"] for roll in rolls), reverse=True)
    first = recalled(token, "limit=2")
    assert first["rolls"] + recalled(token, f"limit=2&before={first['before']}")["rolls"] == rolls
    assert recalled(other) == recalled(token, "table=another") == {"rolls": [], "before": None, "play_money": True}
