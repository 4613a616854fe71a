"""The shooter's hand, against the same puck moved by hand."""

from __future__ import annotations

import pytest

from comeout.errors import OddsError
from comeout.exact.hand import LONGEST, TOLD, hand, hand_row
from comeout.exact.numbers import show_one_in
from comeout.exact.weights import FAIR, Weights
from comeout.rules.library import load_book
from tests.exact.test_figures import weighted
from tests.kit.by_hand import LINE_ROLLS, POINT_MADE, POINTS, SEVEN_OUT, WAYS, F
from tests.kit.small_books import BOOKS

ADELAIDE = load_book("adelaide")


def outlasting(rolls: int) -> F:
    """The chance that a hand goes on after so many rolls: weights of the puck off and on each point, moved by hand."""
    off, on = 1, dict.fromkeys(POINTS, 0)
    for _ in range(rolls):
        made = sum(WAYS[point] * weight for point, weight in on.items())
        on = {point: off * WAYS[point] + weight * (30 - WAYS[point]) for point, weight in on.items()}
        off = 12 * off + made
    return F(off + sum(on.values()), 36**rolls)


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_lasts_eight_and_a_half_rolls_in_every_book(book: str) -> None:
    found = hand(load_book(book))
    assert found.mean_rolls == LINE_ROLLS / SEVEN_OUT == F(1671, 196)
    assert found.mean_points == POINT_MADE / SEVEN_OUT == F(67, 98)


def test_the_longest_hand_on_record_is_one_in_five_and_a_half_billion() -> None:
    found = hand(ADELAIDE, rolls=154)
    assert found.at_least == outlasting(153)
    assert show_one_in(found.at_least) == "1 in 5.59 billion"


def test_no_hand_ends_on_its_first_roll_and_some_on_the_second() -> None:
    assert hand(ADELAIDE).at_least == hand(ADELAIDE, rolls=2).at_least == 1
    assert hand(ADELAIDE, rolls=3).at_least == 1 - F(24, 36) * F(6, 36)
    assert hand(ADELAIDE).lengths[:2] == (F(0), F(1, 9))


def test_lengths_and_points_are_told_one_by_one() -> None:
    found = hand(ADELAIDE)
    assert len(found.lengths) == TOLD
    assert all(chance == outlasting(n) - outlasting(n + 1) for n, chance in enumerate(found.lengths))
    made = POINT_MADE / (POINT_MADE + SEVEN_OUT)
    assert found.points == tuple((1 - made) * made**n for n in range(10))
    assert found.points[0] == F(98, 165)


def test_dice_with_more_sevens_make_shorter_hands() -> None:
    heavy = Weights(tuple(2 if index % 5 == 0 and 0 < index < 35 else 1 for index in range(36)), 42)
    assert heavy.of_total(7) == 12
    assert hand(ADELAIDE, dice=heavy).mean_rolls < F(1671, 196)
    only = weighted({7: 1, 4: 1})
    assert hand(ADELAIDE, dice=only).mean_rolls == 6  # two to a point, one that decides it, two such rounds
    assert hand(ADELAIDE, dice=only).mean_points == 1


@pytest.mark.parametrize("totals", [{4: 1}, {7: 1}, {2: 1, 3: 1, 12: 1}, {total: 1 for total in WAYS if total != 7}])
def test_dice_with_which_no_hand_ends_are_refused(totals: dict[int, int]) -> None:
    with pytest.raises(OddsError, match="a hand never ends"):
        hand(ADELAIDE, dice=weighted(totals))


@pytest.mark.parametrize("rolls", [0, -1, LONGEST + 1, 10_001])
def test_a_hand_of_no_rolls_or_far_too_many_cannot_be_asked_about(rolls: int) -> None:
    with pytest.raises(OddsError, match=f"a hand of {rolls} rolls cannot be asked about; take 1 to {LONGEST}"):
        hand(ADELAIDE, rolls=rolls)


def test_the_longest_hand_that_can_be_asked_about_can_be_written_down() -> None:
    assert len(str(hand_row(hand(ADELAIDE, rolls=LONGEST))["at_least"])) > 1000
    fine = Weights((10**20,) * 35 + (1,), 35 * 10**20 + 1)
    with pytest.raises(OddsError, match="weights this fine"):
        hand(ADELAIDE, rolls=LONGEST, dice=fine)
    assert hand(ADELAIDE, rolls=100, dice=fine).rolls == 100


def test_a_hand_as_plain_data() -> None:
    row = hand_row(hand(ADELAIDE, rolls=3, dice=FAIR))
    assert (row["mean_rolls"], row["mean_points"], row["rolls"]) == ("1671/196", "67/98", 3)
    assert (row["at_least"], row["one_in"]) == ("8/9", "1 in 1.12")
    lengths, points = row["lengths"], row["points_made"]
    assert isinstance(lengths, list)
    assert isinstance(points, list)
    assert lengths[:2] == [{"rolls": 1, "exactly": "0"}, {"rolls": 2, "exactly": "1/9"}]
    assert points[0] == {"points": 0, "exactly": "98/165"}
