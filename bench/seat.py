"""A table driven the way a simulator drives it: decide, apply, no log, the crew's commands built once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.table.apply import apply
from comeout.table.decide import decide
from comeout.table.messages import (
    CallRoll,
    CloseBetting,
    Command,
    OpenBetting,
    PlaceBet,
    Rejected,
    SettleRoll,
    Sit,
    ThrowDice,
)
from comeout.table.settings import change_setting, default_settings
from comeout.table.state import COMPANION, TableState, new_state

OPEN, CLOSE, THROW, SETTLE = OpenBetting("house"), CloseBetting("house"), ThrowDice(COMPANION), SettleRoll("house")


def send(layout: Layout, state: TableState, command: Command) -> None:
    """Have one command decided and applied; a refusal would spoil the measurement."""
    answer = decide(layout, state, command)
    if isinstance(answer, Rejected):
        raise RuntimeError(f"{command} was refused: {answer.says}")
    for event in answer:
        apply(layout, state, event)


def send_all(layout: Layout, state: TableState, commands: Iterable[Command]) -> None:
    """Have commands decided and applied in turn; a refusal has no events, so it raises."""
    for command in commands:
        for event in decide(layout, state, command):
            apply(layout, state, event)


def seated(layout: Layout, seats: int, rack: int, settings: Mapping[str, str] | None = None) -> TableState:
    """A table with bets open, a companion to throw the dice, and so many seats taken."""
    chosen = default_settings(layout)
    for name, value in (settings or {}).items():
        chosen = change_setting(layout, chosen, name, value)
    state = new_state(layout, chosen)
    for seat in range(1, seats + 1):
        send(layout, state, Sit(seat, f"player {seat}", rack))
    send(layout, state, OPEN)
    return state


def all_bet(layout: Layout, state: TableState, spot: str, amount: int) -> None:
    """Every seat puts the same chips on the same spot."""
    for seat in state.seats:
        send(layout, state, PlaceBet(seat, spot, amount))


def up_to_the_call(layout: Layout, state: TableState, roll: Roll) -> None:
    """Close betting, throw, and call the dice; the roll waits to be settled."""
    send(layout, state, CLOSE)
    send(layout, state, THROW)
    send(layout, state, CallRoll("house", roll))
