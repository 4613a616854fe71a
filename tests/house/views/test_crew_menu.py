"""What the crew of a table may say and what waits for it: read from the book, the same as the table will answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from comeout.house.views.crew_floor import floor_of
from comeout.house.views.crew_menu import GROUPS, duties_of
from comeout.protocol.crew_answers import DutyAnswer, FloorAnswer
from comeout.rules.library import book_names, load_book
from comeout.table.advice.duties import CREW_COMMANDS, grounds
from comeout.table.messages import CallNoRoll, ChooseDice, ThrowDice
from comeout.table.settings import ROLES
from tests.kit.house_games import CREW
from tests.kit.nights import Night, play, seated
from tests.kit.raw_clients import ask, enter
from tests.kit.servers import PATIENCE_S, running

NAMES = {"ann": "Ann", "eve": "Eve"}


def duties(night: Night, *roles: str) -> dict[str, DutyAnswer]:
    """What is theirs to say, by the names of the commands."""
    return {each.name: each for each in duties_of(night.host, roles, NAMES)}


def floor(night: Night, player: str = "eve", *roles: str) -> FloorAnswer:
    wanted = night.host.second.waiting(rolls=night.host.state.rolls)
    return floor_of(night.host, player, roles or ("stickperson",), NAMES, wanted)


async def thrown(book: str = "adelaide") -> Night:
    """Real dice are out, with a bet of Ann's on the layout."""
    night = await seated(book, dice="crew")
    for player, name, body in (
        ("eve", "OpenBetting", {"by": "dealer"}),
        ("ann", "PlaceBet", {"spot": "field", "amount": 500}),
        ("eve", "CloseBetting", {"by": "dealer"}),
        ("eve", "ThrowDice", {"seat": 0}),
    ):
        assert (await night.do(player, name, **body))["ok"]
    return night


# ---- whose it is


def test_every_command_of_the_crew_has_its_group() -> None:
    listed = [kind for kinds in GROUPS.values() for kind in kinds]
    assert len(listed) == len(set(listed))
    assert set(listed) == {*CREW_COMMANDS, ThrowDice, ChooseDice}


@pytest.mark.parametrize("book", book_names())
def test_a_role_is_offered_what_the_table_accepts_from_it_and_nothing_else(book: str) -> None:
    async def scenario() -> None:
        night = await seated(book, dice="crew")
        for role in sorted(CREW):
            for name in ("OpenBetting", "CloseBetting", "SettleRoll", "Interrupt", "ReplaceDice", "NotifyInspector"):
                answer = await night.do("eve", name, by=role)
                theirs = answer["reason"] not in ("WRONG_ROLE", "NO_SUCH_PROCEDURE")
                assert (name in duties(night, role)) == theirs, (role, name, answer)

    asyncio.run(scenario())


@play
async def test_the_inspector_is_offered_nothing_and_sees_the_floor() -> None:
    night = await thrown()
    assert duties(night, "inspector") == {}
    [bet] = floor(night, "ivy", "inspector").bets or []
    assert (bet.seat, bet.spot, bet.cents) == (1, "field", 500)


@play
async def test_where_the_house_throws_the_dice_nobody_is_offered_to_call_them() -> None:
    night = await seated("adelaide")
    offered = duties(night, *ROLES[:-2])
    assert "PostNotice" in offered
    assert not {"CallRoll", "RuleOnRoll", "CorrectRoll", "ThrowDice", "ChooseDice"} & set(offered)


# ---- what is said with it


@play
async def test_a_no_roll_lists_the_grounds_of_the_book_with_their_clauses() -> None:
    night = await thrown()
    [reason] = [each for each in duties(night, "stickperson")["CallNoRoll"].fields if each.name == "ground"]
    book = load_book("adelaide")
    assert [(each.value, each.says) for each in reason.options] == [
        (row.code, row.fact) for row in book.rulebook.no_roll
    ]
    assert [each.clause for each in reason.options] == [book.cite(each.clause) for each in grounds(book, CallNoRoll)]


