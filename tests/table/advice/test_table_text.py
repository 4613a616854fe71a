"""A table as text: what a person reads of it, in one line and in a few."""

from __future__ import annotations

import pytest

from comeout.table import messages as m
from comeout.table.advice.table_text import show_table, table_line
from comeout.table.table import Table


def a_table(book: str = "adelaide") -> Table:
    table = Table(book)
    table.sit("Ann", "100")
    table.sit("Bobby", "2000.50")
    table.bet(1, "pass", "10")
    table.roll(4, 4)
    table.bet(1, "place-6", "12")
    return table


def test_a_table_in_one_line_shows_the_puck_the_phase_and_every_seat() -> None:
    table = a_table()
    assert table_line(table.layout, table.state) == (
        "adelaide, point 8, betting open; 1 Ann $78.00 (pass $10.00, place-6 $12.00); 2 Bobby $2000.50"
    )
    empty = Table("sentosa")
    assert table_line(empty.layout, empty.state) == "sentosa, puck off, betting open"


def test_a_table_in_a_few_lines_is_read_by_a_person() -> None:
    table = a_table("sentosa")
    table.call(1, "place-6", "off")
    table.send(m.MarkAway("dealer", 2))
    assert show_table(table.layout, table.state).splitlines() == [
        "Resorts World Sentosa, Game Rules, Craps (Version 2): betting open, the puck is ON 8, a companion throws",
        "  1  Ann      $78.00  pass $10.00, place-6 $12.00 (off)",
        "  2  Bobby  $2000.50  no bets, away",
    ]


def test_an_empty_table_says_that_nobody_sits_there() -> None:
    table = Table("evolution")
    told = show_table(table.layout, table.state)
    assert told.endswith("betting open, the puck is OFF, a launcher throws\n     nobody sits here")


@pytest.mark.parametrize("only", [True, False])
def test_a_button_is_told_with_its_bet(only: bool) -> None:
    table = Table("adelaide")
    table.sit("Ann", "100")
    table.bet(1, "place-6", "12")
    table.call(1, "place-6", "on", only=only)
    assert f"place-6 $12.00 (on{', this bet only' * only})" in show_table(table.layout, table.state)


def test_whoever_has_the_dice_is_told() -> None:
    table = Table("exhibit-a", settings={"shooter": "seats"})
    assert "nobody has the dice" in str(table)
    table.sit("Ann", "100")
    assert "the dice are offered to seat 1" in str(table)
    table.bet(1, "pass", "10")
    table.take_dice(1)
    assert "seat 1 shoots" in str(table)
