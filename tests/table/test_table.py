"""The table Python users hold, where no other test of the table goes."""

from __future__ import annotations

import pytest

from comeout import Table, load_book
from comeout.table.messages import Leave, Rejected


def test_a_notebook_shows_the_felt_with_the_puck_and_everybodys_chips() -> None:
    table = Table(load_book("adelaide"))
    for player in ("Ann", "Bob"):
        seat = table.sit(player, 100_00)
        table.bet(seat, "field", 5_00)
    before = table._repr_svg_()
    assert before.count('data-amount="500"') == 2
    assert 'data-puck="off"' in before
    table.roll(2, 2)
    assert 'data-puck="on"' in table._repr_svg_()
    assert "data-amount" not in table._repr_svg_()


@pytest.mark.parametrize(
    ("book", "spots", "says"),
    [
        ("sentosa", ["pass"], ": nothing of it can be taken down now"),
        ("sentosa", ["pass", "field"], ", or take down field first"),
        ("adelaide", ["pass"], ", or take down pass first"),
    ],
)
def test_who_wants_to_leave_with_bets_up_is_told_what_the_book_allows(book: str, spots: list[str], says: str) -> None:
    table = Table(load_book(book))
    table.sit("Ann", 100_00)
    for spot in spots:
        table.bet(1, spot, 10_00)
    answer = table.send(Leave(1))
    assert isinstance(answer, Rejected)
    up = "pass is up" if spots == ["pass"] else "pass and field are up"
    assert answer.says == f"{up}; you may walk off, and what is up is settled as it falls{says}"


def test_a_bet_that_can_no_longer_be_raised_is_refused_in_a_sentence() -> None:
    table = Table(load_book("adelaide"))
    table.sit("Ann", 100_00)
    table.bet(1, "pass", 10_00)
    table.roll(4, 4)
    table.bet(1, "dont-come", 10_00)
    table.roll(2, 2)
    answer = table.bet(1, "dont-come-4", 10_00)
    assert isinstance(answer, Rejected)
    assert answer.says.endswith("on 4 can no longer be raised")
