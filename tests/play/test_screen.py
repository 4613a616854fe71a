"""The screen: lines within the width, amounts as players write them, the table, its bets and its rolls."""

from __future__ import annotations

import io

import pytest

from comeout.play.screen import (
    WIDTH,
    Paper,
    StyledText,
    net,
    roll_by_total,
    show_bets,
    show_history,
    show_rack,
    show_roll,
    show_table,
    signed,
    standing,
    style_of,
    sum_of_parts,
)
from comeout.table.messages import RollSettled
from tests.kit.positions import laid
from tests.kit.terminal import LAYOUTS, Sheet, table_for_one

LINE = "adelaide point 6 | 1 pass 10 place-8 12 place-5 10 horn 4"


def test_colour_is_for_terminals_only() -> None:
    plain, coloured = io.StringIO(), io.StringIO()
    for out, colour in ((plain, False), (coloured, True)):
        Paper(out, colour=colour).line("Rack ", StyledText("5.00", "good"), "  ")
    assert plain.getvalue() == "Rack 5.00\n"
    assert coloured.getvalue() == "Rack \x1b[32m5.00\x1b[0m\n"


def test_a_sentence_is_wrapped_and_a_page_is_not() -> None:
    said, page = Sheet(), Sheet()
    said.say("word " * 40, indent=2)
    assert len(said.lines) == 3
    assert all(line.startswith("  word") and len(line) <= WIDTH for line in said.lines)
    page.page("x" * 100)
    assert page.lines == ["x" * 100]


def test_a_clause_stands_at_the_right_or_below_where_there_is_no_room() -> None:
    sheet = Sheet()
    sheet.cited("a short text", "adelaide 4(o)")
    sheet.cited("long " * 15, "adelaide 4(o)")
    assert sheet.lines[0].endswith("adelaide 4(o)")
    assert len(sheet.lines[0]) == WIDTH
    assert sheet.lines[-1].split() == ["adelaide", "4(o)"]


def test_money_is_written_as_players_write_it() -> None:
    assert [signed(cents) for cents in (1000, -1250, 0)] == ["+10", "-12.50", "0"]
    assert [style_of(cents) for cents in (1, -1, 0)] == ["good", "bad", "dim"]


def test_a_bet_says_whether_it_works_and_why() -> None:
    layout, state = laid("adelaide | 1 pass 10 place-8 12 place-5 10 on")
    bets = {
        spot.id: standing(layout, state, spot.index, state.bets[spot.index][1])
        for spot in layout.spots
        if 1 in state.bets[spot.index]
    }
    assert bets == {"pass": "working", "place-8": "off", "place-5": "called on"}


def test_what_each_total_would_do_is_what_the_table_settles() -> None:
    layout, state = laid("adelaide point 6 | 1 pass 10 place-8 12 hard-8 5")
    results = dict(roll_by_total(layout, state, 1))
    assert (results["6"], results["7"], results["8"], results["8h"]) == (10_00, -27_00, 9_00, 59_00)
    assert "4h" not in results, "the hard way stands apart only where it matters"


def test_the_table_shows_puck_rack_bets_and_the_next_roll() -> None:
    sheet = Sheet()
    show_table(sheet, table_for_one(LINE, rack=100_00), 1, bought=150_00)
    assert "Puck ON 6" in sheet.words
    assert "Rack 100.00 on the layout 36.00 total 136.00 (-14)" in sheet.words
    assert "place-8 12.00 working" in sheet.words
    assert "Your money on the next roll" in sheet.words
    assert max(map(len, sheet.lines)) <= WIDTH


def test_a_rack_and_bets_are_shown_alone_too() -> None:
    rack, bets, none = Sheet(), Sheet(), Sheet()
    show_rack(rack, table_for_one("adelaide | 1", rack=100_00), 1, bought=100_00)
    assert rack.lines == ["Rack 100.00   on the layout 0.00   total 100.00   (even)"]
    show_bets(bets, table_for_one(LINE), 1)
    assert [line.split()[0] for line in bets.lines] == ["pass", "place-5", "place-8", "horn"]
    show_bets(none, table_for_one("adelaide | 1"), 1)
    assert none.lines == ["You have no bets on the layout."]


def rolled(line: str, first: int, second: int) -> RollSettled:
    settled = table_for_one(line).roll(first, second).settled
    assert settled is not None
    return settled


def test_a_roll_is_shown_with_the_puck_each_line_its_clause_and_the_sum() -> None:
    sheet = Sheet()
    event = rolled("adelaide point 6 | 1 pass 10 place-8 12", 3, 4)
    show_roll(sheet, LAYOUTS["adelaide"], event, 1)
    assert sheet.lines[0].startswith("Roll 1: 3-4  seven. Seven out, the puck is OFF.")
    assert "pass 10.00 loses" in sheet.words
    assert sheet.lines[-1] == "  in all -22"
    assert net(event, 1) == -22_00


@pytest.mark.parametrize(
    ("line", "dice", "says"),
    [
        ("adelaide | 1", (3, 3), "hard six. The point is 6."),
        ("adelaide point 6 | 1", (3, 3), "hard six. The point is made, the puck is OFF."),
        ("adelaide point 6 | 1", (6, 5), "yo eleven."),
    ],
)
def test_the_stickpersons_call_has_news_of_the_puck(line: str, dice: tuple[int, int], says: str) -> None:
    sheet = Sheet()
    show_roll(sheet, LAYOUTS["adelaide"], rolled(line, *dice), 1)
    assert says in sheet.words


def test_a_composite_bet_is_paid_in_a_sum_that_can_be_followed() -> None:
    event = rolled("adelaide | 1 horn 4", 1, 1)
    assert sum_of_parts(LAYOUTS["adelaide"], event.lines[0], event.roll) == "1.00 on 2 at 32 to 1, less the other 3.00"


def test_a_history_has_the_last_rolls_newest_last() -> None:
    table, sheet, empty = table_for_one("evolution | 1"), Sheet(), Sheet()
    show_history(empty, [], 1)
    assert empty.lines == ["No roll yet."]
    rolls = [
        event for dice in ((4, 2), (1, 1), (3, 4)) for event in table.roll(*dice) if isinstance(event, RollSettled)
    ]
    show_history(sheet, rolls, 1, most=2)
    assert sheet.lines[0].strip() == "... 1 earlier rolls"
    assert sheet.lines[-1].split() == ["3", "3-4", "7", "ON", "6", "->", "OFF", "."]
