"""Typed lines: what the words would do, said before anything is bet, in the order of the words."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout.house.http import socket as window_module
from comeout.house.players.rate_limits import Pace, Rates
from comeout.house.views.typed_bets import LONGEST_TEXT, understand
from comeout.protocol.frames import Typed, Understood
from comeout.protocol.house_commands import No
from comeout.rules.library import book_names
from tests.kit.nights import Night, play, seated
from tests.kit.raw_clients import Line, unhurt
from tests.kit.servers import Running, running


def typed(night: Night, text: str, player: str = "ann", roles: frozenset[str] = frozenset()) -> Understood:
    before = copy.deepcopy(night.host.state)
    found = understand(night.host, Typed("t", text), player, roles, guard=lambda *asked: night.guard(*asked))
    assert night.host.state == before, "nothing happens"
    return found


async def do_all(night: Night, told: Understood) -> None:
    for act in told.acts:
        answer = await night.do("ann", act.name, **act.body)
        assert answer["ok"] == act.ok


@play
async def test_each_bet_is_told_with_its_name_its_amount_what_it_wins_and_the_sum() -> None:
    night = await seated("adelaide")
    told = typed(night, "12 six and eight, 5 each hardway, press the 8")
    assert (told.ok, told.costs_cents, told.rack_cents) == (True, 56_00, 500_00)
    assert [(act.name, act.body["spot"], act.body["amount"]) for act in told.acts] == [
        ("PlaceBet", "place-6", 12_00),
        ("PlaceBet", "place-8", 12_00),
        *(("PlaceBet", f"hard-{number}", 5_00) for number in (4, 6, 8, 10)),
        ("PlaceBet", "place-8", 12_00),
    ]
    assert told.acts[0].says == "12.00 on Place Bet 6 to Win: wins 14.00"
    assert told.acts[-1].says == "12.00 on Place Bet 8 to Win, 24.00 in all: wins 28.00"
    await do_all(night, told)


@pytest.mark.parametrize("book", book_names())
def test_what_is_told_is_what_the_table_then_does(book: str) -> None:
    @play
    async def game() -> None:
        night = await seated(book)
        told = typed(night, "10 pass, 20 odds, 10 on the 9, 72 across, 5 field, take down the 9")
        if not told.ok:
            told = typed(night, "10 pass, 20 odds, 10 on the 9, 64 across, 5 field, take down the 9")
        assert [act.ok for act in told.acts] == [True, False, *[True] * 9]
        assert told.acts[1].reason == "NOT_AVAILABLE_NOW"
        assert told.acts[1].clause.startswith(book)
        rack = night.host.state.seats[1].rack
        await do_all(night, told)
        assert rack - night.host.state.seats[1].rack == told.costs_cents

    game()


@play
async def test_odds_are_typed_after_the_bet_that_they_support() -> None:
    night = await seated("adelaide", (4, 2))
    await night.do("ann", "PlaceBet", spot="pass", amount=10_00)
    await night.wait()
    told = typed(night, "2x odds, 10 come")
    assert [(act.ok, act.body) for act in told.acts] == [
        (True, {"spot": "pass-odds", "amount": 20_00}),
        (True, {"spot": "come", "amount": 10_00}),
    ]
    assert told.acts[0].says.endswith(": wins 24.00")


@play
async def test_bets_are_taken_down_reduced_called_and_kept_in_words() -> None:
    night = await seated("adelaide")
    await night.do("ann", "PlaceBet", spot="place-6", amount=12_00)
    await night.do("ann", "PlaceBet", spot="place-8", amount=12_00)
    told = typed(night, "reduce the 6 by 6, take down the 8, place on, same bet place 6, same bet off")
    assert [(act.ok, act.says) for act in told.acts] == [
        (True, "6.00 off Place Bet 6 to Win, 6.00 stays"),
        (True, "Place Bet 8 to Win comes down, 12.00 back in your rack"),
        (True, "Place Bet 6 to Win is called on until a point is set"),
        (True, "Place Bet 6 to Win: the same again when it wins"),
        (True, "Place Bet 6 to Win: not again when it wins"),
    ]
    assert told.costs_cents == -18_00
    await do_all(night, told)
    assert typed(night, "place on").says == "these bets are called on already"


@play
async def test_what_exceeds_the_rack_is_said_before() -> None:
    night = await seated("adelaide")
    told = typed(night, "300 pass, 300 field")
    assert [(act.ok, act.reason) for act in told.acts] == [(True, ""), (False, "RACK_TOO_SMALL")]
    assert (told.costs_cents, told.rack_cents) == (300_00, 500_00)


@play
async def test_a_bet_that_a_book_lacks_is_told_with_the_nearest_it_has() -> None:
    night = await seated("exhibit-a")
    (act,) = typed(night, "buy 4 20").acts
    assert (act.ok, act.says, act.refused) == (
        False,
        "20.00 on buy 4",
        "this book has no buy bets; on the 4 it has place-4",
    )


@play
async def test_contracts_and_charges_are_told_with_the_bet() -> None:
    night = await seated("sentosa")
    line, buy = typed(night, "10 pass, buy 4 20").acts
    assert any("contract bet" in warn for warn in line.warns)
    assert (buy.costs_cents, buy.vigorish_cents) == (21_00, 1_00)


@play
async def test_own_limits_closed_betting_and_roles_are_said_in_a_sentence() -> None:
    night = await seated("sentosa", (4, 2))
    assert typed(night, "5 field", "zoe").says == "you have no seat here; sit down first"
    assert typed(night, "5 field", roles=frozenset({"dealer"})).says == "whoever works at a table does not play there"
    night.guard = lambda *_: No("OWN_LIMIT", "your own limit is reached")
    assert typed(night, "5 field").acts[0].refused == "your own limit is reached"
    closed = await seated("adelaide", dice="crew", crew="people")
    (act,) = typed(closed, "5 field").acts
    assert (act.ok, act.reason, bool(act.clause)) == (False, "BETTING_CLOSED", True)


PUZZLES = {
    "": "type bets such as `12 six and eight`",
    " ; , ": "type bets such as `12 six and eight`",
    "plce 6 12": 'nobody here understands "plce 6 12"; did you mean `place 6 12`?',
    "xyzzy": 'nobody here understands "xyzzy"; type bets such as',
    "12 six and eight, roll": '"roll" is about no bet; here you type bets',
    "buy in 100": '"buy in 100" is about no bet',
    "take the dice": '"take the dice" is about no bet',
    "press the 8": "you have no bet there to press",
    "x" * (LONGEST_TEXT + 1): "a line has at most 200 characters",
    "yo 1;" * 40 + "yo 1": "a line has at most",
    ",".join(["1 hardways"] * 11): "that is too much for one line; at most 40 bets go in one",
    "<img src=x>": 'nobody here understands "<img src=x>"',
}


@play
async def test_what_is_not_understood_is_said_with_the_nearest_right_word_and_means_nothing() -> None:
    night = await seated("adelaide")
    for line, says in PUZZLES.items():
        told = typed(night, line)
        assert (told.ok, told.acts, told.reason) == (False, [], "NONSENSE"), line
        assert told.says.startswith(says)


# ------------------------------------------------------------------ over the socket


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        yield server


def send(line: Line, **message: Any) -> None:
    line.socket.send(json.dumps(message))


def test_a_typed_line_is_answered_over_the_socket(house: Running) -> None:
    with Line(house) as line:
        line.hello()
        send(line, type="typed", id="t0", text="5 field")
        assert line.until("understood")["says"] == "you have no seat here; sit down first"
        line.do("Sit", rack=10_000)
        send(line, type="typed", id="t1", text="5 field")
        told = line.until("understood")
        assert (told["id"], told["ok"], told["costs_cents"]) == ("t1", True, 500)
        send(line, type="typed", id="", text="5 field")
        assert line.until("understood")["reason"] == "NONSENSE"
    unhurt(house)


def test_whoever_types_too_often_is_told_to_slow_down(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.house, "rates", Rates(house.house.clock, connection=Pace(1 / 3600, 1)))
    with Line(house) as line:
        line.hello()
        for number in range(3):
            send(line, type="typed", id=f"t{number}", text="5 field")
        # The first line waits for what is being committed, and a refusal waits for nothing.
        told = {each["id"]: each["reason"] for each in (line.until("understood") for _ in range(3))}
        assert told == {"t0": "NOT_ALLOWED", "t1": "TOO_MANY", "t2": "TOO_MANY"}
        assert line.alive()


def test_a_line_that_breaks_the_house_is_said_and_the_table_plays_on(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no words")

    monkeypatch.setattr(window_module, "understand", broken)
    with Line(house) as line:
        line.hello()
        send(line, type="typed", id="t", text="5 field")
        assert (line.until("understood")["reason"], line.do("Sit", rack=10_000)["ok"]) == ("BROKEN", True)
    unhurt(house)
