"""What a strategy sees of the table, and how it compares the rack."""

from __future__ import annotations

import pytest

from comeout.lab.session_rules import LabError
from comeout.lab.view import View
from comeout.table.table import Table


def view(position: str, rack: str = "100", start: int | None = None) -> View:
    table = Table.from_position(position, racks={1: rack})
    return View(table.layout, table.state, 1, start)


def test_a_view_tells_the_point_the_bets_and_the_numbers_they_stand_on() -> None:
    seen = view("adelaide point 6 | 1 pass 10 come-5 10 come-9 10 place-8 12")
    assert (seen.point, seen.bet("come-5"), seen.bet("field"), seen.bet("no-such-bet")) == (6, 10_00, 0, 0)
    assert (seen.numbers("come"), seen.numbers("place")) == ((5, 9), (8,))
    assert seen.bets() == {"pass": 10_00, "come-5": 10_00, "come-9": 10_00, "place-8": 12_00}
    assert (seen.on_layout, seen.has("place-8"), seen.has("no-such-bet")) == (42_00, True, False)


def test_a_view_tells_whether_a_bet_works_on_the_next_roll() -> None:
    assert view("adelaide point 6 | 1 place-8 12").works("place-8")
    assert not view("adelaide come-out | 1 place-8 12").works("place-8")
    assert not view("adelaide come-out | 1 place-8 12").works("place-6")


def test_a_view_compares_the_rack_and_what_the_session_has_won() -> None:
    seen = view("adelaide come-out | 1 place-8 12", rack="100", start=90_00)
    assert (seen.rack, seen.covers(100_00), seen.covers(100_01)) == (100_00, True, False)
    assert (seen.up(22_00), seen.up(22_01)) == (True, False)
    assert (seen.worth(112_00), seen.worth(112_01), seen.worth(0)) == (True, False, True)


def test_what_was_won_needs_a_bankroll() -> None:
    with pytest.raises(LabError, match="needs a bankroll"):
        view("adelaide come-out | 1").up(10_00)


def test_a_view_shows_the_bets_of_its_own_seat_only() -> None:
    seen = view("adelaide point 6 | 1 come-5 10 | 2 come-9 10 place-8 12")
    assert (seen.bets(), seen.numbers("come"), seen.numbers("place")) == ({"come-5": 10_00}, (5,), ())
