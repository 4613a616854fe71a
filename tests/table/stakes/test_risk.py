"""What of a bet is at risk: shares of an over-full box, and every part by the terms it was accepted under."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from comeout.table.stakes.risk import apportion

boxes = st.dictionaries(st.integers(1, 9), st.integers(1, 200_000), min_size=1, max_size=9)


@given(boxes, st.integers(0, 10_000), st.integers(1, 100_000))
def test_nobody_is_pro_rated_above_the_bet_or_below_the_minimum(amounts: dict[int, int], least: int, most: int) -> None:
    shares = apportion(amounts, least=dict.fromkeys(amounts, least), most=most)
    assert set(shares) == set(amounts)
    for seat, amount in amounts.items():
        assert shares[seat] == amount if amount < least else least <= shares[seat] <= amount


@given(boxes, st.integers(1, 100_000))
def test_without_a_minimum_an_over_full_box_is_shared_up_to_its_maximum(amounts: dict[int, int], most: int) -> None:
    total = sum(amounts.values())
    if total > most:
        shares = apportion(amounts, least=dict.fromkeys(amounts, 0), most=most)
        assert most - len(amounts) < sum(shares.values()) <= most
