"""No account of a table comes near what a store can hold: bets and buy-ins are refused long before."""

from __future__ import annotations

import json

import pytest

from comeout.house.host.create import OpeningError, create_table
from comeout.house.host.money_bounds import MOST_AT_A_TABLE
from comeout.house.players.wallets import MOST_IN_A_WALLET
from comeout.money import LARGEST
from tests.kit.nights import Night, play, seated


async def given(night: Night, player: str, cents: int) -> None:
    """A wallet that is fuller than any gift makes it."""
    await night.store.post([("bonus", -cents), (f"wallet:{player}", cents)], why="luck", key=f"{player} {cents}")


@play
async def test_more_chips_than_a_table_can_pay_on_are_refused_with_the_most_that_is_taken() -> None:
    night = await seated("exhibit-a")
    await given(night, "cai", 4 * LARGEST)
    answer = await night.do("cai", "Sit", rack=LARGEST)
    assert (answer["ok"], answer["reason"]) == (False, "TOO_MUCH")
    most = answer["says"].removeprefix("a player may have at most ").removesuffix(" in chips at this table")
    cents = int(most.replace(".", ""))
    assert (await night.do("cai", "Sit", rack=cents))["ok"]
    assert (await night.do("cai", "BuyIn", amount=100))["reason"] == "TOO_MUCH"


@pytest.mark.claim("money-bounded")
@play
async def test_whoever_wins_with_the_most_chips_stays_below_the_largest_amount_and_bets_no_more() -> None:
    night = await seated("exhibit-a", (5, 6))
    await given(night, "cai", LARGEST)
    most = (await night.do("cai", "Sit", rack=LARGEST))["says"].split()[6]
    cents = int(most.replace(".", ""))
    assert (await night.do("cai", "Sit", rack=cents))["ok"]
    assert (await night.do("cai", "PlaceBet", spot="eleven", amount=cents))["ok"]
    await night.wait()
    rack = night.host.state.seats[night.host.seats["cai"]].rack
    assert cents < rack <= LARGEST
    refused = await night.do("cai", "PlaceBet", spot="pass", amount=cents // 2)
    assert (refused["reason"], "at most" in refused["says"]) == ("TOO_MUCH", True)
    assert (await night.do("ann", "PlaceBet", spot="pass", amount=1_000))["ok"]
    night.prove()


@play
async def test_a_table_that_has_paid_out_more_than_it_can_keep_account_of_takes_no_more_bets() -> None:
    night = await seated("exhibit-a")
    night.host.state.totals.house, night.host.state.totals.cage = -MOST_AT_A_TABLE, MOST_AT_A_TABLE - 100_000
    for player, name, body in (("ann", "PlaceBet", {"spot": "pass", "amount": 1_000}), ("cai", "Sit", {"rack": 1_000})):
        answer = await night.do(player, name, **body)
        assert (answer["reason"], "play at another one" in answer["says"]) == ("TOO_MUCH", True)
    assert (await night.do("ann", "Leave"))["ok"]


@play
async def test_a_wallet_that_is_fuller_than_any_luck_makes_it_buys_no_chips() -> None:
    night = await seated("exhibit-a")
    await given(night, "cai", MOST_IN_A_WALLET)
    answer = await night.do("cai", "Sit", rack=1_000)
    assert answer["reason"] == "TOO_MUCH"
    assert "more than the house changes into chips" in answer["says"]


@pytest.mark.claim("money-bounded")
@play
async def test_a_payable_unit_that_could_outgrow_the_store_is_refused_to_everybody() -> None:
    night = Night("evolution")
    with pytest.raises(OpeningError, match="payable-unit may be at most"):
        await create_table(
            night.store, night.clock, night.layout, name="t", mode="live", dice="chain", profile="standard",
            settings={"payable-unit": "9000000000000"}, by_operator=True,
        )  # fmt: skip
    night = await seated("evolution")
    posted = {"by": "shift-manager", "setting": "payable-unit", "value": "9000000000000"}
    assert "at most" in (await night.do("eve", "PostNotice", **posted))["says"]


@pytest.mark.claim("money-alone")
@play
async def test_a_command_that_the_wallet_cannot_pay_fails_alone_and_the_table_is_not_read_back() -> None:
    night = await seated("exhibit-a")
    appended = len(night.kinds)
    night.host.writer.read_back = None  # type: ignore[assignment,method-assign]
    first = night.ask("ann", "PlaceBet", spot="field", amount=1_000)
    poor = [night.ask("cai", "Sit", rack=100_001), night.ask("bob", "BuyIn", amount=50_001)]
    twice = [night.ask("ann", "BuyIn", amount=30_000) for _ in range(2)]
    last = night.ask("bob", "PlaceBet", spot="pass", amount=1_000)
    await night.host.turn()
    found = {key: json.loads(night.answers[key][0]) for key in (first, *poor, *twice, last)}
    assert [found[key]["ok"] for key in (first, *poor, *twice, last)] == [True, False, False, True, False, True]
    assert {found[key]["reason"] for key in (*poor, twice[1])} == {"WALLET_SHORT"}
    assert len(night.kinds) == appended + 3
    assert not night.host.astray
    night.prove()
