"""Rolls that a client reads again: typed, with moments in UTC."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

from comeout.client import Client, PastRoll
from comeout.client.past_rolls import micros_of, moment_of
from tests.kit.servers import PATIENCE_S, Running


def test_a_moment_is_the_same_there_and_back_to_the_microsecond() -> None:
    for micros in (1, 999_999, 1_794_788_900_403_327, 2**53 + 1):
        assert micros_of(moment_of(micros)) == micros
    assert moment_of(1_794_788_900_403_327) == datetime(2026, 11, 16, 0, 28, 20, 403_327, tzinfo=UTC)
    singapore = timezone(timedelta(hours=8))
    assert micros_of(datetime(1970, 1, 1, 8, 0, 1, tzinfo=singapore)) == 1_000_000
    assert micros_of(None) == 0


def test_rolls_are_read_again_as_they_were_settled(house: Running) -> None:
    async def scenario() -> None:
        async with Client(house.url) as client:
            me = await client.enter()
            table = await client.open_table("sentosa", settings={"shooter": "companion"})
            await table.sit("200")
            start = datetime.now(UTC)
            rolled = []
            for _ in range(3):
                await table.bet("field", "1")
                rolled.append(await table.roll())
            page = await client.recall(table.id, limit=2)
            older = await client.recall(table.id, before=page.before, limit=2)
            past: list[PastRoll] = [*page.rolls, *older.rolls]
            assert [each.number for each in past] == [3, 2, 1]
            for each, made in zip(past, reversed(rolled), strict=True):
                assert (each.roll, each.lines, each.net) == (made.roll, made.lines, made.net[1])
                assert (each.table, each.book, each.player, each.seat) == (table.id, "sentosa", me.player, 1)
                assert (each.rack_after, each.bets) == (made.rack, {"field": 1_00})
                assert each.at.tzinfo is UTC
                assert start - timedelta(seconds=1) < each.at < datetime.now(UTC)
                assert all(begun <= ended for begun, ended in each.played)
            assert (await client.recall("no table of mine")).rolls == ()
            assert [each async for each in client.history(table.id, page=2)] == past

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S))
