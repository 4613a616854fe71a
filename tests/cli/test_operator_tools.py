"""What the operator's commands share: tables and players by name, words of a list, progress, pages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

import pytest

from comeout.cli.operator_tools import (
    PATIENCE_SECONDS,
    NoHouse,
    Status,
    at_the_house,
    collect_rolls,
    find_player,
    find_table,
    not_yet_there,
    one_of,
    print_page,
    read_pairs,
    restore_backup,
    tick,
    told_roles,
    write_export,
)
from comeout.house.host.closing import DeskError
from comeout.house.store.contract import Store
from comeout.log.export import play_again
from tests.kit.house_games import at_the_house as with_store
from tests.kit.house_games import open_evening, play_evening
from tests.kit.stores import ON_POSTGRES


def test_work_at_a_house_that_is_not_there_makes_none(tmp_path: Path) -> None:
    async def work(_store: Store, _status: Status) -> None:
        raise AssertionError("there is nothing to work at")

    with pytest.raises(NoHouse, match=r"there is no house in .* yet; comeout house create-table"):
        at_the_house(work, str(tmp_path / "none"), None)
    assert not (tmp_path / "none").exists()


def test_a_table_is_found_by_its_id_or_by_a_name_that_only_one_has(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(DeskError, match="there are no tables yet: comeout house create-table"):
            await find_table(store, "friday")
        evening = await open_evening(store, "sentosa")
        await evening.host.stop()
        row = await find_table(store, "sentosa")
        assert row.id == evening.table
        assert await find_table(store, row.name) == row
        with pytest.raises(DeskError, match='there is no table "sentosaa"; did you mean "sentosa"'):
            await find_table(store, "sentosaa")

    with_store(tmp_path, scenario)


def test_nobody_is_found_by_a_name_that_nobody_has(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(DeskError, match='nobody has the id or the name "zoe"'):
            await find_player(store, "zoe")

    with_store(tmp_path, scenario)


def test_settings_are_read_as_pairs() -> None:
    assert read_pairs(["odds=3", " min field = 5 "]) == {"odds": "3", "min field": "5"}
    with pytest.raises(DeskError, match='"odds" is not a setting; write it like odds=3'):
        read_pairs(["odds"])


def test_one_word_of_a_list_is_taken_and_any_other_told_which_there_are() -> None:
    words = Literal["chain", "entropy"]
    assert one_of("chain", words, "--dice") == "chain"
    with pytest.raises(DeskError, match='--dice is "bones"; it should be chain or entropy'):
        one_of("bones", words, "--dice")


def test_roles_are_told_with_the_table_they_are_for() -> None:
    held = [
        {"role": "dealer", "table": "*", "acting": False},
        {"role": "boxperson", "table": "friday", "acting": True},
    ]
    assert told_roles(held) == "dealer, acting boxperson at friday"


def test_an_export_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    output = tmp_path / "table.jsonl"

    async def scenario(store: Store) -> int:
        return await write_export(store, await play_evening(store, "sentosa", rolls=2), output, Status(""))

    records = with_store(tmp_path / "data", scenario)
    with output.open("rb") as file:
        again = play_again(file)
    assert (again.fault, again.proof.records) == (None, records)
    assert [each.name for each in tmp_path.glob("*.jsonl*")] == ["table.jsonl"]
    with pytest.raises(DeskError, match="is there already; --force writes over it"):
        not_yet_there(output)


@pytest.mark.skipif(ON_POSTGRES, reason="this is about data folders")
def test_what_is_no_backup_leaves_no_folder(tmp_path: Path) -> None:
    file, folder = tmp_path / "notes.txt", tmp_path / "data"
    with pytest.raises(DeskError, match="there is no backup"):
        restore_backup(file, str(folder), None)
    file.write_text("hello", encoding="utf-8")
    with pytest.raises(DeskError, match="is no backup of a house, or a damaged one"):
        restore_backup(file, str(folder), None)
    assert not folder.exists()


@pytest.mark.parametrize("dice", ["chain", "entropy"])
def test_rolls_of_either_dice_are_collected(tmp_path: Path, dice: str) -> None:
    raw, scaled = tmp_path / "raw", tmp_path / "scaled"
    assert collect_rolls(20, raw, scaled, dice).rolls == 20
    assert scaled.stat().st_size == 20
    with pytest.raises(DeskError, match='--dice is "bones"'):
        collect_rolls(20, raw, scaled, "bones")


def test_a_page_has_aligned_columns_and_none_that_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"id": "friday", "closed": False, "seated": 2, "note": ""},
        {"id": "x", "closed": True, "seated": 0, "note": ""},
    ]
    print_page(rows, titles={"id": "table"})
    assert capsys.readouterr().out == "table   closed  seated\nfriday          2\nx       yes     0\n"


def test_what_takes_long_says_how_far_it_has_come(capsys: pytest.CaptureFixture[str]) -> None:
    naps = 0

    class Quick:
        async def sleep(self, seconds: float) -> None:
            nonlocal naps
            naps += 1
            assert seconds == PATIENCE_SECONDS
            if naps == 3:
                raise asyncio.CancelledError

    async def scenario() -> None:
        with pytest.raises(asyncio.CancelledError):
            await tick(Status("7 of 9 records proved"), clock=Quick())  # type: ignore[arg-type]

    asyncio.run(scenario())
    assert capsys.readouterr().err == "7 of 9 records proved ...\n" * 2
