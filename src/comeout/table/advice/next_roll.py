"""Computes what the next roll would do to one seat's money, number by number, by dry runs of the settlement."""

from __future__ import annotations

from dataclasses import replace

from comeout.dice import ROLLS, Roll
from comeout.money import Amount
from comeout.rules.layout import Layout
from comeout.table.messages import Line
from comeout.table.settlement import settle
from comeout.table.state import Bet, TableState


def _name(roll: Roll) -> str:
    return f"{roll.total}h" if roll.hard else str(roll.total)


NUMBERS: dict[str, Roll] = {_name(roll): roll for roll in sorted(ROLLS, key=lambda roll: (roll.total, not roll.hard))}
"""A roll for each total, and one for each hard way ("4h") of a total that has an easy way too."""


def net_of(line: Line) -> Amount:
    """Return what one settled line adds to its seat's money (below zero: takes)."""
    won = line.paid if line.outcome == "won" else -line.at_risk if line.outcome == "lost" else 0
    return won + line.vigorish


def next_roll(layout: Layout, state: TableState, seat: int) -> dict[str, tuple[Line, ...]]:
    """Return what each number would do to a seat's bets."""
    mine = _alone(layout, state, seat)
    return {
        name: tuple(line for line in settle(layout, mine, roll).lines if line.seat == seat)
        for name, roll in NUMBERS.items()
    }


def _alone(layout: Layout, state: TableState, seat: int) -> TableState:
    """Return the table with only those bets that can affect the seat's own result."""
    bets: list[dict[int, Bet]] = [{} for _ in layout.spots]
    mine = [spot for spot in state.occupied if seat in state.bets[spot]]
    for spot in mine:
        # Past a limit, others on the spot may decide how much of the bet is at risk: a shared box, or partners.
        bets[spot] = state.bets[spot] if state.outside else {seat: state.bets[spot][seat]}
    return replace(state, bets=bets, occupied=dict.fromkeys(mine), marked={}, locked=set())
