"""`serve`, `join` and `verify-dice`: what they pass on, what they refuse, and the exit codes of a check."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from comeout.cli import serve as commands
from comeout.cli.program import app
from comeout.house import server
from comeout.house.config import Config
from comeout.house.server import ServerTrouble
from comeout.log.verification import NO_CHAIN, NO_LOG, NO_ROLL
from comeout.play import join
from comeout.play.join import Visit
from tests.kit.exports import played, rehashed, written
from tests.kit.forgeries import real_export


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    """`serve` stops the garbage collector until the house is open, and here none opens."""
    yield
    gc.enable()


def test_serve_runs_the_house_that_its_options_describe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[Config] = []

    def run(config: Config, is_open: Any) -> None:
        opened.append(config)
        is_open("http://127.0.0.1:9000")

    monkeypatch.setattr(server, "serve", run)
    commands.serve(data=str(tmp_path), port="9000", log_level="debug")
    assert [(each.data, each.port, each.log_level) for each in opened] == [(str(tmp_path), 9000, "debug")]
    assert capsys.readouterr().out.splitlines() == [
        f"Comeout keeps its tables in {tmp_path}",
        "The house is open at http://127.0.0.1:9000 (play money; Ctrl-C closes it)",
        "The house is closed; everything is stored.",
    ]


def test_serve_says_what_keeps_a_house_from_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object) -> None:
        raise ServerTrouble("the port is taken")

    monkeypatch.setattr(server, "serve", run)
    with pytest.raises(ServerTrouble, match=r"^the house cannot open: the port is taken$"):
        commands.serve(data=str(tmp_path))


def test_serve_refuses_a_bad_option_before_anything_opens(tmp_path: Path) -> None:
    with pytest.raises(typer.BadParameter, match="--port is 'high'"):
        commands.serve(data=str(tmp_path), port="high")


def test_join_visits_with_everything_that_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    visits: list[Visit] = []

    def visit(wanted: Visit, file: Path) -> int:
        visits.append(wanted)
        assert file.name == "visits.json"
        return 3

    monkeypatch.setattr(join, "main", visit)
    with pytest.raises(typer.Exit) as ended:
        commands.join("http://127.0.0.1:1", "friday", name="Ann", rack="12.50", settings=["odds=3"], sit=False)
    assert ended.value.exit_code == 3
    assert visits == [Visit("http://127.0.0.1:1", "friday", "", "Ann", False, 12_50, {"odds": "3"}, False)]


def test_join_goes_to_one_table() -> None:
    with pytest.raises(typer.BadParameter, match="not both"):
        commands.join("http://127.0.0.1:1", "friday", new="sentosa")


def test_a_file_that_is_no_export_is_not_blamed_on_the_dice(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello", encoding="utf-8")
    result = CliRunner().invoke(app, ["verify-dice", str(file)])
    assert result.exit_code == 2
    assert "is no export" in result.stderr


@pytest.mark.parametrize(
    ("lines", "code", "says"),
    [
        (list(real_export()), 0, "3 rolls of table verified"),
        (played(2), 1, "so nothing but the dice can be checked"),
        (played(2)[1:], 1, "roll 1 is bad (line 1 of the export): record 2 cannot follow record 0"),
        (played(0), 3, NO_ROLL),
        (rehashed([played(1)[0], played(1)[-2]]), 3, NO_CHAIN),
    ],
)
def test_the_exit_code_tells_right_from_wrong_and_from_what_cannot_be_checked(
    tmp_path: Path, lines: list[dict[str, Any]], code: int, says: str
) -> None:
    file = tmp_path / "table.jsonl"
    file.write_bytes(written(lines))
    result = CliRunner().invoke(app, ["verify-dice", str(file)])
    assert result.exit_code == code
    assert says in result.stdout
    told = json.loads(CliRunner().invoke(app, ["verify-dice", "--json", str(file)]).stdout)
    assert (told["ok"], told["verdict"]) == (code == 0, {0: "right", 1: "wrong", 3: "unchecked"}[code])


def test_a_file_that_is_cut_off_or_holds_no_log_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text('{"hello":1}\n', encoding="utf-8")
    result = CliRunner().invoke(app, ["verify-dice", "--json", str(file)])
    assert (result.exit_code, result.stderr) == (2, f"comeout: {file}: {NO_LOG}\n")
    whole = written(played(2))
    file.write_bytes(whole[:-20])
    result = CliRunner().invoke(app, ["verify-dice", str(file)])
    line = whole.count(b"\n")
    assert result.exit_code == 2
    assert result.stderr == f"comeout: {file}: line {line} cannot be read; the file is cut off, or no export\n"
