"""Opening tables: the book is kept, the settings are the book's to allow, and the log begins at once."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from comeout.dice import Roll
from comeout.house.clock import WallClock
from comeout.house.config import priced, read_payouts
from comeout.house.host.create import OpeningError, book_row, create_table
from comeout.house.house import House
from comeout.house.store import open_store
from comeout.house.store.contract import Store
from comeout.log.codec import read_event
from comeout.log.fold import opened_state
from comeout.log.records import Batch, TableRow, layout_of
from comeout.rules.layout import Layout
from comeout.rules.library import book_names, load_book, load_text, own_copy
from comeout.table.messages import TableOpened
from comeout.table.settings import SettingError
from tests.kit.casebook import cites
from tests.kit.house_games import at_the_house
from tests.kit.stores import house_at

CLOCK = WallClock()


async def opened(store: Store, layout: Layout | None = None, **changes: Any) -> TableRow:
    wanted: dict[str, Any] = {
        "name": "High Rollers",
        "mode": "live",
        "dice": "chain",
        "profile": "standard",
        "settings": {},
    }
    return await create_table(store, CLOCK, layout or load_book("adelaide"), **{**wanted, **changes})


def test_a_new_table_has_its_book_its_row_and_one_record(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        layout = load_book("adelaide")
        row = await opened(store, settings={"odds": "5"})
        assert row == await store.table("high-rollers")
        assert (row.book, row.mode, row.dice, row.closed) == (layout.digest, "live", "chain", False)
        book = await store.book(layout.digest)
        assert book is not None
        assert book.text == layout.text
        [record] = await store.records(row.id)
        event = read_event(record.kind, record.body)
        assert isinstance(event, TableOpened)
        assert event.digest == layout.digest
        assert set(opened_state(layout, event).settings.odds_multiple.values()) == {5}
        assert await store.claim(row.id, "a server", lease_s=1)

    at_the_house(tmp_path, scenario)


@pytest.mark.parametrize(("book", "shooter"), [("adelaide", "seats"), ("evolution", "companion")])
def test_players_throw_the_dice_where_the_book_has_a_shooter(tmp_path: Path, book: str, shooter: str) -> None:
    async def scenario(store: Store) -> None:
        row = await opened(store, load_book(book))
        [record] = await store.records(row.id)
        event = read_event(record.kind, record.body)
        assert isinstance(event, TableOpened)
        assert opened_state(load_book(book), event).settings.shooter == shooter

    at_the_house(tmp_path, scenario)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dice": "crew"}, "set crew=people"),
        ({"settings": {"crew": "people"}}, "crew=people needs dice crew"),
        ({"mode": "first-person"}, "belongs to a player"),
        ({"name": " "}, "a name of 1 to 60"),
        ({"name": "a\nb"}, "a name of 1 to 60"),
    ],
)
def test_what_does_not_go_together_is_refused_and_leaves_nothing(
    tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(OpeningError, match=says):
            await opened(store, **changes)
        assert not await store.tables(closed=True)

    at_the_house(tmp_path, scenario)


def test_a_setting_the_book_does_not_allow_is_refused_with_its_words(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(SettingError, match="odds multiple may be"):
            await opened(store, settings={"odds": "999"})
        assert not await store.tables()

    at_the_house(tmp_path, scenario)


def test_people_run_a_table_whose_dice_they_read(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        assert (await opened(store, dice="crew", settings={"crew": "people"})).dice == "crew"

    at_the_house(tmp_path, scenario)


def test_two_open_tables_do_not_share_a_name_but_a_closed_one_gives_way(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await opened(store)
        with pytest.raises(OpeningError, match="another name"):
            await opened(store)
        lease = await store.claim("high-rollers", "operator", lease_s=1)
        assert lease
        await store.append(lease, Batch(closes=True))
        assert (await opened(store)).id == "high-rollers-2"

    at_the_house(tmp_path, scenario)


def test_a_house_opens_although_another_table_has_the_name_of_a_standing_one(tmp_path: Path) -> None:
    async def running() -> set[str]:
        house = House(open_store(house_at(tmp_path)), CLOCK)
        await house.start()
        try:
            return {place.row.name for place in house.places.values()}
        finally:
            await house.stop()

    at_the_house(tmp_path, lambda store: opened(store, name="Sentosa"))
    with capture_logs() as logs:
        assert asyncio.run(running()) == {*book_names(), "Sentosa"} - {"sentosa"}
    [told] = [each["why"] for each in logs if each["log_level"] == "error"]
    assert told.startswith('there is a table "sentosa" already')


def test_a_table_that_somebody_else_is_opening_is_left_to_them(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        assert await store.claim("high-rollers", "somebody", lease_s=60)
        with pytest.raises(OpeningError, match="just now"):
            await opened(store)

    at_the_house(tmp_path, scenario)


def test_tables_in_first_person_share_names_and_never_ids(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        rows = [await opened(store, mode="first-person", player="ann") for _ in range(2)]
        assert rows[0].id != rows[1].id
        assert list(await store.tables(player="ann")) == rows

    at_the_house(tmp_path, scenario)


def test_a_kept_book_compiles_to_what_it_was_with_a_houses_higher_payouts() -> None:
    house = load_book("adelaide", payouts={"any-seven": "5 to 1", "field": {2: "3 to 1"}})
    row = book_row(house)
    assert json.loads(row.payouts) == {"any-seven": {"0": "5 to 1"}, "field": {"2": "3 to 1"}}
    again = layout_of(row)
    assert again.digest == house.digest != load_book("adelaide").digest
    assert again.payouts == house.payouts


@cites("adelaide 6(b)")
def test_a_house_pays_alike_at_all_its_tables_of_a_book(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        dearer = load_book("adelaide", payouts={"any-seven": "5 to 1"})
        await opened(store, name="first")
        with pytest.raises(OpeningError, match=r'table "first" is open under adelaide and pays other odds.*6\(b\)'):
            await opened(store, dearer, name="second")
        await opened(store, load_book("sentosa"), name="third")

    at_the_house(tmp_path, scenario)


def test_a_house_plays_by_no_file_that_has_the_id_of_one_of_our_books_and_is_another(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        text = load_book("adelaide").text.replace(
            'odds = "4 to 1", clause = "6(c) Any Seven"', 'odds = "1 to 2", clause = "6(c) Any Seven"'
        )
        with pytest.raises(OpeningError, match='has the id "adelaide" and is not that book: give it an id of its own'):
            await opened(store, load_text(text, file="mine.toml"))
        mine, own = own_copy(load_book("adelaide"), "Corner House")
        assert own == "corner-house"
        assert (await opened(store, load_text(mine))).book != load_book("adelaide").digest

    at_the_house(tmp_path, scenario)


def test_the_payouts_of_a_house_are_those_of_every_table_it_opens(tmp_path: Path) -> None:
    file = tmp_path / "payouts.toml"
    file.write_text('[adelaide]\nany-seven = "5 to 1"\npass-odds = { 4 = "3 to 1" }\n', encoding="utf-8")
    payouts = read_payouts(str(file))

    async def scenario(store: Store) -> None:
        house = House(store, CLOCK, payouts=payouts)
        for name in ("one", "two"):
            row = await house.create(load_book("adelaide"), name=name, mode="live")
            layout = await house.books.of(row.book)
            assert layout.cell("any-seven", point=0, roll=Roll(3, 4).place).odds == 5
            assert layout.cell("buy-4", point=6, roll=Roll(2, 2).place).odds == 3
        assert priced(load_book("sentosa"), payouts) is load_book("sentosa")
        assert priced(layout, payouts) is layout

    at_the_house(tmp_path / "house", scenario)


def test_lesson_dice_are_for_lessons_alone(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        with pytest.raises(OpeningError, match="lesson dice are for lessons alone"):
            await opened(store, dice="lesson")

    at_the_house(tmp_path, scenario)
