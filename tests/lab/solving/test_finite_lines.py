"""The lines of a play over a number of rolls: only what it can come to, with a rest that does not matter joined in."""

from __future__ import annotations

from comeout.lab.solving.finite_lines import finite_lines
from comeout.lab.solving.finite_play import FiniteTask
from comeout.lab.solving.policy import PolicyRow
from tests.lab.solving.test_finite_play import PUCKS, played


def lines(task: FiniteTask, *spots: str, start: int) -> tuple[PolicyRow, ...]:
    return finite_lines(played(task, *spots), PUCKS, task, start=start, unit=5_00)


def test_one_roll_is_one_bet_whatever_the_rack_holds() -> None:
    found = lines(FiniteTask(1, 5, 5, forced=False), "field", start=4)
    assert found == (PolicyRow(1, "field", 0, (0,), 0, 25_00, 5_00),)


def test_bets_rise_with_what_was_lost() -> None:
    found = lines(FiniteTask(2, 4, 4, forced=False), "field", start=3)
    lost = (0, 5, 6, 8)
    assert found == (PolicyRow(1, "field", 0, (0,), 0, 20_00, 5_00), PolicyRow(2, "field", 0, lost, 0, 20_00, 10_00))


def test_odds_are_told_for_each_point_and_also_where_there_are_none() -> None:
    found = lines(FiniteTask(2, 9, 6, forced=True), "pass", start=5)
    assert [line for line in found if line.roll == 1] == [PolicyRow(1, "pass", 0, (0,), 0, 45_00, 5_00)]
    odds = [line for line in found if line.bet == "pass-odds"]
    assert {point for line in odds for point in line.points} == {4, 5, 6, 8, 9, 10}
    assert {line.flat for line in odds} == {5_00}
