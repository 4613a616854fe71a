"""Who may ask for what: players for their own seat, crew in a role they hold, the inspector for nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from comeout.dice import Roll
from comeout.log.codec import Unreadable
from comeout.protocol.house_commands import (
    Ask,
    HouseCommand,
    NotAllowed,
    RollNow,
    SetSeed,
    needs_two,
    next_seat,
    read_ask,
)
from comeout.rules.library import load_book
from comeout.table.messages import (
    CallRoll,
    CloseBetting,
    Command,
    DecideMatter,
    Interrupt,
    PlaceBet,
    RuleOnRoll,
    Sit,
    ThrowDice,
)
from comeout.table.state import SeatState, TableState, new_state

NOBODY = frozenset[str]()


def state_with(*seats: int) -> TableState:
    state = new_state(load_book("exhibit-a"))
    for number in seats:
        state.seats[number] = SeatState(f"player {number}", 0)
    return state


def read(name: str, mine: int | None = 1, roles: frozenset[str] = NOBODY, **body: Any) -> Command | HouseCommand:
    ask = Ask("ann", "1", name, body, roles, 0.0, lambda _: None)
    return read_ask(ask, state_with(*() if mine is None else (mine,)), mine)


def test_a_player_need_not_name_their_own_seat_and_cannot_name_another_player() -> None:
    assert read("PlaceBet", spot="pass", amount=5) == PlaceBet(1, "pass", 5)
    assert read("PlaceBet", seat=1, spot="pass", amount=5) == PlaceBet(1, "pass", 5)
    assert read("Sit", None, rack=5) == Sit(1, "ann", 5)
    assert read("Sit", None, rack=5, player="bob", seat=7) == Sit(7, "ann", 5)


def test_a_free_seat_is_found() -> None:
    assert next_seat(state_with()) == 1
    assert next_seat(state_with(1, 2)) == 3
    assert next_seat(state_with(1, 3)) == 2


def test_a_role_is_asked_for_by_whoever_holds_it() -> None:
    assert read("CloseBetting", None, frozenset({"boxperson"}), by="boxperson") == CloseBetting("boxperson")
    with pytest.raises(NotAllowed, match="you are not dealer at this table; roles you hold here: boxperson"):
        read("CloseBetting", None, frozenset({"boxperson"}), by="dealer")
    with pytest.raises(NotAllowed, match="the inspector reads everything and changes nothing"):
        read("CloseBetting", None, frozenset({"inspector"}), by="inspector")


def test_the_crew_lets_the_companion_throw_and_nobody_else_does() -> None:
    assert read("ThrowDice", None, frozenset({"stickperson"}), seat=0) == ThrowDice(0)
    for roles in (NOBODY, frozenset({"inspector"})):
        with pytest.raises(NotAllowed):
            read("ThrowDice", 1, roles, seat=0)


def test_the_commands_of_the_house_are_for_whoever_sits_here() -> None:
    assert read("RollNow") == RollNow()
    assert read("SetSeed", seed="lucky") == SetSeed("lucky")
    with pytest.raises(NotAllowed, match="sit down first"):
        read("RollNow", None)
    for body in ({"seed": 5}, {"seed": "x" * 1_000}, {"seed": "a", "more": 1}, {}):
        with pytest.raises(Unreadable):
            read("SetSeed", **body)


def test_voids_and_dice_off_a_real_table_need_two() -> None:
    state = new_state(load_book("sentosa"))
    called, ruled = CallRoll("stickperson", Roll(1, 2)), RuleOnRoll("boxperson", Roll(1, 2))
    assert needs_two(Interrupt("boxperson"), state, crew_dice=False)
    assert needs_two(called, state, crew_dice=True)
    assert needs_two(ruled, state, crew_dice=True)
    assert not needs_two(called, state, crew_dice=False)
    assert not needs_two(RollNow(), state, crew_dice=True)
    assert not needs_two(RuleOnRoll("boxperson"), state, crew_dice=True)
    matter = DecideMatter("shift-manager", "so be it")
    assert not needs_two(matter, state, crew_dice=True)
    assert needs_two(replace(matter, orders="void-round"), state, crew_dice=False)
    state.disputed = True
    assert not needs_two(ruled, state, crew_dice=True)
