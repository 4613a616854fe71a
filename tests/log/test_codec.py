"""Events, commands and states as bytes and back."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from comeout.dice import Roll
from comeout.log import codec
from comeout.log.codec import (
    Unreadable,
    named,
    read_command,
    read_event,
    read_state,
    write_event,
    write_json,
    write_named,
    write_state,
)
from comeout.rules.library import book_names, load_book
from comeout.table.messages import (
    BetPlaced,
    CallRoll,
    Line,
    PlaceBet,
    RollCalled,
    RollSettled,
    SeatTaken,
    TableOpened,
    WalkedAway,
)
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


@pytest.mark.parametrize(
    "event",
    [
        SETTLED,
        SeatTaken(1, "ann", 500),
        BetPlaced(1, "pass", 5, 0, "1", on=True, charged_by=("1.1", "1.2")),
        RollCalled("house", Roll(3, 4), "flat", "1"),
        TableOpened("book", 1, "digest", (("min", "5"),)),
        WalkedAway("house", 1, (("pass", 500),), "1"),
    ],
)
def test_an_event_is_written_with_its_fields_named_whether_it_holds_other_messages_or_not(event: Any) -> None:
    assert write_named(event) == write_json(named(event))


class Moved(NamedTuple):
    """An event that is a tuple and got two fields later."""

    seat: int
    why: str = ""
    terms: int = 0
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Warned:
    """An event that is an object and got two fields later."""

    seat: int
    why: str = ""
    times: int = 1
    clause: str = ""


@pytest.mark.parametrize(
    ("event", "written"),
    [
        (Moved(1), b'[1,""]'),
        (Moved(1, "x", 2), b'[1,"x",2]'),
        (Moved(1, "", 0, (3,)), b'[1,"",0,[3]]'),
        (Warned(1), b'{"seat":1,"why":""}'),
        (Warned(1, "x", 1, "7"), b'{"seat":1,"why":"x","clause":"7"}'),
        (Warned(1, times=2), b'{"seat":1,"why":"","times":2}'),
    ],
)
def test_an_added_field_is_not_written_where_it_has_its_default(event: Any, written: bytes) -> None:
    added = ("terms", "parts") if isinstance(event, Moved) else ("times", "clause")
    assert write_json(codec._without_defaults(type(event), added)(event)) == written


@pytest.mark.parametrize("added", [("terms",), ("parts", "terms"), ("seat", "why", "terms", "parts")])
def test_an_added_field_comes_last_and_has_a_default(added: tuple[str, ...]) -> None:
    with pytest.raises(TypeError, match="Moved: added fields come last"):
        codec._without_defaults(Moved, added)


def test_a_table_opened_by_the_first_engine_is_read_and_written_as_it_was() -> None:
    body = b'{"book":"x","revision":1,"digest":"d","settings":[["odds","2"]]}'
    opened = read_event("TableOpened", body)
    assert opened == TableOpened("x", 1, "d", (("odds", "2"),), engine=1)
    assert write_event(opened) == body


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
