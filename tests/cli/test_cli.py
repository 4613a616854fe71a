"""The entry point of the command line: it runs the program, and a missing library is one line that says what to do."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from comeout import __version__, cli, extras
from comeout.cli import program


def test_main_runs_the_program_with_the_arguments_of_the_shell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["comeout", "--version"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"comeout {__version__}\n"


def test_without_the_libraries_of_the_command_line_main_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda library: None if library == "typer" else find_spec(library))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    says = "comeout: the command line needs typer, which is not installed: pip install 'comeout[cli]'\n"
    assert capsys.readouterr() == ("", says)


def failing(name: str) -> Any:
    def app() -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    return SimpleNamespace(app=app)


def test_a_library_that_a_command_misses_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "app", failing("litestar.handlers").app)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    says = "comeout: this command needs litestar, which is not installed: pip install 'comeout[serve]'\n"
    assert capsys.readouterr() == ("", says)


def test_a_module_of_no_extra_is_an_error_of_ours_and_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "app", failing("comeout.nowhere").app)
    with pytest.raises(ModuleNotFoundError, match="nowhere"):
        cli.main()
