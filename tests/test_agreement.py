"""The engine and the naive referee agree: on every cell of every book, and on random games with several players."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from comeout.dice import ROLLS
from comeout.rules.layout import HOUSE, POINT_PLACE, POINTS, RACK, WORKING, Cell, Layout, Spot
from comeout.rules.library import load_book
from tests import referee
from tests.kit import players
from tests.kit.sides import Pair

GAMES = int(os.getenv("COMEOUT_GAMES", "2000"))
PARTS = 8
STEPS = 40
LAYOUTS = {book: load_book(book) for book in referee.BOOKS}


@pytest.mark.parametrize("book", referee.BOOKS)
def test_the_book_has_exactly_the_spots_of_the_referee(book: str) -> None:
    assert set(LAYOUTS[book].by_id) == set(referee.spots(book))


@pytest.mark.parametrize("book", referee.BOOKS)
@pytest.mark.claim("rules-agree")
def test_every_cell_agrees(book: str) -> None:
    layout = LAYOUTS[book]
    for spot in layout.spots:
        for point in POINTS:
            assert_planes_agree(layout, spot, point)


def assert_planes_agree(layout: Layout, spot: Spot, point: int) -> None:
    puck = point or None
    asleep, working = (plane[POINT_PLACE[point]] for plane in layout.cells[spot.index])
    assert (working is not None) == referee.stands(layout.id, spot.id, puck), (spot.id, point)
    assert (asleep is not None) == referee.can_sleep(layout.id, spot.id, puck), (spot.id, point)
    default = bool(spot.wager.sleep) and not point
    assert default == referee.asleep_by_default(layout.id, spot.id, puck), (spot.id, point)
    for works, row in ((False, asleep), (True, working)):
        for roll in ROLLS if row else ():
            found = plain(layout, spot, row[roll.place])  # type: ignore[index]  # row is there when it is looped over
            assert found == referee.cell(layout.id, spot.id, puck, works, *roll), (spot.id, point, works, roll)
    assert WORKING == 1


def plain(layout: Layout, spot: Spot, cell: Cell) -> tuple[str, object]:
    if cell.to == spot.index:
        return "stay", cell.odds
    return {RACK: "rack", HOUSE: "house"}.get(cell.to) or layout.spots[cell.to].id, cell.odds


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("book", referee.BOOKS)
@pytest.mark.claim("rules-agree")
def test_random_games_agree_step_by_step_refusals_included(
    book: str, part: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("figures", f"{GAMES:,} games of each book, {STEPS} steps each")
    for seed in range(part, GAMES, PARTS):
        play_one_game(book, seed)


def play_one_game(book: str, seed: int) -> None:
    """One random game, the same asked of both sides, compared after every step."""
    luck = players.new_luck(LAYOUTS[book], seed)
    pair = Pair(luck.layout, luck.settings())
    for asked in players.arrivals(luck):
        pair.ask(asked)
    while len(pair.told) < STEPS:
        for asked in players.next_asked(luck, pair.table):
            pair.ask(asked)
