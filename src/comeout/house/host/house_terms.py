"""Rules of the house beyond the book: who throws the dice, how often, and what the table waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from comeout.house.host.create import crew_problem
from comeout.log.fold import Memory
from comeout.log.records import Micros, TableRow
from comeout.protocol.house_commands import No
from comeout.rules.layout import Layout
from comeout.table.attendant import why_no_roll
from comeout.table.messages import CallRoll, Command, CorrectRoll, DisputeFace, PostNotice, Rejected, ThrowDice
from comeout.table.shooter import lacks_line_bet
from comeout.table.state import Phase, TableState

REGULATED_SECONDS = 5.0
"""The least time between two rolls at a table with the regulated profile."""


def awake(state: TableState) -> bool:
    """Return whether there is anybody to play for."""
    return bool(state.occupied) or any(not seat.away for seat in state.seats.values())


def house_throws(row: TableRow, state: TableState) -> bool:
    """Return whether the house is the crew and throws the dice, too."""
    return state.settings.crew == "automatic" and row.dice != "crew"


def counts_down(row: TableRow, state: TableState) -> bool:
    """Return whether the betting time of a table runs, unless it waits for something."""
    return row.mode == "live" and house_throws(row, state) and awake(state) and state.phase is Phase.BETTING


class Runs(NamedTuple):
    """A countdown: for an offer of the dice to a seat, or for bets before a seat's throw."""

    what: Literal["offer", "bets"]
    seat: int | None
    """The seat of the offer, or who throws: 0 for somebody who is none of the seats, None while nobody has the dice."""
    seconds: int


def runs_now(row: TableRow, layout: Layout, state: TableState) -> Runs | None:
    """Return the countdown of a live table; None where none runs or the table waits for somebody without a clock."""
    return run_down(row, layout, state, str)[1]


class Waiting(NamedTuple):
    """What a table waits for in words, and the seat whose turn it is; None for anybody's."""

    says: str = ""
    whose: int | None = None


NOTHING = Waiting()


def waits_for(row: TableRow, layout: Layout, state: TableState, name: Callable[[str], str]) -> Waiting:
    """Return what a live table waits for before the dice can be thrown; `name` maps players to names."""
    return run_down(row, layout, state, name)[0]


def run_down(
    row: TableRow, layout: Layout, state: TableState, name: Callable[[str], str]
) -> tuple[Waiting, Runs | None]:
    """Return what a live table waits for before the dice can be thrown, and the countdown that runs meanwhile."""
    if not counts_down(row, state):
        return NOTHING, None
    settings, shooter, offered = state.settings, state.shooter, state.offered
    no_bet = shooter is not None and lacks_line_bet(layout, state)
    problem = None if shooter is None or no_bet else why_no_roll(layout, state)
    waits = _waits_for(layout, state, name, no_bet=no_bet, problem=problem)
    if shooter is None and offered is not None:
        return waits, Runs("offer", offered, min(settings.offer_time_s, settings.betting_time_s))
    if shooter is None:
        return waits, None if settings.nobody_shoots == "wait" else Runs("bets", None, settings.betting_time_s)
    clock = state.choices or no_bet or not problem
    return waits, Runs("bets", shooter, settings.betting_time_s) if clock else None


def _waits_for(
    layout: Layout, state: TableState, name: Callable[[str], str], *, no_bet: bool, problem: Rejected | None
) -> Waiting:
    def called(seat: int) -> str:
        return name(state.seats[seat].player) if seat in state.seats else f"seat {seat}"

    if state.choices:
        seat, spot = min(state.choices)
        return Waiting(f"{called(seat)} has to raise or withdraw the bet on {layout.by_id[spot].name}", seat)
    if state.shooter is None:
        offered = state.offered
        return (
            Waiting(_nobody_has_dice(layout, state))
            if offered is None
            else Waiting(f"the dice are offered to {called(offered)}", offered)
        )
    if no_bet:
        says = f"{called(state.shooter)} has the dice and needs a Pass or Don't Pass bet"
        return Waiting(says, state.shooter)
    return Waiting(problem.says, state.shooter) if problem else NOTHING


def _nobody_has_dice(layout: Layout, state: TableState) -> str:
    rule = layout.rulebook.shooter
    by_bet = rule.line_bet_to_accept or (rule.next_offer == "line-bet" and state.last_shooter is not None)
    bet = by_bet and not state.declined and not state.point
    how = "whoever wants them takes them"
    if bet:
        how = "whoever bets on Pass or Don't Pass gets them"
    elif rule.line_bet_to_accept:
        how = "whoever has a line bet takes them"
    otherwise = "; else a companion throws" if state.settings.nobody_shoots == "companion" else ""
    return f"nobody has the dice: {how}{otherwise}"


def too_soon(row: TableRow, memory: Memory, now: Micros) -> float:
    """Return the seconds until a regulated table may roll again."""
    return REGULATED_SECONDS - (now - memory.rolled_at) / 1_000_000 if row.profile == "regulated" else 0.0


def rolls_when_asked(row: TableRow, state: TableState) -> bool:
    """Return whether the dice are thrown when the player says so: at a first-person table."""
    return row.mode == "first-person" and house_throws(row, state)


def no_roll(row: TableRow, layout: Layout, state: TableState, memory: Memory, now: Micros) -> No | None:
    """Return why the dice are not thrown for a player who has them and says so."""
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
    """Return why the house refuses a command, whatever the book says: nobody else calls the dice it throws."""
    if row.dice != "crew" and _touches_dice(command):
        return No("NOT_ALLOWED", "the house throws the dice at this table")
    if isinstance(command, PostNotice) and command.setting == "crew":
        problem = crew_problem(command.value, row.dice)
        return No("BAD_SETTING", problem) if problem else None
    return None


def _touches_dice(command: Command) -> bool:
    dice = isinstance(command, (CallRoll, ThrowDice, CorrectRoll, DisputeFace))
    return dice or bool(getattr(command, "roll", None))
