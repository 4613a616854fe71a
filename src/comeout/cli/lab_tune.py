"""Command `comeout tune`: every combination of a strategy's values, and the best of them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from comeout.cli.lab_options import (
    Bankroll,
    Book,
    DiceFile,
    Goal,
    PlayOut,
    Rolls,
    Shooters,
    Stop,
    StrategyName,
    read_dice,
    the_cache,
)
from comeout.cli.options import AsJson, Settings, default_book, print_json, read_settings, stoppable
from comeout.extras import needs


def tune(
    strategy: StrategyName,
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="NAME=A,B,C", help="Values to try, like unit=5,10,25; you can repeat this."),
    ] = None,
    best: Annotated[
        str, typer.Option(metavar="FIGURE", help="What to search for: p_ahead, p_ruin, p_goal, mean, sd or cost.")
    ] = "p_ahead",
    sessions: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="How many sessions are played where there is no exact answer (300 if not given)."
        ),
    ] = None,
    book: Book = None,
    bankroll: Bankroll = "300",
    rolls: Rolls = None,
    goal: Goal = None,
    stop: Stop = None,
    shooters: Shooters = None,
    play_out: PlayOut = False,
    settings: Settings = None,
    dice: DiceFile = None,
    as_json: AsJson = False,
) -> None:
    """Try every combination of a strategy's values, and tell which is best.

    \b
    comeout tune pass-345 --vary unit=5,10,25 --vary odds=1x,3-4-5x --best p_ahead
    """
    needs("lab", "the laboratory")
    from comeout.lab.answers.league import SESSIONS
    from comeout.lab.answers.league import tune as tuned

    again = "The same command goes on where it was: finished graphs are kept. Fewer values take less time."
    with stoppable(f"while trying the values of {strategy}; there is no best one yet", again):
        grid, winner = tuned(
            strategy,
            book or default_book(),
            vary=read_grid(vary),
            best=best,
            sessions=SESSIONS if sessions is None else sessions,
            cache=the_cache(),
            tell=tell_progress,
            bankroll=bankroll,
            rolls=rolls,
            goal=goal,
            stop=stop,
            shooters=shooters,
            play_out=play_out,
            settings=read_settings(settings),
            dice=read_dice(dice),
        )
    if as_json:
        return print_json({**grid.data(), "best": best, "winner": winner.data()})
    from comeout.cli.show.lab_pages import league_page

    return typer.echo(league_page(grid, winner=winner, best=best))


def price_change(first: str, second: str, strategies: list[str], *, as_json: bool) -> None:
    """Say what the change from one book to another is worth to strategies, per 100 rolls of their long run."""
    needs("lab", "the laboratory")
    from comeout.lab.answers.league import price_books

    again = "The same command goes on where it was: finished graphs are kept."
    with stoppable(f"while pricing the change from {first} to {second}", again):
        found = price_books(first, second, strategies, cache=the_cache())
    if as_json:
        return print_json({"a": first, "b": second, "strategies": [each.data() for each in found]})
    from comeout.cli.show.lab_pages import prices_page

    return typer.echo(prices_page(first, second, found))


def read_grid(texts: list[str] | None) -> dict[str, list[str]]:
    """Parse what is varied: NAME=A,B,C each; the values of a name that comes twice are put together."""
    grid: dict[str, list[str]] = {}
    for text in texts or ():
        name, equals, values = text.partition("=")
        found = [value.strip() for value in values.split(",") if value.strip()]
        if not (name.strip() and equals and found):
            raise typer.BadParameter(f'"{text}" varies nothing; write it like unit=5,10,25', param_hint="--vary")
        known = grid.setdefault(name.strip(), [])
        known += [value for value in dict.fromkeys(found) if value not in known]
    return grid


def tell_progress(what: str) -> None:
    """Show on a terminal what is being worked out."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[Kcomeout: {what}")
        sys.stderr.flush()
