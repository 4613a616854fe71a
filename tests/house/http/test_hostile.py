"""Hostile input at a house that really listens: nothing crashes, nothing illegal is accepted, and each is logged."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import structlog
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from comeout.client.connection import FINAL_CODES
from comeout.house import server as server_module
from comeout.house.host.answering import SENSELESS
from comeout.house.http import socket as socket_module
from comeout.house.http.socket import FLOOD_MOST
from comeout.house.players.rate_limits import Pace, Rates
from comeout.log.codec import COMMAND_TYPES
from tests.kit.bad_network import bad_network
from tests.kit.raw_clients import Line, ask, enter, unhurt
from tests.kit.servers import PATIENCE_S, Running, lift_rate_limits, running

DEEP = "[" * 50_000 + "]" * 50_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("hostile")) as server:
        lift_rate_limits(server)
        yield server


# ---- frames


@pytest.mark.claim("people-hostile")
def test_a_flood_of_commands_is_refused_one_by_one_and_then_cut(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Pace(0.001, 1)
    monkeypatch.setattr(house.house, "rates", Rates(house.house.clock, connection=slow))
    with Line(house) as line:
        line.hello()
        for number in range(FLOOD_MOST + 10):
            line.socket.send(json.dumps({"type": "do", "id": f"flood-{number}", "name": "Leave"}))
        answers = []
        while (frame := line.until("answer", "bye"))["type"] == "answer":
            answers.append(frame["reason"])
        assert (answers.count("TOO_MANY"), set(answers) - {"TOO_MANY", "NOT_ALLOWED"}) == (FLOOD_MOST, set())
        assert frame["code"] == 4029
        with pytest.raises(ConnectionClosed) as closed:
            line.socket.recv(timeout=PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4029
    unhurt(house)


@pytest.mark.parametrize(
    "data",
    [
        "", "null", "[]", "{}", "nonsense", '{"type":"do"}', '{"type":"nothing"}', '{"type":"ping","sent":NaN}',
        '{"type":"ping","sent":"1"}', '{"type":"do","id":1,"name":"Sit"}', '{"type":"do","id":"x","name":null}',
        '{"type":"do","id":"x","name":"Sit","body":[]}', '{"type":"do","id":"x","name":"Sit","extra":1}',
        '{"type":"do","id":"","name":"Sit"}', '{"type":"do","id":"' + "x" * 65 + '","name":"Sit"}',
        '{"type":"hello","version":1}', '{"type":"hello","version":2}', '{"type":"do","id":"\\u0000","name":"Sit"}',
        '{"type":"do","id":"\\ud800","name":"Sit"}', '{"type":"do","id":"a\\nb","name":"Sit"}',
        '{"type":"do","id":"x","name":"Sit","body":' + DEEP[:60_000] + "}", DEEP[:60_000],
        b"\xff\xfe", b'{"type":"ping","sent":2.0}',
    ],
)  # fmt: skip
@pytest.mark.claim("people-hostile")
def test_a_frame_that_makes_no_sense_is_answered_and_the_table_goes_on(house: Running, data: str | bytes) -> None:
    with Line(house) as line:
        line.hello()
        line.socket.send(data)
        answer = line.until("answer", "bye", "pong")
        assert answer.get("reason", "NONSENSE") == "NONSENSE", answer
        assert line.alive()
    unhurt(house)


@pytest.mark.parametrize("data", ["", "{}", DEEP[:60_000], '{"type":"ping","sent":1}', b"\x00", '{"type":"hello"}'])
def test_whoever_does_not_say_hello_is_sent_away(house: Running, data: str | bytes) -> None:
    with Line(house) as line:
        line.socket.send(data)
        assert line.until("bye")["code"] == 4003
    unhurt(house)


def test_a_hello_that_does_not_come_in_time_may_be_said_over_a_new_connection(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.05)
    with Line(house) as line:
        bye = line.until("bye")
        assert bye["code"] == 4008
        assert bye["code"] not in FINAL_CODES, "the network may have lost it"


def test_a_socket_whose_client_is_gone_without_a_word_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "PING_SECONDS", 0.05)
    monkeypatch.setattr(server_module, "PONG_SECONDS", 0.05)
    with running(tmp_path) as house, bad_network(house.port, seed=1) as network:
        address = f"{network.url.replace('http', 'ws')}/api/v1/tables/evolution/live"
        headers = {"Authorization": f"Bearer {enter(house)}"}
        with connect(address, additional_headers=headers, close_timeout=0.1):
            network.storm(0.1)  # it ends with every connection half-open
            until = time.monotonic() + PATIENCE_S
            while house.house.sockets._players.all and time.monotonic() < until:
                time.sleep(0.01)
            assert house.house.sockets._players.all == 0


def test_a_frame_that_is_too_large_ends_the_connection_and_nothing_else(house: Running) -> None:
    with Line(house) as line:
        line.hello()
        try:
            line.socket.send(json.dumps({"type": "do", "id": "x", "name": "Sit", "body": {"player": "x" * 17_000_000}}))
            line.until("answer", "bye")
        except ConnectionClosed:
            pass
    unhurt(house)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("Sit", {"rack": 2**63}), ("Sit", {"rack": -1}), ("Sit", {"rack": 1.5}), ("Sit", {"rack": "1000"}),
        ("Sit", {"rack": True}), ("Sit", {"rack": 100, "seat": -1}), ("Sit", {"rack": 100, "seat": 2**63}),
        ("Sit", {"rack": 100, "house": True}), ("Sit", {"rack": 100_001}), ("BuyIn", {"amount": 2**62}),
        ("PlaceBet", {"spot": "pass", "amount": 2**63}), ("PlaceBet", {"spot": "pass", "amount": -500}),
        ("PlaceBet", {"spot": "'; DROP TABLE records; --", "amount": 500}),
        ("PlaceBet", {"spot": "x" * 50_000, "amount": 1}),
        ("PlaceBet", {"seat": 99, "spot": "pass", "amount": 500}), ("PlaceBet", {"spot": None, "amount": 500}),
        ("PlaceBet", {"spot": {"a": 1}, "amount": 500}), ("../../etc/passwd", {}), ("Rebet", {"spot": "pass"}),
        ("CloseBetting", {"by": "house"}), ("CloseBetting", {"by": "boxperson"}), ("CloseTable", {"by": "inspector"}),
        ("CallRoll", {"by": "house", "roll": [6, 6]}), ("SetSeed", {"seed": 5}), ("SetSeed", {"seed": "x" * 5_000}),
        ("SetSeed", {"seed": "a", "b": 1}), ("RollNow", {"roll": [6, 6]}),
        ("TableClosed", {"by": "house", "clause": ""}),
        ("PostNotice", {"by": "house", "setting": "max", "value": "pass=100000"}), ("", {}), ("Leave", {"seat": 2}),
    ],
)  # fmt: skip
def test_a_command_that_may_not_be_is_refused_and_moves_nothing(
    house: Running, name: str, body: dict[str, Any]
) -> None:
    token = enter(house)
    with Line(house, token) as line:
        line.hello()
        answer = line.do(name, **body)
        assert not answer["ok"], answer
        assert line.alive()
    status, wallet = ask(house, "GET", "/api/v1/wallet", authorization=f"Bearer {token}")
    assert (status, wallet["wallet_cents"]) == (200, 100_000)
    unhurt(house)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.dictionaries(
    st.sampled_from(["seat", "spot", "amount", "rack", "by", "roll", "player", "seed", "call", "reason", "die", "x"]),
    ANYTHING | st.sampled_from(["pass", "house", "boxperson", 1, 500, 2**63, -1]),
    max_size=4,
)


def test_whatever_is_sent_is_answered_and_never_accepted_from_somebody_who_has_no_seat(house: Running) -> None:
    with Line(house) as line:
        line.hello()
        numbers = iter(range(1_000_000))

        @settings(deadline=None)
        @given(st.sampled_from([*COMMAND_TYPES, "RollNow", "SetSeed", "Anything"]), FIELDS)
        def fuzz(name: str, body: dict[str, Any]) -> None:
            if name == "Sit":
                body = {**body, "rack": -1}
            line.socket.send(json.dumps({"type": "do", "id": f"f{next(numbers)}", "name": name, "body": body}))
            answer = line.until("answer", "bye")
            assert answer["type"] == "answer", answer
            assert not answer["ok"], (name, body, answer)

        fuzz()
        assert line.alive()
    unhurt(house)


def test_too_many_senseless_frames_end_the_connection(house: Running) -> None:
    with Line(house) as line:
        line.hello()
        for _ in range(21):
            line.socket.send("nonsense")
        assert line.until("bye")["code"] == 4003


@pytest.mark.parametrize(
    ("data", "event"),
    [
        ("nonsense", "bad frame"),
        ('{"type":"do","id":"' + "x" * 65 + '","name":"Sit"}', "bad frame"),
        ('{"type":"hello","version":1}', "bad frame"),
        ('{"type":"quote","id":"","name":"PlaceBet"}', "bad frame"),
        ('{"type":"do","id":"x","name":"Sit","body":{"rack":"plenty"}}', "bad command"),
        ('{"type":"do","id":"y","name":"Juggle"}', "bad command"),
    ],
)
def test_whatever_makes_no_sense_is_logged_with_one_line(house: Running, data: str, event: str) -> None:
    with structlog.testing.capture_logs() as logs, Line(house) as line:
        line.hello()
        line.socket.send(data)
        assert line.until("answer", "quote")["reason"] == "NONSENSE"
    assert [entry["event"] for entry in logs if entry["log_level"] == "warning"] == [event]


def test_commands_that_make_no_sense_do_not_fill_the_log(house: Running) -> None:
    with structlog.testing.capture_logs() as logs, Line(house) as line:
        line.hello()
        for number in range(40):
            line.socket.send(json.dumps({"type": "do", "id": f"n{number}", "name": "Juggle"}))
        for _ in range(40):
            line.until("answer")
    assert [entry["event"] for entry in logs].count("bad command") <= SENSELESS.burst + 5


# ---- tokens, origins, other people's things


@pytest.mark.parametrize("token", ["", "x", "' OR 1=1 --", "../../x", "x" * 5_000])
@pytest.mark.claim("people-hostile")
def test_a_forged_token_is_nobodys(house: Running, token: str) -> None:
    status, body = ask(house, "GET", "/api/v1/wallet", authorization=f"Bearer {token}")
    assert status == 401
    assert "not signed in" in body["says"]


def test_a_token_that_was_signed_out_is_replayed_in_vain(house: Running) -> None:
    token = enter(house)
    assert ask(house, "DELETE", "/api/v1/session", authorization=f"Bearer {token}")[0] == 200
    assert ask(house, "GET", "/api/v1/wallet", authorization=f"Bearer {token}")[0] == 401
    with Line(house, token) as line, pytest.raises(ConnectionClosed) as closed:
        line.socket.recv(timeout=PATIENCE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001


def test_a_page_of_another_origin_changes_nothing_and_opens_no_socket(house: Running) -> None:
    token = enter(house)
    with structlog.testing.capture_logs() as logs:
        status, _ = ask(house, "POST", "/api/v1/session", origin="https://evil.example")
        assert status == 403
        with pytest.raises(InvalidStatus), Line(house, token, Origin="https://evil.example"):
            pass
    assert [entry["event"] for entry in logs].count("refused at the door") == 2
    with Line(house, token, Origin=house.url) as line:
        line.hello()


def test_nobody_sees_the_private_table_of_somebody_else(house: Running) -> None:
    mine, other = enter(house), enter(house)
    opened = {"book": "evolution"}
    status, table = ask(house, "POST", "/api/v1/tables", opened, authorization=f"Bearer {mine}")
    assert status == 201
    for path in ("", "/fairness", "/export"):
        status, answer = ask(house, "GET", f"/api/v1/tables/{table['id']}{path}", authorization=f"Bearer {other}")
        assert (status, answer["says"]) == (
            404,
            f'there is no table "{table["id"]}" here; the list of tables has them all',
        )
    with Line(house, other, table["id"]) as line, pytest.raises(ConnectionClosed):
        line.socket.recv(timeout=PATIENCE_S)
    assert ask(house, "GET", "/api/v1/tables/evolution/export", authorization=f"Bearer {other}")[0] == 403


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/v1/tables/..%2F..%2Fetc%2Fpasswd", None), ("GET", "/api/v1/tables/'%20OR%201=1--", None),
        ("GET", "/api/v1/tables/" + "x" * 500, None), ("GET", "/api/v1/tables/%00", None),
        ("GET", "/api/v1/books/..%2f..%2fhouse.db", None), ("GET", "/api/v1/books/nothing/layout", None),
        ("GET", "/api/v1/recall?before=-9&limit=x", None), ("GET", "/api/v1/recall?limit=99999999999999999999", None),
        ("GET", "/api/v1/recall?table=%00", None), ("POST", "/api/v1/tables", {"book": "../x"}),
        ("POST", "/api/v1/tables", {"book": "evolution", "settings": {"crew": "people"}}),
        ("POST", "/api/v1/tables", {"book": "evolution", "unknown": 1}), ("POST", "/api/v1/tables", b"{"),
        ("POST", "/api/v1/tables", {"book": "evolution", "mode": "standing"}),
        ("POST", "/api/v1/tables", {"book": "evolution", "mode": "live", "name": "x" * 61}),
        ("POST", "/api/v1/tables", {"book": "evolution", "mode": "live", "name": "a\u202eb"}),
        ("POST", "/api/v1/tables", {"book": "evolution", "mode": "live", "name": "   "}),
        ("GET", "/api/v1/books/nothing/settings", None),
        ("POST", "/api/v1/tables", b"[" * 60_000), ("POST", "/api/v1/tables", b"x" * 100_000),
        ("POST", "/api/v1/tables", {"book": "evolution", "settings": {"betting-time": "9" * 5_000}}),
        ("PUT", "/api/v1/limits/loss", {"value": 2**63}), ("PUT", "/api/v1/limits/loss", {"value": -1}),
        ("PUT", "/api/v1/limits/loss", {"value": 1.5}), ("PUT", "/api/v1/limits/nothing", {"value": 1}),
        ("POST", "/api/v1/session/login", {"name": "x" * 10_000, "password": "y" * 10_000}),
        ("POST", "/api/v1/session/login", {"name": "' OR 1=1 --", "password": "' OR 1=1 --"}),
        ("POST", "/api/v1/session/login", {"name": "\u0000", "password": "\u0000"}),
        ("POST", "/api/v1/session/register", {"name": "a\u202eb", "password": "12345678"}),
        ("DELETE", "/api/v1/tables/evolution", None),
    ],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_answered_with_a_reason(
    house: Running, method: str, path: str, body: object
) -> None:
    status, answer = ask(house, method, path, body, authorization=f"Bearer {enter(house)}")
    harmless = path.startswith(("/api/v1/recall?limit=999", "/api/v1/recall?table"))
    assert 400 <= status < 500 or (harmless and status == 200), (status, answer)
    assert harmless or answer["says"]
    unhurt(house)


# ---- the whole interface, as its own description tells it


def test_the_interface_answers_as_its_description_says(house: Running) -> None:
    """Schemathesis makes requests of every kind the OpenAPI document allows, and reads the answers as it tells them."""
    schema = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) >= 20

    accepted = set[tuple[str, str]]()
    for operation in operations:
        _call(operation, enter(house), accepted)  # a token each, for one of them signs out
    assert len(accepted) >= 8, accepted
    unhurt(house)


CONFORMING = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def _call(operation: Any, token: str, accepted: set[tuple[str, str]]) -> None:
    """Make some requests of one kind."""

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(), st.sampled_from([token, token, "forged"]))
    def call(case: Any, shown: str) -> None:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {shown}"}
        response = case.call(timeout=PATIENCE_S)
        case.validate_response(response, checks=CONFORMING)
        if response.status_code < 300:
            accepted.add((case.method, case.path))

    call()
