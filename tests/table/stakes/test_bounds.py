"""The legal totals of a seat on a spot, those nearest to an amount, and what a rack covers."""

from __future__ import annotations

import pytest

from comeout.money import LARGEST
from comeout.table.stakes.bounds import LegalTotals, affordable, bounds, even_most, even_near, legal_totals, odds_limit
from comeout.table.state import Bet
from tests.kit.positions import laid


def test_the_bounds_are_the_limits_of_the_table_and_of_odds() -> None:
    table = laid("adelaide point 6 | 1 pass 10", settings={"odds": "3", "min field": "5", "max field": "20"})
    assert bounds(*table, table.layout.by_id["field"], 1) == (5_00, 20_00)
    assert bounds(*table, table.layout.by_id["pass-odds"], 1) == (1, 30_00)
    assert bounds(*table, table.layout.by_id["place-8"], 1) == (1, LARGEST)


def test_odds_go_by_the_part_of_their_bet_that_is_at_risk() -> None:
    table = laid("adelaide point 6 | 1 pass 30 overlooked", settings={"odds": "2", "max pass": "20"})
    assert odds_limit(*table, table.layout.by_id["pass-odds"], 1)[0] == 40_00
    nothing = laid("adelaide point 6 | 1")
    assert odds_limit(*nothing, nothing.layout.by_id["pass-odds"], 1)[0] == 0


@pytest.mark.parametrize(
    ("total", "chip", "found"),
    [(7_00, 1, (6_00, 12_00)), (12_00, 1, (12_00,)), (7_00, 5_00, (30_00,)), (900_00, 1, (48_00,))],
)
def test_the_nearest_legal_totals_are_paid_evenly_in_the_chips_at_hand(
    total: int, chip: int, found: tuple[int, ...]
) -> None:
    assert LegalTotals(1, 50_00, (6_00, 1)).near(total, chip) == found


def test_where_nothing_is_paid_evenly_any_legal_total_is_near() -> None:
    assert LegalTotals(1, 5_00, (6_00, 1_00)).near(4_50) == (4_00, 5_00)
    assert LegalTotals(10_00, 5_00, (6_00, 1_00)).near(4_50) == ()


def test_the_largest_total_is_within_the_limit_and_even() -> None:
    legal = LegalTotals(5_00, 50_00, (6_00, 1))
    assert legal.largest(20_00) == 18_00
    assert legal.largest(900_00) == 48_00
    assert legal.largest(5_00) == 0


def test_the_legal_totals_of_a_place_bet_are_paid_in_whole_units() -> None:
    table = laid("adelaide point 8 | 1", settings={"payable-unit": "1", "max place-6": "100"})
    place = table.layout.by_id["place-6"]
    assert legal_totals(*table, place, 1) == LegalTotals(1, 100_00, (6_00, 1))
    assert legal_totals(*table, place, 1, unit=5_00).steps == (30_00, 1)
    assert even_near(*table, place, 1, 20_00) == (18_00, 24_00)
    assert even_most(*table, place, 1) == 96_00


@pytest.mark.parametrize(("rack", "most"), [(21_00, 20_00), (20_99, 19_99), (1, 1), (0, 0)])
def test_a_rack_covers_a_bet_with_its_vigorish(rack: int, most: int) -> None:
    layout, _ = laid("adelaide")
    buy = layout.by_id["buy-4"]
    assert affordable(layout, buy, None, lambda: rack)() == most
    assert affordable(layout, layout.by_id["field"], None, lambda: rack)() == rack


def test_a_raise_is_charged_only_what_is_still_owed() -> None:
    layout, _ = laid("adelaide")
    there = Bet(20_00, 1_00)
    assert affordable(layout, layout.by_id["buy-4"], there, lambda: 21_00)() == 20_00
