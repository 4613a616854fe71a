"""The long run per roll: means and variances worked out by hand, and the same from laws of long sessions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from comeout.dice import Roll
from comeout.lab.graph_arrays import QUIT, RUINED
from comeout.lab.laws.long_run import long_run
from comeout.lab.laws.transitions import UnknownWealth
from comeout.lab.laws.wealth_law import law
from comeout.lab.session_rules import SessionRules
from tests.kit.hand_graphs import Outcome, coin, graph_of, pass_line, place_six

PASS_COST = Fraction(7, 495) / Fraction(557, 165)
"""A pass line bet loses 7/495 of its stake, in 557/165 rolls on average."""


def test_the_pass_line_costs_seven_495ths_of_its_stake_every_557_165ths_rolls() -> None:
    found = long_run(pass_line())
    assert found.cents_per_roll == pytest.approx(float(-1000 * PASS_COST), rel=1e-13)
    assert found.cents_per_100_rolls == pytest.approx(-418.91083, rel=1e-7)
    (part,) = found.parts
    assert part.chance == 1


def test_the_variance_of_rolls_that_do_not_depend_on_each_other_is_that_of_one_roll() -> None:
    found = long_run(coin())
    assert found.cents_per_roll == pytest.approx(0, abs=1e-12)
    assert found.variance_per_roll == pytest.approx(1000**2)
    assert found.sd_per_100_rolls_cents == pytest.approx(10_000)


def test_place_six_has_the_mean_and_variance_of_one_roll() -> None:
    """+14.00 in 5 of 36 rolls, -12.00 in 6."""
    mean = (5 * 1400 - 6 * 1200) / 36
    found = long_run(place_six())
    assert found.cents_per_roll == pytest.approx(mean)
    assert found.variance_per_roll == pytest.approx((5 * 1400**2 + 6 * 1200**2) / 36 - mean**2)


def test_the_variance_of_the_pass_line_is_that_of_its_long_sessions() -> None:
    short, long = (law(pass_line(), SessionRules(bankroll=10**8, rolls=rolls)) for rolls in (200, 300))
    assert long_run(pass_line()).variance_per_roll == pytest.approx(
        (long.sd_cents**2 - short.sd_cents**2) / 100, rel=1e-6
    )


def test_rows_that_alternate_have_a_long_run_too() -> None:
    arrays = graph_of([lambda _: (300, 1, False), lambda _: (-100, 0, False)], [[(0, 0)], [(0, 1)]])
    found = long_run(arrays)
    assert found.cents_per_roll == pytest.approx(100)
    assert found.variance_per_roll == pytest.approx(0, abs=1e-9)


def test_a_session_that_ends_up_in_one_of_several_parts_has_the_mean_of_them() -> None:
    """The first roll is paid once; then 18 rolls lead to +1.00 for ever, 9 to -5.00, and 9 to the end."""

    def first(roll: Roll) -> Outcome:
        return 700, 1 if roll.place < 18 else 2 if roll.place < 27 else 3, False

    arrays = graph_of(
        [first, lambda _: (100, 1, False), lambda roll: (-1000 if roll.place % 2 else 0, 2, False)],
        [[(0, RUINED), (50, 0)], [(0, 1)], [(0, 2)], [(0, QUIT)]],
    )
    found = long_run(arrays)
    assert [part.chance for part in found.parts] == pytest.approx([0.5, 0.25, 0.25])
    assert [part.mean for part in found.parts] == pytest.approx([100, -500, 0])
    assert found.cents_per_roll == pytest.approx(50 - 125)
    assert found.variance_per_roll == pytest.approx(500**2 / 4)


def test_loaded_dice_change_the_long_run() -> None:
    no_sevens = [0.0 if Roll(place // 6 + 1, place % 6 + 1).total == 7 else 1.0 for place in range(36)]
    assert long_run(place_six(), weights=no_sevens).cents_per_roll == pytest.approx(5 * 1400 / 30)


def test_a_graph_that_knows_no_rich_racks_says_so() -> None:
    with pytest.raises(UnknownWealth):
        long_run(graph_of([lambda _: (0, 0, False)], [[(0, 0), (5000, -3)]]))
