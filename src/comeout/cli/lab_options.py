"""Options and helpers that the commands of the laboratory share: the session, the dice, the cache, progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from comeout.cli.options import DEFAULT_BOOK, plain_cause, read_settings
from comeout.extras import needs

if TYPE_CHECKING:
    from comeout.exact.weights import Weights
    from comeout.lab.answers.question import Question
    from comeout.lab.graph_cache import GraphCache

StrategyName = Annotated[
    str, typer.Argument(metavar="STRATEGY", help="A preset by its name, or the path of a .strategy file.")
]
_BOOK = "A book by name, or the path of your own TOML file"
Book = Annotated[str | None, typer.Option("--book", metavar="BOOK", help=f"{_BOOK} ({DEFAULT_BOOK} if not given).")]
Books = Annotated[
    list[str] | None,
    typer.Option("--book", metavar="BOOK", help=f"{_BOOK} ({DEFAULT_BOOK} if not given); you can repeat this."),
]
Bankroll = Annotated[str, typer.Option("--bankroll", metavar="AMOUNT", help="What a session starts with.")]
Rolls = Annotated[
    int | None,
    typer.Option("--rolls", metavar="N", help="The session ends after N rolls (100 if it has no other end)."),
]
Goal = Annotated[
    str | None, typer.Option("--goal", metavar="AMOUNT", help="The session ends with at least this much in all.")
]
Stop = Annotated[
    str | None, typer.Option("--stop", metavar="AMOUNT", help="The session ends with at most this much in all.")
]
Shooters = Annotated[
    int | None, typer.Option("--shooters", metavar="N", help="The session ends with the Nth seven-out.")
]
PlayOut = Annotated[
    bool,
    typer.Option("--play-out", help="Play out the bets that lie at the end, in place of counting them at face value."),
]
Values = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=VALUE", help="A value of the strategy, such as unit=25; you can repeat this."),
]
DiceFile = Annotated[
    Path | None,
    typer.Option(
        "--dice",
        metavar="FILE",
        help="Dice that are not fair: a file with 36 weights, in the order 1-1, 1-2, ... 6-6.",
    ),
]


def read_values(texts: list[str] | None) -> dict[str, str]:
    """Parse the values of a strategy, NAME=VALUE each."""
    chosen = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise typer.BadParameter(f'"{text}" is no value; write it like unit=25', param_hint="--with")
        chosen[name.strip()] = value.strip()
    return chosen


def refuse_beside(option: str, others: Mapping[str, object]) -> None:
    """Refuse options that would be ignored beside another one; those that were not given are None, False or empty."""
    given = [name for name, value in others.items() if value not in (None, False, [], "")]
    if given:
        raise typer.BadParameter(f"{option} does not go with {' and '.join(given)}; leave out one", param_hint=given[0])


def read_dice(file: Path | None) -> Weights:
    """Read the weights of dice from a file; without one they are fair."""
    from comeout.exact.weights import FAIR, parse_weights

    if file is None:
        return FAIR
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as bad:
        raise OSError(0, plain_cause(bad), str(file)) from None
    return parse_weights(text, file=str(file))


def the_question(
    strategy: Any, book: str | None, settings: list[str] | None, dice: Path | None, **asked: Any
) -> Question:
    """Check what was asked on the command line."""
    needs("lab", "the laboratory")
    from comeout.cli.options import default_book
    from comeout.lab.answers.question import ask

    values = read_values(asked.pop("values", None))
    return ask(
        strategy,
        book or default_book(),
        settings=read_settings(settings),
        dice=read_dice(dice),
        values=values,
        **asked,
    )


def the_cache() -> GraphCache:
    """The cache of graphs in the user's folder; what goes wrong with it is told on standard error."""
    from comeout.lab.graph_cache import GraphCache, cache_folder

    return GraphCache(cache_folder(), tell=tell)


def tell(line: str) -> None:
    """Tell the person something beside the answer, on standard error."""
    typer.echo(f"comeout: {line}", err=True)


@contextmanager
def patience(what: str) -> Iterator[None]:
    """Say on standard error what takes long, if it takes more than two seconds and somebody watches."""
    import threading

    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    started = time.monotonic()

    def watch() -> None:
        while not over.wait(2):
            sys.stderr.write(f"\rcomeout: {what}, {time.monotonic() - started:.0f} s ")
            sys.stderr.flush()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
        if time.monotonic() - started > 2:
            sys.stderr.write("\r\x1b[K")
