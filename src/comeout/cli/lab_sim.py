"""Commands `comeout sim` and `comeout compare`: simulated sessions, and strategies on the same dice."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from comeout.cli.lab_options import (
    Bankroll,
    Book,
    Books,
    DiceFile,
    Goal,
    PlayOut,
    Rolls,
    Shooters,
    Stop,
    StrategyName,
    Values,
    patience,
    read_values,
    refuse_beside,
    tell,
    the_cache,
    the_question,
)
from comeout.cli.options import AsJson, Settings, plain_cause, print_json, stoppable
from comeout.money import show_money
from comeout.rules.library import book_names

if TYPE_CHECKING:
    from comeout.lab.answers.question import Question
    from comeout.lab.answers.sim_answer import SimAnswer

Seed = Annotated[str, typer.Option("--seed", metavar="SEED", help="The seed of the dice: a number or a word.")]
Sessions = Annotated[
    int | None,
    typer.Option(
        "--sessions",
        metavar="N",
        help="How many sessions are played (100,000 if not given, or 2,000 if a graph is too large to be found whole).",
    ),
]
Threads = Annotated[
    int | None,
    typer.Option("--threads", metavar="N", help="How many threads; all cores if not given."),
]
On = Annotated[
    str | None, typer.Option("--on", metavar="ADDRESS", help="A cluster: dask://HOST:PORT or ray://HOST:PORT.")
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the transcript to a new file.")
]


def sim(
    strategy: StrategyName,
    *,
    book: Book = None,
    bankroll: Bankroll = "300",
    rolls: Rolls = None,
    sessions: Sessions = None,
    seed: Seed = "1",
    precision: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="Play as many sessions as the mean needs for this standard error, like 0.1% of the bankroll; with "
            "--sessions, no more than those.",
        ),
    ] = None,
    summary: Annotated[
        bool, typer.Option("--summary", help="Only final wealth, peak, drawdown, end and action.")
    ] = False,
    every: Annotated[
        int | None, typer.Option(metavar="N", help="Tell wealth after every N rolls (50 times if not given).")
    ] = None,
    goal: Goal = None,
    stop: Stop = None,
    shooters: Shooters = None,
    play_out: PlayOut = False,
    values: Values = None,
    settings: Settings = None,
    dice: DiceFile = None,
    rolls_from: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play the rolls of a file: one like 5-3 a line, or a transcript."),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option(metavar="SESSION", help="Write one session as a transcript: median, best, worst or a number."),
    ] = None,
    output: Output = None,
    threads: Threads = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Play a strategy for many sessions and tell what they came to; the same seed always gives the same sessions.

    \b
    comeout sim iron-cross --rolls 144 --sessions 1000000     a million hours
    comeout sim squeeze --seed 7 --show worst -o worst.txt    the worst of them, to replay
    comeout sim mine.strategy --rolls-from night.txt          your strategy on the rolls of a night
    """
    if output is not None and show is None and rolls_from is None:
        raise typer.BadParameter("say which session to write, like --show median", param_hint="--output")
    check_threads(threads)
    if rolls_from is not None:
        many = {"--show": show, "--sessions": sessions, "--precision": precision, "--summary": summary}
        refuse_beside("--rolls-from", {**many, "--every": every, "--threads": threads, "--on": on, "--dice": dice})
        from comeout.lab.answers.recorded_rolls import read_rolls

        places = read_rolls(_text_of(rolls_from), file=str(rolls_from))
        rolls = rolls if rolls is not None else len(places)
    asked = {
        "bankroll": bankroll,
        "rolls": rolls,
        "goal": goal,
        "stop": stop,
        "shooters": shooters,
        "play_out": play_out,
        "values": values,
    }
    question = the_question(strategy, book, settings, dice, **asked)
    if rolls_from is not None:
        return _one_night(question, places, output, as_json=as_json)
    from comeout.lab.answers.sim_answer import answer_by_simulation
    from comeout.lab.simulation.executors import executor_at

    if every is not None and every < 1:
        raise typer.BadParameter("give at least 1", param_hint="--every")
    name = f"{question.strategy.name} at {question.layout.id}"
    stopped = stoppable(
        f"while finding out what {name} can meet; no session is played yet", "Give the same command to begin again."
    )
    searching = WalkProgress(f"finding out what {name} can meet")
    with stopped, executor_at(on) as executor, searching as progress:
        found = answer_by_simulation(
            question,
            seed=read_seed(seed),
            sessions=sessions,
            precision=None if precision is None else read_share(precision, "--precision"),
            summary=summary,
            every=every,
            threads=threads,
            executor=executor,
            progress=progress,
            cache=the_cache(),
        )
    _tell_stopped(found.sessions, found.asked)
    if show is not None:
        return _show(found, show, output, as_json=as_json)
    if as_json:
        return print_json(found.data())
    from comeout.cli.show.sim_pages import sim_page

    return typer.echo(sim_page(found))


