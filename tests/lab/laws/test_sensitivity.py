"""What rolls and payments are worth: by hand for a place bet, by small changes of the dice for the pass line."""

from __future__ import annotations

import numpy as np
import pytest

from comeout.dice import ROLLS
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.sensitivity import break_even, label_worths, roll_worths
from comeout.lab.session_rules import LabError
from tests.kit.hand_graphs import coin, graph_of, pass_line, place_six


def test_a_roll_is_worth_to_a_bet_of_one_row_a_point_of_what_it_pays_above_the_others() -> None:
    total = 5 * 1400 - 6 * 1200
    brings = [{6: 1400, 7: -1200}.get(roll.total, 0) for roll in ROLLS]
    expected = [0.01 * (each - (total - each) / 35) for each in brings]
    assert roll_worths(place_six()) == pytest.approx(expected)


@pytest.mark.parametrize("place", [0, 5, 16, 29])
def test_a_roll_is_worth_the_change_of_the_long_run_with_a_point_more_of_it(place: int) -> None:
    more = [1 / 36 + 0.01 if other == place else (35 / 36 - 0.01) / 35 for other in range(36)]
    change = long_run(pass_line(), weights=more).cents_per_roll - long_run(pass_line()).cents_per_roll
    assert roll_worths(pass_line())[place] == pytest.approx(change)


def test_loaded_dice_give_a_point_to_a_roll_they_never_showed_and_none_to_the_one_they_always_do() -> None:
    weights = [1.0] * 36
    weights[5] = 0
    more = [0.01 if other == 5 else 0.99 / 35 for other in range(36)]
    change = long_run(pass_line(), weights=more).cents_per_roll - long_run(pass_line(), weights=weights).cents_per_roll
    assert roll_worths(pass_line(), weights=weights)[5] == pytest.approx(change)
    assert roll_worths(place_six(), weights=[float(place == 3) for place in range(36)])[3] is None


def test_place_six_breaks_even_when_sixes_pay_for_the_sevens() -> None:
    """Of the rolls that are no seven one in six is a six: 14 (1 - p) / 6 = 12 p."""
    found = break_even(place_six())
    assert found is not None
    assert found.p_seven == pytest.approx(14 / 86)
    assert found.rolls_per_seven == pytest.approx(86 / 14)


def test_the_pass_line_is_even_at_the_dice_that_it_finds() -> None:
    found = break_even(pass_line())
    assert found is not None
    weights = [found.p_seven / 6 if roll.total == 7 else (1 - found.p_seven) / 30 for roll in ROLLS]
    assert long_run(pass_line(), weights=weights).cents_per_roll == pytest.approx(0, abs=1e-9)
    assert found.p_seven != pytest.approx(1 / 6)


def test_a_bet_that_always_loses_never_breaks_even() -> None:
    assert break_even(graph_of([lambda _: (-100, 0, False)], [[(0, 0)]])) is None
    with pytest.raises(LabError, match="sevens"):
        break_even(coin(), weights=[float(roll.total == 7) for roll in ROLLS])


def test_labels_share_the_long_run_value() -> None:
    arrays = pass_line()
    won, lost = np.maximum(arrays.delta, 0), np.minimum(arrays.delta, 0)
    shares = label_worths(arrays, {"won": won, "lost": lost})
    assert shares["won"] + shares["lost"] == pytest.approx(long_run(arrays).cents_per_roll)
    assert shares["won"] == pytest.approx(1000 * 244 / 495 / (557 / 165))
    with pytest.raises(LabError, match="each of the 13 rows"):
        label_worths(arrays, {"one": won[:3]})
