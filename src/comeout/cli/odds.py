"""Command `comeout odds`: chances and house edge of bets, amounts that pay evenly, the length of a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from comeout.cli.options import AsJson, Settings, default_book, plain_cause, print_json, read_amount, read_settings
from comeout.plain_data import plain_data


def odds(
    book: Annotated[
        str,
        typer.Argument(metavar="BOOK", help="A book by name, the path of your own TOML file, or the word hand."),
    ],
    bets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BET",
            help="A bet (place-6, hard), or a bet with odds (pass+odds:2x). After hand: a book.",
        ),
    ] = None,
    *,
    stake: Annotated[
        str | None,
        typer.Option(metavar="AMOUNT", help="The amount you bet; the figures then include rounding."),
    ] = None,
    best_amounts: Annotated[
        bool, typer.Option("--best-amounts", help="List the amounts that lose nothing to rounding.")
    ] = False,
    settings: Settings = None,
    dice: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Dice that are not fair: a file with 36 weights, in the order 1-1, 1-2, ... 6-6."
        ),
    ] = None,
    rolls: Annotated[
        int | None, typer.Option(metavar="N", help="With hand: show the chance of at least N rolls.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact chances and house edge of bets.

    \b
    comeout odds BOOK                            every bet of a book, one a line
    comeout odds BOOK place-6 pass+odds:3-4-5x   all figures of these bets
    comeout odds BOOK place-6 --stake 7          what an amount loses to rounding
    comeout odds BOOK place --best-amounts       which amounts lose nothing
    comeout odds BOOK --dice mine.txt            the same with dice that are not fair
    comeout odds hand --rolls 154                the longest hand on record

    To add odds to a pass or come bet, write BET+odds:1x, 2x, 3-4-5x or max. To a don't bet, add +lay:2x to lay twice
    the bet, or +lay-to-win:2x to win twice the bet.
    """
    weights = _weights(dice)
    if book == "hand":
        return _hand(bets or [], rolls, weights, as_json=as_json)
    if rolls is not None:
        raise typer.BadParameter("is for `comeout odds hand`", param_hint="--rolls")
    from comeout.exact.bets import bets_called
    from comeout.rules.library import load_book

    layout = load_book(book)
    chosen = read_settings(settings)
    named = [bet for text in _words(bets or []) for bet in bets_called(layout, text)]
    cents = None if stake is None else read_amount(stake, "--stake")
    if best_amounts:
        return _best_amounts(layout, named, chosen, near=cents or 0, as_json=as_json)
    from comeout.exact.figures import all_figures, figure_row

    if cents is not None and not named:
        raise typer.BadParameter("name the bets it is for, like place-6", param_hint="--stake")
    found = all_figures(layout, named, stake=cents, settings=chosen, dice=weights)
    if as_json:
        return print_json({"book": book, "bets": [figure_row(each) for each in found]})
    from comeout.cli.show import figures

    if not named:
        return figures.odds_list(layout, found)
    for each in found:
        figures.odds_page(layout, each)
    return None


def _weights(dice: Path | None) -> Any:
    from comeout.exact.weights import FAIR, parse_weights

    if dice is None:
        return FAIR
    try:
        text = dice.read_text(encoding="utf-8")
    except UnicodeDecodeError as bad:
        raise OSError(0, plain_cause(bad), str(dice)) from None
    return parse_weights(text, file=str(dice))


def _words(words: list[str]) -> list[str]:
    """Return the bets as typed; a number that stands alone belongs to the word before it: place 6."""
    bets: list[str] = []
    for word in words:
        if word.isdigit() and bets:
            bets[-1] += f"-{word}"
        else:
            bets.append(word)
    return bets


def _best_amounts(layout: Any, named: list[str], settings: dict[str, str], *, near: int, as_json: bool) -> None:
    from comeout.exact.bets import bet_ids
    from comeout.exact.even_amounts import best_amounts
    from comeout.table.table import Table

    bets = named or bet_ids(layout, Table(layout, settings=settings).state.settings)
    found = [best_amounts(layout, bet, near=near, settings=settings) for bet in bets]
    if as_json:
        return print_json({"book": layout.name, "bets": plain_data(found)})
    from comeout.cli.show import figures

    return figures.best_amounts(layout, found)


def _hand(words: list[str], rolls: int | None, weights: Any, *, as_json: bool) -> None:
    from comeout.exact.hand import hand, hand_row
    from comeout.rules.library import load_book

    if len(words) > 1:
        raise typer.BadParameter("a hand takes one book, or none", param_hint="BET")
    layout = load_book(words[0] if words else default_book())
    found = hand(layout, rolls=1 if rolls is None else rolls, dice=weights)
    if as_json:
        return print_json({"book": layout.name, **hand_row(found)})
    from comeout.cli.show import figures

    return figures.hand_page(layout, found, asked=rolls is not None)
