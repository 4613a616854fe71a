"""Amounts that rounding pays too well, against sums by hand and the exact figures of every amount."""

from __future__ import annotations

import math

import pytest

from comeout.exact.figures import figures
from comeout.exact.rounding_edges import RoundingEdge, rounding_edges
from comeout.rules.library import book_names, load_book
from comeout.table.settings import chosen_settings
from tests.kit.by_hand import F


def found(book: str, **settings: str) -> dict[str, RoundingEdge]:
    """The edges of a table by bet; `_` stands for the blank and the hyphen of a setting."""
    layout = load_book(book)
    chosen = chosen_settings(layout, {name.replace("__", " ").replace("_", "-"): v for name, v in settings.items()})
    return {edge.bet: edge for edge in rounding_edges(layout, chosen)}


def test_a_cent_on_place_six_is_paid_two_and_is_named() -> None:
    edge = found("adelaide")["place-6"]
    assert (edge.amount_cents, edge.value, edge.with_odds) == (1, F(5, 11) * 2 - F(6, 11), False)


def test_a_dollar_on_place_six_is_named_where_only_dollars_are_paid() -> None:
    edge = found("adelaide", payable_unit="1", min__place="1")["place-6"]
    assert (edge.amount_cents, edge.value) == (100, F(4, 11))
    assert "place-6 of 1.00 would have a player edge of 36.364%" in str(edge)


@pytest.mark.parametrize("unit", [1, 3, 10, 100])
@pytest.mark.parametrize("least", [1, 7, 20, 25, 26, 1901, 2500, 2501])
def test_the_amount_named_is_the_smallest_of_all_amounts_above_the_minimum(unit: int, least: int) -> None:
    """Place 6 wins 5 times of 11 and pays 7 to 6; no amount past 30 units has an edge."""
    edge = found("adelaide", payable_unit=f"{unit / 100:.2f}", min__place_6=f"{least / 100:.2f}").get("place-6")
    by_hand = (s for s in range(least, max(least, 31 * unit) + 1) if 5 * unit * math.ceil(F(7 * s, 6 * unit)) > 6 * s)
    assert (edge.amount_cents if edge else None) == next(by_hand, None)


def test_odds_count_with_the_flat_bet_that_they_need() -> None:
    """A pass bet of a cent loses 7/495 of it; the best odds behind it gain more by rounding up."""
    assert found("adelaide")["pass"].with_odds
    least = next(cents for cents in range(5, 100) if "pass" not in found("adelaide", min__pass=f"{cents / 100:.2f}"))
    five, six = F(8, 36) * F(2, 5) * F(1, 2), F(10, 36) * F(5, 11) * F(4, 5)  # 4 and 10 pay 2 to 1, and evenly
    assert least == math.ceil((five + six) / F(7, 495))


@pytest.mark.parametrize("book", book_names())
def test_with_a_minimum_of_a_dollar_and_cents_paid_no_bet_has_an_edge(book: str) -> None:
    layout = load_book(book)
    minimum = {f"min {wager}": "1" for wager in layout.rulebook.wager}
    up = {} if layout.rulebook.breakage.fixed else {"breakage": "up"}
    assert not list(rounding_edges(layout, chosen_settings(layout, {**minimum, **up})))
    bets = [spot.id for spot in layout.spots if spot.made_here and spot.base < 0 and not spot.wager.units]
    for stake, bet in zip((100, 101, 107), bets[:: len(bets) // 3], strict=False):
        assert figures(layout, bet, stake=stake, settings={**minimum, **up}).house_edge >= 0


@pytest.mark.parametrize("book", [name for name in book_names() if name != "adelaide"])
def test_rounding_down_never_gives_an_edge(book: str) -> None:
    assert not found(book, payable_unit="5")


def test_an_edge_in_print_is_none_of_rounding() -> None:
    layout = load_book("adelaide", payouts={"field": {2: "9 to 1", 12: "9 to 1"}})
    minimum = {f"min {wager}": "1" for wager in layout.rulebook.wager}
    assert figures(layout, "field").house_edge < 0
    assert not list(rounding_edges(layout, chosen_settings(layout, minimum)))


def test_a_wager_that_the_table_leaves_out_is_not_looked_at() -> None:
    assert "big-6" in found("adelaide", payable_unit="1")
    assert "big-6" not in found("adelaide", payable_unit="1", unavailable="big")


@pytest.mark.claim("money-from-nothing")
def test_a_unit_of_millions_is_checked_in_no_time_and_named() -> None:
    assert found("evolution", breakage="up", payable_unit="5000000")["pass"].amount_cents == 1