def compare(
    strategies: Annotated[
        list[str],
        typer.Argument(
            metavar="STRATEGY", help="Presets by name, or paths of .strategy files; NAME@BOOK for another book."
        ),
    ],
    *,
    books: Books = None,
    bankroll: Bankroll = "300",
    rolls: Rolls = None,
    goal: Goal = None,
    stop: Stop = None,
    shooters: Shooters = None,
    play_out: PlayOut = False,
    exact: Annotated[bool, typer.Option("--exact", help="Only an exact comparison will do.")] = False,
    simulated: Annotated[bool, typer.Option("--sim", help="Simulate, also where an exact comparison exists.")] = False,
    sessions: Sessions = None,
    seed: Seed = "1",
    show: Annotated[
        str | None,
        typer.Option(metavar="widest", help="Write both transcripts of the session with the widest difference."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="NAME", help="Write the transcripts to NAME-1 and NAME-2.")
    ] = None,
    settings: Settings = None,
    values: Values = None,
    dice: DiceFile = None,
    threads: Threads = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Compare strategies on the same dice, under one book or several.

    The comparison is exact while none of them runs short of money, else it is simulated.

    \b
    comeout compare pass-line iron-cross three-point-molly --rolls 100
    comeout compare pass-line iron-cross --book BOOK --book OTHER     each of them under both books
    comeout compare iron-cross@BOOK mine.strategy@OTHER --bankroll 500 --rolls 200
    comeout compare pass-line mine.strategy --sim --show widest
    """
    check_threads(threads)
    if exact and simulated:
        raise typer.BadParameter("choose one of --exact and --sim", param_hint="--exact")
    if show is not None and show != "widest":
        raise typer.BadParameter("the only choice is widest", param_hint="--show")
    if output is not None and show is None:
        raise typer.BadParameter("say what to write: --show widest", param_hint="--output")
    asked = {
        "bankroll": bankroll,
        "rolls": rolls,
        "goal": goal,
        "stop": stop,
        "shooters": shooters,
        "play_out": play_out,
    }
    named = [at_book for each in strategies for at_book in _at_books(each, books)]
    given = values_of([name for name, _ in named], values)
    questions = [the_question(name, at, settings, dice, values=given[name], **asked) for name, at in named]
    from comeout.lab.answers.comparison_answer import compare_answers
    from comeout.lab.simulation.executors import executor_at

    names = ", ".join(dict.fromkeys(each.strategy.name for each in questions))
    stopped = stoppable(
        f"while finding out what these can meet: {names}; nothing is compared yet",
        "Give the same command to begin again; what was found of the first ones is kept.",
    )
    searching = WalkProgress(f"finding out what these can meet: {names}")
    with stopped, executor_at(on) as executor, searching as progress:
        found = compare_answers(
            questions,
            how="exact" if exact else "sim" if simulated or show else "either",
            seed=read_seed(seed),
            sessions=sessions,
            threads=threads,
            executor=executor,
            progress=progress,
            cache=the_cache(),
        )
    if found.tally is not None:
        _tell_stopped(found.sessions, found.asked)
    if show is not None:
        return _show_widest(found, output, as_json=as_json)
    if as_json:
        return print_json(found.data())
    from comeout.cli.show.sim_pages import compare_page

    return typer.echo(compare_page(found))


def values_of(strategies: list[str], texts: list[str] | None) -> dict[str, list[str]]:
    """By strategy, the values of --with that it has, and tell which ones that changes; a value none has is refused."""
    from comeout.lab.language.reader import load_strategy

    if not texts:
        return {name: [] for name in strategies}
    wanted = read_values(texts)
    has = {name: load_strategy(name).values.keys() for name in strategies}
    for value in wanted:
        having = [name for name, names in has.items() if value in names]
        if not having:
            raise typer.BadParameter(f'none of these strategies has a value "{value}"', param_hint="--with")
        if len(having) < len(has):
            lacking = [name for name in has if name not in having]
            tell(f"--with {value}={wanted[value]} changes {', '.join(having)}; no such value: {', '.join(lacking)}")
    return {name: [f"{value}={text}" for value, text in wanted.items() if value in has[name]] for name in strategies}


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads that nobody can start."""
    if threads is not None and not 1 <= threads <= 1024:
        raise typer.BadParameter(f"give at least 1 thread and at most 1024, and not {threads}", param_hint="--threads")


def _tell_stopped(played: int, asked: int) -> None:
    """Say which sessions were played, if somebody stopped them."""
    if played < asked:
        tell(f"stopped; these are sessions 0 to {played - 1}")


def _at_books(strategy: str, books: list[str] | None) -> list[tuple[str, str | None]]:
    """A strategy with each book that it is compared under: its own if it names one, else all that were given."""
    name, at, own = strategy.rpartition("@")
    if at:
        return [(name, own)]
    return [(strategy, book) for book in dict.fromkeys(books or [])] or [(strategy, None)]


def read_seed(text: str) -> int | str:
    """A seed: a whole number if it is one, else the word."""
    return int(text) if text.isdecimal() else text


def read_share(text: str, option: str) -> float:
    """Parse a share between nothing and all: 5%, or 0.05."""
    try:
        number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise typer.BadParameter(f'"{text}" is no share; write it like 5% or 0.05', param_hint=option)
    return number


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as bad:
        raise OSError(0, plain_cause(bad), str(file)) from None


def _one_night(question: Question, places: list[int], output: Path | None, *, as_json: bool) -> None:
    """Play recorded rolls once, and tell how the session went."""
    from comeout.lab.answers.session_finisher import played, told_transcript

    record, table = played(question, places)
    if output is not None:
        _write(output, told_transcript(record, table))
    from comeout.cli.show.sim_pages import night_data, night_page

    return print_json(night_data(question, record)) if as_json else typer.echo(night_page(question, record))


def _show(found: SimAnswer, wanted: str, output: Path | None, *, as_json: bool) -> None:
    """Write one session of a simulation as a transcript."""
    from comeout.lab.answers.session_choice import chosen_session
    from comeout.lab.answers.session_finisher import session_played, told_transcript

    number = chosen_session(found, wanted)
    record, table = session_played(found.question, seed=found.seed, number=number)
    text = told_transcript(record, table)
    if as_json:
        return print_json({"session": number, "wealth_cents": record.wealth, "rolls": record.rolls, "transcript": text})
    if output is not None:
        _write(output, text)
        ends = f"session {number} ends with {show_money(record.wealth)} after {record.rolls} rolls"
        return typer.echo(f"{ends}; play it again with: comeout replay {output}")
    return typer.echo(text, nl=False)


def _show_widest(found: Any, output: Path | None, *, as_json: bool) -> None:
    """Write both transcripts of the session in which the first two strategies differ most."""
    from comeout.lab.answers.session_choice import widest_session

    widest = widest_session(found)
    if as_json:
        return print_json(widest.data())
    if output is not None:
        files = [output.with_name(f"{output.name}-{number}") for number in (1, 2)]
        for file, text in zip(files, widest.transcripts, strict=True):
            _write(file, text)
        return typer.echo(f"{widest.says}; see them again with: comeout replay {files[0]}, comeout replay {files[1]}")
    for name, text in zip(widest.names, widest.transcripts, strict=True):
        typer.echo(f"# {name}\n{text}")
    return typer.echo(widest.says, err=True)


def _write(file: Path, text: str) -> None:
    """Write a transcript; the path of a book is written as it is from there, for whoever replays it from elsewhere."""
    named, _, rest = text.partition("\n")
    book = named.removeprefix("book ")
    if book not in book_names() and Path(book).is_file():
        text = f"book {_from_folder(Path(book), file.parent)}\n{rest}"
    with file.open("x", encoding="utf-8", newline="\n") as new:
        new.write(text)


def _from_folder(path: Path, folder: Path) -> str:
    """A path as it is from a folder, or the whole path where none leads there, as between drives."""
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:
        return str(path.resolve())


class WalkProgress:
    """Progress on standard error tells what is searched for, and then sessions done, the rate and the time left.

    Nothing is told in the first two seconds.
    """

    def __init__(self, searching: str) -> None:
        self._search = patience(searching)
        self._first: tuple[float, int] | None = None
        self._shown = 0.0

    def __enter__(self) -> Any:
        self._search.__enter__()
        return self.told if sys.stderr.isatty() else None

    def __exit__(self, *_: object) -> None:
        if self._first is None:
            self._search.__exit__(None, None, None)
        if self._shown:
            sys.stderr.write("\r\x1b[K")

    def told(self, done: int, of: int) -> None:
        """Show what is done. The rate is that since the first time, before which nothing was played for a while."""
        now = time.monotonic()
        if self._first is None:
            self._search.__exit__(None, None, None)
            self._first = now, done
        since, before = self._first
        if now - since < 2 or now - self._shown < 0.5 or done <= before:
            return
        self._shown = now
        rate = (done - before) / (now - since)
        sys.stderr.write(
            f"\r\x1b[Kcomeout: {done:,} of {of:,} sessions, {rate:,.0f} a second, {(of - done) / rate:.0f} s left "
        )
        sys.stderr.flush()
