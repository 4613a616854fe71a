"""The table Python users hold, where no other test of the table goes."""

from __future__ import annotations

from comeout import Table, load_book


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
