"""No table of a player or of the lobby pays an amount better than the printed odds, whatever is chosen or posted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from comeout.exact.rounding_edges import rounding_edges
from comeout.house.host.create import OpeningError, create_table, opening_settings
from comeout.house.host.fair_settings import HOUSE_MINIMUM, notices_due, with_minimums
from comeout.log.records import TableRow
from comeout.rules.library import book_names, load_book
from comeout.table.settings import Settings, chosen_settings, default_settings
from tests.kit.nights import Night, play, seated


def row(player: str) -> TableRow:
    return TableRow("t", "T", "digest", "live", "chain", "standard", player, 0)


def posted(book: str, due: tuple[tuple[str, str], ...], **settings: str) -> Settings:
    return chosen_settings(load_book(book), {name.replace("_", "-"): v for name, v in settings.items()} | dict(due))


ROUNDED = [(book, "up") for book in book_names()] + [(book, "down") for book in book_names() if book != "adelaide"]


@pytest.mark.parametrize(("book", "breakage"), ROUNDED)
@pytest.mark.claim("money-from-nothing")
def test_a_table_with_the_house_s_minimums_has_no_amount_with_an_edge(book: str, breakage: str) -> None:
    layout = load_book(book)
    chosen = opening_settings(layout, {"breakage": breakage})
    assert not list(rounding_edges(layout, chosen))
    assert set(chosen.minimum.values()) <= {HOUSE_MINIMUM}
    assert bool(chosen.minimum) == (breakage == "up")


def test_a_minimum_that_somebody_posts_stays() -> None:
    layout = load_book("adelaide")
    chosen = opening_settings(layout, {"min place-6": "5"})
    assert (chosen.minimum["place-6"], chosen.minimum["place-8"]) == (500, HOUSE_MINIMUM)


def test_no_minimum_is_posted_above_a_maximum() -> None:
    layout = load_book("adelaide")
    chosen = replace(default_settings(layout), maximum={"place-6": 50})
    assert "place-6" not in with_minimums(layout, chosen).minimum


@play
async def test_an_operator_may_choose_what_a_player_may_not() -> None:
    night = Night("adelaide")
    chosen = {"payable-unit": "1"}
    with pytest.raises(OpeningError, match=r"of 1\.01 .*player edge"):
        await night.open(payable_unit="1")
    await create_table(
        night.store, night.clock, night.layout, name="t", mode="live", dice="chain", profile="standard",
        settings=chosen, by_operator=True,
    )  # fmt: skip


@pytest.mark.claim("money-from-nothing")
@play
async def test_a_notice_that_would_make_an_edge_is_refused_with_the_amount() -> None:
    night = await seated("adelaide", dice="crew")
    answer = await night.do("eve", "PostNotice", by="shift-manager", setting="payable-unit", value="1")
    assert (answer["ok"], answer["reason"]) == (False, "BAD_SETTING")
    assert " of 1.01 " in answer["says"]
    assert (await night.do("eve", "PostNotice", by="shift-manager", setting="odds", value="2"))["ok"]


@pytest.mark.parametrize("settings", [{}, {"payable_unit": "5000000"}])
def test_a_player_s_table_from_before_gets_the_notices_that_make_it_fair(settings: dict[str, str]) -> None:
    layout = load_book("adelaide")
    due = notices_due(row("ann"), layout, posted("adelaide", (), **settings))
    assert not list(rounding_edges(layout, posted("adelaide", due, **settings)))
    assert not notices_due(row("ann"), layout, posted("adelaide", due, **settings))


def test_a_table_of_the_house_gets_them_only_where_an_operator_chose_nothing() -> None:
    layout = load_book("adelaide")
    assert notices_due(row(""), layout, default_settings(layout))
    assert not notices_due(row(""), layout, posted("adelaide", (), payable_unit="1"))
