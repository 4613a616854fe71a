"""The Python client against a house that really listens: play, refusals, coming back, and errors of one line."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from comeout.client import Away, Back, Client, HouseError, Mirror, Note, RemoteTable
from comeout.client.event_reader import event_of
from comeout.house.audience import hub, snapshot
from comeout.house.audience.hub import Subscriber
from comeout.house.host import writer
from comeout.house.host.host import Host
from comeout.house.store.contract import Store
from comeout.protocol.frames import Answered, Bye, Countdown, Happened, Snapshot, ToClient, Welcome, frame
from comeout.protocol.house_commands import Ask
from comeout.rules.library import load_book, load_text
from comeout.table.messages import BetPlaced, RollSettled, SeatTaken
from tests.kit.house_games import at_the_house, open_evening
from tests.kit.project import DOCS
from tests.kit.servers import PATIENCE_S, Running, open_live, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with a quick live table, and one of a book of its own."""
    folder = tmp_path_factory.mktemp("house")
    open_live(folder, "sentosa", name="quick", shooter="companion")
    open_live(folder, "sentosa", name="slow", betting_time="60")
    open_live(folder, "sentosa", name="seats")
    own = re.sub(r"revision = \d+", "revision = 77", load_book("sentosa").text, count=1)
    own = own.replace('id = "sentosa"', 'id = "own"', 1)
    open_live(folder, load_text(own, file="house.toml"), name="own")
    with running(folder) as server:
        yield server


def visit(server: Running, scenario: Callable[[Client], Awaitable[Any]]) -> Any:
    """Do something as a new guest, within the tests' patience."""

    async def coming() -> Any:
        async with Client(server.url) as client:
            await client.enter()
            return await asyncio.wait_for(scenario(client), PATIENCE_S)

    return asyncio.run(coming())


async def until_rolled(table: RemoteTable) -> RollSettled:
    async for news in table.events():
        if isinstance(news, RollSettled):
            return news
    raise AssertionError("the news ended")


# ------------------------------------------------------------------ play


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


def test_rolls_are_read_back_page_by_page_to_the_first(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.open_table("sentosa", settings={"shooter": "companion"})
        await table.sit(200_00)
        rolled = []
        for _ in range(5):
            await table.bet("field", 1_00)
            rolled.append((await table.roll()).roll)
        newest = await client.recall(table.id, limit=2)
        assert newest.before is not None
        older = await client.recall(table.id, before=newest.before, limit=2)
        assert [each.roll for each in (*newest.rolls, *older.rolls)] == rolled[:0:-1]
        assert [each.roll async for each in client.history(table.id, page=2)] == rolled[::-1]
        assert (await client.recall("none of mine")).before is None

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


def test_a_table_of_a_book_of_the_house_s_own_can_be_joined(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.join("own")
        assert table.layout.rulebook.book.revision == 77
        assert await table.sit(50_00)

    visit(house, scenario)


def test_an_account_keeps_its_wallet_and_a_token_its_guest(house: Running) -> None:
    async def scenario(client: Client) -> None:
        guest = await client.enter()
        assert await Client(house.url, token=client.token).enter() == guest
        account = await client.register("Ann of the tests", "quite a long one")
        assert (account.player, account.guest) == (guest.player, False)
        async with Client(house.url) as elsewhere:
            assert await elsewhere.log_in("Ann of the tests", "quite a long one") == account
            with pytest.raises(HouseError, match="password"):
                await elsewhere.log_in("Ann of the tests", "something else")

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


# ------------------------------------------------------------------ coming back


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


# ------------------------------------------------------------------ the mirror


@pytest.mark.parametrize("small", [32, 1])
@pytest.mark.parametrize("laid_after", [0, 1, 3, 5])
def test_a_mirror_laid_at_any_moment_follows_the_table(
    small: int, laid_after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (hub, writer, snapshot):
        monkeypatch.setattr(module, "SMALL_TABLE", small)

    async def scenario(store: Store) -> None:
        evening = await open_evening(store, "sentosa")
        await evening.sit()
        host, mirror = evening.host, Mirror(load_book("sentosa"))
        watcher = Subscriber("bob", sees_all=False, clock=host.clock.monotonic)
        for number in range(7):
            if number == laid_after:
                me = snapshot.you(host, "bob", "Bob", frozenset())
                mirror.greet(Welcome(1, "t", 1, host.fold.log.seq, me))
                mirror.lay(snapshot.snapshot(host, me, {}))
                watcher.seat = me.seat
                host.hub.join(watcher)
            for player in ("ann", "bob"):
                for spot, amount in (("pass", 1_000), ("field", 500), ("come", 1_000), ("hard-4", 500)):
                    evening.ask(player, "PlaceBet", spot=spot, amount=amount)
            evening.ask("bob", "KeepBet", spot="field", keep=True)
            await evening.turn()
            await evening.roll()
        while watcher.waiting_bytes:
            told = msgspec.json.decode(await watcher.next() or b"", type=ToClient)
            watcher.sent()
            if isinstance(told, Happened):
                mirror.fold(told, event_of(told))
        now = snapshot.you(host, "bob", "Bob", frozenset())
        assert mirror.rack_cents == now.rack_cents
        assert mirror.bets == {spot: bet.amount for spot, bet in now.bets.items()}
        state = mirror.state
        assert (state.point, state.rolls, state.phase, state.shooter) == (
            host.state.point,
            host.state.rolls,
            host.state.phase,
            host.state.shooter,
        )
        await host.stop()

    at_the_house(tmp_path, scenario)


def test_events_that_a_client_does_not_know_are_notes() -> None:
    assert event_of(Happened("t", 1, 2, 3, "tea-served", {"to": "ann"})) == Note("tea-served", {"to": "ann"})


# ------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://127.0.0.1:9", "no house answers at http://127.0.0.1:9 .*; is `comeout serve` running there"),
        ("ftp://somewhere", "is no address of a house; write it like"),
        ("http://", "is no address of a house"),
    ],
)
def test_a_house_that_is_not_there_is_one_line(url: str, says: str) -> None:
    async def scenario() -> None:
        await Client(url).enter()

    with pytest.raises(HouseError, match=says) as bad:
        asyncio.run(scenario())
    assert "\n" not in str(bad.value)


def test_a_table_that_is_not_there_and_a_token_that_is_none_are_one_line(house: Running) -> None:
    async def scenario(client: Client) -> None:
        with pytest.raises(HouseError, match=r'^there is no table "nowhere"; tables here: .*quick') as bad:
            await client.join("nowhere")
        assert "GET" not in str(bad.value)
        with pytest.raises(HouseError, match="there is no book"):
            await client.open_table("monopoly")
        with pytest.raises(HouseError, match="you are not signed in"):
            await Client(house.url, token="forged").wallet()

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
