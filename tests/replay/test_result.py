"""The result of one replayed game: what differs, with its position, and the whole as plain data."""

from __future__ import annotations

from comeout.replay.result import Replayed, player_now, table_now
from comeout.table.table import Table

LINE = "exhibit-a point 6 | 1 pass 10 place-8 12"


def test_a_game_is_as_stated_until_something_differs() -> None:
    result = Replayed("exhibit-a", "a game")
    assert result.ok
    result.differ("line 4: point is 6, not 8", Table.from_position(LINE).position)
    assert not result.ok


def test_a_difference_is_plain_data_with_the_position_of_the_table() -> None:
    result = Replayed("exhibit-a", "a game")
    result.differ("line 4: point is 6, not 8", Table.from_position(LINE).position)
    assert result.as_json()["differences"] == [{"says": "line 4: point is 6, not 8", "position": LINE}]


def test_notes_are_told_only_where_there_are_some() -> None:
    assert "notes" not in Replayed("exhibit-a", "a game").as_json()
    assert Replayed("exhibit-a", "a game", notes=["of old"]).as_json()["notes"] == ["of old"]


def test_a_table_is_told_by_its_players_and_its_point() -> None:
    table = Table.from_position(LINE, racks={1: 500_00})
    seat = {"bankroll": 500_00, "on_table": 22_00, "total": 522_00, "bets": {"pass": 10_00, "place-8": 12_00}}
    assert player_now(table, 1) == seat
    assert table_now(table) == {"players": {"1": seat}, "point": 6}
