"""Events, commands and states as bytes and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.house.codec import Unreadable, named, read_command, read_event, read_state, write_event, write_state
from comeout.rules.library import book_names, load_book
from comeout.table.messages import BetPlaced, CallRoll, Line, PlaceBet, RollSettled, SeatTaken
from comeout.table.settings import default_settings
from comeout.table.state import new_state

LINE = Line(1, "pass", 1_000, 1_000, "won", 1_500, 1_000, Fraction(3, 2), "", 0, "1.1", "1.2", "")
SETTLED = RollSettled("book", 1, Roll(3, 4), 6, 0, True, True, (LINE,), ((1, "come"),), (), (2,), False, "2.1", ("7",))


@pytest.mark.parametrize("event", [SETTLED, SeatTaken(1, "ann", 500), BetPlaced(1, "pass", 5, 0, "1", on=True)])
def test_an_event_comes_back_as_it_was_fractions_with_it(event: Any) -> None:
    back = read_event(type(event).__name__, write_event(event))
    assert back == event
    assert type(back) is type(event)
    assert write_event(back) == write_event(event)


@pytest.mark.parametrize("book", book_names())
def test_a_state_comes_back_as_it_was(book: str) -> None:
    layout = load_book(book)
    state = new_state(layout, default_settings(layout))
    assert read_state(write_state(state)) == state


def test_clients_get_every_field_by_its_name() -> None:
    shown = named(SETTLED)
    assert shown["roll"] == {"a": 3, "b": 4}
    assert shown["lines"][0]["odds"] == "3/2"
    assert shown["lines"][0]["spot"] == "pass"


@pytest.mark.parametrize(
    ("name", "body", "says"),
    [
        ("PlaceBit", {}, 'there is no command "PlaceBit"'),
        ("PlaceBet", {"seat": 1, "spot": "pass", "amount": 5, "tip": 1}, 'PlaceBet has no field "tip"'),
        ("PlaceBet", {"seat": 1, "spot": "pass"}, "PlaceBet: Object missing required field `amount`"),
        ("PlaceBet", {"seat": 1, "spot": "pass", "amount": "5"}, "PlaceBet: Expected `int`, got `str`"),
        ("PlaceBet", {"seat": 1, "spot": "pass", "amount": 5.5}, "PlaceBet: Expected `int`, got `float`"),
        ("CloseBetting", {"by": "cleaner"}, "CloseBetting: Invalid enum value 'cleaner'"),
        ("CallRoll", {"by": "dealer", "roll": [1, 2, 3]}, "CallRoll: Expected `array` of length 2"),
    ],
)
def test_a_command_that_makes_no_sense_says_why_in_one_line(name: str, body: dict[str, Any], says: str) -> None:
    with pytest.raises(Unreadable) as bad:
        read_command(name, body)
    assert says in str(bad.value)
    assert "\n" not in str(bad.value)


def test_a_command_is_read_by_its_fields() -> None:
    assert read_command("PlaceBet", {"seat": 1, "spot": "pass", "amount": 500}) == PlaceBet(1, "pass", 500)
    assert read_command("CallRoll", {"by": "dealer", "roll": [1, 2]}) == CallRoll("dealer", Roll(1, 2))
