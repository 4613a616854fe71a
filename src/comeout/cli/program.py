"""The program `comeout`: reads, checks and compares rulebooks, replays games, and sits you down at a table."""

from __future__ import annotations

import dataclasses
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import typer

from comeout.cli import lab_exact, lab_sim, lab_solve, lab_strategy, lab_tune, odds, operator, serve
from comeout.cli.options import (
    AsJson,
    BookName,
    PlainGroup,
    PlainTyper,
    Settings,
    default_book,
    print_json,
    read_amount,
    read_settings,
)
from comeout.plain_data import clause_data, plain_data
from comeout.rules.library import book_names

_OURS = book_names()
_EXAMPLES = f"""
\b
Examples:
  comeout play                             play at a table in this terminal
  comeout play {_OURS[0]} --rack 500         play by another book, with 500 in your rack
  comeout rules {_OURS[-1]}                    read a book
  comeout rules {_OURS[-1]} place-6            read about one bet, with its clauses
  comeout books --copy {_OURS[0]} my.toml    copy a book to start one of your own
  comeout odds {_OURS[-1]} place-6             see the exact house edge of a bet
  comeout felt {_OURS[0]} -o felt.svg        draw the layout
  comeout lint my-house.toml               check a book for mistakes
  comeout diff {_OURS[0]} my-house.toml      see what you changed
  comeout evidence {_OURS[0]} -o pack        write a pack for a regulator
  comeout clauses {_OURS[0]} --duty PLAYER   list the clauses that players must follow
  comeout replay game.txt                  play a game again and check it
  comeout strategy list                    see the betting strategies that come with it
  comeout exact iron-cross                 work out what a session of one brings
  comeout compare iron-cross pass-line     put strategies on the same dice
  comeout solve --bankroll 300 --goal 600  find the best odds for a goal
  comeout luck game.txt                    see how lucky a session was
  comeout serve                            run a house: a server with live tables
  comeout join http://127.0.0.1:8000       play at a house from this terminal

A BOOK is one of ours ({", ".join(_OURS)}) or the path of your own file.
"""


