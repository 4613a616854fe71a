"""The table from where somebody sits: what a page is shown, what a command would do; looking changes nothing."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from comeout.house.audience.hub import Hub
from comeout.house.audience.snapshot import Played, you
from comeout.house.cluster.bus import NoBus
from comeout.house.cluster.follower import Follower
from comeout.house.host.recovery import nobody_minds
from comeout.house.http import socket as window_module
from comeout.house.players.rate_limits import Pace, Rates
from comeout.house.players.work_limits import WorkLimits
from comeout.house.views.seat_view import quote, see
from comeout.protocol.frames import Quoted, Sight, frame
from comeout.protocol.house_commands import Ask, No
from comeout.protocol.sight_parts import SessionSeen
from comeout.rules.library import book_names
from tests.kit.house_games import CREW
from tests.kit.nights import Night, play, seated
from tests.kit.raw_clients import Line, ask, enter, unhurt
from tests.kit.servers import Running, running

SESSION = SessionSeen(0, 0, [])


def look(night: Night, player: str = "ann") -> Sight:
    return look_at(night, night.host, player)


def look_at(night: Night, place: Played, player: str = "ann") -> Sight:
    me = you(place, player, player.title(), frozenset())
    return see(place, me, names={"ann": "Ann"}, session=SESSION, now=night.clock.now())


async def nobody_new(player: str) -> None:
    """Nobody is learnt while a log is read back."""
    del player


def ask_price(night: Night, name: str, player: str = "ann", roles: frozenset[str] = frozenset(), **body: Any) -> Quoted:
    ask = Ask(player, "q", name, body, roles, night.clock.monotonic(), lambda _: None)
    return quote(night.host, ask, guard=lambda *asked: night.guard(*asked), now=night.clock.now())


# ------------------------------------------------------------------ a sight


@play
async def test_a_sight_is_the_table_with_what_every_spot_takes_now() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="place-6", amount=1_200)
    await night.do("bob", "PlaceBet", spot="place-6", amount=600)
    seen = look(night)
    assert (seen.seq, seen.table.you.seat, seen.table.book) == (night.host.table.log.seq, 1, "sentosa")
    assert set(seen.offers) == set(night.layout.by_id)
    six = seen.offers["place-6"]
    assert (six.name, six.there_cents, six.others_cents, six.working) == ("Place 6", 1_200, 600, False)
    assert (six.bet.ok, six.bet.even_step_cents, six.bet.even_cents[0]) == (True, 600, 600)
    assert six.call
    assert (six.call.on.ok, six.call.off.ok) == (True, True)
    assert six.call.says == "while the puck is OFF this bet is off unless called on; a call holds for the next roll"
    assert six.take
    assert six.take.ok
    odds = seen.offers["pass-odds"]
    assert (odds.odds_for, odds.bet.ok, odds.bet.reason) == ("pass", False, "NOT_AVAILABLE_NOW")
    assert odds.bet.clause == "sentosa D.2"


@play
async def test_a_player_can_speak_to_a_crew_of_people_and_sees_what_became_of_it() -> None:
    assert not {"RaiseDispute", "DisputeFace"} & set(look(await seated("adelaide")).actions)
    night = await seated("adelaide", dice="crew")
    actions = look(night).actions
    assert (actions["RaiseDispute"].ok, actions["DisputeFace"].ok) == (True, False)
    assert actions["DisputeFace"].says == "the roll is settled; this is done when the roll is called"
    await night.do("ann", "RaiseDispute", about="my chips")
    await night.do("bob", "RaiseDispute", about="his chips")
    await night.do("eve", "DecideDispute", by="pit-supervisor", dispute=1, decision="they stay")
    assert [(each.number, each.about, each.decision) for each in look(night).disputes] == [(1, "my chips", "they stay")]


@play
async def test_the_puck_is_told_in_words() -> None:
    night = await seated("sentosa", (4, 2))
    assert look(night).puck.says == "The puck is OFF"
    await night.do("ann", "PlaceBet", spot="field", amount=500)
    await night.wait()
    puck = look(night).puck
    assert (puck.on, puck.point, puck.says) == (True, 6, "The puck is ON 6")


@play
async def test_my_numbers_are_told_with_every_bet_and_only_if_there_is_one() -> None:
    night = await seated("evolution")
    assert look(night).numbers is None
    await night.do("ann", "PlaceBet", spot="hard-8", amount=500)
    await night.do("ann", "PlaceBet", spot="field", amount=1_000)
    numbers = look(night).numbers
    assert numbers
    assert (numbers["8h"].net_cents, numbers["8"].net_cents, numbers["12"].net_cents) == (3_500, -1_500, 2_000)
    assert [(line.spot, line.outcome, line.net_cents) for line in numbers["8h"].lines] == [
        ("hard-8", "won", 4_500),
        ("field", "lost", -1_000),
    ]


@play
async def test_a_contract_and_a_vigorish_are_told_with_their_spots() -> None:
    night = await seated("sentosa")
    offers = look(night).offers
    assert offers["pass"].contract.startswith("Pass Line is a contract bet")
    assert offers["buy-4"].vigorish
    assert offers["buy-4"].vigorish.says.startswith("a vigorish of 5% of the stake")
    assert (offers["place-4"].contract, offers["place-4"].vigorish) == ("", None)


@play
async def test_what_cannot_be_taken_down_says_why_and_what_part_can() -> None:
    night = await seated("evolution", (4, 2))
    await night.do("ann", "PlaceBet", spot="place-8", amount=600)
    await night.wait()
    await night.do("ann", "PlaceBet", spot="place-8", amount=1_200)
    take = look(night).offers["place-8"].take
    assert take
    assert (take.ok, take.clause, take.instead_cents) == (False, "EV-3", [1_200])


@play
async def test_bundles_are_offered_with_their_shares() -> None:
    night = await seated("adelaide")
    inside = next(each for each in look(night).bundles if each.id == "inside")
    assert (inside.of, [(part.spot, part.share) for part in inside.parts][:2]) == (5, [("place-5", 5), ("place-6", 6)])


@play
async def test_somebody_who_watches_sees_the_chips_and_is_told_to_sit_down() -> None:
    night = await seated("evolution")
    await night.do("ann", "PlaceBet", spot="field", amount=500)
    seen = look(night, "cai")
    assert (seen.offers["field"].others_cents, seen.offers["field"].bet.ok, seen.numbers) == (500, False, None)
    assert {name: ruling.says for name, ruling in seen.actions.items()} == {
        "RollNow": "you have no seat here; sit down first"
    }


@pytest.mark.parametrize("book", book_names())
def test_looking_changes_nothing_and_takes_no_time_to_speak_of(book: str) -> None:
    @play
    async def scenario() -> None:
        night = await seated(book, (4, 2))
        for spot in ("pass", "field", "place-8", "hard-4"):
            await night.do("ann", "PlaceBet", spot=spot, amount=1_200)
        await night.wait()
        before = copy.deepcopy(night.host.state)
        look(night)
        quickest = min(timed(night) for _ in range(10))
        assert night.host.state == before
        assert quickest < 0.02, "a sight takes one or two milliseconds; this leaves room for slow machines"

    scenario()


def timed(night: Night) -> float:
    start = time.thread_time()
    frame(look(night))
    return time.thread_time() - start


@play
async def test_a_table_that_another_process_owns_looks_the_same() -> None:
    night = await seated("sentosa", (4, 2))
    await night.do("ann", "PlaceBet", spot="place-8", amount=600)
    await night.wait()
    follower = Follower(
        night.row,
        night.layout,
        night.store,
        clock=night.clock,
        bus=NoBus(),
        hub=Hub(),
        learn_name=nobody_new,
        met=nobody_minds,
        seen=lambda _record, _event: None,
    )
    await follower.start()
    here, there = look(night), look_at(night, follower)
    for name in ("seq", "puck", "offers", "numbers", "actions", "bundles"):
        assert getattr(here, name) == getattr(there, name)


# ------------------------------------------------------------------ who may have the dice thrown


@play
async def test_a_player_in_first_person_may_roll_once_the_line_bet_lies_there() -> None:
    night = await seated("sentosa", (4, 2), mode="first-person", shooter="seats")
    roll = look(night).actions["RollNow"]
    assert (roll.ok, roll.says, roll.clause) == (False, "a line bet is needed to roll the dice", "sentosa 3.11")
    await night.do("ann", "PlaceBet", spot="pass", amount=500)
    before = copy.deepcopy(night.host.state)
    assert look(night).actions["RollNow"].ok
    assert night.host.state == before, "nobody has taken the dice by looking"
    assert (await night.do("ann", "RollNow"))["ok"]


@play
async def test_a_shooter_without_a_line_bet_may_take_the_dice_and_not_roll_them() -> None:
    night = await seated("adelaide", mode="first-person", shooter="seats")
    actions = look(night).actions
    assert (actions["TakeDice"].ok, actions["RollNow"].ok) == (True, False)
    assert actions["RollNow"].says == "the shooter needs a Pass or Don't Pass bet to throw"


@play
async def test_who_cannot_roll_without_a_line_bet_is_told_which_spots_take_one() -> None:
    for book, label in (("adelaide", "Bet PASS to roll"), ("sentosa", "Bet PASS LINE to roll")):
        night = await seated(book, (4, 2), mode="first-person", shooter="seats")
        await night.do("ann", "PlaceBet", spot="field", amount=500)
        throw = look(night).throw
        assert (throw.ok, throw.label, throw.spots, throw.wait_ms) == (False, label, ["pass", "dont-pass"], 0)
        assert throw.says.endswith("to roll: whoever throws the dice needs a bet there")
        await night.do("ann", "PlaceBet", spot="pass", amount=500)
        assert look(night).throw.ok


@play
async def test_at_a_live_table_the_shooter_rolls_and_the_others_are_ready() -> None:
    night = await seated("exhibit-a", (4, 2), shooter="seats")
    await night.do("ann", "TakeDice")
    throw = look(night).throw
    assert (throw.ok, throw.label, throw.spots) == (False, "Bet PASS to roll", ["pass", "dont-pass"])
    assert (look(night, "bob").throw.ok, look(night, "bob").throw.label) == (True, "Ready")
    await night.do("ann", "PlaceBet", spot="pass", amount=500)
    assert (look(night).throw.ok, look(night).throw.label) == (True, "Roll")
    assert ask_price(night, "SetReady").ok
    assert look(night).actions["SetReady"].ok
    assert look(night).table.ready == []
    await night.do("bob", "SetReady")
    assert look(night).table.ready == [2]
    people = await seated("exhibit-a", dice="crew")
    assert (look(people).throw.ok, look(people).actions["SetReady"].ok) == (False, False)
    assert look(people).throw.says == "at this table nobody waits until all players are ready"


@play
async def test_what_a_player_wants_from_the_next_roll_is_said() -> None:
    night = await seated("adelaide", (4, 2), mode="first-person", shooter="companion")
    assert (look(night).wanted, look(night).throw.label) == ("", "Roll")
    await night.do("ann", "PlaceBet", spot="pass", amount=500)
    assert look(night).wanted.startswith("You win 5 on a 7 or 11, lose 5 on")
    assert look(night, "zoe").throw.says == "you have no seat here; sit down first"


@play
async def test_a_regulated_table_says_how_long_there_is_to_wait() -> None:
    night = await seated("evolution", (4, 2), mode="first-person", profile="regulated")
    await night.do("ann", "RollNow")
    await night.host.turn()
    night.clock.advance(2)
    assert look(night).actions["RollNow"].says == "this table keeps 5 seconds between rolls; 3.0 are left"
    assert (look(night).throw.wait_ms, look(night).throw.spots) == (3_000, []), "no bet is missing, only time"
    night.clock.advance(3)
    assert look(night).actions["RollNow"].ok


@play
async def test_at_a_live_table_nobody_rolls_when_they_like() -> None:
    night = await seated("evolution")
    assert look(night).actions["RollNow"].says == "here the dice come when the betting time is over"
    assert not ask_price(night, "RollNow").ok


# ------------------------------------------------------------------ quotes


@play
async def test_a_quote_tells_costs_vigorish_and_warnings_and_nothing_happens() -> None:
    night = await seated("sentosa")
    before = copy.deepcopy(night.host.state)
    told = ask_price(night, "PlaceBet", spot="buy-4", amount=2_000)
    assert (told.ok, told.costs_cents, told.vigorish_cents) == (True, 2_100, 100)
    assert told.warns == [
        "a vigorish of 1.00 is taken with it and is not given back if it is taken down",
        "it is off while the puck is OFF, unless it is called on",
    ]
    assert [(each.name, each.body["amount"], each.says) for each in told.events] == [
        ("BetPlaced", 2_000, "Seat 1 has 20.00 more on buy-4, vigorish 1.00")
    ]
    assert night.host.state == before


@play
async def test_taking_down_is_quoted_with_what_comes_back_and_what_stays() -> None:
    night = await seated("sentosa")
    await night.do("ann", "PlaceBet", spot="buy-4", amount=2_000)
    told = ask_price(night, "RemoveBet", spot="buy-4")
    assert (told.costs_cents, told.vigorish_cents, told.warns) == (
        -2_000,
        100,
        ["its vigorish of 1.00 is not given back"],
    )


@play
async def test_a_refusal_is_quoted_as_it_would_be_answered() -> None:
    night = await seated("sentosa")
    told = ask_price(night, "PlaceBet", spot="horn", amount=500)
    answered = await night.do("ann", "PlaceBet", spot="horn", amount=500)
    for name in ("ok", "reason", "says", "clause", "instead_cents"):
        assert getattr(told, name) == answered[name]


@play
async def test_what_the_house_would_not_have_is_not_quoted_as_if_it_would_happen() -> None:
    night = await seated("sentosa", (4, 2))
    for name, body, reason in (
        ("CallRoll", {"by": "stickperson", "roll": [3, 4]}, "NOT_ALLOWED"),
        ("PostNotice", {"by": "pit-supervisor", "setting": "crew", "value": "people"}, "BAD_SETTING"),
    ):
        quoted = ask_price(night, name, player="eve", roles=CREW, **body)
        answered = await night.do("eve", name, **body)
        assert (quoted.ok, quoted.reason, quoted.says) == (answered["ok"], reason, answered["says"])


@play
async def test_a_players_own_limits_speak_in_a_quote_too() -> None:
    night = await seated("sentosa")
    night.guard = lambda *_: No("OWN_LIMIT", "your own limit is reached")
    told = ask_price(night, "PlaceBet", spot="field", amount=500)
    assert (told.ok, told.says) == (False, "your own limit is reached")


@play
async def test_a_quote_tells_cents_and_that_a_regulated_table_repeats_nothing() -> None:
    night = await seated("sentosa", profile="regulated")
    assert ask_price(night, "PlaceBet", spot="place-6", amount=500).in_cents == (
        "at 7 to 6 5.00 wins 5.83; 6.00 wins 7.00"
    )
    assert ask_price(night, "PlaceBet", spot="place-6", amount=600).in_cents == ""
    kept = ask_price(night, "KeepBet", spot="place-6", keep=True)
    assert (kept.ok, kept.reason) == (False, "NOT_ALLOWED")
    assert ask_price(night, "KeepBet", spot="place-6", keep=False).ok


@play
async def test_what_makes_no_sense_or_is_not_theirs_is_refused_in_a_quote() -> None:
    night = await seated("sentosa")
    assert ask_price(night, "PlaceBet", spot="field").reason == "NONSENSE"
    assert ask_price(night, "OpenBetting", by="dealer").reason == "NOT_ALLOWED"
    assert ask_price(night, "PlaceBet", "cai", spot="field", amount=500).says == "you have no seat here; sit down first"


@play
async def test_sitting_down_and_a_seed_can_be_quoted_by_anybody_who_may() -> None:
    night = await seated("sentosa")
    told = ask_price(night, "Sit", "cai", rack=10_000)
    assert (told.ok, told.costs_cents) == (True, 0)
    assert ask_price(night, "SetSeed", seed="lucky").ok


# ------------------------------------------------------------------ over the socket


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path) as server:
        yield server


def send(line: Line, **message: Any) -> None:
    line.socket.send(json.dumps(message))


def test_looks_and_quotes_are_answered_over_the_socket(house: Running) -> None:
    with Line(house) as line:
        line.hello()
        send(line, type="look")
        assert line.until("sight")["offers"]["field"]["bet"]["says"] == "you have no seat here; sit down first"
        line.do("Sit", rack=10_000)
        send(line, type="look")
        sight = line.until("sight")
        assert (sight["offers"]["field"]["bet"]["ok"], sight["session"]["play_money"]) == (True, True)
        send(line, type="quote", id="q1", name="PlaceBet", body={"spot": "field", "amount": 500})
        assert line.until("quote")["costs_cents"] == 500
        send(line, type="quote", id="", name="PlaceBet")
        assert line.until("quote")["reason"] == "NONSENSE"
    unhurt(house)


def test_whoever_looks_too_often_sees_the_table_later_and_gets_no_more_quotes(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.house, "rates", Rates(house.house.clock, connection=Pace(5, 1)))
    with Line(house) as line:
        line.hello()
        send(line, type="look")
        line.until("sight")
        for number in range(3):
            send(line, type="quote", id=f"q{number}", name="Leave")
        refused = [line.until("quote")["reason"] for _ in range(3)]
        assert refused.count("TOO_MANY") >= 2, "one may come late enough to be answered"
        for _ in range(5):
            send(line, type="look")
        line.until("sight")
        assert line.alive()


def test_a_sight_that_cannot_be_drawn_is_said_and_the_table_plays_on(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no picture")

    monkeypatch.setattr(window_module, "see", broken)
    monkeypatch.setattr(window_module, "quote", broken)
    with Line(house) as line:
        line.hello()
        send(line, type="look")
        assert line.until("answer")["reason"] == "BROKEN"
        send(line, type="quote", id="q", name="Leave")
        assert (line.until("quote")["id"], line.do("Sit", rack=10_000)["ok"]) == ("q", True)
    unhurt(house)


def test_a_players_own_limits_are_shown_with_where_they_stand(house: Running) -> None:
    token = enter(house)
    status, _ = ask(house, "PUT", "/api/v1/limits/loss", {"value": 5_000}, authorization=f"Bearer {token}")
    assert status == 200
    with Line(house, token) as line:
        line.hello()
        line.do("Sit", rack=10_000)
        send(line, type="look")
        session = line.until("sight")["session"]
        assert [(limit["kind"], limit["value"]) for limit in session["limits"]] == [("loss", 5_000)]
        send(line, type="quote", id="q", name="PlaceBet", body={"spot": "field", "amount": 6_000})
        assert not line.until("quote")["ok"]


@pytest.mark.claim("caps-by-address")
def test_looks_and_quotes_are_charged_by_what_they_take_to_the_player_and_to_the_address(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    slowly = Pace(0.001, 1_000_000)
    limits = WorkLimits(house.house.clock, address=slowly, player=slowly)
    monkeypatch.setattr(house.house, "work", limits)
    token = enter(house)
    _, me = ask(house, "GET", "/api/v1/session", authorization=f"Bearer {token}")
    buckets = (limits._addresses.of("127.0.0.1"), limits._players.of(me["player"]))
    with Line(house, token) as line:
        line.hello()
        for asked in ({"type": "look"}, {"type": "quote", "id": "q", "name": "Leave"}):
            before = [bucket._full_at for bucket in buckets]
            send(line, **asked)
            line.until("sight", "quote")
            spent = [(bucket._full_at - then) * 0.001 for bucket, then in zip(buckets, before, strict=True)]
            assert min(spent) > window_module.FRAME_MS, asked


@pytest.mark.claim("caps-by-address")
def test_whoever_has_used_up_their_computing_time_is_read_later(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = WorkLimits(house.house.clock, address=Pace(100, 60))
    monkeypatch.setattr(house.house, "work", limits)
    with Line(house) as line:
        line.hello()
        limits.account("127.0.0.1").spend(60 + 30)
        begun = time.monotonic()
        send(line, type="quote", id="q", name="Leave")
        line.until("quote")
        assert time.monotonic() - begun > 0.2
