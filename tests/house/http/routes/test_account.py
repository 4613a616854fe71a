"""An account over HTTP: a changed password, sessions, deletion, and how soon sockets and exports end with them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import Mock

import pytest
from websockets.exceptions import ConnectionClosed

from comeout.house.http.routes.tables import CUT_SHORT, while_allowed
from comeout.house.operator.export_writer import export_table
from comeout.house.players.people import Who
from comeout.log.export import NotAnExport, play_again
from tests.kit.raw_clients import Line, ask, enter
from tests.kit.servers import Running, lift_rate_limits, running

PASSWORD = "four five six"
SOON_S = 1.0
"""How soon a socket ends with its session."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("account")) as server:
        lift_rate_limits(server)
        yield server


def say(house: Running, token: str, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    return ask(house, method, f"/api/v1{path}", body, authorization=f"Bearer {token}")


def account(house: Running, name: str) -> str:
    """The token of a new account."""
    status, answer = say(house, enter(house), "POST", "/session/register", {"name": name, "password": PASSWORD})
    assert status == 201
    return str(answer["token"])


def log_in(house: Running, name: str) -> str:
    return str(ask(house, "POST", "/api/v1/session/login", {"name": name, "password": PASSWORD})[1]["token"])


def player(house: Running, token: str) -> str:
    return str(say(house, token, "GET", "/session")[1]["player"])


def wait_for(house: Running, work: Coroutine[Any, Any, Any]) -> None:
    """Have the house do something in its own loop."""
    asyncio.run(house.run(work))


@contextmanager
def at_table(house: Running, token: str, table: str = "evolution") -> Iterator[Line]:
    """A socket that has said hello."""
    with Line(house, token, table) as line:
        yield line.hello()


def shut_out(line: Line, name: str, **body: Any) -> bool:
    """Whether a command is answered with a goodbye, or not at all because it was said before."""
    try:
        return bool(line.do(name, **body)["code"] == 4001)
    except ConnectionClosed as closed:
        return closed.rcvd is not None and closed.rcvd.code == 4001


def ended(line: Line) -> dict[str, Any]:
    """The goodbye of a socket, which comes soon."""
    since = time.monotonic()
    bye = line.until("bye")
    assert time.monotonic() - since < SOON_S
    return bye


@pytest.mark.claim("people-sessions")
def test_signing_out_ends_its_sockets_before_they_can_bet_again(house: Running) -> None:
    token = enter(house)
    with at_table(house, token) as line, at_table(house, token) as idle:
        assert line.do("Sit", rack=100_00)["ok"]
        assert say(house, token, "DELETE", "/session")[0] == 200
        assert shut_out(line, "PlaceBet", spot="field", amount=1_00)
        bye = ended(idle)
    assert (bye["code"], bye["says"]) == (4001, "your session has ended; sign in again")


def test_a_socket_that_has_not_said_hello_yet_ends_as_well(house: Running) -> None:
    token = enter(house)
    with Line(house, token) as line:
        assert say(house, token, "DELETE", "/session")[0] == 200
        assert ended(line)["code"] == 4001


def test_a_socket_from_before_a_registration_spends_nothing_of_the_account(house: Running) -> None:
    token = enter(house)
    with at_table(house, token) as line:
        say(house, token, "POST", "/session/register", {"name": "Rosa", "password": PASSWORD})
        assert shut_out(line, "Sit", rack=100_00)


def test_a_changed_password_ends_every_other_session_and_its_sockets(house: Running) -> None:
    mine = account(house, "Ann")
    other = log_in(house, "Ann")
    with at_table(house, other) as theirs, at_table(house, mine) as ours:
        asked = {"old": PASSWORD, "new": "six five four"}
        assert say(house, mine, "PUT", "/account/password", asked) == (200, {"password_changed": True})
        assert ended(theirs)["code"] == 4001
        assert ours.alive()
    assert say(house, other, "GET", "/session")[0] == 401
    status, answer = say(house, mine, "PUT", "/account/password", asked)
    assert (status, answer["says"]) == (400, "that is not your password")


def test_sessions_are_listed_and_ended_one_by_one_or_all_others(house: Running) -> None:
    mine = account(house, "Bea")
    others = [log_in(house, "Bea") for _ in range(3)]
    listed = say(house, mine, "GET", "/sessions")[1]["sessions"]
    assert [each["this"] for each in listed] == [False, False, False, True]
    status, left = say(house, mine, "DELETE", f"/sessions/{listed[0]['id']}")
    assert (status, left["sessions"]) == (200, listed[1:])
    assert say(house, others[2], "GET", "/session")[0] == 401
    assert say(house, mine, "DELETE", "/sessions")[1]["sessions"] == listed[3:]
    assert say(house, others[0], "GET", "/session")[0] == 401
    assert ask(house, "GET", "/api/v1/sessions")[0] == 401


def test_a_deleted_account_is_signed_out_and_others_see_a_guest(house: Running) -> None:
    token = account(house, "Cleo")
    me = player(house, token)
    with at_table(house, token) as line:
        assert line.do("Sit", rack=100_00)["ok"]
        assert say(house, token, "POST", "/account/delete", {"password": "not this"})[0] == 400
        assert say(house, token, "POST", "/account/delete", {"password": PASSWORD})[0] == 200
        assert ended(line)["code"] == 4001
    with Line(house) as other:
        other.socket.send('{"type":"hello","version":1}')
        names = [seat["name"] for seat in other.until("snapshot")["seats"]]
    assert f"guest-{me[-4:]}" in names
    assert "Cleo" not in names


def test_a_deleted_account_leaves_its_name_in_no_count_of_attempts(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, counted = house.house.store, set[str]()
    count, reserve, forget = store.count_attempt, store.reserve_attempt, store.forget_attempts

    async def count_attempt(key: str, *, window: int) -> Any:
        counted.add(key)
        return await count(key, window=window)

    async def reserve_attempt(key: str, *, wait: int, most: int) -> int:
        counted.add(key)
        return await reserve(key, wait=0 * wait, most=most)

    async def forget_attempts(key: str) -> None:
        counted.discard(key)
        await forget(key)

    token = account(house, "Zaphodina")
    monkeypatch.setattr(store, "count_attempt", count_attempt)
    monkeypatch.setattr(store, "reserve_attempt", reserve_attempt)
    monkeypatch.setattr(store, "forget_attempts", forget_attempts)
    for _ in range(6):
        assert say(house, token, "POST", "/account/delete", {"password": "not this"})[0] == 400
    assert {"name zaphodina", "turn zaphodina"} <= counted
    assert say(house, token, "POST", "/account/delete", {"password": PASSWORD})[0] == 200
    assert not [key for key in counted if "zaphodina" in key]


def test_a_revoked_role_ends_what_only_the_role_could_see(house: Running) -> None:
    owner, inspector = enter(house), enter(house)
    table = say(house, owner, "POST", "/tables", {"book": "evolution"})[1]["id"]
    people, who = house.house.people, player(house, inspector)
    wait_for(house, people.grant(who, table, "inspector", by="operator"))
    with at_table(house, inspector, table) as line:
        wait_for(house, people.revoke(who, table, "inspector"))
        assert "revoked" in ended(line)["says"]


def test_a_revoked_crew_member_at_an_open_table_sees_what_a_guest_sees(house: Running) -> None:
    token = enter(house)
    people, who = house.house.people, player(house, token)
    wait_for(house, people.grant(who, "sentosa", "dealer", by="operator"))
    with at_table(house, token, "sentosa") as line:
        [here] = people.open.of(who)
        hub = house.house.places["sentosa"].hub
        assert [each.sees_all for each in hub.subscribers if each.player == who] == [True]
        wait_for(house, people.revoke(who, "sentosa", "dealer"))
        assert line.alive()
        assert [each.sees_all for each in hub.subscribers if each.player == who] == [False]
        assert here.roles == frozenset()


@pytest.mark.claim("people-sessions")
def test_an_export_is_cut_short_when_its_reader_loses_the_role(house: Running) -> None:
    token = enter(house)
    people, who = house.house.people, player(house, token)
    wait_for(house, people.grant(who, "adelaide", "inspector", by="operator"))

    request = Mock(headers={"authorization": f"Bearer {token}"})
    request.app.state.house = house.house

    async def lines() -> AsyncIterator[bytes]:
        yield b"first\n"
        await people.revoke(who, "adelaide", "inspector")
        yield b"secret\n"

    async def read() -> list[bytes]:
        found = while_allowed(request, Who(who, "", guest=True), lines(), table="adelaide", allowed=bool)
        return [line async for line in found]

    assert asyncio.run(house.run(read())) == [b"first\n", CUT_SHORT]


def test_an_export_that_was_cut_short_is_not_taken_for_a_whole_one(house: Running) -> None:
    async def export() -> list[bytes]:
        return [line async for line in export_table(house.house.store, "adelaide")]

    whole = asyncio.run(house.run(export()))
    assert play_again(whole).fault is None
    with pytest.raises(NotAnExport):
        play_again([*whole, CUT_SHORT])


# ------------------------------------------------------------------ whoever works at a table does not play there


@pytest.mark.parametrize("where", ["evolution", "*"])
@pytest.mark.claim("people-roles")
def test_whoever_holds_a_role_at_a_table_neither_sits_nor_bets_there(house: Running, where: str) -> None:
    token = enter(house)
    people, who = house.house.people, player(house, token)
    with at_table(house, token) as line:
        assert line.do("Sit", rack=100_00)["ok"]
        assert line.do("PlaceBet", spot="field", amount=1_00)["ok"]
        wait_for(house, people.grant(who, where, "dealer", by="operator"))
        no = line.do("PlaceBet", "more", spot="field", amount=1_00)
        assert (no["ok"], no["reason"]) == (False, "NOT_ALLOWED")
        assert no["says"] == "whoever works at a table does not play there; roles you hold here: dealer"
        assert line.do("SetSeed", seed="lucky")["reason"] == "NOT_ALLOWED"
        assert line.do("RemoveBet", spot="field")["ok"], "what lies there can be taken down"
        assert line.do("Leave")["ok"]
        assert line.do("Sit", "again", rack=100_00)["reason"] == "NOT_ALLOWED"