@play
async def test_an_order_says_whether_it_is_its_time_and_why_not() -> None:
    night = await thrown()
    offered = duties(night, "stickperson")
    assert offered["CallRoll"].now.ok is None
    assert offered["CallRoll"].two_people
    assert offered["SettleRoll"].now.ok is False
    assert "this is done when the roll is called" in offered["SettleRoll"].now.says
    assert offered["SettleRoll"].now.clause.startswith("adelaide ")


@play
async def test_a_call_that_waits_is_ready_to_be_confirmed_with_one_press() -> None:
    night = await seated("adelaide", dice="crew")
    await night.do("eve", "OpenBetting", by="dealer")
    await night.do("ann", "PlaceBet", spot="place-6", amount=1_200)
    assert duties(night, "dealer")["ConfirmCall"].now.ok is False
    assert (await night.do("ann", "CallBet", spot="place-6", call="on"))["ok"]
    [ready] = duties(night, "dealer")["ConfirmCall"].ready
    assert ready.says.startswith("Seat 1, Ann: 12.00 on ")
    body: dict[str, Any] = {"by": ready.role, **ready.body}
    assert (await night.do("eve", "ConfirmCall", **body))["ok"]
    assert duties(night, "dealer")["ConfirmCall"].ready == []


@play
async def test_a_die_is_offered_for_the_search_only_once_it_has_left_the_table() -> None:
    night = await thrown()
    assert duties(night, "stickperson")["RecoverDie"].now.ok is False
    night.host.state.dice.gone.add(2)
    [field] = duties(night, "stickperson")["RecoverDie"].fields
    assert [each.value for each in field.options] == [2]


# ---- what waits


@play
async def test_what_waits_for_a_second_person_tells_who_asked_and_offers_the_second_to_agree() -> None:
    night = await thrown()
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[6, 5]))["waiting"]
    [mine] = floor(night, "eve").seconds
    assert (mine.says, mine.mine, mine.by) == ("Call roll: 6 and 5", True, [])
    [theirs] = floor(night, "fay", "stickperson", "dealer").seconds
    assert (theirs.asked_by, theirs.mine, theirs.seconds) == ("Eve", False, 120.0)
    assert theirs.by == ["stickperson", "dealer"]
    body: dict[str, Any] = {"by": theirs.by[0], **theirs.body}
    assert (await night.do("fay", theirs.name, **body))["events"]
    assert floor(night, "fay").seconds == []


@play
async def test_dice_may_be_confirmed_by_all_the_crew_and_a_void_by_whom_the_book_names() -> None:
    night = await thrown("exhibit-a")
    assert (await night.do("eve", "CallRoll", by="stickperson", roll=[6, 5]))["waiting"]
    [dice] = floor(night, "fay", "shift-manager", "inspector").seconds
    assert (dice.by, dice.may) == (["shift-manager"], [role for role in ROLES if role not in ("inspector", "house")])
    [watched] = floor(night, "ivy", "inspector").seconds
    assert watched.by == []
    night = await seated("sentosa")
    assert (await night.do("eve", "Interrupt", by="boxperson"))["waiting"]
    [void] = floor(night, "fay", "boxperson", "dealer").seconds
    assert (void.by, void.may) == (["boxperson"], list(load_book("sentosa").rulebook.interruption.by))


