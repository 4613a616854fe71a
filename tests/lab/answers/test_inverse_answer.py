"""Bankrolls and rolls found from a chance of ruin."""

from __future__ import annotations

import pytest

from comeout.lab.answers.exact_answer import answer_exactly
from comeout.lab.answers.inverse_answer import bankroll_for, rolls_for
from comeout.lab.answers.question import ask
from comeout.lab.session_rules import LabError


def ruin(bankroll: int, rolls: int) -> float:
    return answer_exactly(ask("pass-line", "sentosa", bankroll=bankroll, rolls=rolls)).law.p_ruin


def test_a_dollar_less_would_be_too_little() -> None:
    found = bankroll_for(ask("pass-line", "sentosa", bankroll="300", rolls=100), 0.05)
    assert ruin(found.bankroll, 100) <= 0.05 < ruin(found.bankroll - 1_00, 100)
    assert found.data()["p_ruin"] == pytest.approx(ruin(found.bankroll, 100))


def test_one_roll_more_would_be_too_many() -> None:
    found = rolls_for(ask("pass-line", "sentosa", bankroll="50"), 0.2)
    assert ruin(50_00, found.rolls) <= 0.2 < ruin(50_00, found.rolls + 1)


def test_without_rolls_there_is_nothing_to_search() -> None:
    with pytest.raises(LabError, match="within a number of rolls"):
        bankroll_for(ask("pass-line", "sentosa", bankroll="300", goal="600"), 0.05)
