"""Exported tables are replayed from a file: what differs is told with its position, a broken file explains itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from comeout.cli.program import app
from comeout.replay.exports import begins_as_export, replay_export
from comeout.replay.result import Replayed, ReplayError
from tests.kit.engine_1 import TABLES, copy_export
from tests.kit.exports import written
from tests.kit.house_games import exported_evening

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    return exported_evening(tmp_path_factory.mktemp("evening"), "sentosa")


def file_of(folder: Path, lines: Lines) -> str:
    path = folder / "table.jsonl"
    path.write_bytes(written(lines))
    return str(path)


def replayed(folder: Path, lines: Lines) -> Replayed:
    return replay_export(file_of(folder, lines))


def test_an_exported_table_tells_its_players_rolls_and_records(tmp_path: Path, evening: Lines) -> None:
    result = replayed(tmp_path, evening)
    assert result.ok
    assert (result.rulebook, result.name, result.notes) == ("sentosa", "sentosa", [])
    assert set(result.got) == {"players", "point", "records", "rolls"}
    assert set(result.got["players"]) == {"1", "2"}
    assert (result.got["records"], result.got["rolls"]) == (len(evening) - 1, 4)


def test_the_decisions_of_an_earlier_engine_are_noted_as_not_made_again(tmp_path: Path) -> None:
    result = replay_export(str(copy_export(next(iter(TABLES)), tmp_path)))
    assert result.ok
    [note] = result.notes
    assert "of an earlier revision of the engine" in note


def test_a_record_that_differs_comes_with_the_position_of_the_table(tmp_path: Path, evening: Lines) -> None:
    place = next(place for place, line in enumerate(evening) if line.get("kind") == "BetPlaced")
    changed = {**evening[place], "body": [*evening[place]["body"][:2], 5, *evening[place]["body"][3:]]}
    [told] = replayed(tmp_path, [*evening[:place], changed, *evening[place + 1 :]]).differences
    assert told.says == f"sentosa, record {place} (BetPlaced): it is not what was logged: its hash is another"
    assert told.position == "sentosa come-out | 1 | 2"


def test_the_command_line_replays_an_export(tmp_path: Path, evening: Lines) -> None:
    told = CliRunner().invoke(app, ["replay", file_of(tmp_path, evening)])
    assert told.exit_code == 0, told.output
    assert "1 as stated" in told.output
    last = {**evening[-1], "hash": "00" * 32}
    told = CliRunner().invoke(app, ["replay", file_of(tmp_path, [*evening[:-1], last])])
    assert told.exit_code == 1
    assert f"record {last['seq']}" in " ".join(told.output.split())


def test_only_a_file_that_begins_as_an_export_is_one(tmp_path: Path, evening: Lines) -> None:
    assert begins_as_export(file_of(tmp_path, evening))
    (tmp_path / "game.txt").write_text('book sentosa\n# no "format"\n', encoding="utf-8")
    assert not begins_as_export(str(tmp_path / "game.txt"))
    assert not begins_as_export(str(tmp_path / "nothing"))


def test_an_export_that_cannot_be_read_is_told_with_its_file(tmp_path: Path, evening: Lines) -> None:
    with pytest.raises(ReplayError, match=r"table\.jsonl: line 3: no record"):
        replayed(tmp_path, [*evening[:2], {"kind": "BetPlaced"}])


def test_a_book_that_does_not_compile_is_told(tmp_path: Path, evening: Lines) -> None:
    head = json.loads(json.dumps(evening[0]))
    head["book"]["text"] = "not a book"
    with pytest.raises(ReplayError, match="TOML"):
        replayed(tmp_path, [head])
