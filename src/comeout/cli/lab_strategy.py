"""Commands `comeout strategy ...`: list, show, check and start strategies, and draw their graphs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from comeout.cli.lab_options import Book, Books, StrategyName, Values, read_values
from comeout.cli.options import (
    AsJson,
    PlainGroup,
    PlainTyper,
    Settings,
    default_book,
    print_json,
    read_settings,
    stoppable,
)
from comeout.extras import needs

if TYPE_CHECKING:
    from comeout.lab.book_response import BookResponse
    from comeout.lab.language.reader import StrategyText

app = PlainTyper(
    cls=PlainGroup,
    help="List, show, check and start strategies, and draw their graphs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_strategies(*, as_json: AsJson = False) -> None:
    """List the strategies that come with Comeout."""
    from comeout.lab.language.reader import load_strategy, strategy_names

    texts = [load_strategy(name) for name in strategy_names()]
    if as_json:
        return print_json(
            {"strategies": [{"name": each.name, "about": each.about, "values": each.values} for each in texts]}
        )
    for each in texts:
        typer.echo(f"{each.name:<22} {each.about}")
    return typer.echo("\nRead one with: comeout strategy show NAME. Start your own with: comeout strategy new FILE.")


@app.command()
def show(
    strategy: StrategyName,
    *,
    books: Annotated[
        list[str] | None,
        typer.Option(
            "--book",
            metavar="BOOK",
            help="A book by name, or the path of your own TOML file (all of ours if not given); you can repeat this.",
        ),
    ] = None,
    values: Values = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Read a strategy in plain English, and see how each book takes it.

    You see which bets work at the come-out, which are off there, and what the book refuses, with the clause.
    """
    from comeout.lab.language.explanation import explain
    from comeout.lab.language.reader import load_strategy
    from comeout.rules.library import book_names, load_book

    text = load_strategy(strategy)
    taken = {
        each: _taken(text, each, read_values(values), read_settings(settings)) for each in books or list(book_names())
    }
    one = books[0] if books and len(taken) == 1 and not isinstance(taken[books[0]], str) else ""
    reading = explain(text, load_book(one), read_values(values)) if one else explain(text)
    if as_json:
        return print_json(
            {
                "name": text.name,
                "text": text.text,
                "reading": reading,
                "values": text.values,
                "books": {name: _response_data(found) for name, found in taken.items()},
            }
        )
    typer.echo(f"{text.text.rstrip()}\n\n{reading}\n")
    for name, found in taken.items():
        typer.echo("\n".join(_response_lines(name, found)))
    return None


@app.command()
def check(strategy: StrategyName, *, books: Books = None, values: Values = None, as_json: AsJson = False) -> None:
    """Check that a strategy can be read, and that a book plays it; the exit code is 1 if it never makes a bet there."""
    from comeout.lab.book_response import BookResponse
    from comeout.lab.language.reader import load_strategy

    text = load_strategy(strategy)
    found = [_taken(text, book, read_values(values), {}, refuse=True) for book in books or [default_book()]]
    taken = [each for each in found if isinstance(each, BookResponse)]
    ok = all(each.bets for each in taken)
    if as_json:
        rows = [{"book": each.book, "ok": each.bets, **_response_data(each)} for each in taken]
        print_json(
            {
                "name": text.name,
                "unused": list(text.unused),
                **(rows[0] if len(rows) == 1 else {"ok": ok, "books": rows}),
            }
        )
    else:
        typer.echo(f"{text.name} can be read.")
        for name in text.unused:
            typer.echo(f'  Nothing uses "{name}".')
        for each in taken:
            typer.echo("\n".join(_response_lines(each.book, each)))
    raise typer.Exit(not ok)


