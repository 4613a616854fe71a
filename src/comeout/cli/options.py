"""Options that all commands share, with help in plain words, and JSON output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from comeout.errors import ComeoutError

if TYPE_CHECKING:
    from comeout.money import Amount

F = TypeVar("F", bound=Callable[..., Any])


DEFAULT_BOOK = "DEFAULT-BOOK"
"""In the help of an option: the name of the default book, which no Python file knows."""


class PlainCommand(TyperCommand):
    """A command whose help shows an argument as you type it, without its Python type."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the usage line: an optional argument stands in brackets, one that repeats before dots."""
        arguments = [param for param in self.get_params(ctx) if param.param_type_name == "argument"]
        named = [(str(param.metavar or param.name), param) for param in arguments]
        pieces = [name if param.required else f"[{name}]" for name, param in named]
        dots = ["..." if param.nargs == -1 else "" for param in arguments]
        return ["[OPTIONS]", *(piece + more for piece, more in zip(pieces, dots, strict=True))]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line; an option for one value that is given twice is an error, and not the last of them."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param in given:
            single = param.param_type_name == "option" and not param.multiple and not getattr(param, "is_flag", False)
            if single and given.count(param) > 1:
                raise typer.BadParameter("it is given twice; give it once", ctx, param_hint=param.opts[-1])
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the options, each with its help."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record and param.param_type_name == "argument":
                sections["Arguments"].append((str(param.metavar or param.name), record[1]))
            elif record:
                sections["Options"].append((record[0], record[1].replace(DEFAULT_BOOK, default_book())))
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class PlainTyper(typer.Typer):
    """A group of such commands."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Add a command."""
        return super().command(name, **{"cls": PlainCommand, **settings})


BookName = Annotated[str, typer.Argument(metavar="BOOK", help="A book by name, or the path of your own TOML file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A table setting such as odds=3; you can repeat this option."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def print_json(document: object) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def read_amount(text: str, option: str) -> Amount:
    """Parse an amount."""
    from comeout.money import parse_amount

    try:
        return parse_amount(text)
    except ValueError as bad:
        raise typer.BadParameter(str(bad), param_hint=option) from None


def read_settings(texts: list[str] | None) -> dict[str, str]:
    """Parse the settings of a table, NAME=VALUE each."""
    chosen = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise typer.BadParameter(f'"{text}" is not a setting; write it like odds=3', param_hint="--set")
        chosen[name.strip()] = value.strip()
    return chosen


def default_book() -> str:
    """Return the default book, for commands without one."""
    from comeout.rules.library import default_book as named

    return named()


BAD_INPUT = 2
"""The exit code of anything that could not be read or made sense of."""
INTERRUPTED = 130
"""The exit code of a command that was stopped with Ctrl-C, as shells have it."""


class PlainGroup(TyperGroup):
    """The one error handler of the command line: an error of ours, or of a file, is one line and exit code 2.

    A command that is stopped with Ctrl-C says so in one line too.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # whoever reads the output wants no more of it: the command ends quietly, with exit code 1
        except (ComeoutError, OSError) as bad:
            typer.echo(f"comeout: {' '.join(in_plain_words(bad).split())}", err=True)
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            say_stopped("before it was done", "Give the same command to begin again.")
            raise typer.Exit(INTERRUPTED) from None


def say_stopped(what: str, then: str) -> None:
    """Say on standard error that a command was stopped with Ctrl-C, and what to do; a terminal shows ^C before it."""
    typer.echo(f"{chr(10) * sys.stderr.isatty()}comeout: stopped {what}. {then}", err=True)


@contextmanager
def stoppable(what: str, then: str) -> Iterator[None]:
    """Say what was stopped and what to do if Ctrl-C comes meanwhile, and end the command."""
    try:
        yield
    except KeyboardInterrupt:
        say_stopped(what, then)
        raise typer.Exit(INTERRUPTED) from None


def in_plain_words(bad: Exception) -> str:
    """Return an error in plain words, without the text of the operating system."""
    if isinstance(bad, OSError):
        return ": ".join(str(part) for part in (bad.filename, plain_cause(bad)) if part)
    cause = bad.__context__
    if isinstance(cause, (OSError, UnicodeDecodeError)):
        return str(bad).replace(str(cause), plain_cause(cause))
    return str(bad)


def plain_cause(cause: OSError | UnicodeDecodeError) -> str:
    """Return in plain words what the operating system could not do."""
    known = {
        FileNotFoundError: "there is no such file or folder",
        FileExistsError: "is already there",
        IsADirectoryError: "is a folder, not a file",
        NotADirectoryError: "its folder is a file",
        PermissionError: "you do not have permission",
        UnicodeDecodeError: "it is not plain text (UTF-8)",
    }
    told = next((text for kind, text in known.items() if isinstance(cause, kind)), "")
    if isinstance(cause, FileExistsError) and cause.filename and not Path(cause.filename).is_file():
        told = "is a folder, not a file" if Path(cause.filename).is_dir() else "is a device, not a new file"
    return told or (cause.strerror or str(cause) if isinstance(cause, OSError) else str(cause))
