"""A recording seat knows for which racks the answers of a turn hold."""

from __future__ import annotations

from comeout.lab.recording_seat import LabPlayer, RecordingSeat
from comeout.money import LARGEST
from comeout.rules.library import load_book
from comeout.table.messages import PlaceBet, Rejected
from comeout.table.state import SeatState, new_state


def test_comparisons_narrow_the_racks_also_after_chips_went_down() -> None:
    seat = RecordingSeat(SeatState("Ann", 0), 100_00)
    assert (seat.low, seat.high) == (0, LARGEST)
    assert seat.covers(60_00)
    seat.rack -= 60_00
    assert not seat.covers(50_00)
    assert seat.covers(45_00, 5_00)
    assert (seat.low, seat.high) == (100_00, 110_00)


def test_reading_the_rack_narrows_the_turn_to_this_one() -> None:
    seat = RecordingSeat(SeatState("Ann", 0), 100_00)
    assert seat.held()() == 100_00
    assert (seat.low, seat.high) == (100_00, 100_01)


def test_the_plain_seat_is_the_same_and_records_nothing() -> None:
    seat = RecordingSeat(SeatState("Ann", 0, locks={"dont-come-4"}), 100_00)
    assert seat.plain() == SeatState("Ann", 100_00, locks={"dont-come-4"})


def test_a_player_of_the_laboratory_is_refused_as_anybody_is() -> None:
    layout = load_book("adelaide")
    state = new_state(layout)
    player = LabPlayer(layout, state)
    player.attended()
    state.seats[1] = SeatState("Ann", 5_00)
    assert isinstance(player.send(PlaceBet(1, "pass", 10_00)), Rejected)
    assert not isinstance(player.send(PlaceBet(1, "pass", 5_00)), Rejected)