@app.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file, like mine.strategy.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Start a strategy of your own: a commented file that you can play at once and change."""
    from comeout.lab.language.reader import read_strategy, starter_text

    text = starter_text(file.stem)
    with file.open("x", encoding="utf-8", newline="\n") as started:
        started.write(text)
    if as_json:
        return print_json({"file": str(file), "name": read_strategy(text).name})
    return typer.echo(f"{file} is there. Change it, then try: comeout strategy show {file}; comeout exact {file}")


@app.command()
def graph(
    strategy: StrategyName,
    *,
    book: Book = None,
    values: Values = None,
    settings: Settings = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Draw it to a new SVG file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell how large the graph of a strategy is, and draw it; a large one is drawn by puck and number of bets."""
    needs("lab", "the laboratory")
    from comeout.lab.graph import Graph, TooLarge
    from comeout.lab.graph_picture import draw_graph
    from comeout.lab.language.reader import load_strategy
    from comeout.rules.library import load_book
    from comeout.table.settings import chosen_settings

    if output is not None and output.suffix.lower() != ".svg":
        raise typer.BadParameter(f"{output} does not end in .svg, and the picture is an SVG", param_hint="--output")
    layout = load_book(book or default_book())
    played = load_strategy(strategy).on(layout, read_values(values))
    found = Graph(layout, played, settings=chosen_settings(layout, read_settings(settings)), bankroll=300_00)
    whole = True
    again = "Give the same command to begin again."
    with stoppable(f"while finding the graph of {played.name} at {layout.id}; nothing is drawn", again):
        try:
            found.explore(every_rack=False)
        except TooLarge:
            whole = False
    if output is not None:
        with output.open("x", encoding="utf-8", newline="\n") as picture:
            picture.write(draw_graph(found))
    size = {
        "strategy": played.name,
        "book": layout.id,
        "nodes": len(found.nodes),
        "rows": len(found.rows),
        "outcomes": sum(len(row.outcomes) for row in found.rows),
        "whole": whole,
        "file": str(output) if output else None,
    }
    if as_json:
        return print_json(size)
    more = "" if whole else ", and more: it is too large to be found whole"
    parts = ", ".join(f"{size[part]:,} {part}" for part in ("nodes", "rows", "outcomes"))
    told = f"{played.name} at {layout.id}: {parts}{more}"
    return typer.echo(f"{told}." + (f" Drawn to {output}." if output else " Draw it with -o FILE.svg."))


def _taken(
    text: StrategyText, book: str, values: dict[str, str], settings: dict[str, str], *, refuse: bool = False
) -> BookResponse | str:
    """How a book takes a strategy, or the sentence that says why it cannot play it."""
    from comeout.lab.book_response import response_of
    from comeout.lab.language.text_errors import NotInBook
    from comeout.rules.library import load_book
    from comeout.table.settings import chosen_settings

    layout = load_book(book)
    try:
        played = text.on(layout, values)
    except NotInBook as bad:
        if refuse:
            raise
        return bad.says
    return response_of(layout, played, settings=chosen_settings(layout, settings), bankroll=300_00)


def _response_data(found: BookResponse | str) -> dict[str, Any]:
    if isinstance(found, str):
        return {"plays": False, "why": found}
    return {
        "plays": True,
        "works_at_the_come_out": list(found.works),
        "off_at_the_come_out": list(found.waits),
        "refused": [
            {"bet": each.spot, "reason": each.reason.name, "clause": each.clause, "position": each.position}
            for each in found.refused
        ],
        "makes_bets": found.bets,
        "lines_that_never_hold": list(found.never),
        "rows": found.rows,
        "whole": found.whole,
    }


def _response_lines(book: str, found: BookResponse | str) -> list[str]:
    if isinstance(found, str):
        return [f"{book}: cannot play it. {found}"]
    lines = [f"{book}: plays it." if found.bets else f"{book}: at this book it never makes a bet."]
    for line in found.never:
        lines.append(f"  The moment of line {line} never comes here.")
    if found.works:
        lines.append(f"  At the come-out these bets work: {', '.join(found.works)}.")
    if found.waits:
        lines.append(f"  At the come-out these bets are off: {', '.join(found.waits)}.")
    for each in found.refused:
        reason = each.reason.name.lower().replace("_", " ")
        lines.append(f"  It refuses {each.spot} ({reason}, {each.clause}), for example at: {each.position}")
    if found.bets and not found.refused:
        lines.append("  It refuses nothing to a player who can pay.")
    return lines
