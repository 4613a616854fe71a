"""The engine and the naive referee agree: on every cell of every book, and on random games with several players."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from comeout.dice import ROLLS
from comeout.rules.layout import HOUSE, POINT_PLACE, POINTS, RACK, WORKING, Cell, Layout, Spot
from comeout.rules.library import load_book
from tests import referee
from tests.players import Engine

GAMES = int(os.getenv("COMEOUT_GAMES", "2000"))
PARTS = 8
STEPS = 30
LAYOUTS = {book: load_book(book) for book in referee.BOOKS}


@pytest.mark.parametrize("book", referee.BOOKS)
def test_the_book_has_exactly_the_spots_of_the_referee(book: str) -> None:
    assert set(LAYOUTS[book].by_id) == set(referee.spots(book))


@pytest.mark.parametrize("book", referee.BOOKS)
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
def test_random_games_agree_step_by_step_refusals_included(book: str, part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        play_one_game(book, seed)


def play_one_game(book: str, seed: int) -> None:
    """One random game, the same calls to both sides, compared after every step."""
    luck = random.Random(f"{book} {seed}")
    layout = LAYOUTS[book]
    racks = {seat: luck.choice((2_000, 30_000, 500_000)) for seat in range(1, luck.randint(2, 4))}
    table = random_table(book, luck)
    ours, theirs = Engine(layout, table, racks), referee.Game(book, table, racks)
    told: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        step = random_step(book, luck, ours)
        told.append(step)
        name, *rest = step
        options = rest.pop() if rest and isinstance(rest[-1], dict) else {}
        answers = [getattr(side, name)(*rest, **options) for side in (ours, theirs)]
        seen = (answers[0], ours.racks, ours.bets, ours.point, ours.commission)
        wanted = (answers[1], theirs.racks, theirs.bets, theirs.point, theirs.commission)
        assert seen == wanted, f"{book}, seed {seed}, table {table}, racks {racks}: {told}"


def random_table(book: str, luck: random.Random) -> dict[str, Any]:
    table: dict[str, Any] = {}
    spots = referee.spots(book)
    if book != "sentosa" and luck.random() < 0.6:
        most = 10 if book == "adelaide" else 100
        by_point = {n: luck.randint(1, min(most, 5)) for n in (4, 5, 6, 8, 9, 10)}
        table["odds_multiple"] = by_point if luck.random() < 0.5 else luck.choice((1, 2, 3, most))
    if luck.random() < 0.3:
        table["payable_unit"] = luck.choice((5, 25, 100))
    if luck.random() < 0.3:
        table["unit"] = luck.choice((1, 50, 500))
    if luck.random() < 0.5:
        some = luck.sample(spots, 8)
        table["min"] = {spot: luck.choice((200, 500, 600)) for spot in some[:5]}
        table["max"] = {spot: luck.choice((700, 1_000, 5_000)) for spot in some[3:]}
    if book == "adelaide":
        table["multiples_notice"] = luck.random() < 0.3
        table["big68"] = luck.random() < 0.8
    if book == "sentosa":
        table["shared_boxes"] = luck.random() < 0.4
    return table


AMOUNTS = (1, 37, 100, 200, 400, 500, 500, 600, 1_000, 1_000, 1_200, 2_000, 5_000, 0, -5, 10**17)


def random_step(book: str, luck: random.Random, ours: Engine) -> tuple[Any, ...]:
    seat = luck.choice(ours.seats)
    mine = list(ours.table.bets(seat))
    every = referee.spots(book)
    spot = luck.choice(mine) if mine and luck.random() < 0.5 else luck.choice(every)
    amount = luck.choice(AMOUNTS)
    kind = luck.choices(
        ("bet", "roll", "reduce", "remove", "call", "unnoticed", "no_roll", "rare"), (46, 30, 6, 5, 8, 4, 1, 2)
    )[0]
    if kind == "bet":
        return "bet", seat, likely_spot(luck, ours, seat, every), amount
    if kind == "roll":
        return ("roll", *luck.choice(ROLLS))
    if kind == "reduce":
        return "reduce", seat, spot, luck.choice((1, 100, 200, 500, 600, 1_000))
    if kind == "remove":
        return "remove", seat, spot
    if kind == "call":
        how = {"confirmed": luck.random() < 0.8, "only": luck.random() < 0.3}
        return "call", seat, spot, luck.random() < 0.6, how
    if kind == "unnoticed":
        return "unnoticed", seat, spot, luck.choice((100, 300, 700, 900, 6_000))
    if kind == "no_roll":
        return ("no_roll",)
    rare = luck.choice(("interrupt", "malfunction", "decision_only", "walk_away"))
    return (rare, seat, luck.random() < 0.5) if rare == "walk_away" else (rare,)


def likely_spot(luck: random.Random, ours: Engine, seat: int, every: tuple[str, ...]) -> str:
    """Now and then odds on what stands, or a line or come bet, so that games have a middle."""
    point = ours.point
    bets = ours.table.bets(seat)
    wishes = ["come", "dont-come", "pass-odds", "dont-pass-odds"] if point else ["pass", "dont-pass"]
    for spot in bets:
        name, _, number = spot.rpartition("-")
        if name in ("come", "dont-come") and number.isdecimal():
            wishes.append(f"{name}-odds-{number}")
    return luck.choice(wishes) if luck.random() < 0.5 else luck.choice(every)
