"""The check of a log as its table opens: a bad record that a snapshot covers closes the table, and is named."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from comeout.house.host import log_check
from comeout.house.house import House
from comeout.house.store.contract import StoreTrouble
from comeout.log.records import Record
from comeout.rules.library import book_names
from tests.kit.nights import Night, play, seated

Change = Callable[[Record], Record]
CHANGES: dict[str, Change] = {
    "another body": lambda record: record._replace(body=b'{"x":1}'),
    "another hash": lambda record: record._replace(hash=bytes(32)),
    "another time": lambda record: record._replace(at=record.at + 1),
    "an earlier epoch": lambda record: record._replace(epoch=0),
}


async def stopped() -> Night:
    """A table that was stopped in order, so that a snapshot is of its last record."""
    night = await seated("adelaide")
    await night.do("ann", "PlaceBet", spot="pass", amount=1_000)
    await night.host.stop()
    assert night.store._snapshots[night.row.id].seq == len(night.kinds)
    return night


def change(night: Night, seq: int, how: Change) -> str:
    """Change a record behind the house's back; its name."""
    records = night.store._records[night.row.id]
    name = f"record {seq} ({records[seq - 1].kind})"
    records[seq - 1] = how(records[seq - 1])
    return name


@asynccontextmanager
async def opened(night: Night) -> AsyncIterator[House]:
    """A house that opens on the store as it was left."""
    house = House(night.store, night.clock)
    await house.start()
    yield house
    await house.stop()


def why_closed(night: Night) -> str:
    [failed] = [record for record in night.store._records[night.row.id] if record.kind == "log-failed"]
    return str(json.loads(failed.body)["why"])


@pytest.mark.claim("kept-apart")
@pytest.mark.parametrize("how", CHANGES)
@pytest.mark.parametrize("place", ["the last record", "the third record"])
def test_a_bad_record_that_a_snapshot_covers_closes_its_table_and_the_rest_of_the_house_opens(
    how: str, place: str
) -> None:
    async def scenario() -> None:
        night = await stopped()
        named = change(night, 3 if "third" in place else len(night.kinds), CHANGES[how])
        with capture_logs() as logs:
            async with opened(night) as house:
                assert why_closed(night) == f"{named} is not what was logged"
                assert night.kinds[-1] == "TableClosed"
                assert [each["why"] for each in logs if each["log_level"] == "error"] == [why_closed(night)]
                assert {place.row.name for place in house.places.values()} >= set(book_names())
                assert await night.store.balance("wallet:ann") == 100_000

    asyncio.run(scenario())


@play
async def test_a_missing_record_is_named_as_missing() -> None:
    night = await stopped()
    del night.store._records[night.row.id][2]
    await night.crash()
    assert why_closed(night) == "record 3 is missing"


@pytest.mark.claim("kept-apart")
def test_a_table_without_a_log_stays_closed_and_nothing_is_written_to_it() -> None:
    async def scenario() -> None:
        night = await stopped()
        night.store._records[night.row.id].clear()
        night.store._snapshots.clear()
        async with opened(night) as house:
            assert house.broken == {night.row.id: f"{night.row.id}: its log is empty; it should begin with TableOpened"}
            assert {place.row.name for place in house.places.values()} >= set(book_names())
            assert night.kinds == []

    asyncio.run(scenario())


@play
async def test_a_sound_log_opens() -> None:
    night = await stopped()
    await night.crash()
    assert not night.host.table.fault
    assert "log-failed" not in night.kinds


# ---- a log that is longer than what is checked at once


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_check, "AT_ONCE", 2)
    monkeypatch.setattr(log_check, "PAGE", 2)


async def until(done: Callable[[], bool], night: Night) -> None:
    """Let time pass until something is so."""
    for _ in range(200):
        if done():
            return
        await asyncio.sleep(0)
        night.clock.advance(0.01)
    raise AssertionError("it never came to be so")


@pytest.mark.usefixtures("short_pages")
@pytest.mark.parametrize("seq", [1, 3])
def test_a_bad_record_long_before_a_snapshot_closes_a_table_that_runs(seq: int) -> None:
    async def scenario() -> None:
        night = await stopped()
        named = change(night, seq, CHANGES["another time"])
        async with opened(night):
            assert "log-failed" not in night.kinds, "the table opens before its whole log is checked"
            await until(lambda: night.kinds[-1] == "TableClosed", night)
            assert why_closed(night) == f"{named} is not what was logged"

    asyncio.run(scenario())


@pytest.mark.usefixtures("short_pages")
def test_a_long_log_that_is_sound_is_checked_once_and_plays_on_even_if_the_store_goes_away_meanwhile() -> None:
    async def scenario() -> None:
        night = await stopped()
        async with opened(night) as house:
            host = next(host for host in house.hosts if host.row.id == night.row.id)
            read, read_again = night.store.records, False

            async def away(*_: object, **__: object) -> list[Record]:
                nonlocal read_again
                read_again, night.store.records = True, read  # type: ignore[method-assign]
                raise StoreTrouble("the disk is away")

            night.store.records = away  # type: ignore[method-assign]
            checked = log_check.LogChecks(night.clock)
            task = asyncio.ensure_future(checked.check(host))
            await until(task.done, night)
            assert read_again
            assert not host.table.fault
            assert "log-failed" not in night.kinds

    asyncio.run(scenario())


@pytest.mark.usefixtures("short_pages")
def test_a_bad_hash_where_the_two_checks_meet_is_named_and_not_the_record_after_it() -> None:
    async def scenario() -> None:
        night = await stopped()
        named = change(night, len(night.kinds) - 2, CHANGES["another hash"])
        await night.crash()
        assert why_closed(night) == f"{named} is not what was logged"

    asyncio.run(scenario())
