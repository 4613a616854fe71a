"""Limits on one amount: vigorish, odds multiples, posted limits, units, and what others have put into a box."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from comeout.money import LARGEST
from comeout.table.stakes.amounts import (
    even_multiple,
    in_the_box,
    is_shared,
    maximum_on,
    minimum_on,
    most_odds,
    multiple_of,
    partnership,
    rule_multiple,
    unit_of,
    vigorish_on,
    vigorish_rate,
    whole_multiple,
    win_odds,
)
from tests.kit.positions import laid


def test_the_odds_of_a_bet_are_known_by_the_puck() -> None:
    layout, _ = laid("adelaide")
    assert win_odds(layout, layout.by_id["pass-odds"], 4) == (Fraction(2),)
    assert win_odds(layout, layout.by_id["pass-odds"], 6) == (Fraction(6, 5),)
    assert win_odds(layout, layout.by_id["field"], 6) == (Fraction(1), Fraction(2))


def test_vigorish_is_a_share_of_the_stake_or_of_what_it_can_win_with_fractions_of_a_cent_dropped() -> None:
    layout, _ = laid("adelaide")
    assert vigorish_on(layout, layout.by_id["buy-4"], 20_00) == 1_00
    assert vigorish_on(layout, layout.by_id["buy-4"], 39) == 1
    assert vigorish_on(layout, layout.by_id["field"], 20_00) == 0
    lay = layout.by_id["lay-4"]
    assert lay.wager.vigorish is not None
    assert lay.wager.vigorish.base == "win"
    assert vigorish_rate(layout, lay) == Fraction(1, 20) * Fraction(1, 2)


@pytest.mark.parametrize(
    ("spot", "point", "most"),
    [("pass-odds", 6, 30_00), ("dont-pass-odds", 6, 36_00), ("dont-pass-odds", 4, 60_00), ("come-odds-5", 6, 30_00)],
)
def test_odds_are_a_multiple_of_the_stake_or_of_what_they_can_win(spot: str, point: int, most: int) -> None:
    layout, state = laid("adelaide", settings={"odds": "3"})
    cents, clause = most_odds(layout, state.settings, layout.by_id[spot], point, 10_00)
    assert (cents, clause) == (most, layout.by_id[spot].odds_rows[layout.by_id[spot].number or point].clause)


def test_posted_limits_follow_a_bet_that_travels_from_its_box() -> None:
    layout, state = laid("adelaide", settings={"min come": "5", "max come": "50", "max field": "20"})
    come, on_six, field = (layout.by_id[spot] for spot in ("come", "come-6", "field"))
    assert [minimum_on(state.settings, spot) for spot in (come, on_six, field)] == [5_00, 5_00, 0]
    assert [maximum_on(state.settings, spot) for spot in (come, on_six, field)] == [50_00, 50_00, 20_00]
    assert maximum_on(state.settings, layout.by_id["pass"]) == LARGEST


def test_a_bet_of_parts_is_made_in_units_and_a_notice_asks_for_multiples_of_the_minimum() -> None:
    layout, state = laid("exhibit-a", settings={"betting-unit": "1"})
    assert unit_of(state.settings, layout.by_id["horn"]) == 4_00
    assert unit_of(state.settings, layout.by_id["c-and-e"]) == 2
    assert unit_of(state.settings, layout.by_id["field"]) == 1
    adelaide, noticed = laid("adelaide", settings={"min field": "5", "multiples-notice": "on"})
    assert multiple_of(noticed.settings, adelaide.by_id["field"]) == 5_00
    assert rule_multiple(noticed.settings, adelaide.by_id["field"]) == 5_00
    assert multiple_of(laid("adelaide", settings={"min field": "5"}).state.settings, adelaide.by_id["field"]) == 1


def test_an_even_multiple_is_paid_in_whole_units() -> None:
    layout, state = laid("adelaide point 8")
    assert even_multiple(layout, state, layout.by_id["place-6"], 1_00) == 6_00
    assert even_multiple(layout, state, layout.by_id["field"], 1_00) == 1_00


def test_a_whole_multiple_is_also_charged_in_whole_units_where_the_minimum_is() -> None:
    layout, state = laid("adelaide point 8")
    buy, lay, six = (layout.by_id[spot] for spot in ("buy-4", "lay-4", "place-6"))
    assert [whole_multiple(layout, state, each, LARGEST) for each in (buy, lay, six)] == [1_00, 2_00, 6_00]
    assert whole_multiple(layout, state, six, 5_00) == 6, "at least nothing is rounded"
    state.settings = replace(state.settings, minimum={"buy-4": 20_00, "lay-4": 10_00})
    assert [whole_multiple(layout, state, each, LARGEST) for each in (buy, lay)] == [20_00, 2_00]


def test_partners_are_linked_through_each_other() -> None:
    _, state = laid("adelaide partners=1&2,2&3 | 1 | 2 | 3 | 4")
    assert partnership(state, 1) == {1, 2, 3}
    assert partnership(state, 4) == {4}


def test_others_count_against_a_maximum_in_a_shared_box_and_as_partners() -> None:
    line = "| 1 field 5 | 2 field 7 | 3 field 11"
    layout, alone = laid(f"adelaide {line}")
    field = layout.by_id["field"]
    assert in_the_box(alone, field, 1) == 0
    assert in_the_box(laid(f"adelaide partners=1&2 {line}").state, field, 1) == 7_00
    shared = laid(f"sentosa {line}", settings={"shared-boxes": "on"})
    box = shared.layout.by_id["field"]
    assert is_shared(shared.state.settings, box)
    assert in_the_box(shared.state, box, 1) == 18_00
