"""The text of a policy, as people read it."""

from __future__ import annotations

from comeout.lab.language.reader import read_strategy
from comeout.lab.solving.policy import PolicyRow
from comeout.lab.solving.policy_text import TimedText, amount_text, behind_text, points_text, table_text
from comeout.rules.library import load_book

BOOK = load_book("sentosa")


def test_one_bet_at_every_come_out_and_its_odds_by_rack() -> None:
    lines = [
        PolicyRow(0, "pass", 0, (0,), 5_00, 60_00, 5_00),
        PolicyRow(0, "pass-odds", 5_00, (4,), 5_00, 10_00, 5_00),
        PolicyRow(0, "pass-odds", 5_00, (4,), 10_00, 25_00, 10_00),
        PolicyRow(0, "pass-odds", 5_00, (6,), 20_00, 25_00, 0),
        PolicyRow(0, "pass-odds", 5_00, (8,), 20_00, 25_00, 20_00),
    ]
    assert behind_text(BOOK, lines) == (
        "come-out: bet 5 on pass\n"
        "by rack:     5-9  10-19  20-24\n"
        "  odds on 4  5    10     10\n"
        "  odds on 8  0    0      20"
    )


def test_every_bet_is_made_while_nothing_is_up_and_asked_for_when_it_cannot_be_paid() -> None:
    lines = [
        PolicyRow(0, "field", 0, (0, 4, 5, 6, 8, 9, 10), 1_50, 4_50, 1_50),
        PolicyRow(0, "dont-pass", 0, (0,), 4_50, 6_00, 4_50),
    ]
    assert table_text(BOOK, lines) == (
        "by rack:                                        0.00-4.49  4.50-5.99\n"
        "  nothing is up: bet on field                   1.50       0\n"
        "  nothing is up and come-out: bet on dont pass  0          4.50"
    )


def test_odds_say_how_much_lies_under_them_where_that_differs() -> None:
    lines = [
        PolicyRow(0, "pass", 0, (0,), 0, 10_00, 5_00),
        PolicyRow(0, "come-odds-6", 5_00, (0,), 0, 10_00, 5_00),
        PolicyRow(0, "dont-pass-odds", 5_00, (4,), 0, 10_00, 10_00),
        PolicyRow(0, "dont-pass-odds", 10_00, (4,), 0, 10_00, 0),
    ]
    told = table_text(BOOK, lines)
    assert "  with 5 on dont pass: lay odds on 4 " in told
    assert "  come-out: odds on come 6 " in told
    assert "with 10" not in told


def test_a_wide_policy_goes_on_in_the_next_table() -> None:
    lines = [PolicyRow(0, "field", 0, (0,), rack * 1_00, rack * 1_00 + 1_00, rack * 1_00) for rack in range(1, 21)]
    told = table_text(BOOK, lines)
    assert told.count("by rack:") == 3
    assert "\nby rack:                                    9-9 " in told


def test_a_play_over_rolls_is_a_table_by_roll_point_and_wealth() -> None:
    lines = [
        PolicyRow(1, "c-and-e", 0, (0,), 0, 25_00, 5_00),
        PolicyRow(2, "c-and-e", 0, (0, 4), 10_00, 20_00, 10_00),
        PolicyRow(2, "pass-odds", 5_00, (4, 5, 6, 8, 9, 10), 15_00, 20_00, 0),
        PolicyRow(3, "pass-odds", 5_00, (6,), 0, 5_00, 5_00),
        PolicyRow(4, "pass-odds", 5_00, (6,), 0, 5_00, 5_00),
        PolicyRow(6, "pass-odds", 5_00, (6,), 0, 5_00, 5_00),
    ]
    text = TimedText(BOOK, 6, rest=0, forced=False, goal=True).of(lines)
    assert text.splitlines() == [
        "count rolled",
        "  up when any roll",
        "stop when rolled is 6",
        "by rolled, point and wealth:",
        " nothing is up: bet on c-and-e",
        "  0 come-out - 5",
        "  1 come-out or 4 10-19 10",
        " with 5 on pass: have on pass odds",
        "  1 on 20- 0",
        "  2-3 6 0-9 5",
        "  5 6 0-9 5",
    ]
    assert read_strategy(f"strategy mine\n{text}").on(BOOK).remembers


def test_what_is_left_beside_whole_units_counts_to_the_wealth() -> None:
    lines = [PolicyRow(1, "field", 0, (0,), 10_00, 20_00, 5_00), PolicyRow(1, "field", 0, (0,), 20_00, 30_00, 10_00)]
    text = TimedText(BOOK, 6, rest=45, forced=False, goal=True).of(lines)
    assert text.splitlines()[-2:] == ["  0 come-out 10.45-20.44 5", "  0 come-out 20.45- 10"]


def test_many_columns_are_written_without_the_spaces_that_align_them() -> None:
    amounts = [5_00 if rack % 2 else 10_00 for rack in range(1, 302)]
    lines = [PolicyRow(0, "field", 0, (0,), n * 1_00, n * 1_00 + 1_00, each) for n, each in enumerate(amounts, 1)]
    told = table_text(BOOK, lines)
    assert "  " not in told.replace("\n  ", "\n")
    assert read_strategy(f"strategy mine\n{told}").on(BOOK).name == "mine"


def test_amounts_and_points_as_a_strategy_writes_them() -> None:
    assert [amount_text(each) for each in (10_00, 12_50)] == ["10", "12.50"]
    assert points_text((4, 10)) == ["point is 4 or 10"]
