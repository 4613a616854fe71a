"""Comparisons on the same dice: exact while money lasts, else simulated, and the session of the widest difference."""

from __future__ import annotations

import pytest

from comeout.lab.answers.comparison_answer import compare_answers
from comeout.lab.answers.question import Question, ask
from comeout.lab.session_rules import LabError


def questions(*names: str, bankroll: str = "300", rolls: int = 20) -> list[Question]:
    return [ask(name, "sentosa", bankroll=bankroll, rolls=rolls) for name in names]


def test_the_same_strategy_is_level_with_itself_exactly() -> None:
    (pair,) = compare_answers(questions("pass-line", "pass-line")).pairs
    assert pair.exact
    assert (pair.p_equal, pair.p_first_above) == pytest.approx((1, 0))


def test_exact_and_simulated_comparisons_agree() -> None:
    asked = questions("pass-line", "iron-cross", bankroll="10000")
    exact = compare_answers(asked).pairs[0]
    simulated = compare_answers(asked, how="sim", sessions=5000).pairs[0]
    assert (exact.exact, simulated.exact) == (True, False)
    assert simulated.p_first_above == pytest.approx(exact.p_first_above, abs=0.03)
    low, high = simulated.interval_cents
    assert low - 500 <= exact.mean_difference_cents <= high + 500


def test_where_money_runs_short_only_a_simulation_will_do() -> None:
    asked = questions("pass-line", "iron-cross", bankroll="60", rolls=60)
    assert not compare_answers(asked, sessions=300).pairs[0].exact
    with pytest.raises(LabError, match="no exact comparison"):
        compare_answers(asked, how="exact")


def test_a_stop_is_named_as_the_reason_for_no_exact_comparison() -> None:
    names = ("pass-line", "iron-cross")
    asked = [ask(name, "sentosa", bankroll="5000", rolls=5, stop="4000") for name in names]
    with pytest.raises(LabError, match=r"a goal or a stop has no exact comparison \(pass-line, iron-cross\)"):
        compare_answers(asked, how="exact")


def test_one_strategy_is_no_comparison() -> None:
    with pytest.raises(LabError, match="at least two"):
        compare_answers(questions("pass-line"))


def test_the_plain_data_lists_strategies_and_pairs() -> None:
    data = compare_answers(questions("pass-line", "iron-cross", "doey-dont"), how="sim", sessions=200).data()
    assert [each["strategy"] for each in data["strategies"]] == ["pass-line", "iron-cross", "doey-dont"]
    assert [(pair["first"], pair["second"]) for pair in data["pairs"]] == [
        ("pass-line", "iron-cross"),
        ("pass-line", "doey-dont"),
        ("iron-cross", "doey-dont"),
    ]
    keys = {"p_first_above", "p_equal", "mean_difference_cents", "sd_difference_cents", "exact"}
    assert all(keys <= pair.keys() for pair in data["pairs"])