app = PlainTyper(
    cls=PlainGroup,
    help="The casino game of craps under four real rulebooks, exact to the clause.",
    epilog=_EXAMPLES,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(wanted: bool) -> None:
    if wanted:
        from comeout import __version__

        typer.echo(f"comeout {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options of the whole program."""


@app.command()
def books(
    *,
    copy: Annotated[
        tuple[str, Path] | None,
        typer.Option(metavar="BOOK FILE", help="Copy a book to a new file, to start a book of your own."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the books that come with Comeout, or copy one."""
    from comeout.rules.library import book_names, load_book

    if copy is not None:
        return _copy_book(*copy, as_json=as_json)
    layouts = [load_book(name) for name in book_names()]
    if as_json:
        return print_json({"books": [_book_row(layout) for layout in layouts]})
    from comeout.cli.show import pages

    return pages.books(layouts, str(_book_file(layouts[0].id).parent))


def _copy_book(book: str, file: Path, *, as_json: bool) -> None:
    from comeout.rules.library import load_book, own_copy

    text, own = own_copy(load_book(book), file.stem)
    with file.open("x", encoding="utf-8", newline="\n") as new:
        new.write(text)
    if as_json:
        return print_json({"book": book, "file": str(file), "id": own})
    told = f'{file} is a copy of {book} with the id "{own}".'
    return typer.echo(f"{told} Change it, then check it: comeout lint {file}")


def _book_file(book: str) -> Path:
    return Path(str(resources.files("comeout.rules").joinpath("books", f"{book}.toml")))


def _book_row(layout: Any) -> dict[str, Any]:
    book = layout.rulebook.book
    return {
        "id": book.id,
        "title": book.title,
        "revision": book.revision,
        "digest": layout.digest,
        "bets": len(layout.rulebook.wager),
        "spots": len(layout.spots),
        "file": str(_book_file(book.id)),
    }


@app.command()
def rules(
    book: BookName,
    wager: Annotated[
        list[str] | None, typer.Argument(metavar="BET", help="A bet or one of its spots: place, place-6, place 6.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Explain a book, or one of its bets, for a player."""
    from comeout.rules.conformance import clauses_of, readings_on, wordings
    from comeout.rules.describe import book_page, wager_page
    from comeout.rules.library import load_book

    layout = load_book(book)
    if not wager:
        whole = book_page(layout)
        if as_json:
            return print_json(plain_data(whole))
        from comeout.cli.show import pages

        return pages.book(whole)
    from comeout.table.notation.bet_names import bet_named

    page = wager_page(layout, bet_named(layout, " ".join(wager)))
    rows = [row for row in clauses_of(layout.id) if row.id in page.clauses]
    readings = readings_on(layout.id, page.clauses)
    if as_json:
        wording = wordings(layout.id)
        told = [{"id": clause, "says": wording.get(clause, "")} for clause in page.clauses]
        return print_json({**plain_data(page), "clauses": told, "readings": plain_data(readings)})
    from comeout.cli.show import pages

    return pages.wager(page, rows, readings)


app.command()(odds.odds)


@app.command()
def felt(
    book: BookName,
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write; without it, the result is printed."),
    ] = None,
    tall: Annotated[
        bool, typer.Option("--tall", help="Draw the centre bets below the numbers, for a narrow page.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Draw the layout of a book as an SVG picture."""
    from comeout.felt import draw_felt
    from comeout.rules.library import load_book

    drawing = draw_felt(load_book(book), shape="tall" if tall else "wide")
    if output is None:
        return print_json({"book": book, "svg": drawing}) if as_json else typer.echo(drawing)
    output.write_text(drawing, encoding="utf-8", newline="\n")
    if as_json:
        return print_json({"book": book, "file": str(output)})
    return typer.echo(f"{output} is the layout of {book}.")


@app.command()
def evidence(
    book: BookName,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder to write the pack to.")],
    force: Annotated[bool, typer.Option("--force", help="Replace a pack that already exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write an evidence pack for a regulator or a test lab.

    It has the rules, the clauses, the layout, exact figures, the lint report and worked examples.
    """
    from comeout.review.evidence import MANIFEST, PackError, write_pack
    from comeout.rules.library import load_book

    if (output / MANIFEST).exists() and not force:
        raise PackError(f"{output} already has a pack; --force replaces it")
    files = write_pack(load_book(book), output)
    if as_json:
        return print_json({"book": book, "folder": str(output), "files": sorted(files)})
    return typer.echo(f"{output}: {len(files)} files. Open {output / 'index.html'}")


@app.command()
def lint(
    book: BookName,
    *,
    readings: Annotated[
        bool,
        typer.Option(
            "--readings", help="For your own file: also list what its document gets wrong and how we read it."
        ),
    ] = False,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Check a book for mistakes, and for bets that you can beat.

    Mistakes are contradictions, misprints and payouts that look wrong.

    The exit code is 0 without errors, 1 with errors or if the TOML file is not a valid book, and 2 if the file does
    not exist or is not TOML.
    """
    from comeout.review.lint import lint_book
    from comeout.review.lint_settings import lint_settings
    from comeout.rules.library import load_book

    every = lint_book(book)
    chosen = read_settings(settings)
    if chosen:
        every = (*lint_settings(load_book(book), chosen), *every)
    wanted = readings or book in book_names()
    found = tuple(finding for finding in every if wanted or finding.about == "book")
    left_out = len(every) - len(found)
    if as_json:
        rows = [{**plain_data(finding), "file": finding.file or book} for finding in found]
        print_json({"book": book, "findings": rows, "readings_left_out": left_out})
    else:
        from comeout.cli.show import pages

        pages.findings(found, left_out)
    raise typer.Exit(any(finding.severity == "error" for finding in found))


@app.command()
def why(
    position: Annotated[str, typer.Argument(metavar="POSITION", help='One line: "BOOK point 6 | 1 pass 10".')],
    roll: Annotated[str, typer.Argument(metavar="ROLL", help="The dice, like 3-4.")],
    *,
    book: Annotated[
        str | None, typer.Option(metavar="FILE", help="The file of a book of your own that the line names.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a roll does to every bet of a position, and why."""
    from comeout.dice import parse_roll
    from comeout.rules.library import load_book
    from comeout.table.advice.why import why_position
    from comeout.table.notation.position_text import parse_position

    told = parse_position(position, load_book(book) if book else None)
    layout = load_book(book or told.book)
    try:
        dice = parse_roll(roll)
    except ValueError as bad:
        raise typer.BadParameter(str(bad), param_hint="ROLL") from None
    says = why_position(layout, told, dice)
    if as_json:
        return print_json({"position": str(told), "roll": [dice.a, dice.b], "why": says.splitlines()})
    return typer.echo(f"{told}\n{says}")


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="The first book.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The book to compare A with.")],
    *,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy", metavar="STRATEGY", help="Say what the change is worth to a strategy; you can repeat this."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two books: payouts, limits, procedures, figures; or what the change is worth to betting strategies."""
    if strategies:
        return lab_tune.price_change(a, b, strategies, as_json=as_json)
    from comeout.review.diff import diff_books
    from comeout.rules.library import load_book

    found = diff_books(load_book(a), load_book(b))
    if found.a == found.b:
        found = dataclasses.replace(found, a=a, b=b)
    if as_json:
        changes = [{**plain_data(each), "change": plain_data(each.change)} for each in found.figures]
        return print_json({"same": found.same, **plain_data(found), "figures": changes})
    from comeout.cli.show import pages

    return pages.diff(found)


@app.command()
def clauses(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="One of our books.")],
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAUSE", help="The id of a clause, or the start of several ids; or a reading, such as AD-22."
        ),
    ] = None,
    *,
    duty: Annotated[
        str | None,
        typer.Option(metavar="DUTY", help="List only clauses of one duty: ENGINE, CREW, PLAYER, DISPLAY, NOTICE."),
    ] = None,
    missing: Annotated[
        bool,
        typer.Option("--missing", help="List only clauses that are not met: no code or no test shows them."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the clauses of a book, with their code and their tests."""
    from comeout.rules import conformance
    from comeout.rules.library import data_of

    every = conformance.conformance(book)
    if clause is not None and (reading := conformance.reading_called(book, clause)):
        if as_json:
            return print_json({**plain_data(reading), "lives": list(conformance.lives_in(data_of(book), reading.id))})
        from comeout.cli.show import pages

        return pages.reading(reading, book, conformance.lives_in(data_of(book), reading.id))
    if clause is not None:
        called = conformance.clauses_called(book, clause)
        if len(called) == 1:
            readings = conformance.readings_on(book, [called[0].row.id])
            if as_json:
                return print_json({**clause_data(called[0]), "readings": plain_data(readings)})
            from comeout.cli.show import pages

            return pages.clause(called[0], readings)
    else:
        called = every
    rows = tuple(row for row in called if _wanted(row, duty, missing=missing))
    numbers = conformance.counts(every)
    if as_json:
        return print_json({"book": book, "counts": numbers, "clauses": [clause_data(row) for row in rows]})
    from comeout.cli.show import pages

    return pages.clauses(rows, numbers)


def _wanted(row: Any, duty: str | None, *, missing: bool) -> bool:
    from comeout.errors import nearest
    from comeout.rules.conformance import DUTIES

    if duty is not None and duty.upper() not in DUTIES:
        raise typer.BadParameter(f'there is no duty "{duty}"; {nearest(duty.upper(), DUTIES)}', param_hint="--duty")
    return (duty is None or row.row.duty == duty.upper()) and (not missing or bool(row.missing))


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A transcript, worked examples as JSON, or an exported table.")
    ],
    *,
    as_json: AsJson = False,
) -> None:
    """Replay the games in a file, and check what it states.

    A table from `comeout house export` is played by the book in the export.

    The exit code is 0 if everything holds, 1 if something differs, and 2 if the file cannot be replayed.
    """
    from comeout.replay import replay_file

    results = replay_file(str(file))
    if as_json:
        print_json({"results": [result.as_json() for result in results]})
    else:
        from comeout.cli.show import pages

        pages.games(results)
    raise typer.Exit(any(not result.ok for result in results))


@app.command()
def play(
    book: Annotated[str | None, typer.Argument(metavar="BOOK", help="The book to play by.")] = None,
    *,
    rack: Annotated[str, typer.Option(metavar="AMOUNT", help="The amount you buy in for.")] = "1000",
    settings: Settings = None,
    shooter: Annotated[
        str | None,
        typer.Option(metavar="seats|companion", help="Throw the dice yourself, or let a companion throw them."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Get the same dice every time, to practise: those of Dice(seed=N).")
    ] = None,
) -> None:
    """Play at a table in this terminal."""
    from comeout.play import main as sit_down

    chosen = read_settings(settings)
    if shooter is not None:
        chosen["shooter"] = shooter
    raise typer.Exit(
        sit_down(book or default_book(), rack_cents=read_amount(rack, "--rack"), settings=chosen, seed=seed)
    )


app.add_typer(lab_strategy.app, name="strategy")
app.command()(lab_exact.exact)
app.command()(lab_sim.sim)
app.command()(lab_sim.compare)
app.command()(lab_tune.tune)
app.command()(lab_solve.solve)
app.command()(lab_solve.luck)
app.command()(serve.serve)
app.command()(serve.join)
app.add_typer(operator.app)
app.command("verify-dice")(serve.verify_dice)
