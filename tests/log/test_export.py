"""What leaves the house: a table's log that plays again anywhere by its own book, and a player's rolls by round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from comeout.cli.program import app
from comeout.house.operator.export_writer import export_player, export_table
from comeout.house.store.contract import Store
from comeout.log.dice_proof import parse_line, verify_dice
from comeout.log.hash_chain import first_bad
from comeout.log.records import Record
from comeout.replay import replay_file
from comeout.replay.result import Replayed, ReplayError
from comeout.rules.library import book_names, load_book
from tests.kit.exports import rehashed
from tests.kit.house_games import at_the_house, play_evening

Lines = list[dict[str, Any]]


def exported(path: Path, book: str, *, rolls: int = 4) -> Lines:
    async def scenario(store: Store) -> list[bytes]:
        table = await play_evening(store, book, rolls=rolls)
        return [line async for line in export_table(store, table)]

    lines = at_the_house(path, scenario)
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    return [json.loads(line) for line in lines]


def written(path: Path, lines: Lines) -> Path:
    file = path / "table.jsonl"
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    file.write_text(text, encoding="utf-8")
    return file


def replayed(path: Path, lines: Lines) -> Replayed:
    [result] = replay_file(str(written(path, lines)))
    return result


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    return exported(tmp_path_factory.mktemp("evening"), "sentosa")


def test_an_export_begins_with_the_table_and_its_whole_book(evening: Lines) -> None:
    layout, head = load_book("sentosa"), evening[0]
    assert list(head) == ["comeout", "format", "table", "book"]
    assert head["format"] == "log-1"
    assert (head["table"]["id"], head["table"]["dice"]) == ("sentosa", "chain")
    assert head["book"] == {"digest": layout.digest, "name": "sentosa", "text": layout.text, "payouts": {}}


def test_every_record_is_a_line_whose_hashes_anybody_can_check(evening: Lines) -> None:
    fields = ["table", "epoch", "seq", "at", "book", "kind", "body", "hash"]
    assert all(list(line) == fields for line in evening[1:])
    records = [
        Record(
            line["table"],
            line["epoch"],
            line["seq"],
            line["at"],
            line["kind"],
            json.dumps(line["body"], ensure_ascii=False, separators=(",", ":")).encode(),
            bytes.fromhex(line["hash"]),
        )
        for line in evening[1:]
    ]
    assert first_bad(records, evening[1]["book"]) is None
    assert "lucky ⚅" in str(evening)


@pytest.mark.parametrize("book", book_names())
def test_an_exported_table_replays_and_its_dice_verify(tmp_path: Path, book: str) -> None:
    lines = exported(tmp_path, book)
    result = replayed(tmp_path, lines)
    assert result.differences == []
    assert (result.rulebook, result.name) == (book, book)
    assert result.got["rolls"] == 4
    assert result.got["records"] == len(lines) - 1
    assert set(result.got["players"]) == {"1", "2"}
    with written(tmp_path, lines).open("rb") as file:
        assert verify_dice(parse_line(line) for line in file).fault is None


def test_the_command_line_replays_an_export(tmp_path: Path, evening: Lines) -> None:
    told = CliRunner().invoke(app, ["replay", str(written(tmp_path, evening))])
    assert told.exit_code == 0, told.output
    assert "1 as stated" in told.output
    evening = [*evening[:-1], {**evening[-1], "hash": "00" * 32}]
    told = CliRunner().invoke(app, ["replay", str(written(tmp_path, evening))])
    assert told.exit_code == 1
    assert f"record {evening[-1]['seq']}" in " ".join(told.output.split())


def _find(lines: Lines, kind: str) -> int:
    return next(place for place, line in enumerate(lines) if line.get("kind") == kind)


def test_a_changed_record_differs(tmp_path: Path, evening: Lines) -> None:
    place = _find(evening, "BetPlaced")
    changed = {**evening[place], "body": [*evening[place]["body"][:2], 5, *evening[place]["body"][3:]]}
    [says] = replayed(tmp_path, [*evening[:place], changed, *evening[place + 1 :]]).differences
    assert says.startswith(f"sentosa, record {evening[place]['seq']} (BetPlaced)")


def test_a_settlement_forged_with_good_hashes_is_held_against_the_rules(tmp_path: Path, evening: Lines) -> None:
    place = _find(evening, "RollSettled")
    body = json.loads(json.dumps(evening[place]["body"]))
    body[7][0][5] += 100
    forged = rehashed([*evening[1:place], {**evening[place], "body": body}, *evening[place + 1 :]])
    [says] = replayed(tmp_path, [evening[0], *forged]).differences
    assert f"record {evening[place]['seq']} (RollSettled)" in says
    assert "by the rules" in says


def test_other_dice_with_good_hashes_are_held_against_the_chain(tmp_path: Path, evening: Lines) -> None:
    place = _find(evening, "dice-thrown")
    body = {**evening[place]["body"], "link": "ab" * 32}
    forged = rehashed([*evening[1:place], {**evening[place], "body": body}, *evening[place + 1 :]])
    [says] = replayed(tmp_path, [evening[0], *forged]).differences
    assert f"record {evening[place]['seq']} (dice-thrown)" in says


def test_old_games_replay_by_the_book_they_came_with(tmp_path: Path, evening: Lines) -> None:
    head = json.loads(json.dumps(evening[0]))
    head["book"]["text"] = load_book("adelaide").text
    [says] = replayed(tmp_path, [head, *evening[1:]]).differences
    assert "the book in this file is not the one" in says


@pytest.mark.parametrize(
    "broken", ['{"comeout":"1","format":"log-1","table":{}}\n', '{"comeout":"","format":"","table":""}']
)
def test_a_header_without_sense_is_no_export(tmp_path: Path, broken: str) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(ReplayError, match="line 1: no header"):
        replay_file(str(file))


def test_a_format_of_the_future_is_told_as_one(tmp_path: Path, evening: Lines) -> None:
    with pytest.raises(ReplayError, match='"log-9"; this version reads log-1'):
        replayed(tmp_path, [{**evening[0], "format": "log-9"}])


def test_a_line_that_is_no_record_is_told_with_its_number(tmp_path: Path, evening: Lines) -> None:
    with pytest.raises(ReplayError, match="line 3: no record"):
        replayed(tmp_path, [*evening[:2], {"kind": "BetPlaced"}])
    with pytest.raises(ReplayError, match="line 3: no record"):
        replayed(tmp_path, [*evening[:2], {**evening[2], "hash": "xyz"}])


def test_a_book_that_does_not_compile_is_told(tmp_path: Path, evening: Lines) -> None:
    head = json.loads(json.dumps(evening[0]))
    head["book"]["text"] = "not a book"
    with pytest.raises(ReplayError, match="TOML"):
        replayed(tmp_path, [head])


def test_a_table_that_is_not_there_cannot_be_exported(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(ValueError, match="no table"):
            await anext(export_table(store, "nowhere"))

    at_the_house(tmp_path, scenario)


def test_a_player_takes_every_roll_along_by_table_and_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("comeout.house.operator.export_writer.PAGE", 3)  # rounds go across pages

    async def scenario(store: Store) -> list[bytes]:
        await play_evening(store, "sentosa")
        await play_evening(store, "adelaide", rolls=5)
        return [line async for line in export_player(store, "ann")]

    head, *rounds = [json.loads(line) for line in at_the_house(tmp_path, scenario)]
    assert (head["format"], head["player"]) == ("recall-1", "ann")
    for table, rolls in (("adelaide", 5), ("sentosa", 8)):
        mine = [each for each in rounds if each["table"] == table]
        numbers = [each["round"] for each in mine]
        assert numbers == sorted(set(numbers), reverse=True)
        played = [roll for each in reversed(mine) for roll in each["rolls"]]
        assert [roll["roll"] for roll in played] == list(range(1, rolls + 1))
        assert all(roll["round"] == each["round"] for each in mine for roll in each["rolls"])
        assert all({"bets", "dice", "lines", "rack_before_cents", "rack_after_cents"} <= roll.keys() for roll in played)
