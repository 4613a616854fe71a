"""A table of the house as a client holds it: play, refusals, rolls that are waited for, and news."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from typing import Any

import pytest

from comeout.client.remote_house import Client
from comeout.client.remote_table import RemoteTable
from comeout.client.rest_client import HouseError
from comeout.house.dice.source import DiceFailure
from comeout.house.host.crew import Stick
from comeout.protocol.frames import Countdown, Snapshot
from comeout.protocol.house_commands import SetReady
from comeout.rules.library import book_names
from comeout.table.messages import BetPlaced, BettingOpened, DiceGivenUp, PassDice, PlaceBet, RollSettled, SeatTaken
from comeout.table.notation.position_text import parse_position
from tests.kit.project import DOCS
from tests.kit.servers import Running
from tests.kit.visits import seated, visit


async def until_rolled(table: RemoteTable) -> RollSettled:
    async for news in table.events():
        if isinstance(news, RollSettled):
            return news
    raise AssertionError("the news ended")


def test_a_guest_sits_bets_and_rolls_at_a_table_of_their_own(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        assert (table.seat, table.point, table.phase) == (None, None, "settled")
        assert await table.sit(200_00)
        assert (table.seat, table.rack, table.phase) == (1, 200_00, "betting open")
        done = await table.bet("pass", 10_00)
        assert done
        assert (table.bets, table.rack) == ({"pass": 10_00}, 190_00)
        assert await table.take_dice()
        rolled = await table.roll()
        assert rolled.settled
        assert table.point == rolled.point == (rolled.settled.point_after or None)
        assert table.rack + sum(table.bets.values()) in (190_00, 200_00, 210_00)
        assert [each.roll for each in (await client.recall(table.id)).rolls] == [rolled.roll]
        assert table.latency_ms is not None

    visit(house, scenario)


def test_a_seed_is_remembered_and_the_dice_say_where_they_come_from(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        await table.sit(200_00)
        assert (table.mirror.dice, table.mirror.seed) == ("chain", "")
        assert await table.set_seed("mine")
        assert table.mirror.seed == "mine"
        assert not await table.set_seed("x" * 65)
        assert table.mirror.seed == "mine"
        facts = await client.fairness(table.id)
        assert (facts.kind, facts.throws, facts.last) == ("chain", 0, None)

    visit(house, scenario)


def test_a_refusal_is_a_value_with_its_clause_and_what_would_do(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa", settings={"max field": "50"})
        standing = await table.bet("pass", 10_00)
        assert standing.refused
        assert standing.reason == "NOT_ALLOWED"
        await table.sit(200_00)
        answer = await table.bet("field", 60_00)
        assert not answer
        assert (answer.reason, answer.instead) == ("OVER_MAXIMUM", (50_00,))
        assert answer.clause
        assert not answer.clause.startswith("sentosa")
        assert "sentosa" in answer.why()
        assert table.bets == {}
        short = await table.buy_in(10_000_00)
        assert short.refused
        assert short.reason == "WALLET_SHORT"

    visit(house, scenario)


def test_the_events_of_a_command_come_with_its_answer(house: Running) -> None:
    async def scenario(client: Client) -> None:
        me = await client.enter()
        table = await client.open_table("sentosa")
        assert list(await table.sit("200")) == [SeatTaken(1, me.player, 200_00)]
        placed = await table.bet("field", "12.50")
        assert [type(event) for event in placed] == [BetPlaced]
        assert (placed.rack, placed.seq) == (table.rack, table.mirror.seq) == (187_50, table.mirror.seq)
        assert placed.says == "Seat 1 has $12.50 more on field"
        again = await table.sit("1")
        assert (bool(again), len(again), again.rack) == (True, 0, 187_50), "who sits already keeps seat and rack"

    visit(house, scenario)


def test_a_position_has_everybody_s_bets_and_is_the_one_line_of_text(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa", mode="live", settings={"betting-time": "60"})
        async with Client(house.url) as other:
            await other.enter()
            theirs = await other.join(table.id)
            await table.sit("200")
            await theirs.sit("100")
            await table.bet("field", "5")
            await theirs.bet("pass", "10")
            position = await table.position()
            assert position == await theirs.position()
            assert [[bet.spot for bet in each.bets] for each in position.seats] == [["field"], ["pass"]]
            assert parse_position(str(position)) == position
            assert len(table.seats) == 2
            assert table.seats == theirs.seats == await client.names(table.id)

    visit(house, scenario)


def test_every_offer_is_taken_and_none_is_made_to_who_stands(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa", settings={"shooter": "companion", "max field": "50"})
        assert await table.offers() == []
        await table.sit("200")
        bets = {offer.spot: offer for offer in await table.offers() if offer.act == "bet"}
        assert bets["field"].amounts[-1] == 50_00
        assert await table.send(bets["field"].of("50"))
        assert "field" not in [offer.spot for offer in await table.offers() if offer.act == "bet"]
        [down] = [offer for offer in await table.offers() if (offer.act, offer.spot) == ("remove", "field")]
        assert await table.send(down.command)
        assert table.rack == 200_00

    visit(house, scenario)


def test_whether_a_command_would_do_is_told_without_doing_it(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client, **{"max field": "50"})
        could = await table.can(PlaceBet(1, "field", 50_00))
        assert [type(event) for event in could] == [BetPlaced]
        not_so_much = await table.can(PlaceBet(1, "field", 60_00))
        assert (bool(not_so_much), not_so_much.reason, not_so_much.instead) == (False, "OVER_MAXIMUM", (50_00,))
        assert (table.bets, table.rack) == ({}, 200_00)

    visit(house, scenario)


def test_bets_in_words_are_told_as_commands_without_doing_them(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client, **{"max field": "50"})
        told = await table.understand("12 six and eight, 60 field")
        assert [(act.name, act.body["spot"], act.ok) for act in told.acts] == [
            ("PlaceBet", "place-6", True),
            ("PlaceBet", "place-8", True),
            ("PlaceBet", "field", False),
        ]
        assert (told.costs_cents, told.acts[2].instead_cents, table.bets) == (24_00, [50_00], {})
        assert not (await table.understand("six twelve")).ok

    visit(house, scenario)


def test_a_bet_is_reduced_and_removed_and_a_seat_left_under_the_names_of_a_table(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client)
        await table.bet("field", "10")
        assert await table.reduce("field", "4")
        assert table.bets == {"field": 6_00}
        assert await table.remove("field")
        assert await table.buy_in("1.50")
        assert (table.bets, table.rack) == ({}, 201_50)
        assert not await table.decline_dice()
        assert not await table.come_back()
        assert not await table.pass_dice()
        assert await table.leave()
        assert table.seat is None

    visit(house, scenario)


def test_a_live_table_counts_down_and_rolls_by_itself(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.join("quick")
        await table.sit(100_00)
        assert await table.bet("field", 5_00)
        assert table.closes_in_s is not None
        rolled = await until_rolled(table)
        [line] = [line for line in rolled.lines if line.seat == table.seat]
        assert (line.spot, line.stake) == ("field", 5_00)
        assert table.bets == {}
        assert table.rack == (95_00 if line.outcome == "lost" else 100_00 + line.paid)
        assert await table.leave()
        assert table.seat is None
        assert (await client.wallet()).wallet_cents == 1000_00 + (-5_00 if line.outcome == "lost" else line.paid)

    visit(house, scenario)


def test_everybody_at_a_table_hears_who_comes_and_what_they_bet(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.join("slow")
        async with Client(house.url) as other:
            me = await other.enter()
            theirs = await other.join("slow")
            await theirs.sit(50_00)
            await theirs.bet("pass", 10_00)
            heard: list[Any] = []
            while not any(isinstance(news, BetPlaced) for news in heard):
                await table.next_news()
                heard += table.unread()
            assert SeatTaken(theirs.seat or 0, me.player, 50_00) in heard
            assert (await client.names("slow"))[theirs.seat or 0] == me.name
            assert (table.bets, table.rack) == ({}, 0)

    visit(house, scenario)


def test_a_snapshot_is_news_only_after_a_break(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        assert not any(isinstance(news, Snapshot) for news in table.unread())
        table.mirror.seq = None
        assert table._connection._socket
        table._connection._socket.transport.abort()
        while not any(isinstance(news, Snapshot) for news in table.unread()):
            await table.next_news()

    visit(house, scenario)


@pytest.mark.parametrize("table", ["quick", "seats"])
def test_the_bot_of_the_documents_plays_also_where_nobody_has_the_dice(house: Running, table: str) -> None:
    found = re.search(r"```python\n(.*?)```", (DOCS / "protocol.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    assert len([line for line in found[1].splitlines() if line.strip()]) <= 20
    played = subprocess.run(
        [sys.executable, "-c", found[1], house.url, table], capture_output=True, text=True, timeout=60, check=True
    )
    assert len(re.findall(r"^guest-\w+ \d-\d point \S+ rack \d+$", played.stdout, re.MULTILINE)) == 3


# ------------------------------------------------------------------ rolls


def test_a_roll_comes_back_settled_and_the_table_is_ready_for_the_next_bet(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client)
        await table.keep("field")
        await table.bet("field", "1")
        for number in range(1, 31):
            money = table.rack + sum(table.bets.values())
            bets = table.bets
            rolled = await table.roll()
            assert rolled
            assert rolled.settled
            assert (rolled.settled.number, rolled.settled.roll) == (number, rolled.roll)
            assert (table.point, table.phase) == (rolled.point, "betting open")
            assert table.rack + sum(table.bets.values()) == money + rolled.net[1] == money + sum(rolled.net.values())
            assert (rolled.rack, rolled.seq) == (table.rack, table.mirror.seq)
            won = any(line.outcome == "won" for line in rolled.lines)
            assert table.bets == (bets if won else {}), "what was to be bet again lies there when the roll comes back"
            assert any(isinstance(event, BettingOpened) for event in rolled)
            if not table.bets:
                await table.bet("field", "1")

    visit(house, scenario)


@pytest.mark.parametrize("book", book_names())
def test_whoever_wants_to_roll_does_in_every_book(house: Running, book: str) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table(book, mode="first-person", name=f"my {book}")
        await table.sit("200")
        for _ in range(6):
            if not table.bets:
                (await table.bet("pass", "10")).or_raise()
            assert (await table.roll()).or_raise().settled

    visit(house, scenario)


def test_a_roll_that_nobody_may_throw_is_refused_with_its_reason(house: Running) -> None:
    async def scenario(client: Client) -> None:
        live = await client.join("quick")
        standing = await live.roll()
        assert (bool(standing), standing.reason) == (False, "NOT_ALLOWED")
        await live.sit("50")
        by_clock = await live.roll()
        assert (by_clock.reason, by_clock.lines, by_clock.net) == ("NOT_ALLOWED", (), {})
        assert by_clock.says == "here the dice come when the betting time is over"
        table = await seated(client, shooter="seats")
        no_shooter = await table.roll()
        assert (no_shooter.reason, no_shooter.clause) == ("NOT_YOUR_DICE", "3.9")
        with pytest.raises(ValueError, match=re.escape(no_shooter.says)):
            _ = no_shooter.roll

    visit(house, scenario)


def test_the_next_roll_of_a_live_table_is_waited_for(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.join("quick")
        await table.sit("50")
        await table.bet("field", "1")
        rolled = await table.next_roll()
        assert rolled.settled
        assert rolled.net[table.seat or 0] == table.rack - 50_00
        assert (await table.next_roll()).settled != rolled.settled

    visit(house, scenario)


def test_a_player_alone_at_a_live_table_is_ready_and_the_dice_come_at_once(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("evolution", mode="live", settings={"betting-time": "3600"})
        await table.sit("50")
        assert await table.ready(ready=False)
        assert await table.ready()
        told = list[Countdown]()
        async for news in table.events():
            told += [news] if isinstance(news, Countdown) else []
            if isinstance(news, RollSettled):
                break
        assert [1] in [each.ready for each in told]
        assert table.mirror.ready == frozenset()
        late = await table.send(SetReady(rolls=0))
        assert (bool(late), late.reason) == (False, "TOO_LATE")

    visit(house, scenario)


def test_two_clients_of_one_player_see_the_same_table_and_each_gets_a_roll(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa", settings={"shooter": "companion"})
        async with Client(house.url, token=client.token) as other:
            twin = await other.join(table.id)
            first, second = await asyncio.gather(table.sit("50"), twin.sit("60"))
            assert first
            assert second, "another client of the same player was quicker"
            assert table.rack == twin.rack
            await twin.bet("field", "1")
            for rolled in await asyncio.gather(table.roll(), twin.roll()):
                assert rolled.settled
            await table.roll()
            assert (await twin.bet("field", "1")).rack == twin.rack
            await table.set_seed("anything")  # whatever happened before it is told before its answer
            assert (table.rack, table.bets) == (twin.rack, twin.bets)

    visit(house, scenario)


def test_a_roll_that_another_client_of_the_player_made_impossible_is_refused(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("exhibit-a", settings={"shooter": "seats"})
        await table.sit("200")
        await table.bet("pass", "10")
        await table.take_dice()
        rolling = Stick.roll

        async def too_late(stick: Stick) -> None:
            stick._crew.do(PassDice(1))
            await stick._commit()
            await rolling(stick)

        monkeypatch.setattr(Stick, "roll", too_late)
        rolled = await table.roll()
        assert (bool(rolled), rolled.reason) == (False, "NOT_YOUR_DICE")
        assert any(isinstance(event, DiceGivenUp) for event in rolled), "its events say what happened"

    visit(house, scenario)


def test_a_table_that_closes_for_dice_that_cannot_be_trusted_rolls_no_more(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: Stick) -> None:
        raise DiceFailure("the entropy has run dry")

    async def scenario(client: Client) -> None:
        table = await seated(client)
        monkeypatch.setattr(Stick, "roll", fail)
        rolled = await table.roll()
        assert (rolled.reason, rolled.says) == ("TABLE_CLOSED", "the table is closed")
        with pytest.raises(HouseError, match="the table is closed"):
            await table.roll()

    visit(house, scenario)


def test_a_reply_that_is_waited_for_through_a_broken_connection_comes_once(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client)
        for turns in range(8):
            rolling = asyncio.create_task(table.roll())
            for _ in range(turns):
                await asyncio.sleep(0)
            if table._connection._socket:
                table._connection._socket.transport.abort()
            rolled = await rolling
            assert rolled.settled
            assert rolled.settled.number == turns + 1
        assert [isinstance(news, RollSettled) for news in table.unread()].count(True) == 8

    visit(house, scenario)
