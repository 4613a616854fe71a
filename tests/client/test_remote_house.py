"""A house as a client holds it: accounts, tables, and rolls that are read again."""

from __future__ import annotations

import pytest

from comeout.client.remote_house import Client
from comeout.client.rest_client import HouseError
from tests.kit.servers import Running
from tests.kit.visits import visit


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


def test_a_table_is_opened_in_its_mode_under_its_name(house: Running) -> None:
    async def scenario(client: Client) -> None:
        mine = await client.open_table("sentosa", mode="live", name="friday", settings={"betting-time": "30"})
        [info] = [each for each in await client.tables() if each.id == mine.id]
        assert (info.name, info.mode, mine.mirror.mode) == ("friday", "live", "live")
        with pytest.raises(HouseError, match="mode"):
            await client.open_table("sentosa", mode="public")  # type: ignore[arg-type]

    visit(house, scenario)


def test_a_table_of_a_book_of_the_house_s_own_can_be_joined(house: Running) -> None:
    async def scenario(client: Client) -> None:
        table = await client.join("own")
        assert table.layout.rulebook.book.revision == 77
        assert await table.sit(50_00)

    visit(house, scenario)


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
