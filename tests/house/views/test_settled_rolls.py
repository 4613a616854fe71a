"""Settled rolls: the last of a table, read from the end of its log, marked if undone; and why a bet was paid."""

from __future__ import annotations

import pytest

from comeout.house.views import settled_rolls as module
from comeout.house.views.settled_rolls import LastRolls, explained
from comeout.rules.library import load_book
from comeout.table.messages import RecordBet, RollSettled
from comeout.table.table import Table
from tests.kit.nights import Night, play, seated


async def rolled(night: Night, times: int) -> None:
    for _ in range(times):
        await night.do("ann", "PlaceBet", spot="field", amount=100)
        await night.wait()


async def last(night: Night, rolls: LastRolls, limit: int = 60) -> list[tuple[int, int, int]]:
    found = await rolls.of(night.row.id, now=night.host.table.log.seq, limit=limit)
    return [(each.number, *each.roll) for each in found]


@play
async def test_rolls_are_told_oldest_first_with_their_puck_and_their_place_in_the_log() -> None:
    night = await seated("evolution", (4, 2), (3, 4), (1, 1))
    await rolled(night, 3)
    rolls = LastRolls(night.store)
    assert await last(night, rolls) == [(1, 4, 2), (2, 3, 4), (3, 1, 1)]
    assert await last(night, rolls, limit=1) == [(3, 1, 1)]
    first, second, _ = await rolls.of(night.row.id, now=night.host.table.log.seq, limit=3)
    assert (first.point_before, first.point_after, first.seven_out) == (0, 6, False)
    assert (second.point_before, second.point_after, second.seven_out) == (6, 0, True)
    record = (await night.store.records(night.row.id, after=first.seq - 1, limit=1))[0]
    assert (record.kind, record.at) == ("RollSettled", first.at)


@play
async def test_what_is_new_is_read_on_from_where_reading_ended() -> None:
    night = await seated("evolution", (4, 2), (3, 4), (1, 1))
    rolls = LastRolls(night.store)
    assert await last(night, rolls) == []
    await rolled(night, 2)
    assert await last(night, rolls) == [(1, 4, 2), (2, 3, 4)]
    await rolled(night, 1)
    assert await last(night, rolls) == [(1, 4, 2), (2, 3, 4), (3, 1, 1)]


@play
async def test_a_roll_that_was_undone_says_so() -> None:
    night = await seated("adelaide", (4, 2), (3, 4))
    await rolled(night, 1)
    for person in ("eve", "fay"):
        answer = await night.do(person, "InvalidateOutcome", by="pit-supervisor", reason="fire")
    assert answer["ok"]
    found = await LastRolls(night.store).of(night.row.id, now=night.host.table.log.seq, limit=9)
    assert [each.undone for each in found] == [True]


def test_of_a_long_log_only_the_end_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 8)
    monkeypatch.setattr(module, "PAGES_MOST", 2)

    @play
    async def scenario() -> None:
        night = await seated("evolution", *[(1, 1)] * 12)
        await rolled(night, 12)
        whole, end = LastRolls(night.store), await last(night, LastRolls(night.store))
        assert 0 < len(end) < 12
        assert end[-1] == (12, 1, 1)
        whole._tables[night.row.id] = module._Known(seq=1)
        assert await last(night, whole) == end, "what lies further back than that is not caught up with"

    scenario()


def test_so_many_rolls_and_tables_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    monkeypatch.setattr(module, "TABLES_MOST", 1)

    @play
    async def scenario() -> None:
        night = await seated("evolution", *[(1, 1)] * 4)
        rolls = LastRolls(night.store)
        await rolled(night, 4)
        assert await last(night, rolls) == [(3, 1, 1), (4, 1, 1)]
        assert await rolls.of("elsewhere", now=0, limit=5) == []
        assert list(rolls._tables) == ["elsewhere"]

    scenario()


def test_a_rounded_payment_names_its_clause_and_how_that_is_read() -> None:
    table = Table(load_book("sentosa"))
    table.sit("Ann", 100_00)
    table.roll(4, 4)
    table.bet(1, "place-6", 7_01)
    table.roll(3, 3)
    event = next(each for each in reversed(table.log) if isinstance(each, RollSettled))
    found = explained(table.layout, event, event.lines[0])
    assert found.rounding == "817 5/6 cents, rounded down by reading ALL-6"
    assert (found.sum, found.net_cents) == ("7.01 at 7 to 6 is 8.17", 8_17)
    assert [each.clause for each in found.others] == ["ALL-6"]
    assert "ALL-6" in [reading.id for reading in found.readings]


def test_what_kept_a_part_of_a_bet_out_of_play_is_named() -> None:
    table = Table(load_book("adelaide"), settings={"max field": "5"})
    table.sit("Ann", 100_00)
    table.send(RecordBet("dealer", 1, "field", 6_00))
    table.roll(1, 2)
    event = next(each for each in reversed(table.log) if isinstance(each, RollSettled))
    found = explained(table.layout, event, event.lines[0])
    assert [each.clause for each in found.others] == ["adelaide 14(g) above"]
    assert found.others[0].says
