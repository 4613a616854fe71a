"""What the house itself asks at a table, beyond the book: who throws the dice, how often, and what it waits for."""

from __future__ import annotations

from comeout.house.memory import Memory
from comeout.house.no import No
from comeout.house.opening import crew_problem
from comeout.house.store import Micros, TableRow
from comeout.rules.layout import Layout
from comeout.table.attendant import why_no_roll
from comeout.table.messages import CallRoll, Command, CorrectRoll, DisputeFace, PostNotice, ThrowDice
from comeout.table.state import Phase, TableState

REGULATED_SECONDS = 5.0
"""The least time between two rolls at a table with the regulated profile."""


def awake(state: TableState) -> bool:
    """Whether there is anybody to play for."""
    return bool(state.occupied) or any(not seat.away for seat in state.seats.values())


def house_throws(row: TableRow, state: TableState) -> bool:
    """Whether the house is the crew, and throws the dice too."""
    return state.settings.crew == "automatic" and row.dice != "crew"


def counts_down(row: TableRow, state: TableState) -> bool:
    """Whether the betting time of a table runs, unless it waits for something."""
    return row.mode == "live" and house_throws(row, state) and awake(state) and state.phase is Phase.BETTING


def waits_for(row: TableRow, layout: Layout, state: TableState) -> str:
    """What a live table waits for before its time runs; whoever is offered the dice has that time to take them."""
    if not counts_down(row, state) or (state.offered is not None and state.shooter is None):
        return ""
    problem = why_no_roll(layout, state)
    return problem.says if problem else ""


def too_soon(row: TableRow, memory: Memory, now: Micros) -> float:
    """Seconds until a regulated table may roll again."""
    return REGULATED_SECONDS - (now - memory.rolled_at) / 1_000_000 if row.profile == "regulated" else 0.0


def rolls_when_asked(row: TableRow, state: TableState) -> bool:
    """Whether the dice are thrown when the player says so: at a table in first person."""
    return row.mode == "first-person" and house_throws(row, state)


def no_roll(row: TableRow, layout: Layout, state: TableState, memory: Memory, now: Micros) -> No | None:
    """Why the dice are not thrown for a player who has them and says so."""
    if not rolls_when_asked(row, state):
        return No("NOT_ALLOWED", "here the dice come when the betting time is over")
    problem = why_no_roll(layout, state)
    if problem:
        return No(problem.reason.name, problem.says, layout.cite(problem.clause))
    wait = too_soon(row, memory, now)
    if wait > 0:
        return No("TOO_SOON", f"this table keeps {REGULATED_SECONDS:.0f} seconds between rolls; {wait:.1f} are left")
    return None


def refusal(row: TableRow, command: Command) -> No | None:
    """Why the house will not have a command, whatever the book says: the dice it throws are nobody's to call."""
    if row.dice != "crew" and _touches_dice(command):
        return No("NOT_ALLOWED", "the house throws the dice at this table")
    if isinstance(command, PostNotice) and command.setting == "crew":
        problem = crew_problem(command.value, row.dice)
        return No("BAD_SETTING", problem) if problem else None
    return None


def _touches_dice(command: Command) -> bool:
    dice = isinstance(command, (CallRoll, ThrowDice, CorrectRoll, DisputeFace))
    return dice or bool(getattr(command, "roll", None))
