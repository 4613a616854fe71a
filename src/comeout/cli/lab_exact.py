"""Command `comeout exact`: the exact law of a session of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from comeout.cli.lab_options import (
    DiceFile,
    Goal,
    PlayOut,
    Rolls,
    Shooters,
    Stop,
    Values,
    patience,
    refuse_beside,
    the_cache,
    the_question,
)
from comeout.cli.lab_tune import tell_progress
from comeout.cli.options import DEFAULT_BOOK, AsJson, Settings, print_json, stoppable
from comeout.extras import needs

if TYPE_CHECKING:
    from pathlib import Path

    from comeout.lab.answers.question import Question

BANKROLL = "300"


def exact(
    strategy: Annotated[
        str | None,
        typer.Argument(metavar="STRATEGY", help="A preset by its name, or the path of a .strategy file."),
    ] = None,
    *,
    every_preset: Annotated[
        bool, typer.Option("--all", help="The league table: every preset at every book, or at one book.")
    ] = False,
    ruin_at_most: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="The smallest bankroll with at most this chance of ruin in --rolls; with a bankroll, the most rolls.",
        ),
    ] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="What each roll and each clause is worth, and dice that break even.")
    ] = False,
    books: Annotated[
        list[str] | None,
        typer.Option(
            "--book",
            metavar="BOOK",
            help=f"A book by name, or the path of your own TOML file ({DEFAULT_BOOK} if not given). With --all, every "
            "book of ours if not given, and you can repeat this.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option("--bankroll", metavar="AMOUNT", help="What a session starts with (300 if not given).")
    ] = None,
    rolls: Rolls = None,
    goal: Goal = None,
    stop: Stop = None,
    shooters: Shooters = None,
    play_out: PlayOut = False,
    values: Values = None,
    settings: Settings = None,
    dice: DiceFile = None,
    as_json: AsJson = False,
) -> None:
    """Work out the exact chances of a strategy: final wealth, ruin by each roll, goal before ruin, the long run.

    \b
    comeout exact pass-line                               a hundred rolls with 300
    comeout exact three-point-molly --rolls 200 --json    the whole law, as JSON
    comeout exact pass-line --goal 600                    doubled before broke, however long it takes
    comeout exact mine.strategy --with unit=25            a strategy of your own
    """
    session = {
        "--goal": goal,
        "--stop": stop,
        "--shooters": shooters,
        "--play-out": play_out,
        "--sensitivity": sensitivity,
    }
    if every_preset:
        single = {"STRATEGY": strategy, "--ruin-at-most": ruin_at_most}
        refuse_beside("--all", {**single, **session, "--with": values, "--set": settings, "--dice": dice})
        return _league(books, bankroll, rolls, as_json=as_json)
    if len(books or ()) > 1:
        raise typer.BadParameter(
            "an exact answer is for one book; compare books with comeout compare STRATEGY --book A --book B",
            param_hint="--book",
        )
    book = books[0] if books else None
    if strategy is None:
        raise typer.BadParameter("name a strategy, like pass-line, or give --all", param_hint="STRATEGY")
    if ruin_at_most is not None:
        refuse_beside("--ruin-at-most", session)
        return _inverse(strategy, book, settings, dice, values, ruin_at_most, rolls, bankroll, as_json=as_json)
    question = the_question(
        strategy,
        book,
        settings,
        dice,
        bankroll=bankroll or BANKROLL,
        rolls=rolls,
        goal=goal,
        stop=stop,
        shooters=shooters,
        play_out=play_out,
        values=values,
    )
    if sensitivity:
        return _sensitivity(question, as_json=as_json)
    from comeout.lab.answers.exact_answer import answer_exactly

    name = f"{question.strategy.name} at {question.layout.id}"
    instead = f"Give the same command to begin again, or play sessions instead: comeout sim {strategy}"
    with stoppable(f"while working out {name}; there is no answer yet", instead), patience(f"working out {name}"):
        found = answer_exactly(question, cache=the_cache())
    if as_json:
        return print_json(found.data())
    from comeout.cli.show.lab_pages import exact_page

    return typer.echo(exact_page(found))


def _league(books: list[str] | None, bankroll: str | None, rolls: int | None, *, as_json: bool) -> None:
    """Every preset at every book."""
    needs("lab", "the laboratory")
    from comeout.lab.answers.league import league

    with stoppable(
        "while working out every preset", "The same command goes on where it was: finished graphs are kept."
    ):
        found = league(
            bankroll=bankroll or BANKROLL, rolls=rolls or 100, books=books, cache=the_cache(), tell=tell_progress
        )
    if as_json:
        return print_json(found.data())
    from comeout.cli.show.lab_pages import league_page

    return typer.echo(league_page(found))


def _inverse(
    strategy: str,
    book: str | None,
    settings: list[str] | None,
    dice: Path | None,
    values: list[str] | None,
    share: str,
    rolls: int | None,
    bankroll: str | None,
    *,
    as_json: bool,
) -> None:
    """The bankroll that a chance of ruin needs or, with a bankroll, the rolls that it allows."""
    from comeout.cli.lab_sim import read_share
    from comeout.lab.answers.inverse_answer import bankroll_for, rolls_for

    if rolls is not None and bankroll is not None:
        raise typer.BadParameter(
            "give --rolls to find the bankroll, or --bankroll to find the rolls", param_hint="--ruin-at-most"
        )
    chance = read_share(share, "--ruin-at-most")
    question = the_question(
        strategy, book, settings, dice, bankroll=bankroll or "10000", rolls=rolls or 100, values=values
    )
    again = "Give the same command to begin again; fewer rolls take less time."
    with stoppable(f"while searching for what {question.strategy.name} needs", again), patience("searching"):
        found = (
            bankroll_for(question, chance, cache=the_cache())
            if bankroll is None
            else rolls_for(question, chance, cache=the_cache())
        )
    return print_json(found.data()) if as_json else typer.echo(found.says)


def _sensitivity(question: Question, *, as_json: bool) -> None:
    """What each roll and each clause is worth to a strategy."""
    from comeout.lab.answers.worth_answer import answer_worth

    again = "Give the same command to begin again."
    with (
        stoppable(f"while working out what each roll is worth to {question.strategy.name}", again),
        patience("working out what each roll is worth"),
    ):
        found = answer_worth(question, cache=the_cache())
    if as_json:
        return print_json(found.data())
    from comeout.cli.show.worth_pages import worth_page

    return typer.echo(worth_page(found))
