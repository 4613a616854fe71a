"""Prints the best play for a goal, and the luck of sessions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from comeout.cli.show.pages import console, heading, plain_table
from comeout.exact.numbers import show_decimal
from comeout.money import show_amount, show_money
from comeout.rules.layout import POINTS

if TYPE_CHECKING:
    from comeout.lab.session_rules import SessionRules
    from comeout.lab.solving.policy import PolicyRow
    from comeout.lab.solving.session_luck import SessionLuck
    from comeout.lab.solving.solve import SolvedPlay

MOST_LINES = 60
"""How many lines of a policy are printed."""


def solved(found: SolvedPlay, output: Path | None) -> None:
    """Print the best play: its probability, and what it bets by point and rack."""
    out, rules = console(), found.rules
    start = f"{show_money(rules.bankroll)} in units of {show_money(found.unit)}"
    out.print(Text(f"The best play to {_aim(rules)}, from {start} under {found.book}:"))
    out.print(Text(f"probability {found.probability:.6f}", style="bold"))
    lines = [line for line in found.policy if line.amount]
    timed = bool(rules.rolls)
    table = plain_table(*(("Roll",) if timed else ()), "Bet", "Point", "Rack", "Amount")
    for line in lines[:MOST_LINES]:
        table.add_row(*((str(line.roll),) if timed else ()), *_cells(line))
    heading(out, "What it bets")
    out.print(table)
    if len(lines) > MOST_LINES:
        out.print(Text(f"{len(lines) - MOST_LINES} more lines; --json and --output have them all.", style="dim"))
    if output:
        out.print(Text(f"{output} plays it."))


def lucky(sessions: Iterable[SessionLuck]) -> None:
    """Print how lucky some sessions were."""
    out = console()
    for found in sessions:
        heading(out, f"{found.player}, seat {found.seat}")
        for sentence in found.summary.says():
            out.print(Text(sentence))
        at_most = f"at most {show_decimal(found.result / 100, 2)} in {found.percentile:.2f} % of all cases"
        out.print(Text(f"With other dice the same bets bring {at_most}."))
        table = plain_table("Chance of at most", *(f"{float(name):.0%}" for name in found.quantiles))
        table.add_row("result", *(f"{value / 100:.2f}" for value in found.quantiles.values()))
        out.print(table)
        if found.grid_cents:
            told = f"The law has too many values to be exact; it is on a grid of {found.grid_cents:.2g} cents."
            out.print(Text(told, style="dim"))


def _aim(rules: SessionRules) -> str:
    """What was asked for, in words."""
    if rules.goal is None:
        return f"be ahead after {rules.rolls} rolls"
    within = f" within {rules.rolls} rolls" if rules.rolls else ""
    return f"have {show_money(rules.goal)}{within}"


def _cells(line: PolicyRow) -> tuple[str, str, str, str]:
    bet = f"{line.bet} behind {show_amount(line.flat)}" if line.flat else line.bet
    numbers = [str(point) if point else "come-out" for point in line.points]
    point = "any" if set(line.points) == set(POINTS) else ", ".join(numbers)
    return bet, point, f"{show_amount(line.low)} to {show_amount(line.high - 1)}", show_amount(line.amount)
