"""The text of a policy, as people read it."""

from __future__ import annotations

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


def test_rules_count_the_rolls_and_compare_the_wealth() -> None:
    lines = [
        PolicyRow(1, "field", 0, (0,), 0, 25_00, 5_00),
        PolicyRow(2, "field", 0, (0, 4), 10_00, 20_00, 10_00),
        PolicyRow(2, "pass-odds", 5_00, (6,), 20_00, 25_00, 0),
        PolicyRow(2, "pass-odds", 5_00, (6,), 0, 5_00, 5_00),
    ]
    text = TimedText(BOOK, 2, 20_00, 5_00, forced=False, goal=True)
    assert text.of(lines).splitlines() == [
        "count rolled",
        "  up when any roll",
        "stop when rolled is 2",
        "rolled is 0 and nothing is up and come-out and not up 5: bet 5 on field",
        "rolled is 1 and nothing is up and (come-out or point is 4) and not down 15 and down 5: bet 10 on field",
        "rolled is 1 and with 5 on pass and point is 6 and up 5: take down pass odds",
        "rolled is 1 and with 5 on pass and point is 6 and down 15: have 5 on pass odds",
    ]


def test_amounts_and_points_as_a_strategy_writes_them() -> None:
    assert [amount_text(each) for each in (10_00, 12_50)] == ["10", "12.50"]
    assert points_text((4, 10)) == ["point is 4 or 10"]
