"""Tables by rack ask the rack as little as they can, so that their graphs stay small."""

from __future__ import annotations

from comeout.lab.graph import Graph
from comeout.lab.language.reader import read_strategy
from comeout.lab.language.text_strategy import TextStrategy
from comeout.money import Amount
from comeout.rules.library import load_book
from tests.kit.lab_table import faces, play_rolls

BOOK = load_book("sentosa")


def strategy(text: str) -> TextStrategy:
    return read_strategy(f"strategy mine\n{text}").on(BOOK)


def bet(text: str, spot: str, bankroll: Amount, rolls: str = "1-2") -> Amount:
    return play_rolls(strategy(text), BOOK, faces(rolls), bankroll).bets[-1].get(spot, 0)


def test_every_rack_has_its_column() -> None:
    text = "by rack: 10-19 20-29 30-\n  bet on field 1 2 3"
    found = {rack: bet(text, "field", rack) for rack in (9_99, 10_00, 19_99, 20_00, 29_99, 30_00, 10**9)}
    assert list(found.values()) == [0, 1_00, 1_00, 2_00, 2_00, 3_00, 3_00]


def test_tables_are_joined_whatever_their_order_and_may_have_different_rows() -> None:
    text = """
by rack: 100-199 200-
  bet on field 3 4
by rack: 10-49.50 60-99
  bet on eleven 9 9
  bet on field 1 2"""
    racks = (10_00, 49_50, 49_51, 60_00, 100_00, 199_99, 200_00)
    assert [bet(text, "field", rack) for rack in racks] == [1_00, 1_00, 0, 2_00, 3_00, 3_00, 4_00]
    assert [bet(text, "eleven", rack) for rack in racks] == [9_00, 9_00, 0, 9_00, 0, 0, 0]


def test_all_rows_read_the_rack_from_before_the_first_of_them() -> None:
    text = "by rack: 1-99 100-\n  bet on field 0 20\n  bet on eleven 1 2"
    assert bet(text, "eleven", 100_00) == 2_00


def test_a_row_is_only_looked_up_when_it_can_bet() -> None:
    racks = " ".join(f"{low}-{low}" for low in range(10, 211))
    odds = " ".join(str(5 * (low % 2)) for low in range(10, 211))
    text = f"by rack: 10-\n  come-out: bet on pass 10\nby rack: {racks}\n  odds on 6 {odds}"
    graph = Graph(BOOK, strategy(text))
    graph.explore()
    many = [node for node in graph.nodes if len(node.decisions) > 10]
    assert len(many) == 1, "the point 6 without odds is the only node where the rack matters"
    assert len(many[0].decisions) > 100


def test_rows_of_the_same_bet_at_other_moments_stay_apart() -> None:
    text = "by rack: 10-\n  come-out: bet on field 1\n  point is 6 or 8: bet on field 2\n  point is 4: bet on field 3"
    assert [bet(text, "field", 100_00, rolls) for rolls in ("1-2", "3-3 1-2", "2-2 1-2", "2-3 1-2")] == [
        1_00,
        2_00,
        3_00,
        0,
    ]


def test_odds_on_come_bets_and_against_the_point() -> None:
    text = """
by rack: 10-
  point on: bet on come 10
  odds on come 6 10
  come-out: bet on don't pass 10
  lay odds on 4 20"""
    bets = play_rolls(strategy(text), BOOK, faces("2-2 3-3 1-2")).bets[-1]
    assert (bets["come-odds-6"], bets["dont-pass-odds"]) == (10_00, 20_00)


def test_a_table_of_thousands_of_racks_is_compared_a_dozen_times() -> None:
    racks = " ".join(f"{low}-{low}" for low in range(1, 4001))
    amounts = " ".join(str(low % 50 + 1) for low in range(1, 4001))
    text = f"by rack: {racks}\n  bet on field {amounts}"
    assert bet(text, "field", 1234_00) == 35_00
    graph = Graph(BOOK, strategy(text))
    decision = graph.decision(0, 1234_00)
    assert (decision.low, decision.high) == (1234_00, 1235_00)


CASES = """
count rolled
  up when any roll
by rolled, point and wealth:
  nothing is up: bet on field
    0-1 come-out 10-19 1
    0-1 come-out 20-   2
    2   -        -     3
    4-  on       0-99.50 0
  with 1 on field: have on any craps
    0 - - 2
"""


def test_a_case_is_found_by_count_point_and_wealth() -> None:
    racks = (9_99, 10_00, 19_99, 20_00)
    assert [bet(CASES, "field", rack) for rack in racks] == [0, 1_00, 1_00, 2_00]
    assert bet(CASES, "field", 50_00, "2-2 6-1") == 0, "the second case is for come-outs"
    assert bet(CASES, "field", 50_00, "2-3 6-1 1-2") == 3_00
    assert bet(CASES, "field", 50_00, "2-3 6-1 1-2 1-2") == 0, "there is no case for 3"


def test_the_rows_of_one_table_read_the_wealth_and_the_layout_from_before_the_first_of_them() -> None:
    assert bet(CASES, "any-craps", 15_00) == 0


def test_a_count_is_kept_apart_only_as_far_as_its_cases_ask() -> None:
    graph = Graph(BOOK, strategy(CASES), bankroll=100_00)
    graph.explore()
    assert max(memory[0] for node in graph.nodes if isinstance(memory := node.memory, tuple)) == 5


def test_the_wealth_of_a_case_counts_the_chips_on_the_layout() -> None:
    text = (
        "count n\n  up when any roll\nalways: bet 12 on place 6\nby n, point and wealth:\n  bet on field\n    - - 50- 5"
    )
    assert [bet(text, "field", rack) for rack in (49_99, 50_00)] == [0, 5_00]
