"""Formats a table as text for a person: in one line, or as a list of the seats with their bets."""

from __future__ import annotations

from comeout.money import show_money
from comeout.rules.layout import Layout
from comeout.table.state import COMPANION, Mark, TableState

_BUTTON = {None: "", Mark.ON: " (on)", Mark.ON_ONLY: " (on, this bet only)", Mark.OFF: " (off)"}


def table_line(layout: Layout, state: TableState) -> str:
    """Return a table in one line: its book, the puck, the phase, and every seat with its rack and its bets."""
    puck = f"point {state.point}" if state.point else "puck off"
    told = [f"{layout.id}, {puck}, {state.phase.value}"]
    for number, seat in sorted(state.seats.items()):
        bets = ", ".join(_bets_of(layout, state, number))
        told.append(f"{number} {seat.player} {show_money(seat.rack)}{f' ({bets})' if bets else ''}")
    return "; ".join(told)


def show_table(layout: Layout, state: TableState) -> str:
    """Return a table as several lines: the puck and the shooter, then a line for every seat."""
    puck = f"the puck is ON {state.point}" if state.point else "the puck is OFF"
    lines = [f"{layout.rulebook.book.title}: {state.phase.value}, {puck}, {_shooter(layout, state)}"]
    seats = sorted(state.seats.items())
    names = max((len(seat.player) for _, seat in seats), default=0)
    racks = max((len(show_money(seat.rack)) for _, seat in seats), default=0)
    for number, seat in seats:
        bets = ", ".join(_bets_of(layout, state, number)) or "no bets"
        away = ", away" if seat.away else ""
        lines.append(f"{number:>3}  {seat.player:<{names}}  {show_money(seat.rack):>{racks}}  {bets}{away}")
    return "\n".join(lines if seats else [*lines, "     nobody sits here"])


def _shooter(layout: Layout, state: TableState) -> str:
    if state.shooter is None:
        return "nobody has the dice" if state.offered is None else f"the dice are offered to seat {state.offered}"
    if state.shooter == COMPANION:
        return f"a {'launcher' if layout.rulebook.shooter.throws == 'launcher' else 'companion'} throws"
    return f"seat {state.shooter} shoots"


def _bets_of(layout: Layout, state: TableState, seat: int) -> list[str]:
    return [
        f"{layout.spots[spot].id} {show_money(bet.amount)}{_BUTTON[bet.mark]}"
        for spot in sorted(state.occupied)
        if (bet := state.bets[spot].get(seat))
    ]
