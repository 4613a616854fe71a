"""An event is written into the state by its kind; after one that moves money the accounts add up to zero."""

from __future__ import annotations

import pytest

from comeout.table import messages as m
from comeout.table.apply import _HANDLERS, MOVES_MONEY, apply
from tests.kit.positions import laid


def test_every_event_of_a_table_is_written_by_somebody() -> None:
    assert set(_HANDLERS) == set(m.EVENTS)
    assert set(_HANDLERS) >= MOVES_MONEY


def test_chips_move_from_the_rack_to_the_layout() -> None:
    table = laid("adelaide | 1", rack=100_00)
    apply(*table, m.BetPlaced(1, "field", 5_00, 0, "4(o)"))
    money = table.state.totals
    assert (table.state.seats[1].rack, money.racks, money.layout) == (95_00, 95_00, 5_00)


def test_what_is_only_for_the_record_changes_nothing() -> None:
    table = laid("adelaide | 1 field 5")
    before = table.state.copy()
    apply(*table, m.MatterDecided("shift-manager", "nothing", "12"))
    assert table.state == before


def test_an_event_that_makes_chips_stops_the_table_and_shows_its_position() -> None:
    table = laid("adelaide | 1 field 5", rack=100_00)
    table.state.totals.racks += 1
    with pytest.raises(AssertionError, match=r"chips were made or lost by .* and now it is adelaide come-out"):
        apply(*table, m.BoughtIn(1, 5_00, "2"))
