"""A connection that breaks, and a house that stops, hangs or hangs up: what is asked happens once, or is an error."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from comeout.client import Away, Back, Client, HouseError, Mirror, connection
from comeout.client.rest_client import Rest
from comeout.house.host.host import Host
from comeout.house.http.socket import Connection
from comeout.protocol.frames import Answered, Bye, Countdown, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book
from comeout.table.messages import BetPlaced
from tests.kit.servers import PATIENCE_S, Running
from tests.kit.visits import visit


def test_what_is_asked_while_connections_break_happens_once(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        await table.sit(200_00)
        for turns in range(20):
            asking = asyncio.create_task(table.bet("field", 1_00))
            for _ in range(turns % 5):
                await asyncio.sleep(0)
            if table._connection._socket:
                table._connection._socket.transport.abort()
            assert await asking
        assert (table.bets, table.rack) == ({"field": 20_00}, 180_00)
        told = [news for news in table.unread() if isinstance(news, BetPlaced)]
        assert len(told) == 20

    visit(house, scenario)


@pytest.mark.parametrize("reason", ["", "NOT_KEPT"])
def test_what_is_not_answered_for_good_is_asked_again(
    reason: str, house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, heard = Host.ask, set[str]()

    def ask(host: Host, asked: Ask) -> None:
        if asked.id in heard:
            answers(host, asked)
        elif reason:
            asked.reply(frame(Answered(asked.id, False, reason=reason, says="send it again")))
        heard.add(asked.id)

    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        monkeypatch.setattr(Host, "ask", ask)
        assert await table.sit(200_00)
        assert table.rack == 200_00

    visit(house, scenario)


def test_a_house_that_stops_and_starts_again_is_waited_for(tmp_path: Path) -> None:
    first = Running(tmp_path)
    first.start()

    async def scenario() -> None:
        async with Client(first.url) as client:
            await client.enter()
            table = await client.open_table("sentosa")
            await table.sit(200_00)
            await asyncio.to_thread(first.stop)
            asking = asyncio.create_task(table.bet("field", 1_00))
            heard = table.unread()
            while Away() not in heard:
                await table.next_news()
                heard += table.unread()
            second = Running(tmp_path, first.port)
            await asyncio.to_thread(second.start)
            try:
                assert await asyncio.wait_for(asking, PATIENCE_S)
                assert (table.seat, table.bets, table.rack) == (1, {"field": 1_00}, 199_00)
                assert [type(news) for news in table.unread() if isinstance(news, Away | Back)] == [Back]
            finally:
                await asyncio.to_thread(second.stop)

    asyncio.run(scenario())


def test_a_house_that_never_comes_back_is_told_in_one_line(tmp_path: Path) -> None:
    server = Running(tmp_path)
    server.start()

    async def scenario() -> None:
        async with Client(server.url, patience_s=0.2) as client:
            await client.enter()
            table = await client.open_table("sentosa")
            await asyncio.to_thread(server.stop)
            with pytest.raises(HouseError, match="has not come back"):
                await asyncio.wait_for(table.sit(200_00), PATIENCE_S)
            assert table.unread().count(Away()) == 1, "it is said once"
            with pytest.raises(HouseError, match="has not come back"):
                await table.next_news()

    asyncio.run(scenario())


def test_a_reader_that_was_cut_comes_back_with_what_it_missed(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa")
        await table.sit(200_00)
        table.unread()

        def cut() -> None:
            [host] = [each for each in house.house.hosts if each.row.id == table.id]
            for each in host.hub.subscribers:
                each.dismiss(Bye(4008, "you read too slowly"))

        house.do(cut)
        while not any(isinstance(news, Countdown) for news in table.unread()):  # told after coming back
            await table.next_news()
        assert await table.bet("field", 1_00)
        assert table.rack == 199_00

    visit(house, scenario)


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
        with pytest.raises(HouseError, match=r"has not come back for \d s"):
            await client.join("quick")

    visit(house, scenario, patience_s=0.2)


class Greeting:
    """A socket that says one thing, when it is told to, and nothing more."""

    def __init__(self) -> None:
        self.frames: list[asyncio.Future[str]] = []

    async def __aenter__(self) -> Greeting:
        return self

    async def __aexit__(self, *_: object) -> None:
        """It is gone at once."""

    async def send(self, *_: object, **__: object) -> None:
        """Nobody listens."""

    async def recv(self) -> str:
        self.frames.append(asyncio.get_running_loop().create_future())
        return await self.frames[-1]


def test_a_connection_that_is_closed_in_the_moment_of_its_greeting_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        socket = Greeting()
        monkeypatch.setattr(connection, "connect", lambda *_, **__: socket)
        mirror = Mirror(load_book("sentosa"))
        live = connection.LiveConnection(
            Rest("http://127.0.0.1:1"), "any", mirror, hear=lambda _: None, ended=lambda: None, patience_s=PATIENCE_S
        )
        opening = asyncio.create_task(live.open())
        while not socket.frames:
            await asyncio.sleep(0)
        socket.frames[0].set_result("{}")
        async with asyncio.timeout(PATIENCE_S):
            await live.close()
        with pytest.raises(HouseError, match="the connection was closed here"):
            await opening

    asyncio.run(scenario())
