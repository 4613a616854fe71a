"""Events about the shooter and the dice, written into a state."""

from __future__ import annotations

from comeout.rules.library import load_book
from comeout.table import messages as m
from comeout.table.apply.dice_changes import HANDLERS, companion, give_up
from comeout.table.state import COMPANION, TableState
from comeout.table.table import Table


def a_table() -> Table:
    table = Table(load_book("adelaide"), settings={"shooter": "seats"})
    for player in ("Ann", "Bob"):
        table.sit(player, 100_00)
    return table


def write(table: Table, event: m.Event) -> None:
    HANDLERS[type(event)](table.layout, table.state, event)


def test_dice_are_offered_and_taken() -> None:
    table = a_table()
    write(table, m.DiceOffered("stickperson", 1, "9(b)"))
    write(table, m.DiceTaken(1, (2, 3), "9(c)"))
    state = table.state
    assert (state.shooter, state.offered, state.dice.hand, state.threw) == (1, None, (2, 3), False)


def after(state: TableState) -> tuple[int | None, int | None, set[int], int | None]:
    return state.shooter, state.last_shooter, state.declined, state.previous


def test_who_gives_the_dice_up_without_a_throw_has_let_them_go_by() -> None:
    state = a_table().state
    state.shooter, state.threw = 1, False
    give_up(state, 1)
    assert after(state) == (None, 1, {1}, None)
    state.shooter, state.threw = 2, True
    give_up(state, 2)
    assert after(state) == (None, 2, set(), 2)


def test_a_companion_takes_two_dice_that_lie_ready() -> None:
    state = a_table().state
    state.dice.gone.add(1)
    companion(state)
    assert (state.shooter, state.dice.hand) == (COMPANION, (2, 3))


def test_a_die_that_left_the_table_is_found_and_checked() -> None:
    table = a_table()
    for event, usable in (
        (m.DieOffTable(2, "9(d)"), [1, 3, 4, 5]),
        (m.DieRecovered("stickperson", 2, "9(d)"), [1, 3, 4, 5]),
        (m.DieChecked("boxperson", 2, "9(d)"), [1, 2, 3, 4, 5]),
    ):
        write(table, event)
        assert table.state.dice.usable() == usable
