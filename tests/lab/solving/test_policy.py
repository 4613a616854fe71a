"""The lines of a policy: intervals of the rack that say the same are one line."""

from __future__ import annotations

from comeout.lab.solving.policy import PolicyRow, goal_lines
from tests.lab.solving.test_goal_play import solved


def test_one_bet_at_every_rack_is_one_line() -> None:
    found = goal_lines(solved(10, "pass", one_unit=True, odds=False), 5_00)
    assert found == (PolicyRow(0, "pass", 0, (0,), 5_00, 50_00, 5_00),)


def test_odds_are_told_by_point_and_by_the_rack_without_the_bet() -> None:
    found = goal_lines(solved(6, "pass", one_unit=True), 5_00)
    four = [(line.low, line.high, line.amount) for line in found if line.points == (4,)]
    assert four[0] == (0, 5_00, 0)
    assert [high for _, high, _ in four[:-1]] == [low for low, *_ in four[1:]]
    assert all(amount <= low and amount <= 15_00 for low, _, amount in four)


def test_odds_name_the_bet_that_they_support() -> None:
    found = goal_lines(solved(8, "pass"), 1_00)
    stakes = {line.amount for line in found if not line.flat}
    assert {line.flat for line in found if line.flat} == stakes
