"""What leaves the house: a table's log with its whole book, and a player's rolls by round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from comeout.house.operator.export_writer import export_player, export_table
from comeout.house.store.contract import Store
from comeout.log.hash_chain import first_bad
from comeout.log.records import Record
from comeout.rules.library import load_book
from tests.kit.house_games import at_the_house, exported_evening, play_evening

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    return exported_evening(tmp_path_factory.mktemp("evening"), "sentosa")


def test_an_export_begins_with_the_table_and_its_whole_book(evening: Lines) -> None:
    layout, head = load_book("sentosa"), evening[0]
    assert list(head) == ["comeout", "format", "table", "book", "log"]
    assert head["format"] == "log-1"
    assert (head["table"]["id"], head["table"]["dice"]) == ("sentosa", "chain")
    assert head["book"] == {"digest": layout.digest, "name": "sentosa", "text": layout.text, "payouts": {}}
    assert head["log"] == {"records": len(evening) - 1, "hash": evening[-1]["hash"]}


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
