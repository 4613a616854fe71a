"""A snapshot is what one person may see of a table; its position leaves out what only the crew knows of others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from comeout.house.audience import snapshot
from comeout.house.audience.snapshot import position_line, you
from comeout.rules.library import load_book
from comeout.table.notation.position_text import parse_position
from comeout.table.table import Table
from tests.kit.nights import TABLE, play, seated


@pytest.fixture
def table() -> Any:
    """A table with two players; the crew has told the second off."""
    played = Table(load_book("adelaide"))
    for seat, (player, spot) in enumerate([("ann", "pass"), ("bob", "field")], start=1):
        played.sit(player, 500_00)
        played.bet(seat, spot, 10_00)
    played.state.seats[2].told_off = 1
    return SimpleNamespace(fold=SimpleNamespace(state=played.state), seats={"ann": 1, "bob": 2})


def test_a_position_is_one_line_that_reads_back(table: Any) -> None:
    line = position_line(table, "ann", crew=False)
    assert line == "adelaide come-out | 1 pass 10 new | 2 field 10 new"
    assert str(parse_position(line)) == line


def test_what_the_crew_knows_of_a_player_is_told_to_the_crew_and_that_player(table: Any) -> None:
    plain = position_line(table, "ann", crew=False)
    told = position_line(table, "bob", crew=False)
    assert plain != told
    assert position_line(table, "somebody else", crew=False) == plain
    assert position_line(table, "somebody else", crew=True) == told


def test_a_large_table_has_no_line(table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "SMALL_TABLE", 1)
    assert position_line(table, "ann", crew=True) is None


@play
async def test_a_snapshot_shows_the_whole_table_and_of_the_others_what_lies_on_it() -> None:
    night = await seated("adelaide")
    await night.do("ann", "PlaceBet", spot="pass", amount=10_00)
    await night.do("bob", "PlaceBet", spot="pass", amount=15_00)
    names = {"ann": "Ann", "bob": "Bob"}
    seen = snapshot.snapshot(night.host, you(night.host, "bob", "Bob", frozenset()), names)
    assert (seen.name, seen.book, seen.phase, seen.point) == (TABLE, "adelaide", "betting open", 0)
    assert seen.seq == night.host.fold.log.seq
    assert [(each.seat, each.name, each.rack_cents) for each in seen.seats] == [(1, "Ann", 490_00), (2, "Bob", 485_00)]
    assert (seen.layout.total_cents, seen.layout.seats) == ({"pass": 25_00}, {"pass": {"1": 10_00, "2": 15_00}})
    assert (seen.you.seat, seen.you.bets["pass"].amount) == (2, 15_00)