@play
async def test_a_late_bet_tells_whose_word_it_has_and_whose_it_waits_for() -> None:
    night = await seated("exhibit-a", dice="crew")
    await night.do("eve", "OpenBetting", by="dealer")
    await night.do("eve", "CloseBetting", by="dealer")
    assert (await night.do("eve", "ThrowDice", seat=0))["ok"]
    assert (await night.do("ann", "LateBet", spot="field", amount=500))["ok"]
    [offer] = floor(night).offers
    assert (offer.confirmed, offer.still) == ([], ["dealer", "boxperson"])
    assert (await night.do("eve", "ConfirmBet", by="dealer", seat=1, spot="field"))["ok"]
    [offer] = floor(night).offers
    assert (offer.confirmed, offer.still) == (["dealer"], ["boxperson"])
    assert duties(night, "dealer")["ConfirmBet"].ready == []
    [ready] = duties(night, "dealer", "boxperson")["ConfirmBet"].ready
    assert ready.role == "boxperson"
    assert (await night.do("fay", "ConfirmBet", by="boxperson", seat=1, spot="field"))["ok"]
    assert floor(night).offers == []


@play
async def test_a_spoken_bet_waits_for_anybody_who_may_confirm_it() -> None:
    night = await seated("adelaide", dice="crew")
    await night.do("eve", "OpenBetting", by="dealer")
    tender = load_book("adelaide").rulebook.chips.verbal
    assert (await night.do("ann", "SpeakBet", spot="field", amount=500, tender=tender))["ok"]
    [offer] = floor(night).offers
    assert (offer.confirmed, offer.still) == ([], ["dealer", "boxperson"])


@play
async def test_a_called_roll_shows_what_settling_it_will_pay() -> None:
    night = await thrown()
    assert floor(night).pay is None
    for player in ("eve", "fay"):
        await night.do(player, "CallRoll", by="stickperson", roll=[6, 5])
    paying = floor(night).pay
    assert paying
    [line] = paying.lines
    assert (line.outcome, line.paid_cents, line.sum) == ("won", 500, "5.00 at 1 to 1 is 5.00")
    answer = await night.do("eve", "SettleRoll", by="stickperson")
    [settled] = [body for name, body in answer["events"] if name == "RollSettled"]
    assert [each["paid"] for each in settled["lines"]] == [line.paid_cents]
    assert floor(night).pay is None


@play
async def test_with_real_dice_the_crew_says_that_the_shooter_threw_them() -> None:
    night = await seated("adelaide", dice="crew", shooter="seats")
    await night.do("eve", "OpenBetting", by="dealer")
    await night.do("ann", "PlaceBet", spot="pass", amount=500)
    assert (await night.do("eve", "OfferDice", by=duties(night, *ROLES[:-2])["OfferDice"].by[0]))["ok"]
    assert (await night.do("ann", "TakeDice"))["ok"]
    await night.do("eve", "CloseBetting", by="dealer")
    throw = duties(night, "stickperson")["ThrowDice"]
    assert (throw.body, throw.signed, throw.now.ok) == ({"seat": 1}, False, True)
    assert (await night.do("ivy", "ThrowDice", seat=1))["reason"] == "NOT_ALLOWED"
    assert (await night.do("eve", "ThrowDice", seat=throw.body["seat"]))["ok"]


# ---- over HTTP


def test_whoever_holds_no_role_is_told_so_and_whoever_does_gets_their_duties(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        token = enter(house)
        signed = {"authorization": f"Bearer {token}"}
        status, answer = ask(house, "GET", "/api/v1/tables/adelaide/duties", **signed)
        assert (status, answer["says"]) == (403, "you hold no role at this table; an operator of the house grants one")
        _, me = ask(house, "GET", "/api/v1/session", **signed)
        granting = house.house.people.grant(me["player"], "adelaide", "pit-supervisor", by="operator")
        asyncio.run_coroutine_threadsafe(granting, house._loop).result(PATIENCE_S)  # type: ignore[arg-type]
        status, answer = ask(house, "GET", "/api/v1/tables/adelaide/duties", **signed)
        assert (status, answer["roles"], answer["title"]) == (200, ["pit-supervisor"], "adelaide")
        assert "PostNotice" in [each["name"] for each in answer["duties"]]
        assert "betting-time" in [each["name"] for each in answer["settings"]]
