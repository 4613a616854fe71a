"""Positions as text: every word printed and parsed, and what a bad line is told."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from comeout.dice import Roll
from comeout.rules.layout import Layout
from comeout.rules.library import load_book, load_text, own_copy
from comeout.table.notation.position_text import parse_position, show_position
from comeout.table.position import PositionError, position_of, state_of
from comeout.table.table import Table

POSITIONS = int(os.getenv("COMEOUT_POSITIONS", "10000"))


# ------------------------------------------------------------------ every word

EVERY_WORD = (
    "adelaide point 6 | 1 pass 10 pass-odds 20 come-5 10 off place-8 12",
    "adelaide come-out",
    "adelaide come-out settled dropped=undone | 1",
    "sentosa come-out closed dropped=off-table shooter=1 again hand=1 gone=2 free-dice | 1 pass 10 new",
    "adelaide point 4 closed going-out | 1 come 5 new=2 round=3",
    "adelaide point 4 dice-out decided | 1 come 5 round",
    "adelaide point 4 called=3-1 disputed ruled | 1 come 5 new=5 round=0".replace("new=5", "new"),
    "adelaide come-out shut",
    "exhibit-a come-out decision-only shooter=2 last=1 let-by=1 | 1 come-6 10 | 2 come-8 5.50",
    "adelaide come-out shooter=nobody previous=2 offered=1 declined=2,3 | 1 | 2 | 3",
    "adelaide come-out shooter=1 new-shooter unbacked | 1",
    "exhibit-a come-out dice=6 hand=none gone=1,2 unchecked=3 lost=4 | 1",
    "adelaide come-out partners=1&2&3,4&5 | 1 | 2 | 3 | 4 | 5",
    "sentosa point 6 dice-out waits=1:field:10:late:boxperson&dealer,2:field:5:late,3:field:2:cash,4:field:1 "
    "| 1 | 2 | 3 | 4",
    "adelaide come-out asks=1:place-6:only,1:place-8 | 1 place-6 6 place-8 6 on-only",
    "adelaide come-out choice=1:field due=1:pass:10 | 1 keeps=any-seven,pass locks=dont-pass warned told-off=2 barred "
    "away ordered field 1 new",
    "adelaide point 6 terms=plain terms=odds/4:3,odds/5:4,payable-unit:1,betting-unit:5,min/field:2,max/field:10,"
    "shared/field,multiples-notice,breakage-up | 1 place-6 6 on field 30 [10 terms=1 + 15 terms=2 overlooked "
    "+ 5 overlooked returned in-time]",
    "adelaide point 6 terms=odds:3 | 1 come-5 10 terms=1 order=2 | 2 come-5 5 order=1",
    "adelaide point 6 | 1 buy-4 20 vig=1 new round=0",
)


@pytest.mark.parametrize("line", EVERY_WORD)
def test_every_word_is_parsed_and_printed(line: str) -> None:
    assert str(parse_position(line)) == line


@pytest.mark.parametrize("line", EVERY_WORD[1:])
def test_every_word_is_laid_out_as_a_state_and_found_there_again(line: str) -> None:
    position = parse_position(line)
    state = state_of(load_book(position.book), position, dict.fromkeys(range(1, 6), 100_00))
    sitting = {each.seat for each in position.seats}
    found = position_of(state)
    assert str(replace(found, seats=tuple(each for each in found.seats if each.seat in sitting))) == line


def test_a_button_that_the_book_does_not_know_is_read_and_cannot_be_laid_out() -> None:
    with pytest.raises(PositionError, match="Come Bet on 5 is always in play and has no button"):
        state_of(load_book("adelaide"), parse_position(EVERY_WORD[0]), {1: 0})


def test_words_may_stand_in_any_order_and_say_what_goes_without_saying() -> None:
    told = "adelaide shooter=companion open come-out | 2 field 5 | 1 any-seven 5.00 pass 10"
    assert str(parse_position(told)) == "adelaide come-out | 1 pass 10 any-seven 5 | 2 field 5"
    assert parse_position("adelaide point=6") == parse_position("  adelaide   point 6 ")


# ------------------------------------------------------------------ bad lines


@pytest.mark.parametrize(
    ("line", "column", "says"),
    [
        ("", 1, "begins with its book"),
        ("adelade point 6", 1, 'no book "adelade" comes with the package; did you mean "adelaide"?'),
        ("adelaide@0123456789ab point 6", 10, "this is a position of another adelaide"),
        ("adelaide@7dd4 point 6", 10, "this is a position of another adelaide"),
        ("adelaide poitn 6", 10, 'no word "poitn" in a position; did you mean "point"?'),
        ("adelaide point", 15, '"" is not a whole number'),
        ("adelaide point six", 16, '"six" is not a whole number'),
        ("adelaide point 7", 16, "the puck is never on 7"),
        ("adelaide point 6 point 8", 24, '"8" says again what was said before'),
        ("adelaide come-out=6", 10, '"come-out" takes no value'),
        ("adelaide come-out shooter", 19, '"shooter" needs a value: shooter=...'),
        ("adelaide come-out called=7-1", 26, '"7-1" is not a roll'),
        ("adelaide come-out shooter=3 | 1", 19, "nobody sits in seat 3"),
        ("adelaide come-out | pass 10", 21, "a seat begins with its number"),
        ("adelaide come-out |", 19, "a seat begins with its number"),
        ("adelaide come-out | 1 | 1", 21, "seat 1 is told once"),
        ("adelaide come-out | 1234567890 pass 10", 21, '"1234567890" is not a whole number'),
        ("adelaide come-out | \u0661 pass 10", 21, "is not a whole number"),
        ("adelaide come-out | 1 " + "pass 10 " * 20_000, 23, "one bet on"),
        ("adelaide come-out | 1 pas 10", 23, 'adelaide has no spot "pas"; did you mean "pass"?'),
        ("adelaide come-out | 1 pass", 23, "pass needs an amount, like `pass 10`"),
        ("adelaide come-out | 1 pass ten", 23, "pass needs an amount"),
        ("adelaide come-out | 1 pass 10.555", 28, '"10.555" is not an amount'),
        ("adelaide come-out | 1 awya", 23, 'no word "awya" in seat 1; did you mean "away"?'),
        ("adelaide come-out | 1 away away", 28, '"away" says again'),
        ("adelaide come-out | 1 yo 10", 23, 'adelaide has no spot "yo"; did you mean "eleven"?'),
        ("adelaide come-out | 1 keeps=pas", 29, 'adelaide has no spot "pas"'),
        ("adelaide come-out | 1 pass 10 nwe", 31, 'no word "nwe" in seat 1; did you mean "new"?'),
        ("adelaide come-out | 1 pass 10 new new=5", 35, '"new=5" says again'),
        ("adelaide come-out | 1 pass 10 come 5", 31, "nothing can lie on come with the puck off"),
        ("adelaide point 6 | 1 pass-odds 20", 22, "pass-odds needs a bet on pass to support"),
        ("adelaide come-out | 1 field 10 [5 + 6]", 23, "add up to its amount"),
        ("adelaide come-out | 1 field 10 [5 + 5", 37, "the parts of a bet end with ]"),
        ("adelaide come-out | 1 field 10 [5 overloked]", 35, 'no word "overloked" in a part of a bet; did you mean'),
        ("adelaide come-out | 1 field 10 [5 in-time in-time]", 43, '"in-time" says again'),
        ("adelaide come-out waits=1:field | 1", 25, '"1:field" is not like 1:field:10'),
        ("adelaide come-out waits=1:field:5:chip | 1", 25, '"chip" is not chips, cash or late'),
        ("adelaide come-out asks=1:place-6:olny | 1", 24, '"olny" is not "only"'),
        ("adelaide come-out choice=1:fild | 1", 26, 'adelaide has no spot "fild"; did you mean "field"?'),
        ("adelaide come-out terms=mim/field:5 | 1", 25, 'no terms "mim"; '),
    ],
)
def test_a_bad_line_names_the_column_and_the_nearest_right_word(line: str, column: int, says: str) -> None:
    with pytest.raises(PositionError) as told:
        parse_position(line)
    assert says in told.value.says, told.value.says
    assert told.value.column == column, str(told.value)
    assert str(told.value).startswith(f"column {column}: ")


# ------------------------------------------------------------------ a house's own book


def own_book() -> Layout:
    text, _ = own_copy(load_book("adelaide"), "Corner House")
    return load_text(text)


def test_a_book_of_ones_own_is_named_by_id_and_digest() -> None:
    layout = own_book()
    table = Table(layout)
    table.sit("Ann", 100_00)
    table.bet(1, "field", 5_00)
    line = show_position(position_of(table.state))
    assert line == f"corner-house@{layout.digest[:12]} come-out | 1 field 5 new"
    assert parse_position(line, layout) == position_of(table.state)
    assert parse_position("corner-house come-out | 1 field 5 new", layout) == position_of(table.state)
    with pytest.raises(PositionError, match="comes with the package"):
        parse_position(line)
    with pytest.raises(PositionError, match="the book is corner-house, and this is a position of"):
        parse_position("adelaide come-out", layout)


def test_a_book_of_the_package_with_higher_payouts_is_told_apart() -> None:
    raised = load_book("adelaide", payouts={"any-seven": "5 to 1"})
    assert "@" in show_position(position_of(Table(raised).state))
    assert "@" not in show_position(position_of(Table(load_book("adelaide")).state))


def test_names_with_signs_of_the_line_are_written_by_their_codes() -> None:
    table = Table(load_book("adelaide"), settings={"crew": "people"})
    table.state.dropped = "ruled void"
    line = show_position(position_of(table.state))
    assert line == "adelaide come-out settled dropped=ruled%20;void"
    assert parse_position(line).dropped == "ruled void"


def test_a_called_roll_is_told_with_its_phase() -> None:
    assert parse_position("adelaide come-out called=3-4").roll == Roll(3, 4)
