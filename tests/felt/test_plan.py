"""Every bet of a book belongs to one part of the layout; what has no usual place goes to the centre."""

from __future__ import annotations

import pytest

from comeout.felt.plan import COLUMNS, read_plan
from comeout.rules.library import book_names, load_book


@pytest.mark.parametrize("book", book_names())
def test_every_spot_is_planned_exactly_once(book: str) -> None:
    layout = load_book(book)
    plan = read_plan(layout)
    planned = [
        *plan.lines.values(),
        *(spot for strip in plan.travelled.values() for spot in strip.values()),
        *plan.odds.values(),
        *([plan.field] if plan.field else []),
        *plan.corner,
        *(spot for strip in (*plan.above, *plan.below) for spot in strip.values()),
        *(bet.spot for group in plan.centre for bet in group),
    ]
    assert sorted(spot.id for spot in planned) == sorted(layout.by_id)


def test_lines_and_numbers_have_their_usual_places() -> None:
    plan = read_plan(load_book("adelaide"))
    assert {role: spot.id for role, spot in plan.lines.items()} == {
        "pass": "pass",
        "dont-pass": "dont-pass",
        "come": "come",
        "dont-come": "dont-come",
    }
    assert plan.field is not None
    assert plan.field.id == "field"
    assert set(plan.travelled["come"]) == set(COLUMNS)
    assert {spot.wager_id for strip in plan.above for spot in strip.values()} == {"lay", "place-lose"}
    assert {spot.wager_id for strip in plan.below for spot in strip.values()} == {"place", "buy"}
    assert [spot.id for spot in plan.corner] == ["big-6", "big-8"]


def test_the_centre_has_the_seven_on_top_and_dice_for_bets_of_one_roll() -> None:
    groups = read_plan(load_book("adelaide")).centre
    assert [(bet.kind, bet.spot.id) for bet in groups[0]] == [("seven", "any-seven")]
    hard = next(group for group in groups if group and group[0].spot.wager_id == "hard")
    assert {bet.kind for bet in hard} == {"dice"}
