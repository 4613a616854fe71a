"""Commands `comeout solve` and `comeout luck`: the best play for a goal, and how lucky a session was."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from comeout.cli.lab_options import Book
from comeout.cli.options import AsJson, Settings, default_book, print_json, read_amount, read_settings, stoppable
from comeout.extras import needs

if TYPE_CHECKING:
    from comeout.lab.solving.policy import PolicyRow
    from comeout.lab.solving.session_luck import SessionLuck
    from comeout.lab.solving.solve import SolvedPlay

AIMS = ("goal", "ahead")


def solve(
    *,
    book: Book = None,
    bankroll: Annotated[str, typer.Option(metavar="AMOUNT", help="What you start with.")],
    goal: Annotated[str | None, typer.Option(metavar="AMOUNT", help="What you want to have in the end.")] = None,
    bets: Annotated[
        str,
        typer.Option(
            metavar="BETS",
            help="One bet and its odds, or all: every bet of the book, one at a time with its odds.",
        ),
    ] = "pass,pass-odds",
    unit: Annotated[
        str | None,
        typer.Option(
            metavar="AMOUNT", help="Stakes and profits are multiples of it; the table's betting unit if left out."
        ),
    ] = None,
    maximize: Annotated[
        str, typer.Option(metavar="goal|ahead", help="Reach the goal, or be ahead after the last roll.")
    ] = "goal",
    rolls: Annotated[int | None, typer.Option(metavar="N", help="The session ends after N rolls.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the play to a .strategy file.")
    ] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Find the best way to bet: for a goal, or to be ahead after some rolls.

    \b
    comeout solve --bankroll 300 --goal 600 --unit 10
    comeout solve --bankroll 50 --goal 100 --bets dont-pass,dont-pass-odds
    comeout solve --bankroll 50 --goal 100 --bets all -o best.strategy
    comeout solve --bankroll 300 --maximize ahead --rolls 100 --unit 10

    With named bets, one unit is bet at every come-out that you can pay for, and the best odds are chosen by point and
    rack. With all, any bet of any even stake is chosen while nothing lies, and then the best odds behind it.
    """
    needs("lab", "solving for a goal")
    from comeout.lab.session_rules import SessionRules
    from comeout.lab.solving.solve import solve as best
    from comeout.rules.library import load_book
    from comeout.table.settings import chosen_settings

    if maximize not in AIMS:
        raise typer.BadParameter(f'"{maximize}" is neither goal nor ahead', param_hint="--maximize")
    layout = load_book(book or default_book())
    rules = SessionRules(
        bankroll=read_amount(bankroll, "--bankroll"),
        goal=None if goal is None else read_amount(goal, "--goal"),
        rolls=rolls,
    )
    again = "Give the same command to begin again; a larger --unit, or fewer --rolls, takes less time."
    with stoppable(f"while looking for the best play at {layout.id}; there is none yet", again):
        found = best(
            layout,
            rules,
            bets=tuple(each.strip() for each in bets.split(",")),
            unit=None if unit is None else read_amount(unit, "--unit"),
            maximize="ahead" if maximize == "ahead" else "goal",
            settings=chosen_settings(layout, read_settings(settings)),
        )
    if output is not None:
        _write(found, output)
    if as_json:
        return print_json(_solved_row(found))
    from comeout.cli.show import solving_pages

    return solving_pages.solved(found, output)


def _write(found: SolvedPlay, output: Path) -> None:
    """Write the play as a strategy, unless it is longer than any strategy may be."""
    from comeout.lab.language.reader import MOST_TEXT

    if len(found.strategy) > MOST_TEXT:
        raise typer.BadParameter(
            f"the play is a text of {len(found.strategy):,} characters, and a strategy has at most {MOST_TEXT:,}; "
            "take a larger unit or fewer rolls",
            param_hint="--output",
        )
    output.write_text(found.strategy, encoding="utf-8", newline="\n")


def luck(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A transcript, or the log of a table from `comeout house export`.")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Say how lucky the sessions in a file were: what the same bets could have brought with other dice.

    Every roll is replaced by an independent one with the bets that lay. The mean of the law is the expected result that
    the page tells in its summary of a session.
    """
    needs("lab", "measuring luck")
    from comeout.lab.solving.luck_file import luck_of_file

    layout, sessions = luck_of_file(str(file))
    if as_json:
        return print_json({"file": str(file), "book": layout.id, "sessions": [_luck_row(each) for each in sessions]})
    from comeout.cli.show import solving_pages

    return solving_pages.lucky(sessions)


def _luck_row(found: SessionLuck) -> dict[str, Any]:
    summary = found.summary
    exact = {
        "expected": summary.total.expected,
        "luck": summary.luck,
        "rounding": summary.rounding,
        "unfinished": summary.unfinished,
        "result": found.result,
    }
    return {
        "player": found.player,
        "seat": found.seat,
        "rolls": summary.rolls,
        "action_cents": summary.total.action,
        "net_cents": summary.total.net,
        **{f"{name}_cents": float(value) for name, value in exact.items()},
        **{f"{name}_cents_fraction": str(value) for name, value in exact.items()},
        "percentile": found.percentile,
        "p_below": found.p_below,
        "p_equal": found.p_equal,
        "mean_cents": found.mean_cents,
        "sd_cents": found.sd_cents,
        "quantiles": found.quantiles,
        "law": [list(pair) for pair in zip(found.values.tolist(), found.chances.tolist(), strict=True)],
        "grid_cents": found.grid_cents,
    }


def _solved_row(found: SolvedPlay) -> dict[str, Any]:
    return {
        "book": found.book,
        "bets": list(found.bets),
        "unit_cents": found.unit,
        "bankroll_cents": found.rules.bankroll,
        "goal_cents": found.rules.goal,
        "rolls": found.rules.rolls,
        "maximize": found.maximize,
        "probability": found.probability,
        "policy": [_policy_row(line) for line in found.policy],
        "strategy": found.strategy,
    }


def _policy_row(line: PolicyRow) -> dict[str, Any]:
    return {
        "roll": line.roll or None,
        "bet": line.bet,
        "points": list(line.points),
        "flat_cents": line.flat,
        "rack_from_cents": line.low,
        "rack_below_cents": line.high,
        "amount_cents": line.amount,
    }
