"""A table of the house as a client holds it: rolls that are waited for, answers with their events, and bad luck."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from comeout.client import Client, HouseError, RemoteTable, connection
from comeout.house.dice.source import DiceFailure
from comeout.house.host.host import Host
from comeout.house.host.stick import Stick
from comeout.house.http.socket import Connection
from comeout.protocol.frames import Answered, Trouble, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.library import book_names
from comeout.table.messages import BetPlaced, BettingOpened, DiceGivenUp, PassDice, PlaceBet, RollSettled, SeatTaken
from tests.kit.servers import PATIENCE_S, Running


def visit(server: Running, scenario: Callable[[Client], Awaitable[Any]], *, patience_s: float = PATIENCE_S) -> Any:
    """Do something as a new guest, within the tests' patience."""

    async def coming() -> Any:
        async with Client(server.url, patience_s=patience_s) as client:
            await client.enter()
            return await asyncio.wait_for(scenario(client), 2 * PATIENCE_S)

    return asyncio.run(coming())


async def seated(client: Client, **settings: str) -> RemoteTable:
    table = await client.open_table("sentosa", settings=settings or {"shooter": "companion"})
    assert await table.sit("200")
    return table


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


# ------------------------------------------------------------------ answers


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


def test_whether_a_command_would_do_is_told_without_doing_it(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await seated(client, **{"max field": "50"})
        could = await table.can(PlaceBet(1, "field", 50_00))
        assert [type(event) for event in could] == [BetPlaced]
        not_so_much = await table.can(PlaceBet(1, "field", 60_00))
        assert (bool(not_so_much), not_so_much.reason, not_so_much.instead) == (False, "OVER_MAXIMUM", (50_00,))
        assert (table.bets, table.rack) == ({}, 200_00)

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


def test_a_table_is_opened_in_its_mode_under_its_name(house: Running) -> None:
    async def scenario(client: Client) -> None:
        mine = await client.open_table("sentosa", mode="live", name="friday", settings={"betting-time": "30"})
        [info] = [each for each in await client.tables() if each.id == mine.id]
        assert (info.name, info.mode, mine.mirror.mode) == ("friday", "live", "live")
        with pytest.raises(HouseError, match="mode"):
            await client.open_table("sentosa", mode="public")  # type: ignore[arg-type]

    visit(house, scenario)


# ------------------------------------------------------------------ a house that stops, hangs or hangs up


async def forget(host: Host) -> None:
    """What a roll comes to if its owner stops between accepting it and closing bets."""
    host.answers.roll_asked = False


def test_a_house_that_is_started_again_before_it_threw_the_dice_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.1)
    first = Running(tmp_path)
    first.start()

    async def scenario() -> None:
        async with Client(first.url) as client:
            await client.enter()
            table = await seated(client)
            await table.bet("field", "1")
            with monkeypatch.context() as dying:
                dying.setattr(Host, "_roll", forget)
                rolling = asyncio.create_task(table.roll())
                await asyncio.sleep(0)
                while table._connection._requests:
                    await asyncio.sleep(0)
                await asyncio.to_thread(first.stop)
            second = Running(tmp_path, first.port)
            await asyncio.to_thread(second.start)
            try:
                rolled = await asyncio.wait_for(rolling, PATIENCE_S)
                assert (bool(rolled), rolled.reason) == (False, "INTERRUPTED")
                assert "nothing was rolled; roll again" in rolled.says
                assert (await table.roll()).or_raise().settled
            finally:
                await asyncio.to_thread(second.stop)

    asyncio.run(scenario())


def test_a_roll_that_was_accepted_and_forgotten_while_the_store_was_away_is_told(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.1)

    async def scenario(client: Client) -> None:
        table = await seated(client)

        async def lose(host: Host) -> None:
            await forget(host)
            host.hub.broadcast(frame(Trouble("the house is back: play goes on", over=True)))

        monkeypatch.setattr(Host, "_roll", lose)
        assert (await table.roll()).reason == "INTERRUPTED"

    visit(house, scenario)


def test_a_roll_that_is_accepted_and_never_settled_is_an_error_in_the_end(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.05)

    async def scenario(client: Client) -> None:
        table = await seated(client)
        monkeypatch.setattr(Host, "_roll", forget)
        with pytest.raises(HouseError, match=r"accepted the roll and has not settled it for \d s"):
            await table.roll()

    visit(house, scenario, patience_s=0.3)


@pytest.mark.parametrize("reason", ["", "NOT_KEPT"])
def test_a_house_that_does_not_answer_for_good_is_an_error_in_the_end(
    house: Running, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    monkeypatch.setattr(connection, "BEAT_SECONDS", 0.05)

    def ask(_: Host, asked: Ask) -> None:
        if reason:
            asked.reply(frame(Answered(asked.id, False, reason=reason, says="send it again")))

    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        monkeypatch.setattr(Host, "ask", ask)
        says = "send it again" if reason else "has not answered; it may still do what was asked"
        with pytest.raises(HouseError, match=rf"{says} \(tried for \d s\)"):
            await table.sit("200")

    visit(house, scenario, patience_s=0.3)


def test_a_house_that_hangs_up_before_its_first_word_is_tried_again(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve, hung_up = Connection.serve, list[str]()

    async def once(there: Connection) -> None:
        if not hung_up:
            hung_up.append(there.player)
            await there.socket.close(code=1012)
            return
        await serve(there)

    monkeypatch.setattr(Connection, "serve", once)

    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        assert hung_up
        assert await table.sit("200")

    visit(house, scenario)


def test_how_long_a_house_was_waited_for_is_told_as_it_was(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang_up(there: Connection) -> None:
        await there.socket.close(code=1012)

    monkeypatch.setattr(Connection, "serve", hang_up)

    async def scenario(client: Client) -> None:
        with pytest.raises(HouseError, match=r"has not come back for 0 s"):
            await client.join("quick")

    visit(house, scenario, patience_s=0.2)


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
