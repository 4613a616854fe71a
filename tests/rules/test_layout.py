"""A layout is a value: it compares by its digest, survives a pickle, and groups the rolls by what they do."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from comeout.dice import ROLLS, Roll
from comeout.rules.compile import compile_layout
from comeout.rules.layout import (
    ASLEEP,
    HOUSE,
    NOTHING,
    POINT_PLACE,
    POINTS,
    RACK,
    WORKING,
    Cell,
    Effect,
    Layout,
    Row36,
    is_time,
    moment,
    odds_rows,
    outcome_of,
    sleeps,
)
from comeout.rules.library import book_names, data_of, load_book, load_text
from comeout.rules.schema import PerNumber
from comeout.rules.wagers import Limit, Rule, Times, When

RAISED = {"place-6": {6: "6 to 5"}, "field": {12: "3 to 1"}}


def raising() -> Layout:
    """A book of the package that may pay more than it lists, and does."""
    allows = next(name for name in book_names() if load_book(name).rulebook.higher_payouts)
    return load_book(allows, payouts=RAISED)


def test_the_same_rules_are_the_same_layout_whatever_file_they_came_from(tmp_path: Path) -> None:
    book = load_book(book_names()[0])
    path = tmp_path / "copy.toml"
    path.write_text(f"# a copy\n{book.text}", encoding="utf-8")
    copied = load_book(str(path))
    assert copied is not book
    assert copied == book
    assert hash(copied) == hash(book)
    assert len({copied, book}) == 1


def test_other_books_other_payouts_and_other_things_are_not_the_same_layout() -> None:
    books = [load_book(name) for name in book_names()]
    raised = raising()
    assert len({*books, raised}) == len(books) + 1
    assert raised != load_text(raised.text)
    assert books[0] != books[0].digest


@pytest.mark.parametrize("name", book_names())
def test_a_book_of_the_package_comes_out_of_a_pickle_as_itself(name: str) -> None:
    book = load_book(name)
    assert pickle.loads(pickle.dumps(book)) is book
    assert copy.deepcopy(book) is book


def test_a_house_book_and_raised_payouts_come_out_of_a_pickle_as_they_were() -> None:
    raised = raising()
    kept = pickle.loads(pickle.dumps(raised))
    assert kept == raised
    assert kept.cells == raised.cells
    assert (kept.name, kept.payouts) == (raised.name, raised.payouts)
    own = load_text(load_book(book_names()[0]).text.replace('id = "', 'id = "our-', 1))
    kept = pickle.loads(pickle.dumps(own))
    assert kept == own
    assert (kept.name, kept.text) == (own.name, own.text)
    assert pickle.loads(pickle.dumps(own)) is kept, "compiled once"


def test_a_layout_without_a_text_is_pickled_field_by_field() -> None:
    bare = compile_layout(data_of(book_names()[0]))
    kept = pickle.loads(pickle.dumps(bare))
    assert kept == bare
    assert kept.cells == bare.cells
    assert kept.effects(0, 0) == bare.effects(0, 0)


def effect(cell: Cell) -> tuple[object, ...]:
    return cell.to, cell.odds, bool(cell.paid_by)


@pytest.mark.parametrize("name", book_names())
def test_rolls_share_a_group_exactly_when_their_cells_do_the_same(name: str) -> None:
    layout = load_book(name)
    for spot in layout.spots:
        for point in POINTS:
            planes = [layout.cells[spot.index][plane][POINT_PLACE[point]] for plane in (ASLEEP, WORKING)]
            for working, rows in ((None, planes), (False, planes[:1]), (True, planes[1:])):
                there = [row for row in rows if row]
                if not there:
                    with pytest.raises(AssertionError, match=f"nothing can lie on {spot.id}"):
                        layout.effects(spot.index, point, working=working)
                    continue
                groups = layout.effects(spot.index, point, working=working)
                assert len(groups) == len(ROLLS)
                does = [tuple(effect(row[place]) for row in there) for place in range(len(ROLLS))]
                assert len({*zip(groups, does, strict=True)}) == len({*groups}) == len({*does})
                stays = [all(row[place].to == spot.index for row in there) for place in range(len(ROLLS))]
                assert [group == 0 for group in groups] == stays
                assert max(groups) < len(ROLLS)
                first = list(dict.fromkeys(group for group in groups if group))
                assert first == sorted(first), "numbered as they first occur"


def test_the_groups_are_worked_out_once() -> None:
    layout = load_book(book_names()[0])
    assert layout.effects(0, 0) is layout.effects(0, 0)


@pytest.mark.parametrize("name", book_names())
def test_the_settlement_reads_of_a_roll_what_the_cells_say(name: str) -> None:
    layout = load_book(name)
    for place, point in enumerate(POINTS):
        for roll in ROLLS:
            touched, *moved = layout.on_roll[point][roll]
            assert tuple(moved) == layout.puck[place][roll.total]
            for spot in layout.spots:
                asleep, working = (row[roll.place] if row else None for row in rows_of(layout, spot.index, place))
                if all(cell is None or cell.to == spot.index for cell in (asleep, working)):
                    assert spot.index not in touched
                    continue
                told, on, off, usual = touched[spot.index]
                assert (told, usual) == (spot.id, off if sleeps(spot, point) else on)
                assert (on and read(layout, on, spot.index)) == working
                assert (off and read(layout, off, spot.index)) == asleep


def rows_of(layout: Layout, spot: int, place: int) -> tuple[Row36 | None, Row36 | None]:
    asleep, working = layout.cells[spot]
    return asleep[place], working[place]


def read(layout: Layout, effect: Effect, here: int) -> Cell:
    """The cell that has this effect on a stake that lies here."""
    outcome, there, odds, over, under, clause, paid_by = effect
    assert Fraction(over, under) == odds
    moved = layout.by_id[there].index if there else here
    cell = Cell({"won": RACK, "returned": RACK, "lost": HOUSE, "moved": moved}[outcome], odds, clause, paid_by)
    assert outcome == outcome_of(cell, 1, 1, up=False)[0]
    return cell


def test_rolls_that_a_book_does_not_tell_apart_are_read_once() -> None:
    rolls = load_text(load_book("adelaide").text).on_roll[6]
    assert rolls[Roll(5, 4)] is rolls[Roll(3, 6)]
    assert rolls[Roll(2, 2)] is not rolls[Roll(1, 3)]


def a_cell(to: int, odds: Fraction = NOTHING, paid_by: str = "") -> Cell:
    return Cell(to, odds, "1.1", paid_by)


@pytest.mark.parametrize(
    ("cell", "outcome", "gain"),
    [
        (a_cell(3), "moved", 0),
        (a_cell(HOUSE), "lost", -12_50),
        (a_cell(RACK), "returned", 0),
        (a_cell(RACK, Fraction(7, 6), "1.2"), "won", 14_58),
        (a_cell(RACK, NOTHING, "1.2"), "won", 0),  # a bet of several parts that wins just what it loses
    ],
)
def test_a_cell_says_what_a_roll_does_to_a_stake(cell: Cell, outcome: str, gain: int) -> None:
    assert outcome_of(cell, 12_50, 1, up=False) == (outcome, gain)


def test_only_a_payment_is_rounded() -> None:
    paid = a_cell(RACK, Fraction(7, 6), "1.2")
    assert [outcome_of(paid, 12_50, 5, up=up) for up in (False, True)] == [("won", 14_55), ("won", 14_60)]
    assert outcome_of(a_cell(HOUSE), 12_51, 5, up=True) == ("lost", -12_51)


def test_a_rule_applies_by_the_puck() -> None:
    whens: tuple[When, ...] = ("any", "this-window", "point", "come-out", "never")
    assert [is_time(when, 6) for when in whens] == [True, True, True, False, False]
    assert [is_time(when, 0) for when in whens] == [True, True, False, True, False]


def test_a_moment_cites_its_clause_with_every_puck_at_which_it_is() -> None:
    early = moment(Rule("any", PerNumber({0: "4"}), off_clause="5"), None)
    assert (early.cited[0], early.cited[6]) == ("5", "4")
    late = moment(Rule("point", PerNumber({0: "4"})), None)
    assert (late.cited[0], late.cited[10]) == ("", "4")


def test_the_first_row_of_an_odds_limit_that_speaks_of_a_number_counts() -> None:
    fours, others = Times("1", times=3, number=(4, 10)), Times("2", times=5)
    rows = odds_rows(Limit("stake", (fours, others)))
    assert (rows[4], rows[10], rows[6]) == (fours, fours, others)
    assert odds_rows(None) == {}
