"""What rolls and payments are worth: by hand for a place bet, by small changes of the dice for the pass line."""

from __future__ import annotations

import numpy as np
import pytest

from comeout.dice import ROLLS
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.sensitivity import break_even, label_worths, roll_worths
from comeout.lab.session_rules import LabError
from tests.kit.hand_graphs import coin, graph_of, pass_line, place_six


def test_a_roll_is_worth_to_a_bet_of_one_row_what_it_pays_above_the_mean() -> None:
    mean = (5 * 1400 - 6 * 1200) / 36
    expected = [{6: 1400, 7: -1200}.get(roll.total, 0) - mean for roll in ROLLS]
    assert roll_worths(place_six()) == pytest.approx(expected)


@pytest.mark.parametrize("place", [0, 5, 16, 29])
def test_a_roll_is_worth_the_change_of_the_long_run_when_it_comes_more_often(place: int) -> None:
    step = 1e-6
    more = [1 / 36 * (1 - step) + step * (other == place) for other in range(36)]
    change = long_run(pass_line(), weights=more).cents_per_roll - long_run(pass_line()).cents_per_roll
    assert roll_worths(pass_line())[place] == pytest.approx(change / step, rel=1e-4)


def test_the_worths_of_all_rolls_sum_to_nothing() -> None:
    assert sum(roll_worths(pass_line())) == pytest.approx(0, abs=1e-9)


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
