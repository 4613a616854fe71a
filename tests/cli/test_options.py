"""What all commands share: amounts, settings, JSON, usage lines, and errors in plain words."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from comeout.cli.options import (
    BAD_INPUT,
    DEFAULT_BOOK,
    INTERRUPTED,
    BookName,
    PlainGroup,
    PlainTyper,
    default_book,
    in_plain_words,
    plain_cause,
    print_json,
    read_amount,
    read_settings,
)
from comeout.errors import ComeoutError
from tests.kit.command_line import page, refusal


def test_an_amount_is_read_in_cents() -> None:
    assert read_amount("12.50", "--rack") == 12_50


def test_what_is_no_amount_names_its_option() -> None:
    with pytest.raises(typer.BadParameter) as bad:
        read_amount("lots", "--rack")
    assert bad.value.param_hint == "--rack"
    assert '"lots" is not an amount' in str(bad.value)


def test_settings_are_read_with_room_around_their_names() -> None:
    assert read_settings(["odds=3", " min field = 5 "]) == {"odds": "3", "min field": "5"}
    assert read_settings(None) == {}


@pytest.mark.parametrize("text", ["odds", "odds=", "=3", " = "])
def test_a_setting_has_a_name_and_a_value(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="is not a setting; write it like odds=3"):
        read_settings([text])


def test_json_keeps_its_letters(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": "Würfel"})
    out = capsys.readouterr().out
    assert "Würfel" in out
    assert json.loads(out) == {"name": "Würfel"}


Bets = Annotated[list[str] | None, typer.Argument(metavar="BET", help="A bet.")]


def program(raising: Exception | None = None) -> typer.Typer:
    app = PlainTyper(cls=PlainGroup, add_completion=False, rich_markup_mode=None)

    @app.command()
    def deal(book: BookName, bets: Bets = None) -> None:
        """Deal."""
        if raising:
            raise raising
        typer.echo(f"{book} {bets}")

    @app.command()
    def rest() -> None:
        """Do nothing."""

    return app


def test_usage_shows_an_optional_argument_in_brackets_and_a_repeated_one_before_dots() -> None:
    told = CliRunner().invoke(program(), ["deal", "--help"]).output
    assert "deal [OPTIONS] BOOK [BET]..." in told
    assert told.index("Arguments:") < told.index("Options:")


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (ComeoutError("no such\nbet"), "comeout: no such bet\n"),
        (FileNotFoundError(2, "No such file", "my.toml"), "comeout: my.toml: there is no such file or folder\n"),
    ],
)
def test_an_error_of_ours_or_of_a_file_is_one_line_and_exit_code_2(bad: Exception, says: str) -> None:
    ended = CliRunner().invoke(program(bad), ["deal", "sentosa"])
    assert (ended.exit_code, ended.stdout, ended.stderr) == (BAD_INPUT, "", says)


def read_as_a_book(path: Path) -> None:
    try:
        path.read_text(encoding="utf-8")
    except OSError as bad:
        raise ComeoutError(f"my.toml: {bad}") from None


def test_the_words_of_the_operating_system_are_replaced_where_an_error_of_ours_quotes_them(tmp_path: Path) -> None:
    with pytest.raises(ComeoutError) as bad:
        read_as_a_book(tmp_path)
    assert in_plain_words(bad.value) == "my.toml: is a folder, not a file"


def test_a_cause_without_plain_words_keeps_its_own() -> None:
    assert plain_cause(OSError(28, "No space left on device")) == "No space left on device"


def test_an_option_for_one_value_is_given_once() -> None:
    assert "it is given twice; give it once" in refusal("sim", "pass-line", "--book", "sentosa", "--book", "adelaide")
    assert "--rolls" in refusal("exact", "pass-line", "--rolls", "10", "--rolls", "20")
    assert "comeout compare" in refusal("exact", "pass-line", "--book", "sentosa", "--book", "adelaide")


@pytest.mark.parametrize("command", [("exact",), ("sim",), ("compare",), ("tune",), ("solve",), ("strategy", "check")])
def test_the_help_names_the_default_book(command: tuple[str, ...]) -> None:
    told = " ".join(page(*command, "--help").split())
    assert f"({default_book()} if not given)" in told
    assert DEFAULT_BOOK not in told


SEARCHING = """
import signal, sys, threading
import comeout.lab.graph as graph
from comeout.cli.program import app

def attend(*_):
    print("searching", flush=True)
    threading.Event().wait()

signal.signal(signal.SIGINT, signal.default_int_handler)
graph.attend = attend
app()
"""
"""The program, whose search of a graph says that it has begun, and never ends."""


@pytest.mark.parametrize(
    ("command", "stopped", "then"),
    [
        ("exact iron-cross", "while working out iron-cross at", "comeout sim iron-cross"),
        ("exact iron-cross --rolls 50 --ruin-at-most 5%", "while searching", "to begin again"),
        ("exact iron-cross --sensitivity", "while working out what each roll is worth", "to begin again"),
        ("exact --all", "while working out every preset", "finished graphs are kept"),
        ("sim iron-cross", "while finding out what iron-cross at", "to begin again"),
        ("compare iron-cross pass-line", "while finding out what these can meet: iron-cross, pass-line", "begin again"),
        ("tune pass-345 --vary unit=5,10", "while trying the values of pass-345", "Fewer values"),
        ("diff sentosa adelaide --strategy iron-cross", "while pricing the change", "finished graphs are kept"),
        ("solve --bankroll 50 --goal 100", "while looking for the best play", "a larger --unit"),
        ("strategy graph iron-cross", "while finding the graph of iron-cross", "to begin again"),
        ("strategy check iron-cross", "before it was done", "to begin again"),
    ],
)
def test_a_search_that_is_stopped_with_ctrl_c_says_so_in_one_line(
    command: str, stopped: str, then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMEOUT_CACHE", str(tmp_path))
    words = [sys.executable, "-c", SEARCHING, *command.split()]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "searching\n"
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=60)
    assert (process.returncode, out) == (INTERRUPTED, "")
    assert told.startswith(f"comeout: stopped {stopped}")
    assert then in told
    assert told.count("\n") == 1
